extension BuiltInMappings {
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
}
