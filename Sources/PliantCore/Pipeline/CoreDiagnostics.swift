// The diagnostic codes of mappings, tables, other formats and conversions.

extension DiagnosticCode {
  /// The subject is a whole sentence, which includes the field and the value.
  package static let mappingValue = Self("mapping.value", rule: "mapping/value", "%")
  package static let mappingMissing = Self("mapping.missing", rule: "mapping/missing", "%")
  package static let mappingReference = Self("mapping.reference", rule: "mapping/reference", "%")
  package static let mappingDuplicateKey = Self("mapping.duplicate-key", rule: "mapping/duplicate-key", "%")
  package static let mappingUnknownElement = Self(
    "mapping.unknown-element", rule: "mapping/unknown-element", "%")
  package static let mappingRoot = Self("mapping.root", rule: "mapping/unknown-element", "%")
  /// The data is not a dictionary for a record, or not an array for a list.
  package static let mappingShape = Self("mapping.shape", rule: "mapping/value", "%")
  package static let mappingUnusable = Self(
    "mapping.unusable", rule: "mapping/definition", "invalid mapping: %")

  package static let notKeyedArchive = Self(
    "archive.none", rule: "archive/none", "not a keyed archive; read as it is stored")

  /// Ends reading after the maximum number of records; never shown.
  static let recordsEnough = Self("records.enough", rule: "convert/records", "enough records")
  static let recordsMissing = Self("records.missing", rule: "convert/records", "no records at '%'")
  static let recordsNeedPlace = Self(
    "records.place", rule: "convert/records", "missing place of the records in XML")

  package static let engineMissing = Self(
    "engine.missing", rule: "engine/missing",
    "missing Foundation engine: %; install pliant-foundation next to pliant")
  package static let engineLibrary = Self("engine.library", rule: "engine/missing", "cannot run %")
  package static let engineVersion = Self(
    "engine.version", rule: "engine/version", "the Foundation engine has another version: %")
  package static let engineCrash = Self(
    "engine.crash", rule: "engine/crash", "Foundation crashed on this document (%); use the native engine")
  package static let engineAnswer = Self(
    "engine.answer", rule: "engine/answer", "incomplete answer from the Foundation engine, %")
  package static let engineRefused = Self("engine.refused", rule: "engine/refused", "Foundation: %")
  package static let engineFormat = Self(
    "engine.format", rule: "engine/format",
    "the Foundation engine converts xml1, binary1 and json only, not %")
  package static let engineDifference = Self(
    "engine.difference", rule: "engine/difference",
    "nothing written: Foundation reads the output differently from the input: %")

  package static let formatNotReadable = Self(
    "format.not-readable", rule: "format/unreadable", "the format % cannot be read")
  package static let formatNotWritable = Self(
    "format.not-writable", rule: "format/unwritable", "the format % can only be read", advice: "write json")

  static let tableRagged = Self(
    "table.ragged", rule: "table/syntax", "%", advice: "--ragged fill takes rows of any length")
  static let tableUnterminated = Self(
    "table.unterminated", rule: "table/syntax", "unterminated cell; add a closing quotation mark")
  static let tableAfterQuote = Self(
    "table.after-quote", rule: "table/syntax",
    "unexpected text after the closing quotation mark; double quotation marks inside a cell")

  static let tableShape = Self(
    "table.shape", rule: "format/unwritable",
    "a table is an array of dictionaries, of arrays or of single values; found %")
  static let tableColumns = Self(
    "table.columns", rule: "format/unwritable", "the records have more than % different keys")
  static let tableOfDocument = Self(
    "table.records", rule: "format/unwritable", "a table contains records of one type")

  package static let signedTruncated = Self(
    "signed.truncated", rule: "signed/structure",
    "invalid signed document: an element extends past the end of its container; the file may be truncated")
  package static let signedStructure = Self(
    "signed.structure", rule: "signed/structure", "invalid signed document: unexpected element, expected %")
  package static let signedTooDeep = Self(
    "signed.depth", rule: "signed/structure", "invalid signed document: elements nested more than 64 deep")
  package static let signedDetached = Self(
    "signed.detached", rule: "signed/structure",
    "detached signature: the document that it signs is in another file")
  package static let signedPEM = Self(
    "signed.pem", rule: "signed/structure", "invalid Base64 in the PEM text of a signed document")
  package static let signedUnverified = Self(
    "signed.unverified", rule: "signed/unverified", "signed document; its signature was not verified")
  package static let signedInPlace = Self(
    "signed.in-place", rule: "signed/in-place",
    "cannot rewrite a signed document, as its signature would be lost; write its contents elsewhere with -o PATH"
  )

  /// The number of nodes is limited.
  package static let xmlTreeTooLarge = Self(
    "xml.tree-too-large", rule: "xml/limit",
    "the document is too large for a tree in memory (at most 4 GB of text)")

  private static func reference(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: "xml/undefined-entity", text)
  }

  package static let characterNotInXML = Self(
    "escape.character", rule: "xml/illegal-character", "% is not allowed in XML, not even as a reference")
  package static let bareAmpersand = reference(
    "reference.bare-ampersand", "unescaped '&'; write &amp; for the character itself")
  package static let referenceWithoutEnd = reference(
    "reference.without-end", "missing ';' after the reference &%")
  package static let unknownReference = reference("reference.unknown", "undefined entity '&%;'")
  package static let referenceNumber = reference(
    "reference.number", "missing digits in the reference; write &#233; or &#xE9;")
  package static let referenceToNoCharacter = reference(
    "reference.no-character", "invalid reference to %, which XML does not allow")

  package static let xmlUnwritableCharacter = Self(
    "xml.unwritable-character", rule: "xml/illegal-character", "XML cannot represent the character %")

  /// No such zone; its file may also be damaged.
  package static let unknownTimeZone = Self(
    "date.zone", rule: "mapping/value",
    "unknown time zone '%'; use UTC, an offset such as +01:00, or a name that /usr/share/zoneinfo has")
  package static let badDatePattern = Self("date.pattern", rule: "mapping/value", "invalid date format: %")
}
