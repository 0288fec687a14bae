#!/usr/bin/env python3
"""Compares records, tables and their sums with what lxml, Python's csv and sqlite3 make of the same files.

compare_records.py PROGRAM [--work FOLDER] [--megabytes N] [--only NAME,…]

Six vocabularies and three CSV sets are generated, the same in each run; xcb-proto and CLDR are read where Debian's
packages `xcb-proto` and `unicode-cldr-core` have them, and left out elsewhere. A row of the table that is printed:
records and how many of them differ, sums in SQL and how many differ, then seconds of CPU and megabytes of memory of
`convert jsonl` and of lxml.etree.iterparse or csv with json.dumps, in turn, the less of two runs. Exit code 1 where a
value differs.
"""

import argparse
import csv
import itertools
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
from xml.sax.saxutils import escape, quoteattr

from lxml import etree


# The reading of lxml: what `--xml-style attributes` says, in twenty lines.
def name(element, tag):
    uri, _, local = tag.rpartition("}")
    prefix = next((p for p, u in element.nsmap.items() if u == uri[1:] and p), None) if uri else None
    if uri == "{http://www.w3.org/XML/1998/namespace":
        prefix = "xml"
    return prefix + ":" + local if prefix else local


def value(element):
    record = {"@" + name(element, k): v for k, v in element.attrib.items()}
    texts = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str):
            key, item = name(child, child.tag), value(child)
            if key not in record:
                record[key] = item
            elif isinstance(record[key], list):
                record[key].append(item)
            else:
                record[key] = [record[key], item]
        texts.append(child.tail or "")
    text = "".join(texts)
    if not text.strip(" \t\r\n"):
        text = ""
    if not record:
        return text or None
    if text:
        record["#text"] = text
    return record


def read_xml(path, place):
    names = place.lstrip("*/").split("/")
    for _, element in etree.iterparse(path, events=("end",), huge_tree=True, no_network=True):
        if not isinstance(element.tag, str) or name(element, element.tag) != names[-1]:
            continue
        way = [name(a, a.tag) for a in element.iterancestors()][::-1][1:] + [names[-1]]
        if way == names if not place.startswith("**") else way[-len(names):] == names:
            yield value(element)
            element.clear()
            while element.getprevious() is not None and not place.startswith("**"):
                del element.getparent()[0]


def read_csv(path, dialect):
    with open(path, encoding=dialect.get("encoding", "utf-8-sig"), newline="") as file:
        for row in csv.DictReader(file, delimiter=dialect.get("delimiter", ",")):
            yield {key: cell or None for key, cell in row.items()}


# The generated documents.
def gpx(rng, out, size):
    out('<?xml version="1.0"?>\n<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Mürren</name><trkseg>\n')
    while size() > 0:
        out(f'<trkpt lat="{46 + rng.random():.6f}" lon="{7 + rng.random():.6f}"><ele>{rng.randrange(40000) / 10:.1f}</ele>'
            f'<time>2026-0{rng.randrange(1, 10)}-1{rng.randrange(10)}T0{rng.randrange(10)}:15:{rng.randrange(10, 60)}Z</time></trkpt>\n')
    out("</trkseg></trk></gpx>\n")


def health(rng, out, size):
    out('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (ExportDate,Record*)>\n]>\n<HealthData locale="de_DE">\n <ExportDate value="2026-01-02 10:00:00 +0100"/>\n')
    while size() > 0:
        kind = rng.choice(["HeartRate", "StepCount", "BodyMass"])
        extra = f'>\n  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="{rng.randrange(3)}"/>\n </Record>' if rng.random() < 0.3 else "/>"
        out(f' <Record type="HKQuantityTypeIdentifier{kind}" sourceName="Jürg’s Watch" unit="count" creationDate="2026-01-0{rng.randrange(1, 10)} 08:00:00 +0100"'
            f' startDate="2026-01-0{rng.randrange(1, 10)} 07:59:00 +0100" value="{rng.randrange(200)}"{extra}\n')
    out("</HealthData>\n")


def osm(rng, out, size):
    out('<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6" generator="x">\n')
    count = 0
    while size() > 60_000:
        count += 1
        tags = f'>\n  <tag k="name" v={quoteattr(rng.choice(["Café & Bar", "Straße", "Ø", "a<b"]))}/>\n </node>' if rng.random() < 0.2 else "/>"
        out(f' <node id="{count}" lat="{rng.random() * 90:.7f}" lon="{rng.random() * 90:.7f}" version="{rng.randrange(1, 9)}"{tags}\n')
    for number in range(500):
        refs = "".join(f'<nd ref="{rng.randrange(1, count + 1)}"/>' for _ in range(rng.randrange(2, 6)))
        out(f' <way id="{number + 1}" version="1">{refs}<tag k="highway" v="path"/></way>\n')
    out("</osm>\n")


