#!/usr/bin/env python3
"""Measures what `pliant lint --fix` makes of files whose parts are in different encodings, and of wrong declarations.

    measure_mixed_files.py PROGRAM [--count N] [--seed N] [--locale FOLDER] [--fixes declaration,bytes,mixed]
        [--sizes 20,40,80,160] [--errors]

Files are built of lines of the message catalogues that measure_lint_fixes.py names: `lines` has lines in UTF-8 and in
an encoding of its language, `legacy` in two encodings of one byte or of East Asia, `fields` both in one line, `declared`
one encoding throughout under a declaration of another, and `true` what is as it is declared. Wrong is a file that was
changed and does not decode to the text by what it then declares; for `mixed`, repaired is one that is wholly right, and
a part that was left as it was is not wrong.
"""
import argparse
import collections
import html
import pathlib
import random
import re
import subprocess
import tempfile

from compare_encoding_detection import ENCODINGS, PLAIN
from measure_lint_fixes import Sources

UNICODE = ("UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "UTF-7", "HZ-GB-2312", "ISO-2022-JP", "ISO-2022-KR")
LEGACY = {name: entry for name, entry in ENCODINGS.items() if name not in UNICODE}
CODECS = {name.lower(): codec for name, (codec, _) in ENCODINGS.items()}
CODECS.update({
    # With the kana and Cyrillic letters of ETEN, which Python's codec for Big5 lacks or has at other places.
    "big5": "big5hkscs",
    "us-ascii": "ascii", "utf-16": "utf-16", "windows-31j": "cp932", "big5-hkscs": "big5hkscs", "ibm00858": "cp858",
    "gb18030": "gb18030", "gbk": "gbk", "cp949": "cp949", "tis-620": "cp874", "koi8-u": "koi8-u", "x-mac-cyrillic": "mac_cyrillic", "x-mac-ce": "mac_latin2",
})
BY_LANGUAGE = collections.defaultdict(list)
for name, (_, languages) in LEGACY.items():
    for language in languages:
        BY_LANGUAGE[language].append(name)
LANGUAGES = [language for language in BY_LANGUAGE if language != "en"]


def line(sources, language, codec, size, chance):
    """A line with something above ASCII that the codec can hold, or None."""
    for _ in range(20):
        text = sources.text(language, size, chance)
        if not text or text.isascii():
            continue
        text = re.sub(r"[\x00-\x1f]+", " ", text)
        if codec != "utf-8":
            for mark, plain in PLAIN.items():
                text = text.replace(mark, plain)
        try:
            data = html.escape(text, quote=False).encode(codec)
        except UnicodeEncodeError:
            continue
        if not data.isascii() and data.decode(codec) == html.escape(text, quote=False):
            return html.escape(text, quote=False), data
    return None


def is_same(one, other):
    """Whether the bytes of a codec are the same text in another."""
    data, codec = one
    try:
        return data.decode(other) == data.decode(codec)
    except UnicodeDecodeError:
        return False


def file(sources, kind, chance, sizes):
    """The declared encoding, the parts as (text, bytes) and what is between them; None where it did not work out."""
    language = chance.choice(LANGUAGES)
    name = chance.choice(BY_LANGUAGE[language])
    codec = LEGACY[name][0]
    count = chance.randint(2, 10)
    size = chance.choice(sizes)
    if kind in ("declared", "true"):
        names = [name] * count
    else:
        second = "UTF-8"
        if kind == "legacy":
            second = chance.choice(BY_LANGUAGE[language])
            if second == name:
                return None
        names = [chance.choice([name, second]) for _ in range(count)]
        # Often all but one are in the same encoding.
        if chance.random() < 0.5:
            names = [name] * count
            names[chance.randrange(count)] = second
            if chance.random() < 0.5:
                names = [second if x == name else name for x in names]
    parts = []
    for each in names:
        found = line(sources, language, ENCODINGS[each][0], size, chance)
        if not found:
            return None
        parts.append((*found, ENCODINGS[each][0]))
    codecs = {codec for _, _, codec in parts}
    if kind == "true":
        declared = name
    elif kind == "declared":
        declared = chance.choice([x for x in list(LEGACY) + ["UTF-8"] if x != name])
        if all(is_same((data, codec), ENCODINGS[declared][0]) for _, data, codec in parts):
            return None
    else:
        declared = "UTF-8" if chance.random() < 0.6 else chance.choice(names)
        if len(codecs) < 2 or any(
            all(is_same((data, own), other) for _, data, own in parts) for other in codecs | {ENCODINGS[declared][0]}
        ):
            return None
    return declared, parts, (b"</f><f>" if kind == "fields" else b"</f>\n<f>")


def document(declared, parts, between, data):
    head = f'<?xml version="1.0" encoding="{declared}"?>\n<text><f>'.encode()
    return head + between.join(part[data] for part in parts) + b"</f></text>\n"


def outcome(new, parts, declared, old):
    """unchanged, right, partly (some parts are right, the others as they were) or wrong."""
    if new == old:
        return "unchanged"
    match = re.match(rb'(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding=["\']([^"\']*)', new)
    codec = CODECS.get(match.group(1).decode().lower()) if match else "utf-8"
    body = re.search(rb"<text><f>(.*)</f></text>", new, re.S)
    found = re.split(rb"</f>\n?<f>", body.group(1)) if body else []
    if codec is None or len(found) != len(parts):
        return "wrong"
    right = 0
    for data, (text, original, _) in zip(found, parts):
        try:
            if html.unescape(data.decode(codec)) == html.unescape(text):
                right += 1
                continue
        except UnicodeDecodeError:
            pass
        if data != original:
            return "wrong"
    return "right" if right == len(parts) else "partly"


def fixed(program, fix, items):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, (declared, parts, between) in enumerate(items):
            path = pathlib.Path(folder, f"{number}.xml")
            path.write_bytes(document(declared, parts, between, 1))
            paths.append(path)
        listing = pathlib.Path(folder, "list")
        listing.write_text("\n".join(map(str, paths)) + "\n")
        command = [program, "lint", "--format", "json", "--files-from", str(listing)] + ([f"--fix={fix}"] if fix else [])
        run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        rules = collections.defaultdict(set)
        for path, rule in re.findall(r'"file":"([^"]*)".*?"rule":"([^"]*)"', run.stdout):
            rules[path].add(rule)
        return [(path.read_bytes(), rules[str(path)]) for path in paths]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--locale", default="/usr/share/locale")
    parser.add_argument("--fixes", default="declaration,bytes,mixed")
    parser.add_argument("--kinds", default="lines,fields,legacy,declared,true")
    parser.add_argument("--errors", action="store_true", help="show what came out wrong")
    parser.add_argument("--sizes", default="20,40,80,160", help="bytes of a part")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    chance = random.Random(arguments.seed)
    sources = Sources(arguments.locale)
    wrong = total = 0
    print(f"{'kind':10}{'fix':13}{'right':>7}{'partly':>8}{'wrong':>7}{'unchanged':>11}   silent")
    for kind in arguments.kinds.split(","):
        items = []
        while len(items) < arguments.count:
            made = file(sources, kind, chance, sizes)
            if made:
                items.append(made)
        for fix in arguments.fixes.split(","):
            counts = collections.Counter()
            names = collections.Counter()
            for (declared, parts, between), (new, rules) in zip(items, fixed(arguments.program, fix, items)):
                old = document(declared, parts, between, 1)
                result = outcome(new, parts, declared, old)
                # A part that stays wrong is not left as it was where a declaration changed its meaning.
                if result == "partly" and fix != "mixed":
                    result = "wrong"
                counts[result] += 1
                names.update({f"{result} {codec}" for _, _, codec in parts})
                if result == "unchanged" and not any(rule.startswith("encoding") for rule in rules):
                    counts["silent"] += 1
                if kind == "true" and rules:
                    counts["alarm"] += 1
                    if arguments.errors:
                        print("ALARM", rules, old)
                if result == "wrong":
                    wrong += 1
                    if arguments.errors:
                        print(declared, [codec for _, _, codec in parts], old, "BECAME", new)
            total += len(items)
            print(f"{kind:10}{fix:13}{counts['right']:7}{counts['partly']:8}{counts['wrong']:7}"
                  f"{counts['unchanged']:11}{counts['silent']:9}"
                  + (f"  {counts['alarm']} false alarms" if kind == "true" else ""), flush=True)
    print(f"wrong: {wrong} of {total}, {10_000 * wrong / total:.1f} of 10,000")


if __name__ == "__main__":
    main()
