#!/usr/bin/env python3
"""Counts the records in JSON Lines with DuckDB, and sums one of their values.

records_with_duckdb.py COLUMNS VALUE FILE...
"""
import json
import sys

import duckdb

columns, value, *files = sys.argv[1:]
records = duckdb.read_json(files, format="newline_delimited", columns=json.loads(columns))
print(*records.aggregate(f'count(*), sum("{value}")').fetchall()[0])
