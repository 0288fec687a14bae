#!/usr/bin/env python3
"""Writes DoubleByteTables.swift, in the directory of this script, and its Tables: the character sets of East Asia.

Both Python's codecs and the C library's iconv(3) are asked about every code. Where they agree, so does the table; where
they differ, CHOICES says which one is followed and why, and the script stops if it meets a difference that is not
listed. Needs Python 3.11 or later and glibc 2.36 or later.

A table is the text of its characters, slot by slot; PackedCharacters.swift reads it:

    、。-12，+96    two characters, 12 unassigned slots, a character, 96 ideographs

The ideographs of a run are those from U+4E00 to U+9FA5 that the rest of the table lacks, in Unicode's order, as GBK has
them around GB 2312.

Characters of two scalars, which a table lacks, are listed by their codes.

One table serves several encodings: what an encoding leaves out of it (its gaps) and what it has in another place or
form (its overrides) are listed by slot.
"""
import ctypes
import pathlib

# Encoding, code, Python, iconv: the one followed and the reason.
CHOICES = """
Shift_JIS    5C, 7E      Python  the backslash and the tilde, not U+00A5 and U+203E: escapes of JSON and .strings need them
Windows-31J  80, A0, FD-FF  iconv   not assigned; Python has the best fits of Windows, U+0080 and U+F8F0 to U+F8F3
Windows-31J  characters with two codes are written as IBM's extension (FA40 on), as iconv and Windows do; Python: NEC's
EUC-JP       80-8D, 90-9F   Python  not assigned; iconv has C1 controls
EUC-JP       8FA2B7      iconv   U+FF5E; Python's U+007E would be a second tilde
GB18030      25 codes    iconv   the characters of the editions of 2005 and 2022; Python has the private ones of 2000
GB18030      18 four-byte codes  Python  still read as the characters that now have two bytes; iconv refuses them
GBK          80          iconv   the euro sign, as in Windows
Big5         11 codes    iconv   as Windows-950 and ETEN (A145 is U+2027); Python's big5 has the guesses of Unicode 1.1
Big5         C6A1-C8D3   neither ETEN's characters as Big5-HKSCS has them; iconv has private ones, Python's cp950 other ones
Big5         C8D4-C8FE   Python  not assigned; iconv has private characters
Big5-HKSCS   68 codes of 87xx  iconv  the edition of 2008; Python has that of 2004
Big5-HKSCS   A15A and 6 more   Python  second codes of standard Big5, read and not written; iconv refuses them
EUC-KR       80-A0       Python  not assigned; iconv has C1 controls
EUC-KR       A2E8        iconv   U+327E, added in 2002
EUC-KR       A4D4        iconv   U+3164; Python reads it as the beginning of a composed syllable of eight bytes
Johab        5C          Python  the backslash, not U+20A9
Johab        8441 and 16 more  iconv  not assigned; Python reads syllables of a final only that have an initial form
Johab        D9E8        iconv   U+327E
JIS X 0213   rows of JIS X 0212, 8F in EUC  iconv  not assigned; Python reads them, too
JIS X 0213   815C and 4 more  iconv  U+2014, the wide tilde, backslash and brackets; Python has others
EUC-TW       planes 1 and 2 of CNS 11643 alone, all that Big5 has; Python has no codec
"""

LIBRARY = ctypes.CDLL(None, use_errno=True)
LIBRARY.iconv_open.restype = ctypes.c_void_p
LIBRARY.iconv_open.argtypes = [ctypes.c_char_p] * 2
LIBRARY.iconv.restype = ctypes.c_size_t
LIBRARY.iconv.argtypes = [ctypes.c_void_p] * 5

# Characters of a line, without its indentation and its end.
LINE = 104
# The ideographs that a table may leave to its reader.
IDEOGRAPHS = range(0x4E00, 0x9FA6)


class Iconv:
    """One direction of iconv(3)."""

    def __init__(self, source, target):
        self.descriptor = LIBRARY.iconv_open(target.encode(), source.encode())
        assert self.descriptor not in (None, 2**64 - 1), source

    def convert(self, data):
        LIBRARY.iconv(self.descriptor, None, None, None, None)
        source, target = ctypes.create_string_buffer(data, len(data)), ctypes.create_string_buffer(64)
        at, to = ctypes.c_void_p(ctypes.addressof(source)), ctypes.c_void_p(ctypes.addressof(target))
        left, room = ctypes.c_size_t(len(data)), ctypes.c_size_t(64)
        refs = [ctypes.byref(item) for item in (at, left, to, room)]
        if LIBRARY.iconv(self.descriptor, *refs) == 2**64 - 1:
            return None
        LIBRARY.iconv(self.descriptor, None, None, *refs[2:])
        return target.raw[:64 - room.value]


