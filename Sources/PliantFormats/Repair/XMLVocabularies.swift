// The namespaces that feeds and other documents use under one prefix, by which a missing declaration is known.

enum XMLVocabularies {
  /// The namespace of a prefix that has only one in practice.
  static func namespace(of prefix: String) -> String? { table[Substring(prefix)].map(String.init) }

  /// The lines of Texts/vocabularies.txt, `PREFIX NAMESPACE`.
  private static let table: [Substring: Substring] = Dictionary(
    uniqueKeysWithValues: String(decoding: PackageResources.vocabularies_txt, as: UTF8.self)
      .split(separator: "\n").map { line in
        let prefix = line.prefix { $0 != " " }
        return (prefix, line.dropFirst(prefix.count + 1))
      })

  /// Elements of HTML that a server's error message puts before or after a document.
  static let messageElements: Set<String> = [
    "b", "br", "em", "font", "hr", "i", "p", "pre", "small", "strong", "script", "noscript",
  ]

  /// The named references that HTML reads without their semicolon.
  static let bareEntities: Set<String> = Set(
    String(decoding: PackageResources.bare_entities_txt, as: UTF8.self).split { $0.isWhitespace }.map(
      String.init))
}
