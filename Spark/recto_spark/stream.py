"""A folder that documents come into: each file once, by Spark's checkpoint (docs/spark.md)."""
import hashlib
from collections import Counter

from pyspark.sql import functions as F

from .output import escaped
from .work import passed_over

_SCHEMA = "path string, modificationTime timestamp, length long, content binary"


def stream(work, spark, inbox, under, batch, once, notice):
    """Reads what lies in the folder and what comes, until it is stopped.

    :param under: of its folders, the one to be read.
    :param batch: most files of a batch.
    :param once: whether to end where everything that lies there is read.
    """
    def read(frame, _):
        rows = frame.select("path", "length", F.unix_millis("modificationTime").alias("modified")).collect()
        files, passed = [], Counter()
        for row in rows:
            name = row.path[len(inbox.root) + 1:]
            cause = passed_over(name, row.length if inbox.is_own(row.path) else None)
            if cause:
                passed[cause] += 1
            else:
                files.append((row.path, name, row.length, row.modified))
        work.tell(passed)
        # After a crash, a batch may come a second time.
        files = work.unknown(files) if files else []
        if files:
            work.read(files)
        work.finish()
        notice(f"{len(files):,} files read")

    folder = inbox.url(under.strip("/")) if under.strip("/") else inbox.root
    name = hashlib.sha256(folder.encode()).hexdigest()[:12]
    source = (spark.readStream.format("binaryFile").schema(_SCHEMA).option("recursiveFileLookup", "true")
              .option("maxFilesPerTrigger", batch)
              # Files are not to be passed over for their age: Spark does so after a week.
              .option("maxFileAge", "36500d").load(escaped(folder)))
    writer = source.writeStream.foreachBatch(read).option("checkpointLocation", work.output.out.url(*work.output.checkpoint, name))
    query = (writer.trigger(availableNow=True) if once else writer.trigger(processingTime="5 seconds")).start()
    query.awaitTermination()
