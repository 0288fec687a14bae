#!/usr/bin/env python3
"""Learns the tables of EncodingModel.swift from text of many languages; needs numpy.

    generate_encoding_statistics.py TEXTS [--validate] [--batches N]

TEXTS is the folder `build` that gather_encoding_text.py makes, which also tells where the text is from. With
--validate the sources in VALIDATION are left out, so that they can judge (measure_encoding_detection.py); the
statistics that are shipped are learnt from all but those in JUDGING. Debian's manpages-l10n is never among them.

What is learnt: snippets are encoded in encodings of their languages and decoded by all encodings in question. Each
character above ASCII adds the weights of its features (itself, its neighbours, their cases, the language), and the
weights are moved until the true encoding has the highest sum: multinomial logistic regression by Adagrad. A feature's
weight lies where its hash says, in 80,000 places of which each is stored in steps of 0.1, four to an ideograph with the
few large ones on their own. The text is only counted, never shipped.
"""
import argparse
import codecs
import pathlib
import random
import re
import sys
import time
import unicodedata

import numpy as np

import encoding_snippets
from encoding_snippets import DENSE, ENCODINGS, KINDS, WESTERN, WESTERN_MORE, Texts
from generate_double_byte_tables import write_table

# Those from DENSE_FROM on are only looked at where bytes above ASCII stand in runs.
SINGLE = """cp1252 mac_roman iso8859-15 cp850 cp1250 iso8859-2 mac_latin2 cp852 iso8859-16 cp1254 iso8859-9 cp1257
iso8859-13 cp1258 iso8859-3 cp1251 koi8-r koi8-u iso8859-5 mac_cyrillic cp866 cp855 cp1253 iso8859-7 cp1255 iso8859-8
cp1256 iso8859-6 cp874""".split()
DENSE_FROM = SINGLE.index("cp1251")
MULTI = ["cp932", "euc_jp", "gb18030", "big5", "cp949"]
COUNT = len(SINGLE) + len(MULTI)
# Languages of Latin letters that are told by their ASCII letters; others count as their neighbours.
LATIN = "de fr es da it pt sv nl fi is en ca pl cs sl hu ro tr lt lv et vi".split()
NEIGHBOURS = {"nb": "da", "sk": "cs", "hr": "sl"}
NO_LANGUAGE = 31
VALIDATION = ("fortunes", "debian-edu", "installation-guide", "maint-guide", "freeciv", "firefox-esr", "debian-faq")
JUDGING = {("is", "thunderbird-l10n-is"), ("en", "debian-reference-en")}
PLACES = 80000
UNDEFINED, CONTROL = 1, 2
UNDEFINED_WEIGHT, CONTROL_WEIGHT = -12.0, -8.0
BATCH = 1500

# MARK: Characters, as EncodingModel.swift has them


def decoding_table(codec):
    """0 for what stands for nothing, 1 for a control."""
    values = list(range(128))
    for byte in range(128, 256):
        try:
            value = ord(bytes([byte]).decode(codec))
        except UnicodeDecodeError:
            value = 0
        values.append(1 if 0x80 <= value < 0xA0 else value)
    return np.array(values, dtype=np.uint32)


def character_tables():
    folded = np.arange(0x10000, dtype=np.uint32)
    kinds = np.full(0x10000, 4, dtype=np.uint32)
    for value in range(0x10000):
        if 0xD800 <= value < 0xE000:
            continue
        character = chr(value)
        lower = character.lower()
        if len(lower) == 1 and value < 0x2000:
            folded[value] = ord(lower)
        if value < 128:
            kinds[value] = (
                0 if "a" <= character <= "z" else 1 if "A" <= character <= "Z" else 2 if character.isdigit()
                else 3 if character in " \t\r\n" else 4)
        else:
            is_letter = unicodedata.category(character)[0] == "L" and character not in "ªºµƒπΩ∂ﬁﬂˆˇı"
            kinds[value] = 5 if not is_letter else 0 if character.islower() else 1 if character.isupper() else 6
    contexts = folded.copy()
    contexts[ord("0"):ord("9") + 1] = ord("0")
    contexts[[9, 10, 13]] = ord(" ")
    contexts[0x3400:0xD7A4] = 0x3400
    return folded, kinds, contexts


