"""recto-spark on a Spark of this machine. RECTO names the program; most tests need none, and simulate it.

    make test-spark
"""
import contextlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

os.environ["PYSPARK_PYTHON"] = sys.executable
SIMULATED = str(pathlib.Path(__file__).with_name("simulated_recto"))
RECTO = os.environ.get("RECTO")

from pyspark.sql import SparkSession  # noqa: E402

from recto_spark import cli, results, store as store_module  # noqa: E402
from recto_spark.output import Unusable  # noqa: E402
from recto_spark.schema import columns  # noqa: E402
from recto_spark.session import Session, SessionError, Settings  # noqa: E402
from recto_spark.store import InUse, Lease, Store  # noqa: E402
from recto_spark.stream import stream  # noqa: E402
from recto_spark.work import Work  # noqa: E402


def picture(number):
    """A page of a few pixels, each its own."""
    return b"P5\n20 20\n255\n" + bytes(250 - (x * 7 + x // 20 * 13) % 60 for x in range(400)) + str(number).encode()


class Folders(unittest.TestCase):
    """An inbox and an output folder of its own."""

    @classmethod
    def setUpClass(cls):
        cls.spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
                     .config("spark.sql.shuffle.partitions", "2").config("spark.ui.showConsoleProgress", "false")
                     .config("spark.driver.host", "127.0.0.1")
                     .getOrCreate())
        cls.spark.sparkContext.setLogLevel("OFF")

    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        self.notices = []
        os.mkdir(self.path("in"))

    def path(self, *names):
        return os.path.join(self.root, *names)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path("in", name)), exist_ok=True)
        with open(self.path("in", name), "wb") as file:
            file.write(content)

    def work(self, recto=SIMULATED, **settings):
        settings = Settings(**{"recto": recto, "as_of": "2026-06-01", "key": b"", **settings})
        inbox, out = Store(self.spark, self.path("in")), Store(self.spark, self.path("out"))
        return Work(self.spark, inbox, out, settings, self.notices.append)

    def run_all(self, batch=1000, again=False, **settings):
        """As `recto-spark run`."""
        work = self.work(**settings)
        with contextlib.redirect_stderr(io.StringIO()):
            cli._run(work, Store(self.spark, self.path("in")).documents(), batch, again)
        return work

    def results(self, work):
        """By path, and whether there is one of each in both formats."""
        lines = []
        for part in sorted(pathlib.Path(self.path("out")).glob("results.jsonl/*/*/part-*")):
            lines += [json.loads(line) for line in part.read_text().splitlines()]
        table = [row.path for row in self.spark.read.parquet(self.path("out", "results.parquet"))
                 .select("source.path").collect()]
        self.assertEqual(sorted(table), sorted(line["source"]["path"] for line in lines))
        self.assertEqual(len(table), len(set(table)))
        return {line["source"]["path"]: line for line in lines}

    def reasons(self, result):
        return [reason["code"] for reason in result["decision"]["reasons"]]


