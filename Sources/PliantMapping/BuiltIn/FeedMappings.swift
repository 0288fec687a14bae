// Feeds: RSS 1.0 and 2.0, Atom, and OPML, which lists them.

extension BuiltInMappings {
  /// RSS 2.0 with the namespaces that podcasts use: iTunes, Podcasting 2.0, Media RSS and chapters.
  ///
  /// Real feeds lack elements that RSS requires, and spell dates, lengths and durations freely. Nothing is
  /// therefore required except the channel; such values are kept as text, and the first of duplicate elements
  /// is used, both with a note (`lenient`) instead of an error.
  static let podcast = Entry(
    "podcast", about: "Podcasts and other feeds in RSS 2.0 with iTunes, Podcasting 2.0 and Media RSS",
    root: "rss", isOrdered: false, requires: ["channel"],
    """
    namespaces: '' = '' http://backend.userland.com/rss2 http://backend.userland.com/RSS2
      http://backend.userland.com/rss http://backend.userland.com/rss2.1
      http://blogs.law.harvard.edu/tech/rss,
      itunes = http://www.itunes.com/dtds/podcast-1.0.dtd http://www.itunes.com/DTDs/Podcast-1.0.dtd
      http://www.itunes.com/DTDs/PodCast-1.0.dtd https://www.itunes.com/dtds/podcast-1.0.dtd,
      atom = http://www.w3.org/2005/Atom,
      content = http://purl.org/rss/1.0/modules/content/ http://purl.org/rss/1.0/modules/content,
      dc = http://purl.org/dc/elements/1.1/ http://purl.org/dc/elements/1.1,
      media = http://search.yahoo.com/mrss/ http://search.yahoo.com/mrss,
      psc = http://podlove.org/simple-chapters http://podlove.org/simple-chapters/,
      podcast = https://podcastindex.org/namespace/1.0
      https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md
    types: moment = date format=rfc822,
      yesno = boolean true='true yes explicit True Yes TRUE YES'
      false='false no clean False No Clean FALSE NO'
    fields: @version, title = channel/title lenient, link = channel/link lenient,
      description = channel/description lenient, language = channel/language lenient,
      copyright = channel/copyright lenient, managingEditor = channel/managingEditor lenient,
      webMaster = channel/webMaster lenient, pubDate = channel/pubDate moment lenient,
      lastBuildDate = channel/lastBuildDate moment lenient, categories = channel/category Category list,
      generator = channel/generator lenient, docs = channel/docs lenient, cloud = channel/cloud Cloud lenient,
      ttl = channel/ttl integer lenient, rating = channel/rating lenient,
      skipHours = channel/skipHours/hour list sparse, skipDays = channel/skipDays/day list sparse,
      textInput = channel/textInput TextInput lenient, image = channel/image Image lenient,
      author = channel/itunes:author lenient, subtitle = channel/itunes:subtitle lenient,
      summary = channel/itunes:summary lenient, owner = channel/itunes:owner Owner lenient,
      artwork = channel/itunes:image/@href lenient, explicit = channel/itunes:explicit yesno lenient,
      type = channel/itunes:type lenient, keywords = channel/itunes:keywords lenient,
      block = channel/itunes:block lenient, complete = channel/itunes:complete lenient,
      newFeedURL = channel/itunes:new-feed-url lenient,
      podcastCategories = channel/itunes:category PodcastCategory list, links = channel/atom:link Link list,
      guid = channel/podcast:guid lenient, locked = channel/podcast:locked/text() lenient,
      lockedOwner = channel/podcast:locked/@owner lenient, medium = channel/podcast:medium lenient,
      license = channel/podcast:license License lenient, location = channel/podcast:location Location lenient,
      funding = channel/podcast:funding Funding list sparse,
      persons = channel/podcast:person Person list sparse,
      trailers = channel/podcast:trailer Trailer list sparse, value = channel/podcast:value Value lenient,
      texts = channel/podcast:txt Text list sparse, media = channel/media:content Media list sparse,
      thumbnails = channel/media:thumbnail Thumbnail list sparse,
      mediaKeywords = channel/media:keywords lenient,
      mediaCategories = channel/media:category MediaCategory list sparse,
      mediaRatings = channel/media:rating MediaRating list sparse,
      mediaCredits = channel/media:credit MediaCredit list sparse,
      mediaCopyright = channel/media:copyright MediaCopyright lenient, dcTitle = channel/dc:title lenient,
      dcCreator = channel/dc:creator lenient, dcPublisher = channel/dc:publisher lenient,
      dcRights = channel/dc:rights lenient, dcLanguage = channel/dc:language lenient,
      dcDate = channel/dc:date date lenient, subjects = channel/dc:subject list sparse,
      items = channel/item Item list delete=cascade
    Item $repeated=replace: title lenient, link lenient, description lenient,
      content = content:encoded cdata lenient, guid key lenient,
      isPermaLink = guid/@isPermaLink yesno lenient, pubDate moment lenient, author lenient, dc:creator list,
      dcTitle = dc:title lenient, dcDescription = dc:description lenient, dcAuthor = dc:author lenient,
      dcDate = dc:date date lenient, subjects = dc:subject list sparse, categories = category Category list,
      comments lenient, enclosures = enclosure Enclosure list delete=cascade, source Source lenient,
      podcastTitle = itunes:title lenient, podcastAuthor = itunes:author lenient, itunes:subtitle lenient,
      itunes:summary lenient, itunes:duration duration lenient, itunes:explicit yesno lenient,
      artwork = itunes:image/@href lenient, itunes:season integer lenient, itunes:episode integer lenient,
      itunes:episodeType lenient, itunes:keywords lenient,
      podcastCategories = itunes:category/@text list sparse, itunes:block lenient,
      links = atom:link Link list, transcripts = podcast:transcript Transcript list,
      chapters = podcast:chapters/@url lenient, chaptersType = podcast:chapters/@type,
      soundbites = podcast:soundbite Soundbite list sparse, persons = podcast:person Person list sparse,
      podcast:location Location lenient, podcast:license License lenient,
      seasonNumber = podcast:season/text() integer lenient, seasonName = podcast:season/@name lenient,
      episodeNumber = podcast:episode/text() decimal lenient,
      episodeDisplay = podcast:episode/@display lenient,
      alternates = podcast:alternateEnclosure Alternate list sparse, podcast:value Value lenient,
      social = podcast:socialInteract Social list sparse, texts = podcast:txt Text list sparse,
      \(media(thumbnails: "list sparse"))
    Enclosure: @url, @length integer lenient, @type
    Category: @domain, name = text()
    PodcastCategory: name = @text, subcategories = itunes:category PodcastCategory list
    Image: url, title, link, width integer lenient, height integer lenient, description
    Owner: itunes:name, itunes:email
    Link: @rel, @type, @href, @title
    Source: @url, title = text()
    Transcript: @url, @type, @language, @rel
    Cloud: @domain, @port integer lenient, @path, @registerProcedure, @protocol
    TextInput: title, description, name, link
    License: @url, name = text()
    Location: @geo, @osm, name = text()
    Funding: @url, name = text()
    Person: @role, @group, image = @img, @href, name = text()
    Trailer: pubDate = @pubdate moment lenient, @url, @length integer lenient, @type,
      @season integer lenient, title = text()
    Text: @purpose, value = text()
    Soundbite: start = @startTime decimal lenient, @duration decimal lenient, title = text()
    Alternate: @type, @length integer lenient, @bitrate decimal lenient, @height integer lenient,
      language = @lang, @title, @rel, @codecs, isDefault = @default boolean lenient,
      sources = podcast:source AlternateSource list sparse, integrityType = podcast:integrity/@type,
      integrity = podcast:integrity/@value
    AlternateSource: @uri, @contentType
    Value: @type, @method, @suggested, recipients = podcast:valueRecipient Recipient list sparse
    Recipient: @name, @type, @address, @customKey, @customValue, @split integer lenient,
      isFee = @fee boolean lenient
    Social: @protocol, @uri, accountID = @accountId, accountURL = @accountUrl, @priority integer lenient
    """, mediaRecords)

