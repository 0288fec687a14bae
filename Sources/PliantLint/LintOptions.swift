// What a run of lint looks for.

import PliantCore

/// Rules by what a user typed: one rule, or a family.
package enum LintSelector: Hashable, Sendable {
  case family(LintFamily)
  case rule(LintRule.ID)
  /// The rules that are looked for where none is selected.
  case standard

  /// Nil where no rule or family has the name.
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

  /// All names that can be typed.
  package static var names: [String] {
    LintRule.all.map(\.id.description) + LintFamily.allCases.map(\.rawValue) + [standardName]
  }
}

/// What a run of lint looks for.
package struct LintOptions: Sendable {
  /// The rules that are looked for; empty means all.
  package var select: [LintSelector] = []
  /// The rules that are left out.
  package var ignore: [LintSelector] = []
  /// The encoding that every file should be in.
  package var expectedEncoding: TextEncoding?
  /// The mappings that application XML should follow; the first whose pattern matches counts.
  package var mappings: [LintMapping] = []
  /// Patterns of files that are JSON with comments.
  package var commentedJSON: [PathPattern] = []
  /// Findings after which a file is not checked further.
  package var findingLimit = Self.defaultFindingLimit

  package static let defaultFindingLimit = 1000

  package init(expecting encoding: TextEncoding? = nil) { expectedEncoding = encoding }

  init(selecting rule: LintRule) { select = [.rule(rule.id)] }

  /// Whether findings of the rule are wanted.
  package func wants(_ rule: LintRule) -> Bool {
    (select.isEmpty ? rule.isDefault : select.contains { $0.matches(rule) })
      && !ignore.contains { $0.matches(rule) }
  }
}

extension LintOptions {
  /// The dialect of JSON that a file is written in, by its name.
  func dialect(of name: String) -> LintGrammar {
    if Paths.pathExtension(name) == "json5" { return .json5 }
    if LintNames.hasComments(name) { return .commentedJSON }
    let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    return commentedJSON.contains { $0.matches(relative: path) } ? .commentedJSON : .json
  }
}

/// What a run of lint looks for, shared by all that is done in it.
final class LintScope: Sendable {
  let options: LintOptions
  init(_ options: LintOptions) { self.options = options }
}
