#!/usr/bin/env python3
"""Checks, counts and shows the wordings of the corpus.

    wordings.py check [FOLDER] [--against TEXTS …]   faults of form, and text that another wording or TEXTS has too
    wordings.py stats [FOLDER]
    wordings.py show FILE [--seed N] [--marks] [--json]
    wordings.py generators                            every generator with examples

TEXTS: a folder of .txt files (`truth.jsonl` in it, with `file` and `fields`, says which values to mask), or a .jsonl with a
`text` and, if you like, `fields`. Standard library only, but `show`, `generators` and the trial filling of `check` need
requirements.txt.
"""

import argparse
import collections
import dataclasses
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import generators  # noqa: E402
import wording_format  # noqa: E402
from wording_format import BOOLEANS, CODES, FIELDS, HEADERS, LAYOUTS, Problem, Slot  # noqa: E402

MASK = "_"
SHARE = 0.40  # of the five-word sequences
FIVE, EIGHT = 5, 8
FEWEST = 20  # sequences a wording must have to be held against another: a short card has nothing but its captions
FORMS = set("""first given middle last last_first title_last short initial_last initials upper sex suffix street city state
    state_name zip city_line two_lines digits plain words words_digits abbr name code text year year2 year_words month
    month_number day ordinal ordinal_words""".split()) | set(generators.DATE_STYLES) | {f"date_{s}" for s in generators.DATE_STYLES}


def files(folder):
    folder = pathlib.Path(folder)
    return [folder] if folder.is_file() else sorted(folder.rglob("*.txt"))


def load(path):
    return wording_format.read(pathlib.Path(path).read_text(encoding="utf-8"), str(path))


# Form

def faults(path):
    """The faults of one file: [(line, message)]."""
    try:
        wording = load(path)
    except Problem as problem:
        return [(problem.line, problem.message)]
    except UnicodeDecodeError as error:
        return [(1, f"not UTF-8: {error}")]
    result = list(header_faults(wording))
    name = pathlib.Path(path).name
    if not re.fullmatch(r"(deed|opt_out|id|unknown)-\d{3}\.txt", name) or not name.startswith(wording.kind + "-"):
        result.append((1, f"the name must be {wording.kind}-<three digits>.txt"))
    try:
        used = set()
        for text in wording_format.variants(wording.body):
            used |= variant_faults(wording, text, result)
        for name in ("grantor", "grantee", "legal_description") if wording.kind == "deed" else \
                ("broker_name", "requester_name", "request_types") if wording.kind == "opt_out" else \
                ("document_number", "surname") if wording.kind == "id" and "back" not in wording.headers.get("subkind", "") else ():
            if name not in used and name not in wording.headers:
                result.append((1, f"no {name}; leave it out only with `lacks: {name}`"))
        lacks = set(wording.headers.get("lacks", "").split())
        result = [fault for fault in result if not any(fault[1].startswith(f"no {name};") for name in lacks)]
        if not result:
            for seed in range(3):
                wording_format.fill(wording, seed)
    except Problem as problem:
        line = problem.line or wording.first_line
        result.append((line, problem.message))
    except generators.MissingPackage:
        pass
    except Exception as error:  # a fault in a generator's arguments
        result.append((wording.first_line, f"cannot be filled: {type(error).__name__}: {error}"))
    return list(dict.fromkeys(result))


def header_faults(wording):
    headers = wording.headers
    if wording.kind not in FIELDS:
        yield 1, f"kind must be one of {', '.join(FIELDS)}"
        return
    for name in ("subkind", "layout"):
        if name not in headers:
            yield 1, f"no header {name}"
    if headers.get("layout", "letter") not in LAYOUTS:
        yield 1, f"layout must be one of {', '.join(LAYOUTS)}"
    if not re.fullmatch(r"any|[A-Z]{2,3}|D|CA-[A-Z]{2}", headers.get("region", "any").split()[0] if headers.get("region", "any") else ""):
        yield 1, "region must be a state (TX), a province (CA-ON), a country (DEU) or any"
    for name, value in wording.constants.items():
        if name not in FIELDS[wording.kind] and name != "lacks":
            yield 1, f"{name} is no header and no field of {wording.kind}"
        elif name in CODES and value not in CODES[name]:
            yield 1, f"{name} must be one of {', '.join(CODES[name])}"


