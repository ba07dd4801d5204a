"""The format of a wording: a text with slots for values. Parsing, choosing a variant, filling.

Standard library only. The generators that make the values are in generators.py.
"""

import random
import re
from dataclasses import dataclass, field

FIELDS = {
    "id": """document_type document_number issuing_country issuing_region nationality surname given_names date_of_birth sex
        date_of_issue date_of_expiry place_of_birth personal_number address license_class mrz""".split(),
    "deed": """deed_type grantor grantor_capacity grantee grantee_vesting trustee consideration loan_amount currency
        legal_description legal_description_type parcel_number property_address county state instrument_number book page
        recording_date execution_date notary_present signature_present""".split(),
    "opt_out": """broker_name requester_name date_of_birth address email phone request_types legal_basis authorized_agent
        profile_urls signature_present date_signed""".split(),
    "unknown": [],
}
LISTS = {"grantor", "grantee", "request_types", "profile_urls", "mrz"}
BOOLEANS = {"notary_present", "signature_present"}
CODES = {
    "document_type": "passport identity_card driver_license visa residence_permit travel_document".split(),
    "deed_type": """warranty_deed special_warranty_deed quitclaim_deed grant_deed bargain_and_sale_deed deed_of_trust
        transfer_on_death_deed other_deed""".split(),
    "legal_description_type": "lot_block metes_bounds plss condominium other".split(),
    "request_types": "delete do_not_sell access correct limit_use object restrict".split(),
    "notary_present": ["true", "false"],
    "signature_present": ["true", "false"],
}
HEADERS = {"kind", "subkind", "region", "era", "layout", "source", "lacks"}
LAYOUTS = "letter form card email typewritten book cover_sheet".split()
PARTS = set("""initials first middle given last title_last initial_last month month_number day ordinal ordinal_words year year2
    year_words street city state state_name zip city_line""".split())
MODIFIERS = {"upper", "title", "lower", "hand", "line", "bold"}
SIGNATURES = {"script", "initials", "s", "blank", "any"}
BLOCKS = {"stamp", "columns", "handwritten", "footer", "header", "small", "source", "box"}  # closed by @end
MARKERS = {"page", "cover", "column", "card", "photo", "barcode", "end"}

HEAD = re.compile(r"^(?P<name>-?[a-z_0-9]*)(?P<more>\+)?(?:#(?P<number>\d+))?"
                  r"(?::(?P<form>-?[a-z_0-9]+(?:#\d+)?))?(?:=(?P<value>[^|{}]+))?$")
OPEN = re.compile(r"\(\((?=\s)|<<(?=\s)")


class Problem(Exception):
    def __init__(self, message, line=0):
        super().__init__(message)
        self.message, self.line = message, line


@dataclass
class Slot:
    name: str
    number: int | None = None
    form: str | None = None
    value: str | None = None
    more: bool = False
    generator: str | None = None
    arguments: tuple = ()
    modifiers: frozenset = frozenset()
    content: list | None = None  # of a literal: strings and slots
    line: int = 0

    @property
    def key(self):
        return (self.name, self.number or 1)

    @property
    def is_distractor(self):
        return self.name.startswith("-")


@dataclass
class Wording:
    path: str
    headers: dict
    body: str
    first_line: int

    @property
    def kind(self):
        return self.headers.get("kind", "")

    @property
    def constants(self):
        return {name: text for name, text in self.headers.items() if name not in HEADERS}


@dataclass
class Run:
    """A piece of text of one look. `tags`: the spans it lies in, outermost first, as (label, span id)."""
    text: str
    tags: tuple = ()
    style: frozenset = frozenset()
    mark: str | None = None  # "box" or "radio", then text is "x" or ""; or "signature", then style names its look


@dataclass
class Block:
    """A line of the page: kind `text`, `heading`, `right`, `row` (cells), `rule`, `signature` (cells), `cell`, or a marker."""
    kind: str
    runs: list = field(default_factory=list)
    cells: list = field(default_factory=list)  # of runs
    inside: tuple = ()  # the @blocks around it


