// Words → options and operands, and what is said of wrong ones.

import CommandLineKit
import TestSupport
import Testing

@Suite struct ArgumentParserTests {
  static let verb = Verb(
    "convert", group: "Converting", summary: "convert",
    operands: [Operand("FORMAT", choices: ["xml1", "binary1", "json"]), .files],
    options: [
      Option("output", letter: "o", value: "PATH", help: "where to"),
      Option("quiet", letter: "q", help: "no notes"),
      Option("loss", value: "POLICY", choices: ["note", "refuse", "tag"], help: "what to do"),
      Option("fix", optionalValue: "WHAT", choices: ["declaration", "bytes"], help: "mend"),
      Option("sort-keys", help: "sort"), Option("null", letter: "0", help: "NUL"),
    ])
  static let commands = CommandSet(
    program: "pliant", summary: "s", version: "1",
    verbs: [
      verb,
      Verb(
        "cdata", summary: "c",
        subverbs: [
          Verb("wrap", summary: "w", operands: [.files], options: [Option("all", help: "all")]),
          Verb("unwrap", summary: "u"),
        ]),
    ], pages: [ManualPage("pliant-formats", section: 7, summary: "f", sections: [])])

  private func describe(_ words: [String]) -> String {
    do throws(UsageError) {
      switch try Self.commands.parse(words) {
      case .overview: return "overview"
      case .version: return "version"
      case .help(let verb, let prefix): return "help \(prefix) \(verb.name)"
      case .page(let page): return "page \(page.name)"
      case .run(_, let typed):
        let options = typed.given.map { option in option.value.map { "\(option.key)=\($0)" } ?? option.key }
        return (typed.verbPath + ["[" + options.joined(separator: " ") + "]"] + typed.operands).joined(
          separator: " ")
      }
    } catch { return "error: " + error.message + (error.suggestion.map { "; " + $0 } ?? "") }
  }

  @Test(arguments: [
    ("", "overview"), ("--help", "overview"), ("help", "overview"), ("--version", "version"),
    ("help convert", "help pliant convert"), ("convert --help", "help pliant convert"),
    ("convert -h", "help pliant convert"), ("help cdata wrap", "help pliant cdata wrap"),
    ("help --help", "overview"), ("convert --version", "version"),
    ("help pliant-formats(7)", "page pliant-formats"),
    ("help formats", "page pliant-formats"),
    ("help cdata wrp", "error: 'wrp' is nothing that cdata does; did you mean 'wrap'?"),
    ("cdata --help", "help pliant cdata"), ("cdata wrap --help", "help pliant cdata wrap"),
    ("convert json a b", "convert [] json a b"), ("convert -o - json a", "convert [output=-] json a"),
    ("convert json a -o-", "convert [output=-] json a"),
    ("convert json -oout a", "convert [output=out] json a"),
    ("convert json --output=x=y a", "convert [output=x=y] json a"),
    ("convert json --output= a", "convert [output=] json a"),
    ("convert -q0 json", "convert [quiet null] json"),
    ("convert -qo x json", "convert [quiet output=x] json"),
    ("convert json -- -q -o", "convert [] json -q -o"), ("convert json -", "convert [] json -"),
    ("convert json --fix a", "convert [fix] json a"),
    ("convert json --fix=bytes a", "convert [fix=bytes] json a"),
    ("convert json --loss tag", "convert [loss=tag] json"), ("cdata wrap --all x", "cdata wrap [all] x"),
    ("cdata --all wrap x", "cdata wrap [all] x"),
    ("convrt", "error: unknown verb 'convrt'; did you mean 'convert'?"), ("zzz", "error: unknown verb 'zzz'"),
    ("--json", "error: '--json' stands where a verb is expected; options follow it: pliant VERB --json"),
    ("convert", "error: convert needs FORMAT (xml1, binary1, json)"),
    ("convert jsn", "error: 'jsn' is no FORMAT (xml1, binary1, json); did you mean 'json'?"),
    ("convert json --sort", "error: unknown option '--sort'; did you mean '--sort-keys'?"),
    ("convert json --qiuet", "error: unknown option '--qiuet'; did you mean '--quiet'?"),
    ("convert json -quiet", "error: unknown option '-quiet'; did you mean '--quiet'?"),
    ("convert json -x", "error: unknown option '-x'"),
    ("convert json --quiet=1", "error: '--quiet' takes no value"),
    ("convert json -o", "error: '-o' needs a value: -o PATH"),
    (
      "convert json --loss nte",
      "error: 'nte' is no value of --loss (note, refuse, tag); did you mean 'note'?"
    ),
    ("convert json --fix=x", "error: 'x' is no value of --fix (declaration, bytes)"),
    (
      "convert json -o --pretty a",
      "error: '--pretty' after -o looks like an option, not a file; for standard output type '-o - --pretty', for a file of that name './--pretty'"
    ),
    ("cdata", "error: cdata needs one of: wrap, unwrap"),
    ("cdata wrp", "error: 'wrp' is nothing that cdata does; did you mean 'wrap'?"),
    ("cdata unwrap x", "error: 'x' is one word too many"),
  ]) func parses(line: String, expected: String) {
    #expect(describe(line.split(separator: " ").map(String.init)) == expected)
  }

  @Test(arguments: [40, 60, 80, 200]) func helpFitsItsWidth(width: Int) {
    let help = HelpRenderer(width: width, isStyled: false)
    let text = help.overview(Self.commands) + help.page(Self.verb, prefix: "pliant")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= max(width, 40) })
    #expect(text.contains("--loss") && text.contains("Exit status"))
  }

  @Test func markup() {
    #expect(
      Markup.runs("a `b c` *FILE* 2*3") == [
        .text("a "), .code("b c"), .text(" "), .variable("FILE"), .text(" 2*3"),
      ])
    #expect(Markup.plain("use `-o -` for *FILE*, `x`") == "use '-o -' for FILE, x")
  }
}