def variant_faults(wording, text, result):
    fields, used, defined, references = FIELDS[wording.kind], set(), set(), []
    for block, cells, _ in wording_format.parse_variant(text, 0):
        for slot in (slot for cell in cells for slot in wording_format.slots(cell)):
            at = (line_of(wording, slot), "")[0]
            if slot.name == "caption":
                if slot.form and slot.form.split("#")[0] not in fields + [""] and not slot.form.startswith("-"):
                    result.append((at, f"a caption of {slot.form}, no field of {wording.kind}"))
                if slot.content is None:
                    result.append((at, "a caption is {caption|=text} or {caption:field|=text}"))
            elif slot.name == "signature":
                if slot.generator and slot.generator not in wording_format.SIGNATURES | {"maybe"}:
                    result.append((at, f"a signature is {', '.join(sorted(wording_format.SIGNATURES))} or maybe"))
                used.add("signature_present")
            else:
                slot_faults(wording, slot, at, result)
                used.add(slot.name)
                if slot.generator or slot.content is not None:
                    defined |= {slot.key} | ({(slot.name, slot.key[1] + n) for n in range(1, 9)}
                                             if slot.generator in ("couple", "persons") else set())
                else:
                    references.append((slot, at))
    for slot, at in references:
        if slot.key not in defined:
            result.append((at, f"{{{slot.name}}} is used in a variant in which it has no generator"))
    return used


def line_of(wording, slot):
    """The line in the file that the slot's name first stands in (choosing a variant moves lines)."""
    for offset, line in enumerate(wording.body.split("\n")):
        if "{" + slot.name in line and (slot.generator or "") in line:
            return wording.first_line + offset
    return wording.first_line


def slot_faults(wording, slot, at, result):
    if not slot.is_distractor and slot.name not in FIELDS[wording.kind]:
        result.append((at, f"{slot.name} is no field of {wording.kind} (a distractor is {{-{slot.name}|…}})"))
    if slot.generator and slot.generator not in generators.GENERATORS:
        result.append((at, f"no generator {slot.generator}"))
    if slot.value is not None:
        if slot.content is None:
            result.append((at, f"{slot.name}={slot.value} needs the text that says so: {{{slot.name}={slot.value}|=text}}"))
        if slot.name in CODES and slot.value not in CODES[slot.name]:
            result.append((at, f"{slot.name} must be one of {', '.join(CODES[slot.name])}"))
    elif slot.name in CODES and not slot.is_distractor:
        result.append((at, f"{slot.name} must say its value: {{{slot.name}=…|=text}}"))
    if slot.name == "-" and not slot.generator and slot.content is None:
        result.append((at, "{-} needs a generator or a text"))
    if slot.form and slot.form not in FORMS:
        result.append((at, f"no form {slot.form}"))


# Overlap

def tokens(text):
    result = []
    for word in re.findall(r"[^\W_]+(?:['’][^\W_]+)*|_", text.lower().replace("’", "'")):
        word = MASK if word == MASK or any(c.isdigit() for c in word) else word
        if not (word == MASK and result and result[-1] == MASK):
            result.append(word)
    return result


def sequences(words, length):
    """Runs of so many words; masked values within are kept, and not counted."""
    result = set()
    for start, word in enumerate(words):
        if word == MASK:
            continue
        run, count = [], 0
        for other in words[start:]:
            run.append(other)
            count += other != MASK
            if count == length:
                result.add(" ".join(run))
                break
    return result


def masked_texts(wording):
    """Each variant with values masked. Statutory text is left out; so are a card's captions, which standards prescribe."""
    for text in wording_format.variants(wording.body):
        result, source = [], False
        for block, cells, _ in wording_format.parse_variant(text, 0):
            source = any(name.split()[0] == "source" for name in block.inside)
            if source:
                result.append(" _ ")
                continue
            for cell in cells:
                result.append(masked(cell, wording.kind))
        yield " ".join(result)


