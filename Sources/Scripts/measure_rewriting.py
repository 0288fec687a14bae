#!/usr/bin/env python3
"""Measures how often pliant rewrites a text in a wrong encoding, and how often it finds the right one.

    measure_rewriting.py PROGRAM TEXTS [--count N] [--seed N] [--errors] [--chardet] [--only NAME,...]

TEXTS holds UTF-8 files LANGUAGE.txt, any texts by which to judge, a paragraph a line. For every language and every
encoding of Python and iconv that can write a piece of its text, N pieces of 20 to 1,000 bytes are written to files
without a declaration, which `lint --fix`, `lint --fix=bytes`, `lint --fix=mixed` and `transcode --to UTF-8` then have. A
file is right if it is its text in UTF-8, untouched if nothing changed, and wrong otherwise. Exit status 1 if one is wrong.
"""
import argparse
import collections
import pathlib
import random
import subprocess
import sys
import tempfile

PYTHON = """cp437 cp720 cp737 cp775 cp850 cp852 cp855 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp866 cp869 cp874
cp1006 cp1125 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp037 cp273 cp424 cp500 cp875 cp1026 cp1140
iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 iso8859-10 iso8859-13 iso8859-14
iso8859-15 iso8859-16 koi8-r koi8-t koi8-u kz1048 ptcp154 hp-roman8 mac-roman mac-latin2 mac-cyrillic mac-greek
mac-turkish mac-iceland mac-romanian mac-croatian shift_jis cp932 shift_jis_2004 euc_jp euc_jis_2004 iso2022_jp gb2312 gbk
gb18030 big5 big5hkscs euc_kr cp949 johab iso2022_kr utf-16-le utf-16-be""".split()
ICONV = ["GEORGIAN-ACADEMY", "GEORGIAN-PS", "ARMSCII-8", "VISCII", "TCVN5712-1", "EUC-TW"]


def encoded(text, name):
    """The bytes; None if the encoding lacks a character, or if they are UTF-8 or ASCII as well."""
    try:
        if name in ICONV:
            data = subprocess.run(["iconv", "-f", "UTF-8", "-t", name], input=text.encode(), capture_output=True)
            if data.returncode: return None
            data = data.stdout
            back = subprocess.run(["iconv", "-f", name, "-t", "UTF-8"], input=data, capture_output=True).stdout
            if back != text.encode(): return None
        else:
            data = text.encode(name)
            if data.decode(name) != text: return None
    except (UnicodeError, LookupError):
        return None
    try:
        data.decode("utf-8")
        return None
    except UnicodeError:
        return data


def pieces(folder, count, chance, only):
    for path in sorted(folder.glob("*.txt")):
        lines = path.read_text("utf-8").splitlines()
        for name in PYTHON + ICONV:
            if only and name not in only: continue
            found = 0
            for _ in range(count * 6):
                if found == count: break
                text = " ".join(chance.sample(lines, min(len(lines), 4)))
                length = chance.choice([20, 40, 80, 160, 320, 640, 1000])
                start = chance.randrange(max(1, len(text) - length))
                text = text[start : start + length].strip()
                high = sum(ord(c) > 127 for c in text)
                if high < 2: continue
                # What the encoding lacks stands for itself in ASCII, as an author would write it.
                text = text.translate({0x201C: '"', 0x201D: '"', 0x2019: "'", 0x2018: "'", 0x2026: "...", 0xAB: '"',
                                       0xBB: '"', 0x2013: "-", 0x2014: "-", 0x201E: '"', 0xA0: " ", 0xAD: "-"})
                if name not in ("cp1258",) and not any(ord(c) > 127 for c in text): continue
                data = encoded(text, name)
                if data is None: continue
                found += 1
                yield path.stem, name, text, data


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("texts", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--chardet", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--job", default="", help="the beginning of the only one")
    options = parser.parse_args()
    items = list(pieces(options.texts, options.count, random.Random(options.seed), set(filter(None, options.only.split(",")))))
    wrong = 0
    jobs = (["lint", "--fix"], ["lint", "--fix=bytes"], ["lint", "--fix=mixed"], ["transcode", "--to", "UTF-8"])
    for job in [job for job in jobs if " ".join(job).startswith(options.job)]:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            paths = []
            for number, (_, _, _, data) in enumerate(items):
                paths.append(folder / f"{number}.txt")
                paths[-1].write_bytes(data)
            for start in range(0, len(paths), 2000):
                subprocess.run([options.program, *job, *paths[start : start + 2000]], capture_output=True)
            right, untouched = collections.Counter(), collections.Counter()
            total, mistakes = collections.Counter(), collections.Counter()
            for (language, encoding, text, data), path in zip(items, paths):
                total[encoding] += 1
                result = path.read_bytes()
                if result == data: untouched[encoding] += 1
                elif result[:2] in (b"\xff\xfe", b"\xfe\xff") and result[2:] == data: untouched[encoding] += 1
                elif result.decode("utf-8", "replace").replace("\r\n", "\n").strip() == text.strip(): right[encoding] += 1
                else:
                    mistakes[encoding] += 1
                    if options.errors:
                        print(f"  {language} {encoding} {len(data)}: {text[:70]!r} became {result.decode('utf-8', 'replace')[:70]!r}")
            wrong += mistakes.total()
            print(f"{' '.join(job)}: {total.total()} texts, {right.total()} right, {untouched.total()} untouched, {mistakes.total()} wrong")
            if job[0] == "transcode":
                heads = ("encoding", "texts", "right", "wrong") + (("chardet",) if options.chardet else ())
                print("\t".join(heads))
                for encoding in sorted(total):
                    row = [encoding, total[encoding], right[encoding], mistakes[encoding]]
                    if options.chardet: row.append(by_chardet(items, encoding))
                    print("\t".join(map(str, row)))
    return wrong > 0


def by_chardet(items, encoding):
    import chardet

    count = 0
    for _, name, text, data in items:
        if name != encoding: continue
        try:
            found = chardet.detect(data)["encoding"]
            count += data.decode(found) == text
        except (TypeError, LookupError, UnicodeError):
            pass
    return count


sys.exit(main())
