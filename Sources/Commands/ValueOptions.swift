// Values and key paths of commands that edit and extract.

enum ValueOptions {
  private static func option(_ name: String, value parser: ValueParser<Document>, _ help: String)
    -> ValueOption<Document>
  { ValueOption(name, value: parser, help: help, section: "Value") }

  private static let typed: [ValueOption<Document>] = [
    option("string", value: .value("TEXT", "text") { ValueText.string($0) }, "a string"),
    option(
      "integer", value: .value("N", "an integer of up to 128 bits") { ValueText.integer($0) },
      "an integer of up to 128 bits, decimal or after `0x` hexadecimal"),
    ValueOption(
      "real", "float", value: .value("N", "a number, nan, inf or -inf") { ValueText.real($0) },
      help: "a real number, `nan`, `inf` or `-inf`", section: "Value"),
    option(
      "bool", value: .value("WORD", "true, false, yes or no") { boolean($0).flatMap(ValueText.boolean) },
      "`true`, `false`, `yes` or `no`"),
    option(
      "date", value: .value("DATE", "a date such as 2024-02-29T12:00:00Z") { ValueText.date($0) },
      "a date such as `2024-02-29T12:00:00Z`"),
    option(
      "data", value: .value("BASE64", "base64 such as AAEC") { ValueText.data($0) },
      "data in base64, such as `AAEC`"),
    option(
      "xml", value: .document("TEXT") { text throws(Failure) in try ValueText.propertyList(text) },
      "an XML or old-style property list"),
    option(
      "json", value: .document("TEXT") { text throws(Failure) in try ValueText.json(text) }, "a JSON value"),
    option(
      "uid", value: .value("N", "a whole number below 4294967296") { ValueText.uid($0) },
      "a keyed archiver's reference, a number from 0 on"),
  ]

  private static let dictionary = Flag("dictionary", help: "an empty dictionary", section: "Value")
  private static let array = Flag("array", help: "an empty array", section: "Value")

  static let all: [any Option] = typed + [dictionary, array]

  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }

  /// Returns the value of the one option that is present.
  ///
  /// Throws a `UsageError` if none or more than one is present.
  static func value(of arguments: ParsedArguments) throws(UsageError) -> Document {
    let given = arguments.occurrences(of: all).map(\.typed)
    guard given.count < 2 else { throw .exclusive(given[0], given[1]) }
    if let value = typed.lazy.compactMap({ arguments[$0] }).first { return value }
    guard !given.isEmpty else {
      // A value between the key path and the file, as other programs have it.
      let word = arguments.operands.count > 2 ? "--string " + WorkflowWords.quoted(arguments.text(1)) : nil
      throw UsageError(
        "missing value", suggestion: "use \(word ?? "--string TEXT"), --integer N, --bool WORD …")
    }
    do throws(Failure) { return try ValueText.emptyContainer(isArray: arguments[array]) } catch {
      throw UsageError(error.message)
    }
  }
}

extension ValueParser where Value == Document {
  /// A text that is entirely one value.
  fileprivate static func value(
    _ name: String, _ expectation: String, _ make: @escaping @Sendable (String) -> Document?
  ) -> Self {
    Self(name) { text throws(ValueError) in
      if let document = make(text) { return document }
      throw .expected(expectation)
    }
  }

  /// A whole document; an error includes its position.
  fileprivate static func document(
    _ name: String, _ read: @escaping @Sendable (String) throws(Failure) -> Document
  ) -> Self {
    Self(name) { text throws(ValueError) in
      do throws(Failure) { return try read(text) } catch {
        let place = Array(text.utf8).withByteView { Diagnostic(error, in: $0).place }
        guard case .text(let line, let column) = place else { throw .malformed(error.message) }
        throw .malformed("\(error.message) at line \(line), column \(column)")
      }
    }
  }
}

extension Reading {
  /// The value at a key path; in application XML without it, at the same path of the document that `convert` writes
  /// with the mapping that it chooses.
  func findAsConverted(_ path: KeyPath, in bytes: ByteView, _ job: FileJob) throws -> LoadedDocument? {
    if let found = try find(path, in: bytes, job) { return found }
    guard try job.format(of: bytes, asked: format) == .xml else { return nil }
    var mapped = self
    mapped.mappings = MappingSelection(job.context.mappingLibrary)
    guard let loaded = try? mapped.load(bytes), let mapping = loaded.source.mapping,
      let found = try find(path, in: loaded)
    else { return nil }
    job.note("read by the mapping \(mapping.mapping.mapping.name)", rule: .mappingChosen)
    return found
  }
}

extension Diagnostic {
  /// The diagnostic for a missing value; reads the document for a suggestion.
  static func nothing(at path: KeyPath, typedAs text: String, in bytes: ByteView, _ reading: Reading)
    -> Diagnostic
  {
    let document = try? reading.load(bytes).document
    let hint = document.flatMap { KeyPathSuggestion(for: path, typedAs: text, in: $0).text }
    return Diagnostic(
      .note, Failure(.editNotFound, text + (hint.map { "; " + $0 } ?? "")).message, rule: .editPath)
  }
}
