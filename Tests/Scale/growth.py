#!/usr/bin/env python3
"""Fails where a command's work grows faster than its input.

    Tests/Scale/growth.py [--short] [--only TEXT] [--jobs N] [--table] [PLIANT]

Each dimension runs one command on documents of n, 2n, 4n and 8n of something, such as keys, under an instruction
counter (valgrind --tool=callgrind). The work from 4n to 8n is compared with that from 2n to 4n, so that the start of
the program does not count: 2 is linear, 4 is quadratic, and more than LIMIT fails. `--short` takes the sizes n, 2n and
4n of a few dimensions; `--table` prints Markdown. The exit status is 1 if a dimension fails.
"""
import argparse
import concurrent.futures
import os
import re
import struct
import subprocess
import sys
import tempfile

# A doubling that costs more than this fails.
LIMIT = 2.3
# Increments below this are noise of the start.
NOISE = 300_000
DIMENSIONS = []


def dimension(name, n, command, short=False, **files):
    """Declares a dimension: its unit, its smallest number, the command's words and the files, made from a number."""
    DIMENSIONS.append((name, n, command.split("\t") if "\t" in command else command.split(), files, short))


def lines(make, n, separator=","):
    return separator.join(make(i) for i in range(n))


def keys(n):
    return "{" + lines(lambda i: f'"k{i}":{i}', n) + "}"


def plist(body):
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n{body}\n</plist>\n'


def elements(n):
    return "<r>" + lines(lambda i: f'<b k="{i}"><c>{i}</c></b>', n, "\n") + "</r>"


def tracked(n):
    """An ignored file of a repository whose index has n names."""
    names = [b"d/f%07d.json" % i for i in range(n)]
    entries = [struct.pack(">60xH", len(name)) + name + b"\0" * (8 - (62 + len(name)) % 8) for name in names]
    return {"d/.git/index": b"DIRC" + struct.pack(">II", 2, n) + b"".join(entries), "d/.gitignore": "*.json\n",
            "d/a.json": "[1]"}


def own_fields(n):
    return "[" + lines(lambda i: f'{{"id":{i},"f{i}":{i}}}', n) + "]"


def records(n):
    return "[" + lines(lambda i: f'{{"id":{i},"name":"n{i}","tags":["a","b{i}"]}}', n) + "]"


def wide_mapping(n):
    fields = lines(lambda i: f'"f{i}":"f{i}"', n)
    return f'{{"mapping":"wide","root":"r","fields":{{"items":"b Item list"}},"records":{{"Item":{{{fields}}}}}}}'


def wide_sample(n):
    return "<r><b>" + lines(lambda i: f"<f{i}>x</f{i}>", n, "") + "</b></r>"


# Conversions
dimension("keys of a dictionary", 800, "convert binary1 -q -o out a.json", True, a_json=keys)
dimension("elements of an array", 2000, "convert xml1 -q -o out a.json", a_json=lambda n: "[" + lines(str, n) + "]")
dimension("depth of arrays", 60, "convert json -q -o out a.json", a_json=lambda n: "[" * n + "]" * n)
dimension("bytes of a string", 40000, "convert json -q -o out a.json", a_json=lambda n: f'["{"x" * n}"]')
dimension("escapes of a string", 4000, "convert xml1 -q -o out a.json", a_json=lambda n: '["' + "\\n\\u00e9" * n + '"]')
dimension("digits of a number", 4000, "convert xml1 --loss note -q -o out a.json", a_json=lambda n: f'[1.{"7" * n}]')
dimension("bytes of a key", 4000, "convert xml1 -q -o out a.json", a_json=lambda n: f'{{"{"k" * n}":1}}')
dimension("values of one key", 800, "convert json --loss note -q -o out a.json", True,
          a_json=lambda n: "{" + lines(lambda i: f'"k":{i}', n) + "}")
dimension("keys that occur twice", 800, "convert json --loss note -q -o out a.json",
          a_json=lambda n: "{" + lines(lambda i: f'"k{i // 2}":{i}', 2 * n) + "}")
dimension("sorted keys", 800, "convert json --sort-keys -q -o out a.json",
          a_json=lambda n: "{" + lines(lambda i: f'"k{i * 7919 % 10007}-{i}":{i}', n) + "}")
