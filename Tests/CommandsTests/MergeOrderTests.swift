// pliant merge: elements that are alone of their name, versions of one addition, orders, and lists that are emptied.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct MergeOrderTests {
  private static func merge(
    _ base: String, _ ours: String, _ theirs: String, _ words: [String], _ name: String
  ) throws -> (code: ExitCode, output: String, error: String) {
    try MergeIdentityTests.merge(base, ours, theirs, words: words, name: name)
  }

  @Test(arguments: ["android:name", "Id", "x:Key", "tuid", "PartName"])
  func anElementAloneOfItsNameIsThatOfItsIdentity(_ attribute: String) throws {
    func text(_ elements: String...) -> String {
      "<m xmlns:android='u' xmlns:x='v'>\n <a>\n" + elements.map { "  <e \(attribute)='\($0)/>\n" }.joined()
        + " </a>\n</m>\n"
    }
    let replaced = try Self.merge(
      text("Old'"), text("New' label='n'"), text("Old' exported='true'"), [], "a.xml")
    #expect(replaced.code == .failure && !replaced.output.contains("exported"), "\(replaced.output)")
    for words in [[], ["--prefer", "theirs"]] {
      let added = try Self.merge(text(), text("A' p='1'"), text("B' q='2'"), words, "a.xml")
      #expect(added.code == .success, "\(added.error)")
      #expect(added.output == text("A' p='1'", "B' q='2'"), "\(added.output)")
    }
  }

  @Test func twoVersionsOfOneAdditionConflict() throws {
    func pins(_ pins: (String, String)...) -> String {
      "[\n"
        + pins.map { " {\"package\": \"\($0.0)\", \"state\": {\"branch\": null, \"revision\": \"\($0.1)\"}}" }
        .joined(separator: ",\n") + "\n]\n"
    }
    func hosts(_ hosts: (String, String)...) -> String {
      "[\n" + hosts.map { " {\"host\": \"\($0.0)\", \"ip\": \"\($0.1)\"}" }.joined(separator: ",\n") + "\n]\n"
    }
    for text in [pins, hosts] {
      let sides = (text(("a", "r1")), text(("a", "r1"), ("n", "r2")), text(("a", "r1"), ("n", "r3")))
      let result = try Self.merge(sides.0, sides.1, sides.2, ["--markers"], "a.json")
      #expect(result.code == .failure && result.output.contains("<<<<<<<"), "\(result.output)")
    }
  }

  /// The order of a list is data.
  @Test func differentOrdersOfBothSidesConflict() throws {
    let forms: [(name: String, text: (String) -> String)] = [
      ("a.json", { "[\n" + $0.map { " {\"id\": \"\($0)\"}" }.joined(separator: ",\n") + "\n]\n" }),
      ("a.xml", { "<r>\n" + $0.map { " <e name='\($0)'/>\n" }.joined() + "</r>\n" }),
    ]
    for (name, text) in forms {
      let result = try Self.merge(text("xabcy"), text("xbacy"), text("xcaby"), ["--markers"], name)
      #expect(result.code == .failure, "\(result.output)")
      let sides = result.output.split(separator: "=======\n")
      #expect(sides.count == 2 && !sides[0].contains("'y'") && !sides[1].contains("'x'"), "\(result.output)")
      for (own, other) in [("xbacy", "xbacy"), ("xbacy", "xabcy"), ("xabcy", "xbacy")] {
        let same = try Self.merge(text("xabcy"), text(own), text(other), [], name)
        #expect(same.code == .success && same.output == text("xbacy"), "\(same.output)\(same.error)")
      }
    }
    // Names of a dictionary have no order.
    let entries = try Self.merge(
      "{\"a\": 1, \"b\": 2, \"c\": 3}", "{\"b\": 2, \"a\": 1, \"c\": 3}", "{\"c\": 3, \"a\": 1, \"b\": 2}",
      [],
      "a.json")
    #expect(entries.code == .success)
  }

  /// Each side of the markers is a document.
  @Test func aListThatOneSideEmptiesOnOneLine() throws {
    let base = "{\n  \"d\": {\n    \"l\": \"1\"\n  },\n  \"v\": 1\n}\n"
    let ours = "{\n  \"d\": {},\n  \"v\": 1\n}\n"
    let theirs = "{\n  \"d\": {\n    \"a\": \"1\",\n    \"l\": \"2\"\n  },\n  \"v\": 1\n}\n"
    let result = try Self.merge(base, ours, theirs, ["--markers"], "a.json")
    #expect(result.code == .failure)
    var sides = ["", ""]
    var open = [0, 1]
    for line in result.output.split(separator: "\n") {
      switch line.prefix(7) {
      case "<<<<<<<": open = [0]
      case "=======": open = [1]
      case ">>>>>>>": open = [0, 1]
      default: for side in open { sides[side] += line + "\n" }
      }
    }
    #expect(sides[0] == ours.replacing("{}", with: "{\n    \"a\": \"1\"\n  }"))
    #expect(sides[1] == theirs)
    let preferred = try Self.merge(base, ours, theirs, ["--prefer", "ours"], "a.json")
    #expect(preferred.output == sides[0])
  }

  @Test func linesMergeWhereNothingIdentifiesTheElements() throws {
    func member(_ name: String, _ version: Int, _ text: String) -> String {
      "<m n='c'>\n  <s v='\(name)'/>\n  <s v='\(name)i'/>\n  <ver>\(version)</ver>\n  <k/>\n  <d>\(text)</d>\n</m>\n"
    }
    func text(_ members: String...) -> String { "<r>\n" + members.joined() + "</r>\n" }
    let result = try Self.merge(
      text(member("A", 1, "x"), member("B", 1, "x")),
      text(member("A", 2, "x"), member("N", 2, "x"), member("B", 2, "x")),
      text(member("A", 1, "x"), member("B", 1, "y")), [], "a.xml")
    #expect(result.code == .success, "\(result.error)")
    #expect(result.output == text(member("A", 2, "x"), member("N", 2, "x"), member("B", 2, "y")))
  }

  @Test func rootsOfDifferentNamesAreNotMixed() throws {
    let result = try Self.merge(
      "<a><b/></a>\n", "<d><o/></d>\n", "<a><b v='2'/></a>\n", ["--prefer", "theirs"], "a.xml")
    #expect(result.output == "<a><b v='2'/></a>\n")
  }

  @Test func anEmptyBaseOfLists() throws {
    let result = try Self.merge("", "[1,2]", "[2,3]", ["--union"], "a.json")
    #expect(result.code == .success && result.output == "[1,2,3]", "\(result.output)")
  }
}