def python(codec):
    def decode(code):
        try:
            return code.decode(codec)
        except UnicodeError:
            return None
    return decode


def iconv(name):
    converter = Iconv(name, "UTF-8")

    def decode(code):
        text = converter.convert(code)
        return None if text is None else text.decode()
    return decode


def agreed(codes, first, second, choose=None):
    """What both make of each code; `choose(code, one, other)` decides the listed differences."""
    values = {}
    for code in codes:
        one, other = first(code), second(code)
        if one != other:
            assert choose is not None, (code.hex(), one, other)
            one = choose(code, one, other)
        if one is not None:
            values[code] = one
    return values


def pairs(leads, trails):
    return [bytes([lead, trail]) for lead in leads for trail in trails]


def grid(first, last):
    """Codes of a set of 94 by 94 in EUC."""
    return pairs(range(0xA0 + first, 0xA1 + last), range(0xA1, 0xFF))


# MARK: The sets

SJIS_TRAILS = [*range(0x40, 0x7F), *range(0x80, 0xFD)]
BIG5_TRAILS = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
GBK_TRAILS = [*range(0x40, 0x7F), *range(0x80, 0xFF)]
# The duplicates of standard Big5 that are only read.
BIG5_SECOND = {bytes.fromhex(code) for code in "a15a a1c3 a1c5 a1fe a240 a2cc a2ce".split()}


def japanese():
    """JIS X 0208 in rows 1 to 94 with what Microsoft adds, then rows 115 to 119 of Microsoft alone; and JIS X 0212."""
    sjis = pairs([*range(0x81, 0xA0), *range(0xE0, 0xF0), *range(0xFA, 0xFD)], SJIS_TRAILS)
    standard = agreed(sjis, python("shift_jis"), iconv("SHIFT_JIS"))
    microsoft = agreed(sjis, python("cp932"), iconv("CP932"))
    euc = agreed(grid(1, 94), python("euc_jp"), iconv("EUC-JP"))

    def slot(code):
        lead = code[0] - (0x81 if code[0] < 0xA0 else 0xC1)
        lead -= 10 if code[0] >= 0xF0 else 0
        return lead * 188 + SJIS_TRAILS.index(code[1])
    base = {slot(code): value for code, value in microsoft.items()}
    strict = {slot(code): value for code, value in standard.items()}
    assert strict == {(code[0] - 0xA1) * 94 + code[1] - 0xA1: value for code, value in euc.items()}
    base.update(strict)
    microsoft = {slot(code): value for code, value in microsoft.items()}
    encoder = Iconv("UTF-8", "CP932")
    second = [at for at, value in microsoft.items() if slot(encoder.convert(value.encode())) != at]

    second_set = [b"\x8f" + code for code in grid(1, 94)]
    supplement = agreed(second_set, python("euc_jp"), iconv("EUC-JP"),
                        lambda code, one, other: expect(code, "8fa2b7", other))
    supplement = {(code[1] - 0xA2) * 94 + code[2] - 0xA1: value for code, value in supplement.items()}
    assert min(supplement) >= 0 and max(supplement) < 76 * 94
    return [
        Table("jisX0208", 94, 99, base, second, {"strictJIS": strict, "microsoftJIS": microsoft}),
        Table("jisX0212", 94, 76, supplement, [], {}),
    ]


# The rows of the second plane of JIS X 0213 in the order of Shift_JIS.
SECOND_PLANE = [1, 8, 3, 4, 5, 12, 13, 14, 15, *range(78, 95)]


def newer_japanese():
    """JIS X 0213: rows 1 to 94, then those of the second plane."""
    codes = pairs([*range(0x81, 0xA0), *range(0xE0, 0xFD)], SJIS_TRAILS)
    differences = []
    values = agreed(codes, python("shift_jis_2004"), iconv("SHIFT_JISX0213"),
                    lambda code, one, other: differences.append(code) or other)
    assert len(differences) == 5, differences
    euc = {code: value for code in grid(1, 94) + [b"\x8f" + code for code in grid(1, 94)]
           if (value := iconv("EUC-JISX0213")(code)) is not None}

    def slot(code):
        return (code[0] - (0x81 if code[0] < 0xA0 else 0xC1)) * 188 + SJIS_TRAILS.index(code[1])

    def slot_of_euc(code):
        row = code[-2] - 0xA0
        return (row - 1 if len(code) == 2 else 94 + SECOND_PLANE.index(row)) * 94 + code[-1] - 0xA1
    assert {slot(code): value for code, value in values.items()} == {slot_of_euc(code): value for code, value in euc.items()}
    encoder = Iconv("UTF-8", "SHIFT_JISX0213")
    assert all(encoder.convert(value.encode()) == code for code, value in values.items())
    base = {slot(code): value for code, value in values.items() if len(value) == 1}
    return [Table("jisX0213", 94, 120, base, [], {},
                  {"shiftJIS2004": composed(values), "eucJIS2004": composed(euc)})]


