extension BuiltInMappings {
  /// The end of the `records` of a mapping with the namespaces `media` and `psc`: Media RSS and Podlove
  /// Simple Chapters, which RSS and Atom share.
  ///
  /// The contents of an item also occur in its groups and contents (Media RSS 1.5.1). The two do not extend a
  /// common type, because one is inside the other: tables of such types have paths as keys.
  static let mediaRecords: StaticString = """
        "Media": {
          "url": "@url",
          "fileSize": "@fileSize integer lenient",
          "type": "@type",
          "medium": "@medium",
          "isDefault": "@isDefault boolean lenient",
          "expression": "@expression",
          "bitrate": "@bitrate decimal lenient",
          "framerate": "@framerate decimal lenient",
          "samplingrate": "@samplingrate decimal lenient",
          "channels": "@channels integer lenient",
          "duration": "@duration duration lenient",
          "height": "@height integer lenient",
          "width": "@width integer lenient",
          "language": "@lang",
          "title": "media:title/text() lenient",
          "titleType": "media:title/@type lenient",
          "description": "media:description/text() lenient",
          "descriptionType": "media:description/@type lenient",
          "keywords": "media:keywords lenient",
          "thumbnails": "media:thumbnail Thumbnail list sparse",
          "categories": "media:category MediaCategory list sparse",
          "ratings": "media:rating MediaRating list sparse",
          "hashes": "media:hash MediaHash list sparse",
          "player": "media:player MediaPlayer lenient",
          "credits": "media:credit MediaCredit list sparse",
          "copyright": "media:copyright MediaCopyright lenient",
          "texts": "media:text MediaText list sparse",
          "restrictions": "media:restriction MediaRestriction list sparse",
          "community": "media:community MediaCommunity lenient",
          "license": "media:license MediaLicense lenient"
        },
        "MediaGroup": {
          "contents": "media:content Media list sparse",
          "title": "media:title/text() lenient",
          "titleType": "media:title/@type lenient",
          "description": "media:description/text() lenient",
          "descriptionType": "media:description/@type lenient",
          "keywords": "media:keywords lenient",
          "thumbnails": "media:thumbnail Thumbnail list sparse",
          "categories": "media:category MediaCategory list sparse",
          "ratings": "media:rating MediaRating list sparse",
          "hashes": "media:hash MediaHash list sparse",
          "player": "media:player MediaPlayer lenient",
          "credits": "media:credit MediaCredit list sparse",
          "copyright": "media:copyright MediaCopyright lenient",
          "texts": "media:text MediaText list sparse",
          "restrictions": "media:restriction MediaRestriction list sparse",
          "community": "media:community MediaCommunity lenient",
          "license": "media:license MediaLicense lenient"
        },
        "Thumbnail": {
          "url": "@url", "width": "@width integer lenient", "height": "@height integer lenient", "time": "@time"
        },
        "MediaCategory": {"scheme": "@scheme", "label": "@label", "name": "text()"},
        "MediaRating": {"scheme": "@scheme", "value": "text()"},
        "MediaHash": {"algorithm": "@algo", "value": "text()"},
        "MediaPlayer": {"url": "@url", "width": "@width integer lenient", "height": "@height integer lenient"},
        "MediaCredit": {"role": "@role", "scheme": "@scheme", "name": "text()"},
        "MediaCopyright": {"url": "@url", "text": "text()"},
        "MediaText": {"type": "@type", "language": "@lang", "start": "@start", "end": "@end", "text": "text()"},
        "MediaRestriction": {"relationship": "@relationship", "type": "@type", "values": "text() list split"},
        "MediaCommunity": {
          "rating": "media:starRating MediaStarRating lenient",
          "views": "media:statistics/@views integer lenient",
          "favorites": "media:statistics/@favorites integer lenient",
          "tags": "media:tags lenient"
        },
        "MediaStarRating": {
          "average": "@average decimal lenient", "count": "@count integer lenient", "min": "@min integer lenient",
          "max": "@max integer lenient"
        },
        "MediaLicense": {"type": "@type", "href": "@href", "name": "text()"},
        "SimpleChapters": {"version": "@version", "chapters": "psc:chapter SimpleChapter list sparse"},
        "SimpleChapter": {
          "start": "@start duration lenient", "title": "@title", "href": "@href", "image": "@image"
        }
      }
    }
    """
}
