"""Snippets of text in known encodings: for learning the statistics of encodings, and for judging the detector.

A snippet is prose as it stands, or marked up as XML, as comments of source code, as strings of a property list, in
capitals, with nothing above ASCII but quotes and dashes, or a short field of one or two words.
"""
import pathlib
import random
import re
import unicodedata

# The eleven languages that count most, and others of Western Europe.
WESTERN = "de fr es da it pt sv nl fi is en".split()
WESTERN_MORE = "nb ca".split()
# Languages whose letters are not Latin: they have many characters above ASCII.
DENSE = "ru bg uk sr el he ar th ja ko zh-cn zh-tw".split()
# Which encodings texts of a language are in, and how often.
ENCODINGS = {
    **{name: {"cp1252": 5, "mac_roman": 5} for name in WESTERN + WESTERN_MORE},
    **{name: {"cp1250": 4, "iso8859-2": 3, "mac_latin2": 2, "cp852": 2} for name in "pl cs sk sl hr hu".split()},
    "ro": {"cp1250": 3, "iso8859-2": 3, "iso8859-16": 3},
    "tr": {"cp1254": 5, "iso8859-9": 4},
    "lt": {"cp1257": 5, "iso8859-13": 5},
    "lv": {"cp1257": 5, "iso8859-13": 5},
    "et": {"cp1257": 5, "iso8859-13": 2, "iso8859-15": 2},
    "vi": {"cp1258": 1},
    "eo": {"iso8859-3": 1},
    "ru": {"cp1251": 4, "koi8-r": 3, "iso8859-5": 3, "mac_cyrillic": 2, "cp866": 2, "cp855": 2},
    "bg": {"cp1251": 4, "koi8-r": 1, "iso8859-5": 3, "mac_cyrillic": 2, "cp866": 2, "cp855": 1},
    "uk": {"cp1251": 4, "koi8-u": 3, "iso8859-5": 3, "mac_cyrillic": 2},
    "sr": {"cp1251": 4, "iso8859-5": 3, "cp855": 2},
    "el": {"cp1253": 5, "iso8859-7": 5},
    "he": {"cp1255": 5, "iso8859-8": 5},
    "ar": {"cp1256": 5, "iso8859-6": 5},
    "th": {"cp874": 5},
    "ja": {"cp932": 5, "euc_jp": 5},
    "ko": {"cp949": 5},
    "zh-cn": {"gb18030": 5},
    "zh-tw": {"big5": 5},
}
KINDS = ["prose", "xml", "comment", "plist", "caps", "quotes"]
QUOTES = {
    "de": ["„“", "»«"], "fr": ["«»"], "es": ["«»", "“”"], "da": ["”“", "»«", "“”"], "it": ["«»", "“”"],
    "pt": ["“”", "«»"], "sv": ["””"], "nl": ["“”", "„”"], "fi": ["””"], "is": ["„“"], "pl": ["„”"], "cs": ["„“"],
    "sk": ["„“"], "hu": ["„”"], "ru": ["«»"], "el": ["«»"],
}
CONTRACTIONS = """I’m you’re we’re they’re he’s she’s it’s that’s what’s there’s here’s who’s let’s I’ve you’ve we’ve
they’ve could’ve I’ll you’ll we’ll they’ll it’ll I’d you’d we’d they’d he’d don’t doesn’t didn’t isn’t aren’t wasn’t
weren’t haven’t hasn’t won’t wouldn’t can’t couldn’t shouldn’t mustn’t needn’t o’clock user’s users’ file’s files’
world’s people’s O’Brien D’Angelo John’s today’s one’s program’s system’s year’s""".split()
SYMBOLS = """m² km² m³ cm² x² a² 20°C 90° 45°N 37,5° ©2019 ©2024 © ® Word® Unix® Name™ Unix™ § §5 3×4 640×480 × ½ ¼ 1½ €5
5€ € £10 £ ¥500 10µs µm ±5 ± · • – — † ¹ ³ … ‰ ≤ ≤5 ≥ ≥3 ≠ ∞ ≈10 √2 π ∑ ∆ ◊ ¶ ¡Hola! ¿Qué? n° nº 1º 2ª N.º «a» ‹b› ‚c‘
„d“ ›e‹ À á É Ø Ñ ü ö ä å ø æ í ó ú ý þ ð""".split()
RARE_SYMBOLS = 20
# What is written instead where an encoding lacks a character.
PLAIN = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "–": "-", "—": "-", "…": "...",
    "\xa0": " ", "•": "*", "\u2011": "-", "\u2009": " ", "\u202f": " ", "\u200b": "", "−": "-", "→": "->", "\xad": "",
    "ș": "ş", "ț": "ţ", "Ș": "Ş", "Ț": "Ţ",
}
PUNCTUATION = set("“”„«»‘’‚–—…\xa0•")


