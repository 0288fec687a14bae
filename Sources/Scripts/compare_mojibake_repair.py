#!/usr/bin/env python3
"""Compares what `pliant lint --fix=bytes` and the Python module ftfy make of text that was read in a wrong encoding.

    compare_mojibake_repair.py PROGRAM [--count N] [--seed N] [--locale FOLDER] [--errors]

Snippets of the message catalogues that measure_lint_fixes.py names are taken for ISO-8859-1, windows-1252 and Mac OS
Roman, once, twice and three times, and for other code pages once, and stored as UTF-8; whole, by halves, or in one
element of a right document; or MacRoman and windows-1252 are taken for each other. Correct text, and text about such
text, is given to both as well, which must stay as it is.
"""
import argparse
import collections
import pathlib
import random
import subprocess
import tempfile

from measure_lint_fixes import CENTRAL, WESTERN, Sources

LANGUAGES = WESTERN + CENTRAL + ["ru", "el", "tr", "ja", "ko", "zh_CN"]


def sloppy(data):
    """Windows-1252 with controls for the bytes that it lacks, as browsers have it."""
    return "".join(bytes([b]).decode("cp1252") if b not in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else chr(b) for b in data)


READINGS = {
    "ISO-8859-1": lambda data: data.decode("latin-1"),
    "windows-1252": sloppy,
    "macintosh": lambda data: data.decode("mac_roman"),
}
ONCE = {
    "windows-1251": "cp1251", "windows-1250": "cp1250", "IBM437": "cp437", "IBM850": "cp850",
}


def code_page(data, codec):
    """With controls for the bytes that the code page lacks."""
    text = data.decode(codec, "replace")
    return "".join(c if c != "\ufffd" else chr(b) for c, b in zip(text, data)) if len(text) == len(data) else None


def half(text, chance):
    """Every second line or, of one line, every second word."""
    pieces = text.split("\n") if "\n" in text else text.split(" ")
    first = chance.randrange(2)
    joined = [sloppy(piece.encode()) if i % 2 == first else piece for i, piece in enumerate(pieces)]
    return ("\n" if "\n" in text else " ").join(joined)


def about(text):
    """A text about it: each letter with what it becomes."""
    letters = list(dict.fromkeys(c for c in text if c > "\x7f"))[:3]
    return ", ".join(f"{sloppy(c.encode())} means {c}" for c in letters)


def cases(text, chance):
    yield "correct", text, text
    yield "about it", about(text), about(text)
    garbled = half(text, chance)
    if garbled != text:
        yield "half of it as windows-1252", text, garbled
    beside = "<t>„klug“ – Öl</t>\n<t>%s</t>"
    yield "an element of a right document", beside % text, beside % sloppy(text.encode())
    for name, codec in ONCE.items():
        wrong = code_page(text.encode(), codec)
        if wrong:
            yield f"UTF-8 as {name}", text, wrong
    for name, reading in READINGS.items():
        wrong = text
        for times in (1, 2, 3):
            wrong = reading(wrong.encode())
            yield f"UTF-8 as {name}, {times} times", text, wrong
    for name, codec, reading in [
        ("macintosh as windows-1252", "mac_roman", sloppy), ("windows-1252 as macintosh", "cp1252", READINGS["macintosh"]),
    ]:
        try:
            yield name, text, reading(text.encode(codec))
        except UnicodeEncodeError:
            pass


def repaired_by_program(program, texts):
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, f"{number}.txt") for number in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_bytes(text.encode())
        listing = pathlib.Path(folder, "list")
        listing.write_text("\n".join(map(str, paths)) + "\n")
        subprocess.run(
            [program, "lint", "--fix=bytes", "--select", "encoding/double-encoded", "--files-from", str(listing)],
            capture_output=True)
        return [path.read_bytes().decode() for path in paths]


def main():
    import ftfy

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--locale", default="/usr/share/locale")
    parser.add_argument("--errors", action="store_true", help="show what the program gets wrong")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    sources = Sources(arguments.locale)
    items = []
    while len(items) < arguments.count * 20:
        text = sources.text(chance.choice(LANGUAGES), chance.randint(20, 400), chance)
        if text and not text.isascii() and not any(ord(c) < 32 and c != "\n" for c in text):
            items += [(name, right, wrong) for name, right, wrong in cases(text, chance)]
    found = repaired_by_program(arguments.program, [wrong for _, _, wrong in items])
    counts = collections.Counter()
    for (name, text, wrong), ours in zip(items, found):
        theirs = ftfy.fix_encoding(wrong)
        counts[name, "all"] += 1
        for judge, result in (("pliant", ours), ("ftfy", theirs)):
            counts[name, judge] += result == text
            counts[name, judge, "worse"] += result != text and result != wrong
        if arguments.errors and ours != text:
            print(f"{name}: {text!r} as {wrong!r} became {'the same' if ours == wrong else repr(ours)}")
    print(f"{'':34}{'all':>6}{'pliant':>8}{'ftfy':>8}   neither as it was nor right: pliant, ftfy")
    for name in dict.fromkeys(name for name, _, _ in items):
        print(
            f"{name:34}{counts[name, 'all']:6}{counts[name, 'pliant']:8}{counts[name, 'ftfy']:8}"
            f"{counts[name, 'pliant', 'worse']:10}{counts[name, 'ftfy', 'worse']:6}")


if __name__ == "__main__":
    main()