def masked(parts, kind):
    text = ""
    for part in parts:
        if isinstance(part, Slot):
            hidden = part.content is None or part.name == "-source" or kind == "id" and part.name == "caption"
            text += " _ " if hidden else masked(part.content, kind)
        else:
            text += part
    return text


def wording_sequences(wording):
    five, eight = set(), set()
    for text in masked_texts(wording):
        words = tokens(text)
        five |= sequences(words, FIVE)
        eight |= sequences(words, EIGHT)
    return five, eight


def shape(wording):
    """Of a card: its captions and fields in order. No two cards may be alike in it."""
    text = wording_format.variants(wording.body)[0]
    items = []
    for block, cells, _ in wording_format.parse_variant(text, 0):
        for slot in (s for cell in cells for s in wording_format.slots(cell)):
            caption = " ".join(tokens("".join(p for p in slot.content or [] if isinstance(p, str)))) if slot.name == "caption" else ""
            items.append(f"{slot.name}:{slot.form or ''}:{caption}")
    return " ".join(items)


def outside(paths):
    """Texts that no wording may quote: [(name, eight-word sequences)]."""
    for path in map(pathlib.Path, paths):
        if path.is_file():
            for index, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                record = json.loads(line)
                if "text" not in record:
                    raise SystemExit(f"{path}: line {index} has no `text`; give a folder of texts with this file as truth.jsonl")
                yield f"{path.name}:{index}", sequences(tokens(mask_values(record["text"], record.get("fields"))), EIGHT)
            continue
        truth = {}
        if (path / "truth.jsonl").exists():
            for line in (path / "truth.jsonl").read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                truth[pathlib.PurePath(record["file"]).stem] = record.get("fields")
        found = sorted(path.rglob("*.txt"))
        if not found:
            raise SystemExit(f"{path}: no .txt files")
        for file in found:
            yield str(file.relative_to(path)), sequences(tokens(mask_values(file.read_text(encoding="utf-8", errors="replace"), truth.get(file.stem))), EIGHT)


def mask_values(text, fields):
    for value in sorted(flat(fields or {}), key=len, reverse=True):
        pieces = [re.escape(piece) for piece in value.split()]
        if pieces and len(value) > 2:
            text = re.sub(r"(?<!\w)" + r"[\s,]+".join(pieces) + r"(?!\w)", " _ ", text, flags=re.IGNORECASE)
    return text


