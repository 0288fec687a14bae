#!/usr/bin/env python3
"""Writes Sources/PliantKit/Text/Generated/EncodingStatistics.swift from text of eleven languages.

    generate_encoding_statistics.py FOLDER

FOLDER holds unpacked Debian packages (dpkg-deb -x PACKAGE.deb FOLDER/PACKAGE), all under free licences:
  translations and manuals: apt aptitude-doc-{es,fi,fr,it,nl} bash coreutils debian-faq-{de,fr,it,nl} debian-handbook
    developers-reference-{de,fr,it} dpkg findutils gettext gimp-data gnome-user-docs installation-guide-amd64 iso-codes
    libgphoto2-l10n libgtk-3-common libgtk2.0-common pidgin-data sed tar vim-runtime wget
  word lists: hunspell-is wamerican wdanish wdutch wfrench witalian wngerman wportuguese wspanish wswedish
The text is only counted, never shipped. Debian's manpages-l10n is left out: it judges the result.

What is counted: how often each character that ISO-8859-1, windows-1252 or Mac OS Roman has above ASCII stands in a
language, beside which characters, and in which case; and the language's pairs of ASCII letters. Straight quotes,
hyphens and dots are made typographic in a part of the lines, some lines are made capitals, some are given markup.
Every logarithm is stored as one printable character from `!` on, the backslash left out, in steps of 1/8.
"""
import collections
import gettext
import glob
import html
import math
import pathlib
import random
import re
import sys
import zlib

LANGUAGES = {
    "de": ["de"], "fr": ["fr"], "es": ["es"], "da": ["da"], "it": ["it"], "pt": ["pt", "pt_BR"], "sv": ["sv"],
    "nl": ["nl"], "fi": ["fi"], "is": ["is"], "en": [],
}
WORDS = {
    "de": "wngerman/usr/share/dict/ngerman", "fr": "wfrench/usr/share/dict/french",
    "es": "wspanish/usr/share/dict/spanish", "da": "wdanish/usr/share/dict/danish",
    "it": "witalian/usr/share/dict/italian", "pt": "wportuguese/usr/share/dict/portuguese",
    "sv": "wswedish/usr/share/dict/swedish", "nl": "wdutch/usr/share/dict/dutch",
    "en": "wamerican/usr/share/dict/american-english", "is": "hunspell-is/usr/share/hunspell/is_IS.dic",
}
QUOTES = {
    "de": ["„“", "»«"], "fr": ["«»"], "es": ["«»", "“”"], "da": ["”“", "»«", "“”"], "it": ["«»", "“”"],
    "pt": ["“”", "«»"], "sv": ["””"], "nl": ["“”", "„”"], "fi": ["””"], "is": ["„“"], "en": ["“”"],
}
CONTRACTIONS = """I’m you’re we’re they’re he’s she’s it’s that’s what’s there’s here’s who’s let’s I’ve you’ve we’ve
they’ve could’ve I’ll you’ll we’ll they’ll it’ll I’d you’d we’d they’d he’d don’t doesn’t didn’t isn’t aren’t wasn’t
weren’t haven’t hasn’t won’t wouldn’t can’t couldn’t shouldn’t mustn’t needn’t o’clock user’s users’ file’s files’
world’s people’s O’Brien D’Angelo John’s today’s one’s program’s system’s year’s""".split()
CONTEXTS = 36
CELLS = 400
TAG = re.compile(r"<[^>]*>")


def high_half(codec):
    result = []
    for byte in range(128, 256):
        try:
            character = bytes([byte]).decode(codec)
        except UnicodeDecodeError:
            continue
        if not 0x80 <= ord(character) < 0xA0:
            result.append(character)
    return result


def fold(character):
    lower = character.lower()
    return lower if len(lower) == 1 else character