def read(text, path=""):
    head, separator, body = text.replace("\r\n", "\n").partition("\n\n")
    if not separator:
        raise Problem("no empty line after the headers", 1)
    headers = {}
    for index, line in enumerate(head.split("\n"), 1):
        name, colon, value = line.partition(":")
        if not colon or not re.fullmatch(r"[a-z_]+", name):
            raise Problem(f"not a header: {line!r}", index)
        if name in headers:
            raise Problem(f"header {name} twice", index)
        headers[name] = value.strip()
    return Wording(path, headers, body.rstrip("\n"), head.count("\n") + 3)


# Optional parts and choices, on the raw text

def alternatives(body):
    """The parts of a body: strings and lists of alternative bodies (an optional part is [part, ""])."""
    parts, position, plain = [], 0, ""
    while found := OPEN.search(body, position):
        close = _closing(body, found.start())
        if close is None:
            raise Problem(f"{found.group()} is not closed", body.count("\n", 0, found.start()))
        plain = body[position:found.start()]
        inner = body[found.end():close]
        options = _split_choice(inner) if found.group() == "<<" else [inner, ""]
        parts.append(plain)
        # Space within the brackets is dropped; a line break of an alternative that fills lines of its own is kept.
        parts.append([option.strip() for option in options])
        position = close + 2
    parts.append(body[position:])
    return parts


def _closing(body, start):
    depth = 0
    for found in re.finditer(r"\(\((?=\s)|<<(?=\s)|(?<=\s)\)\)|(?<=\s)>>", body[start:]):
        depth += 1 if found.group() in ("((", "<<") else -1
        if depth == 0:
            want = "))" if body[start] == "(" else ">>"
            return start + found.start() if found.group() == want else None
    return None


def _split_choice(inner):
    options, depth, last = [], 0, 0
    for found in re.finditer(r"\(\((?=\s)|<<(?=\s)|(?<=\s)\)\)|(?<=\s)>>|(?<=\s)\|\|(?=\s)", inner):
        if found.group() == "||":
            if depth == 0:
                options.append(inner[last:found.start()])
                last = found.end()
        else:
            depth += 1 if found.group() in ("((", "<<") else -1
    return options + [inner[last:]]


def choose(body, pick):
    """One variant of a body. `pick(n)` says which of n alternatives is taken."""
    text = ""
    for part in alternatives(body):
        text += part if isinstance(part, str) else choose(part[pick(len(part))], pick)
    return text


def variant(body, pick):
    # An optional part that was left out takes its line with it, and leaves no two spaces.
    lines = []
    for line in choose(_mark_lines(body), pick).split("\n"):
        text = line.replace("\x01", "")
        if text == line:
            lines.append(line)
        elif text.strip():
            lines.append(re.sub(r" +(?=[,.;:] |[,.;:]$)", "", re.sub(r"(?<=\S)  +", " ", text)).rstrip())
    return "\n".join(lines)


def _mark_lines(body):
    return OPEN.sub(lambda found: "\x01" + found.group(), body)


def variants(body, most=8):
    """Variants that together show each alternative, up to `most`: for checking, without chance."""
    count = max([len(found) for found in _all_choices(body)] or [1])
    return [variant(body, lambda n, i=i: i % n) for i in range(min(most, max(count, 1)))]


def _all_choices(body):
    for part in alternatives(body):
        if isinstance(part, list):
            yield part
            for option in part:
                yield from _all_choices(option)


# Slots

def inline(text, line=0):
    """Strings and slots of a piece of text."""
    parts, plain, position = [], "", 0
    while position < len(text):
        character = text[position]
        if character == "\\" and position + 1 < len(text) and text[position + 1] in "{}|\\[]()":
            plain += text[position + 1]
            position += 2
        elif character == "{":
            close = _brace(text, position)
            if close is None:
                raise Problem("{ is not closed", line + text.count("\n", 0, position))
            if plain:
                parts.append(plain)
                plain = ""
            parts.append(_slot(text[position + 1:close], line + text.count("\n", 0, position)))
            position = close + 1
        elif character == "}":
            raise Problem("} without {", line + text.count("\n", 0, position))
        else:
            plain += character
            position += 1
    return parts + [plain] if plain else parts


