#!/usr/bin/env python3
"""Compares `pliant encoding` with the Python module chardet and uchardet on snippets of programs' texts in 44 encodings.

    compare_encoding_detection.py PROGRAM [--count N] [--seed N] [--sizes 20,80,400] [--locale FOLDER] [--errors]

The texts are the message catalogues (.mo) that measure_lint_fixes.py names, which the statistics of encodings have
never seen. An answer is right where it decodes the snippet to the text, whatever its name. Also told are the answers
at a confidence of 0.9 and more, how many of them are right, and in which cells another program is right more often
than chance would have it: by 2.6 standard deviations of the snippets that only one of the two has right.
"""
import argparse
import collections
import json
import pathlib
import random
import shutil
import subprocess
import tempfile

from measure_lint_fixes import CENTRAL, WESTERN, Sources

# Each encoding with its codec and the languages that are written in it.
ENCODINGS = {
    "UTF-8": ("utf-8", WESTERN + CENTRAL + ["ru", "uk", "ja", "ko", "zh_CN", "el", "tr"]),
    "UTF-16LE": ("utf-16-le", WESTERN + CENTRAL + ["ru", "uk", "ja", "ko", "zh_CN", "el", "tr"]),
    "UTF-16BE": ("utf-16-be", WESTERN + CENTRAL + ["ru", "uk", "ja", "ko", "zh_CN", "el", "tr"]),
    "ISO-8859-1": ("latin-1", WESTERN),
    "windows-1252": ("cp1252", WESTERN),
    "macintosh": ("mac_roman", WESTERN),
    "ISO-8859-2": ("iso8859-2", CENTRAL),
    "windows-1250": ("cp1250", CENTRAL),
    "ISO-8859-9": ("iso8859-9", ["tr"]),
    "windows-1254": ("cp1254", ["tr"]),
    "windows-1251": ("cp1251", ["ru", "uk", "bg"]),
    "KOI8-R": ("koi8-r", ["ru"]),
    "ISO-8859-5": ("iso8859-5", ["ru", "bg"]),
    "IBM866": ("cp866", ["ru"]),
    "windows-1253": ("cp1253", ["el"]),
    "ISO-8859-7": ("iso8859-7", ["el"]),
    "windows-1255": ("cp1255", ["he"]),
    "windows-1257": ("cp1257", ["lt", "lv", "et"]),
    "Shift_JIS": ("shift_jis", ["ja"]),
    "EUC-JP": ("euc_jp", ["ja"]),
    "GB18030": ("gb18030", ["zh_CN"]),
    "Big5": ("big5", ["zh_TW"]),
    "EUC-KR": ("euc_kr", ["ko"]),
    "UTF-32LE": ("utf-32-le", WESTERN + ["ru", "ja"]),
    "UTF-32BE": ("utf-32-be", WESTERN + ["ru", "ja"]),
    "ISO-8859-15": ("iso8859-15", WESTERN),
    "IBM850": ("cp850", WESTERN),
    "ISO-8859-3": ("iso8859-3", ["eo"]),
    "ISO-8859-4": ("iso8859-4", ["lt", "lv", "et"]),
    "ISO-8859-13": ("iso8859-13", ["lt", "lv", "et"]),
    "ISO-8859-16": ("iso8859-16", ["ro"]),
    "IBM852": ("cp852", CENTRAL),
    "x-mac-ce": ("mac_latin2", CENTRAL),
    "KOI8-U": ("koi8-u", ["uk"]),
    "x-mac-cyrillic": ("mac_cyrillic", ["ru", "uk", "bg"]),
    "IBM855": ("cp855", ["ru", "bg"]),
    "ISO-8859-8": ("iso8859-8", ["he"]),
    "ISO-8859-6": ("iso8859-6", ["ar"]),
    "windows-1256": ("cp1256", ["ar"]),
    "windows-874": ("cp874", ["th"]),
    "GB2312": ("gb2312", ["zh_CN"]),
    "ISO-2022-JP": ("iso2022_jp", ["ja"]),
    "ISO-2022-KR": ("iso2022_kr", ["ko"]),
    "HZ-GB-2312": ("hz", ["zh_CN"]),
}
PLAIN = {"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "–": "-", "…": "...", "\xa0": " "}
PYTHON_NAMES = {
    "x-mac-ce": "mac_latin2", "x-mac-cyrillic": "mac_cyrillic", "macintosh": "mac_roman", "windows-874": "cp874",
    "TIS-620": "cp874", "Windows-31J": "cp932", "Shift_JIS": "cp932", "EUC-KR": "cp949", "IBM00858": "cp858",
    "Big5-HKSCS": "big5hkscs", "macroman": "mac_roman", "cp037": "cp037",
}


def part(text, codec, size, chance):
    """About `size` bytes of the text around one of its characters above ASCII, whole characters."""
    places = [i for i, c in enumerate(text) if c > "\x7f"]
    start = chance.choice(places)
    start = max(0, start - chance.randrange(max(1, size // 2)))
    end = start
    while end < len(text) and len(text[start:end + 1].encode(codec)) <= size:
        end += 1
    return text[start:end]


def snippets(sources, size, count, chance):
    for name, (codec, languages) in ENCODINGS.items():
        made = 0
        for _ in range(count * 200):
            text = sources.text(chance.choice(languages), size, chance)
            if not text or any(ord(c) < 32 and c != "\n" for c in text):
                continue
            if codec == "cp1252" or codec == "mac_roman" and chance.random() < 0.3:
                text = text.replace("'", "’").replace("...", "…")
            elif not codec.startswith("ut"):
                for mark, plain in PLAIN.items():
                    text = text.replace(mark, plain)
            if text.isascii():
                continue
            try:
                text = part(text, codec, size, chance)
                data = text.encode(codec)
            except UnicodeEncodeError:
                continue
            if text.isascii() or len(data) < size * 3 // 4:
                continue
            yield name, codec, text, data
            made += 1
            if made == count:
                break


def judged_by_program(program, texts):
    """What `pliant encoding` says of each text: its encoding's name and the confidence."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, data in enumerate(texts):
            path = pathlib.Path(folder, str(number))
            path.write_bytes(data)
            names.append(str(path))
        listing = pathlib.Path(folder, "list")
        listing.write_text("\n".join(names) + "\n")
        run = subprocess.run(
            [program, "encoding", "--json", "--files-from", str(listing)], capture_output=True, text=True)
        found = {}
        for line in run.stdout.splitlines():
            entry = json.loads(line)
            found[entry["file"]] = (entry["encoding"], entry["confidence"])
        return [found.get(name, (None, 0)) for name in names]


def judged_by_chardet(items):
    import chardet

    answers = []
    for _, _, _, data in items:
        answer = chardet.detect(data)
        answers.append((answer["encoding"], answer["confidence"]))
    return answers


def judged_by_uchardet(items):
    with tempfile.TemporaryDirectory() as folder:
        answers = []
        for first in range(0, len(items), 500):
            names = []
            for number, (_, _, _, data) in enumerate(items[first:first + 500]):
                path = pathlib.Path(folder, str(number))
                path.write_bytes(data)
                names.append(str(path))
            run = subprocess.run(["uchardet", *names], capture_output=True, text=True)
            answers += [(line.rsplit(": ", 1)[-1], 0) for line in run.stdout.splitlines()]
        return answers


def is_right(text, data, found):
    try:
        return data.decode(PYTHON_NAMES.get(found, found)).lstrip("\ufeff") == text
    except (UnicodeDecodeError, LookupError, TypeError):
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", default="20,80,400")
    parser.add_argument("--locale", default="/usr/share/locale")
    parser.add_argument("--errors", action="store_true", help="show what the program gets wrong")
    arguments = parser.parse_args()
    sources = Sources(arguments.locale)
    sizes = [int(size) for size in arguments.sizes.split(",")]
    right, totals = collections.Counter(), collections.Counter()
    sure = collections.Counter()
    for size in sizes:
        items = list(snippets(sources, size, arguments.count, random.Random(arguments.seed * 1000 + size)))
        texts = [data for _, _, _, data in items]
        judges = {"pliant": judged_by_program(arguments.program, texts), "chardet": judged_by_chardet(items)}
        if shutil.which("uchardet"):
            judges["uchardet"] = judged_by_uchardet(items)
        only = collections.Counter()
        for number, (name, _, text, data) in enumerate(items):
            totals[name, size] += 1
            for judge, answers in judges.items():
                found, confidence = answers[number]
                good = is_right(text, data, found)
                right[judge, name, size] += good
                if confidence >= 0.9:
                    sure[judge, "all"] += 1
                    sure[judge, "right"] += good
                if judge == "pliant":
                    ours = good
                elif good != ours:
                    only[judge, name, good] += 1
                if arguments.errors and judge == "pliant" and not good:
                    print(f"{name} {size}: {found} {confidence} {text!r}")
        for name in ENCODINGS:
            for judge in list(judges)[1:]:
                theirs, ours = only[judge, name, True], only[judge, name, False]
                if theirs - ours > 2.6 * (theirs + ours) ** 0.5:
                    print(f"behind {judge}: {name}, {size} bytes: {theirs} only it has right, {ours} only pliant", flush=True)
    print(f"{'right of 100: pliant/chardet':30}" + "".join(f"{size:>8} B " for size in sizes))
    for name in ENCODINGS:
        row = f"{name:30}"
        for size in sizes:
            total = max(1, totals[name, size])
            shares = [round(100 * right[judge, name, size] / total) for judge in ("pliant", "chardet")]
            row += f"{shares[0]:6}/{shares[1]:<4}"
        print(row)
    total = sum(totals.values())
    for judge in ("pliant", "chardet"):
        all_right = sum(count for (who, _, _), count in right.items() if who == judge)
        share = 100 * sure[judge, "right"] / max(1, sure[judge, "all"])
        print(f"{judge}: {all_right} of {total} right; {sure[judge, 'all']} at 0.9 or more, {share:.2f} % right")


if __name__ == "__main__":
    main()