class RunTests(Folders):
    def test_reads_each_document_once_and_later_only_what_is_new(self):
        for number in range(5):
            self.write(f"{number % 2}/{number}.pgm", picture(number))
        self.write("notes.txt", b"no document")
        self.write("empty.pgm", b"")
        work = self.run_all(batch=3)
        first = self.results(work)
        self.assertEqual(list(first), sorted(first))
        accounts = work.output.accounts()
        self.assertEqual(accounts, {"seen": 6, "processed": 5, "failed": 1, "pending": 0, "skipped": 1,
                                    "decisions": {"review": 5}, "errors": {"file_empty": 1}})
        self.assertEqual(work.output.outcomes().count(), 7)
        self.write("5.pgm", picture(5))
        work = self.run_all()
        self.assertEqual(set(self.results(work)), set(first) | {"5.pgm"})
        self.assertEqual(work.output.outcomes().count(), 8)
        self.assertEqual(self.run_all().output.batches, work.output.batches)

    def test_reads_what_changed_anew_and_keeps_no_result_of_what_was(self):
        for number in range(4):
            self.write(f"{number}.pgm", picture(number))
        before = self.results(self.run_all(batch=2))
        self.write("1.pgm", picture("other"))
        os.utime(self.path("in", "1.pgm"), (1, 1))
        work = self.run_all()
        after = self.results(work)
        self.assertNotEqual(after["1.pgm"]["id"], before["1.pgm"]["id"])
        self.assertEqual({name: result["id"] for name, result in after.items() if name != "1.pgm"},
                         {name: result["id"] for name, result in before.items() if name != "1.pgm"})
        self.assertEqual(work.output.accounts()["seen"], 4)
        # What it was is known no more, and is nobody's duplicate.
        self.write("2.pgm", picture(1))
        os.utime(self.path("in", "2.pgm"), (1, 1))
        self.assertEqual(self.reasons(self.results(self.run_all())["2.pgm"]), ["unknown_kind"])

    def test_goes_on_where_it_was_killed_while_it_took_out_what_was(self):
        for number in range(3):
            self.write(f"{number}.pgm", picture(number))
        self.run_all()
        self.write("1.pgm", picture("other"))
        replace = Work._replace
        for count in range(4):
            calls = iter([replace] * count)
            with mock.patch.object(Work, "_replace", lambda *these: next(calls)(*these)), \
                    self.assertRaises((StopIteration, RuntimeError)):
                self.run_all()
        self.assertEqual(self.results(self.run_all())["1.pgm"]["source"]["bytes"], len(picture("other")))

    def test_a_new_time_alone_changes_nothing(self):
        self.write("a.pgm", picture(1))
        self.write("b.pgm", picture(1))
        before = self.results(self.run_all())
        for times in ((1, 1), (2, 2)):
            os.utime(self.path("in", "a.pgm"), times)
            work = self.run_all()
            self.assertEqual(self.results(work), before)
            self.assertEqual(work.output.accounts()["seen"], 2)
        self.write("a.pgm", picture(2))
        work = self.run_all()
        self.assertEqual(self.reasons(self.results(work)["a.pgm"]), ["unknown_kind"])
        self.assertEqual(work.output.files().count(), 2)

    def test_a_copy_is_judged_by_the_date_of_its_own_reading(self):
        self.write("a.pgm", picture(1))
        self.run_all()
        self.write("b.pgm", picture(1))
        found = self.results(self.run_all(as_of="2045-06-01"))
        self.assertEqual({name: result["engine"]["as_of"] for name, result in found.items()},
                         {"a.pgm": "2026-06-01", "b.pgm": "2045-06-01"})

    def test_refuses_another_inbox(self):
        self.write("day/a.pgm", picture(1))
        self.write("other/b.pgm", picture(2))
        work = self.work()
        with contextlib.redirect_stderr(io.StringIO()):
            cli._run(work, Store(self.spark, self.path("in")).documents("day/"), 10, False)
        self.assertEqual(list(self.results(work)), ["day/a.pgm"])
        with self.assertRaises(Unusable):
            Work(self.spark, Store(self.spark, self.path("in", "day")), Store(self.spark, self.path("out")),
                 work._settings, self.notices.append)

    def test_makes_results_anew_that_somebody_removed(self):
        for number in range(3):
            self.write(f"{number}.pgm", picture(number))
            self.run_all()
        shutil.rmtree(self.path("out", "results.jsonl"))
        self.assertEqual(len(self.results(self.run_all())), 3)

    def test_another_configuration_reads_all_anew(self):
        self.write("a.pgm", picture(1))
        first = self.run_all()
        second = self.run_all(configuration="ingest: {}")
        self.assertNotEqual(first.output.engine, second.output.engine)
        self.assertEqual(second.output.accounts()["processed"], 1)
        self.assertEqual(self.run_all().output.batches, [1])

    def test_same_bytes_are_read_once_and_flagged_in_the_order_of_their_paths(self):
        for name in ("b.pgm", "a/z.pgm", "c.pgm"):
            self.write(name, picture(1))
        work = self.run_all(batch=2)
        found = self.results(work)
        self.assertEqual(work.output.outcomes().count(), 1)
        self.assertEqual([self.reasons(found[name]) for name in ("a/z.pgm", "b.pgm", "c.pgm")],
                         [["unknown_kind"], ["unknown_kind", "possible_duplicate"], ["unknown_kind", "possible_duplicate"]])
        self.assertIn("there as a/z.pgm:", found["c.pgm"]["decision"]["reasons"][1]["message"])
        # One that comes later is the duplicate, whatever its name is.
        self.write("a/a.pgm", picture(1))
        found = self.results(self.run_all())
        self.assertEqual(self.reasons(found["a/z.pgm"]), ["unknown_kind"])
        self.assertEqual(self.reasons(found["a/a.pgm"]), ["unknown_kind", "possible_duplicate"])

    def test_a_name_decides_where_the_same_bytes_are_no_document(self):
        self.write("a.txt", b"no document")
        self.write("b.pdf", b"no document")
        work = self.run_all()
        self.assertEqual(self.results(work)["b.pdf"]["error"]["code"], "unsupported_type")
        self.write("c.pdf", b"no document")
        self.write("c.txt", b"no document")
        self.write("c.jpg.pgm", b"no document")
        work = self.run_all()
        self.assertEqual(set(self.results(work)), {"b.pdf", "c.pdf", "c.jpg.pgm"})
        self.assertEqual(work.output.accounts()["skipped"], 2)
        self.assertEqual(work.output.outcomes().count(), 3)

    def test_what_changes_while_it_is_read_is_nobody_elses_result(self):
        self.write("a.pgm", picture(1))
        self.write("b.pgm", picture(1))
        work = self.work()
        _, files = work.todo(Store(self.spark, self.path("in")).documents())
        files = list(files)
        digests = work._digests(files)
        self.write("a.pgm", picture(2))
        with mock.patch.object(work, "_digests", return_value=digests):
            work.read(files)
        work.finish()
        self.assertEqual({result["error"]["code"] for result in self.results(work).values()}, {"file_unreadable"})
        found = self.results(self.run_all())
        self.assertEqual({result["status"] for result in found.values()}, {"processed"})
        self.assertNotEqual(found["a.pgm"]["id"], found["b.pgm"]["id"])

    def test_names_what_spark_does_not_read(self):
        self.write("10:30 [1].pgm", picture(3))
        odd = "a [1]{2}*?\\,ü%20+#.pgm"
        self.write(odd, picture(1))
        for name in ("_a.pgm", ".b.pgm", "_hidden/c.pgm"):
            self.write(name, picture(2))
        os.symlink(self.path("in", odd), self.path("in", "link.pgm"))
        open(os.path.join(self.path("in").encode(), b"\xff.pgm"), "wb").close()
        self.assertEqual(set(self.results(self.run_all())), {odd})
        told = "\n".join(self.notices)
        self.assertIn("1 passed over: a name with a colon", told)
        self.assertIn("3 passed over: Spark reads nothing whose name", told)
        self.assertIn("1 passed over: a link", told)
        self.assertIn("1 passed over: a name that is not UTF-8", told)

    def test_a_document_that_ends_recto_each_time_fails_alone(self):
        self.write("poison.pgm", b"END")
        for number in range(6):
            self.write(f"{number}.pgm", picture(number))
        work = self.run_all()
        found = self.results(work)
        self.assertEqual(found.pop("poison.pgm")["error"]["code"], "worker_crashed")
        self.assertEqual({result["status"] for result in found.values()}, {"processed"})
        self.assertEqual(len(found), 6)

    def test_a_document_that_ends_its_executor_each_time_fails_alone(self):
        self.write("poison.pgm", b"HOST")
        for number in range(6):
            self.write(f"{number}.pgm", picture(number))
        found = self.results(self.run_all())
        self.assertEqual(found.pop("poison.pgm")["error"]["code"], "worker_crashed")
        self.assertEqual([result["status"] for result in found.values()], ["processed"] * 6)

    def test_what_cannot_be_read_fails_and_is_tried_again(self):
        self.write("gone.pgm", picture(1))
        self.write("a.pgm", picture(2))
        work = self.work()
        count, files = work.todo(Store(self.spark, self.path("in")).documents())
        os.remove(self.path("in", "gone.pgm"))
        work.read(list(files))
        work.finish()
        self.assertEqual(count, 2)
        self.assertEqual(self.results(work)["gone.pgm"]["error"]["code"], "file_unreadable")
        self.write("gone.pgm", picture(1))
        self.assertEqual(self.results(self.run_all())["gone.pgm"]["status"], "processed")

    def test_what_failed_is_read_again_on_request(self):
        self.write("a.pgm", b"END")
        self.write("b.pgm", picture(1))
        work = self.run_all()
        self.assertEqual(self.run_all().output.outcomes().count(), 2)
        work = self.run_all(again=True)
        self.assertEqual(work.output.outcomes().count(), 3)
        self.assertEqual(self.results(work)["a.pgm"]["error"]["code"], "worker_crashed")
        self.assertEqual(work.output.accounts()["failed"], 1)

    def test_refuses_another_recto_on_an_executor(self):
        work = self.work()
        with self.assertRaisesRegex(SessionError, "is not what the other machines have"):
            Session(Settings(recto=SIMULATED, as_of="2026-06-01", key=b"", engine={**work._settings.engine, "recto": "old"}))
        Session(Settings(recto=SIMULATED, as_of="2027-06-01", key=b"", engine=work._settings.engine)).close()

    def test_says_where_recto_is_missing(self):
        with self.assertRaisesRegex(SessionError, "cannot be started"):
            self.work(recto="/nonexistent/recto")


