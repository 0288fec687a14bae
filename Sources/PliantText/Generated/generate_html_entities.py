#!/usr/bin/env python3
"""Writes HTMLEntities+Generated.swift from Python's html.entities.

An entry is the number of bytes that its name has in common with the one before, the rest of the name, its marks, and its
characters. The number is a digit or a small letter for 10 and more. The marks: `!` where HTML also knows the name without
a semicolon, `*` where it is the name that escaping uses, `+` where HTML 4 has the name with this meaning. Characters that
are not seen, or not by themselves, are written as code points in hexadecimal: `=A0,338;`. Entries are sorted by the bytes
of the names; lines break anywhere.
"""
import html.entities
import os
import pathlib
import unicodedata


names = {name[:-1]: value for name, value in html.entities.html5.items() if name.endswith(";")}
legacy = {name for name in html.entities.html5 if not name.endswith(";")}
preferred = dict(html.entities.codepoint2name)  # HTML 4's names first
for name, value in sorted(names.items(), key=lambda item: (len(item[0]), item[0].swapcase())):
    if len(value) == 1:
        preferred.setdefault(ord(value), name)


def is_seen(character):
    return ord(character) > 0x7F and unicodedata.category(character)[0] in "LNPS"


packed, before = "", ""
for name in sorted(names, key=lambda name: name.encode()):
    value = names[name]
    chosen = len(value) == 1 and ord(value) > 0x7F and preferred.get(ord(value)) == name
    old = len(value) == 1 and html.entities.name2codepoint.get(name) == ord(value)
    marks = ("!" if name in legacy else "") + ("*" if chosen else "") + ("+" if old else "")
    shared = len(os.path.commonprefix([before, name]))
    shown = value if all(map(is_seen, value)) else "=" + ",".join(f"{ord(c):X}" for c in value) + ";"
    packed += "0123456789abcdefghijklmnopqrstuvwxyz"[shared] + name[shared:] + marks + shown
    before = name

target = pathlib.Path(__file__).resolve().parent / "Tables/html-entities.txt"
target.write_text(packed, encoding="utf-8")