dimension("comments of JSON", 800, "convert json --loss note -q -o out a.jsonc",
          a_jsonc=lambda n: "[" + lines(lambda i: f"/* c */ {i} // d\n", n) + "]")
dimension("blank lines of JSON", 20000, "convert json -q -o out a.json", a_json=lambda n: "[1," + "\n" * n + "2]")
dimension("JSON Lines", 800, "convert json -q -o out a.jsonl", a_jsonl=lambda n: lines(lambda i: f'{{"a":{i}}}\n', n, ""))
dimension("columns of a table", 300, "convert json -q -o out a.csv",
          a_csv=lambda n: lines(lambda i: f"c{i}", n) + "\n" + lines(str, n) + "\n")
dimension("rows of a table", 600, "convert json -q -o out a.csv", a_csv=lambda n: "a,b\n" + lines(lambda i: f"{i},x\n", n, ""))
dimension("quoted cells", 600, "convert json -q -o out a.csv", a_csv=lambda n: "a\n" + '"x ""y""\nz"\n' * n)
dimension("keys of an XML property list", 600, "convert json -q -o out a.plist",
          a_plist=lambda n: plist("<dict>" + lines(lambda i: f"<key>k{i}</key><integer>{i}</integer>\n", n, "") + "</dict>"))
dimension("objects of a binary property list", 600, "convert json -q -o out a.bin", True, a_bin=("binary1", records))
dimension("entries of an old-style list", 600, "convert json -q -o out a.plist",
          a_plist=lambda n: "{\n" + lines(lambda i: f"k{i} = v{i};\n", n, "") + "}\n")
dimension("entries of .strings", 600, "convert json -q -o out a.strings",
          a_strings=lambda n: lines(lambda i: f'/* c */ "k{i}" = "v{i}";\n', n, ""))

# Application XML
dimension("declared entities", 300, "convert json -q -o out a.xml", a_xml=lambda n: "<!DOCTYPE r [" + lines(
    lambda i: f'<!ENTITY e{i} "v{i}">', n, "") + "]><r>" + lines(lambda i: f"<b>&e{i};</b>", n, "") + "</r>")
dimension("references to one entity", 600, "convert json -q -o out a.xml",
          a_xml=lambda n: '<!DOCTYPE r [<!ENTITY e "value">]><r>' + "&e; " * n + "</r>")
dimension("attributes of an element", 300, "convert json -q -o out a.xml", True,
          a_xml=lambda n: "<r " + lines(lambda i: f'a{i}="{i}"', n, " ") + "/>")
dimension("namespaces of an element", 200, "convert json -q -o out a.xml", True, a_xml=lambda n: "<r " + lines(
    lambda i: f'xmlns:p{i}="u{i}"', n, " ") + ">" + lines(lambda i: f"<p{i}:b/>", n, "") + "</r>")
dimension("nested declarations of a prefix", 60, "lint a.xml",
          a_xml=lambda n: lines(lambda i: f'<p:a xmlns:p="u{i}">', n, "") + "</p:a>" * n)
dimension("declared attribute types", 300, "lint a.xml",
          a_xml=lambda n: "<!DOCTYPE r [" + lines(lambda i: f'<!ATTLIST r a{i} CDATA "x">', n, "") + "]><r/>")
dimension("elements of XML", 400, "convert json -q -o out a.xml", a_xml=elements)
dimension("names of elements", 400, "convert json -q -o out a.xml",
          a_xml=lambda n: "<r>" + lines(lambda i: f"<b{i}>{i}</b{i}>", n, "") + "</r>")