TABLES = {codec: decoding_table(codec) for codec in SINGLE}
FOLDED, KIND, CONTEXT = character_tables()


def mix(value, other):
    product = (value ^ other) * np.uint32(0x9E3779B1)
    return product ^ (product >> np.uint32(15))


def features(before2, before, own, after, after2, language):
    """The places of the weights of each character: a row of twelve."""
    def place(kind, *values):
        result = np.full(len(own), kind, dtype=np.uint32)
        for value in values:
            result = mix(result, value)
        return ((np.uint64(PLACES - 64) * result.astype(np.uint64)) >> np.uint64(32)).astype(np.int32) + 64

    c = FOLDED[own]
    l2, l1, r1, r2 = CONTEXT[before2], CONTEXT[before], CONTEXT[after], CONTEXT[after2]
    u = np.uint32
    cases = KIND[own] * u(343) + KIND[before] * u(49) + KIND[after] * u(7)
    rows = np.stack([
        place(1, c), place(2, c, l1), place(3, c, r1), place(4, c, l1, r1), place(5, c, l2, l1), place(6, c, r1, r2),
        place(7, cases + KIND[before2]), place(12, cases + KIND[after2]), place(8, c, KIND[before], KIND[after]),
        place(9, c, language), place(10, c, l1, language), place(11, c, r1, language),
    ], 1)
    for value, special in ((0, UNDEFINED), (1, CONTROL)):
        rows[own == value] = 0
        rows[own == value, 0] = special
    return rows


# MARK: Languages

TAG = re.compile(rb"<[A-Za-z/!?][^>]{0,299}>")


def letter_pairs(data):
    values = np.frombuffer(data, dtype=np.uint8).astype(np.int64)
    letters = (values | 32) - 97
    symbols = np.where((letters >= 0) & (letters < 26), letters, 26)
    symbols = np.where(values < 128, symbols, -1)
    first, second = symbols[:-1], symbols[1:]
    counts = (first >= 0) & (second >= 0) & ((first < 26) | (second < 26))
    return first[counts] * 27 + second[counts]


def language_pairs(texts):
    """Logarithms of the probabilities of pairs, [language][first * 27 + second], in steps of 1/8."""
    rows = []
    for language in LATIN:
        total = np.full(729, 2.0)
        for name in [language] + [a for a, b in NEIGHBOURS.items() if b == language]:
            for lines in texts.sources[name]:
                part = random.Random(3).sample(lines, min(len(lines), 8000))
                found = np.bincount(
                    letter_pairs("\n".join(part).encode("latin-1", "replace").replace(b"?", b"\xff")), minlength=729)
                size = max(1, found.sum())
                total += found / size * 400_000 * min(1, size / 400_000) ** 0.5
        table = total.reshape(27, 27) + 2
        rows.append(np.log(table / table.sum(1, keepdims=True)).ravel())
    return np.round(np.clip(rows, -11.4, 0) * 8) / 8


def language_of(data, pairs):
    found = letter_pairs(TAG.sub(b" ", data))
    if len(found) == 0:
        return NO_LANGUAGE
    sums = 0.3 * pairs[:, found].sum(1)
    shares = np.exp(sums - sums.max())
    best = int(shares.argmax())
    return best if shares[best] / shares.sum() >= 0.5 else NO_LANGUAGE


# MARK: Learning


def decoded(data, codec):
    try:
        return codecs.getincrementaldecoder(codec)().decode(data, final=False)
    except UnicodeDecodeError:
        return None


def around(values, at):
    before, after = values[at - 1], values[at + 1]
    return (
        np.where(before == 10, 10, values[at - 2]), before, values[at], after,
        np.where(after == 10, 10, values[at + 2]))


