"""Folders and small files wherever Hadoop reaches: this machine, HDFS, an object store."""
import _thread
import contextlib
import json
import os
import pathlib
import socket
import threading
import time
import uuid

from py4j.protocol import Py4JJavaError


class Store:
    """A folder. Names are relative to it."""

    def __init__(self, spark, root):
        self._jvm = spark._jvm
        path = self._jvm.org.apache.hadoop.fs.Path(root)
        self._configuration = spark.sparkContext._jsc.hadoopConfiguration()
        self._system = path.getFileSystem(self._configuration)
        self.root = self._system.makeQualified(path).toString().rstrip("/")
        self.disk = None
        if self.root.startswith("file:"):
            # What leads there by links is the same folder.
            self.disk = os.path.realpath(self.root[len("file:"):] or "/")
            self.root = "file:" + self.disk.rstrip("/")

    def url(self, *names):
        return "/".join((self.root, *names))

    def _path(self, *names):
        return self._jvm.org.apache.hadoop.fs.Path(self.url(*names))

    def exists(self, *names):
        return self._system.exists(self._path(*names))

    def reaches(self, path):
        """Whether there is something at a path, in the folder or elsewhere."""
        path = self._jvm.org.apache.hadoop.fs.Path(path)
        return path.getFileSystem(self._configuration).exists(path)

    def is_folder(self):
        return self._system.getFileStatus(self._path()).isDirectory()

    def names(self, *names):
        """What lies in a folder, sorted; nothing where it does not exist."""
        path = self._path(*names)
        if not self._system.exists(path):
            return []
        return sorted(status.getPath().getName() for status in self._system.listStatus(path))

    def remove(self, *names):
        self._system.delete(self._path(*names), True)

    def move(self, old, new):
        """Renames a folder. On HDFS and on a disk, a reader sees all of it or nothing.

        :param old: as a tuple of names.
        :raises OSError: where there is one of that name.
        """
        target = self._path(*new)
        self._system.mkdirs(target.getParent())
        if self._system.exists(target) or not self._system.rename(self._path(*old), target):
            raise OSError(f"{self.url(*new)}: {self.url(*old)} could not be put there: is another job at work?")

    def read(self, *names):
        """The bytes of a small file; None where there is none."""
        path = self._path(*names)
        if not self._system.exists(path):
            return None
        stream = self._system.open(path)
        try:
            return bytes(self._jvm.org.apache.commons.io.IOUtils.toByteArray(stream))
        finally:
            stream.close()

    def create(self, content, *names):
        """Writes a small file where there is none.

        :returns: whether there was none.
        """
        path = self._path(*names)
        try:
            stream = self._system.create(path, False)
        except Py4JJavaError:
            if self._system.exists(path):
                return False
            raise
        _fill(stream, content)
        return True

    def overwrite(self, content, *names):
        """Writes a small file, of which others may see a part meanwhile."""
        _fill(self._system.create(self._path(*names), True), content)

    def write(self, content, *names):
        """Writes a small file, whole or not at all."""
        unfinished = (*names[:-1], f"{names[-1]}.{uuid.uuid4().hex}.tmp")
        _fill(self._system.create(self._path(*unfinished), False), content)
        if self.exists(*names):
            self.remove(*names)
        self._system.rename(self._path(*unfinished), self._path(*names))

    def documents(self, under=""):
        """All files in and under the folder: (path as Spark has it, name relative to it, bytes, milliseconds since 1970).

        On this machine's disks links are not followed; elsewhere that is the file system's business. Without bytes: what is
        neither file nor folder, or a folder that cannot be read, whose name ends with /.

        :param under: of its folders, the one to be searched.
        """
        prefix = under.strip("/") + "/" if under.strip("/") else ""
        if self.disk:
            return self._on_disk(os.path.join(self.disk, prefix), prefix)
        return self._listed(self._path(prefix) if prefix else self._path(), prefix)

    def _on_disk(self, folder, prefix):
        try:
            with os.scandir(folder) as entries:
                entries = sorted(entries, key=lambda entry: entry.name)
        except FileNotFoundError:
            return
        except OSError:
            yield self.url(prefix), prefix, None, None
            return
        for entry in entries:
            name = prefix + entry.name
            try:
                if entry.is_dir(follow_symlinks=False):
                    yield from self._on_disk(entry.path, name + "/")
                elif entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    yield self.url(name), name, status.st_size, status.st_mtime_ns // 1_000_000
                else:
                    yield self.url(name), name, None, None
            except FileNotFoundError:
                pass  # Gone since.

    def is_own(self, path):
        """Whether a path in the folder leads there without links."""
        return self.disk is None or os.path.realpath(path[len("file:"):]) == path[len("file:"):]

    def _listed(self, folder, prefix):
        entries = self._system.listStatusIterator(folder)
        while entries.hasNext():
            status = entries.next()
            path = status.getPath()
            name = prefix + path.getName()
            if status.isDirectory():
                yield from self._listed(path, name + "/")
            else:
                yield path.toString(), name, status.getLen(), status.getModificationTime()


def _fill(stream, content):
    try:
        stream.write(bytearray(content))
    finally:
        stream.close()


class InUse(Exception):
    pass


class Lease:
    """Keeps others from writing to a folder. Who holds it renews it; one that nobody renews is free."""

    NAME = "in-use.json"
    SECONDS = 10
    PATIENCE = 4

    def __init__(self, store, notice):
        self._store = store
        self._token = {"host": _host(), "process": os.getpid(), "token": uuid.uuid4().hex}
        self._ended = threading.Event()
        refusal = InUse(f"{store.root}: another recto-spark writes there: wait for it, or stop it")
        if not store.create(self._content(), self.NAME):
            if self._held(notice):
                raise refusal
            store.remove(self.NAME)
            if not store.create(self._content(), self.NAME):
                raise refusal
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    def _content(self):
        return json.dumps({**self._token, "time": time.time()}).encode()

    def _held(self, notice):
        before = self._store.read(self.NAME)
        try:
            holder = json.loads(before)
            if holder["host"] == self._token["host"]:
                os.kill(holder["process"], 0)
            notice(f"{self._store.root}: seeing whether {holder['host'].split()[0]} still writes there")
        except ProcessLookupError:
            return False
        except (PermissionError, ValueError, TypeError):
            pass
        for _ in range(self.PATIENCE):
            time.sleep(self.SECONDS)
            if self._store.read(self.NAME) != before:
                return True
        return False

    def _keep(self):
        while not self._ended.wait(self.SECONDS):
            with contextlib.suppress(Exception):
                held = self._store.read(self.NAME)
                if held and json.loads(held)["token"] != self._token["token"]:
                    # This one slept for so long that another has taken over.
                    _thread.interrupt_main()
                    return
                self._store.overwrite(self._content(), self.NAME)

    def release(self):
        self._ended.set()
        self._thread.join()
        # After Ctrl-C there may be no Spark any more; the next one sees that this process is gone.
        with contextlib.suppress(Exception):
            if json.loads(self._store.read(self.NAME))["token"] == self._token["token"]:
                self._store.remove(self.NAME)


def _host():
    """Where a process number means one process: this boot of this machine, or a container on it."""
    boot = pathlib.Path("/proc/sys/kernel/random/boot_id")
    space = pathlib.Path("/proc/self/ns/pid")
    return " ".join([socket.gethostname(), boot.read_text().strip() if boot.exists() else "",
                     os.readlink(space) if space.exists() else ""])