dimension("depth of elements", 60, "convert json -q -o out a.xml", a_xml=lambda n: "<a>" * n + "</a>" * n)
dimension("comments of XML", 600, "lint a.xml", a_xml=lambda n: "<r>" + "<!-- c --><b/>" * n + "</r>")
dimension("CDATA sections", 600, "cdata unwrap -o out a.xml", a_xml=lambda n: "<r>" + "<b><![CDATA[<x>]]></b>" * n + "</r>")
dimension("pieces of a text", 600, "convert json -q -o out a.xml", a_xml=lambda n: "<r>" + "x<!-- c -->y&amp;" * n + "</r>")
dimension("bytes of a line", 20000, "lint a.xml", a_xml=lambda n: "<r>" + "word " * (n // 5) + "</r>")
dimension("events", 300, "events -o out a.xml", a_xml=elements)

# Lint
dimension("findings of lint", 400, "lint a.json", True,
          a_json=lambda n: "{" + lines(lambda i: f'"k":{i}', n, ",\n") + "}")
dimension("mistakes of JSON", 400, "lint a.json", a_json=lambda n: "[" + lines(lambda i: f"0{i} {i}", n, "\n") + "]")
dimension("undefined entities", 400, "lint a.xml", a_xml=lambda n: "<r>" + lines(lambda i: f"&x{i};\n", n, "") + "</r>")
dimension("characters of another encoding", 2000, "lint a.xml",
          a_xml=lambda n: ('<?xml version="1.0" encoding="UTF-8"?><r>' + "Käse Öl " * (n // 8) + "</r>").encode("latin-1"))
dimension("byte order marks", 400, "lint a.json", a_json=lambda n: "[" + lines(lambda i: f"\ufeff{i}", n) + "]")
dimension("controls of direction", 400, "lint a.json", a_json=lambda n: "[" + lines(lambda i: f'"a\u202eb"', n, ",\n") + "]")
dimension("different line ends, fixed", 600, "lint --fix=line-ends --diff a.xml",
          a_xml=lambda n: "<r>" + "<b/>\r\n<b/>\n" * n + "</r>")
dimension("files that git tracks", 400, "lint d", d_json=tracked)
dimension("files of lint", 25, "lint d", d_json=lambda n: {f"d/f{i}.json": '{"a":1}' for i in range(n)})

# Encodings and text
dimension("bytes to detect", 4000, "encoding a.txt", a_txt=lambda n: ("Grüße aus Köln, schöne Tage. " * (n // 28)).encode("latin-1"))
dimension("characters to transcode", 4000, "transcode --to utf-16 -o out a.txt", a_txt=lambda n: "Grüße " * (n // 6))
dimension("words of a line to transcode", 2000, "transcode --to utf-16 -o out a.txt", True,
          a_txt=lambda n: "<array>é" * n)
dimension("names of encodings in a line", 400, "transcode --input-encoding latin1 --to utf-8 -o out a.txt",
          a_txt=lambda n: ("é quoted-printable ISO-8859-1 " * n).encode("latin-1"))
dimension("characters that an encoding lacks", 400, "transcode --to us-ascii -q -o out a.xml",
          a_xml=lambda n: "<r>" + "é\n" * n + "</r>")
dimension("characters to escape", 4000, "escape -o out a.txt", a_txt=lambda n: "a<b>&" * (n // 5))
dimension("references to replace", 800, "unescape -o out a.txt", a_txt=lambda n: "&lt;&#233;&eacute;" * n)

# Layout and views
dimension("format of XML", 400, "format -o out a.xml", a_xml=elements)
dimension("format of JSON with comments", 400, "format -o out a.jsonc",
          a_jsonc=lambda n: "[" + lines(lambda i: f"{i}, // c\n", n, "") + "]")
dimension("format of .strings", 400, "format -o out a.strings", a_strings=lambda n: '/* c */ "k"="v";\n' * n)
dimension("canonical XML", 300, "format --canonical -o out a.xml", a_xml=elements)
dimension("sorted keys of a file", 400, "format --sort -o out a.json",
          a_json=lambda n: "{" + lines(lambda i: f'"k{i * 7919 % 10007}-{i}":{i}', n) + "}")
dimension("sorted elements", 200, "format --sort -o out a.xml",
          a_xml=lambda n: "<r>" + lines(lambda i: f'<b k="{i * 7919 % 10007}-{i}"/>', n, "\n") + "</r>")
dimension("repaired JSON", 400, "repair -q -o out a.json", a_json=lambda n: "[" + "{a:'x\\d',}\n," * n + "]")
dimension("repaired XML", 400, "repair -q -o out a.xml", a_xml=lambda n: "<r>" + "<b k=x>a & b\x01</b>\n" * n + "</r>")
dimension("comments of repaired XML", 400, "repair -q -o out a.xml", a_xml=lambda n: "<r>" + "<!-- a -- b --><b k=x/>\n" * n + "</r>")
dimension("comments that end as in HTML", 400, "repair -q -o out a.xml", a_xml=lambda n: "<r>" + "<!-- a --!><b/>\n" * n + "</r>")
dimension("values on several lines, repaired", 400, "repair -q -o out a.json", a_json=lambda n: "{'a':\n1} " * n)
dimension("repaired .strings", 400, "repair -q -o out a.strings", a_strings=lambda n: "a = Hello World;\n" * n)
dimension("printed values", 300, "print -o out a.json", a_json=records)
dimension("the last element", 1000, "extract @L a.json", a_json=lambda n: "[" + lines(str, n) + "]")
dimension("parts of a document", 100, "split --parts 4 --records b -q -o part-%d.xml a.xml", a_xml=elements)

# Edits
dimension("keys before an edit", 600, "replace k0 --integer 5 -o out a.json", a_json=keys)
dimension("operations of a patch", 60, "patch -q -o out a.json p.json", True, a_json=keys,
          p_json=lambda n: "[" + lines(lambda i: f'{{"op":"replace","path":"/k{i}","value":"x"}}', n) + "]")
dimension("elements removed by a patch", 60, "patch -q -o out a.json p.json",
          a_json=lambda n: "[" + lines(str, n) + "]",
          p_json=lambda n: "[" + lines(lambda i: '{"op":"remove","path":"/0"}', n) + "]")
dimension("keys of a merge patch", 200, "patch --merge -q -o out a.json p.json", a_json=keys,
          p_json=lambda n: "{" + lines(lambda i: f'"k{i}":"x"', n) + "}")
dimension("merge patch of a table", 60, "patch --merge -q -o out a.csv p.json",
          a_csv=lambda n: "a,b\n" + lines(lambda i: f"{i},x\n", n, ""), p_json=lambda n: f'[{{"a":"{n}"}}]')
# Enough elements that they are no longer paired by similarity, which takes a bounded time.
dimension("changed values", 800, "diff a.json b.json", a_json=records,
          b_json=lambda n: records(n).replace('"name":"n', '"name":"m'))
dimension("elements before the others", 60, "diff a.json b.json", a_json=records,
          b_json=lambda n: "[" + '{"id":-1},' * n + records(n)[1:])
dimension("changed elements of XML", 100, "diff a.xml b.xml", a_xml=elements, b_xml=lambda n: elements(n).replace("<c>", "<c>x"))
dimension("conflicts of a merge", 60, "merge -q -o out a.json b.json c.json", True, a_json=keys,
          b_json=lambda n: keys(n).replace(":", ":1"), c_json=lambda n: keys(n).replace(":", ":2"))
dimension("changes of both sides", 60, "merge -q -o out a.json b.json c.json", a_json=records,
          b_json=lambda n: records(n).replace('"n', '"m'), c_json=lambda n: records(n).replace('"a"', '"z"'))

# Queries
dimension("values of a query", 300, "query -o out $..name a.json", a_json=records)
dimension("filters of a query", 300, "query -o out $[?@.id>5].name a.json", a_json=records)
dimension("elements of an XPath", 300, "xpath -o out //c a.xml", True, a_xml=elements)
dimension("steps of an XPath", 50, "xpath\t--as\tcount\t/r@N\ta.xml", a_xml=lambda n: elements(10))
dimension("predicates of an XPath", 12, "xpath\t--as\tcount\t//b@P\ta.xml", a_xml=lambda n: elements(10))
dimension("an attribute's value by XPath", 300, "xpath\t-o\tout\t//b[@k='7']/c\ta.xml", a_xml=elements)
dimension("the preceding axis", 60, "xpath\t--as\tcount\t//c[preceding::c]\ta.xml", a_xml=elements)
dimension("distinct values by preceding siblings", 60,
          "xpath\t--as\tcount\t//b[not(@k=preceding-sibling::b/@k)]\ta.xml", True, a_xml=elements)
dimension("positions among siblings", 60, "xpath\t--as\tcount\t//b[count(preceding-sibling::b)>3]\ta.xml", a_xml=elements)

# Mappings and databases
dimension("records of a mapping", 200, "convert jsonl --mapping ./m.json --records b -q -o out a.xml", m_json=lambda n: '{"mapping":"m","root":"r","fields":{"items":"b Item list"},"records":{"Item":{"k":"@k","c":"c"}}}',
    a_xml=elements)
dimension("fields of a draft", 60, "mapping\tinfer\t-o\tout\ta.xml", a_xml=wide_sample)
dimension("fields of a checked mapping", 60, "mapping\tcheck\tm.json\ta.xml", m_json=wide_mapping, a_xml=wide_sample)
dimension("loaded records", 200, "load -q -o out a.json shop.db", a_json=records)
dimension("values around records", 200, "convert csv --records d --fields ../k,id -q -o out a.json",
          a_json=lambda n: "[" + lines(lambda i: f'{{"k":{i},"d":[{{"id":1}},{{"id":2}}]}}', n) + "]")
dimension("loaded fields of their own", 50, "load -q -o out a.json shop.db", True, a_json=own_fields)
dimension("files of one table", 8, "load\t-q\t-o\tout\t@F\tshop.db",
          d_json=lambda n: {f"f{i}.json": f'{{"rows":[{{"id":{i}}}]}}' for i in range(n)})


def words(command, n):
    """The command with what depends on the number."""
    for word in command:
        if word == "@F":
            yield from (f"f{i}.json" for i in range(n))
        else:
            yield word.replace("@N", "/b/.." * n).replace("@L", str(n - 1)).replace("@P", "[true()]" * n)


def write(pliant, folder, files, n):
    for key, make in files.items():
        name = key.replace("_", ".")
        converted, make = make if isinstance(make, tuple) else (None, make)
        content = make(n)
        for path, text in (content.items() if isinstance(content, dict) else [(name, content)]):
            path = os.path.join(folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
            if converted:
                subprocess.run([pliant, "convert", converted, "--from", "json", "-q", path], check=True)


def instructions(pliant, dimension, n):
    """The instructions of one run, or an error."""
    _, _, command, files, _ = dimension
    with tempfile.TemporaryDirectory() as folder:
        write(pliant, folder, files, n)
        counted = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", pliant, *words(command, n)]
        run = subprocess.run(counted, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True, errors="replace")
        found = re.search(r"Collected : (\d+)", run.stderr)
        if run.returncode not in (0, 1) or not found:
            message = [line for line in run.stderr.splitlines() if not line.startswith("==")]
            raise RuntimeError(f"exit status {run.returncode}: {' '.join(message)[:200]}")
        return int(found[1])


def measure(pliant, dimension, sizes):
    try:
        counts = [instructions(pliant, dimension, n) for n in sizes]
    except (RuntimeError, subprocess.CalledProcessError) as error:
        return None, None, str(error)
    first, last = counts[-2] - counts[-3], counts[-1] - counts[-2]
    return counts, (last / first if first > NOISE else 1.0), None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pliant", nargs="?", default=".build/debug/pliant")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    pliant = os.path.abspath(options.pliant)
    chosen = [one for one in DIMENSIONS if options.only in one[0] and (one[4] or not options.short)]
    factors = [1, 2, 4] if options.short else [1, 2, 4, 8]
    failed = 0
    if options.table:
        print("| of | from | to | millions of instructions | last doubling |\n|---|--:|--:|--:|--:|")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def run(one):
            return measure(pliant, one, [one[1] * factor for factor in factors])
        for one, (counts, growth, problem) in zip(chosen, pool.map(run, chosen)):
            is_bad = problem is not None or growth > LIMIT
            failed += is_bad
            if options.table and not problem:
                print(f"| {one[0]} | {one[1]} | {one[1] * factors[-1]} | {counts[-1] / 1e6:.0f} | {growth:.2f} |", flush=True)
            elif not options.table or is_bad:
                print(f"{'FAIL' if is_bad else 'ok  '} {one[0]}: {problem or f'{growth:.2f}'}", flush=True)
    print(f"{len(chosen)} dimensions, {failed} grow faster than their input or fail", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
