"""Reads the records of a document's parts with Apache Spark, writes them as Parquet, and prints their number and sum.

python3 spark.py PLIANT PART...
"""
import os
import sys
import tempfile

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

pliant, parts = sys.argv[1], [os.path.abspath(part) for part in sys.argv[2:]]
spark = SparkSession.builder.master("local[*]").appName("records").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
lines = spark.sparkContext.parallelize(parts, len(parts)).pipe(
    f"xargs -d '\\n' -n 1 {pliant} convert jsonl --mapping health --records Record -q -o -", checkCode=True)
folder = os.path.join(tempfile.mkdtemp(), "records.parquet")
spark.read.json(lines).write.parquet(folder)
row = spark.read.parquet(folder).agg(F.count("*"), F.sum(F.col("value").cast("long"))).first()
print(row[0], row[1])
spark.stop()
