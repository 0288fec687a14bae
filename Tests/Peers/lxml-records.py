"""lxml-records.py IN OUT: writes each item of a podcast feed as a JSON line, as pliant's mapping does, in constant memory."""

import json
import sys
from datetime import datetime, timedelta

from lxml import etree

ITUNES = "{http://www.itunes.com/dtds/podcast-1.0.dtd}"
MONTHS = {name: number + 1 for number, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split())}


def seconds(text):
    total = 0
    for part in text.split(":"):
        total = total * 60 + int(part)
    return total


def date(text):
    _, day, month, year, clock, zone = text.split()
    hour, minute, second = clock.split(":")
    offset = int(zone[0] + "1") * timedelta(hours=int(zone[1:3]), minutes=int(zone[3:]))
    local = datetime(int(year), MONTHS[month], int(day), int(hour), int(minute), int(second))
    return (local - offset).isoformat() + "Z"


def record(item):
    child = {one.tag: one for one in item}
    enclosure, guid = child["enclosure"], child["guid"]
    return {
        "title": child["title"].text,
        "enclosures": [
            {"url": enclosure.get("url"), "length": int(enclosure.get("length")), "type": enclosure.get("type")}
        ],
        "guid": guid.text,
        "isPermaLink": guid.get("isPermaLink") == "true",
        "pubDate": date(child["pubDate"].text),
        "duration": seconds(child[ITUNES + "duration"].text),
        "explicit": child[ITUNES + "explicit"].text == "yes",
        "description": child["description"].text,
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
