"""orjson-copy.py IN OUT: reads JSON as a tree and writes it compact."""

import sys

import orjson

with open(sys.argv[1], "rb") as file:
    value = orjson.loads(file.read())
with open(sys.argv[2], "wb") as file:
    file.write(orjson.dumps(value))
