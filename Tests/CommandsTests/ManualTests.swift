// The manual: man/ is what the declarations say, mandoc finds nothing wrong, and nothing refers to nowhere.

import CommandLineKit
import Commands
import Foundation
import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct ManualTests {
  static let folder = packageRoot.appendingPathComponent("man")
  static let pages = Manual.renderer.all()

  @Test func isFresh() async throws {
    try await forEachRow(of: Self.pages.map(\.fileName)) { (fileName: String) throws in
      let page = try #require(Self.pages.first { $0.fileName == fileName })
      #expect(try difference(of: page.text, from: Self.folder.appendingPathComponent(fileName)) == nil)
    }
  }

  @Test func holdsNoOtherPages() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let strangers = Set(names).subtracting(Self.pages.map(\.fileName))
    if rewritesGoldenFiles {
      for name in strangers {
        try FileManager.default.removeItem(at: Self.folder.appendingPathComponent(name))
      }
    } else {
      #expect(strangers == [])
    }
  }

  /// Each encoding has a row with its description.
  @Test func encodingsAreDescribed() throws {
    let page = try #require(Manual.pages.first { $0.name == "pliant-encodings" })
    for case .terms(let terms) in page.sections.flatMap(\.blocks) {
      for term in terms { #expect(term.paragraphs.first?.hasPrefix(".") == false, "\(term.term)") }
    }
  }

  @Test func passesLint() async throws {
    try await forEachRow(of: Self.pages.map(\.fileName)) { (fileName: String) throws in
      let page = try #require(Self.pages.first { $0.fileName == fileName })
      try withTemporaryFolder { folder in
        let file = folder.appendingPathComponent(fileName)
        try Data(page.text.utf8).write(to: file)
        let errors = try mandocErrors(file)
        #expect(errors == [])
      }
    }
  }

  /// mandoc and groff lay every page out within the 80 columns of a terminal.
  @Test func fitsEightyColumns() async throws {
    try await forEachRow(of: Self.pages.map(\.fileName)) { (fileName: String) throws in
      let page = try #require(Self.pages.first { $0.fileName == fileName })
      try withTemporaryFolder { folder in
        let file = folder.appendingPathComponent(fileName)
        try Data(page.text.utf8).write(to: file)
        for (program, arguments) in [
          ("mandoc", ["-T", "utf8", "-O", "width=80"]),
          ("groff", ["-m", "mandoc", "-T", "utf8", "-rLL=80n"]),
        ] {
          guard let path = find(program) else { continue }
          let shown = output(path, arguments + [file.path]) ?? ""
          let lines = Self.withoutOverstrikes(shown).split(separator: "\n")
          #expect(lines.count > 10, "\(program) shows nothing")
          for line in lines where line.count > 80 { Issue.record("\(program): \(line)") }
        }
      }
    }
  }

  /// What a printer would show: without escapes for styles, and with the last of several characters in one place.
  private static func withoutOverstrikes(_ text: String) -> String {
    var shown: [Character] = []
    var isEscape = false
    for character in text {
      switch character {
      case "\u{8}": _ = shown.popLast()
      case "\u{1B}": isEscape = true
      case _ where isEscape: isEscape = character != "m"
      default: shown.append(character)
      }
    }
    return String(shown)
  }

  @Test(arguments: CompletionShell.allCases) func completionsAreRightlyWritten(shell: CompletionShell) throws
  {
    guard let program = find(shell.rawValue) else {
      try Test.cancel("\(shell.rawValue) is not installed")
    }
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("script")
      try Data(shell.script(for: Program.commandSet).utf8).write(to: file)
      #expect(TestSupport.run(program, ["-n", file.path]) == 0)
    }
  }

  /// Texts in the light markup, with the verb they belong to, if any.
  static let texts: [(owner: String, verb: Verb?, text: String)] = {
    var texts: [(owner: String, verb: Verb?, text: String)] = []
    for verb in Program.commandSet.verbs {
      for text in ManualTexts.of(verb) { texts.append((verb.name, verb, text)) }
    }
    for page in Manual.pages {
      for section in page.sections {
        for text in ManualTexts.of(section) { texts.append((page.name, nil, text)) }
      }
    }
    for section in Program.commandSet.manual {
      for text in ManualTexts.of(section) { texts.append(("pliant", nil, text)) }
    }
    return texts
  }()

  /// Verbs of the command line's contract that are not written yet; until then others may speak of them.
  static let awaited: [String] = [
    "convert", "lint", "encoding", "transcode", "escape", "unescape", "cdata", "format", "print", "extract",
    "insert", "replace", "remove", "type", "create", "diff", "patch", "merge", "query", "xpath", "events",
    "mapping",
    "info", "split", "workflow", "man", "completions",
  ].filter { Program.commandSet.verb(named: $0) == nil }

  /// Expects no problems, or, while verbs are awaited, reports them as known.
  private func expectNone(_ problems: [String]) {
    withKnownIssue("not written yet: \(Self.awaited)", isIntermittent: true) {
      #expect(problems == [])
    } when: {
      !Self.awaited.isEmpty
    }
  }

  @Test func flagsExist() {
    let verbs = Program.commandSet.verbs
    let all = Set(verbs.flatMap(\.allOptions).flatMap(\.longNames) + ["help", "version", "opt", "option"])
    var problems: [String] = []
    for (owner, verb, text) in Self.texts {
      for flag in ManualTexts.flags(in: text) where !all.contains(flag) {
        problems.append("\(owner) speaks of --\(flag), which no verb has")
      }
      for code in ManualTexts.code(in: text) where code.hasPrefix("--") && !code.contains(" ") {
        let flag = String(code.dropFirst(2).prefix { $0 != "=" })
        guard let verb, !ManualTexts.mentionsOtherVerb(text, than: verb, among: verbs) else { continue }
        let own = Set(verb.allOptions.flatMap(\.longNames) + ["help", "version"])
        if !own.contains(flag) { problems.append("\(owner) speaks of --\(flag), which it has not: \(text)") }
      }
    }
    expectNone(problems)
  }

  @Test func referencesLeadSomewhere() {
    let commands = Program.commandSet
    let references = Set(Self.pages.map { $0.fileName.replacing(".", with: "(") + ")" })
    let topics = Set(commands.verbs.map(\.name))
    var problems: [String] = []
    var seeAlso: [(owner: String, name: String)] = []
    for verb in commands.verbs { seeAlso += verb.seeAlso.map { (verb.name, $0) } }
    for page in commands.pages { seeAlso += page.seeAlso.map { (page.name, $0) } }
    for (owner, name) in seeAlso where !topics.contains(name) && !references.contains(name) {
      problems.append("\(owner) refers to \(name)")
    }
    for (owner, _, text) in Self.texts {
      for word in text.split(whereSeparator: { " \n,;`".contains($0) })
      where word.hasPrefix("pliant-") && word.contains("(") {
        let reference = String(word.prefix { $0 != ")" }) + ")"
        if !references.contains(reference) { problems.append("\(owner) refers to \(reference)") }
      }
      for line in ManualTexts.code(in: text) where line.hasPrefix("pliant ") {
        let verb = String(line.split(separator: " ").dropFirst().first ?? "")
        let isKnown =
          topics.contains(verb) || ["help", "COMMAND", "PlistBuddy"].contains(verb) || verb.hasPrefix("-")
        if !isKnown { problems.append("\(owner) tells to type \(line)") }
      }
    }
    expectNone(problems)
  }

  @Test func everyVerbIsTold() {
    for verb in Program.commandSet.verbs {
      #expect(!verb.summary.hasSuffix(".") && verb.summary.count <= 72, "\(verb.name): \(verb.summary)")
      #expect(!verb.description.isEmpty, "\(verb.name) has no description")
      let examples = verb.examples + verb.subverbs.flatMap(\.examples)
      #expect((4...6).contains(examples.count), "\(verb.name) has \(examples.count) examples")
      #expect(!verb.group.isEmpty, "\(verb.name) stands in no group")
      for option in verb.allOptions { #expect(!option.summary.isEmpty && !option.summary.hasSuffix(".")) }
    }
  }

  @Test func settingsPageNamesEveryKey() throws {
    let page = try #require(Manual.pages.first { $0.name == "pliant-settings" })
    let texts = page.sections.flatMap(ManualTexts.of)
    for key in LintConfiguration.keys { #expect(texts.contains("`\(key)`"), "\(key)") }
  }

  @Test(arguments: [60, 80, 200]) func helpFitsItsWidth(width: Int) {
    let help = HelpRenderer(width: width, isStyled: false)
    let commands = Program.commandSet
    for text in [help.introduction(commands), help.overview(commands)] {
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
    }
    for verb in commands.verbs {
      let lines = help.page(verb, prefix: "pliant").split(separator: "\n")
      // A narrower terminal breaks code that has spaces.
      let wide = lines.filter { (width >= 80 || $0.hasPrefix("  -")) && $0.count > width }
      #expect(wide == [], "\(verb.name)")
    }
    guard width >= 80 else { return }
    for page in commands.pages {
      #expect(help.page(page).split(separator: "\n").filter { $0.count > width } == [], "\(page.name)")
    }
  }

  @Test func shortHelpFitsATerminal() throws {
    let help = HelpRenderer(width: 80, isStyled: false)
    let commands = Program.commandSet
    let introduction = help.introduction(commands).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(introduction.count <= 25 && introduction.last == "", "\(introduction.count) lines")
    for name in ["convert", "lint", "print", "extract", "transcode"] {
      #expect(introduction.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
    let pages = commands.verbs.flatMap { verb in
      [(verb, "pliant")] + verb.subverbs.map { ($0, "pliant \(verb.name)") }
    }
    for (verb, prefix) in pages {
      let text = help.shortPage(verb, prefix: prefix)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(lines.count <= HelpRenderer.shortPageLines, "\(prefix) \(verb.name): \(lines.count) lines")
      #expect(lines.filter { $0.count > 80 } == [])
      #expect(lines.count { $0.hasPrefix("Common options: ") } == 1)
      for option in verb.allOptions where option.section != OptionDeclaration.commonSection {
        #expect(text.contains(option.typed), "\(prefix) \(verb.name) \(option.typed)")
      }
      guard prefix == "pliant" else { continue }
      let examples = lines.count { $0.hasPrefix("    pliant ") || $0.hasPrefix("    printf ") }
      #expect(examples >= 3, "\(verb.name): \(examples) examples")
    }
  }

  /// Options of every verb are explained in `pliant help` and pliant(1) only.
  @Test func commonOptionsAreExplainedOnce() throws {
    let explained = try #require(CommonOptions.messages.first).declaration.summary
    let help = HelpRenderer(width: 80, isStyled: false)
    #expect(help.overview(Program.commandSet).contains(explained))
    #expect(Self.pages.filter { $0.text.contains(explained.asSentence) }.map(\.fileName) == ["pliant.1"])
    for verb in Program.commandSet.verbs { #expect(!help.page(verb, prefix: "pliant").contains(explained)) }
  }

  @Test func helpIsNoError() async throws {
    try await forEachRow(of: [["help"], ["-h"], ["--help"], ["help", "lint"], ["lint", "-h"], []]) {
      (words: [String]) in
      let run = try CapturedRun()
      #expect(Program.run(words, context: run.context) == .success)
      #expect(run.outputText.hasPrefix("pliant") && run.errorText == "")
    }
  }

  /// A reader finds a paragraph in one place; commands of one family share their options.
  @Test func nothingIsInFullOnTwoPages() {
    let families = ["insert": "replace", "remove": "replace", "type": "extract", "load": "convert"]
    var owners: [String: String] = [:]
    for (owner, _, text) in Self.texts where text.count > 120 {
      let family = families[owner] ?? owner
      if let other = owners[text] { #expect(other == family, "\(other), \(family): \(text)") }
      owners[text] = family
    }
    #expect(owners.count > 100)
  }

  @Test func footersNameTheProgram() {
    for page in Self.pages {
      #expect(page.text.contains("\n.Os pliant \(Program.version)\n"), "\(page.fileName)")
    }
  }
}

/// What a page's texts say, for checking it.
enum ManualTexts {
  static func of(_ verb: Verb) -> [String] {
    var texts = verb.description
    for option in verb.allOptions { texts += [option.summary] + option.detail }
    texts += verb.examples.map(\.explanation)
    for subverb in verb.subverbs {
      texts += [subverb.summary] + subverb.description + subverb.examples.map(\.explanation)
    }
    for section in verb.manual { texts += of(section) }
    return texts
  }

  static func of(_ section: ManualSection) -> [String] {
    section.blocks.flatMap { block -> [String] in
      switch block {
      case .paragraph(let text): [text]
      case .literal: []
      case .terms(let terms): terms.flatMap { [$0.term] + $0.paragraphs.filter { !$0.hasPrefix("    ") } }
      case .table(let rows): rows.flatMap { $0 }
      case .example(let example): [example.explanation]
      }
    }
  }

  static func code(in text: String) -> [String] {
    Markup.runs(text).compactMap { run in if case .code(let code) = run { code } else { nil } }
  }

  /// The long options that a text speaks of, without dashes.
  static func flags(in text: String) -> [String] {
    text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "-") }).compactMap { word in
      guard word.hasPrefix("--"), word.count > 2, word.dropFirst(2).first?.isLetter == true else {
        return nil
      }
      return String(word.dropFirst(2))
    }
  }

  /// Whether a text is about another verb too, whose options it may name.
  static func mentionsOtherVerb(_ text: String, than verb: Verb, among verbs: [Verb]) -> Bool {
    code(in: text).contains { code in
      let words = code.split(separator: " ")
      let name = words.first == "pliant" ? words.dropFirst().first : words.first
      return verbs.contains { $0.name == name.map(String.init) && $0.name != verb.name }
    }
  }
}
