// The namespaces that feeds and other documents use under one prefix, by which a missing declaration is known.

enum XMLVocabularies {
  /// The namespace of a prefix that has only one in practice.
  static func namespace(of prefix: String) -> String? { table[prefix] }

  private static let table: [String: String] = [
    "ac": "http://atlassian.com/content",
    "android": "http://schemas.android.com/apk/res/android",
    "atom": "http://www.w3.org/2005/Atom",
    "content": "http://purl.org/rss/1.0/modules/content/",
    "creativeCommons": "http://backend.userland.com/creativeCommonsRssModule",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "feedburner": "http://rssnamespace.org/feedburner/ext/1.0",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "geo": "http://www.w3.org/2003/01/geo/wgs84_pos#",
    "georss": "http://www.georss.org/georss",
    "gml": "http://www.opengis.net/gml",
    "googleplay": "http://www.google.com/schemas/play-podcasts/1.0",
    "gx": "http://www.google.com/kml/ext/2.2",
    "inkscape": "http://www.inkscape.org/namespaces/inkscape",
    "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
    "media": "http://search.yahoo.com/mrss/",
    "openSearch": "http://a9.com/-/spec/opensearch/1.1/",
    "opf": "http://www.idpf.org/2007/opf",
    "podcast": "https://podcastindex.org/namespace/1.0",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "ri": "http://atlassian.com/resource/identifier",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "slash": "http://purl.org/rss/1.0/modules/slash/",
    "sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
    "svg": "http://www.w3.org/2000/svg",
    "sy": "http://purl.org/rss/1.0/modules/syndication/",
    "thr": "http://purl.org/syndication/thread/1.0",
    "tools": "http://schemas.android.com/tools",
    "trackback": "http://madskills.com/public/xml/rss/module/trackback/",
    "wfw": "http://wellformedweb.org/CommentAPI/",
    "xhtml": "http://www.w3.org/1999/xhtml",
    "xi": "http://www.w3.org/2001/XInclude",
    "xlink": "http://www.w3.org/1999/xlink",
    "xs": "http://www.w3.org/2001/XMLSchema",
    "xsd": "http://www.w3.org/2001/XMLSchema",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "xsl": "http://www.w3.org/1999/XSL/Transform",
    "yt": "http://www.youtube.com/xml/schemas/2015",
  ]

  /// Elements of HTML that a server's error message puts before or after a document.
  static let messageElements: Set<String> = [
    "b", "br", "em", "font", "hr", "i", "p", "pre", "small", "strong", "script", "noscript",
  ]
}