  /// RSS 1.0, with Dublin Core, Syndication and Content.
  static let rss1 = Entry(
    "rss1", about: "Feeds in RSS 1.0, the RDF Site Summary", root: "rdf:RDF", requires: ["channel"],
    """
    namespaces: '' = http://purl.org/rss/1.0/ http://purl.org/net/rss1.1#
      http://my.netscape.com/rdf/simple/0.9/, rdf = http://www.w3.org/1999/02/22-rdf-syntax-ns#,
      dc = http://purl.org/dc/elements/1.1/ http://purl.org/dc/elements/1.0/,
      sy = http://purl.org/rss/1.0/modules/syndication/, content = http://purl.org/rss/1.0/modules/content/
    fields: language = @xml:lang, about = channel/@rdf:about lenient, title = channel/title lenient,
      link = channel/link lenient, description = channel/description lenient,
      date = channel/dc:date date lenient, creator = channel/dc:creator lenient,
      publisher = channel/dc:publisher lenient, rights = channel/dc:rights lenient,
      dcLanguage = channel/dc:language lenient, subjects = channel/dc:subject list,
      updatePeriod = channel/sy:updatePeriod lenient,
      updateFrequency = channel/sy:updateFrequency integer lenient,
      updateBase = channel/sy:updateBase date lenient, imageResource = channel/image/@rdf:resource lenient,
      order = channel/items/rdf:Seq/rdf:li Reference list,
      textInputResource = channel/textinput/@rdf:resource lenient, image Image lenient,
      items = item Item list delete=cascade, textInput = textinput TextInput lenient
    Reference: @rdf:resource, plainResource = @resource
    Item $repeated=replace: @rdf:about key lenient, title lenient, link lenient, description lenient,
      content = content:encoded cdata lenient, dc:date date lenient, dc:creator list, dc:publisher lenient,
      dc:rights lenient, subjects = dc:subject list
    Image: @rdf:about, title, url, link
    TextInput: @rdf:about, title, description, name, link
    """)

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
    fields: @version, language = @xml:lang, @xml:base, id lenient, \(text("title")), \(text("subtitle")),
      \(text("tagline")), \(text("info")), updated date lenient, modified date lenient,
      authors = author Person list, contributors = contributor Person list, links = link Link list,
      categories = category Category list, generator Generator lenient, icon lenient, logo lenient,
      \(text("rights")), \(text("copyright")), entries = entry Entry list delete=cascade
    Entry $repeated=replace: language = @xml:lang, @xml:base, id key lenient, \(text("title")),
      updated date lenient, published date lenient, issued date lenient, modified date lenient,
      created date lenient, authors = author Person list, contributors = contributor Person list,
      links = link Link list delete=cascade, categories = category Category list, \(text("summary")),
      content = content/text() lenient, contentType = content/@type lenient, contentMode = content/@mode lenient,
      contentSource = content/@src lenient, contentLanguage = content/@xml:lang lenient,
      contentBase = content/@xml:base lenient, contentXHTML = content/xhtml:div xml lenient,
      \(text("rights")), source Source lenient, inReplyTo = thr:in-reply-to Reply list,
      replyCount = thr:total integer lenient, \(media(thumbnails: "list"))
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