class Texts:
    """The lines of files TEXTS/LANGUAGE/SOURCE.txt, by language and source."""

    def __init__(self, folder, languages, takes=lambda language, source: True):
        self.sources, self.places, self.words = {}, {}, {}
        for language in languages:
            sources, words = [], []
            for path in sorted(pathlib.Path(folder, language).glob("*.txt")):
                if not takes(language, path.stem):
                    continue
                lines = [line for line in path.read_text("utf-8").split("\n") if line]
                if path.name.startswith("words."):
                    sample = random.Random(1).sample(lines, min(len(lines), 60000))
                    words += [word for word in sample if not word.isascii()]
                elif lines:
                    sources.append(lines)
            self.sources[language], self.words[language] = sources, words
            self.places[language] = [[i for i, line in enumerate(x) if not line.isascii()] for x in sources]

    def pick(self, language, chance):
        """The lines of a source, and which of them are not ASCII."""
        places = self.places[language]
        index = chance.choices(range(len(places)), [len(x) ** 0.6 + 0.01 for x in places])[0]
        return self.sources[language][index], places[index]


def typographic(text, language, chance):
    style = chance.choice(QUOTES.get(language, ["“”"]))
    parts = text.split('"')
    space = "\xa0" if language == "fr" and chance.random() < 0.3 else ""
    text = parts[0] + "".join(style[i % 2] + space + part for i, part in enumerate(parts[1:]))
    text = re.sub(r"(?<=\w)'(?=\w)", "’", text)
    text = re.sub(r"(?<=\w)'(?=[\s.,]|$)", "’", text)
    text = re.sub(r"(^|(?<=\s))'(?=\w)", "‘", text)
    if chance.random() < 0.7:
        text = text.replace("...", "…")
    return re.sub(r" --? ", chance.choice([" – ", " — ", "—"]), text)


def with_symbols(text, chance):
    words = text.split(" ")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(words) + 1)
        symbol = chance.choice(SYMBOLS[:-RARE_SYMBOLS] if chance.random() < 0.9 else SYMBOLS)
        if len(symbol) == 1 and at < len(words) and words[at][-1:].isalpha() and chance.random() < 0.3:
            words[at] += symbol
        else:
            words.insert(at, symbol)
    return " ".join(words)


def only_punctuation(text, language, chance):
    """Nothing above ASCII but quotes, dashes and the like, of which there is one at least."""
    def plain(character):
        base = unicodedata.normalize("NFD", character)[0]
        return character if character in PUNCTUATION else base if base.isascii() else ""

    text = "".join(c if c.isascii() else plain(c) for c in text)
    if not text.isascii():
        return text
    words = text.split(" ")
    at = chance.randrange(len(words))
    style = chance.choice(QUOTES.get(language, ["“”"]) + ["“”", "‘’"])
    roll = chance.random()
    if roll < 0.5:
        words[at] = style[0] + words[at] + style[1]
    elif roll < 0.6:
        words[at] += "’s"
    elif roll < 0.8:
        words[at] = chance.choice("–—") + " " + words[at]
    elif roll < 0.9:
        words[at] += "…"
    else:
        words[at] = "• " + words[at]
    return " ".join(words)


