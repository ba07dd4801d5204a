#!/usr/bin/env python3
"""Teaches the tagger which field each word of a document belongs to, on the corpus of wordings.

    tagger.py pages OUT.jsonl --seeds 1,2,3          lays the corpus out (words, boxes and tags alone)
    tagger.py fit PAGES… --embeddings FOLDER --output MODEL.npz [--hold-out author,author] [--minutes 30]
    tagger.py export MODEL.npz --output tagger.onnx

A dilated convolutional network over the words in reading order (Strubell et al. 2017, "Fast and accurate entity recognition with
iterated dilated convolutions"), which also sees the words above and below each. Words come in as the mean of their pieces'
embeddings in all-MiniLM-L6-v2 (Apache-2.0), which stay as they are; a learned projection of them goes into the file.
FOLDER has `vocab.txt` and `model.safetensors` of a package of the Python index that holds that model.
"""
import argparse
import functools
import json
import pathlib
import random
import sys
import time

import numpy as np

import tagger_input
from tagger_input import FEATURES, PIECES

BREADTH = 160
DILATIONS = (1, 2, 4, 8, 16, 1, 2, 4)
BATCH_WORDS = 2048
LENGTHS = (64, 128, 256, 512, 1024, 2048)
KINDS = ("deed", "id", "opt_out", "unknown")


# Corpus

def lay_out(arguments):
    import render
    import wordings
    folder = pathlib.Path(__file__).parent / "wordings"
    with open(arguments.output, "w", encoding="utf-8") as out:
        for seed in map(int, arguments.seeds.split(",")):
            for path in sorted(folder.glob("*/*.txt")):
                pages, filled = render.render(wordings.load(path), seed, 100)
                out.write(json.dumps({
                    "document": f"{path.parent.name}-{path.stem}-{seed}", "author": path.parent.name, "kind": filled["kind"],
                    "pages": [{"w": p.image.width, "h": p.image.height,
                               "words": [[w["text"], w["box"], w["line"], w["tag"]] for w in p.words]} for p in pages]},
                    ensure_ascii=False) + "\n")


CONFUSED = ["l1I|", "O0QD", "S5$", "B8", "Z2", "G6", "ce", "nu", "rt", "hb", "ao", "ij", ".,", ";:", "'`", "-~", "ft", "UV", "gq9", "mn"]
LOOKALIKES = {c: [o for o in group if o != c] for group in CONFUSED for c in group}


def misread(text, rate, rng):
    out = []
    for c in text:
        if rng.random() < rate:
            kind = rng.random()
            if kind < 0.6 and c in LOOKALIKES:
                out.append(rng.choice(LOOKALIKES[c]))
            elif kind < 0.75:
                pass
            elif kind < 0.85:
                out += [c, rng.choice(".,'-:")]
            else:
                out.append(rng.choice("abcdefghijklmnopqrstuvwxyz"))
        else:
            out.append(c)
    return "".join(out)


def by_rows(words):
    """Words line by line across the page, as a reader without columns gives them."""
    rest = sorted(words, key=lambda w: w[1][1] + w[1][3] / 2)
    lines = []
    for word in rest:
        middle = word[1][1] + word[1][3] / 2
        if lines and abs(middle - lines[-1][0]) < 0.5 * max(word[1][3], lines[-1][2]):
            lines[-1][1].append(word)
        else:
            lines.append([middle, [word], word[1][3]])
    return [w for _, line, _ in lines for w in sorted(line, key=lambda w: w[1][0])]