def _brace(text, start):
    depth = 0
    for position in range(start, len(text)):
        if text[position - 1:position] == "\\":
            continue
        depth += (text[position] == "{") - (text[position] == "}")
        if depth == 0:
            return position
    return None


def _slot(text, line):
    head, bar, rest = text.partition("|")
    found = HEAD.match(head.strip())
    if not found or not found["name"]:
        raise Problem(f"not a slot: {{{text[:40]}}}", line)
    number = int(found["number"]) if found["number"] else None
    slot = Slot(found["name"], number, found["form"], found["value"], bool(found["more"]), line=line)
    if not bar:
        return slot
    literal = re.match(r"^((?:[a-z]+ ?)*)=", rest)
    words = (literal[1] if literal else rest).split()
    slot.modifiers = frozenset(word for word in words if word in MODIFIERS)
    words = [word for word in words if word not in MODIFIERS]
    if literal:
        if words:
            raise Problem(f"unknown modifier {words[0]}", line)
        slot.content = inline(rest[literal.end():], line)
    elif words:
        slot.generator, slot.arguments = words[0], tuple(words[1:])
    return slot


def slots(parts):
    for part in parts:
        if isinstance(part, Slot):
            yield part
            if part.content:
                yield from slots(part.content)


# Lines and blocks

BOX = re.compile(r"\[([ x?])\](?=\s)|(?<![\w)])\(([ x?])\)(?=\s)")


def blocks(text, first_line=1):
    """The lines of a variant as (Block without runs, raw pieces): pieces are the texts of its cells, or its one text."""
    result, inside, line, position = [], [], first_line, 0
    for raw, raw_line in _logical_lines(text, first_line):
        stripped = raw.strip()
        if stripped.startswith("@"):
            word, *rest = stripped[1:].split()
            if word == "end":
                if not inside:
                    raise Problem("@end without a block", raw_line)
                inside.pop()
            elif word in BLOCKS:
                inside.append(stripped[1:])
                result.append((Block("open", inside=tuple(inside)), [], raw_line))
            elif word in MARKERS:
                result.append((Block(word, inside=tuple(inside), cells=rest), [], raw_line))
            else:
                raise Problem(f"unknown @{word}", raw_line)
            continue
        kind, pieces = _shape(raw, stripped)
        result.append((Block(kind, inside=tuple(inside)), pieces, raw_line))
    if inside:
        raise Problem(f"@{inside[-1]} is not closed by @end", first_line)
    return result


def _logical_lines(text, first_line):
    """Lines; one that ends in a backslash, or within braces, goes on in the next."""
    pending, start, number = "", first_line, first_line
    for line in text.split("\n"):
        if not pending:
            start = number
        joined = pending + line
        number += 1
        if joined.endswith("\\"):
            pending = joined[:-1].rstrip() + " "
        elif joined.count("{") - joined.count("\\{") > joined.count("}") - joined.count("\\}"):
            pending = joined + " "
        else:
            yield joined, start
            pending = ""
    if pending:
        raise Problem("{ is not closed", start)


def _shape(raw, stripped):
    if not stripped:
        return "space", []
    if re.fullmatch(r"_{4,}", stripped):
        return "rule", []
    if stripped.startswith("# "):
        return "heading", [stripped[2:]]
    if stripped.startswith("> "):
        return "right", [stripped[2:]]
    if stripped.startswith("|") and stripped.endswith("|") and len(stripped) > 1:
        return "row", [cell.strip() for cell in _split_cells(stripped[1:-1])]
    if stripped.startswith("~"):
        return "signature", [stripped[1:].strip()]
    if "::" in re.sub(r"\{[^{}]*\}", "", stripped):
        return "cell", [stripped]
    return "text", [raw.rstrip()]


def _split_cells(text):
    cells, depth, last = [], 0, 0
    for position, character in enumerate(text):
        if text[position - 1:position] == "\\":
            continue
        depth += (character == "{") - (character == "}")
        if character == "|" and depth == 0:
            cells.append(text[last:position])
            last = position + 1
    return cells + [text[last:]]