class CrashTests(Folders):
    """What a driver leaves that is killed."""

    def write_all(self, count=4):
        for number in range(count):
            self.write(f"{number}.pgm", picture(number))

    def test_goes_on_behind_a_committed_batch(self):
        self.write_all()
        work = self.work()
        _, files = work.todo(Store(self.spark, self.path("in")).documents())
        files = list(files)
        work.read(files[:2])
        self.assertEqual(work.output.accounts()["pending"], 2)
        os.utime(self.path("in", "0.pgm"), (1, 1))
        os.makedirs(self.path("out", "work", "000002", "files"))
        # One that is there, but was not committed.
        shutil.copytree(self.path("out", *work.output.batch(1)), self.path("out", *work.output.batch(2)))
        work = self.run_all()
        self.assertEqual(len(self.results(work)), 4)
        self.assertEqual(work.output.outcomes().count(), 4)

    def test_writes_results_anew_that_are_not_whole(self):
        self.write_all()
        work = self.run_all()
        for mark in pathlib.Path(self.path("out", "state")).glob("*/runs/*.committed"):
            mark.unlink()
        shutil.rmtree(self.path("out", *work.output.results("jsonl", 1)))
        self.assertEqual(len(self.results(self.run_all())), 4)

    def test_puts_back_what_was_being_replaced(self):
        self.write_all()
        work = self.run_all()
        for place in (work.output.results("parquet", 1), work.output.batch(1, "files")):
            work._out.move(place, ("work", "replace", "!".join(place)))
        self.assertEqual(len(self.results(self.run_all())), 4)

    def test_keeps_others_out_while_it_writes(self):
        self.write("a.pgm", picture(1))
        store = Store(self.spark, self.path("out"))
        lease = Lease(store, self.notices.append)
        with mock.patch.object(Lease, "SECONDS", 0.2):
            other = Lease.__new__(Lease)
            with mock.patch("recto_spark.store._host", return_value="elsewhere"), self.assertRaises(InUse):
                with mock.patch("time.sleep", side_effect=lambda _: store.overwrite(lease._content(), Lease.NAME)):
                    other.__init__(store, self.notices.append)
        lease.release()
        # One whose process is gone, or that nobody renews, is free.
        for host in (store_module._host(), "elsewhere"):
            store.write(json.dumps({"host": host, "process": 1 << 30, "time": 1}).encode(), Lease.NAME)
            with mock.patch("time.sleep"):
                Lease(store, self.notices.append).release()


