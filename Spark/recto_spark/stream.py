"""A folder that documents come into: each file once, by Spark's checkpoint (docs/spark.md)."""
import hashlib

from pyspark.sql import functions as F

_SCHEMA = "path string, modificationTime timestamp, length long, content binary"


def stream(work, spark, inbox, batch, once, notice):
    """Reads what lies in the folder and what comes, until it is stopped.

    :param batch: most files of a batch.
    :param once: whether to end where everything that lies there is read.
    """
    def read(frame, _):
        rows = frame.select("path", "length", F.unix_millis("modificationTime").alias("modified")).collect()
        files = [(row.path, row.path[len(inbox.root) + 1:], row.length, row.modified) for row in rows]
        # After a crash, a batch may come a second time.
        files = work.unknown(files)
        if files:
            work.read(files)
        work.finish()
        notice(f"{len(files):,} files read")

    name = hashlib.sha256(inbox.root.encode()).hexdigest()[:12]
    source = (spark.readStream.format("binaryFile").schema(_SCHEMA).option("recursiveFileLookup", "true")
              .option("maxFilesPerTrigger", batch)
              # Files are not to be passed over for their age: Spark does so after a week.
              .option("maxFileAge", "36500d").load(inbox.root))
    writer = source.writeStream.foreachBatch(read).option("checkpointLocation", work.output.out.url(*work.output.checkpoint, name))
    query = (writer.trigger(availableNow=True) if once else writer.trigger(processingTime="5 seconds")).start()
    query.awaitTermination()
