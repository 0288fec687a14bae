/// A selection of rules by name: one rule, or a family.
package enum LintSelector: Hashable, Sendable {
  case family(LintFamily)
  case rule(DiagnosticRule)
  /// The default rules.
  case standard

  /// Nil for an unknown name.
  package init?(_ name: String) {
    if let family = LintFamily(rawValue: name) {
      self = .family(family)
    } else if name == Self.standardName {
      self = .standard
    } else if let rule = LintRule.named(name) {
      self = .rule(rule.id)
    } else {
      return nil
    }
  }

  package func matches(_ rule: LintRule) -> Bool {
    switch self {
    case .family(let family): rule.family == family
    case .rule(let id): rule.id == id
    case .standard: rule.isDefault
    }
  }

  private static let standardName = "default"

  package static var names: [String] {
    LintRule.all.map(\.id.description) + LintFamily.allCases.map(\.rawValue) + [standardName]
  }
}

package struct LintOptions: Sendable {
  /// The selected rules; empty for all.
  package var select: [LintSelector] = []
  package var ignore: [LintSelector] = []
  /// The encoding required of every file.
  package var expectedEncoding: TextEncoding?
  /// The language of the texts, as evidence of their encodings.
  package var language: TextLanguage?
  /// The mappings that application XML should follow; the first whose pattern matches counts.
  package var mappings: [LintMapping] = []
  /// The schemas of property lists and JSON, in addition to the built-in ones.
  package var schemas: [LintSchema] = []
  /// Reads the file with a name next to a linted one; nil if it cannot be read, and if lint may not read others.
  package var otherFile: (@Sendable (String) -> [UInt8]?)?
  package var commentedJSON: [PathPattern] = []
  /// The readers of property lists whose differences count.
  package var readers: Set<PropertyListConsumer> = []
  /// The maximum number of findings in a file.
  package var findingLimit = Self.defaultFindingLimit

  /// Whether to report each finding separately, rather than one for each cause in a file.
  package var listsAll = true
  /// The project's policy on the file.
  package var policy: FilePolicy?

  package static let defaultFindingLimit = 1000

  package init(expecting encoding: TextEncoding? = nil) { expectedEncoding = encoding }

  init(selecting rule: LintRule) { select = [.rule(rule.id)] }

  package func wants(_ rule: LintRule) -> Bool {
    (select.isEmpty ? rule.isDefault : select.contains { $0.matches(rule) })
      && !ignore.contains { $0.matches(rule) }
  }

  /// Whether to check any rule of a family.
  func wantsFamily(_ family: LintFamily) -> Bool {
    LintRule.all.contains { $0.family == family && wants($0) }
  }
}

extension LintOptions {
  func dialect(of name: String) -> Format {
    if let dialect = Format(jsonDialectOf: name) { return dialect }
    let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    return commentedJSON.contains { $0.matches(relative: path) } ? .jsonc : .json
  }
}
