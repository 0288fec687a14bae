// The contract's rules for input and output, each as one line.

import CommandLineKit
import Commands
import Foundation
import TestSupport
import Testing

private let inPlace = OutputRule(.inPlace, canJoin: false)
private let json = OutputRule(.inPlace, canJoin: true)
private let swiftSource = OutputRule(.beside("swift"), isOneWay: true, canJoin: false)
private let sql = OutputRule(.standardOutput, isOneWay: true, canJoin: true)

/// The plan as text, `NAME>TARGET` each (`-` for a stream, `!` after a target that is its source), or the problem.
private func plan(
  _ operands: [String], o path: String? = nil, e ending: String? = nil, _ rule: OutputRule, in folder: URL
) throws -> String {
  let run = try CapturedRun(input: [], in: folder)
  do throws(UsageError) {
    let inputs = try InputList.make(operands: operands, context: run.context)
    let plan = try OutputPlan.make(
      inputs: inputs,
      path: try path.map { path throws(UsageError) in
        try ValueParser.outputPath("PATH").value(of: Argument(path), for: "-o")
      },
      ending: try ending.map { ending throws(UsageError) in
        try ValueParser.fileExtension("EXT").value(of: Argument(ending), for: "-e")
      }, rule: rule, context: run.context)
    return plan.map { planned in
      let source = planned.input.path == nil ? "-" : planned.input.name
      switch planned.target {
      case .standardOutput: return "\(source)>-"
      case .file(_, let name): return "\(source)>\(name)\(planned.replacesSource ? "!" : "")"
      }
    }.joined(separator: " ")
  } catch {
    return "usage: \(error.message)"
  }
}

@Suite struct OutputPlanTests {
  @Test func everyRuleOfTheContract() throws {
    try withTemporaryFolder { folder in
      try write(
        ["a.plist": "", "b.plist": "", "a.json": "", "Info": "", "x.swift": "", ".hid": ""], in: folder)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/link.plist", withDestinationPath: "a.plist")
      try FileManager.default.linkItem(atPath: folder.path + "/b.plist", toPath: folder.path + "/hard.plist")
      try FileManager.default.createDirectory(
        atPath: folder.path + "/sub", withIntermediateDirectories: false)
      try #require(mkfifo(folder.path + "/fifo", 0o600) == 0)
      let table: [([String], String?, String?, OutputRule, String)] = [
        // In place, and what has no place.
        (["a.plist"], nil, nil, inPlace, "a.plist>a.plist!"),
        (["a.plist", "b.plist"], nil, nil, inPlace, "a.plist>a.plist! b.plist>b.plist!"),
        (["missing"], nil, nil, inPlace, "missing>missing!"),
        (["link.plist"], nil, nil, inPlace, "link.plist>link.plist!"),
        ([], nil, nil, inPlace, "->-"),
        (["-", "a.plist"], nil, nil, inPlace, "->- a.plist>a.plist!"),
        (["fifo"], nil, nil, inPlace, "fifo>-"),
        (["/dev/null"], nil, nil, inPlace, "/dev/null>-"),
        (["/dev/fd/0"], nil, nil, inPlace, "/dev/fd/0>-"),
        (["fifo", "-"], nil, nil, inPlace, "usage: fifo and standard input would meet on standard output"),
        (["fifo", "-"], nil, nil, json, "fifo>- ->-"),
        // -o
        (["a.plist"], "-", nil, inPlace, "a.plist>-"),
        (["a.plist"], "out", nil, inPlace, "a.plist>out"),
        (["a.plist"], "a.plist", nil, inPlace, "a.plist>a.plist!"),
        (["a.plist"], "sub/../a.plist", nil, inPlace, "a.plist>sub/../a.plist!"),
        (["a.plist"], "link.plist", nil, inPlace, "a.plist>link.plist!"),
        (["b.plist"], "hard.plist", nil, inPlace, "b.plist>hard.plist"),
        (["a.plist"], "/dev/null", nil, inPlace, "a.plist>/dev/null"),
        ([], "out", nil, inPlace, "->out"),
        (
          ["a.plist"], "", nil, inPlace,
          "usage: invalid value '' for -o: expected a path, or - for standard output"
        ),
        (
          ["a.plist"], "-s", nil, inPlace,
          "usage: invalid value '-s' for -o: expected a path"
        ),
        (["a.plist"], "sub", nil, inPlace, "usage: sub is a directory"),
        (["a.plist", "b.plist"], "out", nil, json, "usage: -o out takes one input, not 2"),
        (["a.plist", "b.plist"], "-", nil, json, "a.plist>- b.plist>-"),
        (["a.plist", "b.plist"], "-", nil, .prints, "a.plist>- b.plist>-"),
        (
          ["a.plist", "b.plist"], "-", nil, inPlace,
          "usage: a.plist and b.plist would meet on standard output"
        ),
        // -e
        (["a.plist"], nil, "json", inPlace, "a.plist>a.json"),
        (["b.plist"], nil, ".xml", inPlace, "b.plist>b.xml"),
        (["Info"], nil, "json", inPlace, "Info>Info.json"),
        ([".hid"], nil, "json", inPlace, ".hid>.hid.json"),
        (["a.json"], nil, "json", inPlace, "a.json>a.json!"),
        (["sub.d/x"], nil, "json", inPlace, "sub.d/x>sub.d/x.json"),
        (["a.plist"], "x", "json", inPlace, "usage: -o sets one output and -e"),
        (["a.plist"], nil, "", inPlace, "usage: invalid value '' for -e: expected an extension"),
        (
          ["a.plist"], nil, "a/b", inPlace,
          "usage: invalid value 'a/b' for -e: expected an extension such as json"
        ),
        ([], nil, "json", inPlace, "usage: -e needs a file name: standard input"),
        (["fifo"], nil, "json", inPlace, "usage: -e needs a file name: fifo"),
        (
          ["a.plist", "a.json"], nil, "json", inPlace,
          "usage: a.plist and a.json would meet in one output, a.json"
        ),
        (["a.plist", "a.x"], nil, "yml", inPlace, "usage: a.plist and a.x would meet in one output, a.yml"),
        (["a.plist", "a.plist"], nil, nil, inPlace, "usage: a.plist and a.plist would meet in one output"),
        (
          ["a.plist", "link.plist"], nil, nil, inPlace,
          "usage: a.plist and link.plist would meet in one output"
        ),
        (["a.plist", "sub/../a.plist"], nil, nil, inPlace, "usage: a.plist and sub/../a.plist would meet"),
        (["b.plist", "hard.plist"], nil, nil, inPlace, "b.plist>b.plist! hard.plist>hard.plist!"),
        (["a.plist", "b.plist"], nil, "json", .prints, "a.plist>a.json b.plist>b.json"),
        // One-way targets
        (["a.plist"], nil, nil, swiftSource, "a.plist>a.swift"),
        (["Info"], nil, nil, swiftSource, "Info>Info.swift"),
        ([], nil, nil, swiftSource, "->-"),
        (["x.swift"], nil, nil, swiftSource, "usage: x.swift would be replaced by its own output"),
        (["a.plist"], "link.plist", nil, swiftSource, "usage: a.plist would be replaced by its own output"),
        (
          ["a.plist", "a.json"], nil, nil, swiftSource,
          "usage: a.plist and a.json would meet in one output, a.swift"
        ),
        (["a.plist", "b.plist"], nil, nil, sql, "a.plist>- b.plist>-"),
        (["a.plist", "b.plist"], "-", nil, sql, "a.plist>- b.plist>-"),
        // Standard input
        (["-", "-"], nil, nil, json, "usage: standard input can be read only once"),
      ]
      for (operands, path, ending, rule, expected) in table {
        let found = try plan(operands, o: path, e: ending, rule, in: folder)
        if expected.hasPrefix("usage: ") {
          #expect(found.hasPrefix(expected), "\(operands) -o \(path ?? "") -e \(ending ?? "")")
        } else {
          #expect(found == expected, "\(operands) -o \(path ?? "") -e \(ending ?? "")")
        }
      }
    }
  }
}

