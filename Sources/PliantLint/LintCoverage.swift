// The coverage of a lint run: the closing line of a report, and its machine-readable form.

/// How lint checked a file.
package enum LintLook: Sendable, Equatable, CustomStringConvertible {
  /// With the grammar of this kind.
  case grammar(String)
  /// Only with the rules of encodings and text; with the reason if the name promises more.
  case encodingOnly(String?)
  /// Not at all; the kind of binary file, if known.
  case binary(String?)

  package var description: String {
    switch self {
    case .grammar(let name): name
    case .encodingOnly(let why): "encoding only" + (why.map { ", \($0)" } ?? "")
    case .binary(let kind): "skipped, binary" + (kind.map { " (\($0))" } ?? "")
    }
  }
}

/// The number of files by how lint checked them.
package struct LintCoverage: Sendable, Equatable {
  package private(set) var checked = 0
  package private(set) var byEncodingOnly = 0
  package private(set) var binary = 0
  /// By reason, in the order of `FolderWalk.Omission`.
  private var omitted = [Int](repeating: 0, count: FolderWalk.Omission.allCases.count)
  /// Unreadable files and directories.
  package var unreadable = 0

  package init() {}

  package mutating func add(_ look: LintLook) {
    switch look {
    case .grammar: checked += 1
    case .encodingOnly:
      checked += 1
      byEncodingOnly += 1
    case .binary: binary += 1
    }
  }

  package mutating func add(_ listing: FolderWalk.Listing) {
    let reasons = FolderWalk.Omission.allCases
    for (_, why) in listing.omitted { omitted[reasons.firstIndex(of: why) ?? 0] += 1 }
    unreadable += listing.unreadable.count
  }

  package mutating func add(_ other: LintCoverage) {
    checked += other.checked
    byEncodingOnly += other.byEncodingOnly
    binary += other.binary
    unreadable += other.unreadable
    for index in omitted.indices { omitted[index] += other.omitted[index] }
  }

  package var skipped: [(why: String, count: Int)] {
    let others = zip(FolderWalk.Omission.allCases, omitted).map { (why: $0.rawValue, count: $1) }
    return ([(why: "binary", count: binary)] + others).filter { $0.count > 0 }
  }

  /// `412 files checked, 3 by encoding only, 18 skipped (12 binary, 6 ignored), 2 findings`.
  package func line(findings: Int) -> String {
    summary(verb: " checked") + (findings == 0 ? ", no findings" : ", " + Self.count(findings, "finding"))
  }

  /// The same without findings; without a verb for a run that only lists.
  package func summary(verb: String = "") -> String {
    var line = Self.count(checked, "file") + verb
    if byEncodingOnly > 0 { line += ", \(byEncodingOnly) by encoding only" }
    let skipped = skipped
    if !skipped.isEmpty {
      let reasons = skipped.map { "\($0.count) \($0.why)" }.joined(separator: ", ")
      line += ", \(skipped.reduce(0) { $0 + $1.count }) skipped (\(reasons))"
    }
    if unreadable > 0 { line += ", \(unreadable) unreadable" }
    return line
  }

  package static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// `"checked":412,"byEncodingOnly":3,"skipped":{"binary":12},"unreadable":0`: the members of a JSON object.
  var json: String {
    let reasons = skipped.map { "\"\($0.why)\":\($0.count)" }.joined(separator: ",")
    return
      "\"checked\":\(checked),\"byEncodingOnly\":\(byEncodingOnly),\"skipped\":{\(reasons)},\"unreadable\":\(unreadable)"
  }
}
