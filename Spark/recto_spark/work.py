"""Documents in, results out: batch after batch, each committed whole or not at all (docs/spark.md)."""
import atexit
import contextlib
import hashlib
import json
import os
import re
import shutil
import tempfile
import zipfile
from collections import Counter
from dataclasses import replace

from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import functions as F

from . import results, session
from .output import ABOUT, FILES, LAYOUT, LISTED, OUTCOMES, Output, Unusable, about, escaped
from .schema import columns
from .session import SessionError, undated

# Spark reads no file whose name begins so, and none of more bytes than an array of Java may have.
_HIDDEN = ("_", ".")
_MOST_BYTES = 1 << 30
_EMPTY = "sha256:" + hashlib.sha256(b"").hexdigest()
_FILES_OF_CORE = 250
_MOST_FILES = 10_000
# A batch is cut into so many tasks a core.
_TASKS = 60
_ROWS_OF_PART = 10_000
# Of a batch: more documents than that, each of which ends its executor, are no fault of the documents.
_MOST_FATAL = 10


def engine_digest(engine):
    """Names what makes results: programs, models and configuration, whatever the date."""
    return hashlib.sha256(results.text(undated(engine)).encode()).hexdigest()[:12]


class Work:
    """What is done for an output folder."""

    def __init__(self, spark, inbox, out, settings, notice):
        """Asks an executor what Recto is there, and goes on where a job was killed.

        :param settings: without key and engine.
        :param notice: is called with what people may want to know.
        :raises SessionError: where Recto cannot work, or the configuration does not hold.
        :raises Unusable: where the output folder is somebody else's, or another inbox's.
        """
        self._spark = spark
        self._out = out
        self._notice = notice
        # Documents that were read by this job, once more where an executor was lost.
        self.count = spark.sparkContext.accumulator(0)
        # Files that lie in the inbox and cannot be read by Spark, whatever they are.
        self.unreachable = 0
        before = about(out)
        if before is not None and before["input"] != inbox.root:
            raise Unusable(f"{out.root}: has results of {before['input']}: name another folder for those of another one; "
                           "for a part of one folder there is --under")
        _send_package(spark.sparkContext)
        engine, schema, values = self._described(replace(settings.dated(), key=bytes(32)))
        if values["ingest.one_document"] != "file":
            raise SessionError("ingest.one_document: on a cluster each file is a document of its own: take `file`", 78)
        self._settings = replace(settings, key=self._key(), engine=engine)
        self._schema = columns(schema)
        digest = engine_digest(engine)
        note = {"layout": LAYOUT, "input": inbox.root, "engine_digest": digest, "engine": engine}
        out.write(json.dumps(note).encode(), ABOUT)
        self.output = Output(spark, out, digest)
        self._recover()

    @property
    def _cores(self):
        """Of the executors that have come by now."""
        return self._spark.sparkContext.defaultParallelism

    @property
    def batch(self):
        """Files that are committed together, where nothing else is asked for."""
        return min(_MOST_FILES, _FILES_OF_CORE * self._cores)

    def _key(self):
        name = "duplicates.key"
        if not self._out.exists(name):
            self._out.write(os.urandom(32), name)
        return self._out.read(name)

    def _described(self, settings):
        def describe(_):
            try:
                yield session.describe(settings)
            except SessionError as error:
                yield str(error), error.code

        told = self._spark.sparkContext.parallelize([0], 1).mapPartitions(describe).first()
        if len(told) == 2:
            raise SessionError(*told)
        return told

    # What there is to do

    def todo(self, documents, again=False):
        """Notes the files that have no outcome, in their order.

        :param documents: as `Store.documents` lists them.
        :param again: whether those that failed count as having none.
        :returns: how many there are, and (path, name, bytes, modified) of each, one after the other.
        """
        listed = ("work", "listed")
        self._out.remove(*listed)
        count, rows, passed = 0, [], Counter()
        for row in documents:
            cause = passed_over(row[1], row[2])
            if cause:
                passed[cause] += 1
                continue
            count += 1
            rows.append(row)
            if len(rows) == _ROWS_OF_PART:
                self.output.append(rows, LISTED, *listed)
                rows = []
                self._notice(f"{count:,} files found so far")
        self.output.append(rows, LISTED, *listed)
        self.tell(passed)
        todo = self.output.table(LISTED, [listed]).join(self._done(again), ["path", "bytes", "modified"], "left_anti")
        self._out.remove(*self.output.todo)
        (todo.select(*LISTED.names).repartitionByRange(max(1, count // _ROWS_OF_PART), "name")
         .sortWithinPartitions("name").write.parquet(self._out.url(*self.output.todo)))
        self._out.remove(*listed)
        return self.output.table(LISTED, [self.output.todo]).count(), self._noted()

    def _done(self, again):
        """Files that need not be read.

        :param again: whether those that failed are to be.
        """
        undone = self.output.known(["unread", "failed"] if again else ["unread"])
        return self.output.files().join(undone, ["key", "outcome"], "left_anti")

    def tell(self, passed):
        """Tells of files that are passed over, by cause."""
        for cause, number in passed.items():
            self._notice(f"{number:,} passed over: {cause}")
            self.unreachable += number if cause in _UNREACHABLE else 0

    def _noted(self):
        for name in self._out.names(*self.output.todo):
            if name.startswith("part-"):
                for row in self.output.table(LISTED, [(*self.output.todo, name)]).collect():
                    yield tuple(row)

    def unknown(self, files):
        """Those of the files that are not noted as they are."""
        frame = self._spark.createDataFrame(files, LISTED)
        known = self.output.files().join(F.broadcast(frame), ["path", "bytes", "modified"], "left_semi")
        known = {row.path for row in known.select("path").collect()}
        return [file for file in files if file[0] not in known]

    # A batch

    def read(self, files, again=False):
        """Has documents read. When it returns, that is noted for good; where it fails, none of it is.

        :param files: (path, name, bytes, modified) of each.
        :param again: whether also those are read whose bytes are known to fail.
        """
        number = max(self.output.batches, default=0) + 1
        folder = ("work", f"{number:06}")
        self._out.remove(*folder)
        settings = self._settings.dated()
        digests = self._digests(files)
        known = self._known(digests, again, settings.as_of)
        earlier = self._earlier(files, again)
        unknown = []
        for path, name, length, _ in files:
            key = _key(digests, path, name, known)
            if key is None and (path not in earlier or earlier[path][0] not in _keys(digests, path, name)):
                unknown.append((digests.get(path, f"path:{path}"), path, name, length))
        # Of files with the same bytes the first one of each suffix is chosen: where bytes are no document, its name decides.
        chosen = {}
        for digest, path, name, length in sorted(unknown, key=lambda file: file[2]):
            names = chosen.setdefault(digest, (digest, path, [], length))[2]
            if _suffix(name) not in map(_suffix, names):
                names.append(name)
        outcomes = (*folder, "outcomes")
        self.output.append([], OUTCOMES, *outcomes)
        self._read(settings, list(chosen.values()), number, outcomes, [])
        known.update({row.key: number for row in self.output.table(OUTCOMES, [outcomes]).select("key").collect()})
        noted, unread = [], []
        for path, name, length, modified in files:
            if path in earlier and earlier[path][0] in _keys(digests, path, name):
                # The time alone has changed: its result stands.
                noted.append((path, name, length, modified, *earlier[path]))
                continue
            key = _key(digests, path, name, known)
            if key is None:
                key = f"path:{path}"
                unread.append((key, name, length))
            noted.append((path, name, length, modified, key, number, known.get(key, number)))
        cause = "Spark could not read it: see whether it is still there, who may read it, and whether it is being written"
        self._fail(settings, unread, "unread", "file_unreadable", cause, number, outcomes)
        self.output.append(noted, FILES, *folder, "files")
        self._out.move(folder, self.output.batch(number))
        self.output.commit("batches", number)
        self.output.batches.append(number)

    def _digests(self, files):
        """Of those that can be read, by path."""
        found = {path: _EMPTY for path, _, length, _ in files if length == 0}
        contents = self._contents([path for path, _, length, _ in files if 0 < length <= _MOST_BYTES])
        for row in contents.select("path", F.sha2("content", 256).alias("digest")).collect():
            found[row.path] = f"sha256:{row.digest}"
        return found

    def _earlier(self, files, again):
        """Key, batch and outcome of the files that were read before, by path."""
        if not self.output.batches:
            return {}
        paths = F.broadcast(self._spark.createDataFrame([(path,) for path, *_ in files], "path string"))
        newest = self._done(again).join(paths, "path", "left_semi").groupBy("path").agg(F.max(F.struct("batch", "key", "outcome")).alias("file"))
        return {row.path: (row.file.key, row.file.batch, row.file.outcome) for row in newest.collect()}

    def _known(self, digests, again, as_of):
        """The batch in which there is an outcome for documents that are judged by a date, by key."""
        if not self.output.batches or not digests:
            return {}
        states = ["processed", "skipped"] if again else ["processed", "skipped", "failed"]
        known = self.output.known(states).where(F.col("as_of") == as_of)
        wanted = self._spark.createDataFrame([(digest,) for digest in set(digests.values())], "digest string")
        known = known.join(F.broadcast(wanted), F.substring("key", 1, len(_EMPTY)) == F.col("digest"), "left_semi")
        return {row.key: row.outcome for row in known.groupBy("key").agg(F.max("outcome").alias("outcome")).collect()}

    def _contents(self, paths):
        """Path and content of files, as Spark reads them."""
        # Each path is looked at; Spark's default is a task for each.
        self._spark.conf.set("spark.sql.sources.parallelPartitionDiscovery.parallelism", str(self._cores))
        while paths:
            try:
                frame = self._spark.read.format("binaryFile").option("ignoreMissingFiles", "true").option(
                    "ignoreCorruptFiles", "true").load([escaped(path) for path in paths])
                return frame.select("path", "content")
            except AnalysisException as error:
                if error.getErrorClass() != "PATH_NOT_FOUND":
                    raise
                # Some are gone since they were listed.
                paths = [path for path in paths if self._out.reaches(path)]
        return self._spark.createDataFrame([], "path string, content binary")

    def _read(self, settings, chosen, number, folder, fatal):
        """Has documents read, and writes what comes out. Where Spark cannot read one, nothing does.

        A document that ends its executor ends the job with it: it is found by halving.

        :param chosen: (digest, path, names, bytes) of each.
        :param fatal: those that were found so.
        """
        if not chosen:
            return
        try:
            self._outcomes(settings, chosen, number).write.mode("append").parquet(self._out.url(*folder))
        except (Py4JJavaError, PySparkException) as error:
            told = re.search(r"SessionError: (.*)", str(error))
            if told:
                raise SessionError(told[1]) from None
            half = len(chosen) // 2
            if half > 0:
                self._read(settings, chosen[:half], number, folder, fatal)
                self._read(settings, chosen[half:], number, folder, fatal)
                return
            fatal += chosen
            if len(fatal) > _MOST_FATAL:
                raise
            digest, _, names, length = chosen[0]
            failed = [(digest + _suffix(name), name, length) for name in names]
            cause = ("Its executor ended each time while it was read: give it more memory (spark.executor.memory), then run with "
                     "--retry-failed")
            self._fail(settings, failed, "failed", "worker_crashed", cause, number, folder)

    def _fail(self, settings, files, state, code, cause, number, folder):
        """:param files: (key, name, bytes) of each."""
        rows = []
        for key, name, length in files:
            engine = {**settings.engine, "as_of": settings.as_of}
            result = session.failed(engine, name, length, code, cause)
            if key.startswith("sha256:"):
                result["id"] = key[:len(_EMPTY)]
            rows.append((key, number, settings.as_of, state, [results.text(result)], [[]]))
        if rows:
            self.output.append(rows, OUTCOMES, *folder)

    def _outcomes(self, settings, chosen, number):
        small = [(path, digest, names) for digest, path, names, length in chosen if 0 < length <= _MOST_BYTES]
        names = self._spark.createDataFrame(small, "path string, digest string, names array<string>")
        with self._cut(max(1, len(small) // (_TASKS * self._cores))):
            contents = self._contents([path for path, _, _ in small])
            contents = contents.join(F.broadcast(names), "path").select("digest", "names", "content").rdd
        # Nothing needs to be read of those that are empty, or too large for anything.
        others = [(digest, names, length) for digest, _, names, length in chosen if not 0 < length <= _MOST_BYTES]
        if others:
            contents = contents.union(self._spark.sparkContext.parallelize(others, len(others)))

        count = self.count

        def read(rows):
            for digest, names, content in rows:
                count.add(1)
                if not isinstance(content, int):
                    content = bytes(content)
                    # What has changed since is read by the next run.
                    if "sha256:" + hashlib.sha256(content).hexdigest() != digest:
                        continue
                for name in names:
                    answer = session.read(settings, name, content)
                    documents = answer.get("documents", [])
                    state = "skipped" if answer["type"] == "skipped" else documents[0]["status"]
                    prints = [[bytearray.fromhex(text)[:16] for text in texts] for texts in answer.get("fingerprints", [])]
                    key = digest if state == "processed" or not digest.startswith("sha256:") else digest + _suffix(name)
                    yield key, number, settings.as_of, state, [results.text(document) for document in documents], prints
                    if state == "processed":
                        break

        return self._spark.createDataFrame(contents.mapPartitions(read), OUTCOMES, verifySchema=False)

    @contextlib.contextmanager
    def _cut(self, files):
        """So many files a task, the largest first, however small they are: it is the reading that takes time."""
        conf = self._spark.conf
        packing = {"spark.sql.files.openCostInBytes": _MOST_BYTES,
                   "spark.sql.files.maxPartitionBytes": _MOST_BYTES * files}
        before = {name: conf.get(name) for name in packing}
        for name, value in packing.items():
            conf.set(name, str(value))
        try:
            yield
        finally:
            for name, value in before.items():
                conf.set(name, value)

    # Results

    def finish(self):
        """Writes the results of all batches that have none, and says of documents that they may be there twice."""
        last, done = max(self.output.batches, default=0), max(self.output.finished, default=0)
        if last == done:
            return
        self._out.remove("work", "finish")
        latest = (self.output.files().where(F.col("batch") > done).groupBy("name").agg(F.max("batch").alias("latest")))
        folder = F.regexp_extract(F.input_file_name(), r"/batches/(\d+)/files/", 1).cast("long").alias("folder")
        files = self.output.files().select("name", "batch", folder)
        self._forget(files.join(latest, "name").where("batch < latest").select("name", "batch", "folder").collect())
        new = self.output.files().where(F.col("batch") > done).select("name", "key", "outcome").distinct()
        batches = [row.outcome for row in new.select("outcome").distinct().collect()]
        outcomes = self.output.outcomes(batches).withColumnRenamed("batch", "outcome")
        count = new.count()
        documents = new.join(outcomes, ["key", "outcome"])
        if documents.select("name").count() != count:
            raise Unusable(f"{self._out.root}: of some files the outcome is missing in state/: remove state/, to read all anew")
        documents = documents.where("state <> 'skipped'")
        places = {"fingerprints": self.output.fingerprints(last), "jsonl": self.output.results("jsonl", last),
                  "parquet": self.output.results("parquet", last)}
        work = {name: ("work", "finish", name) for name in places}
        others = self._others(documents, last, work["fingerprints"])
        told = (documents.select("name", "documents").join(others, "name", "left")
                .repartitionByRange(max(1, count // _ROWS_OF_PART), "name").sortWithinPartitions("name"))
        lines = self._spark.createDataFrame(told.rdd.mapPartitions(_final), "value string", verifySchema=False)
        lines.write.text(self._out.url(*work["jsonl"]), lineSep="\n")
        value = F.from_json("value", self._schema, {"mode": "FAILFAST"}).alias("value")
        (self._spark.read.text(escaped(self._out.url(*work["jsonl"])), lineSep="\n").select(value).select("value.*")
         .write.parquet(self._out.url(*work["parquet"])))
        for name, place in places.items():
            self._out.move(work[name], place)
        self.output.commit("runs", last)
        self.output.finished.append(last)

    def _others(self, documents, run, folder):
        """What the documents of files may be duplicates of: by name, their places and the first ones that are like them.

        :param folder: for what they may be known by again.
        """
        document = F.element_at("documents", F.col("position") + 1)
        pages = F.regexp_replace(F.coalesce(F.get_json_object(document, "$.source.pages"), F.lit("")), r"[\[\] ]", "")
        (documents.select("name", "documents", F.posexplode("fingerprints").alias("position", "digests"))
         .select(F.lit(run).alias("run"), "name", "position", F.regexp_replace(pages, ",", "-").alias("pages"),
                 F.get_json_object(document, "$.id").alias("id"), F.explode("digests").alias("digest"))
         .write.parquet(self._out.url(*folder)))
        own = self._spark.read.parquet(escaped(self._out.url(*folder)))
        before = self.output.table(own.schema, map(self.output.fingerprints, self.output.finished))
        before = before.join(own.select("digest").distinct(), "digest", "left_semi").select(*own.columns)
        first = (own.union(before).groupBy("digest")
                 .agg(F.min(F.struct("run", "name", "position", "pages", "id")).alias("first")))
        return (own.join(first, "digest")
                .where(F.struct("first.run", "first.name", "first.position") < F.struct("run", "name", "position"))
                .groupBy("name", "position").agg(F.min("first").alias("first"))
                .groupBy("name").agg(F.collect_list(F.struct("position", "first")).alias("others")))

    def _forget(self, old):
        """Takes out files that were read once more since, with their results.

        :param old: name and batch of each, and the batch in whose folder that stands.
        """
        if not old:
            return
        names = self._spark.createDataFrame(old, "name string, batch long, folder long")
        for run in sorted({next((run for run in self.output.finished if run >= row.batch), 0) for row in old} - {0}):
            gone = names.where(F.col("batch") <= run)
            self._replace(self.output.fingerprints(run), gone, "parquet", "name")
            self._replace(self.output.results("jsonl", run), gone, "text", "get_json_object(value, '$.source.path')")
            self._replace(self.output.results("parquet", run), gone, "parquet", "source.path")
        # Last, since it is by these that it is known what is to be taken out.
        for number in sorted({row.folder for row in old}):
            self._replace(self.output.batch(number, "files"), names.where(F.col("folder") == number), "parquet",
                          "struct(name, batch)", "struct(name, batch)")

    def _replace(self, folder, gone, format, name, value="name"):
        frame = self._spark.read.format(format).load(escaped(self._out.url(*folder)))
        gone = F.broadcast(gone.select(F.expr(value).alias("gone")).distinct())
        place = ("work", "replace", "!".join(folder))
        self._out.remove(*place)
        (frame.join(gone, F.expr(name) == F.col("gone"), "left_anti").write.format(format)
         .save(self._out.url(*place)))
        self._put(place, folder)

    def _recover(self):
        """Goes on where a job was killed."""
        for name in self._out.names("work", "replace"):
            if self._out.exists("work", "replace", name, "_SUCCESS"):
                self._put(("work", "replace", name), tuple(name.split("!")))
        self._out.remove("work")
        for folder in self.output.uncommitted():
            self._out.remove(*folder)

    def _put(self, place, folder):
        self._out.remove(*folder)
        self._out.move(place, folder)


def _final(rows):
    for row in rows:
        others = {position: (first.name, first.pages, first.id) for position, first in row.others or []}
        for line in results.final(row.documents, row.name, others):
            yield line,


def _suffix(name):
    """What a name tells of a file's type."""
    return os.path.splitext(name)[1].lower()


def _keys(digests, path, name):
    """Those that the outcome of a file may have, the better one first."""
    digest = digests.get(path)
    return [f"path:{path}"] if digest is None else [digest, digest + _suffix(name)]


def _key(digests, path, name, known):
    return next((key for key in _keys(digests, path, name) if key in known), None)


_UNREACHABLE = ("a name that is not UTF-8, which Spark cannot be told", "a name with a colon, which Spark cannot read",
                "a folder that cannot be read")


def passed_over(name, length):
    """Why a file is not read; None where it is."""
    if any(part.startswith(_HIDDEN) for part in name.split("/")):
        return "Spark reads nothing whose name, or whose folder's name, begins with _ or ."
    try:
        name.encode()
    except UnicodeEncodeError:
        return _UNREACHABLE[0]
    if ":" in name:
        return _UNREACHABLE[1]
    if length is None:
        return _UNREACHABLE[2] if name.endswith("/") or not name else (
            "a link, which is not followed, or a pipe, a socket or a device")
    return None


def _send_package(context):
    """Brings this package to the executors, whose Python needs nothing else."""
    folder = os.path.dirname(os.path.abspath(__file__))
    temporary = tempfile.mkdtemp(prefix="recto-spark-")
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    archive = os.path.join(temporary, "recto_spark.zip")
    with zipfile.ZipFile(archive, "w") as package:
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                package.write(os.path.join(folder, name), f"recto_spark/{name}")
    context.addPyFile(archive)