def candidates(snippets, pairs):
    """Features of every snippet under every encoding, which encodings are possible, and which are true."""
    data = b"\n\n" + b"".join(part + b"\n\n" for part, _ in snippets)
    values = np.frombuffer(data, dtype=np.uint8)
    owner = np.repeat(np.arange(len(snippets)), [len(part) + 2 for part, _ in snippets])
    owner = np.concatenate([[0, 0], owner])
    language = np.array([language_of(part, pairs) for part, _ in snippets], dtype=np.uint32)
    at = np.nonzero(values >= 128)[0]
    own = owner[at]
    surroundings = around(values, at)
    high = values >= 128
    beside = high[at - 1] | high[at + 1]
    has_runs = np.bincount(own, weights=beside, minlength=len(snippets)) * 2 > np.bincount(
        own, minlength=len(snippets))
    rows, targets = [], []
    signatures = np.zeros((len(SINGLE), len(snippets)))
    for number, codec in enumerate(SINGLE):
        table = TABLES[codec]
        characters = [table[x] for x in surroundings]
        rows.append(features(*characters, language[own]))
        targets.append(own * COUNT + number)
        signatures[number] = np.bincount(
            own, weights=characters[2].astype(np.float64) * ((at * 7919) % 1000003 + 1), minlength=len(snippets))
    texts = {}
    for number, codec in enumerate(MULTI):
        parts = []
        for index, (part, _) in enumerate(snippets):
            text = decoded(part, codec) if has_runs[index] else None
            if text is not None and not text.isascii():
                texts[index, codec] = text
                parts.append((index, text))
        if not parts:
            continue
        joined = "\n\n" + "".join(text + "\n\n" for _, text in parts)
        values = np.minimum(np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32), 0xFFFF)
        owner = np.concatenate([[0, 0], np.repeat([i for i, _ in parts], [len(text) + 2 for _, text in parts])])
        at = np.nonzero(values >= 128)[0]
        rows.append(features(*around(values, at), language[owner[at]]))
        targets.append(owner[at] * COUNT + len(SINGLE) + number)
    rows, targets = np.concatenate(rows), np.concatenate(targets)
    possible = np.zeros(len(snippets) * COUNT, bool)
    possible[targets] = True
    possible = possible.reshape(-1, COUNT)
    possible[~has_runs, DENSE_FROM:] = False
    true = np.zeros_like(possible)
    for index, (_, codec) in enumerate(snippets):
        if codec in SINGLE:
            true[index, :len(SINGLE)] = signatures[:, index] == signatures[SINGLE.index(codec), index]
        else:
            for number, other in enumerate(MULTI):
                true[index, len(SINGLE) + number] = texts.get((index, other)) == texts.get((index, codec))
    return rows, targets, possible, true & possible


def sample(texts, chance):
    """A snippet to learn from: half are of Western Europe, half are short fields."""
    others = [name for name in ENCODINGS if name not in WESTERN + WESTERN_MORE]
    while True:
        roll = chance.random()
        language = chance.choice(WESTERN if roll < 0.42 else WESTERN_MORE if roll < 0.46 else others)
        kind = "short" if chance.random() < 0.5 else chance.choice(KINDS + ["prose", "quotes"])
        if language not in WESTERN and kind == "quotes":
            kind = "prose"
        found = encoding_snippets.snippet(texts, language, kind, chance, learns=True)
        if found:
            return found


def beliefs(texts):
    """What a character's own weight is before anything is learnt: the logarithm of how common it is."""
    counts = np.zeros(0x10000)
    chance = random.Random(12)
    for _ in range(20000):
        data, codec = sample(texts, chance)
        values = np.frombuffer(data.decode(codec).encode("utf-32-le"), dtype=np.uint32)
        values = FOLDED[np.minimum(values[values > 127], 0xFFFF)]
        counts += np.bincount(values, minlength=0x10000) / max(1, len(values))
    known = np.unique(FOLDED[np.concatenate(list(TABLES.values()))])
    known = known[known > 127].astype(np.uint32)
    letters = np.full(len(known), ord("a"), dtype=np.uint32)
    places = features(letters, letters, known, letters, letters, letters)[:, 0]
    values = 0.35 * np.log((counts[known] + 0.3) / 20000) + 1.75
    weights = np.zeros(PLACES)
    order = np.argsort(values)
    weights[places[order]] = values[order]
    return weights


