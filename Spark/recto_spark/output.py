"""What lies in an output folder (docs/spark.md has its layout)."""
import itertools
import json
import re
from collections import Counter

from pyspark.sql import functions as F
from pyspark.sql.types import (ArrayType, BinaryType, LongType, StringType, StructField, StructType)


def _columns(**types):
    return StructType([StructField(name, type) for name, type in types.items()])


# A file as it was listed: where it is, what results call it, bytes, milliseconds since 1970.
LISTED = _columns(path=StringType(), name=StringType(), bytes=LongType(), modified=LongType())
# A file that was read: its batch, and where its outcome is.
FILES = _columns(**{field.name: field.dataType for field in LISTED}, key=StringType(), batch=LongType(), outcome=LongType())
# What came out: processed, failed, skipped (no document) or unread; documents as JSON, and what each of them may be known by
# again. The key is the digest of the bytes where they were processed. What else becomes of them may depend on the name's
# suffix, which is then behind the digest; of what has no digest the key is the path.
OUTCOMES = _columns(key=StringType(), batch=LongType(), as_of=StringType(), state=StringType(), documents=ArrayType(StringType()),
                    fingerprints=ArrayType(ArrayType(BinaryType())))

ABOUT = "recto-spark.json"
LAYOUT = 1


def escaped(path):
    """A path that no part of is taken for a pattern."""
    return re.sub(r"([\\\[\]{}*?])", r"\\\1", path)


class Unusable(Exception):
    """An output folder that is not to be written to."""


def about(out):
    """What the folder's last job noted; None where there was none.

    :raises Unusable: where it is of another version.
    """
    told = out.read(ABOUT)
    told = None if told is None else json.loads(told)
    if told is not None and told["layout"] != LAYOUT:
        raise Unusable(f"{out.root}: was written by another version of recto-spark: name another folder")
    return told


class Output:
    """An output folder under one engine: where things lie, and what is known."""

    def __init__(self, spark, out, engine):
        """:param engine: digest of what made the results.

        `batches` are the numbers of those that are committed, and `finished` the runs whose results are, by the last batch of each.
        """
        self.spark = spark
        self.out = out
        self.engine = engine
        self._state = ("state", f"engine_digest={engine}")
        self.todo = (*self._state, "todo")
        self.checkpoint = (*self._state, "stream")
        self.batches = self._committed("batches")
        self.finished = self._finished()

    @classmethod
    def existing(cls, spark, out):
        """The folder as the last job left it; None where there was none."""
        told = about(out)
        return None if told is None else cls(spark, out, told["engine_digest"])

    # Where things lie

    def batch(self, number, *names):
        return (*self._state, "batches", f"{number:06}", *names)

    def results(self, format, run):
        return (f"results.{format}", f"engine_digest={self.engine}", f"run={run:06}")

    def fingerprints(self, run):
        return (*self._state, "fingerprints", f"run={run:06}")

    # What is committed: a folder may be there in part, where a store renames file by file, but not the file that names it.

    def commit(self, kind, number):
        """:param kind: batches or runs."""
        self.out.write(b"{}", *self._state, kind, f"{number:06}.committed")

    def _committed(self, kind):
        return [int(name.partition(".")[0]) for name in self.out.names(*self._state, kind) if name.endswith(".committed")]

    def _finished(self):
        """Runs whose results are there, up to the first one that somebody removed."""
        def is_there(run):
            return all(self.out.exists(*self.results(format, run)) for format in ("jsonl", "parquet"))
        return list(itertools.takewhile(is_there, self._committed("runs")))

    def uncommitted(self):
        """Folders of batches and runs that are not, or not wholly, there."""
        for name in self.out.names(*self._state, "batches"):
            if name.isdecimal() and int(name) not in self.batches:
                yield self.batch(int(name))
        for folder in (self.results("jsonl", 0), self.results("parquet", 0), self.fingerprints(0)):
            for name in self.out.names(*folder[:-1]):
                if name.startswith("run=") and int(name[4:]) not in self.finished:
                    yield (*folder[:-1], name)

    # What is known

    def table(self, schema, folders):
        folders = [escaped(self.out.url(*folder)) for folder in folders]
        if not folders:
            return self.spark.createDataFrame([], schema)
        return self.spark.read.schema(schema).parquet(*folders)

    def append(self, rows, schema, *folder):
        """Adds rows to a table."""
        frame = self.spark.createDataFrame(rows, schema).coalesce(1)
        frame.write.mode("append").parquet(self.out.url(*folder))

    def files(self):
        return self.table(FILES, [self.batch(number, "files") for number in self.batches])

    def outcomes(self, batches=None):
        batches = self.batches if batches is None else batches
        return self.table(OUTCOMES, [self.batch(number, "outcomes") for number in batches])

    def known(self, states):
        """Key and batch (`outcome`) of what came out so."""
        return self.outcomes().where(F.col("state").isin(states)).select("key", F.col("batch").alias("outcome"))

    def accounts(self):
        """What was seen, and what became of it: files by state, and documents of results by decision and by error."""
        files = self.files()
        newest = files.groupBy("name").agg(F.max(F.struct("batch", "key", "outcome")).alias("file")).select("name", "file.*")
        outcomes = self.outcomes().select("key", F.col("batch").alias("outcome"), "state")
        states = Counter({"processed": 0, "failed": 0, "pending": 0, "skipped": 0})
        for row in newest.join(outcomes, ["key", "outcome"]).groupBy("state").count().collect():
            states["failed" if row.state == "unread" else row.state] += row["count"]
        if self.out.exists(*self.todo):
            pending = self.table(LISTED, [self.todo]).join(files, ["path", "bytes", "modified"], "left_anti")
            states["pending"] = pending.count()
            # What has changed counts as what it is now.
            changed = newest.join(pending.select("name"), "name", "left_semi").join(outcomes, ["key", "outcome"])
            for row in changed.groupBy("state").count().collect():
                states["failed" if row.state == "unread" else row.state] -= row["count"]
        decisions, errors = Counter(), Counter()
        if self.finished:
            frame = self.spark.read.parquet(escaped(self.out.url(*self.results("parquet", 0)[:-1])))
            for row in frame.groupBy("decision.action", "error.code").count().collect():
                (decisions if row.code is None else errors)[row.code or row.action] += row["count"]
        seen = states["processed"] + states["failed"] + states["pending"]
        return {"seen": seen, **states, "decisions": dict(sorted(decisions.items())), "errors": dict(sorted(errors.items()))}
