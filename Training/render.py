#!/usr/bin/env python3
"""Lays filled wordings out on page pictures, with a box and a tag for each word.

    render.py FOLDER-or-FILES… --output OUT [--count N] [--seed S] [--dpi 200]

Writes OUT/images/<author>-<wording>-<seed>-<page>.png and OUT/pages.jsonl, one line a page (README.md, "Pages"). The same seed
on the same fonts gives the same pages. Needs Training/setup.
"""

import argparse
import functools
import hashlib
import json
import math
import pathlib
import random
import re
import subprocess
import sys
from dataclasses import dataclass, field, replace

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import wording_format  # noqa: E402
import wordings  # noqa: E402
from PIL import Image, ImageChops, ImageDraw, ImageFont  # noqa: E402
from wording_format import Run  # noqa: E402

DATA = pathlib.Path(__file__).parent / "data"


# Fonts

@functools.cache
def families():
    """By use (serif, sans, typewriter, hand, zone): {family: {"regular": path, "bold": path}}, sorted by name."""
    result = {}
    for line in (DATA / "fonts.txt").read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        use, package, *pattern = line.split(" ", 2)
        listed = subprocess.run(["dpkg-query", "-L", package], capture_output=True, text=True).stdout.split("\n")
        for path in sorted(p for p in listed if p.lower().endswith((".ttf", ".otf")) and pathlib.Path(p).is_file()):
            try:
                face = ImageFont.truetype(path, 40)
            except OSError:
                continue
            family, style = face.getname()
            if not family or pattern and not re.search(pattern[0], family) or not covers(path, "AaZz09,.("):
                continue
            fixed = abs(face.getlength("iiii") - face.getlength("WWWW")) < 1
            if use != "hand" and use != "zone" and fixed != (use == "typewriter"):
                continue
            weight = "regular" if use == "hand" else style_of(style or "", path)
            if weight:
                result.setdefault(use, {}).setdefault(family, {}).setdefault(weight, path)
    for use in result:
        result[use] = {name: faces for name, faces in sorted(result[use].items()) if "regular" in faces}
    return result


def style_of(style, path):
    text = f"{style} {pathlib.Path(path).stem}".lower()
    if re.search(r"italic|oblique|slant|thin|hairline|extra|black|heavy|light|semi|demi|medium|smallcaps|sc\b|outline|inverse|condensed|cond\b|initials|swash", text):
        return "bold" if re.search(r"semibold|demi", text) and not re.search("italic|oblique|cond", text) else None
    return "bold" if "bold" in text else "regular"


@functools.lru_cache(2048)
def face(path, size):
    return ImageFont.truetype(path, size)


@functools.lru_cache(100_000)
def has_glyph(path, character):
    font = face(path, 40)
    mask, missing = font.getmask(character), font.getmask("\U0010fffe")
    return not (mask.size == missing.size and bytes(mask) == bytes(missing))


def covers(path, text):
    return all(has_glyph(path, character) for character in set(text) if not character.isspace())


FALLBACK = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


# Look of a document

@dataclass
class Look:
    """How one document is set: everything chance decides, once a document."""
    rng: random.Random
    use: str
    regular: str
    bold: str
    hand: str
    size: int
    dpi: int
    leading: float
    margin: tuple  # left, top, right, bottom, pixels
    page: tuple
    justify: bool
    indent: int
    gap: float  # between paragraphs, lines
    cells: str  # boxed, ruled, plain
    caption: str  # above, beside, colon
    boxes: str  # cross, check, fill, bracket
    ink: int
    hand_ink: tuple
    scribble: bool
    capitals: bool = False


