// .pliant.json or .pliant.plist: the settings of lint for a folder and all below it.
//
//   {"lint": {"ignore": ["xml/doctype"], "exclude": ["Tests/Broken/**"], "expectEncoding": "utf-8", "failOn": "error",
//            "mappings": {"Schedules/*.xml": "site-schedule"}}}

import PliantCore

/// The settings of a configuration file.
package struct LintConfiguration: Sendable {
  package var select: [LintSelector] = []
  package var ignore: [LintSelector] = []
  package var include: [String] = []
  package var exclude: [String] = []
  /// Patterns of files that are JSON with comments.
  package var commentedJSON: [String] = []
  package var expectedEncoding: String?
  package var failOn: String?
  package var baseline: String?
  /// Patterns of files, each with the name or path of the mapping that they follow.
  package var mappings: [(files: String, mapping: String)] = []

  package static let fileNames = [".pliant.json", ".pliant.plist", ".pliant"]
  package static let keys = [
    "select", "ignore", "include", "exclude", "jsonWithComments", "expectEncoding", "failOn", "baseline",
    "mappings",
  ]

  package init() {}

  /// Reads a configuration; the settings are at the top or under `lint`.
  ///
  /// Throws the reader's failure, or what is wrong with a key, with its line.
  package init(_ bytes: ByteView) throws(Diagnostic) {
    let loaded = try Route(to: .json).load(bytes)
    var top = DocumentValue(loaded.document)
    if let inner = top.value(forKey: "lint") { top = inner }
    guard top.isDictionary else { throw Self.wrong("the configuration must be a dictionary") }
    if let note = loaded.valueNotes.first {
      throw Diagnostic(.error, at: note.place, note.message, rule: "lint/configuration")
    }
    do throws(Mistake) {
      for entry in top.entries { try read(entry.key.string, entry.value) }
    } catch {
      throw Self.wrong(error.text, naming: error.name, in: bytes)
    }
  }

  /// What is wrong with a setting, and the word in the file that shows it.
  private struct Mistake: Error {
    let text: String
    let name: String
  }

  private mutating func read(_ key: String, _ value: DocumentValue) throws(Mistake) {
    switch key {
    case "select": select = try Self.selectors(value, key)
    case "ignore": ignore = try Self.selectors(value, key)
    case "include": include = try Self.strings(value, key)
    case "exclude": exclude = try Self.strings(value, key)
    case "jsonWithComments": commentedJSON = try Self.strings(value, key)
    case "expectEncoding": expectedEncoding = try Self.string(value, key)
    case "failOn": failOn = try Self.string(value, key)
    case "baseline": baseline = try Self.string(value, key)
    case "mappings":
      guard value.isDictionary else {
        throw Mistake(text: "'mappings' must be a dictionary of patterns and mappings", name: key)
      }
      for pair in value.entries {
        mappings.append((pair.key.string, try Self.string(pair.value, pair.key.string)))
      }
    default:
      let nearest = NearestSpelling.index(of: key, among: Self.keys)
      let hint =
        nearest.map { "; did you mean '\(Self.keys[$0])'?" }
        ?? "; there are \(Self.keys.joined(separator: ", "))"
      throw Mistake(text: "unknown setting '\(key)'\(hint)", name: key)
    }
  }

  /// A mistake, at the line of the first quoted or marked-up occurrence of the word.
  private static func wrong(_ text: String, naming name: String = "", in bytes: ByteView = .empty)
    -> Diagnostic
  {
    var place = Place.wholeFile
    let words = ["\"\(name)\"", ">\(name)<"].map { Array($0.utf8) }
    if !name.isEmpty, let offset = words.lazy.compactMap({ bytes.firstOffset(of: $0) }).first {
      var index = LineIndex()
      let position = index.position(of: offset, in: bytes)
      place = .text(line: position.line, column: position.column)
    }
    return Diagnostic(.error, at: place, text, rule: "lint/configuration")
  }

  private static func selectors(_ value: DocumentValue, _ key: String) throws(Mistake) -> [LintSelector] {
    var found: [LintSelector] = []
    for name in try strings(value, key) {
      guard let selector = LintSelector(name) else {
        throw Mistake(text: LintSelector.unknownName(name), name: name)
      }
      found.append(selector)
    }
    return found
  }

  private static func string(_ value: DocumentValue, _ key: String) throws(Mistake) -> String {
    guard let text = value.string else { throw Mistake(text: "'\(key)' must be a string", name: key) }
    return text
  }

  private static func strings(_ value: DocumentValue, _ key: String) throws(Mistake) -> [String] {
    if let text = value.string { return [text] }
    guard value.isArray else { throw Mistake(text: "'\(key)' must be an array of strings", name: key) }
    var result: [String] = []
    for element in value.elements { result.append(try string(element, key)) }
    return result
  }
}

extension LintSelector {
  /// What is said of a name that no rule or family has.
  package static func unknownName(_ name: String) -> String {
    let hint = NearestSpelling.index(of: name, among: names).map { "; did you mean '\(names[$0])'?" }
    return "unknown rule '\(name)'\(hint ?? "")"
  }
}

extension ByteView {
  /// The first occurrence of a word, or nil.
  fileprivate func firstOffset(of word: [UInt8]) -> Int? {
    word.withByteView { word in
      var at = 0
      while let place = firstIndex(of: word[0], from: at) {
        if starts(with: word, at: place) { return place }
        at = place + 1
      }
      return nil
    }
  }
}
