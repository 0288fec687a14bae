// mdoc source: escapes, and pages that mandoc's lint has nothing to say about.

import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite struct ManPageTests {
  private static let page = Array(
    #"""
    Reads *FILE*. Sets `x=`*VALUE*. Writes (`-o -`), or with `--fix=bytes`, not. A \ and 'quotes', naïve.

    .dots begin this paragraph, as e.g. here, see pliant-formats(7).

        literal  text
        'quoted' - `x` ~^ \n
        
        .end 

    # EXAMPLES
    Converts.
      $ pliant convert json 'a b.plist'
      {"a":"\u00e9"}
      'x'
    """#.utf8)

  static let commands = CommandSet(
    program: "pliant", summary: "sample `data`", version: "1",
    verbs: [
      Verb(
        "convert", group: "Converting", summary: "convert a \"file\"", page: page,
        operands: [Operand(value: .word("FORMAT", among: ["json", "xml1"])), .files],
        options: [
          ValueOption(
            "output", letter: "o", value: .text("PATH"), help: "write to *PATH*; `-` is standard output",
            section: "Output"),
          OptionalValueOption(
            "fix", value: .word("WHAT", among: ["declaration", "bytes"]), implied: "declaration", help: "fix"),
          ValueOption(
            "name", value: .text("NAME"), help: "a name", detail: "More, `Ar`, `|`, `a,b,`.",
            default: "none"),
          Flag(letter: "0", help: "NUL"),
        ],
        seeAlso: ["cdata", "pliant-formats(7)"]),
      Verb(
        "cdata", group: "Editing", summary: "CDATA sections",
        subverbs: [
          Verb("wrap", summary: "make them", operands: [.files], options: [Flag("all", help: "all")]),
          Verb("unwrap", summary: "unmake them", page: Array("Slowly.".utf8)),
        ]),
    ],
    manual: "# DESCRIPTION\nAll of it.\n\n# ENVIRONMENT\n`NO_COLOR`.",
    pages: [
      ManualPage(
        "pliant-formats", section: 7, summary: "formats",
        text: """
          # DESCRIPTION
          Text.

          `xml1` :: One.

            Two.
          *N* :: Num.
          `Print` [*ENTRY*] :: Shows it.

          | format | read
          | json | yes
          | xml1 |
          """)
    ])

  static let pages = ManPageRenderer(commands, date: "November 21, 2026").all()

  @Test func passesLint() async throws {
    try await forEachRow(of: Self.pages.map(\.fileName)) { (fileName: String) throws in
      let page = try #require(Self.pages.first { $0.fileName == fileName })
      try withTemporaryFolder { folder in
        let file = folder.appendingPathComponent(fileName)
        try Data(page.text.utf8).write(to: file)
        let errors = try mandocErrors(file)
        #expect(errors == [], "\(page.text)")
      }
    }
  }

  @Test func escapesText() throws {
    let page = try #require(Self.pages.first { $0.fileName == "pliant-convert.1" }).text
    for line in [
      ".Ar FILE .", "Sets", ".So x= Sc Ns Ar VALUE .", "Writes", ".Ql ( \"\\-o \\-\" ) ,", ".Fl -fix=bytes ,",
      "A \\e and 'quotes', na\\[u00EF]ve.",
      "\\&.dots begin this paragraph, as e.g. here, see", ".Xr pliant-formats 7 .",
      "\\(aqquoted\\(aq \\- \\(gax\\(ga \\(ti\\(ha \\en", "\\&.end \\&", ".It Fl o , Fl -output Ar PATH",
      ".It Fl -fix Ns Oo = Ns Cm declaration | Cm bytes Oc", ".Nd convert a \\(dqfile\\(dq",
      ".Ql \\&Ar ,", ".Ql \\&| ,", ".Ql a,b,\\& .", "{\\(dqa\\(dq:\\(dq\\eu00e9\\(dq}",
    ] { #expect(page.contains("\n" + line + "\n"), "\(line) in\n\(page)") }
    let formats = try #require(Self.pages.first { $0.fileName == "pliant-formats.7" }).text
    #expect(formats.contains("\n.It So Print Sc Ar [ ENTRY ]\n"), "\(formats)")
  }

  @Test(arguments: [40, 60, 80, 200]) func helpFitsItsWidth(width: Int) throws {
    let help = HelpRenderer(width: width, isStyled: false)
    let text = help.overview(Self.commands) + Self.commands.pages.map(help.page).joined()
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
    #expect(text.contains("pliant help formats"))
  }

  @Test func stylesHelp() throws {
    let page = HelpRenderer(width: 80, isStyled: true).page(Self.commands.verbs[0], prefix: "pliant")
    #expect(
      page.contains("\u{1B}[1m-o, --output PATH\u{1B}[0m  ") && page.contains("Reads \u{1B}[4mFILE\u{1B}[0m.")
    )
  }
}