def short_field(texts, language, chance, learns):
    """One or two words of 5 to 20 characters with one letter above ASCII; for learning also other pieces."""
    if learns and texts.words[language] and chance.random() < 0.25:
        return chance.choice(texts.words[language])
    lines, places = texts.pick(language, chance)
    if not places:
        return None
    line = lines[chance.choice(places)]
    if learns and chance.random() < 0.35:
        words = [match for match in re.finditer(r"\S+", line) if not match[0].isascii()]
        if not words:
            return None
        match = chance.choice(words)
        start = line.rfind(" ", 0, max(0, match.start() - chance.randint(0, 14))) + 1
        piece = line[start:match.end() + chance.randint(0, 10)]
    else:
        fields = [
            field for field in re.findall(r"\S+(?: \S+)?", line)
            if 5 <= len(field) <= 20 and [c.isalpha() for c in field if not c.isascii()] == [True]
        ]
        if not fields:
            return None
        piece = chance.choice(fields)
    return piece.upper() if learns and chance.random() < 0.12 else piece


def long_text(texts, language, kind, chance, learns, shortest, longest):
    lines, places = texts.pick(language, chance)
    length = (
        int(shortest * (longest / shortest) ** chance.random()) if learns else chance.randint(shortest, longest))
    at = chance.choice(places) if places and chance.random() < 0.8 else chance.randrange(len(lines))
    at = max(0, at - chance.randint(0, 4))
    text = ""
    while len(text) < length and at < len(lines):
        text += lines[at] + "\n"
        at += 1
    if kind == "quotes" or learns and chance.random() < 0.35:
        text = typographic(text, language, chance)
    elif learns and chance.random() < 0.02:
        text = re.sub(r"(?<=\w)'(?=\w)", "´", text)
    text = text[:length]
    if learns and chance.random() < (0.12 if language == "en" else 0.05):
        text = with_symbols(text, chance)
    if learns and language == "en" and chance.random() < 0.4:
        at = text.rfind(" ", 0, chance.randrange(max(1, len(text) - 10))) + 1
        text = text[:at] + chance.choice(CONTRACTIONS) + " " + text[at:]
    return dressed(text, language, kind, chance)


def dressed(text, language, kind, chance):
    if kind == "xml":
        text = re.sub(r"(\S+) ", lambda m: m[0] if chance.random() < 0.6 else f"<b>{m[1]}</b> ", text)
        return text.replace("\n", '</p>\n<p class="x">')
    if kind == "comment":
        return "\n".join(f"// {x}\nint x = f({chance.randint(0, 99)});" for x in text.split("\n"))
    if kind == "plist":
        lines = text.replace('"', '\\"').split("\n")
        return "\n".join(f'"key{number}" = "{line}";' for number, line in enumerate(lines))
    if kind == "caps":
        return text.upper()
    return only_punctuation(text, language, chance) if kind == "quotes" else text


def vietnamese(text):
    """As windows-1258 has it: the vowel in one character, its tone in the next."""
    result = ""
    for character in text:
        base, *marks = unicodedata.normalize("NFD", character)
        tones = ""
        for mark in marks:
            if mark in "\u0302\u0306\u031b":
                base = unicodedata.normalize("NFC", base + mark)
            else:
                tones += mark
        result += base + tones
    return result


def encode(text, codec):
    """The bytes, with plain characters for typographic ones; None where that is not enough."""
    if codec == "cp1258":
        text = vietnamese(text)
    try:
        return text.encode(codec)
    except UnicodeEncodeError:
        pass
    result = b""
    for character in text:
        try:
            result += character.encode(codec)
        except UnicodeEncodeError:
            if character not in PLAIN or codec == "iso8859-16" and character in "șțȘȚ":
                return None
            result += PLAIN[character].encode(codec, "ignore")
    return result


def snippet(texts, language, kind, chance, learns=False, codec=None):
    """(bytes, codec), or None where this text does not do."""
    dense = language in DENSE
    if kind == "short":
        text = short_field(texts, language, chance, learns)
    elif learns:
        text = long_text(texts, language, kind, chance, True, 20, 150 if dense else 800)
    else:
        text = long_text(texts, language, kind, chance, False, 50, 1000)
    if not text or len(text) < 4 or text.isascii():
        return None
    if codec is None:
        codecs = ENCODINGS[language]
        codec = chance.choices(list(codecs), list(codecs.values()))[0]
        if learns and language in WESTERN and chance.random() < 0.04:
            codec = chance.choice(["cp850", "iso8859-15"])
    data = encode(text, codec)
    return None if data is None or data.isascii() else (data, codec)
