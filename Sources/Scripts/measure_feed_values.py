#!/usr/bin/env python3
"""Compares what the built-in mappings read of feeds with what feedparser, gofeed and podcastparser expect of them.

measure_feed_values.py PROGRAM [--corpora FOLDER] [--show N]

feedparser's expectations are the comparisons with text or a number in the comment that begins each of its files;
gofeed's and podcastparser's the JSON beside each. A term that names what these parsers work out by themselves
(sanitised markup, resolved links, parsed names) is counted as not comparable. Exit code 1 where a value differs.
"""

import argparse
import ast
import collections
import json
import os
import re
import subprocess

# Files about what a parser works out by itself: clean markup, resolved links, Base64 in Atom 0.3.
WORKED_OUT = re.compile(r"/sanitize/|/base/|/http/|base64|inline_markup|naked_markup|/amp/")

# What else a parser says that is not in the document, by a pattern of the line that is shown.
REASONS = [
    (r"links/\d+/(rel|type) is \[\]", "a link's default relation or type"),
    (r"_(base|base_inherit|base_inherit_2)\.xml|wanted '(file|http)://.*relative|wanted 'file://", "a resolved reference"),
    (r"total_time is \[\], wanted 0", "no duration as 0"),
    (r"podcastparser/.*(guid|link|title) is \[\]", "another field or the file's name where one is missing"),
    (r"guid.*map_link.*link is \[\]", "another field or the file's name where one is missing"),
    (r"itunes_block is", "block as 0 or 1"),
    (r"scheme is \[\], wanted 'http", "a scheme that the namespace stands for"),
    (r"svg|item_description_br|html_in_description|html_description|xhtml_escaped", "cleaned or re-written markup"),
    (r"_links?\.xml: .*link is .*example3", "the last of several links"),
    (r"lastBuildDate is", "a date as it is spelled"),
    (r"prefix “\w+” is not declared|is not allowed in XML|the root element is", "not well-formed, or in no namespace"),
    (r"atom_content_encoded|mediarss.rss|no_enclosure.rss|author_map_author.xml|xml_lang_underscore|atom03_feed_tagline|"
     r"itunes_core_element_uppercase|feedburner_browserfriendly|channel_summary.rss", "fields put together, names in other spellings"),
]

FEED = {
    "title": ["title", "dcTitle"], "link": ["link"], "description": ["description", "subtitle"], "subtitle": ["description", "subtitle"],
    "tagline": ["tagline", "description", "subtitle"], "info": ["info", "description"], "language": ["language", "dcLanguage"],
    "rights": ["copyright", "rights"], "copyright": ["copyright", "rights"], "docs": ["docs"], "ttl": ["ttl"],
    "generator": ["generator", "generator/name"], "image/href": ["image/url"], "image/url": ["image/url"],
    "image/title": ["image/title"], "image/link": ["image/link"], "image/width": ["image/width"],
    "image/height": ["image/height"], "image/description": ["image/description"], "id": ["id"], "logo": ["logo"],
    "icon": ["icon"], "publisher": ["publisher", "webMaster", "dcPublisher"], "managingEditor": ["managingEditor"],
    "webMaster": ["webMaster"], "rating": ["rating"], "lastBuildDate": ["lastBuildDate"],
    "itunes_block": ["block"], "itunes_keywords": ["keywords"], "itunes_owner/name": ["owner/name"],
    "itunes_owner/email": ["owner/email"], "cover_url": ["artwork", "image/url"], "type": ["type"],
}
for name in ("domain", "port", "path", "protocol"):
    FEED["cloud/" + name] = ["cloud/" + name]
FEED["cloud/registerprocedure"] = ["cloud/registerProcedure"]
for kind in ("textinput", "textInput"):
    for name in ("title", "description", "name", "link"):
        FEED[f"{kind}/{name}"] = [f"textInput/{name}"]
