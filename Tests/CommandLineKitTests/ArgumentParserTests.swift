// Words → options and operands, and what is said of wrong ones.

import CommandLineKit
import TestSupport
import Testing

@Suite struct ArgumentParserTests {
  static let verb = Verb(
    "convert", group: "Converting", summary: "convert",
    operands: [
      Operand(value: .word("FORMAT", among: ["xml1", "binary1", "json"], kind: "format")), .files,
    ],
    options: [output, quiet, loss, fix, sortKeys, null, jobs, set])
  static let output = ValueOption("output", letter: "o", value: .text("PATH"), help: "where to")
  static let quiet = Flag("quiet", letter: "q", help: "print no notes")
  static let loss = ValueOption("loss", value: .choice("POLICY", Policy.allCases), help: "what to do")
  static let fix = OptionalValueOption(
    "fix", value: .word("WHAT", among: ["declaration", "bytes"]), implied: "declaration", help: "fix")
  static let sortKeys = Flag("sort-keys", help: "sort")
  static let null = Flag("null", letter: "0", help: "NUL")
  static let jobs = ValueOption("jobs", letter: "j", value: .integer("N", from: 1), help: "how many")
  static let set = RepeatedOption("set", value: .argument("NAME=VALUE", isText: true), help: "values")

  enum Policy: String, CaseIterable {
    case note
    case refuse
    case tag
  }

  static let commands = CommandSet(
    program: "pliant", summary: "s", version: "1",
    verbs: [
      verb,
      Verb(
        "cdata", summary: "c",
        subverbs: [
          Verb(
            "wrap", summary: "w", operands: [.files], options: [Flag("all", letter: "a", help: "all"), quiet]),
          Verb("unwrap", summary: "u"),
        ]),
    ], pages: [ManualPage("pliant-formats", section: 7, summary: "f", text: "")],
    otherWords: [.init("-convert", choices: ["json"]), .init("-lint")])

  private func describe(_ words: [String]) -> String {
    do throws(UsageError) {
      switch try Self.commands.parse(words.map { Argument($0) }) {
      case .introduction: return "introduction"
      case .overview: return "overview"
      case .version: return "version"
      case .help(let verb, let prefix, let length): return "\(length) help \(prefix) \(verb.name)"
      case .page(let page): return "page \(page.name)"
      case .run(_, let typed):
        let options = typed.given.map { option in
          option.text.map { "\(option.option.key)=\($0)" } ?? option.option.key
        }
        return (typed.verbPath + ["[" + options.joined(separator: " ") + "]"] + typed.operands.map(\.shown))
          .joined(
            separator: " ")
      }
    } catch { return "error: " + error.message + (error.suggestion.map { "; " + $0 } ?? "") }
  }

  @Test func parses() async throws {
    try await forEachRow(of: [
      ("", "introduction"), ("-h", "introduction"), ("--help", "overview"), ("help", "overview"),
      ("--version", "version"),
      ("help convert", "short help pliant convert"), ("convert --help", "whole help pliant convert"),
      ("convert -h", "short help pliant convert"), ("help cdata wrap", "short help pliant cdata wrap"),
      ("help --help", "overview"), ("convert --version", "version"),
      ("help pliant-formats(7)", "page pliant-formats"),
      ("help formats", "page pliant-formats"),
      ("help cdata wrp", "error: unknown command 'wrp' for cdata; did you mean 'wrap'?"),
      ("cdata --help", "whole help pliant cdata"), ("cdata -h", "short help pliant cdata"),
      ("cdata wrap --help", "whole help pliant cdata wrap"),
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
      ("help convrt", "error: unknown topic 'convrt'; did you mean 'convert'?"),
      ("convrt", "error: unknown command 'convrt'; did you mean 'convert'?"),
      ("zzz", "error: unknown command 'zzz'"),
      ("--json", "error: unknown option '--json'"),
      ("--versoin", "error: unknown option '--versoin'; did you mean '--version'?"),
      ("--convert json", "error: unknown option '--convert'; did you mean 'convert'?"),
      ("--convrt json", "error: unknown option '--convrt'; did you mean 'convert'?"),
      ("-lintt a", "error: unknown option '-lintt'; did you mean '-lint'?"),
      ("-convret json", "error: unknown option '-convret'; did you mean '-convert'?"),
      (
        "--quiet convert",
        "error: unexpected option '--quiet' before the command; '--quiet' is an option of convert and cdata wrap"
      ),
      ("-o - convert", "error: unexpected option '-o' before the command; '-o' is an option of convert"),
      ("convert --json a", "error: unknown option '--json' for convert; did you mean 'convert json'?"),
      ("convert -xml1 a", "error: unknown option '-xml1' for convert; did you mean 'convert xml1'?"),
      ("convert", "error: missing FORMAT for convert; expected xml1, binary1 or json"),
      ("convert jsn", "error: unknown format 'jsn'; did you mean 'json'?"),
      ("convert zzz", "error: unknown format 'zzz'; expected xml1, binary1 or json"),
      ("convert json --sort", "error: unknown option '--sort' for convert; did you mean '--sort-keys'?"),
      ("convert json --qiuet", "error: unknown option '--qiuet' for convert; did you mean '--quiet'?"),
      ("convert json -quiet", "error: unknown option '-quiet' for convert; did you mean '--quiet'?"),
      ("convert json -x", "error: unknown option '-x' for convert"),
      ("convert json -qx", "error: unknown option '-x' in '-qx' for convert"),
      ("convert json --all", "error: unknown option '--all' for convert; '--all' is an option of cdata wrap"),
      ("convert json -a", "error: unknown option '-a' for convert; '-a' is an option of cdata wrap"),
      (
        "cdata unwrap --quiet",
        "error: unknown option '--quiet' for cdata unwrap; '--quiet' is an option of convert and cdata wrap"
      ),
      ("convert json --quiet=1", "error: unexpected value '1' for --quiet"),
      ("convert json -o", "error: missing value for -o; write -o PATH"),
      (
        "convert json --loss nte",
        "error: invalid value 'nte' for --loss: expected note, refuse or tag; did you mean 'note'?"
      ),
      ("convert json --fix=x", "error: invalid value 'x' for --fix: expected declaration or bytes"),
      ("convert json --jobs x", "error: invalid value 'x' for --jobs: expected a whole number of at least 1"),
      ("convert json -j0", "error: invalid value '0' for -j: expected a whole number of at least 1"),
      ("convert json --set a", "error: invalid value 'a' for --set: expected NAME=VALUE"),
      ("convert json --set =a", "error: invalid value '=a' for --set: expected NAME=VALUE"),
      ("cdata", "error: missing command for cdata; expected wrap or unwrap"),
      ("cdata wrp", "error: unknown command 'wrp' for cdata; did you mean 'wrap'?"),
      ("cdata unwrap x", "error: unexpected argument 'x'"),
    ]) { (line: String, expected: String) in
      #expect(describe(line.split(separator: " ").map(String.init)) == expected)
    }
  }