def learn(texts, pairs, batches):
    chance = random.Random(11)
    start = beliefs(texts)
    weights = start.copy()
    squares = np.full(PLACES, 1e-3)
    began = time.time()
    for number in range(batches):
        weights[UNDEFINED], weights[CONTROL] = UNDEFINED_WEIGHT, CONTROL_WEIGHT
        rows, targets, possible, true = candidates([sample(texts, chance) for _ in range(BATCH)], pairs)
        sums = np.bincount(targets, weights=weights[rows].sum(1), minlength=BATCH * COUNT).reshape(-1, COUNT)
        sums = np.where(possible, sums, -1e9)
        shares = np.exp(sums - sums.max(1, keepdims=True))
        counts = true.any(1)
        right = (shares * true).sum(1)
        wanted = np.where(true, shares, 0) / np.maximum(right, 1e-300)[:, None]
        shares /= shares.sum(1)[:, None]
        error = ((shares - wanted) * counts[:, None]).ravel()[targets]
        slope = np.bincount(rows.ravel(), weights=np.repeat(error, rows.shape[1]), minlength=PLACES) / BATCH * 50
        slope += 2e-4 * (weights - start)
        slope[0] = 0
        squares += slope * slope
        weights -= 0.25 / np.sqrt(squares) * slope * min(1, 1.5 * (1 - number / batches) + 0.02)
        if number % 20 == 0:
            good = np.take_along_axis(true, sums.argmax(1)[:, None], 1).mean()
            print(f"{number} of {batches}: {good:.4f} right, {time.time() - began:.0f} s", file=sys.stderr, flush=True)
    return weights


# MARK: Output


def ideographs(name, digits, base, each):
    """Writes a table with some digits, the lowest first, in each of the 27,648 ideographs from U+3400 on."""
    assert base ** each <= 0xA000 - 0x3400 and max(digits) < base
    digits = list(digits) + [0] * (-len(digits) % each)
    numbers = [
        sum(digit * base ** place for place, digit in enumerate(digits[at:at + each]))
        for at in range(0, len(digits), each)]
    write_table(name, [chr(0x3400 + number) for number in numbers])


def write(weights, chances):
    """Writes the tables of EncodingModel, from weights in steps of 0.1 and chances in steps of -1/8."""
    small = [weight + 5 if -5 <= weight <= 5 else 11 for weight in weights]
    # The weight of every hash of a feature, from -0.5 in steps of 0.1: four of base 12, 11 for a large one.
    ideographs("weights", small, 12, 4)
    # The large weights in turn, from -4.6 in steps of 0.1: two of base 92.
    ideographs("large-weights", [weight + 46 for weight, digit in zip(weights, small) if digit == 11], 92, 2)
    # A language's pairs of ASCII letters, [language][first][second], two of base 92.
    ideographs("pairs", chances, 92, 2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("texts")
    parser.add_argument("--validate", action="store_true")
    parser.add_argument("--batches", type=int, default=300)
    arguments = parser.parse_args()

    def takes(language, source):
        held = source.startswith(VALIDATION) and (language, source) != ("en", "fortunes")
        return (language, source) not in JUDGING and not (arguments.validate and held)

    texts = Texts(arguments.texts, ENCODINGS, takes)
    pairs = language_pairs(texts)
    weights = learn(texts, pairs, arguments.batches)
    steps = np.clip(np.round(weights * 10), -46, 45).astype(int)
    chances = np.clip(np.round(pairs.ravel() * -8), 0, 91).astype(int)
    write(steps.tolist(), chances.tolist())


if __name__ == "__main__":
    main()