def worn(document, rng):
    """A document as a reader may give it: other order, misread, joined, torn and lost words, all capitals."""
    rate = rng.choice([0, 0, 0.004, 0.01, 0.03])
    capitals, across = rng.random() < 0.08, rng.random() < 0.65
    scale = rng.uniform(0.8, 1.2)
    pages = []
    for page in document["pages"]:
        words, previous = [], None
        source = page["words"]
        for text, box, line, tag in source:
            if rate and rng.random() < rate / 2:
                continue
            text = misread(text, rate, rng)
            if not text:
                continue
            text = text.upper() if capitals else text
            x, y, w, h = box
            jitter = rng.uniform(-0.08, 0.08) * h
            box = [x, y + jitter, w, h]
            if previous and previous[2] == line and 0 <= x - previous[1][0] - previous[1][2] < h and rng.random() < rate / 2:
                last = words[-1]
                words[-1] = [last[0] + text, [last[1][0], last[1][1], x + w - last[1][0], last[1][3]], last[2]]
            elif len(text) > 3 and rng.random() < rate / 3:
                cut = rng.randrange(1, len(text))
                share = w * cut / len(text)
                words.append([text[:cut], [x, box[1], share, h], tag])
                words.append([text[cut:], [x + share, box[1], w - share, h], tag.replace("B-", "I-")])
            else:
                words.append([text, box, tag])
            previous = (text, [x, y, w, h], line)
        if across:
            words = by_rows(words)
        pages.append(([(t, [v * scale for v in b]) for t, b, _ in words], page["w"] * scale, page["h"] * scale, [tag for *_, tag in words]))
    return pages


def plain(tag):
    """Captions have no beginnings."""
    return tag.replace("B-caption", "caption").replace("I-caption", "caption") if "caption" in tag else tag


# Model

def initial(key, classes, features=FEATURES):
    import jax
    keys = iter(jax.random.split(key, 64))

    def matrix(rows, columns):
        return jax.random.normal(next(keys), (rows, columns)) * (1 / rows) ** 0.5

    blocks = [{"w": matrix(5 * BREADTH, BREADTH), "b": np.zeros(BREADTH, np.float32), "v": matrix(BREADTH, BREADTH) * 0.1, "scale": np.ones(BREADTH, np.float32), "shift": np.zeros(BREADTH, np.float32)}
              for _ in DILATIONS]
    return {"scale": np.ones(BREADTH, np.float32), "shift": np.zeros(BREADTH, np.float32), "project": matrix(384, BREADTH),
            "features": matrix(features, BREADTH), "bias": np.zeros(BREADTH, np.float32), "blocks": blocks,
            "whole": matrix(BREADTH, BREADTH) * 0.1,
            "out": matrix(BREADTH, classes), "out_bias": np.zeros(classes, np.float32),
            "kind": matrix(BREADTH, len(KINDS)) * 0.1, "kind_bias": np.zeros(len(KINDS), np.float32)}