def parse_variant(text, first_line=1):
    """Blocks with the parts of each cell: [(Block, [[str or Slot]], line)]; `Label:: {slot}` made a caption and a value."""
    result = []
    for block, pieces, line in blocks(text, first_line):
        cells = []
        for piece in pieces:
            label, value = _label(piece) if block.kind in ("cell", "row") else (None, piece)
            parts = inline(value, line)
            if label:
                first = next((s for s in slots(parts) if not s.is_distractor and s.name != "caption"), None)
                form = None
                if first is not None:
                    form = (first.form or "") if first.name == "signature" else first.name
                    form += f"#{first.number}" if first.number and first.name != "signature" else ""
                parts = [Slot("caption", form=form, content=inline(label, line), line=line), "\n"] + parts
            cells.append(parts)
        result.append((block, cells, line))
    return result


def _label(piece):
    depth = 0
    for position, character in enumerate(piece):
        depth += (character == "{") - (character == "}")
        if depth == 0 and piece.startswith("::", position):
            return piece[:position].strip(), piece[position + 2:].strip()
    return None, piece


# Filling

def fill(wording, seed):
    """A filled wording: {"kind", "subkind", "layout", "fields", "blocks": [Block]}. The same seed, the same result."""
    import generators
    rng = random.Random(f"{wording.headers.get('kind')}|{wording.headers.get('subkind')}|{wording.body}|{seed}")
    text = variant(wording.body, lambda n: rng.randrange(n))
    parsed = parse_variant(text, wording.first_line)
    context = generators.Context(rng, wording.headers)
    return _Filler(wording, parsed, context).result()


