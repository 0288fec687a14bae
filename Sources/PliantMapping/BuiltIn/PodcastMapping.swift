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
      media = media:content Media list sparse, mediaGroups = media:group MediaGroup list sparse,
      mediaTitle = media:title/text() lenient, mediaTitleType = media:title/@type lenient,
      mediaDescription = media:description/text() lenient,
      mediaDescriptionType = media:description/@type lenient, mediaKeywords = media:keywords lenient,
      thumbnails = media:thumbnail Thumbnail list sparse,
      mediaCategories = media:category MediaCategory list sparse,
      mediaRatings = media:rating MediaRating list sparse, mediaPlayer = media:player MediaPlayer lenient,
      mediaCredits = media:credit MediaCredit list sparse,
      mediaCopyright = media:copyright MediaCopyright lenient,
      mediaRestrictions = media:restriction MediaRestriction list sparse,
      mediaCommunity = media:community MediaCommunity lenient,
      mediaLicense = media:license MediaLicense lenient, simpleChapters = psc:chapters SimpleChapters lenient
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
}