def junit(rng, out, size):
    out('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="all" tests="9">\n')
    count = 0
    while size() > 0:
        count += 1
        ending = f'><failure message="expected &lt;1&gt;" type="E"><![CDATA[a < b & c\n at {count}]]></failure></testcase>' if rng.random() < 0.2 else "/>"
        out(f'<testcase classname="p.C{count % 50}" name="t{count}" time="{rng.random():.3f}"{ending}\n')
    out("</testsuite>\n</testsuites>\n")


def musicxml(rng, out, size):
    out('<?xml version="1.0" encoding="UTF-8"?>\n<score-partwise version="4.0"><part-list><score-part id="P1"><part-name>Flöte</part-name></score-part></part-list><part id="P1">\n')
    count = 0
    while size() > 0:
        count += 1
        notes = "".join(
            f'<note><pitch><step>{rng.choice("CDEFGAB")}</step><octave>{rng.randrange(2, 7)}</octave></pitch><duration>{rng.randrange(1, 9)}</duration>'
            f'<type>quarter</type>{"<chord/>" if rng.random() < 0.1 else ""}</note>' for _ in range(4))
        out(f'<measure number="{count}">{notes}</measure>\n')
    out("</part></score-partwise>\n")


def products(rng, out, size):
    out('<?xml version="1.0" encoding="UTF-8"?>\n<export><products>\n')
    count = 0
    while size() > 0:
        count += 1
        images = "".join(f'<image url="https://example.org/{count}/{n}.jpg" width="{rng.randrange(300, 1500)}"/>' for n in range(rng.randrange(3)))
        out(f'<product id="{count}"><name>{escape(rng.choice(["Lampe & Söhne", "“Stuhl”", "𝄞 Tisch"]))} {count}</name><price currency="EUR">{rng.randrange(1, 900000) / 100:.2f}</price>'
            f'<stock>{rng.randrange(400)}</stock><active>{rng.choice(["true", "false"])}</active>{images}</product>\n')
    out("</products></export>\n")


def table(rng, out, size, delimiter, comma="."):
    out(delimiter.join(["id", "name", "note", "price", "day"]) + "\r\n")
    count = 0
    while size() > 0:
        count += 1
        note = rng.choice(["plain", 'say "hi"', f"a{delimiter}b", "two\r\nlines", "", " space ", "Zoë"])
        cells = [str(count), f"N{rng.randrange(1000)}", note, f"{rng.randrange(100000) / 100:.2f}".replace(".", comma), f"2026-01-{rng.randrange(10, 29)}"]
        out(delimiter.join('"' + c.replace('"', '""') + '"' if re.search(f'["\r\n{delimiter}]', c) else c for c in cells) + "\r\n")


CLDR = "/usr/share/unicode/cldr/common/"
# Name, how it is made or where it is, the place of its records, and the sums that are compared: SQL and a Python
# function of a record. A sum of reals may differ by its rounding.
SETS = [
    ("GPX", gpx, "trk/trkseg/trkpt", [("SELECT count(*), sum(ele) FROM Trkpt", lambda r: (1, float(r["ele"])))]),
    ("Health export", health, "Record", [("SELECT count(*), sum(value) FROM Record", lambda r: (1, int(r["@value"])))]),
    ("OSM", osm, "node", [("SELECT count(*), sum(version) FROM Node", lambda r: (1, int(r["@version"])))]),
    ("JUnit", junit, "testsuite/testcase", [("SELECT count(*), sum(time) FROM Testcase", lambda r: (1, float(r["@time"])))]),
    ("MusicXML", musicxml, "part/measure/note", [("SELECT count(*), sum(duration) FROM Note", lambda r: (1, int(r["duration"])))]),
    ("products", products, "products/product",
     [("SELECT count(*), sum(stock) FROM Product", lambda r: (1, int(r["stock"]))),
      ("SELECT count(*), sum(text) FROM Price", lambda r: (1, float(r["price"]["#text"])))]),
    ("xcb-proto", "/usr/share/xcb/xproto.xml", "request", [("SELECT count(*), sum(opcode) FROM Request", lambda r: (1, int(r["@opcode"])))]),
    ("CLDR", CLDR + "main/de.xml", "**/language", []),
    ("CSV", lambda r, o, s: table(r, o, s, ","), {}, [("SELECT count(*), sum(price) FROM CSV", lambda r: (1, float(r["price"])))]),
    ("semicolons", lambda r, o, s: table(r, o, s, ";", ","), {"delimiter": ";", "encoding": "latin-1", "label": "ISO-8859-1"},
     [("SELECT count(*), sum(id) FROM semicolons", lambda r: (1, int(r["id"])))]),
    ("UTF-16", lambda r, o, s: table(r, o, s, "\t"), {"delimiter": "\t", "encoding": "utf-16", "label": "UTF-16"},
     [("SELECT count(*), sum(price) FROM \"UTF-16\"", lambda r: (1, float(r["price"])))]),
]