def look(layout, seed, dpi):
    rng = random.Random(f"look {seed}")
    use = {"typewritten": ["typewriter"], "email": ["sans", "sans", "typewriter", "serif"], "form": ["sans", "sans", "serif"],
           "card": ["sans"], "book": ["serif", "typewriter"], "cover_sheet": ["sans", "serif", "typewriter"]}.get(layout, ["serif", "serif", "sans"])
    use = rng.choice(use)
    name = rng.choice(list(families()[use]))
    faces = families()[use][name]
    hands = families().get("hand") or families()[use]
    points = rng.uniform(9, 13) if layout != "form" else rng.uniform(8.5, 11.5)
    inch = lambda low, high: int(rng.uniform(low, high) * dpi)
    page = rng.choices([(8.5, 11), (8.27, 11.69), (8.5, 14)], [7, 2, 2 if layout in ("typewritten", "book") else 0.3])[0]
    return Look(rng, use, faces["regular"], faces.get("bold", faces["regular"]), hands[rng.choice(list(hands))]["regular"],
                max(12, int(points * dpi / 72)), dpi, rng.choice([1.15, 1.25, 1.3, 1.45]) if use != "typewriter" else rng.choice([1.1, 1.2, 1.9]),
                (inch(0.6, 1.3), inch(0.6, 1.2), inch(0.5, 1.2), inch(0.6, 1.0)), (int(page[0] * dpi), int(page[1] * dpi)),
                use == "serif" and rng.random() < 0.5, inch(0, 0.5) if rng.random() < 0.3 else 0, rng.choice([0.4, 0.7, 1.0]),
                rng.choice(["boxed", "boxed", "ruled", "plain"]), rng.choice(["above", "beside", "colon"]),
                "bracket" if use == "typewriter" or layout == "email" else rng.choice(["cross", "check", "fill", "bracket", "cross"]),
                rng.randrange(0, 60), rng.choice([(20, 30, 110), (15, 15, 20), (10, 40, 140), (40, 40, 50)]), rng.random() < 0.4,
                layout == "book" and rng.random() < 0.3)


# Words

@dataclass
class Word:
    pieces: list
    space: bool = True  # before it
    breaks: bool = False  # a line break before it
    block: str = "text"


def split(runs, block="text"):
    """Runs cut into words at spaces; a word may have pieces of several runs."""
    words, current, space, breaks = [], [], False, False

    def close():
        nonlocal current, space, breaks
        if current:
            words.append(Word(current, space, breaks, block))
            current, space, breaks = [], False, False

    for run in runs:
        if run.mark in ("box", "radio"):
            close()
            words.append(Word([run], space, breaks, block))
            space, breaks = True, False
        elif run.mark == "signature":
            close()
            words.append(Word([run], space or bool(words), breaks, block))
            space, breaks = True, False
        else:
            for part in re.findall(r"\n|[^\S\n]+|\S+", run.text):
                if part == "\n":
                    close()
                    breaks = True
                elif part.isspace():
                    close()
                    space = True
                else:
                    current = current + [replace(run, text=part)]
    close()
    return words


@dataclass
class Page:
    image: Image.Image
    words: list = field(default_factory=list)
    marks: list = field(default_factory=list)
    role: str = "page"

    @property
    def draw(self):
        return ImageDraw.Draw(self.image)


