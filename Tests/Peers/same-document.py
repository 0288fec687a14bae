"""same-document.py A B: exit code 0 if the standard library finds the same values, types and order in both files."""

import base64
import datetime
import json
import plistlib
import sys


def load(path):
    with open(path, "rb") as file:
        head = file.read(1)
        file.seek(0)
        return normalised(plistlib.load(file) if head in b"<b" else json.load(file))


def normalised(value):
    if isinstance(value, dict):
        return {key: normalised(item) for key, item in value.items()}
    if isinstance(value, list):
        return [normalised(item) for item in value]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, datetime.datetime):
        return value.isoformat() + "Z"
    return value


def same(a, b):
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return a == b


sys.setrecursionlimit(10_000)
sys.exit(0 if same(load(sys.argv[1]), load(sys.argv[2])) else 1)
