"""`recto run --stdio` beside a Python worker of Spark: started once, fed with many documents (docs/stdio.md)."""
import datetime
import hashlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
from dataclasses import dataclass, field, replace


class SessionError(Exception):
    """Recto cannot work on this machine, whatever the document is. Exit code as `recto` has it."""

    def __init__(self, cause, code=2):
        super().__init__(cause, code)
        self.cause, self.code = cause, code

    def __str__(self):
        return f"{socket.gethostname()}: {self.cause}"


class SessionEnded(Exception):
    """The process ended before it answered."""


@dataclass(frozen=True)
class Settings:
    """What each executor starts `recto` with."""

    recto: str
    # None: today, whenever that is.
    as_of: "str | None"
    key: bytes
    configuration: "str | None" = None
    changes: tuple = ()
    words: bool = False
    # What `recto` must be, everywhere; None: whatever it is.
    engine: "dict | None" = field(default=None, hash=False)

    def dated(self):
        """For documents that are read now."""
        return replace(self, as_of=self.as_of or datetime.date.today().isoformat())

    @property
    def options(self):
        return [word for change in self.changes for word in ("--set", change)]


def undated(engine):
    """Programs, models and configuration, whatever the date that documents are judged by."""
    return {name: value for name, value in engine.items() if name != "as_of"}


class Session:
    """One process of `recto run --stdio` with one worker."""

    def __init__(self, settings):
        self.settings = settings
        self._errors = tempfile.TemporaryFile()
        folder = tempfile.mkdtemp(prefix="recto-spark-")
        try:
            options = _files(settings, folder)
            command = [settings.recto, "run", "--stdio", "--jobs", "1", "--as-of", settings.as_of, *options]
            try:
                self._process = subprocess.Popen(
                    command + (["--words"] if settings.words else []),
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors)
            except OSError as error:
                raise SessionError(f"{settings.recto} cannot be started: {error.strerror}: install Recto's package on "
                                   "each machine of the cluster, or name the program with --recto") from None
            try:
                self._answer()
                # A document without bytes tells what the engine is.
                self.engine = self.ask("engine", b"", found=False)["documents"][0]["engine"]
            except SessionEnded:
                said = self._said().replace(os.path.join(folder, "pipeline.yml"), "--config")
                raise SessionError(f"{settings.recto}: {said}", self._process.wait()) from None
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if settings.engine is not None and undated(self.engine) != undated(settings.engine):
            self.close()
            raise SessionError(f"{settings.recto} is not what the other machines have: install the same package everywhere")

    def ask(self, name, content, found=True):
        """The answer to a document's bytes.

        :param content: its bytes, or their number where there are too many to be read.
        :raises SessionEnded: where the process ended instead.
        """
        length = content if isinstance(content, int) else len(content)
        request = {"key": name, "name": name, "length": length, "found": found}
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            if isinstance(content, int):
                for start in range(0, length, len(_NOTHING)):
                    self._process.stdin.write(_NOTHING[:length - start])
            else:
                self._process.stdin.write(content)
            self._process.stdin.flush()
        except OSError:
            raise SessionEnded() from None
        return self._answer()

    def close(self):
        self._process.kill()
        self._process.wait()
        for file in (self._process.stdin, self._process.stdout, self._errors):
            try:
                file.close()
            except OSError:
                pass

    def _answer(self):
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise SessionEnded()
        answer = json.loads(line)
        if answer["type"] == "refusal":
            raise SessionEnded()
        return answer

    def _said(self):
        self._errors.seek(0)
        return self._errors.read(4096).decode(errors="replace").strip() or "without a word"


_NOTHING = bytes(1 << 20)


def _files(settings, folder):
    """Options of `recto` for what it reads from files, which are private."""
    def write(name, content):
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    options = ["--fingerprint-key", write("key", settings.key)]
    if settings.configuration is not None:
        options += ["--config", write("pipeline.yml", settings.configuration.encode())]
    return options + settings.options


def describe(settings):
    """What Recto is on this machine: its engine, the JSON Schema of its results, and its settings by name.

    :raises SessionError: where it cannot work, or the configuration does not hold.
    """
    session = Session(settings)
    session.close()
    folder = tempfile.mkdtemp(prefix="recto-spark-")
    try:
        options = _files(settings, folder)[2:]  # Without the key.
        shown = _output([settings.recto, "config", "show", *options])
        schema = _output([settings.recto, "schema"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    values = {}
    for line in shown.splitlines()[1:]:
        name, _, rest = line.partition(" ")
        values[name] = rest.strip().rpartition("  ")[0].strip()
    return session.engine, schema, values


def _output(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SessionError(f"{command[0]}: {done.stderr.strip()}", done.returncode)
    return done.stdout


# Of this Python worker, which Spark uses for task after task.
_session = None


def _current(settings):
    global _session
    if _session is not None and _session.settings != settings:
        _session.close()
        _session = None
    if _session is None:
        _session = Session(settings)
    return _session


def read(settings, name, content):
    """Reads a document by the process of this Python worker.

    :param content: its bytes, or their number where there are too many.
    :returns: the answer, as docs/stdio.md describes it.
    :raises SessionError: where Recto cannot work here.
    """
    global _session
    for _ in range(2):
        session = _current(settings)
        try:
            return session.ask(name, content)
        except SessionEnded:
            session.close()
            _session = None
    length = content if isinstance(content, int) else len(content)
    result = failed(session.engine, name, length, "worker_crashed", "Recto ended twice while it read this document")
    if not isinstance(content, int):
        result["id"] = "sha256:" + hashlib.sha256(content).hexdigest()
    return {"type": "result", "documents": [result], "fingerprints": [[]]}


def failed(engine, name, length, code, cause):
    """The result of a document that could not be processed.

    :param length: in bytes.
    """
    source = {"path": name} if length is None else {"bytes": length, "path": name}
    return {"engine": engine, "schema_version": "1", "status": "failed", "source": source,
            "error": {"code": code, "message": f"{name}: {cause}.", "stage": "operations"}}
