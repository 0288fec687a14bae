// A page of the manual as data, for what is no verb: formats, rules, workflows, the program as a whole.

/// A page whose text is given; verbs make theirs from their declarations.
package struct ManualPage: Sendable {
  /// Without the section: `pliant-formats`.
  package let name: String
  /// 1 for programs, 5 for files, 7 for everything else.
  package let section: Int
  /// One line without a full stop.
  package let summary: String
  /// Made when they are asked for: most runs show no manual.
  package var sections: [ManualSection] { makeSections() }
  private let makeSections: @Sendable () -> [ManualSection]
  /// Names of verbs and of pages (`pliant-mapping(5)`).
  package let seeAlso: [String]

  package init(
    _ name: String, section: Int, summary: String,
    sections: @autoclosure @escaping @Sendable () -> [ManualSection], seeAlso: [String] = []
  ) {
    self.name = name
    self.section = section
    self.summary = summary
    makeSections = sections
    self.seeAlso = seeAlso
  }

  /// As it is referred to: `pliant-formats(7)`.
  package var reference: String { "\(name)(\(section))" }
  /// As its file is named: `pliant-formats.7`.
  package var fileName: String { "\(name).\(section)" }
}

/// A headed part of a page.
package struct ManualSection: Sendable {
  /// In capitals where the heading is one of the usual ones.
  package let title: String
  package let blocks: [ManualBlock]

  package init(_ title: String, _ blocks: [ManualBlock]) {
    self.title = title
    self.blocks = blocks
  }

  /// From paragraphs in the light markup; one that begins with four spaces is shown as it is.
  package init(_ title: String, paragraphs: [String]) {
    self.init(title, paragraphs.map(ManualBlock.init(paragraph:)))
  }
}

/// A piece of a section.
package enum ManualBlock: Sendable, ExpressibleByStringLiteral {
  /// In the light markup.
  case paragraph(String)
  /// Shown as it is.
  case literal(String)
  /// A heading below the section's.
  case heading(String)
  /// Terms and what they mean, both in the light markup.
  case terms([ManualTerm])
  /// Cells in the light markup; the first row is the heading.
  case table([[String]])
  /// A command line that is run by a test.
  case example(Example)

  package init(stringLiteral text: String) { self.init(paragraph: text) }

  package init(paragraph text: String) {
    guard text.hasPrefix("    ") else {
      self = .paragraph(text)
      return
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let bare = lines.map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
    self = .literal(bare.joined(separator: "\n"))
  }
}

/// An entry of a list of terms.
package struct ManualTerm: Sendable {
  package let term: String
  package let paragraphs: [String]

  package init(_ term: String, _ paragraphs: String...) {
    self.term = term
    self.paragraphs = paragraphs
  }

  package init(_ term: String, paragraphs: [String]) {
    self.term = term
    self.paragraphs = paragraphs
  }
}
