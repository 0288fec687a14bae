/// A violation of a rule at a position.
package struct Finding: Sendable, Equatable {
  package let rule: LintRule
  package internal(set) var place: Place
  package let message: String
  /// The changes that fix it, by kind; empty if nothing can fix it.
  package internal(set) var fixes: [LintFix]

  /// The number of findings with the same cause in the file.
  package internal(set) var count = 1
  /// The first places of the others.
  package internal(set) var others: [Place] = []
  /// A remedy on the command line.
  package internal(set) var advice: String?
  /// Whether one finding suffices for all files under a pattern of the project's policy.
  package internal(set) var isAboutPattern = false

  package var severity: Severity { rule.severity }
  /// Whether the text may be another one.
  var isOfEncoding: Bool { rule.family == .encoding && severity == .error }
  package var line: Int { if case .text(let line, _) = place { line } else { 1 } }
  package var column: Int { if case .text(_, let column) = place { column } else { 1 } }

  /// The message, with the places of the others that have the same cause.
  package var text: String {
    if count == 1 { return message }
    if isAboutPattern { return "\(message); \(LintCoverage.count(count - 1, "other file")) like it" }
    var lines: [String] = []
    for case .text(let line, _) in others where lines.last != "\(line)" { lines.append("\(line)") }
    let places =
      lines.isEmpty ? "" : ", in \(lines.count == 1 ? "line" : "lines") \(lines.joined(separator: ", "))"
    return
      "\(message); \(count - 1) more like it\(places)\(count - 1 > others.count && !lines.isEmpty ? ", …" : "")"
  }

  package var diagnostic: Diagnostic { Diagnostic(severity, at: place, text, advice: advice, rule: rule.id) }

  init(rule: LintRule, place: Place, message: String, fixes: [LintFix], isAboutPattern: Bool = false) {
    self.rule = rule
    self.place = place
    self.message = message
    self.fixes = fixes
    self.isAboutPattern = isAboutPattern
  }

  /// The text that findings with one cause share; nil for one that never joins others.
  var cause: String? {
    switch rule {
    case .jsonDuplicateKey, .plistDuplicateKey, .stringsDuplicateKey, .mappingDuplicateKey: nil
    case .encodingControlCharacters, .textBidirectionalControl: ""
    case .encodingMixed: String(message.prefix { $0 != ":" })
    default: message
    }
  }

  /// The number of places to keep.
  private static let placeLimit = 5

  /// Adds a finding with the same cause.
  mutating func join(_ other: Finding) {
    count += other.count
    fixes += other.fixes
    if others.count < Self.placeLimit { others.append(other.place) }
  }
}