def flat(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from flat(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from flat(inner)


def overlaps(wordings, against=()):
    """[(path, message)]: wordings too like another one, and runs of eight words that `against` has too."""
    result, held, index, shapes = [], [], collections.defaultdict(list), {}
    for wording in wordings:
        five, eight = wording_sequences(wording)
        held.append((wording, five, eight))
        if wording.kind == "id":
            other = shapes.setdefault(shape(wording), wording)
            if other is not wording:
                result.append((wording.path, f"has the same captions and fields in the same order as {other.path}"))
    for number, (_, five, _) in enumerate(held):
        for sequence in five:
            index[sequence].append(number)
    shared = collections.Counter()
    for numbers in index.values():
        for i, a in enumerate(numbers):
            for b in numbers[i + 1:]:
                shared[a, b] += 1
    for (a, b), count in sorted(shared.items()):
        for one, other in ((a, b), (b, a)):
            total = len(held[one][1])
            if total >= FEWEST and count >= SHARE * total:
                example = max(held[one][1] & held[other][1], key=lambda s: (len(s), s))
                result.append((held[one][0].path, f"shares {100 * count // total} % of its five-word sequences with {held[other][0].path}, such as “{example}”"))
    for name, theirs in against:
        for wording, _, eight in held:
            if both := eight & theirs:
                result.append((wording.path, f"has eight words running with {name}: “{min(both)}”"))
    return result


# Commands

def check(folder, against, only=None):
    wordings, count = [], 0
    for path in files(folder):
        for line, message in faults(path):
            print(f"{path}:{line}: {message}")
            count += 1
        try:
            wordings.append(load(path))
            list(masked_texts(wordings[-1]))
        except (Problem, UnicodeDecodeError):
            wordings = [w for w in wordings if w.path != str(path)]
    for path, message in overlaps(wordings, outside(against)):
        print(f"{path}:1: {message}")
        count += 1
    print(f"{len(files(folder))} wordings, {count} faults")
    return 1 if count else 0


def stats(folder):
    table = collections.defaultdict(collections.Counter)
    layouts, subkinds, words = collections.Counter(), collections.Counter(), 0
    fields = collections.Counter()
    for path in files(folder):
        wording = load(path)
        table[path.parent.name][wording.kind] += 1
        layouts[wording.headers.get("layout")] += 1
        subkinds[wording.kind + "/" + wording.headers.get("subkind", "")] += 1
        parts = [slot for text in wording_format.variants(wording.body) for _, cells, _ in wording_format.parse_variant(text, 0) for cell in cells for slot in wording_format.slots(cell)]
        fields.update({f"{wording.kind}.{slot.name}" for slot in parts if slot.name in FIELDS.get(wording.kind, ())})
        words += len(tokens(next(masked_texts(wording))))
    for author, kinds in sorted(table.items()):
        print(f"{author:24}" + "  ".join(f"{kind} {kinds[kind]}" for kind in FIELDS))
    print(f"{'all':24}" + "  ".join(f"{kind} {sum(k[kind] for k in table.values())}" for kind in FIELDS), f"  {words} words")
    for title, counter in (("layouts", layouts), ("subkinds", subkinds), ("fields", fields)):
        print(f"{title}: " + ", ".join(f"{name} {n}" for name, n in counter.most_common()))
    return 0


def show(path, seed, marks, as_json):
    filled = wording_format.fill(load(path), seed)
    if as_json:
        plain = dict(filled, blocks=[dataclasses.asdict(block) for block in filled["blocks"]])
        print(json.dumps(plain, ensure_ascii=False, indent=1, default=sorted))
    else:
        print(wording_format.plain(filled, marks))
        print("\n" + json.dumps(filled["fields"], ensure_ascii=False, indent=1))
    return 0


def list_generators():
    import random
    for name, function in generators.GENERATORS.items():
        examples = []
        for seed in (1, 2, 3):
            context = generators.Context(random.Random(seed), {"region": "any"})
            arguments = {"one_of": ("BRO", "BLU"), "pattern": ("CV-9999-AA",), "spouse": ("grantor",)}.get(name, ())
            made = generators.make(context, name, arguments)
            examples.append("".join(t for t, _ in made.pieces) if isinstance(made, generators.Group) else made.text.replace("\n", " / "))
        print(f"{name:18}{(function.__doc__ or '').splitlines()[0]}\n{'':18}→ {'  ·  '.join(examples)}")
    return 0


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    default = pathlib.Path(__file__).parent / "wordings"
    one = commands.add_parser("check")
    one.add_argument("folder", nargs="?", default=default)
    one.add_argument("--against", nargs="*", default=[])
    commands.add_parser("stats").add_argument("folder", nargs="?", default=default)
    one = commands.add_parser("show")
    one.add_argument("file")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--marks", action="store_true", help="show fields in braces")
    one.add_argument("--json", action="store_true", help="blocks, runs and tags, as the renderer gets them")
    commands.add_parser("generators")
    given = parser.parse_args(arguments)
    try:
        if given.command == "check":
            return check(given.folder, given.against)
        if given.command == "stats":
            return stats(given.folder)
        if given.command == "show":
            return show(given.file, given.seed, given.marks, given.json)
        return list_generators()
    except Problem as problem:
        print(f"line {problem.line}: {problem.message}", file=sys.stderr)
    except generators.MissingPackage as missing:
        print(missing, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
