"""What the tagger sees of a document: a row of numbers for each word. `Understand/TaggerInput.swift` makes the same rows.

A row: PIECES numbers of pieces of the word (-1 where there are no more), the positions of the words above and below it (-1 where
there is none), then FEATURES figures about 0…1.
"""
import re
import unicodedata

import numpy as np

PIECES = 6
FEATURES = 32
WIDTH = PIECES + 2 + FEATURES
FAR = 8  # heights of a word, up to which another is above or below it
NONE = -1


def folded(text):
    """Lower case without diacritics, each digit a 0."""
    plain = unicodedata.normalize("NFKD", text.lower())
    return "".join("0" if c.isdigit() else c for c in plain if not unicodedata.combining(c))


class Pieces:
    """WordPiece (Wu et al. 2016): the longest known pieces from the left; `[UNK]` where none fits."""

    def __init__(self, vocabulary):
        self.index = {piece: number for number, piece in enumerate(vocabulary)}
        self.unknown = self.index["[UNK]"]
        self.cache = {}

    def of(self, text):
        """The numbers of a word's pieces: of a long word the first four and the last two."""
        if text not in self.cache:
            found = []
            for part in re.findall(r"[^\W_]+|[\W_]", folded(text)):
                found += self.parted(part)
            self.cache[text] = found if len(found) <= PIECES else found[:4] + found[-2:]
        return self.cache[text]

    def parted(self, part):
        found, start = [], 0
        while start < len(part):
            end = len(part)
            while end > start and ("##" if start else "") + part[start:end] not in self.index:
                end -= 1
            if end == start:
                return [self.unknown]
            found.append(self.index[("##" if start else "") + part[start:end]])
            start = end
        return found


YEAR = re.compile(r"(1[789]|20)\d\d$")


def looks(text):
    """21 figures of how a word is written."""
    letters = [c for c in text if c.isalpha()]
    digits = sum(c.isdigit() for c in text)
    bare = text.strip(".,;:()[]'\"")
    flags = [
        text[:1].isupper(), len(letters) > 1 and all(c.isupper() for c in letters), digits > 0, bool(bare) and all(c.isdigit() for c in bare),
        bool(YEAR.match(bare)), text.endswith(","), text.endswith("."), text.endswith(":"), text.endswith(";"), "@" in text, "/" in text,
        "$" in text, "#" in text, text[:1] in "([\"'“‘", text[-1:] in ")]\"'”’", "-" in text[1:-1], len(letters) == 1,
        "." in bare and len(letters) > 1, not letters and not digits]
    return [float(f) for f in flags] + [min(len(text), 20) / 10, min(digits, 10) / 10]


def rows(pages, pieces):
    """The rows of a document, words × WIDTH.

    pages: of each its (words, width, height); a word is (text, (x, y, width, height)), in reading order.
    """
    count = sum(len(page[0]) for page in pages)
    result = np.zeros((count, WIDTH), np.float32)
    result[:, :PIECES + 2] = NONE
    start = 0
    for number, (words, page_width, page_height) in enumerate(pages):
        if not words:
            continue
        part = result[start:start + len(words)]
        box = np.array([word[1] for word in words], np.float32)
        x, y, w, h = box.T
        right, bottom, middle = x + w, y + h, y + h / 2
        h = np.maximum(h, 1)
        breaks = np.ones(len(words), bool)  # whether a line begins
        breaks[1:] = (x[1:] < x[:-1]) | (np.abs(middle[1:] - middle[:-1]) > 0.6 * np.maximum(h[1:], h[:-1]))
        line = np.cumsum(breaks) - 1
        lines = line[-1] + 1
        left_of, right_of, top_of, bottom_of = (np.zeros(lines, np.float32) for _ in range(4))
        for i in range(lines):
            own = line == i
            left_of[i], right_of[i], top_of[i], bottom_of[i] = x[own].min(), right[own].max(), y[own].min(), bottom[own].max()
        gap = np.zeros(len(words), np.float32)
        gap[1:] = np.where(breaks[1:], 0, (x[1:] - right[:-1]) / h[1:])
        above = np.zeros(lines, np.float32)
        above[1:] = top_of[1:] - bottom_of[:-1]
        median = np.float32(np.sort(h)[len(h) // 2])
        for i, (text, _) in enumerate(words):
            ids = pieces.of(text)
            part[i, :len(ids)] = ids
            part[i, PIECES + 2:PIECES + 23] = looks(text)
        overlaps = (x[None, :] < right[:, None]) & (right[None, :] > x[:, None]) & ~np.eye(len(words), dtype=bool)
        up = y[:, None] - bottom[None, :]  # from the other's foot to the word's head
        for column, distance in ((PIECES, up), (PIECES + 1, up.T)):
            fits = overlaps & (distance > -0.3 * h[:, None]) & (distance < FAR * h[:, None])
            nearest = np.where(fits, distance, np.inf).argmin(1)
            part[:, column] = np.where(fits.any(1), nearest + start, NONE)
        ends = np.append(breaks[1:], True)
        part[:, PIECES + 23:] = np.stack([
            x / page_width, right / page_width, y / page_height, breaks, ends, np.clip(gap / 4, 0, 1), np.append(np.clip(gap[1:] / 4, 0, 1), 0),
            np.clip(above[line] / h / 4, -1, 1), np.clip(h / median, 0, 3) / 2, np.full(len(words), number == 0),
            (right_of - left_of)[line] / page_width], 1)
        start += len(words)
    return result