@Suite struct InputListTests {
  /// The names that are read, or the problem.
  private func list(
    _ operands: [String], from: String? = nil, zero: Bool = false, input: String? = nil, default: Bool = true,
    in folder: URL
  ) throws -> String {
    let run = try CapturedRun(input: input.map { Array($0.utf8) }, in: folder)
    do throws(UsageError) {
      return try InputList.make(
        operands: operands, filesFrom: from, isZeroSeparated: zero, readsStandardInput: `default`,
        context: run.context
      ).map { $0.path == nil ? "-" : $0.name }.joined(separator: "|")
    } catch {
      return "usage: " + error.message
    }
  }

  @Test func inputsAreNamedInEveryWay() throws {
    try withTemporaryFolder { folder in
      try write(["names": "a b\n\nc", "zero": "a\nb\0c\0"], in: folder)
      #expect(try list(["x", "-", "y"], in: folder) == "x|-|y")
      #expect(try list([], input: "", in: folder) == "-")
      #expect(try list([], in: folder) == "usage: missing FILE")
      #expect(try list([], input: "", default: false, in: folder) == "usage: missing FILE")
      #expect(try list(["x"], from: "names", in: folder) == "x|a b|c")
      #expect(try list([], from: "zero", zero: true, in: folder) == "a\nb|c")
      #expect(try list([], from: "-", input: "p\nq\n", in: folder) == "p|q")
      #expect(try list([], from: "-", input: "", in: folder) == "")
      #expect(
        try list(["-"], from: "-", input: "", in: folder) == "usage: standard input can be read only once")
      #expect(try list([], from: "none", in: folder) == "usage: --files-from none: no such file")
      #expect(try list(["a"], zero: true, in: folder) == "usage: -0 needs --files-from")
    }
  }
}
