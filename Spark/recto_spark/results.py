"""What becomes of results when other documents are known: the same as Recto makes of them (docs/duplicates.md)."""
import json


def text(result):
    """A line of `results.jsonl`, without the line feed."""
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def shared(result, name):
    """The same result for another file with the same bytes."""
    own = result["source"]["path"]
    if own == name:
        return result
    result["source"]["path"] = name
    # Failures begin with the path; warnings do not have it.
    if result.get("error", {}).get("message", "").startswith(own):
        result["error"]["message"] = name + result["error"]["message"][len(own):]
    if "warnings" in result and _suffix(own) != _suffix(name):
        result["warnings"] = [warning for warning in result["warnings"] if warning["code"] != "type_mismatch"]
    return result


def _suffix(name):
    return name[name.rindex("."):].lower() if "." in name else ""


def duplicate(result, other):
    """The result of a document that was seen before.

    :param other: (path, pages, id) of the other one; `pages` as in "3-4", or empty.
    """
    decision = result.get("decision")
    if decision is None:
        return result
    path, pages, id = other
    ends = list(dict.fromkeys(pages.split("-"))) if pages else []
    name = path if not ends else f"{path}, page {ends[0]}" if len(ends) == 1 else f"{path}, pages {pages}"
    decision["action"] = "review"
    decision["reasons"].append({
        "code": "possible_duplicate", "duplicate_of": id,
        "message": f"The same document seems to be there as {name}: see whether it is one and the same"})
    return result


def final(documents, name, others):
    """The results of a file's documents, as lines of JSON.

    :param documents: as they were read, maybe under another name.
    :param others: which document each of them may be a duplicate of, by its place.
    """
    for position, line in enumerate(documents):
        result = shared(json.loads(line), name)
        other = others.get(position)
        yield text(result if other is None else duplicate(result, other))