  /// Outlines and subscription lists in OPML 1.0 and 2.0.
  ///
  /// Programs spell dates differently; one not in RFC 822 form is text, with a note (`lenient`).
  static let opml = Entry(
    "opml", about: "Outlines and lists of subscriptions in OPML", root: "opml", requires: ["body"],
    """
    types: moment = date format=rfc822
    fields: @version, title = head/title, dateCreated = head/dateCreated moment lenient,
      dateModified = head/dateModified moment lenient, ownerName = head/ownerName,
      ownerEmail = head/ownerEmail, ownerId = head/ownerId, docs = head/docs,
      expansionState = head/expansionState, vertScrollState = head/vertScrollState integer lenient,
      windowTop = head/windowTop integer lenient, windowLeft = head/windowLeft integer lenient,
      windowBottom = head/windowBottom integer lenient, windowRight = head/windowRight integer lenient,
      outlines = body/outline Outline list delete=cascade
    Outline: @text, @title, @type, @xmlUrl, @htmlUrl, @url, @description, @language, @version,
      @created moment lenient, @category, @isComment boolean lenient, @isBreakpoint boolean lenient,
      outlines = outline Outline list delete=cascade
    """)

  /// The fields of a text construct in Atom.
  private static func text(_ name: String) -> String {
    "\(name) = \(name)/text() lenient, \(name)Type = \(name)/@type lenient, \(name)XHTML = \(name)/xhtml:div xml lenient"
  }

