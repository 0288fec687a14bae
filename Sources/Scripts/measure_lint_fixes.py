#!/usr/bin/env python3
"""Measures what `pliant lint --fix` makes of text under a false declaration, judged by the decoded text.

    measure_lint_fixes.py PROGRAM [--count N] [--seed N] [--locale FOLDER] [--errors] [--kinds declaration,bytes]

Snippets of 20 to 400 bytes are taken from the message catalogues (.mo) of installed programs that the statistics of
encodings have never seen, encoded, and written as XML under a declaration by which they are another text or none.
Wrong is a file that was changed and does not decode to the text by what it then declares.
"""
import argparse
import collections
import gettext
import html
import json
import pathlib
import random
import re
import subprocess
import tempfile

# Programs under free licences: GPL, LGPL, PostgreSQL, BSD. None is among the sources of gather_encoding_text.py.
CATALOGUES = """git postgres-15 psql-15 pg_dump-15 pg_basebackup-15 pg_upgrade-15 initdb-15 libpq5-15 systemd ld gprof
opcodes bfd gas elfutils gnupg2 shadow man-db man-db-gnulib Linux-PAM libc fish procps-ng lynx make grep diffutils xz
mit-krb5 gstreamer-1.0 adduser gnutls30 psmisc polkit-1 net-tools kmod debconf nano cpio""".split()
WESTERN = "de fr es it pt pt_BR sv nl da fi nb".split()
CENTRAL = "pl cs hu sk sl hr".split()
# Each encoding of the declaration with its codec and the languages that are written in it.
ENCODINGS = {
    "UTF-8": ("utf-8", WESTERN + CENTRAL + ["ru", "uk", "bg", "ja"]),
    "ISO-8859-1": ("latin-1", WESTERN),
    "windows-1252": ("cp1252", WESTERN),
    "macintosh": ("mac_roman", WESTERN),
    "windows-1251": ("cp1251", ["ru", "uk", "bg"]),
    "Shift_JIS": ("shift_jis", ["ja"]),
    "ISO-8859-2": ("iso8859-2", CENTRAL),
    "KOI8-R": ("koi8-r", ["ru"]),
}
CODECS = {name.lower(): codec for name, (codec, _) in ENCODINGS.items()}
CODECS.update({
    "us-ascii": "ascii", "iso-8859-15": "iso8859-15", "windows-1250": "cp1250", "koi8-u": "koi8-u",
    "windows-31j": "cp932", "iso-8859-9": "iso8859-9", "x-mac-ce": "mac_latin2", "iso-8859-5": "iso8859-5",
    "x-mac-cyrillic": "mac_cyrillic", "utf-16": "utf-16", "iso-8859-16": "iso8859-16", "ibm866": "cp866",
    "ibm855": "cp855", "windows-1254": "cp1254", "windows-1257": "cp1257", "euc-jp": "euc_jp", "gb18030": "gb18030",
    "gbk": "gbk", "big5": "big5", "big5-hkscs": "big5hkscs", "euc-kr": "cp949", "windows-1253": "cp1253",
    "windows-1258": "cp1258", "ibm850": "cp850", "ibm00858": "cp858", "ibm852": "cp852", "iso-8859-13": "iso8859-13",
})
TYPOGRAPHY = {"de": "„“", "fr": "«»", "es": "“”", "it": "“”", "sv": "””", "nl": "“”", "da": "”“", "fi": "””"}


def catalogue_lines(folder, language):
    lines = []
    for name in CATALOGUES:
        path = pathlib.Path(folder, language, "LC_MESSAGES", name + ".mo")
        try:
            with open(path, "rb") as file:
                messages = gettext.GNUTranslations(file)._catalog
        except (OSError, UnicodeDecodeError, IndexError):
            continue
        for source, text in messages.items():
            if source and isinstance(text, str):
                lines += [line.strip() for line in text.split("\n") if line.strip()]
    return lines


class Sources:
    def __init__(self, folder):
        self.folder, self.lines, self.places = folder, {}, {}

    def load(self, language):
        if language not in self.lines:
            lines = catalogue_lines(self.folder, language)
            self.lines[language] = lines
            self.places[language] = [i for i, line in enumerate(lines) if not line.isascii()]
        return self.places[language]

    def text(self, language, size, chance):
        places = self.load(language)
        if not places:
            return None
        at = chance.choice(places)
        text = ""
        while len(text) < size and at < len(self.lines[language]):
            text += ("\n" if text else "") + self.lines[language][at]
            at += 1
        high = [i for i, c in enumerate(text) if c > "\x7f"]
        if len(text) > size:
            # A part that has something above ASCII.
            place = chance.choice(high)
            start = max(0, min(place - chance.randrange(size), len(text) - size))
            text = text[start : start + size].strip()
        return text


