#!/usr/bin/env python3
"""Gathers text by language and source, from which the statistics of encodings are built and by which they are judged.

    gather_encoding_text.py PACKAGES TEXTS

PACKAGES holds unpacked Debian packages (dpkg-deb -x PACKAGE.deb PACKAGES/PACKAGE); TEXTS gets a folder for each
language with one UTF-8 file for each package, every line once. Nothing of it is shipped: it is only counted.

Packages of Debian 12, all under free licences (each one's /usr/share/doc/PACKAGE/copyright says which):
  manuals: aptitude-doc-* debian-edu-doc-* debian-faq-* debian-handbook debian-reference-* developers-reference-*
    gnome-user-docs gnucash-docs installation-guide-amd64 libreoffice-help-* maint-guide-*
  translations: apt bash coreutils digikam-data dpkg findutils firefox-esr-l10n-* freeciv-data gettext gimp-data
    iso-codes kdenlive-data krita-l10n libgphoto2-l10n libgtk-3-common libgtk2.0-common libreoffice-l10n-* pidgin-data
    sed tar thunderbird-l10n-is vim-runtime wesnoth-1.16-data wget
  prose: fortunes-* fortunes-min bible-kjv-text
  words: aspell-is dict-freedict-* hunspell-* w* (wngerman, wfrench …)
Debian's manpages-l10n (manpages-LANGUAGE) goes to files of its own, which the statistics never see.
"""
import collections
import gettext
import gzip
import html
import pathlib
import re
import sys
import zipfile

# Our name of a language → the names of its folders and packages.
LANGUAGES = {
    "de": ["de"], "fr": ["fr"], "es": ["es", "es-es"], "da": ["da"], "it": ["it"],
    "pt": ["pt", "pt_BR", "pt-br", "pt-pt", "br"], "sv": ["sv", "sv-se"], "nl": ["nl"], "fi": ["fi"], "is": ["is"],
    "en": ["en", "en_GB", "en-gb"], "nb": ["nb", "no"], "ca": ["ca"],
    "pl": ["pl"], "cs": ["cs"], "sk": ["sk"], "sl": ["sl"], "hr": ["hr"], "hu": ["hu"], "ro": ["ro"], "tr": ["tr"],
    "lt": ["lt"], "lv": ["lv"], "et": ["et"], "vi": ["vi"], "eo": ["eo"],
    "ru": ["ru"], "uk": ["uk"], "bg": ["bg"], "sr": ["sr"], "el": ["el"], "he": ["he"], "ar": ["ar"], "th": ["th"],
    "ja": ["ja"], "ko": ["ko"], "zh-cn": ["zh_CN", "zh-cn"], "zh-tw": ["zh_TW", "zh-tw"],
}
BY_NAME = {name: language for language, names in LANGUAGES.items() for name in names}
FREEDICT = {
    "isl": "is", "dan": "da", "swe": "sv", "fin": "fi", "ita": "it", "nld": "nl", "deu": "de", "fra": "fr", "spa": "es",
    "por": "pt",
}
WORD_LISTS = {
    "wngerman": "de", "wfrench": "fr", "wspanish": "es", "wdanish": "da", "witalian": "it", "wportuguese": "pt",
    "wswedish": "sv", "wdutch": "nl", "wamerican": "en", "wpolish": "pl", "wukrainian": "uk", "wbulgarian": "bg",
}
TAG = re.compile(r"<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>", re.S)
ROFF_FONT = re.compile(r"\\f(?:\(..|\[[^]]*\]|.)")


def plain(text):
    return html.unescape(TAG.sub("", text))


def read(path, encodings=("utf-8",)):
    data = path.read_bytes()
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            pass
    return ""


def catalogues(package):
    """Translations of gettext, and for English what was translated into German."""
    for path in package.rglob("*.mo"):
        parts = path.parts
        if "LC_MESSAGES" not in parts:
            continue
        language = BY_NAME.get(parts[parts.index("LC_MESSAGES") - 1])
        if language is None:
            continue
        try:
            with open(path, "rb") as file:
                entries = gettext.GNUTranslations(file)._catalog
        except (UnicodeDecodeError, OSError, IndexError):
            continue
        for key, text in entries.items():
            if key and isinstance(text, str):
                yield language, plain(text)
            if language == "de" and isinstance(key, str):
                yield "en", plain(key.split("\x04")[-1])