  /// The fields of an item of RSS or Atom with the elements of Media RSS and the chapters.
  private static func media(thumbnails: String) -> String {
    """
    media = media:content Media list sparse, mediaGroups = media:group MediaGroup list sparse,
      mediaTitle = media:title/text() lenient, mediaTitleType = media:title/@type lenient,
      mediaDescription = media:description/text() lenient,
      mediaDescriptionType = media:description/@type lenient, mediaKeywords = media:keywords lenient,
      thumbnails = media:thumbnail Thumbnail \(thumbnails),
      mediaCategories = media:category MediaCategory list sparse,
      mediaRatings = media:rating MediaRating list sparse, mediaPlayer = media:player MediaPlayer lenient,
      mediaCredits = media:credit MediaCredit list sparse,
      mediaCopyright = media:copyright MediaCopyright lenient,
      mediaRestrictions = media:restriction MediaRestriction list sparse,
      mediaCommunity = media:community MediaCommunity lenient,
      mediaLicense = media:license MediaLicense lenient, simpleChapters = psc:chapters SimpleChapters lenient
    """
  }

  /// The fields that contents and groups of Media RSS share.
  private static let mediaDescription = """
    title = media:title/text() lenient, titleType = media:title/@type lenient,
      description = media:description/text() lenient, descriptionType = media:description/@type lenient,
      media:keywords lenient, thumbnails = media:thumbnail Thumbnail list sparse,
      categories = media:category MediaCategory list sparse, ratings = media:rating MediaRating list sparse,
      hashes = media:hash MediaHash list sparse, media:player MediaPlayer lenient,
      credits = media:credit MediaCredit list sparse, media:copyright MediaCopyright lenient,
      texts = media:text MediaText list sparse, restrictions = media:restriction MediaRestriction list sparse,
      media:community MediaCommunity lenient, media:license MediaLicense lenient
    """

  /// The end of the `records` of a mapping with the namespaces `media` and `psc`: Media RSS and Podlove
  /// Simple Chapters, which RSS and Atom share.
  ///
  /// The contents of an item also occur in its groups and contents (Media RSS 1.5.1). The two do not extend a
  /// common type, because one is inside the other: tables of such types have paths as keys.
  static let mediaRecords = """
    Media: @url, @fileSize integer lenient, @type, @medium, @isDefault boolean lenient, @expression,
      @bitrate decimal lenient, @framerate decimal lenient, @samplingrate decimal lenient,
      @channels integer lenient, @duration duration lenient, @height integer lenient, @width integer lenient,
      language = @lang, \(mediaDescription)
    MediaGroup: contents = media:content Media list sparse, \(mediaDescription)
    Thumbnail: @url, @width integer lenient, @height integer lenient, @time
    MediaCategory: @scheme, @label, name = text()
    MediaRating: @scheme, value = text()
    MediaHash: algorithm = @algo, value = text()
    MediaPlayer: @url, @width integer lenient, @height integer lenient
    MediaCredit: @role, @scheme, name = text()
    MediaCopyright: @url, text = text()
    MediaText: @type, language = @lang, @start, @end, text = text()
    MediaRestriction: @relationship, @type, values = text() list split
    MediaCommunity: rating = media:starRating MediaStarRating lenient,
      views = media:statistics/@views integer lenient,
      favorites = media:statistics/@favorites integer lenient, media:tags lenient
    MediaStarRating: @average decimal lenient, @count integer lenient, @min integer lenient,
      @max integer lenient
    MediaLicense: @type, @href, name = text()
    SimpleChapters: @version, chapters = psc:chapter SimpleChapter list sparse
    SimpleChapter: @start duration lenient, @title, @href, @image
    """
}
