// The built-in mapping podcast.

import PliantCore

extension BuiltInMappings {
  /// RSS 2.0 with the namespaces that podcasts use.
  ///
  /// Feeds in the wild lack what RSS requires, and spell dates, lengths and durations as they like; so nothing is required
  /// but the channel; such values are kept as text, of doubled elements the first is taken, and both are noted (`lenient`)
  /// rather than make a feed unreadable.
  static let podcast: StaticString = """
    {
      "mapping": "podcast",
      "about": "Podcasts and other feeds in RSS 2.0 with the iTunes namespace",
      "root": "rss",
      "requires": ["channel"],
      "namespaces": {
        "": [
          "", "http://backend.userland.com/rss2", "http://backend.userland.com/RSS2", "http://backend.userland.com/rss",
          "http://backend.userland.com/rss2.1", "http://blogs.law.harvard.edu/tech/rss"
        ],
        "itunes": [
          "http://www.itunes.com/dtds/podcast-1.0.dtd", "http://www.itunes.com/DTDs/Podcast-1.0.dtd",
          "http://www.itunes.com/DTDs/PodCast-1.0.dtd", "https://www.itunes.com/dtds/podcast-1.0.dtd"
        ],
        "atom": "http://www.w3.org/2005/Atom",
        "content": ["http://purl.org/rss/1.0/modules/content/", "http://purl.org/rss/1.0/modules/content"],
        "dc": ["http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.1"],
        "podcast": [
          "https://podcastindex.org/namespace/1.0",
          "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"
        ]
      },
      "types": {
        "moment": "date format=rfc822",
        "yesno": "boolean true='true yes explicit True Yes TRUE YES' false='false no clean False No Clean FALSE NO'"
      },
      "fields": {
        "version": "@version",
        "title": "channel/title lenient",
        "link": "channel/link lenient",
        "description": "channel/description lenient",
        "language": "channel/language lenient",
        "copyright": "channel/copyright lenient",
        "managingEditor": "channel/managingEditor lenient",
        "webMaster": "channel/webMaster lenient",
        "pubDate": "channel/pubDate moment lenient",
        "lastBuildDate": "channel/lastBuildDate moment lenient",
        "categories": "channel/category Category list",
        "generator": "channel/generator lenient",
        "docs": "channel/docs lenient",
        "ttl": "channel/ttl integer lenient",
        "image": "channel/image Image lenient",
        "author": "channel/itunes:author lenient",
        "subtitle": "channel/itunes:subtitle lenient",
        "summary": "channel/itunes:summary lenient",
        "owner": "channel/itunes:owner Owner lenient",
        "artwork": "channel/itunes:image/@href lenient",
        "explicit": "channel/itunes:explicit yesno lenient",
        "type": "channel/itunes:type lenient",
        "keywords": "channel/itunes:keywords lenient",
        "block": "channel/itunes:block lenient",
        "complete": "channel/itunes:complete lenient",
        "newFeedURL": "channel/itunes:new-feed-url lenient",
        "podcastCategories": "channel/itunes:category PodcastCategory list",
        "links": "channel/atom:link Link list",
        "guid": "channel/podcast:guid lenient",
        "locked": "channel/podcast:locked lenient",
        "items": "channel/item Item list delete=cascade"
      },
      "records": {
        "Item": {
          "$repeated": "replace",
          "title": "title lenient",
          "link": "link lenient",
          "description": "description lenient",
          "content": "content:encoded cdata lenient",
          "guid": "guid key lenient",
          "isPermaLink": "guid/@isPermaLink yesno lenient",
          "pubDate": "pubDate moment lenient",
          "author": "author lenient",
          "creator": "dc:creator list",
          "categories": "category Category list",
          "comments": "comments lenient",
          "enclosures": "enclosure Enclosure list delete=cascade",
          "source": "source Source lenient",
          "podcastTitle": "itunes:title lenient",
          "podcastAuthor": "itunes:author lenient",
          "subtitle": "itunes:subtitle lenient",
          "summary": "itunes:summary lenient",
          "duration": "itunes:duration duration lenient",
          "explicit": "itunes:explicit yesno lenient",
          "artwork": "itunes:image/@href lenient",
          "season": "itunes:season integer lenient",
          "episode": "itunes:episode integer lenient",
          "episodeType": "itunes:episodeType lenient",
          "keywords": "itunes:keywords lenient",
          "block": "itunes:block lenient",
          "links": "atom:link Link list",
          "transcripts": "podcast:transcript Transcript list",
          "chapters": "podcast:chapters/@url lenient",
          "chaptersType": "podcast:chapters/@type"
        },
        "Enclosure": {"url": "@url", "length": "@length integer lenient", "type": "@type"},
        "Category": {"domain": "@domain", "name": "text()"},
        "PodcastCategory": {"name": "@text", "subcategories": "itunes:category PodcastCategory list"},
        "Image": {
          "url": "url", "title": "title", "link": "link", "width": "width integer lenient",
          "height": "height integer lenient", "description": "description"
        },
        "Owner": {"name": "itunes:name", "email": "itunes:email"},
        "Link": {"rel": "@rel", "type": "@type", "href": "@href", "title": "@title"},
        "Source": {"url": "@url", "title": "text()"},
        "Transcript": {"url": "@url", "type": "@type", "language": "@language", "rel": "@rel"}
      }
    }
    """
}
