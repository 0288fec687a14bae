/// A manual page that is not generated from a command's declaration: formats, rules, workflows, the program
/// as a whole.
package struct ManualPage: Sendable {
  /// The name without the section: `pliant-formats`.
  package let name: String
  /// The section: 1 for programs, 5 for files, 7 for everything else.
  package let section: Int
  /// A summary in one line without a full stop.
  package let summary: String
  /// Created lazily: most runs show no manual.
  package var sections: [ManualSection] { makeSections() }
  private let makeSections: @Sendable () -> [ManualSection]
  /// Names of commands and of pages (`pliant-mapping(5)`).
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

  package init(
    _ name: String, section: Int, summary: String, text: @autoclosure @escaping @Sendable () -> String,
    seeAlso: [String] = []
  ) {
    self.init(name, section: section, summary: summary, sections: PageText.sections(text()), seeAlso: seeAlso)
  }

  /// The form of a reference: `pliant-formats(7)`.
  package var reference: String { "\(name)(\(section))" }
  /// The name of its file: `pliant-formats.7`.
  package var fileName: String { "\(name).\(section)" }
}

package struct ManualSection: Sendable {
  /// The heading; in capitals if it is a conventional one.
  package let title: String
  package let blocks: [ManualBlock]

  package init(_ title: String, _ blocks: [ManualBlock]) {
    self.title = title
    self.blocks = blocks
  }
}

package enum ManualBlock: Sendable {
  /// Text in the light markup.
  case paragraph(String)
  case literal(String)
  /// Terms and their explanations, both in the light markup.
  case terms([ManualTerm])
  /// Cells in the light markup; the first row is the heading.
  case table([[String]])
  /// A command line that a test runs.
  case example(Example)

  /// A paragraph; literal text if it begins with four spaces.
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

package struct ManualTerm: Sendable {
  package let term: String
  package let paragraphs: [String]

  package init(_ term: String, _ paragraphs: [String]) {
    self.term = term
    self.paragraphs = paragraphs
  }
}