def forward(p, embedded, features, above, below, mask, rng=None, rate=0.0):
    """embedded: documents × words × 384; above, below: positions + 1, 0 for none."""
    import jax
    import jax.numpy as jnp

    def dropped(h, key):
        if rng is None or rate == 0:
            return h
        keep = jax.random.bernoulli(key, 1 - rate, h.shape)
        return jnp.where(keep, h / (1 - rate), 0)

    def normalized(h, scale, shift):
        mean = h.mean(-1, keepdims=True)
        return (h - mean) * jax.lax.rsqrt(((h - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * scale + shift

    keys = jax.random.split(rng, len(p["blocks"]) + 1) if rng is not None else [None] * (len(p["blocks"]) + 1)
    h = embedded @ p["project"] + features @ p["features"] + p["bias"]
    h = dropped(h, keys[-1])
    for block, dilation, key in zip(p["blocks"], DILATIONS, keys):
        u = normalized(h, block["scale"], block["shift"]) * mask[..., None]
        padded = jnp.pad(u, ((0, 0), (dilation, dilation), (0, 0)))
        before, after = padded[:, :-2 * dilation], padded[:, 2 * dilation:]
        table = jnp.pad(u, ((0, 0), (1, 0), (0, 0)))
        up = jnp.take_along_axis(table, above[..., None], 1)
        down = jnp.take_along_axis(table, below[..., None], 1)
        new = jax.nn.relu(jnp.concatenate([before, u, after, up, down], -1) @ block["w"] + block["b"])
        h = h + dropped(new @ block["v"], key)
    h = normalized(h, p["scale"], p["shift"]) * mask[..., None]
    whole = h.sum(1) / jnp.maximum(mask.sum(1), 1)[:, None]
    h = h + (whole @ p["whole"])[:, None]
    return h @ p["out"] + p["out_bias"], whole @ p["kind"] + p["kind_bias"]


class Words:
    """Embeddings of words: the mean of their pieces."""

    def __init__(self, folder):
        from safetensors.numpy import load_file
        self.vocabulary = (pathlib.Path(folder) / "vocab.txt").read_text(encoding="utf-8").splitlines()
        weights = load_file(str(pathlib.Path(folder) / "model.safetensors"))
        name = next(n for n in weights if n.endswith("word_embeddings.weight"))
        self.table = weights[name].astype(np.float32)
        self.table = self.table / np.sqrt((self.table ** 2).mean())
        self.pieces = tagger_input.Pieces(self.vocabulary)

    def mean(self, ids):
        """words × PIECES numbers of pieces, -1 for none."""
        known = ids >= 0
        return (self.table[np.maximum(ids, 0)] * known[..., None]).sum(1) / np.maximum(1, known.sum(1))[:, None]


def example(document, words, labels, rng):
    pages = worn(document, rng)
    rows = tagger_input.rows([page[:3] for page in pages], words.pieces)
    tags = np.array([labels.get(plain(tag), 0) for page in pages for tag in page[3]], np.int32)
    return rows, tags, KINDS.index(document["kind"])


def batches(examples, rng):
    """(rows, tags, mask, kinds) of documents of about one length; what is longer than all is cut."""
    groups = {length: [] for length in LENGTHS}
    for rows, tags, kind in examples:
        for start in range(0, max(1, len(rows)), LENGTHS[-1]):
            part = rows[start:start + LENGTHS[-1]].copy()
            if not len(part):
                continue
            part[:, PIECES:PIECES + 2] -= start
            outside = (part[:, PIECES:PIECES + 2] < 0) | (part[:, PIECES:PIECES + 2] >= len(part))
            part[:, PIECES:PIECES + 2][outside] = -1
            groups[next(l for l in LENGTHS if l >= len(part))].append((part, tags[start:start + LENGTHS[-1]], kind))
    made = []
    for length, group in groups.items():
        size = max(1, BATCH_WORDS // length)
        rng.shuffle(group)
        for first in range(0, len(group), size):
            chunk = group[first:first + size]
            rows = np.zeros((size, length, tagger_input.WIDTH), np.float32)
            rows[:, :, :PIECES + 2] = -1
            tags, mask, kinds = np.zeros((size, length), np.int32), np.zeros((size, length), np.float32), np.zeros(size, np.int32)
            for i, (r, t, k) in enumerate(chunk):
                rows[i, :len(r)], tags[i, :len(r)], mask[i, :len(r)], kinds[i] = r, t, 1, k
            made.append((rows, tags, mask, kinds))
    rng.shuffle(made)
    return made


def read_pages(files):
    return [json.loads(line) for file in files for line in open(file, encoding="utf-8")]


def fit(arguments):
    import jax
    import jax.numpy as jnp
    import optax
    words = Words(arguments.embeddings)
    documents = read_pages(arguments.pages)
    held = set(filter(None, arguments.hold_out.split(",")))
    counts = {}
    for document in documents:
        for tag in {plain(w[3]) for page in document["pages"] for w in page["words"]}:
            counts.setdefault(tag, set()).add(document["document"].rsplit("-", 1)[0])
    names = ["O"] + sorted(t for t, of in counts.items() if t != "O" and len(of) >= 5)
    labels = {name: i for i, name in enumerate(names)}
    training = [d for d in documents if d["author"] not in held]
    tested = [d for d in documents if d["author"] in held and d["document"].endswith("-1")]
    print(len(training), "documents,", len(tested), "held out,", len(names), "classes", flush=True)
    params = initial(jax.random.PRNGKey(arguments.seed), len(names))
    params = jax.tree_util.tree_map(jnp.asarray, params)
    rng = random.Random(arguments.seed)
    steps = arguments.epochs * max(1, sum(sum(len(p["words"]) for p in d["pages"]) for d in training) * 3 // 2 // arguments.share // BATCH_WORDS)
    schedule = optax.warmup_cosine_decay_schedule(0, 2e-3, max(1, steps // 10), steps, 2e-5)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule, weight_decay=0.01))
    state = optimizer.init(params)

    def loss(p, embedded, features, above, below, mask, tags, kinds, key):
        scores, kind = forward(p, embedded, features, above, below, mask, key, 0.25)
        each = optax.softmax_cross_entropy_with_integer_labels(scores, tags) * mask
        of_kind = optax.softmax_cross_entropy_with_integer_labels(kind, kinds) * (mask.sum(1) > 0)
        return each.sum() / mask.sum() + 0.05 * of_kind.mean()

    @jax.jit
    def step(p, state, *given):
        value, gradient = jax.value_and_grad(loss)(p, *given)
        updates, state = optimizer.update(gradient, state, p)
        return optax.apply_updates(p, updates), state, value

    def inputs(rows):
        flat = rows.reshape(-1, rows.shape[-1])
        embedded = words.mean(flat[:, :PIECES].astype(np.int32)).reshape(*rows.shape[:2], 384)
        return embedded, rows[..., PIECES + 2:], rows[..., PIECES].astype(np.int32) + 1, rows[..., PIECES + 1].astype(np.int32) + 1

    begun = time.time()
    key = jax.random.PRNGKey(arguments.seed + 1)
    noise = np.random.default_rng(arguments.seed)
    done = 0
    for epoch in range(arguments.epochs):
        chosen = rng.sample(training, len(training) // arguments.share)
        total = []
        for rows, tags, mask, kinds in batches([example(d, words, labels, rng) for d in chosen], rng):
            embedded, features, above, below = inputs(rows)
            hidden = noise.random(embedded.shape[:2]) < 0.12  # words that are not known by name
            embedded[hidden] = 0
            key, own = jax.random.split(key)
            params, state, value = step(params, state, embedded, features, above, below, mask, tags, kinds, own)
            total.append(float(value))
            done += 1
        print(f"epoch {epoch + 1}: loss {np.mean(total):.4f}, {done}/{steps} steps, {time.time() - begun:.0f} s", flush=True)
        if (epoch + 1) % 5 == 0 or epoch + 1 == arguments.epochs:
            save(arguments.output, params, names)
            if tested:
                print(judged(params, tested, words, labels, names), flush=True)
        if time.time() - begun > 60 * arguments.minutes:
            break
    save(arguments.output, params, names)


def spans(tags):
    """(field, first, end) of runs of one field; captions are none."""
    found, start, current = [], None, None
    for i, tag in enumerate(list(tags) + ["O"]):
        name = tag[2:] if tag[:2] in ("B-", "I-") else None
        if start is not None and (name != current or tag[:2] == "B-"):
            found.append((current, start, i))
            start = None
        if name and start is None:
            start, current = i, name
    return found


def judged(params, documents, words, labels, names):
    import jax
    run = jax.jit(forward)
    right, said, there = {}, {}, {}
    kinds = 0
    for document in documents:
        pages = [([(w[0], w[1]) for w in page["words"]], page["w"], page["h"]) for page in document["pages"]]
        truth = [plain(w[3]) for page in document["pages"] for w in page["words"]]
        got, kind = predicted(run, params, tagger_input.rows(pages, words.pieces), words)
        kinds += KINDS[int(np.argmax(kind))] == document["kind"]
        a, b = set(spans(truth)), set(spans([names[i] for i in got.argmax(-1)]))
        for s in a: there[s[0]] = there.get(s[0], 0) + 1
        for s in b: said[s[0]] = said.get(s[0], 0) + 1
        for s in a & b: right[s[0]] = right.get(s[0], 0) + 1
    lines = [f"  {n:28} {right.get(n, 0):4} of {there.get(n, 0):4}, said {said.get(n, 0):4}" for n in sorted(set(there) | set(said))]
    f = 2 * sum(right.values()) / max(1, sum(there.values()) + sum(said.values()))
    return "\n".join(lines) + f"\n  spans F1 {f:.3f}, kinds {kinds} of {len(documents)}"


def predicted(run, params, rows, words):
    length = next((l for l in LENGTHS if l >= len(rows)), -(-len(rows) // 1024) * 1024)
    padded = np.zeros((1, length, rows.shape[1]), np.float32)
    padded[:, :, :PIECES + 2] = -1
    padded[0, :len(rows)] = rows
    mask = np.zeros((1, length), np.float32)
    mask[0, :len(rows)] = 1
    embedded = words.mean(padded[0, :, :PIECES].astype(np.int32))[None]
    scores, kind = run(params, embedded, padded[..., PIECES + 2:], padded[..., PIECES].astype(np.int32) + 1, padded[..., PIECES + 1].astype(np.int32) + 1, mask)
    return np.asarray(scores)[0, :len(rows)], np.asarray(kind)[0]


def save(path, params, names):
    import jax
    flat, _ = jax.tree_util.tree_flatten_with_path(params)
    np.savez(path, names=np.array(names), **{"/".join(str(getattr(k, "key", getattr(k, "idx", ""))) for k in where): np.asarray(v) for where, v in flat})


def load(path):
    stored = np.load(path)
    params = {"blocks": [{} for _ in DILATIONS]}
    for name in stored.files:
        parts = name.split("/")
        if parts[0] == "blocks":
            params["blocks"][int(parts[1])][parts[2]] = stored[name]
        elif name != "names":
            params[name] = stored[name]
    return params, [str(n) for n in stored["names"]]


def export(arguments):
    """Writes the network as ONNX: 1 × 1 × words × WIDTH rows in, words × (classes, kinds) chances out."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    params, names = load(arguments.model)
    words = Words(arguments.embeddings)
    kept = [i for i, piece in enumerate(words.vocabulary) if piece == "[UNK]" or can_occur(piece.removeprefix("##"))]
    table = words.table[kept] @ params["project"]
    scale = np.abs(table).max(0) / 127
    nodes, constants = [], []

    def constant(value):
        name = f"c{len(constants)}"
        constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(kind, *inputs, **attributes):
        name = f"n{len(nodes)}"
        nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def matrix(value):
        """Half precision in the file."""
        return op("Cast", constant(value.astype(np.float16)), to=TensorProto.FLOAT)

    def integers(*values):
        return constant(np.array(values, np.int64))

    def columns(x, first, end):
        return op("Slice", x, integers(first), integers(end), integers(1))

    def normalized(x, scale, shift):
        return op("LayerNormalization", x, constant(scale), constant(shift), axis=-1, epsilon=1e-5)

    x = op("Reshape", "rows", integers(-1, tagger_input.WIDTH))
    ids = op("Cast", columns(x, 0, PIECES), to=TensorProto.INT64)
    known = op("Unsqueeze", op("Cast", op("GreaterOrEqual", ids, integers(0)), to=TensorProto.FLOAT), integers(2))
    pieces = op("Cast", op("Gather", constant(np.round(table / scale).astype(np.int8)), op("Max", ids, integers(0))), to=TensorProto.FLOAT)
    total = op("Mul", op("ReduceSum", op("Mul", pieces, known), integers(1), keepdims=0), constant(scale.astype(np.float32)))
    mean = op("Div", total, op("Max", op("ReduceSum", known, integers(1), keepdims=0), constant(np.float32(1))))
    up = op("Cast", op("Add", columns(x, PIECES, PIECES + 1), constant(np.float32(1))), to=TensorProto.INT64)
    down = op("Cast", op("Add", columns(x, PIECES + 1, PIECES + 2), constant(np.float32(1))), to=TensorProto.INT64)
    up, down = op("Squeeze", up, integers(1)), op("Squeeze", down, integers(1))
    h = op("Add", op("Add", mean, op("MatMul", columns(x, PIECES + 2, tagger_input.WIDTH), matrix(params["features"]))), constant(params["bias"]))
    for block, dilation in zip(params["blocks"], DILATIONS):
        u = normalized(h, block["scale"], block["shift"])
        padded = op("Pad", u, integers(dilation, 0, dilation, 0))
        before = op("Slice", padded, integers(0), integers(-2 * dilation), integers(0))
        after = op("Slice", padded, integers(2 * dilation), integers(2 ** 31), integers(0))
        around = op("Pad", u, integers(1, 0, 0, 0))
        joined = op("Concat", before, u, after, op("Gather", around, up), op("Gather", around, down), axis=1)
        new = op("Relu", op("Add", op("MatMul", joined, matrix(block["w"])), constant(block["b"])))
        h = op("Add", h, op("MatMul", new, matrix(block["v"])))
    h = normalized(h, params["scale"], params["shift"])
    whole = op("ReduceMean", h, axes=[0], keepdims=1)
    kinds = op("Softmax", op("Add", op("MatMul", whole, constant(params["kind"])), constant(params["kind_bias"])), axis=-1)
    h = op("Add", h, op("MatMul", whole, matrix(params["whole"])))
    chances = op("Softmax", op("Add", op("MatMul", h, matrix(params["out"])), constant(params["out_bias"])), axis=-1)
    count = op("Slice", op("Shape", chances), integers(0), integers(1))
    kinds = op("Expand", kinds, op("Concat", count, integers(len(KINDS)), axis=0))
    nodes.append(helper.make_node("Concat", [chances, kinds], ["chances"], axis=1))
    graph = helper.make_graph(nodes, "tagger", [helper.make_tensor_value_info("rows", TensorProto.FLOAT, [1, 1, "words", tagger_input.WIDTH])],
                              [helper.make_tensor_value_info("chances", TensorProto.FLOAT, ["words", len(names) + len(KINDS)])], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, {"classes": "\n".join(names), "kinds": "\n".join(KINDS), "vocabulary": "\n".join(words.vocabulary[i] for i in kept)})
    onnx.checker.check_model(model)
    onnx.save(model, arguments.output)


def can_occur(piece):
    """Whether a folded word may hold it: of the Latin script, no digit but 0, no line end."""
    return piece == tagger_input.folded(piece) and all(ord(c) < 0x250 or 0x2000 <= ord(c) < 0x2200 for c in piece) \
        and not piece.startswith("[unused") and not set(piece) & set("\n\r\x85\u2028\u2029")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    pages = commands.add_parser("pages"); pages.add_argument("output"); pages.add_argument("--seeds", default="1"); pages.set_defaults(run=lay_out)
    fitting = commands.add_parser("fit"); fitting.add_argument("pages", nargs="+"); fitting.add_argument("--embeddings", required=True)
    fitting.add_argument("--output", required=True); fitting.add_argument("--hold-out", default=""); fitting.add_argument("--minutes", type=float, default=60)
    fitting.add_argument("--epochs", type=int, default=40); fitting.add_argument("--share", type=int, default=1); fitting.add_argument("--seed", type=int, default=1)
    fitting.set_defaults(run=fit)
    exporting = commands.add_parser("export"); exporting.add_argument("model"); exporting.add_argument("--embeddings", required=True)
    exporting.add_argument("--output", required=True); exporting.set_defaults(run=export)
    given = parser.parse_args()
    given.run(given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
