// The diagnostic codes of mappings, tables, other formats and conversions.

extension DiagnosticCode {
  /// The subject is a whole sentence, which includes the field and the value.
  package static let mappingValue = Self("mapping.value", rule: .mappingValue, "%")
  package static let mappingMissing = Self("mapping.missing", rule: .mappingMissing, "%")
  package static let mappingReference = Self("mapping.reference", rule: .mappingReference, "%")
  package static let mappingDuplicateKey = Self("mapping.duplicate-key", rule: .mappingDuplicateKey, "%")
  package static let mappingUnknownElement = Self(
    "mapping.unknown-element", rule: .mappingUnknownElement, "%")
  package static let mappingRoot = Self("mapping.root", rule: .mappingUnknownElement, "%")
  /// The data is not a dictionary for a record, or not an array for a list.
  package static let mappingShape = Self("mapping.shape", rule: .mappingValue, "%")
  package static let mappingUnusable = Self(
    "mapping.unusable", rule: .mappingDefinition, "invalid mapping: %")

  package static let notKeyedArchive = Self(
    "archive.none", rule: .archiveNone, "not a keyed archive; read as it is stored")

  /// Ends reading after the maximum number of records; never shown.
  static let recordsEnough = Self("records.enough", rule: .convertRecords, "enough records")
  static let recordsMissing = Self("records.missing", rule: .convertRecords, "no records at '%'")
  static let recordsField = Self("records.field", rule: .convertRecords, "no record has the field '%'")
  static let xmlListMissing = Self(
    "xml.list-missing", rule: .convertRecords, "no element has the name '%'")
  static let recordsNeedPlace = Self(
    "records.place", rule: .convertRecords, "missing place of the records in XML")

  package static let engineMissing = Self(
    "engine.missing", rule: .engineMissing,
    "missing Foundation engine: %; install pliant-foundation next to pliant")
  package static let engineLibrary = Self("engine.library", rule: .engineMissing, "cannot run %")
  package static let engineVersion = Self(
    "engine.version", rule: .engineVersion, "the Foundation engine has another version: %")
  package static let engineCrash = Self(
    "engine.crash", rule: .engineCrash, "Foundation crashed on this document (%); use the native engine")
  package static let engineAnswer = Self(
    "engine.answer", rule: .engineAnswer, "incomplete answer from the Foundation engine, %")
  package static let engineRefused = Self("engine.refused", rule: .engineRefused, "Foundation: %")
  package static let engineFormat = Self(
    "engine.format", rule: .engineFormat, "the Foundation engine converts xml1, binary1 and json only, not %")
  package static let engineDifference = Self(
    "engine.difference", rule: .engineDifference,
    "nothing written: Foundation reads the output differently from the input: %")

  package static let formatNotReadable = Self(
    "format.not-readable", rule: .formatUnreadable, "the format % cannot be read")
  package static let formatNotWritable = Self(
    "format.not-writable", rule: .formatUnwritable, "the format % can only be read", advice: "write json")

  static let tableRagged = Self(
    "table.ragged", rule: .tableSyntax, "%", advice: "--ragged fill takes rows of any length")
  static let tableUnterminated = Self(
    "table.unterminated", rule: .tableSyntax, "unterminated cell; add a closing quotation mark")
  static let tableAfterQuote = Self(
    "table.after-quote", rule: .tableSyntax,
    "unexpected text after the closing quotation mark; double quotation marks inside a cell")

  static let tableShape = Self(
    "table.shape", rule: .formatUnwritable,
    "a table is an array of dictionaries, of arrays or of single values; found %")
  static let tableColumns = Self(
    "table.columns", rule: .formatUnwritable, "the records have more than % different keys")
  static let tableOfDocument = Self(
    "table.records", rule: .formatUnwritable, "a table contains records of one type")

  package static let signedTruncated = Self(
    "signed.truncated", rule: .signedStructure,
    "invalid signed document: an element extends past the end of its container; the file may be truncated")
  package static let signedStructure = Self(
    "signed.structure", rule: .signedStructure, "invalid signed document: unexpected element, expected %")
  package static let signedTooDeep = Self(
    "signed.depth", rule: .signedStructure, "invalid signed document: elements nested more than 64 deep")
  package static let signedDetached = Self(
    "signed.detached", rule: .signedStructure,
    "detached signature: the document that it signs is in another file")
  package static let signedPEM = Self(
    "signed.pem", rule: .signedStructure, "invalid Base64 in the PEM text of a signed document")
  package static let signedUnverified = Self(
    "signed.unverified", rule: .signedUnverified, "signed document; its signature was not verified")
  package static let signedInPlace = Self(
    "signed.in-place", rule: .signedInPlace,
    "cannot rewrite a signed document, as its signature would be lost; write its contents elsewhere with -o PATH"
  )

  /// The number of nodes is limited.
  package static let xmlTreeTooLarge = Self(
    "xml.tree-too-large", rule: .xmlLimit,
    "the document is too large for a tree in memory (at most 4 GB of text)")

  private static func reference(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .xmlUndefinedEntity, text)
  }

  package static let characterNotInXML = Self(
    "escape.character", rule: .xmlIllegalCharacter, "% is not allowed in XML, not even as a reference")
  package static let referenceNumber = reference(
    "reference.number", "missing digits in the reference; write &#233; or &#xE9;")
  package static let referenceToNoCharacter = reference(
    "reference.no-character", "invalid reference to %, which XML does not allow")

  /// No such zone; its file may also be damaged.
  package static let unknownTimeZone = Self(
    "date.zone", rule: .mappingValue,
    "unknown time zone '%'; use UTC, an offset such as +01:00, or a name that /usr/share/zoneinfo has")
  package static let badDatePattern = Self("date.pattern", rule: .mappingValue, "invalid date format: %")
}