def composed(values):
    return [(int.from_bytes(code, "big"), *map(ord, value)) for code, value in values.items() if len(value) == 2]


def taiwanese():
    """The planes 1 and 2 of CNS 11643."""
    decode = iconv("EUC-TW")
    values = {code: value for code in grid(1, 94) + [b"\x8e\xa2" + code for code in grid(1, 94)]
              if (value := decode(code)) is not None}
    encoder = Iconv("UTF-8", "EUC-TW")
    assert all(encoder.convert(value.encode()) == code for code, value in values.items())
    base = {(code[-2] - 0xA1 + (94 if len(code) > 2 else 0)) * 94 + code[-1] - 0xA1: value for code, value in values.items()}
    return [Table("cns11643", 94, 94 + 82, base, [], {})]


def chinese():
    """The part of GB18030 with two bytes, which holds GBK and GB2312; and Big5 with HKSCS."""
    codes = pairs(range(0x81, 0xFF), GBK_TRAILS)
    moved = []
    base = agreed(codes, python("gb18030"), iconv("GB18030"),
                  lambda code, one, other: moved.append(code) or other)
    assert len(moved) == 25, moved
    gbk = agreed(codes, python("gbk"), iconv("GBK"))
    simplified = agreed(codes, python("gb2312"), iconv("EUC-CN"))

    def slot(code):
        return (code[0] - 0x81) * 190 + GBK_TRAILS.index(code[1])
    base, gbk, simplified = ({slot(code): value for code, value in values.items()}
                             for values in (base, gbk, simplified))
    first = Table("gb18030", 190, 126, base, [], {"gbk": gbk, "gb2312": simplified})
    return [first, big5()]


def big5():
    codes = pairs(range(0x87, 0xFF), BIG5_TRAILS)

    def choose(code, one, other):
        assert code[0] == 0x87 and one is None or code in BIG5_SECOND and other is None, code.hex()
        return other or one
    hongkong = agreed(codes, python("big5hkscs"), iconv("BIG5-HKSCS"), choose)
    accented = composed(hongkong)
    hongkong = {code: value for code, value in hongkong.items() if len(value) == 1}

    def choose_plain(code, one, other):
        assert b"\xC6\xA1" <= code <= b"\xC8\xFE", code.hex()
        return None
    plain = agreed(codes, python("cp950"), iconv("BIG5"), choose_plain)
    plain = {code: value for code, value in plain.items() if not b"\xC6\xA1" <= code <= b"\xC8\xFE"}
    for code, value in hongkong.items():
        if b"\xC6\xA1" <= code <= b"\xC8\xD3" or b"\xA3\xC0" <= code <= b"\xA3\xE0":
            plain[code] = value

    def slot(code):
        return (code[0] - 0x87) * 157 + BIG5_TRAILS.index(code[1])
    # A code that Big5 reads in another way than HKSCS writes may be the second one.
    encoder = Iconv("UTF-8", "BIG5-HKSCS")
    second = [slot(code) for code, value in hongkong.items() if encoder.convert(value.encode()) != code]
    hongkong = {slot(code): value for code, value in hongkong.items()}
    plain = {slot(code): value for code, value in plain.items()}
    base = dict(hongkong)
    base.update({at: value for at, value in plain.items() if at not in hongkong})
    return Table("big5", 157, 120, base, second, {"hongKong": hongkong, "plainBig5": plain}, {"hongKong": accented})


def korean():
    """KS X 1001; the further syllables of CP949 follow from it."""
    codes = grid(1, 94)

    def choose(code, one, other):
        assert code.hex() in ("a2e8", "a4d4") and one is None
        return other
    base = agreed(codes, python("euc_kr"), iconv("EUC-KR"), choose)
    microsoft = agreed(codes, python("cp949"), iconv("CP949"))
    microsoft = {code: value for code, value in microsoft.items() if code[1] > 0xA0}

    def slot(code):
        return (code[0] - 0xA1) * 94 + code[1] - 0xA1
    base, microsoft = ({slot(code): value for code, value in values.items()} for values in (base, microsoft))
    assert max(base) < 93 * 94
    check_extension()
    return [Table("ksX1001", 94, 93, base, [], {"cp949": microsoft})]