def snippets(sources, count, chance):
    names = list(ENCODINGS)
    made = 0
    while made < count:
        actual = names[made % len(names)]
        codec, languages = ENCODINGS[actual]
        size = chance.randint(20, 400)
        text = sources.text(chance.choice(languages), size, chance)
        if not text or any(ord(c) < 32 and c != "\n" for c in text):
            continue
        if actual == "windows-1252" or actual == "macintosh" and chance.random() < 0.3:
            text = text.replace("'", "’").replace("...", "…")
        elif codec in ("latin-1", "iso8859-2", "koi8-r"):
            for mark, plain in [("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("„", '"'), ("–", "-"), ("…", "...")]:
                text = text.replace(mark, plain)
        try:
            data = html.escape(text, quote=False).encode(codec)
        except UnicodeEncodeError:
            continue
        if data.isascii() or not 20 <= len(data) <= 440:
            continue
        declared = chance.choice([name for name in names if name != actual])
        try:
            if data.decode(CODECS[declared.lower()]) == data.decode(codec):
                continue
        except UnicodeDecodeError:
            pass
        made += 1
        yield actual, declared, text, data


def document(declared, data):
    return f'<?xml version="1.0" encoding="{declared}"?>\n<text>'.encode() + data + b"</text>\n"


def decoded(data):
    """The text by what is declared, or None."""
    match = re.match(rb'(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding=["\']([^"\']*)', data)
    codec = CODECS.get(match.group(1).decode().lower()) if match else "utf-8"
    try:
        text = data.decode(codec)
    except (UnicodeDecodeError, TypeError):
        return None
    body = re.search(r"<text>(.*)</text>", text, re.S)
    return html.unescape(body.group(1)) if body else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--locale", default="/usr/share/locale")
    parser.add_argument("--kinds", default="declaration,bytes")
    parser.add_argument("--errors", action="store_true", help="show what came out wrong")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    items = list(snippets(Sources(arguments.locale), arguments.count, chance))
    for kind in filter(None, arguments.kinds.split(",")):
        measure(arguments, kind, items)
    false_alarms(arguments, items)


def false_alarms(arguments, items):
    """Counts the findings in the same snippets under true declarations."""
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for number, (actual, _, _, data) in enumerate(items):
            path = pathlib.Path(folder, f"{number}.xml")
            path.write_bytes(document(actual, data))
            names[str(path)] = actual
        listing = pathlib.Path(folder, "list")
        listing.write_text("\n".join(names) + "\n")
        command = [arguments.program, "lint", "--select", "encoding", "--format", "json", "--files-from", str(listing)]
        run = subprocess.run(command, capture_output=True, text=True)
        for line in run.stdout.splitlines():
            finding = json.loads(line)
            counts[names[finding["file"]], finding["rule"]] += 1
            if arguments.errors:
                print(finding["rule"], finding["message"], pathlib.Path(finding["file"]).read_bytes())
    print(f"false alarms under true declarations: {sum(counts.values())} of {len(items)}")
    for (actual, rule), count in counts.items():
        print(f"  {actual:14} {rule} {count}")


def measure(arguments, kind, items):
    counts, by_lie = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, (_, declared, _, data) in enumerate(items):
            path = pathlib.Path(folder, f"{number}.xml")
            path.write_bytes(document(declared, data))
            paths.append(path)
        listing = pathlib.Path(folder, "list")
        listing.write_text("\n".join(map(str, paths)) + "\n")
        command = [arguments.program, "lint", "--fix=" + kind, "--format", "json", "--files-from", str(listing)]
        run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        found = set(re.findall(r'"file":"([^"]*)"', run.stdout))
        for path, (actual, declared, text, data) in zip(paths, items):
            new = path.read_bytes()
            if new == document(declared, data):
                result = "found" if str(path) in found else "silent"
            else:
                result = "right" if decoded(new) == text else "wrong"
                if result == "wrong" and arguments.errors:
                    print(f"{actual} declared {declared}: {text!r} became {decoded(new)!r}")
            counts[actual, result] += 1
            by_lie[result] += 1
    total = len(items)
    print(f"--fix={kind}, {total} snippets")
    print(f"{'actual':14}{'fixed':>8}{'wrong':>7}{'found, left':>13}{'silent':>8}")
    for actual in ENCODINGS:
        row = [counts[actual, result] for result in ("right", "wrong", "found", "silent")]
        print(f"{actual:14}{100 * row[0] / max(1, sum(row)):7.1f}%{row[1]:7}{row[2]:13}{row[3]:8}")
    print(
        f"{'all':14}{100 * by_lie['right'] / total:7.1f}%{by_lie['wrong']:7}{by_lie['found']:13}{by_lie['silent']:8}")


if __name__ == "__main__":
    main()