# The memory of a child counts that of the process that forked it, so a small one does.
WATCH = """import os, sys
child = os.fork()
if child == 0: os.execvp(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, file=sys.stderr)
sys.exit(status >> 8 or status & 127)"""


def measure(words, output):
    """Seconds of CPU and megabytes of a run."""
    with open(output, "wb") as file:
        result = subprocess.run([sys.executable, "-S", "-c", WATCH] + words, stdout=file, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(words)}: status {result.returncode}: {result.stderr}")
    return tuple(float(word) for word in result.stderr.splitlines()[-1].split())


def make(set_name, source, place, folder, megabytes):
    is_table = isinstance(place, dict)
    suffix = ".csv" if is_table else ".xml"
    path = os.path.join(folder, set_name + suffix)
    if isinstance(source, str):
        return source if os.path.exists(source) else None
    left = int(megabytes * 1e6)

    def out(text):
        nonlocal left
        left -= len(text)
        file.write(text)

    with open(path, "w", encoding=place.get("encoding", "utf-8") if is_table else "utf-8", newline="") as file:
        source(random.Random(36), out, lambda: left)
    return path


def compare_sums(program, path, wanted, sums, options, folder):
    database = os.path.join(folder, "sums.db")
    if os.path.exists(database):
        os.remove(database)
    subprocess.run([program, "load", "-q"] + options + [path, database], check=True)
    wrong = 0
    for (sql, _), sum_wanted in zip(sums, wanted):
        found = sqlite3.connect(database).execute(sql).fetchone()
        if any(abs(a - b) > 1e-9 * max(abs(b), 1) for a, b in zip(found, sum_wanted)):
            wrong += 1
            print(f"  {sql}: {found}, not {sum_wanted}")
    return wrong


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--work", default="/tmp/compare-records")
    arguments.add_argument("--megabytes", type=float, default=5)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--read", nargs=2, help=argparse.SUPPRESS)
    typed = arguments.parse_args()
    if typed.read:
        path, place = typed.read[0], json.loads(typed.read[1])
        for record in (read_csv if isinstance(place, dict) else read_xml)(path, place):
            print(json.dumps(record, ensure_ascii=False))
        return 0
    os.makedirs(typed.work, exist_ok=True)
    program, wrong = os.path.abspath(typed.program), 0
    print(f"{'set':15} {'MB':>6} {'records':>8} {'differ':>6} {'sums':>5} {'differ':>6} {'pliant s':>9} {'MB':>5} {'Python s':>9} {'MB':>5}")
    for set_name, source, place, sums in SETS:
        path = make(set_name, source, place, typed.work, typed.megabytes)
        if path is None or typed.only and set_name not in typed.only.split(","):
            continue
        options = ["--mapping", "none"] if isinstance(place, str) else []
        if isinstance(place, dict) and "label" in place:
            options += ["--from", "csv", "--input-encoding", place["label"], "--delimiter", place["delimiter"]]
        ours, theirs = os.path.join(typed.work, "ours.jsonl"), os.path.join(typed.work, "theirs.jsonl")
        words = [program, "convert", "jsonl", "-o", "-"] + (["--records", place] if isinstance(place, str) else []) + options + [path]
        other = [sys.executable, __file__, program, "--read", path, json.dumps(place)]
        runs = [(measure(words, ours), measure(other, theirs)) for _ in range(2)]
        (own, memory), (peer, peer_memory) = min(r[0] for r in runs), min(r[1] for r in runs)
        count, differ, wanted = 0, 0, [(0, 0) for _ in sums]
        with open(ours, encoding="utf-8") as left, open(theirs, encoding="utf-8") as right:
            for a, b in itertools.zip_longest(left, right, fillvalue="null"):
                got, record = json.loads(a), json.loads(b)
                count += 1
                if got != record:
                    differ += 1
                    if differ <= 2:
                        print(f"  {got}\n  not {record}")
                wanted = [tuple(map(sum, zip(old, part(record)))) for old, (_, part) in zip(wanted, sums)]
        bad = compare_sums(program, path, wanted, sums, options, typed.work)
        wrong += differ + bad
        print(f"{set_name:15} {os.path.getsize(path) / 1e6:6.1f} {count:8} {differ:6} {len(sums):5} {bad:6} "
              f"{own:9.2f} {memory:5.0f} {peer:9.2f} {peer_memory:5.0f}")
    return 1 if wrong else 0


sys.exit(main())