class StreamTests(Folders):
    def test_reads_each_file_once(self):
        for number in range(5):
            self.write(f"{number % 2}/{number}.pgm", picture(number))
        inbox = Store(self.spark, self.path("in"))
        told = []
        for count in (5, 8, 8):
            for number in range(count):
                if not os.path.exists(self.path("in", f"{number % 2}/{number}.pgm")):
                    self.write(f"{number % 2}/{number}.pgm", picture(number))
            work = self.work()
            stream(work, self.spark, inbox, "", 2, True, told.append)
            self.assertEqual(len(self.results(work)), count)
            self.assertEqual(work.output.outcomes().count(), count)
        # A run finds nothing more to do, and a stream nothing that a run has done.
        self.assertEqual(self.run_all().output.outcomes().count(), 8)
        self.write("late.pgm", picture("late"))
        self.run_all()
        work = self.work()
        stream(work, self.spark, inbox, "", 2, True, told.append)
        self.assertEqual(work.output.outcomes().count(), 9)


class ResultTests(unittest.TestCase):
    def test_a_copy_has_its_own_name_and_nothing_else_changes(self):
        warnings = [{"code": "type_mismatch", "message": "is a JPEG"}, {"code": "x", "message": "page 1.png"}]
        result = {"source": {"path": "1"}, "error": {"message": "1: page 11: no"}, "warnings": warnings}
        self.assertEqual(results.shared(json.loads(json.dumps(result)), "b.jpg"),
                         {"source": {"path": "b.jpg"}, "error": {"message": "b.jpg: page 11: no"}, "warnings": warnings[1:]})
        self.assertEqual(results.shared(result, "b")["warnings"], warnings)

    def test_a_duplicate_is_for_review_and_names_the_pages_of_the_other(self):
        for pages, name in (("", "a.pdf"), ("3-3", "a.pdf, page 3"), ("3-4", "a.pdf, pages 3-4")):
            decision = results.duplicate({"decision": {"action": "accept", "reasons": []}}, ("a.pdf", pages, "i"))["decision"]
            self.assertEqual(decision["action"], "review")
            self.assertIn(f"there as {name}:", decision["reasons"][0]["message"])

    def test_columns_are_those_of_the_schema(self):
        schema = (pathlib.Path(__file__).parents[2] / "Sources/Output/result.schema.json").read_text()
        table = columns(schema)
        self.assertEqual(sorted(table.names), sorted(json.loads(schema)["properties"]))
        self.assertEqual(table["fields"].dataType.valueType["value"].dataType.simpleString(), "string")
        self.assertEqual(table["decision"].dataType["reasons"].dataType.elementType["box"].dataType.simpleString(),
                         "array<bigint>")
        self.assertEqual(table["pages"].dataType.elementType["orientation"].dataType.simpleString(), "bigint")