INVENTORY = sorted({fold(c) for c in high_half("cp1252") + high_half("mac_roman")})
INDEX = {character: index for index, character in enumerate(INVENTORY)}
ACCENTED_VOWELS = set("àáâãäåæèéêëìíîïòóôõöøùúûüýÿœı")
# Letters by the Unicode Standard that no word is written with.
SYMBOLS = set("ªºµƒπΩ∂ﬁﬂˆˇ")


def context(character):
    if character is None or character in " \t\r\n":
        return 27
    lower = character.lower()
    if "a" <= lower <= "z" and len(lower) == 1:
        return ord(lower) - 97
    for number, group in [(26, "0123456789"), (28, "\"'`"), (29, "([{<"), (30, ")]}>"), (31, ".,;:!?")]:
        if character in group:
            return number
    if ord(character) < 128:
        return 32
    if fold(character) in ACCENTED_VOWELS:
        return 33
    return 34 if character.isalpha() and fold(character) not in SYMBOLS else 35


def case(character):
    if character is None or fold(character) in SYMBOLS:
        return 2
    return 0 if character.islower() else 1 if character.isupper() else 2


def kind(character):
    if not character.isalpha() or fold(character) in SYMBOLS | {"ı"}:
        return 2
    return 1 if character.isupper() else 0


def plain(text):
    return html.unescape(TAG.sub("", text))


def gather(folder, language):
    """The lines of a language, each once."""
    pieces = []

    def read(pattern, limit=None):
        for name in sorted(glob.glob(f"{folder}/{pattern}", recursive=True))[:limit]:
            try:
                pieces.append(plain(pathlib.Path(name).read_text("utf-8")))
            except UnicodeDecodeError:
                pass

    def catalogues(name):
        for path in sorted(glob.glob(f"{folder}/*/usr/share/locale/{name}/LC_MESSAGES/*.mo")):
            try:
                with open(path, "rb") as file:
                    yield gettext.GNUTranslations(file)._catalog
            except (UnicodeDecodeError, OSError):
                pass

    if language == "en":
        read("gnome-user-docs/usr/share/help/C/**/*.page")
        for catalogue in catalogues("de"):
            pieces += [key for key in catalogue if isinstance(key, str)]
    for name in LANGUAGES[language]:
        for catalogue in catalogues(name):
            pieces += [plain(text) for key, text in catalogue.items() if key and isinstance(text, str)]
        read(f"gnome-user-docs/usr/share/help/{name}/**/*.page")
        for manual in [
            f"aptitude-doc-{name}/**/*.html", f"debian-faq-{name}/**/*.html",
            f"installation-guide-amd64/usr/share/doc/installation-guide-amd64/{name}/*.htm*",
            f"developers-reference-{name}/**/*.html", f"debian-handbook/**/{name}-*/*.html",
        ]:
            read(manual, 400)
    lines = dict.fromkeys(line.strip() for piece in pieces for line in piece.split("\n"))
    # A tenth of what has no other source is left for judging.
    keep = lambda line: language not in ("en", "is") or zlib.crc32(line.encode()) % 10
    return [line for line in lines if len(line) > 3 and keep(line)]


def read_words(folder, language):
    if language not in WORDS:
        return []
    data = (pathlib.Path(folder) / WORDS[language]).read_bytes()
    text = data.decode("latin-1" if language == "sv" else "utf-8", "ignore")
    return [line.split("/")[0].split("\t")[0].strip() for line in text.split("\n")]


def vary(lines, chance, language):
    """Makes a part of the lines typographic, capital, or marked up."""
    for line in lines:
        roll = chance.random()
        if roll < 0.29:
            style = chance.choice(QUOTES[language])
            parts = line.split('"')
            line = parts[0] + "".join(style[i % 2] + part for i, part in enumerate(parts[1:]))
            line = re.sub(r"(?<=\w)'(?=\w)", "’", line)
            line = re.sub(r"(?<=\w)'(?=[\s.,]|$)", "’", line)
            line = re.sub(r"(^|(?<=\s))'(?=\w)", "‘", line)
            line = line.replace("...", "…")
            line = re.sub(r" --? ", chance.choice([" – ", " — "]), line)
        elif roll < 0.30:
            line = re.sub(r"(?<=\w)'(?=\w)", "´", line)
        elif roll < 0.37:
            line = line.upper()
        if chance.random() < 0.08:
            line = re.sub(
                r"(\S+) ", lambda m: m[0] if chance.random() < 0.6 else f"<b>{m[1]}</b> ", line)
        if chance.random() < 0.03:
            line = re.sub(r"(\w{4}) ", lambda m: m[0] if chance.random() < 0.9 else m[1] + "’s ", line)
        if language == "en" and chance.random() < 0.12:
            line += " " + chance.choice(CONTRACTIONS) + " " + line[:20]
        yield line


