extension BuiltInMappings {
  /// Feeds in Atom (RFC 4287) and Atom 0.3, with threads (RFC 4685), Media RSS and chapters.
  ///
  /// A text construct of type `xhtml` has its content in the field that ends in `XHTML`, all others in the
  /// plain one. As in `podcast`, nothing is required, and an invalid value is kept as text, with a note.
  static let atom = Entry(
    "atom", about: "Feeds in Atom", root: "feed", isOrdered: false,
    """
    namespaces: '' = http://www.w3.org/2005/Atom http://purl.org/atom/ns#,
      xhtml = http://www.w3.org/1999/xhtml, thr = http://purl.org/syndication/thread/1.0,
      media = http://search.yahoo.com/mrss/ http://search.yahoo.com/mrss,
      psc = http://podlove.org/simple-chapters http://podlove.org/simple-chapters/
    fields: @version, language = @xml:lang, @xml:base, id lenient, title = title/text() lenient,
      titleType = title/@type lenient, titleXHTML = title/xhtml:div xml lenient,
      subtitle = subtitle/text() lenient, subtitleType = subtitle/@type lenient,
      subtitleXHTML = subtitle/xhtml:div xml lenient, tagline = tagline/text() lenient,
      taglineType = tagline/@type lenient, taglineXHTML = tagline/xhtml:div xml lenient,
      info = info/text() lenient, infoType = info/@type lenient, infoXHTML = info/xhtml:div xml lenient,
      updated date lenient, modified date lenient, authors = author Person list,
      contributors = contributor Person list, links = link Link list, categories = category Category list,
      generator Generator lenient, icon lenient, logo lenient, rights = rights/text() lenient,
      rightsType = rights/@type lenient, rightsXHTML = rights/xhtml:div xml lenient,
      copyright = copyright/text() lenient, copyrightType = copyright/@type lenient,
      copyrightXHTML = copyright/xhtml:div xml lenient, entries = entry Entry list delete=cascade
    Entry $repeated=replace: language = @xml:lang, @xml:base, id key lenient, title = title/text() lenient,
      titleType = title/@type lenient, titleXHTML = title/xhtml:div xml lenient, updated date lenient,
      published date lenient, issued date lenient, modified date lenient, created date lenient,
      authors = author Person list, contributors = contributor Person list,
      links = link Link list delete=cascade, categories = category Category list,
      summary = summary/text() lenient, summaryType = summary/@type lenient,
      summaryXHTML = summary/xhtml:div xml lenient, content = content/text() lenient,
      contentType = content/@type lenient, contentMode = content/@mode lenient,
      contentSource = content/@src lenient, contentLanguage = content/@xml:lang lenient,
      contentBase = content/@xml:base lenient, contentXHTML = content/xhtml:div xml lenient,
      rights = rights/text() lenient, rightsType = rights/@type lenient,
      rightsXHTML = rights/xhtml:div xml lenient, source Source lenient,
      inReplyTo = thr:in-reply-to Reply list, replyCount = thr:total integer lenient,
      media = media:content Media list sparse, mediaGroups = media:group MediaGroup list sparse,
      mediaTitle = media:title/text() lenient, mediaTitleType = media:title/@type lenient,
      mediaDescription = media:description/text() lenient,
      mediaDescriptionType = media:description/@type lenient, mediaKeywords = media:keywords lenient,
      thumbnails = media:thumbnail Thumbnail list, mediaCategories = media:category MediaCategory list sparse,
      mediaRatings = media:rating MediaRating list sparse, mediaPlayer = media:player MediaPlayer lenient,
      mediaCredits = media:credit MediaCredit list sparse,
      mediaCopyright = media:copyright MediaCopyright lenient,
      mediaRestrictions = media:restriction MediaRestriction list sparse,
      mediaCommunity = media:community MediaCommunity lenient,
      mediaLicense = media:license MediaLicense lenient, simpleChapters = psc:chapters SimpleChapters lenient
    Person: name lenient, uri lenient, url lenient, email lenient
    Link: @rel, @href, @type, language = @hreflang, @title, @length integer lenient,
      replies = @thr:count integer lenient
    Category: @term, @scheme, @label
    Generator: @uri, @url, @version, name = text()
    Source: id lenient, title = title/text() lenient, titleType = title/@type lenient, updated date lenient,
      subtitle = subtitle/text() lenient, rights = rights/text() lenient, authors = author Person list,
      links = link Link list
    Reply: @ref, @href, @type, @source
    """, mediaRecords)
}
