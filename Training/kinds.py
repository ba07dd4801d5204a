#!/usr/bin/env python3
"""Fits how much each word of a document speaks for its kind, on the corpus of wordings.

    python3 Training/kinds.py Sources/Classify/kind_words.json

A multinomial logistic regression over which words a document has at all, scaled to unit length; words of at least two authors
alone, and of these the WORDS that weigh most. Prints how often the kind is right for an author whom the fit has not seen.
"""
import argparse
import json
import re
import sys
import unicodedata
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

import wording_format

WORDS = 800
STRENGTH = 10.0  # inverse of the regularization
SEEDS = (1, 2, 3)  # fillings of each wording
LEAST_DOCUMENTS = 6


def words(text):
    """Folded words of two letters and more, as `KindWords` reads them; none of addresses, none with a digit."""
    found = set()
    for piece in text.split():
        if "@" in piece or "/" in piece:
            continue
        folded = unicodedata.normalize("NFKD", piece.lower().replace("ß", "ss").replace("æ", "ae").replace("ø", "o"))
        folded = "".join(c for c in folded if not unicodedata.combining(c))
        found.update(w for w in re.findall(r"\w+", folded) if len(w) > 1 and re.fullmatch("[a-z]+", w))
    return found


def documents(folder):
    """(author, kind, words) of every filling."""
    for path in sorted(Path(folder).glob("*/*.txt")):
        wording = wording_format.read(path.read_text(encoding="utf-8"), str(path))
        kind = next(line.split(":")[1].strip() for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("kind:"))
        for seed in SEEDS:
            lines = []
            for block in wording_format.fill(wording, seed)["blocks"]:
                for cell in block.cells or []:
                    if not isinstance(cell, str):
                        lines.append("".join(run.text for run in cell))
            yield path.parent.name, kind, words("\n".join(lines))


def matrix(texts, vocabulary):
    index = {word: column for column, word in enumerate(vocabulary)}
    rows = np.zeros((len(texts), len(vocabulary)), dtype=np.float32)
    for row, text in enumerate(texts):
        rows[row, [index[word] for word in text if word in index]] = 1
    return rows / np.maximum(1, np.sqrt(rows.sum(1, keepdims=True)))


def fit(texts, kinds, authors):
    counts, seen = {}, {}
    for text, author in zip(texts, authors):
        for word in text:
            counts[word] = counts.get(word, 0) + 1
            seen.setdefault(word, set()).add(author)
    vocabulary = sorted(word for word, n in counts.items() if n >= LEAST_DOCUMENTS and len(seen[word]) > 1)
    model = LogisticRegression(C=STRENGTH, max_iter=3000).fit(matrix(texts, vocabulary), kinds)
    heaviest = np.argsort(-np.abs(model.coef_).max(0), kind="stable")[:WORDS]
    vocabulary = sorted(vocabulary[i] for i in heaviest)
    return vocabulary, LogisticRegression(C=STRENGTH, max_iter=3000).fit(matrix(texts, vocabulary), kinds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output")
    parser.add_argument("--wordings", default=Path(__file__).parent / "wordings")
    arguments = parser.parse_args()
    authors, kinds, texts = zip(*documents(arguments.wordings))
    authors, kinds = np.array(authors), np.array(kinds)
    right = {}
    for author in sorted(set(authors)):
        others = authors != author
        vocabulary, model = fit([t for t, o in zip(texts, others) if o], kinds[others], authors[others])
        own = [t for t, o in zip(texts, others) if not o]
        right[author] = round(float((model.predict(matrix(own, vocabulary)) == kinds[~others]).mean()), 3)
        print(f"{author}: {right[author]:.1%} right, not seen", file=sys.stderr)
    vocabulary, model = fit(texts, kinds, authors)
    weights = ",\n    ".join(
        json.dumps(word) + ": " + json.dumps([round(float(w), 2) for w in model.coef_[:, column]])
        for column, word in enumerate(vocabulary))
    Path(arguments.output).write_text(
        '{\n  "fitted_on": ' + json.dumps({"fillings": len(texts), "right_for_an_author_not_seen": right})
        + ',\n  "kinds": ' + json.dumps(list(model.classes_))
        + ',\n  "bias": ' + json.dumps([round(float(b), 3) for b in model.intercept_])
        + ',\n  "words": {\n    ' + weights + "\n  }\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
