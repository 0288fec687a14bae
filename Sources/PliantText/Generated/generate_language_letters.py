#!/usr/bin/env python3
"""Counts the letters of Tables/language-letters.txt in texts of many languages.

    generate_language_letters.py TEXTS

TEXTS holds UTF-8 files LANGUAGE.txt: paragraphs of Debian's manpages-l10n and the names of iso-codes in each language.
For every language the letters above ASCII stand with their rarity in bits among all of them, the commonest first; the
letters of languages without texts are given here. Languages with the letters of Latin are told by their ASCII letters,
too, in the order of generate_encoding_statistics.py.
"""
import collections
import math
import pathlib
import sys
import unicodedata

# The languages of EncodingModel, in its order, and others.
MODELLED = "de fr es da it pt sv nl fi is en ca pl cs sl hu ro tr lt lv et vi".split()
LATIN = "sk hr nb eo cy ga mt sq az eu gl af br nn ast fur wa tk kmr oc sc crh".split()
OTHERS = "ru uk bg sr el he ar th be mk kk ky tg tt mn cv fa ug ka hy".split()
# Northern Sami, Faroese, Maori, and for English the letters of Western Europe, of names and several languages at once.
GIVEN = {"se": "áčđŋšžŧ", "fo": "ðøáíóæúý", "mi": "āōūēī", "en": "éèöüäàáçñíóêôëåøæßïâîûúùãõ"}
# Letters of an alphabet that are rarer than those of other languages in its texts.
RARE = {"sk": "äĺŕ"}
MOST = 60


def letters(text, is_latin):
    counts = collections.Counter()
    for c in text:
        if ord(c) < 0x80 or ord(c) > 0x1FFF and not is_latin: continue
        lower = c.lower() if len(c.lower()) == 1 else c
        if unicodedata.category(lower)[0] not in "LM": continue
        name = unicodedata.name(lower, "")
        if is_latin != name.startswith("LATIN"): continue
        counts[lower] += 1
    return counts


def row(language, folder):
    is_latin = language not in OTHERS
    if language in GIVEN:
        counts = collections.Counter({c: 2 ** (8 - i / (6 if language == "en" else 2)) for i, c in enumerate(GIVEN[language])})
    else:
        counts = letters((folder / f"{language}.txt").read_text(), is_latin)
    total = sum(counts.values())
    out = ""
    for c, n in counts.most_common(MOST):
        bits = -math.log2(n / total)
        # What is rarer than this is of other languages' words.
        if bits > (10 if not is_latin else 7.5): break
        if n < 2: break
        out += c + "0123456789abcdef"[min(15, round(bits))]
    return out + "".join(c + "9" for c in RARE.get(language, "") if c not in out)


folder = pathlib.Path(sys.argv[1])
lines = [f"{len(MODELLED)} {len(MODELLED + LATIN) + 2} 8"]
lines += [row(language, folder) for language in MODELLED + LATIN + ["se", "fo"] + OTHERS]
(pathlib.Path(__file__).resolve().parent / "Tables/language-letters.txt").write_text("\n".join(lines) + "\n")
