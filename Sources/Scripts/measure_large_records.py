#!/usr/bin/env python3
"""Measures how long the records of a large XML file take as JSON lines: pliant's by a mapping, lxml's and xmltodict's.

measure_large_records.py PROGRAM FILE MAPPING PLACE [--jobs N]... [--peers lxml,xmltodict] [--without-pliant]

PLACE is pliant's, such as channel/item; its last step is the element that lxml and xmltodict take as dictionaries of
strings, without types, dates or checks. Prints seconds (wall, and user with system) and the most memory of each.
"""

import argparse
import os
import subprocess
import sys
import time

LXML = """
import json, sys
from lxml import etree

def value(element):
    found = {"@" + key: text for key, text in element.attrib.items()}
    for child in element:
        if isinstance(child.tag, str):
            found[child.tag] = value(child) if len(child) or child.attrib else child.text
    if element.text and element.text.strip():
        found["#text"] = element.text
    return found

path, tag, output = sys.argv[1:]
with open(output, "w", encoding="utf-8") as lines:
    for _, element in etree.iterparse(path, tag="{*}" + tag, huge_tree=True):
        lines.write(json.dumps(value(element), ensure_ascii=False) + "\\n")
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]
"""

XMLTODICT = """
import json, sys, xmltodict

path, depth, tag, output = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
with open(output, "w", encoding="utf-8") as lines, open(path, "rb") as file:
    def take(way, record):
        if way[-1][0] == tag:
            lines.write(json.dumps(record, ensure_ascii=False) + "\\n")
        return True
    xmltodict.parse(file, item_depth=depth, item_callback=take)
"""


def measure(name, command, output):
    before = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - before
    if status != 0:
        print(f"{name:24} failed")
        return
    with open(output, "rb") as file:
        lines = sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
    print(
        f"{name:24} {wall:8.1f} s wall {usage.ru_utime + usage.ru_stime:8.1f} s user+system "
        f"{usage.ru_maxrss / 1024:8.0f} MB {lines:10} records", flush=True)
    os.remove(output)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("file")
    parser.add_argument("mapping")
    parser.add_argument("place")
    parser.add_argument("--jobs", action="append", default=[])
    parser.add_argument("--peers", default="lxml,xmltodict")
    parser.add_argument("--without-pliant", action="store_true")
    options = parser.parse_args()
    tag = options.place.split("/")[-1]
    depth = options.place.count("/") + 2
    output = options.file + ".jsonl"
    print(f"{options.file}: {os.path.getsize(options.file) / 1e6:.0f} MB, {options.place}")
    for jobs in options.jobs or ["1"]:
        if options.without_pliant:
            break
        command = [options.program, "convert", "jsonl", "-q", "--mapping", options.mapping, "--records", options.place]
        measure(f"pliant --jobs {jobs}", command + ["--jobs", jobs, "-o", output, options.file], output)
    if "lxml" in options.peers:
        measure("lxml", [sys.executable, "-c", LXML, options.file, tag, output], output)
    if "xmltodict" in options.peers:
        measure("xmltodict", [sys.executable, "-c", XMLTODICT, options.file, str(depth), tag, output], output)


if __name__ == "__main__":
    main()
