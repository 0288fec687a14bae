extension BuiltInMappings {
  /// The end of the `records` of a mapping with the namespaces `media` and `psc`: Media RSS and Podlove
  /// Simple Chapters, which RSS and Atom share.
  ///
  /// The contents of an item also occur in its groups and contents (Media RSS 1.5.1). The two do not extend a
  /// common type, because one is inside the other: tables of such types have paths as keys.
  static let mediaRecords = """
    Media: @url, @fileSize integer lenient, @type, @medium, @isDefault boolean lenient, @expression,
      @bitrate decimal lenient, @framerate decimal lenient, @samplingrate decimal lenient,
      @channels integer lenient, @duration duration lenient, @height integer lenient, @width integer lenient,
      language = @lang, title = media:title/text() lenient, titleType = media:title/@type lenient,
      description = media:description/text() lenient, descriptionType = media:description/@type lenient,
      media:keywords lenient, thumbnails = media:thumbnail Thumbnail list sparse,
      categories = media:category MediaCategory list sparse, ratings = media:rating MediaRating list sparse,
      hashes = media:hash MediaHash list sparse, media:player MediaPlayer lenient,
      credits = media:credit MediaCredit list sparse, media:copyright MediaCopyright lenient,
      texts = media:text MediaText list sparse, restrictions = media:restriction MediaRestriction list sparse,
      media:community MediaCommunity lenient, media:license MediaLicense lenient
    MediaGroup: contents = media:content Media list sparse, title = media:title/text() lenient,
      titleType = media:title/@type lenient, description = media:description/text() lenient,
      descriptionType = media:description/@type lenient, media:keywords lenient,
      thumbnails = media:thumbnail Thumbnail list sparse,
      categories = media:category MediaCategory list sparse, ratings = media:rating MediaRating list sparse,
      hashes = media:hash MediaHash list sparse, media:player MediaPlayer lenient,
      credits = media:credit MediaCredit list sparse, media:copyright MediaCopyright lenient,
      texts = media:text MediaText list sparse, restrictions = media:restriction MediaRestriction list sparse,
      media:community MediaCommunity lenient, media:license MediaLicense lenient
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