class Counts:
    def __init__(self):
        self.near = [[collections.Counter() for _ in range(4)] for _ in INVENTORY]
        self.single = collections.Counter()
        self.cases = collections.Counter()
        self.pairs = [[0] * 27 for _ in range(27)]

    def add(self, text, weight, is_prose):
        last = len(text) - 1
        for match in re.finditer(r"[^\x00-\x7f]", text):
            at = match.start()
            character = text[at]
            index = INDEX.get(fold(character))
            if index is None:
                continue
            before = text[at - 1] if at > 0 else None
            after = text[at + 1] if at < last else None
            before2 = text[at - 2] if at > 1 and before != "\n" else None
            after2 = text[at + 2] if at + 1 < last and after != "\n" else None
            for place, neighbour in enumerate((before2, before, after, after2)):
                self.near[index][place][context(neighbour)] += weight
            if is_prose:
                self.single[index] += weight
                self.cases[kind(character), case(before), case(after)] += weight

    def add_pairs(self, text):
        symbols = [ord(c) | 32 if c.isascii() and c.isalpha() else 26 if c.isascii() else None for c in text]
        symbols = [s - 97 if s is not None and s > 26 else s for s in symbols]
        for first, second in zip(symbols, symbols[1:]):
            if first is not None and second is not None:
                self.pairs[first][second] += 1


def count(folder):
    chance = random.Random(7)
    result = {}
    for language in LANGUAGES:
        counts = result[language] = Counts()
        lines = gather(folder, language)
        counts.add_pairs("\n".join(lines)[:2_000_000])
        prose = "\n".join(vary(lines, chance, language))
        counts.add(prose, 1e6 / len(prose), True)
        words = read_words(folder, language)
        chance.shuffle(words)
        text = "\n".join(words[:60000])
        if text:
            counts.add(text, 0.15e6 / len(text), False)
        print(language, len(prose), len(words), file=sys.stderr)
    return result


def pooled(counts):
    total = Counts()
    for part in counts.values():
        for index in range(len(INVENTORY)):
            for place in range(4):
                total.near[index][place].update(part.near[index][place])
        total.single.update(part.single)
        total.cases.update(part.cases)
    return total


def smoothed(counter, base, strength):
    size = sum(counter.values())
    return [(counter[x] + strength * base[x]) / (size + strength) for x in range(CONTEXTS)]


def tables(counts):
    """All probabilities, as lists of logarithms."""
    total = pooled(counts)
    size = sum(total.single.values())
    share = [(total.single[i] + 0.3) / (size + 0.3 * len(INVENTORY)) for i in range(len(INVENTORY))]
    background = {}
    for place in range(4):
        for is_letter in (False, True):
            merged = collections.Counter()
            for index, character in enumerate(INVENTORY):
                if (kind(character) != 2) == is_letter:
                    merged.update(total.near[index][place])
            flat = [1 / CONTEXTS] * CONTEXTS
            background[place, is_letter] = smoothed(merged, flat, 0.07 * sum(merged.values()))
    near = [
        [smoothed(total.near[i][p], background[p, kind(c) != 2], 20) for p in range(4)]
        for i, c in enumerate(INVENTORY)
    ]
    singles = [
        [(part.single[i] + 3 * share[i] + 0.02) / 1e6 for i in range(len(INVENTORY))] for part in counts.values()
    ]
    ranked = sorted(
        ((part.single[i], number, i) for number, part in enumerate(counts.values()) for i in range(len(INVENTORY))),
        reverse=True)[:CELLS]
    parts = list(counts.values())
    own = {}
    for _, number, i in ranked:
        own[number, i] = [smoothed(parts[number].near[i][p], near[i][p], 15) for p in (1, 2)]
    pairs = [
        [[(value + 2) / (sum(row) + 54) for value in row] for row in part.pairs] for part in counts.values()
    ]
    cases = []
    for number in range(3):
        whole = sum(total.cases[number, a, b] for a in range(3) for b in range(3))
        cases += [
            (total.cases[number, a, b] + whole * 0.0005) / (whole * 1.0045) for a in range(3) for b in range(3)
        ]
    return singles, near, own, pairs, cases