class Setter:
    """Sets words on pages from the top down."""

    def __init__(self, look, size=None, page=None, new_page=True):
        self.look, self.size = look, size or look.size
        self.pages, self.line = [], 0
        self.new_page_allowed = new_page
        self.left, self.right = look.margin[0], look.page[0] - look.margin[2]
        self.overflow = False
        if page is not None:
            self.pages.append(page)
        else:
            self.open_page()

    @property
    def page(self):
        return self.pages[-1]

    def open_page(self, role="page"):
        tint = self.look.rng.choice([255, 255, 252, 248])
        self.pages.append(Page(Image.new("RGB", self.look.page, (tint, tint, tint - (255 - tint))), role=role))
        self.y = self.look.margin[1]
        self.bottom = self.look.page[1] - self.look.margin[3]

    def room(self, height):
        if self.y + height > self.bottom:
            if self.new_page_allowed:
                self.open_page()
            else:
                self.overflow = True

    def font(self, piece, size):
        style = piece.style
        path = self.look.hand if "hand" in style else self.look.bold if "bold" in style else self.look.regular
        if any(label == "mrz" for label, _ in piece.tags) and families().get("zone"):
            path = next(iter(families()["zone"].values()))["regular"]
        if "hand" in style:
            size = int(size * 1.25)
        if not covers(path, piece.text):
            path = FALLBACK
        return face(path, size)

    def width(self, word, size):
        total = 0
        for piece in word.pieces:
            if piece.mark == "signature":
                total += max(size * 12, self.font(Run(piece.text or "x", style=frozenset({"hand"})), int(size * 1.5)).getlength(piece.text))\
                    if "s" not in piece.style else self.font(piece, size).getlength(piece.text)
            elif piece.mark:
                total += self.font(Run("[X]"), size).getlength("[X]") if self.look.boxes == "bracket" else size * 0.95
            else:
                total += self.font(piece, size).getlength(piece.text)
        return total

    def set(self, runs, left=None, right=None, align="left", size=None, block="text", indent=0, gap=None):
        """One paragraph. Returns its bottom."""
        left, right, size = left if left is not None else self.left, right if right is not None else self.right, size or self.size
        words, line, lines, x = split(runs, block), [], [], left + indent
        blank = face(self.look.regular, size).getlength(" ") or size * 0.28
        for word in words:
            width = self.width(word, size)
            step = blank if word.space and line else 0
            if line and (word.breaks or x + step + width > right):
                lines.append((line, word.breaks))
                line, x, step = [], left, 0
            line.append((word, x + step, width))
            x += step + width
        if line:
            lines.append((line, True))
        for index, (line, last) in enumerate(lines):
            tall = any(p.mark == "signature" and "s" not in p.style for w, _, _ in line for p in w.pieces)
            height = size * (2.4 if tall else self.look.leading)
            self.room(height)
            slack = right - (line[-1][1] + line[-1][2])
            shift = slack / 2 if align == "center" else slack if align == "right" else 0
            spread = slack / (len(line) - 1) if align == "left" and self.look.justify and not last and len(line) > 3 and slack < (right - left) / 4 else 0
            base = self.y + size * (2.0 if tall else 1.0)
            for place, (word, x, width) in enumerate(line):
                self.place(word, x + shift + spread * place, base, size, width)
            self.line += 1
            self.y += height
        return self.y

    def place(self, word, x, base, size, width):
        """Draws a word with its left end and base line, and notes its box."""
        look, page, boxes, text, start = self.look, self.page, [], "", x
        for piece in word.pieces:
            if piece.mark in ("box", "radio"):
                self.box(piece, x, base, size)
                return
            if piece.mark == "signature" and "s" not in piece.style:
                self.signature(piece, x, base, size, width)
                return
            font = self.font(piece, size)
            hand = "hand" in piece.style
            ink = look.hand_ink if hand else (look.ink,) * 3
            y = base + (look.rng.uniform(-0.08, 0.08) * size if hand or look.use == "typewriter" and look.rng.random() < 0.1 else 0)
            page.draw.text((x, y), piece.text, font=font, fill=ink, anchor="ls")
            boxes.append(page.draw.textbbox((x, y), piece.text, font=font, anchor="ls"))
            length = font.getlength(piece.text)
            if "line" in piece.style:
                page.draw.line((x, base + size * 0.2, x + length, base + size * 0.2), fill=(look.ink,) * 3, width=max(1, size // 20))
            if piece.mark == "signature":
                page.marks.append({"kind": "signature", "signed": True, "look": "s", "box": boxed(boxes[-1:]), "label": piece.tags[-1][0]})
            x += length
            text += piece.text
        page.words.append(noted(text, boxed(boxes), word, self.line, start))

    def box(self, piece, x, base, size):
        page, look, ticked = self.page, self.look, piece.text == "x"
        ink = (look.ink,) * 3
        if look.boxes == "bracket":
            text = ("[%s]" if piece.mark == "box" else "(%s)") % ("X" if ticked else " ")
            font = self.font(Run("[X]"), size)
            page.draw.text((x, base), text, font=font, fill=ink, anchor="ls")
            box = boxed([page.draw.textbbox((x, base), text, font=font, anchor="ls")])
        else:
            side = size * 0.8
            area = (x, base - side, x + side, base)
            stroke = max(1, size // 16)
            (page.draw.ellipse if piece.mark == "radio" else page.draw.rectangle)(area, outline=ink, width=stroke)
            if ticked:
                l, t, r, b = area
                hand = look.hand_ink if look.rng.random() < 0.5 else ink
                if piece.mark == "radio" or look.boxes == "fill":
                    page.draw.ellipse((l + side / 4, t + side / 4, r - side / 4, b - side / 4), fill=ink)
                elif look.boxes == "cross":
                    e = look.rng.uniform(-0.1, 0.2) * side
                    page.draw.line((l + e, t + e, r - e, b - e), fill=hand, width=stroke + 1)
                    page.draw.line((l + e, b - e, r - e, t + e), fill=hand, width=stroke + 1)
                else:
                    page.draw.line((l + side * 0.1, t + side * 0.5, l + side * 0.4, b - side * 0.1, r + side * 0.2, t - side * 0.3), fill=hand, width=stroke + 1, joint="curve")
            box = boxed([area])
        page.marks.append({"kind": piece.mark, "ticked": ticked, "box": box, "line": self.line})

    def signature(self, piece, x, base, size, width):
        page, look, rng = self.page, self.look, self.look.rng
        if "line" in piece.style or "blank" in piece.style:
            page.draw.line((x, base + size * 0.15, x + width, base + size * 0.15), fill=(look.ink,) * 3, width=max(1, size // 18))
        if "blank" in piece.style or not piece.text:
            page.marks.append({"kind": "signature", "signed": False, "look": "blank", "box": [int(x), int(base - size), int(width), int(size * 1.2)], "label": piece.tags[-1][0] if piece.tags else "-signature"})
            return
        if look.scribble and "script" in piece.style:
            area = self.scribble(piece.text, x, base, size, width)
        else:
            large = int(size * rng.uniform(1.3, 1.9))
            path = look.hand if covers(look.hand, piece.text) else FALLBACK
            font = face(path, large)
            length = font.getlength(piece.text)
            if length > width:
                font = face(path, max(8, int(large * width / length)))
            at = (x + rng.uniform(0, 0.15) * max(0, width - font.getlength(piece.text)), base + rng.uniform(-0.2, 0.25) * size)
            page.draw.text(at, piece.text, font=font, fill=look.hand_ink, anchor="ls")
            area = page.draw.textbbox(at, piece.text, font=font, anchor="ls")
        page.marks.append({"kind": "signature", "signed": True, "look": "scribble" if look.scribble and "script" in piece.style else "script",
                           "box": boxed([area]), "label": piece.tags[-1][0]})

    def scribble(self, name, x, base, size, width):
        """Strokes of a hurried hand: loops of falling height along the line."""
        rng, points = self.look.rng, []
        reach = min(width, size * (2 + 0.4 * len(name)))
        slant, at = rng.uniform(0.1, 0.5), 0.0
        initials = {0, rng.randrange(3, 7)}
        for turn in range(max(4, len(name) // 2)):
            height = size * (rng.uniform(1.1, 1.7) if turn in initials else rng.uniform(0.15, 0.6))
            wide = reach / max(4, len(name) // 2) * rng.uniform(0.6, 1.4)
            deep = size * (rng.uniform(0.3, 0.7) if rng.random() < 0.12 else 0)
            for step in range(12):
                angle = step / 12 * 2 * math.pi
                up = height * (1 - math.cos(angle)) / 2 - deep * max(0, -math.sin(angle))
                points.append((x + at + wide * step / 12 + math.sin(angle) * wide * 0.35 + slant * up, base - up))
            at += wide
        points.append((x + at + size * rng.uniform(0.2, 2), base - size * rng.uniform(-0.2, 0.4)))
        self.page.draw.line(points, fill=self.look.hand_ink, width=max(2, size // 14), joint="curve")
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return (min(xs), min(ys), max(xs), max(ys))


def boxed(areas):
    """[x, y, width, height] around some (left, top, right, bottom)."""
    l, t, r, b = (f(a[i] for a in areas) for f, i in ((min, 0), (min, 1), (max, 2), (max, 3)))
    return [math.floor(l), math.floor(t), math.ceil(r) - math.floor(l), math.ceil(b) - math.floor(t)]


def noted(text, box, word, line, x):
    tagged = [piece for piece in word.pieces if piece.tags]
    piece = max(tagged, key=lambda p: len(p.text)) if tagged else None
    tags = piece.tags if piece else ()
    return {"text": text, "box": box, "line": line, "spans": [list(tag) for tag in tags], "block": word.block,
            "hand": bool(piece and "hand" in piece.style)}


def label_of(spans):
    """A word's tag: the outermost span that is a field, else a caption, and its span's number. Distractors have none."""
    for name, number in spans:
        if not name.startswith(("-", "signature")):
            return re.sub(r"(#\d+)?(/part)?$", "", name), number
    return None, None


def tag(words):
    """Adds `tag` (BIO) to the words of a document, in their order."""
    last = None
    for word in words:
        label, number = label_of(word["spans"])
        word["tag"] = "O" if label is None else ("I-" if last == number else "B-") + label
        last = number


# Blocks

def captioned(cell, look):
    """The runs of a cell whose first part is a caption: (caption, value), or (None, cell)."""
    for index, run in enumerate(cell):
        if run.text == "\n" and not run.tags and index:
            return cell[:index], cell[index + 1:]
    return None, cell


def colon(caption):
    last = caption[-1]
    return caption[:-1] + [replace(last, text=last.text if last.text.endswith((":", "?", ".")) else last.text + ":")]


class Composer:
    """Sets the blocks of a filled wording."""

    def __init__(self, filled, seed, dpi):
        self.filled, self.look = filled, look(filled["layout"], seed, dpi)
        self.setter = Setter(self.look)

    def pages(self):
        items = group(self.filled["blocks"])
        if self.filled["layout"] == "card" or any(item[0] == "card" for item in items):
            return self.cards(items)
        stamps = [item for item in items if item[0] == "stamp" and "turned" not in item[1] and "left" not in item[1]]
        if stamps and self.look.rng.random() < 0.6:
            # The recorder's space at the top right, then the text below it or left of it.
            height = self.stamp(stamps[0], self.setter.page, top=self.look.margin[1] // 2)
            self.setter.y += height
            items = [item for item in items if item is not stamps[0]]
        self.flow(items)
        return self.setter.pages

    def flow(self, items, size=None):
        setter, look = self.setter, self.look
        base, setter.size = setter.size, size or setter.size
        for kind, detail, content in items:
            if kind == "space":
                setter.y += setter.size * look.gap
            elif kind == "text":
                setter.set(content[0], indent=look.indent if len(plain(content[0])) > 120 else 0)
            elif kind == "heading":
                setter.set([replace(run, style=run.style | {"bold"}) for run in content[0]], align="center", size=int(setter.size * look.rng.choice([1, 1.2, 1.4])), block="heading")
            elif kind == "right":
                setter.set(content[0], align="right")
            elif kind == "rule":
                setter.room(setter.size)
                y = setter.y + setter.size * 0.5
                setter.page.draw.line((setter.left, y, setter.right, y), fill=(look.ink,) * 3, width=max(1, setter.size // 16))
                setter.y += setter.size
            elif kind == "signature":
                middle = setter.left + (setter.right - setter.left) * (0.5 if look.rng.random() < 0.4 else 0)
                setter.set(content[0], left=int(middle), block="signature")
            elif kind == "table":
                self.table(content)
            elif kind in ("page", "cover"):
                setter.open_page()
            elif kind == "columns":
                self.columns(content)
            elif kind == "stamp":
                self.stamp(("stamp", detail, content), setter.page)
            elif kind == "box":
                top, page = setter.y, len(setter.pages)
                setter.y += setter.size * 0.5
                setter.left, setter.right = setter.left + setter.size, setter.right - setter.size
                self.flow(content)
                setter.left, setter.right = setter.left - setter.size, setter.right + setter.size
                if page == len(setter.pages):
                    setter.page.draw.rectangle((setter.left, top, setter.right, setter.y + setter.size * 0.3), outline=(look.ink,) * 3, width=2)
                setter.y += setter.size * 0.8
            elif kind == "small":
                self.flow(content, int(setter.size * 0.72))
            elif kind in ("header", "footer"):
                y, bottom, allowed = setter.y, setter.bottom, setter.new_page_allowed
                setter.new_page_allowed = False
                setter.y = look.margin[1] // 3 if kind == "header" else setter.bottom + look.margin[3] // 4
                self.flow(content, int(setter.size * 0.8))
                setter.y = max(y, setter.y + setter.size // 2) if kind == "header" else y
                setter.bottom, setter.new_page_allowed = bottom, allowed
            elif kind in ("barcode", "photo"):
                self.barcode(setter.page, setter.left, setter.y, look.dpi * 2, look.dpi // 2)
                setter.y += look.dpi // 2 + setter.size
            elif content:
                self.flow(content)
        setter.size = base

    def table(self, rows):
        """Rows of cells, side by side, as high as their highest cell."""
        setter, look = self.setter, self.look
        for cells in rows:
            width = (setter.right - setter.left)
            weights = [min(60, max(12, len(plain(cell)))) for cell in cells]
            edges = [setter.left]
            for weight in weights:
                edges.append(edges[-1] + width * weight / sum(weights))
            setter.room(setter.size * 3.2)
            top, page, bottoms = setter.y, setter.page, []
            pad = int(setter.size * 0.35)
            allowed, setter.new_page_allowed = setter.new_page_allowed, False
            for cell, left, right in zip(cells, edges, edges[1:]):
                setter.y = top + (pad if look.cells == "boxed" else 0)
                caption, value = captioned(cell, look)
                left, right = int(left) + pad, int(right) - pad
                if caption is None:
                    setter.set(value, left=left, right=right, block="cell")
                elif look.caption == "above":
                    setter.set(caption, left=left, right=right, size=max(9, int(setter.size * 0.75)), block="cell")
                    setter.set(value or [Run(" ")], left=left, right=right, block="cell")
                elif look.caption == "colon":
                    setter.set(colon(caption) + [Run(" ")] + value, left=left, right=right, block="cell")
                else:
                    stop = left + int((right - left) * 0.4)
                    begin = setter.y
                    setter.set(caption, left=left, right=stop, block="cell")
                    low, setter.y = setter.y, begin
                    setter.set(value, left=stop + pad, right=right, block="cell")
                    setter.y = max(low, setter.y)
                bottoms.append(setter.y)
            setter.new_page_allowed = allowed
            setter.y = max(bottoms + [top + setter.size]) + pad
            ink = (look.ink,) * 3
            if look.cells == "boxed":
                for left, right in zip(edges, edges[1:]):
                    page.draw.rectangle((left, top, right, setter.y), outline=ink, width=max(1, setter.size // 20))
            elif look.cells == "ruled":
                page.draw.line((edges[0], setter.y, edges[-1], setter.y), fill=ink, width=1)

    def columns(self, content):
        setter = self.setter
        parts, left, right = [[]], setter.left, setter.right
        for item in content:
            if item[0] == "column":
                parts.append([])
            else:
                parts[-1].append(item)
        top, low, page = setter.y, setter.y, len(setter.pages)
        gutter, width = setter.size, (right - left) / len(parts)
        for index, part in enumerate(parts):
            setter.left, setter.right = int(left + index * width), int(left + (index + 1) * width - gutter)
            if len(setter.pages) == page:
                setter.y = top
            self.flow(part)
            low = max(low, setter.y) if len(setter.pages) == page else setter.y
        setter.left, setter.right, setter.y = left, right, low

    def stamp(self, item, page, top=None):
        """A block at the margin, on its own picture, laid into the page; perhaps turned. Returns its height."""
        _, detail, content = item
        look, rng, main = self.look, self.look.rng, self.setter
        use = rng.choice(["sans", "typewriter", "serif"])
        faces = families()[use][rng.choice(list(families()[use]))]
        width = int(look.dpi * rng.uniform(2.2, 3.2))
        own = replace(look, regular=faces["regular"], bold=faces.get("bold", faces["regular"]), justify=False, indent=0, page=(width, look.page[1]),
                      margin=(look.dpi // 10, look.dpi // 12, look.dpi // 10, 0), cells="plain", ink=rng.randrange(0, 110), leading=1.2)
        picture = Page(Image.new("RGB", own.page, (255, 255, 255)))
        self.setter = Setter(own, size=max(11, int(look.size * rng.uniform(0.7, 0.95))), page=picture, new_page=False)
        self.setter.y, self.setter.bottom, self.setter.line = own.margin[1], look.page[1], main.line
        self.flow(content)
        height = min(int(self.setter.y + own.dpi // 12), look.page[1] // 2)
        main.line, self.setter = self.setter.line, main
        image = picture.image.crop((0, 0, width, height))
        if rng.random() < 0.4:
            ImageDraw.Draw(image).rectangle((1, 1, width - 2, height - 2), outline=(own.ink,) * 3, width=2)
        turned = "turned" in detail
        if turned:
            image = image.rotate(90, expand=True)
        if turned:
            x = rng.choice([8, look.page[0] - image.width - 8])
            y = rng.randrange(look.margin[1], max(look.margin[1] + 1, look.page[1] - image.height - 10))
        else:
            x = look.margin[0] if "left" in detail else look.page[0] - width - look.margin[2] // 2
            y = top if top is not None else int(main.y)
            if top is None and main.y + height > main.bottom:
                main.open_page()
                page, y = main.page, int(main.y)
        x, y = max(0, x), max(0, min(y, look.page[1] - image.height))
        region = page.image.crop((x, y, x + image.width, y + image.height))
        page.image.paste(ImageChops.darker(region, image), (x, y))
        for note in picture.words + picture.marks:
            l, t, w, h = note["box"]
            note["box"] = [x + t, y + width - l - w, h, w] if turned else [x + l, y + t, w, h]
            if turned:
                note["turned"] = 270  # its top lies to the left
            note["block"] = "stamp"
        page.words += picture.words
        page.marks += picture.marks
        if top is None and not turned:
            main.y = y + height + look.size
        return height

    # Cards

    def cards(self, items):
        sides, current = [], None
        for item in items:
            if item[0] == "card":
                current = ((item[1] or ["front"])[0], [])
                sides.append(current)
            else:
                if current is None:
                    current = ("front", [])
                    sides.append(current)
                current[1].append(item)
        look, rng = self.look, self.look.rng
        zone = any(name == "mrz" for name in self.filled["fields"])
        booklet = self.filled["fields"].get("document_type") in ("passport", "visa", "travel_document")
        width = rng.randrange(620, 1500) if not booklet else rng.randrange(1000, 1900)
        shape = (width, int(width / (1.42 if booklet else 1.586)))
        self.look = replace(look, page=shape, justify=False, indent=0, cells="plain", leading=1.12, gap=0.25, ink=rng.randrange(0, 50),
                            caption=rng.choice(["above", "above", "colon", "inline"]), margin=(width // 28, width // 32, width // 28, width // 40))
        return [self.side(role, content) for role, content in sides]

    def side(self, role, content):
        look, rng = self.look, self.look.rng
        state, background = rng.getstate(), self.background()
        start = int(look.page[1] / 13)
        for size in range(start, 8, -1):
            rng.setstate(state)
            page = Page(background.copy(), role=role)
            self.setter = Setter(look, size=size, page=page, new_page=False)
            self.setter.y, self.setter.bottom = look.margin[1], look.page[1] - look.margin[3]
            self.card_flow(content)
            if not self.setter.overflow:
                break
        return page

    def card_flow(self, content):
        setter, look, width = self.setter, self.look, self.look.page[0]
        zone = [item for item in content if any(label == "mrz" for run in runs_of(item) for label, _ in run.tags)]
        body = [item for item in content if item not in zone]
        headings = []
        while body and body[0][0] in ("heading", "space"):
            headings.append(body.pop(0))
        self.flow(headings)
        if zone:
            lines = [line for item in zone for run in runs_of(item) for line in run.text.split("\n") if "<" in line or len(line) > 25]
            longest = max(lines + ["<" * 30], key=len)
            small = setter.size
            for points in range(12, 90):
                if setter.font(Run(longest, (("mrz", 0),)), points).getlength(longest) > width - look.margin[0] * 1.6:
                    break
                small = points
            setter.bottom -= int(small * 1.45 * max(len(lines), 1))
        if any(item[0] == "photo" for item in body):
            tall = int((setter.bottom - setter.y) * look.rng.uniform(0.6, 0.85))
            wide = int(tall * 0.78)
            side = look.rng.random() < 0.8
            left = setter.left if side else setter.right - wide
            self.photo(left, int(setter.y), wide, tall)
            if side:
                setter.left += wide + look.margin[0] // 2
            else:
                setter.right -= wide + look.margin[0] // 2
        for item in body:
            if item[0] == "barcode":
                high = max(20, int((setter.bottom - setter.y) * 0.35))
                setter.room(high)
                self.barcode(setter.page, setter.left, int(setter.y), setter.right - setter.left, high)
                setter.y += high + setter.size // 3
            elif item[0] == "table":
                self.card_rows(item[2])
            elif item[0] not in ("photo", "space"):
                self.flow([item])
        if zone:
            setter.left, setter.right = look.margin[0] // 2, width
            setter.y, setter.bottom = setter.bottom + small * 0.2, look.page[1] + small
            for item in zone:
                for cell in ([c for row in item[2] for c in row] if item[0] == "table" else item[2]):
                    _, value = captioned(cell, look)
                    setter.set(value, size=small, block="zone")

    def card_rows(self, rows):
        inline = self.look.caption == "inline"
        for cells in rows:
            if inline:
                cells = [[run if run.text != "\n" else Run(" ") for run in cell] for cell in cells]
            self.table([cells])

    def background(self):
        """Guilloche-like waves on a tint."""
        look, rng = self.look, self.look.rng
        tint = tuple(rng.randrange(205, 250) for _ in range(3))
        image = Image.new("RGB", look.page, tint)
        draw = ImageDraw.Draw(image)
        for wave in range(rng.randrange(8, 30)):
            shade = tuple(max(0, c - rng.randrange(6, 30)) for c in tint)
            offset, swing, turns = rng.uniform(0, look.page[1]), rng.uniform(8, 60), rng.uniform(1, 6)
            draw.line([(x, offset + swing * math.sin(x / look.page[0] * turns * 6.28 + wave)) for x in range(0, look.page[0] + 12, 12)], fill=shade, width=1)
        return image

    def photo(self, x, y, width, height):
        draw, rng = self.setter.page.draw, self.look.rng
        draw.rectangle((x, y, x + width, y + height), fill=(rng.randrange(170, 235),) * 3)
        skin = (rng.randrange(90, 230),) * 3
        draw.ellipse((x + width * 0.28, y + height * 0.15, x + width * 0.72, y + height * 0.62), fill=skin)
        draw.pieslice((x + width * 0.08, y + height * 0.62, x + width * 0.92, y + height * 1.38), 180, 360, fill=tuple(max(0, c - 60) for c in skin))

    def barcode(self, page, x, y, width, height):
        rng, at = random.Random(self.look.rng.random()), int(x)
        rows = rng.choice([1, 1, 12])
        page.draw.rectangle((x, y, x + width, y + height), fill=(255, 255, 255))
        for row in range(rows):
            at = int(x)
            while at < x + width - 8:
                bar = rng.randrange(1, 7)
                page.draw.rectangle((at, y + row * height / rows, at + bar, y + (row + 1) * height / rows - 1), fill=(20, 20, 20))
                at += bar + rng.randrange(2, 8)


def runs_of(item):
    kind, _, content = item
    if kind == "table":
        return [run for row in content for cell in row for run in cell]
    return [run for cell in content for run in cell] if content and kind in ("text", "heading", "right", "signature") else []


def plain(runs):
    return "".join(run.text for run in runs)


def group(blocks):
    """Blocks as (kind, detail, content): rows that follow each other are a table, what stands in an @block is its content."""
    stack = [("top", [], [])]
    for block in blocks:
        depth = len(block.inside) - (block.kind == "open")
        while len(stack) > depth + 1:
            item = stack.pop()
            stack[-1][2].append(item)
        target = stack[-1][2]
        if block.kind == "open":
            name, *detail = block.inside[-1].split()
            stack.append((name, detail, []))
        elif block.kind in ("row", "cell"):
            if not (target and target[-1][0] == "table"):
                target.append(("table", [], []))
            target[-1][2].append(block.cells)
        elif block.kind in wording_format.MARKERS:
            target.append((block.kind, block.cells, []))
        else:
            target.append((block.kind, [], block.cells))
    while len(stack) > 1:
        item = stack.pop()
        stack[-1][2].append(item)
    return stack[0][2]


def render(wording, seed, dpi=200):
    """The pages of a wording and its filled text: ([Page], filled)."""
    filled = wording_format.fill(wording, seed)
    key = hashlib.sha256(f"{wording.body}|{seed}".encode()).hexdigest()
    pages = Composer(filled, key, dpi).pages()
    pages = [page for page in pages if page.words or page.marks] or pages[:1]
    tag([word for page in pages for word in page.words])
    return pages, filled


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wordings", nargs="+")
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1, help="documents a wording")
    parser.add_argument("--seed", type=int, default=1, help="of the first")
    parser.add_argument("--dpi", type=int, default=200)
    given = parser.parse_args(arguments)
    (given.output / "images").mkdir(parents=True, exist_ok=True)
    with open(given.output / "pages.jsonl", "w", encoding="utf-8") as lines:
        for path in (path for item in given.wordings for path in wordings.files(item)):
            wording = wordings.load(path)
            for seed in range(given.seed, given.seed + given.count):
                pages, filled = render(wording, seed, given.dpi)
                document = f"{path.parent.name}-{path.stem}-{seed}"
                for number, page in enumerate(pages, 1):
                    name = f"images/{document}-{number}.png"
                    page.image.save(given.output / name)
                    record = {"file": name, "document": document, "author": path.parent.name, "wording": path.stem, "seed": seed,
                              "kind": filled["kind"], "subkind": filled["subkind"], "layout": filled["layout"], "page": number, "pages": len(pages),
                              "role": page.role, "width": page.image.width, "height": page.image.height, "dpi": given.dpi,
                              "fields": filled["fields"], "words": page.words, "marks": page.marks}
                    lines.write(json.dumps(record, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
