// .pliant.json or .pliant.plist: the settings of lint for a directory and its subdirectories.
//
//   {"lint": {"ignore": ["xml/doctype"], "exclude": ["Tests/Broken/**"], "expectEncoding": "utf-8", "failOn": "error",
//            "mappings": {"Schedules/*.xml": "site-schedule"}}}

package struct LintConfiguration: Sendable {
  package var select: [LintSelector] = []
  package var ignore: [LintSelector] = []
  /// Patterns of files to check even if vendored or apparently binary.
  package var include: [String] = []
  /// Patterns of the only files to check.
  package var only: [String] = []
  package var exclude: [String] = []
  package var commentedJSON: [PathPattern] = []
  package var readers: [PropertyListConsumer] = []
  package var expectedEncoding: TextEncoding?
  /// Patterns of files, each with the encoding that it prescribes.
  package var encodings: [(pattern: PathPattern, policy: FilePolicy)] = []
  package var failOn: Severity?
  package var baseline: String?
  /// Patterns of files, each with the name or path of their mapping, and its position.
  package var mappings: [(files: PathPattern, mapping: String, place: Place)] = []

  /// Patterns of files, each with the path of their schema, and its position.
  package var schemas: [(files: PathPattern, schema: String, place: Place)] = []

  package static let fileNames = [".pliant.json", ".pliant.plist", ".pliant"]
  package static let keys = [
    "select", "ignore", "include", "only", "exclude", "jsonWithComments", "expectEncoding", "failOn",
    "baseline", "mappings", "schemas", "encodings", "readers",
  ]

  package init() {}

  /// Reads a configuration; the settings are at the top level or under `lint`.
  ///
  /// Throws the reader's failure, or an error in a key, with its line.
  package init(_ bytes: ByteView) throws(Diagnostic) {
    let loaded = try Reading().load(bytes)
    var top = DocumentValue(loaded.document)
    if let inner = top.value(forKey: "lint") { top = inner }
    guard top.isDictionary else { throw Self.wrong("the configuration must be a dictionary") }
    if let note = loaded.valueNotes.first {
      throw Diagnostic(.error, at: note.place, note.message, rule: .lintConfiguration)
    }
    do throws(Mistake) {
      for entry in top.entries { try read(entry.key.string, entry.value, in: bytes) }
    } catch { throw Self.wrong(error.text, naming: error.name, in: bytes) }
  }

  /// An error in a setting, and the word at its position.
  private struct Mistake: Error {
    let text: String
    let name: String
  }

  private mutating func read(_ key: String, _ value: DocumentValue, in bytes: ByteView) throws(Mistake) {
    switch key {
    case "select": select = try Self.selectors(value, key)
    case "ignore": ignore = try Self.selectors(value, key)
    case "include": include = try Self.patterns(value, key).map { Platform.path(named: $0.text) }
    case "only": only = try Self.patterns(value, key).map { Platform.path(named: $0.text) }
    case "exclude": exclude = try Self.patterns(value, key).map { Platform.path(named: $0.text) }
    case "jsonWithComments": commentedJSON = try Self.patterns(value, key)
    case "expectEncoding":
      let name = try Self.string(value, key)
      guard let encoding = TextEncoding(name: name) else {
        let hint = EncodingNames.nearest(to: name).map { "; did you mean '\($0)'?" }
        throw Mistake(text: "unknown encoding '\(name)'\(hint ?? "")", name: name)
      }
      expectedEncoding = encoding
    case "readers":
      readers = try Self.strings(value, key).map { name throws(Mistake) in
        if let reader = PropertyListConsumer(rawValue: name) { return reader }
        let names = PropertyListConsumer.allCases.map(\.rawValue).joined(separator: ", ")
        throw Mistake(text: "unknown reader '\(name)'; there are \(names)", name: name)
      }
    case "encodings":
      guard value.isDictionary else {
        throw Mistake(text: "'encodings' must be a dictionary of patterns and names of encodings", name: key)
      }
      for pair in value.entries {
        let (pattern, name) = (pair.key.string, try Self.string(pair.value, pair.key.string))
        guard let policy = FilePolicy(name, origin: "'\(pattern)' of the settings") else {
          let hint = EncodingNames.nearest(to: name).map { "; did you mean '\($0)'?" }
          throw Mistake(text: "unknown encoding '\(name)'\(hint ?? "")", name: name)
        }
        encodings.append((try Self.pattern(pattern), policy))
      }
    case "failOn":
      let name = try Self.string(value, key)
      guard let severity = Severity(rawValue: name), severity != .note else {
        throw Mistake(text: "unknown severity '\(name)'; expected 'error' or 'warning'", name: name)
      }
      failOn = severity
    case "baseline": baseline = Platform.path(named: try Self.string(value, key))
    case "mappings": mappings = try Self.named(value, key, in: bytes).map { ($0, $1, $2) }
    case "schemas": schemas = try Self.named(value, key, in: bytes).map { ($0, $1, $2) }
    default:
      let nearest = NearestSpelling.index(of: key, among: Self.keys)
      let hint =
        nearest.map { "; did you mean '\(Self.keys[$0])'?" }
        ?? "; there are \(Self.keys.joined(separator: ", "))"
      throw Mistake(text: "unknown setting '\(key)'\(hint)", name: key)
    }
  }

  /// An error, at the line of the first quoted or marked-up occurrence of the word.
  private static func wrong(_ text: String, naming name: String = "", in bytes: ByteView = .empty)
    -> Diagnostic
  {
    Diagnostic(.error, at: place(of: name, in: bytes), text, rule: .lintConfiguration)
  }

  private static func place(of name: String, in bytes: ByteView) -> Place {
    let words = ["\"\(name)\"", ">\(name)<"].map { Array($0.utf8) }
    guard !name.isEmpty,
      let offset = words.lazy.compactMap({ $0.withByteView { bytes.firstIndex(of: $0) } }).first
    else { return .wholeFile }
    var index = LineIndex()
    return Place(index.position(of: offset, in: bytes))
  }

  private static func pattern(_ text: String) throws(Mistake) -> PathPattern {
    do throws(PathPatternMistake) {
      return try PathPattern(text)
    } catch { throw Mistake(text: "invalid pattern '\(text)': \(error.reason)", name: text) }
  }

  /// Patterns of files, each with a name or path and its position.
  private static func named(
    _ value: DocumentValue, _ key: String, in bytes: ByteView
  ) throws(Mistake) -> [(PathPattern, String, Place)] {
    guard value.isDictionary else {
      throw Mistake(text: "'\(key)' must be a dictionary of patterns and \(key)", name: key)
    }
    return try value.entries.map { pair throws(Mistake) in
      let name = Platform.path(named: try string(pair.value, pair.key.string))
      return (try pattern(pair.key.string), name, place(of: name, in: bytes))
    }
  }

  private static func patterns(_ value: DocumentValue, _ key: String) throws(Mistake) -> [PathPattern] {
    try strings(value, key).map { text throws(Mistake) in try pattern(text) }
  }

  private static func selectors(_ value: DocumentValue, _ key: String) throws(Mistake) -> [LintSelector] {
    try strings(value, key).map { name throws(Mistake) in
      if let selector = LintSelector(name) { return selector }
      throw Mistake(text: LintSelector.unknownName(name), name: name)
    }
  }

  private static func string(_ value: DocumentValue, _ key: String) throws(Mistake) -> String {
    guard let text = value.string else { throw Mistake(text: "'\(key)' must be a string", name: key) }
    return text
  }

  private static func strings(_ value: DocumentValue, _ key: String) throws(Mistake) -> [String] {
    if let text = value.string { return [text] }
    guard value.isArray else { throw Mistake(text: "'\(key)' must be an array of strings", name: key) }
    return try value.elements.map { element throws(Mistake) in try string(element, key) }
  }
}

extension LintSelector {
  package static func unknownName(_ name: String) -> String {
    let hint = NearestSpelling.index(of: name, among: names).map { "; did you mean '\(names[$0])'?" }
    return "unknown rule '\(name)'\(hint ?? "")"
  }
}