  @Test func looksUpByDeclaration() throws {
    let parser = ArgumentParser(verb: Self.verb)
    let none = try parser.parse(["json"])
    #expect(!none[Self.quiet] && none[Self.loss] == nil && none[Self.fix] == nil && none[Self.jobs] == nil)
    #expect(none[Self.set].isEmpty && !none.has(Self.loss))
    let some = try parser.parse(
      ["json", "-q", "--loss", "note", "--loss=tag", "--fix", "-j", "3", "--set", "a=b=c", "--set", "d="])
    #expect(some[Self.quiet] && some[Self.loss] == .tag && some[Self.fix] == "declaration")
    #expect(some[Self.jobs] == 3 && some[Self.output] == nil && some.has(Self.fix))
    #expect(some[Self.set].map(\.name) == ["a", "d"] && some[Self.set].map(\.value.text) == ["b=c", ""])
    #expect(
      some.occurrences(of: [Self.jobs, Self.quiet, Self.null]).map(\.typed) == ["--quiet", "--jobs"])
    #expect(try parser.parse(["json", "--fix=bytes"])[Self.fix] == "bytes")
  }

  @Test func refusesOptionsThatExcludeOneAnother() throws {
    let typed = try ArgumentParser(verb: Self.verb).parse(["json", "--null", "-q"])
    try typed.checkExclusive(Self.quiet, Self.loss, Self.sortKeys)
    #expect(throws: UsageError("--quiet and --null cannot be used together")) {
      try typed.checkExclusive(Self.quiet, Self.loss, Self.null)
    }
  }

  @Test func recordsLookups() throws {
    var typed = try ArgumentParser(verb: Self.verb).parse(["json"])
    let lookups = OptionLookups()
    typed.lookups = lookups
    _ = typed[Self.quiet]
    _ = typed.has(Self.loss)
    #expect(lookups.all == ["-q, --quiet", "--loss note|refuse|tag"])
  }

  @Test(arguments: [
    ("a,b", ["a", "b"]), ("a, b ,", ["a", "b"]), ("", []),
  ]) func splitsLists(text: String, expected: [String]) throws {
    let parser: ValueParser<[String]> = .list("NAMES")
    #expect(try parser.value(of: Argument(text)) == expected)
  }

  @Test func wordsMistakesInOneWay() {
    #expect(throws: UsageError("invalid value 'x' for PLIANT_JOBS: expected a whole number")) {
      try ValueParser<Int>.integer("N").value(of: "x", for: "PLIANT_JOBS")
    }
    let broken = ValueParser<Int>("N") { (_: String) throws(ValueError) in
      throw .malformed("unterminated string")
    }
    #expect(throws: UsageError("invalid value for N: unterminated string")) { try broken.value(of: "\"") }
    #expect(["a", "b", "c"].joined(beforeLast: "or") == "a, b or c")
    #expect(["a"].joined(beforeLast: "or") == "a" && [String]().joined(beforeLast: "or") == "")
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
