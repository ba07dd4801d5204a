"""Recto on a Spark cluster: documents in, results as Parquet and JSON (docs/spark.md)."""
