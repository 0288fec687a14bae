// .pliant.json or .pliant.plist: what lint is told once for a folder and all below it.
//
//   {"lint": {"ignore": ["xml/doctype"], "exclude": ["Tests/Broken/**"], "expectEncoding": "utf-8", "failOn": "error",
//            "mappings": {"Schedules/*.xml": "site-schedule"}}}

import PliantCore

/// The settings of a configuration file.
package struct LintConfiguration: Sendable {
  package var select: [String] = []
  package var ignore: [String] = []
  package var exclude: [String] = []
  package var expectedEncoding: String?
  package var failOn: String?
  package var baseline: String?
  /// Patterns of files, each with the name or path of the mapping that they follow.
  package var mappings: [(files: String, mapping: String)] = []

  package static let fileNames = [".pliant.json", ".pliant.plist", ".pliant"]
  package static let keys = [
    "select", "ignore", "exclude", "expectEncoding", "failOn", "baseline", "mappings",
  ]

  package init() {}

  /// Reads a configuration; what belongs to lint stands at the top or under `lint`.
  ///
  /// Throws the reader's failure, or what is wrong with a key.
  package init(_ bytes: ByteView) throws(Diagnostic) {
    let loaded = try Route(to: .json).load(bytes)
    var top = DocumentValue(loaded.document)
    if let inner = top.value(forKey: "lint") { top = inner }
    guard top.isDictionary else { throw Self.wrong("the configuration is not a dictionary") }
    for entry in top.entries {
      let key = entry.key.string
      switch key {
      case "select": select = try Self.strings(entry.value, key)
      case "ignore": ignore = try Self.strings(entry.value, key)
      case "exclude": exclude = try Self.strings(entry.value, key)
      case "expectEncoding": expectedEncoding = try Self.string(entry.value, key)
      case "failOn": failOn = try Self.string(entry.value, key)
      case "baseline": baseline = try Self.string(entry.value, key)
      case "mappings":
        guard entry.value.isDictionary else {
          throw Self.wrong("“mappings” must be a dictionary of patterns and mappings")
        }
        for pair in entry.value.entries {
          mappings.append((pair.key.string, try Self.string(pair.value, pair.key.string)))
        }
      default: throw Self.wrong("“\(key)” is no setting; there are \(Self.keys.joined(separator: ", "))")
      }
    }
  }

  private static func wrong(_ text: String) -> Diagnostic {
    Diagnostic(.error, text, rule: "lint/configuration")
  }

  private static func string(_ value: DocumentValue, _ key: String) throws(Diagnostic) -> String {
    guard let text = value.string else { throw wrong("“\(key)” must be a string") }
    return text
  }

  private static func strings(_ value: DocumentValue, _ key: String) throws(Diagnostic) -> [String] {
    if let text = value.string { return [text] }
    guard value.isArray else { throw wrong("“\(key)” must be an array of strings") }
    var result: [String] = []
    for element in value.elements { result.append(try string(element, key)) }
    return result
  }
}

/// The findings that a project has agreed to live with.
package enum LintBaseline {
  /// The fingerprints by file that a baseline lists.
  package static func read(_ bytes: ByteView) throws(Diagnostic) -> [String: Set<String>] {
    let loaded = try Route(to: .json).load(bytes)
    var known: [String: Set<String>] = [:]
    let files = DocumentValue(loaded.document)
    guard files.isDictionary else { throw wrong("the baseline is not a dictionary of files") }
    for entry in files.entries {
      let file = entry.key.string
      guard entry.value.isArray else { throw wrong("“\(file)” in the baseline has no list of fingerprints") }
      var prints: Set<String> = []
      for element in entry.value.elements {
        guard let print = element.string else { throw wrong("a fingerprint of “\(file)” is not a string") }
        prints.insert(print)
      }
      known[file] = prints
    }
    return known
  }

  private static func wrong(_ text: String) -> Diagnostic {
    Diagnostic(.error, text, rule: "lint/baseline")
  }

  /// Appends a baseline of all these findings; `name` is what it calls a file.
  package static func append(
    _ files: [LintFileReport], name: (String) -> String, to output: inout OutputBuffer
  ) {
    output.append("{")
    var isFirst = true
    for file in files where !file.findings.isEmpty {
      output.append(isFirst ? "\n  " : ",\n  ")
      isFirst = false
      output.appendJSON(name(file.file))
      output.append(": [")
      for (index, print) in file.fingerprints.enumerated() {
        if index > 0 { output.append(", ") }
        output.appendJSON(print)
      }
      output.append("]")
    }
    output.append("\n}\n")
  }
}