def printable(value):
    """One character from `!` to `}`, the backslash left out."""
    code = 33 + min(91, max(0, round(value)))
    return chr(code if code < 92 else code + 1)


def encode(values):
    return "".join(printable(-8 * math.log(value)) for value in values)


def encode_singles(values):
    """Rarer than the one-byte range allows: in steps of a quarter."""
    return "".join(printable(-4 * math.log(value)) for value in values)


def literal(name, comment, text):
    lines = [f"  /// {comment}", f'  static let {name}: StaticString = #"""']
    lines += ["    " + text[start:start + 100] + "\\#" for start in range(0, len(text), 100)]
    lines[-1] = lines[-1][:-2]
    return lines + ['    """#', ""]


def flattened(values):
    for value in values:
        if isinstance(value, list):
            yield from flattened(value)
        else:
            yield value


def main():
    singles, near, own, pairs, cases = tables(count(sys.argv[1]))
    cells = sorted(own)
    lines = [
        "// Generated by scripts/generate_encoding_statistics.py from the translations and word lists that it names; do not edit.",
        "",
        "/// How the languages of Western Europe use the characters above ASCII; see the script for what was counted.",
        "///",
        "/// Each character of a table is a logarithm, from `!` for 0 down in steps of 1/8 (in `singles` of 1/4); the backslash",
        "/// is left out.",
        "enum EncodingStatistics {",
        f"  static let languageCount = {len(LANGUAGES)}",
        f"  static let contextCount = {CONTEXTS}",
        "  /// The characters counted, in lower case.",
        "  static let inventory: [UInt16] = [",
    ]
    for start in range(0, len(INVENTORY), 12):
        lines.append("    " + " ".join("0x%04X," % ord(c) for c in INVENTORY[start:start + 12]))
    lines += ["  ]", ""]
    lines += literal(
        "singles", "How often a language uses a character: [language][character].",
        encode_singles(list(flattened(singles))))
    lines += literal(
        "near", "What stands two before, before, after and two after: [character][place][context].",
        encode(list(flattened(near))))
    lines += ["  /// Language and character of each of the cells of `own`, as language * 256 + character.",
              "  static let ownCells: [UInt16] = ["]
    packed = [language * 256 + index for language, index in cells]
    for start in range(0, len(packed), 14):
        lines.append("    " + " ".join("%d," % value for value in packed[start:start + 14]))
    lines += ["  ]", ""]
    lines += literal(
        "own", "What stands before and after in one language: [cell][place][context].",
        encode(list(flattened([own[cell] for cell in cells]))))
    lines += literal(
        "pairs", "A language's pairs of ASCII letters, 26 standing for all else: [language][first][second].",
        encode(list(flattened(pairs))))
    lines += literal(
        "cases", "Lower case, capitals or neither: [of the character][before][after].", encode(cases))
    while lines[-1] == "":
        lines.pop()
    lines += ["}", ""]
    root = pathlib.Path(__file__).resolve().parent.parent
    (root / "Sources/PliantKit/Text/Generated/EncodingStatistics.swift").write_text("\n".join(lines))


if __name__ == "__main__":
    main()
