"""`recto-spark`: the command."""
import argparse
import datetime
import itertools
import json
import os
import re
import signal
import sys
import threading
import time
import traceback

EPILOG = """\
examples:
  recto-spark run inbox out                       a folder on this machine, by all its cores
  recto-spark run inbox out                       once more: only what is new or has changed
  recto-spark run inbox out --retry-failed        and what failed
  recto-spark stream inbox out                    files as they come, each once
  recto-spark status out                          what was seen, and what became of it
  recto-spark run inbox out --under 2026/11/29    of the folder, only what lies there
  spark-submit --master yarn recto-spark.py run hdfs:///scans hdfs:///results

Results: OUT/results.parquet and OUT/results.jsonl, the same documents in both. docs/spark.md tells the rest.

exit codes:
  0  everything was processed        1  some files were not          2  the job could not be done
  64 a mistake in the command        78 in the configuration         130, 143 stopped by a signal: the next run goes on
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def _date(text):
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: a date is written as in 2026-01-31") from None


def _pair(text):
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise argparse.ArgumentTypeError(f"{text}: is written as in key=value")
    return name, value


def _count(text):
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text}: is no number of files")
    return int(text)


def parser():
    formatter = argparse.RawDescriptionHelpFormatter
    whole = _Parser(prog="recto-spark", description="Recto on a Spark cluster: documents in, results as Parquet and JSON.",
                    epilog=EPILOG, formatter_class=formatter)
    whole.add_argument("--version", action="version", version="recto-spark 0.1.0")
    commands = whole.add_subparsers(dest="command", required=True, metavar="run|stream|status", parser_class=_Parser)
    spark = _Parser(add_help=False)
    spark.add_argument("--master", help="Spark's master, such as local[4]; without, the one that Spark is configured for, "
                                        "or else all cores of this machine")
    spark.add_argument("--conf", action="append", type=_pair, default=[], metavar="KEY=VALUE",
                       help="a setting of Spark; can be repeated")
    reading = _Parser(add_help=False)
    reading.add_argument("input", metavar="IN", help="folder or prefix, searched through its subfolders: a path or a URL that "
                                                     "Spark can read everywhere")
    reading.add_argument("output", metavar="OUT", help="folder for results, outside IN; made where it does not exist")
    reading.add_argument("--config", metavar="FILE", help="a pipeline.yml, sent to each machine; without, each takes its own "
                                                          "/etc/recto/pipeline.yml, where it has one")
    reading.add_argument("--set", action="append", default=[], type=_pair, metavar="SECTION.KEY=VALUE",
                         help="changes one setting, such as ingest.max_pages=20; can be repeated")
    reading.add_argument("--as-of", type=_date, metavar="DATE",
                         help="the date that expiry and ages are judged by (the day on which a document is read)")
    reading.add_argument("--under", default="", metavar="FOLDER",
                         help="of IN, only this folder in it; names in results stay relative to IN")
    reading.add_argument("--words", action="store_true", help="every word with its place, in the results")
    reading.add_argument("--recto", default="recto", metavar="PROGRAM", help="where `recto` lies on the executors (on PATH)")
    reading.add_argument("--batch", type=_count, metavar="N",
                         help="files that are committed together (250 a core, 10,000 at most)")
    run = commands.add_parser("run", parents=[reading, spark], formatter_class=formatter,
                              help="read what lies in a folder, and has no result")
    run.add_argument("--retry-failed", action="store_true", help="once more what could not be processed")
    stream = commands.add_parser("stream", parents=[reading, spark], formatter_class=formatter,
                                 help="read files as they come into a folder, each once")
    stream.add_argument("--once", action="store_true", help="end when all that lies there is read")
    status = commands.add_parser("status", parents=[spark], help="what was seen, and what became of it")
    status.add_argument("output", metavar="OUT", help="an output folder of recto-spark")
    status.add_argument("--json", action="store_true", help="print JSON")
    return whole


# Seconds after which it is told how far a job is.
_PAUSE = 30


def notice(text):
    print(f"recto-spark: {text}", file=sys.stderr, flush=True)


def _session(options):
    from pyspark.sql import SparkSession
    builder = SparkSession.builder.appName("recto-spark")
    master = options.master
    if master:
        builder = builder.master(master)
    # Under spark-submit, the cluster's configuration says which Python there is.
    if "PYSPARK_GATEWAY_PORT" not in os.environ and (master or "local").startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # Java reads names of files by the locale.
    names = next((os.environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(name)), "")
    if not re.search("utf-?8", names, re.I):
        os.environ["LC_ALL"] = "C.UTF-8"
    builder = builder.config("spark.executorEnv.LC_ALL", os.environ.get("LC_ALL") or "C.UTF-8")
    if (master or "").startswith("local") or not (master or "PYSPARK_GATEWAY_PORT" in os.environ):
        # Its pages have no password, and other machines would reach them.
        builder = builder.config("spark.ui.enabled", "false")
    # Of jobs that are over the driver remembers some, and not a hundred thousand tasks of theirs.
    for name in ("spark.ui.retainedJobs", "spark.ui.retainedStages", "spark.ui.retainedTasks", "spark.sql.ui.retainedExecutions"):
        builder = builder.config(name, "1000" if name.endswith("Tasks") else "50")
    # What one batch has listed no later one asks for: Spark would keep 250 MB of it.
    builder = builder.config("spark.sql.hive.filesourcePartitionFileCacheSize", "0")
    # Progress is told in lines of our own.
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.sql.adaptive.enabled", "true")
    for name, value in options.conf:
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    # What is written holds what documents say: for its owner alone.
    hadoop = spark.sparkContext._jsc.hadoopConfiguration()
    hadoop.set("fs.permissions.umask-mode", "077")
    # Of a job that fails, nothing is to be left.
    hadoop.set("mapreduce.fileoutputcommitter.algorithm.version", "1")
    return spark


def told(accounts):
    """The accounts as text."""
    def counts(title, numbers):
        parts = ", ".join(f"{count:,} {name}" for name, count in numbers.items())
        return f"\n  {title}: {parts}" if numbers else ""

    text = (f"{accounts['seen']:,} documents seen: {accounts['processed']:,} processed, {accounts['failed']:,} failed, "
            f"{accounts['pending']:,} pending")
    if accounts["skipped"]:
        text += f"; {accounts['skipped']:,} other files skipped"
    return text + counts("decisions", accounts["decisions"]) + counts("failed", accounts["errors"])


def _status(options):
    from .output import ABOUT, Output
    from .store import Store
    spark = _session(options)
    output = Output.existing(spark, Store(spark, options.output))
    if output is None:
        notice(f"{options.output}: has no {ABOUT}: name an output folder of recto-spark")
        return 2
    accounts = output.accounts()
    spark.stop()
    print(json.dumps(accounts) if options.json else told(accounts))
    return 0


def _read(options, signals):
    from .output import about
    from .session import Settings
    from .store import Lease, Store
    from .work import Work
    configuration = None
    if options.config:
        try:
            with open(options.config, encoding="utf-8") as file:
                configuration = file.read()
        except (OSError, UnicodeDecodeError) as error:
            notice(f"{options.config}: {getattr(error, 'strerror', None) or 'is not UTF-8'}")
            return 78
    spark = _session(options)
    signals.catch()
    inbox, out = Store(spark, options.input), Store(spark, options.output)
    if not inbox.exists() or not inbox.is_folder():
        notice(f"{options.input}: " + ("is a file: name its folder" if inbox.exists() else "there is no such folder"))
        return 2
    if (out.root + "/").startswith(inbox.root + "/") or (inbox.root + "/").startswith(out.root + "/"):
        notice(f"{options.output}: one of both folders lies in the other: name another one for results")
        return 64
    if out.exists() and about(out) is None and set(out.names()) - {Lease.NAME, "duplicates.key"}:
        notice(f"{options.output}: holds something else than results of recto-spark: name a new folder")
        return 64
    settings = Settings(recto=options.recto, as_of=options.as_of, key=b"", configuration=configuration,
                        changes=tuple(f"{name}={value}" for name, value in options.set), words=options.words)
    lease = Lease(out, notice)
    try:
        work = Work(spark, inbox, out, settings, notice)
        if options.command == "stream":
            from .stream import stream
            stream(work, spark, inbox, options.under, options.batch or work.batch, options.once, notice)
        else:
            _run(work, inbox.documents(options.under), options.batch, options.retry_failed)
        accounts = work.output.accounts()
    finally:
        lease.release()
    spark.stop()
    print(told(accounts))
    print(f"results: {options.output}/results.parquet, {options.output}/results.jsonl")
    return 1 if accounts["failed"] or accounts["pending"] or work.unreachable else 0


def _run(work, documents, batch, again):
    count, files = work.todo(documents, again)
    notice(f"{count:,} files to read")
    began = time.monotonic()
    ended = threading.Event()

    def tell():
        while not ended.wait(_PAUSE):
            # Copies are not read, and some may be read again.
            done = min(work.count.value, count)
            if done:
                left = datetime.timedelta(seconds=round((time.monotonic() - began) / done * (count - done)))
                notice(f"{done:,} of {count:,} files read; some {left} to go")

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        done = 0
        while part := list(itertools.islice(files, batch or work.batch)):
            work.read(part, again)
            done += len(part)
            notice(f"{done:,} of {count:,} files are done")
        work.finish()
    finally:
        ended.set()
        teller.join()


class _Signals:
    """Ctrl-C and SIGTERM end the job; what is committed stays."""

    def __init__(self):
        self.received = None

    def catch(self):
        """After Spark has caught them for itself."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)

    def _stop(self, number, _):
        self.received = number
        raise KeyboardInterrupt


