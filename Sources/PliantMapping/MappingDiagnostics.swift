// The diagnostic codes of mapping files and SQL.

extension DiagnosticCode {
  static let sqlSchema = Self(
    "sql.schema", rule: .sqlSchema,
    "the database has other tables: %", advice: "use another database or --mapping")

  /// Names that are equal to SQLite, or that it cannot use; the subject is a whole sentence.
  package static let sqlName = Self("sql.name", rule: .sqlName, "%")
  /// The document does not follow the mapping; the subject is a whole sentence.
  package static let sqlValue = Self("sql.value", rule: .mappingValue, "%")
  package static let sqlKeyMissing = Self("sql.key", rule: .mappingMissing, "%")
  /// The subject is a whole sentence.
  package static let sqlRows = Self("sql.rows", rule: .mappingValue, "%")

  static let mappingRoundTrip = Self(
    "mapping.round-trip", rule: .mappingRoundTrip, "the output for this sample %")

  package static let mappingNotFound = Self("mapping.not-found", rule: .mappingFile, "unknown mapping %")

  package static let mappingFile = Self("mapping.file", rule: .mappingFile, "%")

  static let inferenceRoot = Self(
    "inference.root", rule: .mappingInfer,
    "the samples have different root elements, %; infer a mapping for each")
  static let inferenceSize = Self(
    "inference.size", rule: .mappingInfer,
    "the samples have too many different elements and attributes for a readable mapping")

  private static func model(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .mappingModel, text)
  }

  static let coreDataRoot = model(
    "core-data.root", "not a Core Data model: expected the root element <model> in its contents")
  static let coreDataCompiled = model(
    "core-data.compiled",
    "compiled models (.mom) cannot be read; use the .xcdatamodel that it was compiled from")
  static let coreDataOld = model(
    "core-data.old",
    "this is the archive (elements) that Xcode wrote before version 4.3; open the model in Xcode and save it again"
  )
  static let coreDataNoVersion = model(
    "core-data.no-version", "the bundle has several versions, and none is marked as current (%)")
  static let coreDataNothing = model("core-data.nothing", "no % in it")
}
