extension BuiltInMappings {
  /// Translations in XLIFF 1.2, as Xcode exports them; source and target texts are XML, because they contain
  /// inline elements.
  static let xliff: StaticString = """
    {
      "mapping": "xliff",
      "about": "Translations in XLIFF 1.2",
      "root": "xliff",
      "requires": ["file"],
      "namespaces": {"": ["urn:oasis:names:tc:xliff:document:1.2", "urn:oasis:names:tc:xliff:document:1.1"]},
      "types": {"yesno": "boolean true=yes false=no"},
      "fields": {
        "version": "@version",
        "language": "@xml:lang",
        "files": "file File list delete=cascade"
      },
      "records": {
        "File": {
          "original": "@original",
          "sourceLanguage": "@source-language",
          "targetLanguage": "@target-language",
          "datatype": "@datatype",
          "date": "@date date zone=keep lenient",
          "buildNumber": "@build-num",
          "productName": "@product-name",
          "productVersion": "@product-version",
          "space": "@xml:space",
          "header": "header xml",
          "content": "body/* Content list delete=cascade"
        },
        "Content": {"$choice": true, "unit": "trans-unit Unit", "group": "group Group"},
        "Group": {
          "id": "@id", "name": "@resname", "type": "@restype", "datatype": "@datatype",
          "notes": "note Note list", "content": "* Content list delete=cascade"
        },
        "Unit": {
          "id": "@id",
          "name": "@resname",
          "type": "@restype",
          "approved": "@approved yesno",
          "translate": "@translate yesno",
          "maxWidth": "@maxwidth",
          "sizeUnit": "@size-unit",
          "space": "@xml:space",
          "source": "source xml whitespace=keep",
          "sourceLanguage": "source/@xml:lang",
          "segments": "seg-source xml whitespace=keep",
          "target": "target xml whitespace=keep",
          "targetLanguage": "target/@xml:lang",
          "state": "target/@state",
          "stateQualifier": "target/@state-qualifier",
          "notes": "note Note list",
          "alternatives": "alt-trans Alternative list"
        },
        "Note": {
          "from": "@from", "priority": "@priority integer lenient", "annotates": "@annotates", "language": "@xml:lang",
          "text": "text()"
        },
        "Alternative": {
          "quality": "@match-quality", "origin": "@origin", "source": "source xml whitespace=keep",
          "target": "target xml whitespace=keep", "targetLanguage": "target/@xml:lang", "state": "target/@state"
        }
      }
    }
    """
}