def main():
    options = parser().parse_args()
    signals = _Signals()
    try:
        import pyspark  # noqa: F401
    except ImportError:
        notice("Spark is not installed in this Python: pip install 'pyspark>=3.5,<5'")
        sys.exit(2)
    from py4j.protocol import Py4JJavaError
    from .output import Unusable
    from .session import SessionError
    from .store import InUse
    try:
        code = _status(options) if options.command == "status" else _read(options, signals)
    # A signal may come out of Spark as any other exception.
    except BaseException as error:
        if signals.received or isinstance(error, KeyboardInterrupt):
            code = 128 + (signals.received or signal.SIGINT)
            notice("stopped: the next run goes on")
        elif isinstance(error, SessionError):
            code = error.code
            notice(error.cause)
        else:
            code = 2
            told = re.search(r"SessionError: (.*)", str(error))
            if isinstance(error, (InUse, Unusable)) or told:
                notice(told[1] if told else error)
            elif "JAVA_GATEWAY_EXITED" in str(error):
                notice("Spark cannot start, for what stands above; it needs Java 17 (openjdk-17-jre-headless), on PATH or by "
                       "JAVA_HOME")
            else:
                if not isinstance(error, Py4JJavaError):
                    traceback.print_exc()
                cause = str(getattr(error, "java_exception", error)).splitlines() or [type(error).__name__]
                notice(f"stopped: what is done stays, and the next run goes on: {cause[0]}")
    sys.exit(code)


if __name__ == "__main__":
    main()
