extension BuiltInMappings {
  /// Outlines and subscription lists in OPML 1.0 and 2.0.
  ///
  /// Dates that are not in RFC 822 form are kept as text, with a note (`lenient`); programs differ in
  /// spelling them.
  static let opml: StaticString = """
    {
      "mapping": "opml",
      "about": "Outlines and lists of subscriptions in OPML",
      "root": "opml",
      "requires": ["body"],
      "types": {"moment": "date format=rfc822"},
      "fields": {
        "version": "@version",
        "title": "head/title",
        "dateCreated": "head/dateCreated moment lenient",
        "dateModified": "head/dateModified moment lenient",
        "ownerName": "head/ownerName",
        "ownerEmail": "head/ownerEmail",
        "ownerId": "head/ownerId",
        "docs": "head/docs",
        "expansionState": "head/expansionState",
        "vertScrollState": "head/vertScrollState integer lenient",
        "windowTop": "head/windowTop integer lenient",
        "windowLeft": "head/windowLeft integer lenient",
        "windowBottom": "head/windowBottom integer lenient",
        "windowRight": "head/windowRight integer lenient",
        "outlines": "body/outline Outline list delete=cascade"
      },
      "records": {
        "Outline": {
          "text": "@text",
          "title": "@title",
          "type": "@type",
          "xmlUrl": "@xmlUrl",
          "htmlUrl": "@htmlUrl",
          "url": "@url",
          "description": "@description",
          "language": "@language",
          "version": "@version",
          "created": "@created moment lenient",
          "category": "@category",
          "isComment": "@isComment boolean lenient",
          "isBreakpoint": "@isBreakpoint boolean lenient",
          "outlines": "outline Outline list delete=cascade"
        }
      }
    }
    """
}
