"""lxml-records.py IN OUT: writes each item of a podcast feed as a JSON line, as pliant's mapping does, in constant memory."""

import json
import sys
from datetime import datetime, timezone

from lxml import etree

ITUNES = "{http://www.itunes.com/dtds/podcast-1.0.dtd}"


def seconds(text):
    total = 0
    for part in text.split(":"):
        total = total * 60 + int(part)
    return total


def date(text):
    moment = datetime.strptime(text, "%a, %d %b %Y %H:%M:%S %z")
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def record(item):
    enclosures = [
        {"url": one.get("url"), "length": int(one.get("length")), "type": one.get("type")}
        for one in item.iterfind("enclosure")
    ]
    guid = item.find("guid")
    return {
        "title": item.findtext("title"),
        "enclosures": enclosures,
        "guid": guid.text,
        "isPermaLink": guid.get("isPermaLink") == "true",
        "pubDate": date(item.findtext("pubDate")),
        "duration": seconds(item.findtext(ITUNES + "duration")),
        "explicit": item.findtext(ITUNES + "explicit") == "yes",
        "description": item.findtext("description"),
        "creator": [],
        "categories": [],
        "links": [],
        "transcripts": [],
    }


with open(sys.argv[2], "w", encoding="utf-8") as output:
    for _, item in etree.iterparse(sys.argv[1], tag="item", huge_tree=True):
        output.write(json.dumps(record(item), ensure_ascii=False, separators=(",", ":")) + "\n")
        item.clear()
        while item.getprevious() is not None:
            del item.getparent()[0]
