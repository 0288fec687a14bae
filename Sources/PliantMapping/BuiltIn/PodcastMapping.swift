import PliantCore

extension BuiltInMappings {
  /// RSS 2.0 with the namespaces that podcasts use: iTunes, Podcasting 2.0, Media RSS and chapters.
  ///
  /// Real feeds lack elements that RSS requires, and spell dates, lengths and durations freely. Nothing is
  /// therefore required except the channel; such values are kept as text, and the first of duplicate elements
  /// is used, both with a note (`lenient`) instead of an error.
  static let podcast: StaticString = """
    {
      "mapping": "podcast",
      "about": "Podcasts and other feeds in RSS 2.0 with iTunes, Podcasting 2.0 and Media RSS",
      "root": "rss",
      "ordered": false,
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
        "media": ["http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss"],
        "psc": ["http://podlove.org/simple-chapters", "http://podlove.org/simple-chapters/"],
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
        "cloud": "channel/cloud Cloud lenient",
        "ttl": "channel/ttl integer lenient",
        "rating": "channel/rating lenient",
        "skipHours": "channel/skipHours/hour list sparse",
        "skipDays": "channel/skipDays/day list sparse",
        "textInput": "channel/textInput TextInput lenient",
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
        "locked": "channel/podcast:locked/text() lenient",
        "lockedOwner": "channel/podcast:locked/@owner lenient",
        "medium": "channel/podcast:medium lenient",
        "license": "channel/podcast:license License lenient",
        "location": "channel/podcast:location Location lenient",
        "funding": "channel/podcast:funding Funding list sparse",
        "persons": "channel/podcast:person Person list sparse",
        "trailers": "channel/podcast:trailer Trailer list sparse",
        "value": "channel/podcast:value Value lenient",
        "texts": "channel/podcast:txt Text list sparse",
        "media": "channel/media:content Media list sparse",
        "thumbnails": "channel/media:thumbnail Thumbnail list sparse",
        "mediaKeywords": "channel/media:keywords lenient",
        "mediaCategories": "channel/media:category MediaCategory list sparse",
        "mediaRatings": "channel/media:rating MediaRating list sparse",
        "mediaCredits": "channel/media:credit MediaCredit list sparse",
        "mediaCopyright": "channel/media:copyright MediaCopyright lenient",
        "dcTitle": "channel/dc:title lenient",
        "dcCreator": "channel/dc:creator lenient",
        "dcPublisher": "channel/dc:publisher lenient",
        "dcRights": "channel/dc:rights lenient",
        "dcLanguage": "channel/dc:language lenient",
        "dcDate": "channel/dc:date date lenient",
        "subjects": "channel/dc:subject list sparse",
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
          "dcTitle": "dc:title lenient",
          "dcDescription": "dc:description lenient",
          "dcAuthor": "dc:author lenient",
          "dcDate": "dc:date date lenient",
          "subjects": "dc:subject list sparse",
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
          "podcastCategories": "itunes:category/@text list sparse",
          "block": "itunes:block lenient",
          "links": "atom:link Link list",
          "transcripts": "podcast:transcript Transcript list",
          "chapters": "podcast:chapters/@url lenient",
          "chaptersType": "podcast:chapters/@type",
          "soundbites": "podcast:soundbite Soundbite list sparse",
          "persons": "podcast:person Person list sparse",
          "location": "podcast:location Location lenient",
          "license": "podcast:license License lenient",
          "seasonNumber": "podcast:season/text() integer lenient",
          "seasonName": "podcast:season/@name lenient",
          "episodeNumber": "podcast:episode/text() decimal lenient",
          "episodeDisplay": "podcast:episode/@display lenient",
          "alternates": "podcast:alternateEnclosure Alternate list sparse",
          "value": "podcast:value Value lenient",
          "social": "podcast:socialInteract Social list sparse",
          "texts": "podcast:txt Text list sparse",
          "media": "media:content Media list sparse",
          "mediaGroups": "media:group MediaGroup list sparse",
          "mediaTitle": "media:title/text() lenient",
          "mediaTitleType": "media:title/@type lenient",
          "mediaDescription": "media:description/text() lenient",
          "mediaDescriptionType": "media:description/@type lenient",
          "mediaKeywords": "media:keywords lenient",
          "thumbnails": "media:thumbnail Thumbnail list sparse",
          "mediaCategories": "media:category MediaCategory list sparse",
          "mediaRatings": "media:rating MediaRating list sparse",
          "mediaPlayer": "media:player MediaPlayer lenient",
          "mediaCredits": "media:credit MediaCredit list sparse",
          "mediaCopyright": "media:copyright MediaCopyright lenient",
          "mediaRestrictions": "media:restriction MediaRestriction list sparse",
          "mediaCommunity": "media:community MediaCommunity lenient",
          "mediaLicense": "media:license MediaLicense lenient",
          "simpleChapters": "psc:chapters SimpleChapters lenient"
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
        "Transcript": {"url": "@url", "type": "@type", "language": "@language", "rel": "@rel"},
        "Cloud": {
          "domain": "@domain", "port": "@port integer lenient", "path": "@path",
          "registerProcedure": "@registerProcedure", "protocol": "@protocol"
        },
        "TextInput": {"title": "title", "description": "description", "name": "name", "link": "link"},
        "License": {"url": "@url", "name": "text()"},
        "Location": {"geo": "@geo", "osm": "@osm", "name": "text()"},
        "Funding": {"url": "@url", "name": "text()"},
        "Person": {"role": "@role", "group": "@group", "image": "@img", "href": "@href", "name": "text()"},
        "Trailer": {
          "pubDate": "@pubdate moment lenient", "url": "@url", "length": "@length integer lenient", "type": "@type",
          "season": "@season integer lenient", "title": "text()"
        },
        "Text": {"purpose": "@purpose", "value": "text()"},
        "Soundbite": {
          "start": "@startTime decimal lenient", "duration": "@duration decimal lenient", "title": "text()"
        },
        "Alternate": {
          "type": "@type", "length": "@length integer lenient", "bitrate": "@bitrate decimal lenient",
          "height": "@height integer lenient", "language": "@lang", "title": "@title", "rel": "@rel",
          "codecs": "@codecs", "isDefault": "@default boolean lenient",
          "sources": "podcast:source AlternateSource list sparse",
          "integrityType": "podcast:integrity/@type", "integrity": "podcast:integrity/@value"
        },
        "AlternateSource": {"uri": "@uri", "contentType": "@contentType"},
        "Value": {
          "type": "@type", "method": "@method", "suggested": "@suggested",
          "recipients": "podcast:valueRecipient Recipient list sparse"
        },
        "Recipient": {
          "name": "@name", "type": "@type", "address": "@address", "customKey": "@customKey",
          "customValue": "@customValue", "split": "@split integer lenient", "isFee": "@fee boolean lenient"
        },
        "Social": {
          "protocol": "@protocol", "uri": "@uri", "accountID": "@accountId", "accountURL": "@accountUrl",
          "priority": "@priority integer lenient"
        },

    """
}