def check_extension():
    """The syllables that KS X 1001 lacks stand in Unicode's order in the free places of CP949."""
    decode, standard = python("cp949"), python("euc_kr")
    known = {standard(code) for code in grid(16, 40)}
    lacking = [chr(value) for value in range(0xAC00, 0xD7A4) if chr(value) not in known]
    trails = [*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0x81, 0xFF)]
    places = pairs(range(0x81, 0xA1), trails)
    places += pairs(range(0xA1, 0xC7), [trail for trail in trails if trail < 0xA1])
    assert [decode(code) for code in places][:len(lacking)] == lacking


def expect(code, wanted, value):
    assert code.hex() == wanted, code.hex()
    return value


# MARK: Output

class Table:
    def __init__(self, name, columns, rows, base, second, variants, composed={}):
        self.name, self.columns, self.rows = name, columns, rows
        self.base, self.second, self.variants, self.composed = base, second, variants, composed
        assert all(ord(value) >= 0x80 for value in base.values())
        self.hasIdeographs = name == "gb18030"

    def items(self):
        """The characters, and signed numbers for runs of unassigned slots and of ideographs."""
        slots = range(self.rows * self.columns)
        written = {ord(self.base[at]) for at in slots if at in self.base and not self.isBeside(at)}
        lacking = iter([chr(value) for value in IDEOGRAPHS if value not in written])
        following = next(lacking) if self.hasIdeographs else None
        runs = []
        for at in slots:
            value = self.base.get(at)
            if following is not None and value == following:
                following = next(lacking, None)
                sign = "+"
            else:
                sign = "-" if value is None else ""
            if sign and runs and runs[-1][0] == sign:
                runs[-1][1] += 1
            else:
                runs.append([sign, 1 if sign else value])
        assert following is None
        return [sign + str(item) for sign, item in runs]

    def isBeside(self, at):
        """Whether a slot of GBK is not one of GB 2312."""
        return self.hasIdeographs and (at // self.columns < 0x20 or at % self.columns < 0x60)

    def gaps(self, values):
        """Runs of slots that are assigned in the table and not in `values`; slots assigned in neither join runs."""
        runs, start, last = [], None, None
        for at in range(self.rows * self.columns):
            if at in values:
                if start is not None:
                    runs.append((start, last))
                start = None
            elif at in self.base:
                start, last = at if start is None else start, at
        if start is not None:
            runs.append((start, last))
        return runs

    def overrides(self, values):
        return [(at, ord(value)) for at, value in sorted(values.items()) if self.base[at] != value]


def write_table(name, items):
    """Writes a file of items, which lines do not divide."""
    lines = [""]
    for item in items:
        if len(lines[-1] + item) > LINE:
            lines.append("")
        lines[-1] += item
    folder = pathlib.Path(__file__).resolve().parent / "Tables"
    (folder / f"{name}.txt").write_bytes(("\n".join(lines) + "\n").encode())


FILES = {
    "jisX0208": "jis-x-0208", "jisX0212": "jis-x-0212", "gb18030": "gb18030", "big5": "big5", "ksX1001": "ks-x-1001",
    "jisX0213": "jis-x-0213", "cns11643": "cns-11643"}


def number_list(name, comment, rows):
    words = [f"0x{word:04X}" for row in rows for word in row]
    if not words:
        return
    yield ""
    yield f"  /// {comment}"
    line = f"  static let {name}: [UInt16] = [{', '.join(words)}]"
    if len(line) <= 110:
        yield line
        return
    yield f"  static let {name}: [UInt16] = ["
    for start in range(0, len(words), 13):
        yield "    " + ", ".join(words[start:start + 13]) + ","
    yield "  ]"


def runs_of(slots):
    runs = []
    for at in sorted(slots):
        if runs and runs[-1][1] == at - 1:
            runs[-1][1] = at
        else:
            runs.append([at, at])
    return runs


def main():
    lines = [
        "// Generated by generate_double_byte_tables.py in this directory; do not edit.",
        "",
        "/// The characters of East Asia's sets, row by row; the script explains the numbers.",
        "enum DoubleByteTables {",
    ]
    tables = japanese() + newer_japanese() + chinese() + taiwanese() + korean()
    for table in tables:
        write_table(FILES[table.name], table.items())
        if table.second:
            lines += number_list(f"{table.name}Seconds", "Runs of slots that are read and not written, the last included.",
                                 runs_of(table.second))
        for name, values in table.variants.items():
            lines += number_list(f"{name}Gaps", "Runs of slots that it lacks, the last included.", table.gaps(values))
            lines += number_list(f"{name}Overrides", "Slots with their meanings in it.", table.overrides(values))
        for name, rows in table.composed.items():
            lines += number_list(f"{name}Composed", "Codes, each with its letter and its mark.", rows)
    del lines[4]
    lines += ["}", ""]
    path = pathlib.Path(__file__).resolve().parent / "DoubleByteTables.swift"
    path.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