ITEM = {
    "title": ["title", "mediaTitle", "dcTitle"], "link": ["link"],
    "description": ["description", "summary", "dcDescription", "mediaDescription", "mediaGroups/0/description"],
    "summary": ["description", "summary"], "id": ["guid", "id", "about"], "guid": ["guid", "id"],
    "guid/value": ["guid"], "comments": ["comments"], "author": ["author", "creator/0", "dcAuthor"], "creator": ["creator/0"],
    "content": ["content"], "source/title": ["source/title"], "source/url": ["source/url"],
    "source/href": ["source/url"], "rights": ["rights"], "publisher": ["publisher"],
    "media_player/url": ["mediaPlayer/url"], "media_restriction/relationship": ["mediaGroups/0/restrictions/0/relationship"],
    "media_restriction/content": ["mediaGroups/0/restrictions/0/values"],
    "media_license/type": ["mediaGroups/0/license/type"], "media_license/href": ["mediaGroups/0/license/href"],
    "media_license/content": ["mediaGroups/0/license/name"], "media_rating/content": ["mediaGroups/0/ratings/0/value"],
    "psc_chapters/version": ["simpleChapters/version"], "chapters_json_url": ["chapters"],
    "itunes_episode": ["episode"], "itunes_season": ["season"], "itunes_episodetype": ["episodeType"],
    "number": ["episode"], "total_time": ["duration"], "subtitle": ["subtitle"],
    "episode_art_url": ["artwork", "thumbnails/0/url", "mediaGroups/0/thumbnails/0/url"],
}
LISTS = {
    ("enclosures", "url"): ["enclosures", "url"], ("enclosures", "href"): ["enclosures", "url"],
    ("enclosures", "length"): ["enclosures", "length"], ("enclosures", "type"): ["enclosures", "type"],
    ("tags", "term"): ["categories", "name"], ("tags", "scheme"): ["categories", "domain"],
    ("categories", "value"): ["categories", "name"], ("categories", "domain"): ["categories", "domain"],
    ("media_thumbnail", "url"): ["thumbnails", "url"], ("media_content", "url"): ["media", "url"],
    ("media_credit", "role"): ["mediaGroups/0/credits", "role"], ("media_credit", "content"): ["mediaGroups/0/credits", "name"],
    ("psc_chapters/chapters", "title"): ["simpleChapters/chapters", "title"],
    ("psc_chapters/chapters", "href"): ["simpleChapters/chapters", "href"],
    ("links", "href"): ["links", "href"], ("links", "rel"): ["links", "rel"], ("links", "type"): ["links", "type"],
}
COUNTS = {"enclosures": "enclosures", "psc_chapters/chapters": "simpleChapters/chapters"}


def find(data, path):
    for step in path.split("/"):
        if isinstance(data, list):
            if not step.isdigit() or int(step) >= len(data):
                return None
            data = data[int(step)]
        elif isinstance(data, dict):
            data = data.get(step)
        else:
            return None
    return data


def linked(data, rel, number=0, name="href"):
    """A link of a feed or entry by its relation, of which `alternate` may be left out."""
    links = data.get("links", []) if isinstance(data, dict) else []
    found = [link for link in links if link.get("rel", "alternate") == rel]
    return found[number].get(name) if number < len(found) else None


def derived(data, path):
    """Values that a parser draws from several of the mapping's."""
    match = re.fullmatch(r"entries/(\d+)/(.*)", path)
    inner = match[2] if match else path.removeprefix("feed/")
    for base in ([f"items/{match[1]}", f"entries/{match[1]}"] if match else [""]):
        record = find(data, base) if base else data
        if not isinstance(record, dict):
            continue
        if inner == "link":
            yield linked(record, "alternate")
        if inner in ("author", "authors/0/name"):
            yield find(record, "authors/0/name")
            yield record.get("podcastAuthor")
        if enclosure := re.fullmatch(r"enclosures/(\d+)/(\w+)", inner):
            yield linked(record, "enclosure", int(enclosure[1]), {"url": "href"}.get(enclosure[2], enclosure[2]))
        if inner == "image/href":
            yield record.get("artwork")
        if tag := re.fullmatch(r"tags/(\d+)/term", inner):
            kinds = record.get("podcastCategories", [])
            names = [kind["name"] if isinstance(kind, dict) else kind for kind in kinds]
            names += [c.get("name") for k in kinds if isinstance(k, dict) for c in k.get("subcategories", [])]
            names += record.get("subjects", [])
            names += re.split(r"[,\s]+", record.get("keywords") or "")
            yield names[int(tag[1])] if int(tag[1]) < len(names) else None


def candidates(path):
    """Where the mappings have what a parser calls `path`; None for what they do not."""
    match = re.fullmatch(r"entries/(\d+)/(.*)", path)
    inner, table, prefixes = (match[2], ITEM, [f"items/{match[1]}/", f"entries/{match[1]}/"]) if match else (
        path.removeprefix("feed/"), FEED, [""])
    if inner in table:
        return [prefix + place for prefix in prefixes for place in table[inner]]
    listed = re.fullmatch(r"(.*?)/(\d+)/(\w+)", inner)
    if listed and (listed[1], listed[3]) in LISTS:
        place, name = LISTS[listed[1], listed[3]]
        places = [place] if listed[1] != "tags" else [place, "mediaCategories"]
        names = [name] if listed[1] != "tags" else [name, listed[3]]
        return [f"{prefix}{p}/{listed[2]}/{n}" for prefix in prefixes for p in places for n in names]
    return None


