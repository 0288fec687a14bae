#!/usr/bin/env python3
"""Counts the records of parts on a Spark cluster, and sums one of their values.

records_with_spark.py PROGRAM PLACE SCHEMA VALUE PART...
"""
import os
import sys

from pyspark.sql import SparkSession
from pyspark.sql.functions import col, count, sum

program, place, schema, value, *parts = sys.argv[1:]
spark = SparkSession.builder.appName("records").getOrCreate()
# Without env, pipe starts its command with an empty environment, which has no PATH.
lines = spark.sparkContext.parallelize(parts, len(parts)).pipe(
    f"xargs -d '\\n' -n 1 '{program}' convert jsonl --records '{place}' -q -o -",
    env=dict(os.environ), checkCode=True)
records = spark.read.schema(schema).json(lines)
# Values of XML are strings without a mapping.
print(*records.agg(count("*"), sum(col(f"`{value}`").cast("double"))).first())
