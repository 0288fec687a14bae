"""python-convert.py bin|xml|json IN OUT: reads a property list or JSON with the standard library and writes it."""

import base64
import json
import plistlib
import sys


def as_json(value):
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value.isoformat() + "Z"


target, source, result = sys.argv[1:]
with open(source, "rb") as file:
    head = file.read(1)
    file.seek(0)
    value = plistlib.load(file) if head in b"<b" else json.load(file)
if target == "json":
    with open(result, "w", encoding="utf-8") as file:
        json.dump(value, file, default=as_json, ensure_ascii=False, separators=(",", ":"))
else:
    with open(result, "wb") as file:
        kind = plistlib.FMT_BINARY if target == "bin" else plistlib.FMT_XML
        plistlib.dump(value, file, fmt=kind, sort_keys=False)
