// A baseline: the accepted findings of a project, by file and fingerprint.
//
//   {"Resources/Info.plist": ["0f3a…:1", "77b2…:1"]}

package struct LintBaseline: Sendable {
  private var known: [String: Set<String>] = [:]
  /// Entries that no longer occur.
  package private(set) var obsoleteCount = 0

  /// Reads a baseline.
  ///
  /// Throws the reader's failure, or an error in an entry.
  package init(_ bytes: ByteView) throws(Diagnostic) {
    let files = DocumentValue(try Reading().load(bytes).document)
    guard files.isDictionary else { throw Self.wrong("not a baseline, which is a dictionary of files") }
    for entry in files.entries {
      let file = entry.key.string
      guard entry.value.isArray else {
        throw Self.wrong("not a baseline: '\(file)' is not an array of fingerprints")
      }
      let prints = entry.value.elements.map(\.string)
      if prints.contains(nil) {
        throw Self.wrong("not a baseline: '\(file)' has something other than fingerprints, which are strings")
      }
      known[file] = Set(prints.compactMap(\.self))
    }
  }

  package init() {}

  package var files: [String] { known.keys.sorted() }

  /// Removes the listed findings of a file, and counts the entries that no longer occur.
  package mutating func apply(to report: inout LintFileReport, name: String) {
    guard let prints = known[name] else { return }
    obsoleteCount += prints.subtracting(report.prints).count
    report.remove(known: prints)
  }

  /// Counts the entries of a file without findings.
  package mutating func noteClean(name: String) {
    obsoleteCount += known[name]?.count ?? 0
  }

  /// Replaces the listed findings of a file.
  package mutating func update(name: String, _ fingerprints: [String]) {
    known[name] = fingerprints.isEmpty ? nil : Set(fingerprints)
  }

  package var findingCount: Int { known.values.reduce(0) { $0 + $1.count } }

  /// Appends the baseline as JSON, one line per file.
  package func append(to output: inout OutputBuffer) {
    output.append("{")
    for (index, file) in files.enumerated() {
      output.append(index > 0 ? ",\n  " : "\n  ", json: file)
      output.append(": [")
      for (number, print) in (known[file] ?? []).sorted().enumerated() {
        output.append(number > 0 ? ", " : "", json: print)
      }
      output.append("]")
    }
    output.append("\n}\n")
  }

  private static func wrong(_ text: String) -> Diagnostic { Diagnostic(.error, text, rule: .lintBaseline) }
}