def help_pages(package):
    for path in [*package.rglob("*.page"), *package.rglob("*.htm"), *package.rglob("*.html")]:
        relative = path.relative_to(package)
        language = None
        for word in re.split(r"[/.]", str(relative))[::-1] + re.split(r"(?<=[a-z])-(?=..(?:-..)?$)", package.name):
            word = re.sub(r"^.*guide-(?=..$)|(?<=^..-)[A-Z]{2}$", lambda m: m[0].lower() if m[0].isupper() else "", word)
            language = BY_NAME.get(word) or ("en" if word == "C" else None)
            if language:
                break
        if language:
            yield language, plain(read(path))


def language_of(package):
    """The language that a package's name ends in."""
    found = re.search(r"-(?:doc-|help-|l10n-|legacy-)?([a-z]{2}(?:-[a-z]{2})?)$", package.name)
    return found and BY_NAME.get(found[1])


def extensions(package):
    language = language_of(package)
    for path in package.rglob("*.xpi"):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if not name.endswith((".ftl", ".properties", ".dtd")):
                    continue
                for line in archive.read(name).decode("utf-8", "ignore").split("\n"):
                    line = re.sub(r"^(?:<!ENTITY\s+\S+\s+[\"']|\s*\.?[\w.-]+\s*=)", "", line)
                    if language and not line.startswith(("#", "[", " *[")):
                        yield language, plain(re.sub(r"\{[^}]*\}|[\"']>$", "", line))


def fortunes(package):
    language = language_of(package) or "en"
    for path in package.glob("usr/share/games/fortunes/**/*"):
        if path.is_file() and not path.is_symlink() and path.suffix not in (".dat", ".u8", ".dir"):
            yield language, read(path).replace("\n%", "\n")


def words(package):
    name = package.name
    if name in WORD_LISTS:
        for path in package.glob("usr/share/dict/*"):
            if not path.is_symlink():
                yield WORD_LISTS[name], read(path, ("utf-8", "latin-1"))
    elif name.startswith("dict-freedict-"):
        for path in package.rglob("*.index"):
            yield FREEDICT.get(name.split("-")[2]), "\n".join(x.split("\t")[0] for x in read(path).split("\n"))
    elif name.startswith(("hunspell-", "myspell-")):
        for path in package.rglob("*.dic"):
            rules = path.with_suffix(".aff")
            if path.is_symlink() or not rules.exists():
                continue
            found = re.search(rb"^SET\s+(\S+)", rules.read_bytes(), re.M)
            text = path.read_bytes().decode(found[1].decode() if found else "latin-1", "ignore")
            yield BY_NAME.get(path.stem[:2]), "\n".join(re.split(r"[/\t]", x)[0] for x in text.split("\n"))


def manual_pages(package):
    for path in package.rglob("*.gz"):
        found = re.search(r"/man/([a-zA-Z_]+)/man", str(path))
        language = found and BY_NAME.get(found[1])
        if not language:
            continue
        for line in gzip.open(path).read().decode("utf-8", "ignore").split("\n"):
            if line.startswith(("'\\\"", ".\\\"", ".de", ".ie", ".el", ".if")):
                continue
            line = ROFF_FONT.sub("", re.sub(r"^\.[A-Z]{1,2} ?", "", line))
            line = line.replace("\\-", "-").replace("\\(aq", "'").replace("\\ ", " ").replace("\\&", "")
            yield language, line.replace("\\(bu", "").replace("\\%", "").replace("\\e", "\\")


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    for package in sorted(source.iterdir()):
        is_judge = package.name.startswith("manpages-")
        readers = [manual_pages] if is_judge else [catalogues, help_pages, extensions, fortunes, words]
        lines = collections.defaultdict(dict)
        for reader in readers:
            for language, text in reader(package):
                if language:
                    kind = "words." if reader is words else ""
                    lines[kind + language].update(
                        dict.fromkeys(line.strip() for line in text.split("\n") if len(line.strip()) > 3))
        for key, found in lines.items():
            language = key.split(".")[-1]
            folder = target / ("judge" if is_judge else "build") / language
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{key.removesuffix(language)}{package.name}.txt").write_text("\n".join(found) + "\n")


if __name__ == "__main__":
    main()