def expectations_of_feedparser(text):
    match = re.search(r"Expect:\s*(.*?)\n\s*-->", text, re.S)
    if not match:
        return
    for term in re.split(r"\s+and\s+", match[1].replace("not bozo and ", "")):
        term = term.strip()
        compared = re.fullmatch(r"((?:feed|entries)[\w\[\]'.]*)\s*==\s*(.*)", term, re.S)
        counted = re.fullmatch(r"len\((entries[\w\[\]'.]*)\)\s*==\s*(\d+)", term)
        if counted:
            yield "count:" + path_of(counted[1]), int(counted[2])
        elif compared:
            try:
                yield path_of(compared[1]), ast.literal_eval(compared[2].strip())
            except (ValueError, SyntaxError):
                yield "?" + term, None
        elif term not in ("not bozo", "bozo"):
            yield "?" + term, None


def path_of(text):
    return "/".join(re.findall(r"\w+", text))


def expectations_of_json(value, path):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from expectations_of_json(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from expectations_of_json(inner, f"{path}/{number}")
    elif value not in ("", None):
        yield path.strip("/"), value


def collapsed(value):
    if isinstance(value, str):
        return re.sub(r"\s+", " ", value).strip()
    return value


def same(found, wanted):
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found == wanted
    if isinstance(found, (int, float)) and isinstance(wanted, str) or isinstance(wanted, (int, float)) and isinstance(found, str):
        return str(found) == str(wanted)
    return collapsed(found) == collapsed(wanted)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--corpora", default="../shared/corpora")
    parser.add_argument("--show", type=int, default=30)
    parser.add_argument("--mapping", action="append", default=[], help="ROOT=FILE, instead of a built-in mapping")
    options = parser.parse_args()
    mappings = {"rss": "podcast", "feed": "atom", "RDF": "rss1", **dict(m.split("=", 1) for m in options.mapping)}
    counts = collections.Counter()
    shown = []
    folder = os.path.join(options.corpora, "feeds")
    for base, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(base, name)
            if not name.endswith((".xml", ".rss", ".atom")):
                continue
            relative = os.path.relpath(path, folder)
            text = open(path, "rb").read().decode("utf-8", "replace")
            wanted = []
            if WORKED_OUT.search(relative):
                continue
            if relative.startswith("feedparser/wellformed"):
                wanted = list(expectations_of_feedparser(text))
            elif relative.startswith(("gofeed/parser/rss", "gofeed/extensions", "gofeed/parser/atom", "podcastparser")):
                beside = os.path.splitext(path)[0] + ".json"
                if not os.path.exists(beside):
                    continue
                data = json.load(open(beside))
                for key in ("items", "episodes"):
                    if key in data:
                        data["entries"] = data.pop(key)
                wanted = [p for p in expectations_of_json(data, "")]
            if not wanted:
                continue
            root = re.search(r"<(?:\w+:)?(rss|feed|RDF)\b", text)
            if not root:
                counts["files of other kinds"] += 1
                continue
            run = subprocess.run(
                [options.program, "convert", "json", "-q", "--mapping", mappings[root[1]], "-o", "-", path],
                capture_output=True)
            if run.returncode != 0:
                counts["files refused"] += 1
                shown.append(f"{relative}: {run.stderr.decode().strip()[:160]}")
                continue
            counts["files"] += 1
            data = json.loads(run.stdout)
            for place, value in wanted:
                kind = relative.split("/")[0]
                if place.startswith("count:"):
                    inner = re.fullmatch(r"count:entries/(\d+)/(.*)", place)
                    if not inner or inner[2] not in COUNTS:
                        counts[kind + ": not comparable"] += 1
                        continue
                    places = [f"{k}/{inner[1]}/{COUNTS[inner[2]]}" for k in ("items", "entries")]
                    found = [len(f) for f in (find(data, p) for p in places) if isinstance(f, list)]
                else:
                    places = candidates(place)
                    if places is None:
                        counts[kind + ": not comparable"] += 1
                        continue
                    found = [f for f in (find(data, p) for p in places) if f is not None]
                    found += [f for f in derived(data, place) if f is not None]
                if any(same(f, value) for f in found):
                    counts[kind + ": same"] += 1
                else:
                    counts[kind + ": different"] += 1
                    shown.append(f"{relative}: {place} is {found!r:.90}, wanted {value!r:.90}")
    unknown = 0
    for line in shown:
        reason = next((reason for pattern, reason in REASONS if re.search(pattern, line)), None)
        if reason:
            counts["    of these: " + reason] += 1
        else:
            unknown += 1
            if unknown <= options.show:
                print(line)
    for key in sorted(counts):
        print(f"{counts[key]:6} {key}")
    print(f"{unknown:6} differences without a known reason")
    return 1 if unknown else 0


if __name__ == "__main__":
    raise SystemExit(main())
