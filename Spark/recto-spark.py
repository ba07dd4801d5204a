"""For spark-submit: `spark-submit Spark/recto-spark.py run IN OUT` is `recto-spark run IN OUT`."""
from recto_spark.cli import main

main()