class _Filler:
    def __init__(self, wording, parsed, context):
        self.wording, self.parsed, self.context = wording, parsed, context
        self.values, self.groups, self.literals = {}, {}, {}
        self.fields, self.signed, self.span, self.recorded = {}, [], 0, set()

    def result(self):
        import generators
        all_slots = [slot for _, cells, _ in self.parsed for cell in cells for slot in slots(cell)]
        self.context.constants = self.wording.constants
        # What is computed from other values comes last.
        for late in (False, True):
            for slot in all_slots:
                if slot.generator and slot.name not in ("caption", "signature") and slot.name != "-" \
                        and (slot.generator in generators.LATE) == late:
                    self.define(slot)
        self.states = self.box_states()
        filled = []
        for block, cells, _ in self.parsed:
            block.cells = [self.cell(cell, block) for cell in cells] if cells else block.cells
            filled.append(block)
        for name, value in self.wording.constants.items():
            self.fields.setdefault(name, [value] if name in LISTS else value == "true" if name in BOOLEANS else value)
        if self.wording.kind in ("deed", "opt_out"):
            self.fields.setdefault("signature_present", any(self.signed))
        return {"kind": self.wording.kind, "subkind": self.wording.headers.get("subkind", ""),
                "layout": self.wording.headers.get("layout", "letter"), "fields": self.fields, "blocks": filled}

    def box_states(self):
        """The state of each box in order: of the `[?]` at least one is ticked, of the `(?)` of a paragraph exactly one."""
        rng, states, groups, squares, group = self.context.rng, [], {}, [], 0
        for block, cells, _ in self.parsed:
            group += block.kind in ("space", "open", "end", "page", "cover")
            for found in (f for cell in cells for part in cell if isinstance(part, str) for f in BOX.finditer(part)):
                if found[2] == "?":
                    groups.setdefault(group, []).append(len(states))
                elif found[1] == "?":
                    squares.append(len(states))
                states.append("x" if "x" in (found[1], found[2]) else "x" if found[1] == "?" and rng.random() < 0.4 else " ")
        for places in groups.values():
            states[rng.choice(places)] = "x"
        if squares and not any(states[place] == "x" for place in squares):
            states[rng.choice(squares)] = "x"
        return states

    def define(self, slot):
        import generators
        if slot.key in self.values:
            return
        made = generators.make(self.context, slot.generator, slot.arguments, slot.name, self.values)
        if isinstance(made, generators.Group):
            self.groups[slot.key] = made
            for offset, value in enumerate(made.members):
                self.values[(slot.name, slot.key[1] + offset)] = value
        else:
            self.values[slot.key] = made

    def cell(self, parts, block):
        handwritten = any(name.split()[0] == "handwritten" for name in block.inside)
        signing = block.kind == "signature"
        if block.kind == "row" and parts and isinstance(parts[0], str) and parts[0].startswith("~"):
            signing, parts = True, [parts[0][1:].lstrip()] + parts[1:]
        if signing and not any(isinstance(part, Slot) for part in parts):
            self.signed.append(False)
            return [Run("", mark="signature", style=frozenset({"blank", "line"}))]
        runs = self.runs(self.with_boxes(parts), (), frozenset())
        if signing:
            runs = [Run(r.text, r.tags, r.style | {"line"}, r.mark) if r.mark == "signature" else r for r in runs]
        if handwritten:
            runs = [Run(r.text, r.tags, r.style | {"hand"}, r.mark) if r.tags and not r.tags[0][0].startswith("caption")
                    else r for r in runs]
        return runs

    def with_boxes(self, parts):
        """Splits `[x]` and the like off the text; the next slot is the option, and counts only where the box is ticked."""
        result = []
        for part in parts:
            if not isinstance(part, str):
                result.append(part)
                continue
            last = 0
            for found in BOX.finditer(part):
                result.append(part[last:found.start()])
                state = self.states.pop(0)
                result.append(Run("x" if state == "x" else "", mark="box" if found[1] else "radio"))
                last = found.end()
            result.append(part[last:])
        return [part for part in result if part != ""]

    def runs(self, parts, tags, style, option=None):
        result = []
        for part in parts:
            if isinstance(part, Run):
                option = part.text == "x"
                result.append(part)
            elif isinstance(part, str):
                result.append(Run(part, tags, style))
            else:
                result += self.slot_runs(part, tags, style | part.modifiers, option)
                if part.name != "caption":
                    option = None
        return result

    def slot_runs(self, slot, tags, style, option):
        self.span += 1
        if slot.name == "caption":
            label = "caption:" + slot.form if slot.form else "caption"
            return self.runs(slot.content or [], tags + ((label, self.span),), style)
        if slot.name == "signature":
            return [self.signature(slot, tags, style)]
        label = slot.name if slot.is_distractor else f"{slot.name}#{slot.number}" if slot.number else slot.name
        if option is False:
            label = "-unchecked"
        own = tags + ((label, self.span),)
        if slot.content is not None:
            runs = self.runs(slot.content, own, style)
            # Slots within are part of the outer value, but say their own where they are fields too.
            if option is not False and not slot.is_distractor:
                self.record_literal(slot, "".join(run.text for run in runs))
            return self.cased(runs, slot)
        key = slot.key
        if slot.name == "-" and slot.generator:
            import generators
            value = generators.make(self.context, slot.generator, slot.arguments, "-", self.values)
            if isinstance(value, generators.Group):
                return self.cased([Run(text, own, style) for text, _ in value.pieces], slot)
        elif key in self.groups and slot.form is None and slot.number is None:
            runs = []
            for text, member in self.groups[key].pieces:
                if member is None:
                    runs.append(Run(text, tags, style))
                    continue
                self.span += 1
                runs.append(Run(text, tags + ((f"{slot.name}#{key[1] + member}", self.span),), style))
                self.record(slot, (slot.name, key[1] + member), option, text)
            return self.cased(runs, slot)
        elif key in self.values:
            value = self.values[key]
        elif key in self.literals:
            return self.cased([Run(self.literals[key], own, style)], slot)
        else:
            raise Problem(f"{{{slot.name}{'#%d' % slot.number if slot.number else ''}}} has no generator in this variant", slot.line)
        try:
            form = slot.form
            if form is None and slot.generator in getattr(value, "styles", ()):
                form = slot.generator
            text = value.as_form(form) if form else value.text
        except KeyError:
            raise Problem(f"{slot.name} has no form {slot.form}", slot.line) from None
        is_part = (form or slot.generator or "").removeprefix("date_") in PARTS
        if is_part:
            own = tags + ((label + "/part", self.span),)
        if slot.name != "-":
            self.record(slot, key, option, None if is_part else text)
        return self.cased([Run(text, own, style)], slot)

    def cased(self, runs, slot):
        for name, change in (("upper", str.upper), ("lower", str.lower), ("title", str.title)):
            if name in slot.modifiers:
                runs = [Run(change(r.text) if not r.mark else r.text, r.tags, r.style, r.mark) for r in runs]
        return runs

    def record(self, slot, key, option, text):
        """Notes a field's value: names, addresses and the like as they are first printed, others as the contract writes them."""
        if option is False or slot.is_distractor or key in self.recorded:
            return
        value = self.values[key]
        as_printed = value.type in ("person", "organization", "address", "text", "number") and slot.name != "county"
        if as_printed and text is None:
            return
        self.recorded.add(key)
        printed = self.cased([Run(text or "")], slot)[0].text.replace("\n", ", ")
        self.store(slot.name, printed if as_printed else value.value)
        if value.type == "money" and slot.name in ("consideration", "loan_amount") and "currency" not in self.fields:
            self.fields["currency"] = value.data["currency"]

    def record_literal(self, slot, text):
        text = " ".join(text.split())
        if slot.more and slot.name in self.fields and slot.value is None:
            before = self.fields[slot.name]
            self.fields[slot.name] = f"{before[-1] if isinstance(before, list) else before} {text}"
            return
        self.literals.setdefault(slot.key, text)
        value = slot.value if slot.value is not None else text
        self.store(slot.name, value == "true" if slot.name in BOOLEANS else value)

    def store(self, name, value):
        if name in LISTS:
            held = self.fields.setdefault(name, [])
            for item in value if isinstance(value, list) else [value]:
                if item not in held:
                    held.append(item)
        else:
            self.fields.setdefault(name, value)

    def signature(self, slot, tags, style):
        look = slot.generator or "any"
        rng = self.context.rng
        if look == "any":
            look = rng.choices(["script", "initials", "s"], [8, 1, 1])[0]
        elif look == "maybe":
            look = rng.choice(["script", "blank"])
        of, _, number = (slot.form or "-").partition("#")
        value = self.values.get((of, int(number or 1)))
        name = value.text if value else self.literals.get((of, int(number or 1)), "")
        if value is None and not name:
            if not of.startswith("-"):
                raise Problem(f"signature of {of}, which has no value in this variant", slot.line)
            import generators
            value = generators.make(self.context, "person", (), "-", self.values)
            name = value.text
        if look == "blank":
            name = ""
        elif look == "initials":
            name = "".join(word[0] for word in name.split() if word[0].isalpha())
        elif look == "s":
            name = f"/s/ {name}"
        if not of.startswith("-"):
            self.signed.append(look != "blank")
        label = "-signature" if of.startswith("-") or not name else "signature"
        return Run(name, tags + ((label, self.span),), style | {look}, mark="signature")


