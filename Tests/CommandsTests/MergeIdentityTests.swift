// pliant merge: identity, duplicates, exact numbers, joined arrays and malformed sides.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct MergeIdentityTests {
  static func merge(
    _ base: String, _ ours: String, _ theirs: String, _ more: String..., words: [String] = [],
    name: String = "a.xml"
  ) throws -> (code: ExitCode, output: String, error: String) {
    try withTemporaryFolder { folder in
      try write(["b" + name: base, "o" + name: ours, "t" + name: theirs], in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(
        ["merge", "-o", "-"] + more + words + ["b" + name, "o" + name, "t" + name], context: run.context)
      return (code, run.outputText, run.errorText)
    }
  }

  @Test(arguments: [
    "<x key_='%'/>", "<x Include='%' v='1'/>", "<x xml:id='%'><t>T</t></x>", "<x><loc>%</loc><p>1</p></x>",
    "<x><g>g</g><a>%</a></x>", "<x lat='1' lon='%'/>", "<x>%</x>", "<x><g>%</g><a>%</a><s>compile</s></x>",
  ])
  func keepsTheAdditionsOfBothSides(_ element: String) throws {
    func text(_ values: String...) -> String {
      "<r>\n" + values.map { "  " + element.replacing("%", with: $0) + "\n" }.joined() + "</r>\n"
    }
    let result = try Self.merge(text("1", "5"), text("1", "5", "7"), text("1", "5", "9"))
    #expect(result.code == .success, "\(result.error)")
    #expect(result.output == text("1", "5", "7", "9"))
  }

  /// The text that one side reviewed is not the one that the other wrote.
  @Test func aTranslationIsItsStateAndItsText() throws {
    let xliff =
      "<xliff version='1.2'><file><body><trans-unit id='a'><source>A</source>STATE</trans-unit></body></file></xliff>\n"
    let catalogue = """
      {
        "sourceLanguage" : "en",
        "strings" : {
          "a" : {
            "localizations" : {
              "de" : {
                "stringUnit" : {
                  "state" : "STATE",
                  "value" : "TEXT"
                }
              }
            }
          }
        }
      }

      """
    func unit(_ state: String, _ text: String) -> String {
      xliff.replacing("STATE", with: "<target state='\(state)'>\(text)</target>")
    }
    func entry(_ state: String, _ text: String) -> String {
      catalogue.replacing("STATE", with: state).replacing("TEXT", with: text)
    }
    for (text, name) in [(unit, "a.xliff"), (entry, "a.xcstrings")] {
      let sides = (text("new", "x"), text("translated", "x"), text("new", "y"))
      let result = try Self.merge(sides.0, sides.1, sides.2, name: name)
      #expect(result.code == .failure, "\(name): \(result.output)")
      let theirs = try Self.merge(sides.0, sides.1, sides.2, "--prefer", "theirs", name: name)
      #expect(theirs.output == sides.2, "\(name): \(theirs.output)")
      let same = try Self.merge(sides.0, sides.1, sides.1, name: name)
      #expect(same.code == .success && same.output == sides.1, "\(name)")
    }
  }

  /// What one side removes and the other only moves is gone, on one line and on several.
  @Test func whatOneSideRemovesAndTheOtherMovesIsGone() async throws {
    func array(_ separator: String) -> ([String]) -> String {
      { "[" + separator + $0.joined(separator: "," + separator) + separator + "]\n" }
    }
    func list(_ values: [String]) -> String {
      "<r>\n" + values.map { "  <i id='\($0)'/>\n" }.joined() + "</r>\n"
    }
    let forms: [(name: String, text: ([String]) -> String)] = [
      ("a.json", array("")), ("a.json", array("\n  ")), ("a.xml", list),
      ("a.json", { array("\n")($0.map { "{\"id\": \($0)}" }) }),
    ]
    for (name, text) in forms {
      let (base, short) = (text(["1", "2", "3", "4"]), text(["2", "3", "4"]))
      let (moved, gone) = (text(["2", "3", "1", "4"]), text(["2", "3", "4"]))
      for (own, other) in [(short, moved), (moved, short)] {
        let result = try Self.merge(base, own, other, name: name)
        #expect(result.code == .success && result.output == gone, "\(name): \(result.output)\(result.error)")
      }
      // A side that moves an element and one that removes another do not touch.
      let both = try Self.merge(base, moved, text(["1", "2", "4"]), name: name)
      #expect(both.code == .success && both.output == text(["2", "1", "4"]), "\(name): \(both.output)")
    }
  }

  @Test func aGroupThatBothSidesMoveElsewhereIsAConflict() throws {
    func project(_ owner: Int) -> String {
      let ids = (0..<5).map { "AAAAAAAAAAAAAAAAAAAAAAA\($0)" }
      let groups = (0..<3).map { number in
        let inner = number == owner ? [ids[4]] : []
        let children = (number == 0 ? [ids[1], ids[2]] : []) + inner
        return "\t\t\(ids[number]) = {\n\t\t\tisa = PBXGroup;\n\t\t\tchildren = (\n"
          + children.map { "\t\t\t\t\($0),\n" }.joined() + "\t\t\t);\n\t\t};\n"
      }
      return "// !$*UTF8*$!\n{\n\tobjects = {\n" + groups.joined()
        + "\t\t\(ids[3]) = {\n\t\t\tisa = PBXProject;\n\t\t\tmainGroup = \(ids[0]);\n\t\t};\n"
        + "\t\t\(ids[4]) = {\n\t\t\tisa = PBXGroup;\n\t\t\tchildren = (\n\t\t\t);\n\t\t};\n"
        + "\t};\n\trootObject = \(ids[3]);\n}\n"
    }
    let result = try Self.merge(project(0), project(1), project(2), name: "a.pbxproj")
    #expect(result.code == .failure, "\(result.output)")
    #expect(result.error.contains("AAAAAAAAAAAAAAAAAAAAAAA4"), "\(result.error)")
    let moved = try Self.merge(project(0), project(1), project(0), name: "a.pbxproj")
    #expect(moved.code == .success && moved.output == project(1), "\(moved.error)")
  }

  /// One field alone is not unique.
  @Test func identifiesByTwoFields() throws {
    func text(_ values: String...) -> String {
      "<r>\n" + values.map { "<d><g>\($0.first ?? " ")</g><a>\($0.last ?? " ")</a></d>\n" }.joined()
        + "</r>\n"
    }
    let result = try Self.merge(
      text("1a", "1b", "2a"), text("1a", "1b", "2a", "2b"), text("1a", "1b", "2a", "3a"))
    #expect(result.code == .success, "\(result.error)")
    #expect(result.output == text("1a", "1b", "2a", "2b", "3a"))
  }

  /// An identity is also unique among the additions of both sides.
  @Test(arguments: [
    (
      "{\"r\": [%]}", "{\"t\": \"a\", \"n\": \"x\"}", "{\"t\": \"b\", \"n\": \"y\"}",
      "{\"t\": \"b\", \"n\": \"z\"}", "a.json"
    ),
    ("<r>%</r>", "<d><g>a</g><a>x</a></d>", "<d><g>b</g><a>y</a></d>", "<d><g>b</g><a>z</a></d>", "a.xml"),
    (
      "<r>%</r>", "<d><groupId>g</groupId><artifactId>a</artifactId></d>",
      "<d><groupId>h</groupId><artifactId>a</artifactId></d>",
      "<d><groupId>i</groupId><artifactId>a</artifactId></d>", "pom.xml"
    ),
    ("<r>%</r>", "<d g='a' v='1' w='x'/>", "<d g='b' v='1' w='y'/>", "<d g='b' v='1' w='z'/>", "a.xml"),
  ])
  func keepsAdditionsThatShareAField(
    _ frame: String, _ first: String, _ own: String, _ other: String, _ name: String
  ) throws {
    let separator = name == "a.json" ? ",\n" : "\n"
    func text(_ parts: String...) -> String {
      frame.replacing("%", with: "\n" + parts.joined(separator: separator) + "\n") + "\n"
    }
    for words in [[], ["--prefer", "ours"]] + (name == "a.json" ? [["--union"]] : []) {
      let result = try Self.merge(
        text(first), text(first, own), text(first, other), words: words, name: name)
      #expect(result.code == .success, "\(words) \(result.error)")
      #expect(result.output == text(first, own, other), "\(words) \(result.output)")
    }
  }

  /// A record that one side replaced is not the record that the other side changed.
  @Test(arguments: [
    ("a.json", "{\"d\":[%]}", "{\"n\":\"%\",\"v\":\"%\"}"),
    ("a.json", "{\"d\":[%]}", "{\"id\":\"%\",\"v\":\"%\"}"),
    ("a.plist", "{ d = (%); }", "{ n = %; v = %; }"),
    ("pom.xml", "<d>%</d>", "<p><groupId>g</groupId><artifactId>%</artifactId><version>%</version></p>"),
    ("a.csproj", "<d>%</d>", "<P Include='%' Version='%'/>"),
  ])
  func aReplacedRecordDoesNotTakeChanges(_ name: String, _ frame: String, _ record: String) throws {
    func text(_ records: (String, String)...) -> String {
      frame.replacing(
        "%",
        with: records.map { key, value in
          let parts = record.split(separator: "%", omittingEmptySubsequences: false)
          return parts[0] + key + parts[1] + value + parts[2]
        }.joined(separator: name.hasSuffix("ml") || name.hasSuffix("proj") ? "" : ",")) + "\n"
    }
    for rest in [[], [("x", "2")]] as [[(String, String)]] {
      func records(_ first: (String, String)) -> String {
        rest.isEmpty ? text(first) : text(first, rest[0])
      }
      let sides = (records(("a", "1")), records(("r", "1")), records(("a", "9")))
      let result = try Self.merge(sides.0, sides.1, sides.2, name: name)
      #expect(result.code == .failure, "\(result.output)")
      #expect(result.output == sides.1)
      let theirs = try Self.merge(sides.0, sides.1, sides.2, words: ["--prefer", "theirs"], name: name)
      #expect(theirs.output.contains("9") && theirs.code == .success, "\(theirs.output)")
    }
  }

  /// Documents that cannot be merged by their texts have the same identities.
  @Test func identifiesInOtherLayouts() throws {
    func text(_ names: String...) -> String {
      "{\n  \"d\": [\n"
        + names.map { "    {\n      \"name\": \"\($0)\",\n      \"v\": 1\n    }" }
        .joined(separator: ",\n") + "\n  ]\n}\n"
    }
    func line(_ names: String...) -> String {
      "{\"d\":[" + names.map { "{\"name\":\"\($0)\",\"v\":1}" }.joined(separator: ",") + "]}\n"
    }
    let result = try Self.merge(text("a"), line("a", "b"), text("a", "c"), name: "a.json")
    #expect(result.code == .success, "\(result.error)")
    #expect(result.output == line("a", "b", "c"))
    let replaced = try Self.merge(
      text("a"), line("r"), text("a").replacing("1", with: "9"), name: "a.json")
    #expect(replaced.code == .failure)
  }

  /// The identity is that of the only child.
  @Test func identifiesByAChild() throws {
    func scheme(_ names: String...) -> String {
      "<T>\n" + names.map { " <R skipped='NO'>\n  <B id_='primary' name='\($0)'/>\n </R>\n" }.joined()
        + "</T>\n"
    }
    let xml = try Self.merge(scheme("a"), scheme("a", "b"), scheme("a", "c"), name: "a.xcscheme")
    #expect(xml.code == .success && xml.output == scheme("a", "b", "c"), "\(xml.error)")
    func plan(_ names: String...) -> String {
      "{\n  \"t\" : [\n"
        + names.map { "    {\n      \"target\" : {\n        \"name\" : \"\($0)\"\n      }\n    }" }.joined(
          separator: ",\n")
        + "\n  ]\n}"
    }
    let json = try Self.merge(plan("a"), plan("a", "b"), plan("a", "c"), name: "a.xctestplan")
    #expect(json.code == .success && json.output == plan("a", "b", "c"), "\(json.error)")
  }

  @Test func identifiesDictionariesInArrays() throws {
    func text(_ names: String...) -> String {
      "{\n \"pins\" : [\n"
        + names.map { "  {\n   \"identity\" : \"\($0)\",\n   \"v\" : 1\n  }" }.joined(separator: ",\n")
        + "\n ]\n}\n"
    }
    let result = try Self.merge(text("a", "b"), text("a", "b", "c"), text("a", "b", "d"), name: "a.json")
    #expect(result.code == .success, "\(result.error)")
    #expect(result.output == text("a", "b", "c", "d"))
  }

  @Test func changingAnIdentityTwiceIsAConflict() throws {
    for element in ["<e id='%'/>", "<e Include='%'/><e Include='z'/>"] {
      func text(_ value: String) -> String { "<p>" + element.replacing("%", with: value) + "</p>" }
      let result = try Self.merge(text("a"), text("x"), text("y"))
      #expect(result.code == .failure)
      #expect(result.error.contains("base 'a', ours 'x', theirs 'y'"), "\(result.error)")
    }
  }

  @Test func duplicatesInBaseRemainEntries() throws {
    let result = try Self.merge(
      #"{"a":1,"b":2,"c":3,"c":3}"#, #"{"a":1,"b":2,"c":3,"d":4}"#, #"{"b":2,"c":3,"e":5}"#, name: "a.json")
    #expect(result.code == .success)
    #expect(result.output == #"{"b":2,"c":3,"d":4,"e":5}"#)
    let strings = try Self.merge(
      "a = 1;\nb = 2;\nb = 2;\nc = 3;\n", "a = 1;\nb = 2;\nc = 3;\nd = 4;\n", "b = 2;\nc = 3;\ne = 5;\n",
      name: "a.strings")
    #expect(strings.output == "b = 2;\nc = 3;\nd = 4;\ne = 5;\n")
  }

  /// The start tag of a base without children is still the base of its attributes.
  @Test func removesAnAttributeOfAnEmptyElement() throws {
    let result = try Self.merge(
      "<r><a x='1' y='1'/></r>", "<r><a x='1' y='1'><b/></a></r>", "<r><a y='1'><c/></a></r>")
    #expect(result.code == .success, "\(result.error)")
    #expect(result.output == "<r><a y='1'><b/><c/></a></r>")
  }

  @Test func comparesNumbersExactly() throws {
    for (base, ours, theirs) in [
      ("0.1234567890123456781", "0.1234567890123456782", "0.1234567890123456783"),
      ("1e400", "1e401", "1e402"),
    ] {
      let result = try Self.merge(
        #"{"n":\#(base)}"#, #"{"n":\#(ours)}"#, #"{"n":\#(theirs)}"#, name: "a.json")
      #expect(result.code == .failure)
      #expect(result.error.contains("conflict at n: base \(base), ours \(ours), theirs \(theirs)"))
    }
  }

  @Test func joinsArrays() throws {
    for base in ["", #"{"a":[]}"#] {
      let result = try Self.merge(base, #"{"a":[1,2]}"#, #"{"a":[2,3]}"#, "--union", name: "a.json")
      #expect(result.code == .success, "\(result.error)")
      #expect(result.output == #"{"a":[1,2,3]}"#)
    }
    let same = try Self.merge("", #"{"a":[1,2]}"#, #"{"a":[1,2]}"#, "--union", name: "a.json")
    #expect(same.output == #"{"a":[1,2]}"#)
    // A layout of its own keeps the text of OURS.
    let other = try Self.merge(
      "", #"{"a":[1,2]}"#, "{\n  \"a\": [\n    2,\n    3\n  ]\n}\n", "--union", name: "a.json")
    #expect(other.output == #"{"a":[1,2,3]}"#)
  }

  @Test func mergesTheLinesOfAMalformedSide() throws {
    let base = "{\n\"a\": 1,\n\"b\": 2\n}\n"
    let broken = base.replacing("1,", with: "3")
    let ours = base.replacing("1,", with: "2,")
    let marked = try Self.merge(base, ours, broken, "--markers", name: "a.json")
    #expect(marked.code == .failure)
    #expect(marked.output == "{\n<<<<<<< ours\n\"a\": 2,\n=======\n\"a\": 3\n>>>>>>> theirs\n\"b\": 2\n}\n")
    #expect(marked.error.contains("ta.json:3:1: error:"), "\(marked.error)")
    let plain = try Self.merge(base, ours, broken, name: "a.json")
    #expect(plain.code == .failure && plain.output == "")
  }

  @Test func usesTheNameOfThePath() throws {
    let result = try Self.merge("{\"a\":1}", "{\"a\":2}", "{\"a\":3}", "--path", "sub/x.json", name: ".merge")
    #expect(result.error.hasPrefix("sub/x.json:1:6: error: conflict at a"), "\(result.error)")
  }

  /// Each side's lines are its own bytes, with what it alone changed on them, and its comments.
  @Test(arguments: [
    (
      "xml", "<a x='1' y='1' z='1'/>", "<a x='2' y='1'/>", "<a x='3' y='9' z='1'/>", "<a x='3' y='9'/>"
    ),
    ("json", #"{"a":1,"b":2}"#, #"{"x":0,"a":5}"#, #"{"a":6,"b":2,"c":9}"#, #"{"x":0,"a":6,"c":9}"#),
    ("strings", "a = 1; /* 1 */", "a = 2; /* 2 */", "a = 3; /* 3 */", "a = 3; /* 3 */"),
    (
      "jsonc", "{\n\"a\": 1, // 1\n\"b\": 2}", "{\n\"a\": 2, // 2\n\"b\": 2}",
      "{\n\"a\": 3, // 3\n\"b\": 2}", "{\n\"a\": 3, // 3\n\"b\": 2}"
    ),
  ])
  func sidesOfAConflictAreTheirOwn(
    _ format: String, _ base: String, _ ours: String, _ theirs: String, _ preferred: String
  ) throws {
    let marked = try Self.merge(base + "\n", ours + "\n", theirs + "\n", "--markers", name: "." + format)
    let lines = [ours, theirs].map { $0.split(separator: "\n").filter { $0.contains("a") && $0.count > 1 } }
    let region =
      "<<<<<<< ours\n\(lines[0].joined())\n=======\n\(lines[1].joined())\n>>>>>>> theirs\n"
    #expect(marked.output.contains(region), "\(marked.output)")
    let side = try Self.merge(
      base + "\n", ours + "\n", theirs + "\n", "--prefer", "theirs", name: "." + format)
    #expect(side.output == preferred + "\n")
  }
}
