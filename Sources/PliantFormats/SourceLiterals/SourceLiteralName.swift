/// The name of a source literal, derived from its source file.
package struct SourceLiteralName: Sendable, Equatable {
  /// The file's last component, for the comment above the literal.
  package let file: String
  package let identifier: String

  /// The name for the literal of a file; standard input is `-`.
  package init(path: String, for language: SourceLiteralLanguage) {
    let path = Platform.pathText(path)
    let last = path.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? path
    file = Self.comment(last)
    var stem = Substring(last)
    if let dot = last.lastIndex(of: "."), dot != last.startIndex { stem = last[..<dot] }
    identifier = Self.identifier(from: stem, for: language)
  }

  /// The file's name for the end of a comment: without line breaks and without a backslash that joins lines.
  private static func comment(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 < ASCII.space || $0 == ASCII.reverseSolidus }) else { return name }
    let bytes = name.utf8.map { $0 < ASCII.space || $0 == ASCII.reverseSolidus ? ASCII.questionMark : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces hyphens and spaces with underscores, and removes symbols as plutil does, and characters invalid
  /// in names.
  private static func identifier(from stem: Substring, for language: SourceLiteralLanguage) -> String {
    var name = ""
    for scalar in stem.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .control, .format: continue
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .nonspacingMark, .spacingMark:
        name.unicodeScalars.append(scalar)
      default: name.unicodeScalars.append("_")
      }
    }
    if name.isEmpty { return "_" }
    if let first = name.unicodeScalars.first, first.properties.numericType != nil { name = "_" + name }
    guard language.reservedWords.contains(name[...]) else { return name }
    return language == .swift ? "`\(name)`" : name + "_"
  }
}

package enum SourceLiteralLanguage: Sendable {
  case swift
  case objectiveC

  fileprivate var reservedWords: Set<Substring> {
    let words =
      switch self {
      case .swift:
        """
        as associatedtype break case catch class continue default defer deinit do else enum extension \
        fallthrough false fileprivate for func guard if import in init inout internal is let nil operator \
        precedencegroup private protocol public repeat rethrows return self static struct subscript super \
        switch throw throws true try typealias var where while Any Self
        """
      case .objectiveC:
        """
        BOOL Class IMP NO NULL Nil Protocol SEL YES asm instancetype typeof auto break case char const \
        continue default do double else enum extern float for goto id if inline int long nil register \
        restrict return self short signed sizeof static struct switch typedef union unsigned void volatile \
        while
        """
      }
    return Set(words.split(separator: " "))
  }
}