class CommandTests(unittest.TestCase):
    def run_cli(self, *arguments):
        environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(__file__).parents[1])}
        return subprocess.run([sys.executable, "-m", "recto_spark.cli", *arguments], capture_output=True, text=True,
                              env=environment)

    def test_explains_itself_and_refuses_mistakes(self):
        self.assertIn("recto-spark run inbox out", self.run_cli("--help").stdout)
        for arguments in (["run"], ["run", "in"], ["fly"], ["run", "in", "out", "--as-of", "tomorrow"],
                          ["run", "in", "out", "--set", "x"], ["run", "in", "out", "--batch", "0"]):
            self.assertEqual(self.run_cli(*arguments).returncode, 64, arguments)


@unittest.skipUnless(RECTO, "RECTO names no program")
class RectoTests(Folders):
    """With Recto itself."""

    def test_gives_the_results_of_recto_run(self):
        self.write("a/one.pgm", picture(1))
        self.write("b/copy.png", picture(1))
        self.write("two.pgm", picture(2))
        self.write("a.pgm", picture(3))
        self.write("empty.pdf", b"")
        self.write("damaged.pdf", b"%PDF-1.7\nno more")
        self.write("notes.txt", b"no document")
        self.write("large.pgm", picture(4) + bytes(2 << 20))
        settings = ["--set", "ingest.max_file_megabytes=1", "--as-of", "2026-06-01"]
        subprocess.run([RECTO, "run", self.path("in"), "--output", self.path("plain"), *settings], capture_output=True)
        with open(self.path("plain", "results.jsonl")) as lines:
            plain = [json.loads(line) for line in lines]
        work = self.run_all(recto=RECTO, changes=("ingest.max_file_megabytes=1",))
        found = list(self.results(work).values())
        for result in plain + found:
            result.pop("timing", None)
        self.maxDiff = None
        self.assertEqual(found, plain)
        self.assertEqual(len(found), 7)
        self.assertEqual(work.output.accounts()["skipped"], 1)
        # A document too large for an array is not read at all, and fails all the same.
        session = Session(work._settings)
        told = session.ask("large.pgm", len(picture(4)) + (2 << 20))["documents"][0]
        session.close()
        self.assertEqual(told["error"], next(result["error"] for result in plain if result["source"]["path"] == "large.pgm"))

    def test_a_mistake_in_the_configuration_is_told_as_recto_tells_it(self):
        with self.assertRaisesRegex(SessionError, "max_pagez") as raised:
            self.work(recto=RECTO, changes=("ingest.max_pagez=1",))
        self.assertEqual(raised.exception.code, 78)
        with self.assertRaisesRegex(SessionError, "one_document"):
            self.work(recto=RECTO, changes=("ingest.one_document=folder",))


if __name__ == "__main__":
    unittest.main()
