#!/usr/bin/env python3
"""Measures how often `pliant encoding` finds the encoding by which a text is decoded rightly.

    measure_encoding_detection.py PROGRAM TEXTS [--count N] [--seed N] [--sources PATTERN] [--errors] [--chardet]

TEXTS holds UTF-8 files LANGUAGE/NAME.txt: any texts by which one wants to judge, such as the folder `judge` that
gather_encoding_text.py makes of Debian's manpages-l10n (English and Icelandic, which it lacks: build/en/debian-
reference-en.txt and build/is/thunderbird-l10n-is.txt, which the statistics leave out). For every language and kind
of text N snippets are encoded and given to PROGRAM in one run: 50 to 1,000 characters of prose, markup-heavy XML,
source comments, strings of a property list, capitals, or with quotes and dashes alone above ASCII; and short fields
of 5 to 20 characters with one letter above ASCII. A third is in UTF-8 or UTF-16, the rest in windows-1252 (of which
ISO-8859-1 is what has no byte from 0x80 to 0x9F) and Mac OS Roman; languages of other scripts and encodings are
reported by themselves. With --chardet that Python module, limited to the five encodings, judges instead.
"""
import argparse
import collections
import fnmatch
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "PliantText/Generated"))
from compare_encoding_detection import judged_by_program
from encoding_snippets import ENCODINGS, KINDS, WESTERN, Texts, snippet

PYTHON_NAMES = {
    "x-mac-ce": "mac_latin2", "x-mac-cyrillic": "mac_cyrillic", "macintosh": "mac_roman", "windows-874": "cp874",
    "TIS-620": "cp874", "Windows-31J": "cp932", "Shift_JIS": "cp932", "EUC-KR": "cp949", "IBM00858": "cp858",
}
UNICODE = ["utf-8", "utf-16-le", "utf-16-be"]
FIVE = ["utf-8", "ascii", "iso-8859-1", "windows-1252", "macroman", "utf-16-le", "utf-16-be"]


def snippets(texts, count, chance):
    for language in texts.sources:
        if not texts.sources[language]:
            continue
        is_western = language in WESTERN
        for kind in ["short"] + (KINDS if is_western else ["prose"]):
            found = 0
            for _ in range(count * 100):
                codec = chance.choice(UNICODE) if is_western and chance.random() < 1 / 3 else None
                result = snippet(texts, language, kind, chance, codec=codec)
                if result:
                    yield language, kind, result
                    found += 1
                if found == count:
                    break


def judged_by_chardet(items):
    import chardet

    return [chardet.detect(data, include_encodings=FIVE)["encoding"] for _, _, (data, _) in items]


def is_right(data, codec, found):
    try:
        return data.decode(PYTHON_NAMES.get(found, found)) == data.decode(codec)
    except (UnicodeDecodeError, LookupError, TypeError):
        return False


def shown_codec(data, codec):
    is_latin = codec == "cp1252" and not any(0x80 <= byte < 0xA0 for byte in data)
    return "ISO-8859-1" if is_latin else {"cp1252": "windows-1252", "mac_roman": "macintosh"}.get(codec, codec)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("texts")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sources", default="*")
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--chardet", action="store_true")
    arguments = parser.parse_args()
    texts = Texts(
        arguments.texts, ENCODINGS, lambda language, source: fnmatch.fnmatch(source, arguments.sources))
    items = list(snippets(texts, arguments.count, random.Random(arguments.seed)))
    if arguments.chardet:
        verdicts = judged_by_chardet(items)
    else:
        verdicts = [name for name, _ in judged_by_program(arguments.program, [data for _, _, (data, _) in items])]
    totals, wrong = collections.Counter(), collections.Counter()
    for (language, kind, (data, codec)), found in zip(items, verdicts):
        length = len(data.decode(codec))
        group = "short field" if kind == "short" else f"{50 if length < 200 else 200} characters or more"
        right = is_right(data, codec, found)
        west = language in WESTERN
        size = "short fields" if kind == "short" else "long texts"
        keys = [("all", size if west else f"other languages, {size}")]
        if west:
            keys += [("by encoding", f"{shown_codec(data, codec)}, {group}"), ("by language", f"{language}, {size}")]
            keys += [("by kind", kind)]
        else:
            keys += [("others", f"{language} {codec}, {size}")]
        for key in keys:
            totals[key] += 1
            wrong[key] += not right
        if arguments.errors and not right:
            text = data.decode(codec)
            parts = [text[max(0, m.start() - 8):m.start() + 8] for m in re.finditer("[^\x00-\x7f]", text)][:4]
            print(language, kind, codec, "found", found, parts)
    for (heading, name), total in sorted(totals.items()):
        missed = wrong[heading, name]
        print(f"{heading:12} {name:45} {total:6} {missed:5} wrong  {100 - 100 * missed / total:6.2f} %")


if __name__ == "__main__":
    main()