def plain(filled, marks=False):
    """A filled wording as text; with `marks`, fields in braces."""
    lines = []
    for block in filled["blocks"]:
        if block.kind == "space":
            lines.append("")
        elif block.kind == "rule":
            lines.append("_" * 40)
        elif block.kind == "open":
            lines.append("@" + block.inside[-1])
        elif block.kind in MARKERS:
            lines.append("@" + " ".join([block.kind] + list(block.cells)))
        else:
            cells = [_plain_runs(cell, marks) for cell in block.cells]
            indent = {"heading": "        ", "right": "                                  "}.get(block.kind, "")
            lines.append(indent + " | ".join(cells) if block.kind == "row" else indent + "".join(cells))
    return "\n".join(lines)


def _plain_runs(runs, marks):
    text, last = "", None
    for run in runs:
        span = run.tags[0] if run.tags else None
        if marks and span != last:
            text += "}" if last else ""
            text += "{" + span[0] + "|" if span else ""
        last = span
        if run.mark in ("box", "radio"):
            text += ("[%s]" if run.mark == "box" else "(%s)") % (run.text or " ")
        elif run.mark == "signature":
            text += f"~{run.text or '__________'}~"
        else:
            text += run.text.replace("\n", ": ")
    return text + ("}" if marks and last else "")
