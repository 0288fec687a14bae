// pliant merge: values that belong together, references, files added twice, and sides in another layout.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct MergeSoundnessTests {
  private typealias Sides = (base: String, ours: String, theirs: String)

  /// A conflict, whose result is that of a side alone.
  private static func expectConflict(_ sides: Sides, _ name: String, _ message: String) throws {
    let (base, ours, theirs) = sides
    let plain = try MergeIdentityTests.merge(base, ours, theirs, name: name)
    #expect(plain.code == .failure && plain.error.contains(message), "\(name) \(plain.error)")
    #expect(plain.output == ours, "\(name) \(plain.output)")
    let other = try MergeIdentityTests.merge(base, ours, theirs, "--prefer", "theirs", name: name)
    #expect(other.output == theirs, "\(name) \(other.output)")
    let marked = try MergeIdentityTests.merge(base, ours, theirs, "--markers", name: name)
    #expect(marked.code == .failure && marked.output.contains("<<<<<<< ours"), "\(name) \(marked.output)")
    let swapped = try MergeIdentityTests.merge(base, theirs, ours, name: name)
    #expect(swapped.code == .failure && swapped.output == theirs, "\(name) \(swapped.output)")
  }

  @Test func valuesThatBelongTogetherAreAUnit() throws {
    try Self.expectConflict(
      (
        "{\"state\":{\"branch\":\"main\",\"revision\":\"aa\"}}\n",
        "{\"state\":{\"branch\":\"main\",\"revision\":\"bb\"}}\n",
        "{\"state\":{\"revision\":\"aa\",\"version\":\"1.0\"}}\n"
      ), "Package.resolved", "conflict at state: base {\"branch\":\"main\",\"revision\":\"aa\"}")
    func requirement(_ text: String) -> String {
      "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjects = {\n\t\tA = {\n\t\t\tisa = P;\n\t\t\trequirement = {\n"
        + text + "\t\t\t};\n\t\t};\n\t};\n}\n"
    }
    try Self.expectConflict(
      (
        requirement("\t\t\t\tkind = exactVersion;\n\t\t\t\tversion = 1;\n"),
        requirement("\t\t\t\tbranch = main;\n\t\t\t\tkind = branch;\n"),
        requirement("\t\t\t\tkind = exactVersion;\n\t\t\t\tversion = 2;\n")
      ), "a.pbxproj", "conflict at objects.A.requirement: base {\"kind\":\"exactVersion\"")
    let unit = "\"stringUnit\" : {\n\"state\" : \"new\",\n\"value\" : \"x\"\n}"
    let plural = "\"variations\" : {\n\"plural\" : {\n\"one\" : {\n\(unit)\n}\n}\n}"
    try Self.expectConflict(
      (
        "{\n\"de\" : {\n\(unit)\n}\n}", "{\n\"de\" : {\n\(plural)\n}\n}",
        "{\n\"de\" : {\n\(unit.replacing("x", with: "y"))\n}\n}"
      ),
      "a.xcstrings", "conflict at de: base {\"stringUnit\"")
  }

  /// Git's merge of the lines has no conflict, and puts an entry or a change into the neighbour.
  @Test func equalLinesOfTwoRecordsAreNotConfused() throws {
    func entries(_ value: Int, _ second: String) -> String {
      "{\n \"A\": {\n  \"x\": {\n   \"v\": \(value),\n   \"w\": 0\n  }\n },\n\(second) \"Z\": 1\n}\n"
    }
    let old = " \"B\": {\n  \"y\": {\n   \"v\": 1,\n   \"w\": 0\n  }\n },\n"
    let new =
      " \"B\": {\n  \"y\": {\n   \"v\": 1,\n   \"w\": 0\n  },\n  \"new\": {\n   \"v\": 5,\n   \"w\": 0\n  }\n },\n"
    let removed = try MergeIdentityTests.merge(
      entries(1, old), entries(2, ""), entries(1, new), name: "a.json")
    #expect(removed.code == .failure && removed.error.contains("conflict at B"), "\(removed.error)")
    #expect(removed.output == entries(2, ""), "\(removed.output)")
    func list(_ values: (id: String, isOn: Bool)...) -> String {
      let rows = values.map {
        "\t<dict>\n\t\t<key>id</key>\n\t\t<string>\($0.id)</string>\n\t\t<key>on</key>\n\t\t<\($0.isOn)/>\n\t</dict>\n"
      }
      return "<plist version=\"1.0\">\n<array>\n" + rows.joined() + "</array>\n</plist>\n"
    }
    let moved = try MergeIdentityTests.merge(
      list(("a", true), ("b", true)), list(("a", false), ("b", true)), list(("b", true), ("a", true)),
      name: "a.plist")
    #expect(moved.code == .success && moved.output == list(("b", true), ("a", false)), "\(moved.output)")
    let changed = try MergeIdentityTests.merge(
      list(("a", true), ("b", true), ("c", true)), list(("b", true), ("q", false), ("c", true)),
      list(("a", false), ("n", false), ("b", true), ("c", true)), name: "a.plist")
    #expect(changed.code == .failure && changed.error.contains("conflict at 0"), "\(changed.error)")
  }

  /// One side removes what the other side begins to use.
  @Test func aMergeCreatesNoDanglingReference() throws {
    func board(_ views: String, _ constraints: String) -> String {
      "<d>\n  <v id='w'>\n    <s>\n\(views)    </s>\n    <k>\n\(constraints)    </k>\n  </v>\n</d>\n"
    }
    let (label, use) = ("      <l id='l1'/>\n", "      <c item='l1' other='w' id='c1'/>\n")
    let more = use + "      <c item='l1' other='w' id='c2'/>\n"
    for sides in [
      (board(label, use), board("", ""), board(label, more)),
      (board(label, ""), board("", ""), board(label, use)),
    ] {
      try Self.expectConflict(sides, "a.storyboard", "[@id='l1']")
    }
    let view = "    <x>\n      <l id='l1'/>\n    </x>\n"
    try Self.expectConflict(
      (board(view, ""), board("", ""), board(view, use)), "a.storyboard", "conflict at")
    func json(_ items: String, _ order: String) -> String {
      "{\n\"items\": [\n{\"id\": \"x\"}\(items)\n],\n\"order\": [\"x\"\(order)]\n}\n"
    }
    try Self.expectConflict(
      (json(",\n{\"id\": \"a\"}", ""), json("", ""), json(",\n{\"id\": \"a\"}", ", \"a\"")), "a.json",
      "conflict at")
    // A word that is no reference.
    let words = try MergeIdentityTests.merge(
      "<d>\n<p id='title'/>\n<q/>\n<q class='x'/>\n</d>\n", "<d>\n<q/>\n<q class='x'/>\n</d>\n",
      "<d>\n<p id='title'/>\n<q/>\n<q class='x'/>\n<q class='title'/>\n</d>\n")
    #expect(words.code == .success, "\(words.error)")
  }

  private static func project(_ files: [(id: String, path: String)], builds: [(id: String, file: String)])
    -> String
  {
    "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjects = {\n"
      + builds.map { "\t\t\($0.id) /* x */ = {isa = PBXBuildFile; fileRef = \($0.file) /* x */; };\n" }
      .joined()
      + files.map {
        "\t\t\($0.id) /* x */ = {isa = PBXFileReference; path = \($0.path); sourceTree = \"<group>\"; };\n"
      }.joined()
      + "\t\tG = {\n\t\t\tisa = PBXGroup;\n\t\t\tchildren = (\n"
      + files.map { "\t\t\t\t\($0.id) /* x */,\n" }.joined()
      + "\t\t\t);\n\t\t};\n\t\tS = {\n\t\t\tisa = PBXSourcesBuildPhase;\n\t\t\tfiles = (\n"
      + builds.map { "\t\t\t\t\($0.id) /* x */,\n" }.joined()
      + "\t\t\t);\n\t\t};\n\t\tP = {\n\t\t\tisa = PBXProject;\n\t\t\tmainGroup = G;\n\t\t};\n\t};\n\trootObject = P;\n}\n"
  }

  @Test func oneSideRemovesAFileThatTheOtherUses() throws {
    let base = Self.project([("F1", "a"), ("F2", "b")], builds: [("B1", "F1"), ("B2", "F2")])
    let removed = Self.project([("F1", "a")], builds: [("B1", "F1")])
    let used = Self.project([("F1", "a"), ("F2", "b")], builds: [("B1", "F1"), ("B2", "F2"), ("B3", "F2")])
    for (ours, theirs) in [(removed, used), (used, removed)] {
      let result = try MergeIdentityTests.merge(base, ours, theirs, name: "a.pbxproj")
      #expect(result.code == .failure && result.output == ours, "\(result.output)")
      let marked = try MergeIdentityTests.merge(base, ours, theirs, "--markers", name: "a.pbxproj")
      #expect(marked.output.contains("<<<<<<< ours"))
    }
  }

  @Test func oneFileIsAddedOnce() throws {
    let base = Self.project([("F1", "a")], builds: [("B1", "F1")])
    func side(_ number: Int) -> String {
      Self.project([("F1", "a"), ("F\(number)", "n")], builds: [("B1", "F1"), ("B\(number)", "F\(number)")])
    }
    try Self.expectConflict((base, side(2), side(3)), "a.pbxproj", "conflict at objects.F2")
    let others = try MergeIdentityTests.merge(
      base, side(2), side(3).replacing("path = n", with: "path = m"), name: "a.pbxproj")
    #expect(others.code == .success, "\(others.error)")
  }

  /// The result has the line ends and the indentation of OURS.
  @Test func sidesMayHaveOtherLayouts() throws {
    let lists: [(name: String, text: ([String]) -> String)] = [
      ("a.xml", { "<P>\n" + $0.map { "  <A n='\($0)'/>\n" }.joined() + "</P>\n" }),
      ("a.strings", { $0.map { "/* \($0) */\n\"\($0)\" = \"1\";\n" }.joined() }),
      (
        "a.json",
        { "{\n" + $0.map { "  \"\($0)\": {\n    \"v\": 1\n  }" }.joined(separator: ",\n") + "\n}\n" }
      ),
      ("a.plist", { "{\n" + $0.map { "  /* \($0) */\n  \($0) = {\n    v = 1;\n  };\n" }.joined() + "}\n" }),
    ]
    let layouts: [(String) -> String] = [
      { $0 }, { $0.replacing("\n", with: "\r\n") }, { $0.replacing("  ", with: "\t") },
      { $0.replacing("  ", with: "    ").replacing("\n", with: "\r\n") },
    ]
    for (name, text) in lists {
      for base in layouts {
        for own in layouts {
          for other in layouts {
            let result = try MergeIdentityTests.merge(
              base(text(["a"])), own(text(["a", "b"])), other(text(["a", "c"])), name: name)
            #expect(result.code == .success, "\(name) \(result.error)")
            #expect(result.output == own(text(["a", "b", "c"])), "\(name) \(result.output.debugDescription)")
          }
        }
      }
    }
  }

  /// New entries of a sorted list go to their place.
  @Test func sortedListsRemainSorted() throws {
    func json(_ keys: String...) -> String {
      "{\n" + keys.map { "  \"\($0)\": 1" }.joined(separator: ",\n") + "\n}\n"
    }
    let result = try MergeIdentityTests.merge(
      json("a", "Z"), json("a", "n", "Z"), json("a", "M", "Z"), name: "a.json")
    #expect(result.code == .success && result.output == json("a", "M", "n", "Z"), "\(result.output)")
    let other = try MergeIdentityTests.merge(
      json("z", "a"), json("z", "n", "a"), json("z", "m", "a"), name: "a.json")
    #expect(other.output == json("z", "n", "m", "a"), "\(other.output)")
    try withTemporaryFolder { folder in
      let text = "{\n  \"strings\" : {\n    \"Bye\" : 1,\n    \"Hello\" : 1\n  }\n}"
      try write(["a.xcstrings": text], in: folder)
      let run = try CapturedRun(in: folder)
      let words = ["insert", "/strings/Good bye", "--integer", "2", "a.xcstrings"]
      #expect(Program.run(words, context: run.context) == .success, "\(run.errorText)")
      let expected = text.replacing("    \"Hello", with: "    \"Good bye\" : 2,\n    \"Hello")
      #expect(read("a.xcstrings", in: folder) == expected)
    }
  }

  @Test func aProjectInsideAPackageIsNamed() throws {
    try withTemporaryFolder { folder in
      let package = folder.appendingPathComponent("A.xcodeproj")
      try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
      try write(["project.pbxproj": "{}"], in: package)
      let run = try CapturedRun(in: folder)
      #expect(Program.run(["diff", "A.xcodeproj", "A.xcodeproj"], context: run.context) == .trouble)
      #expect(run.errorText.contains("use 'A.xcodeproj/project.pbxproj'"), "\(run.errorText)")
    }
  }

  @Test func conflictsNameWhatTheyConcern() throws {
    let comments = try MergeIdentityTests.merge(
      "<r>\n<a/>\n</r>\n", "<r>\n<!-- o -->\n<a/>\n</r>\n", "<r>\n<!-- t -->\n<a/>\n</r>\n")
    #expect(
      comments.error.contains("conflict at /a: ours and theirs changed its comment"), "\(comments.error)")
    let ids = try MergeIdentityTests.merge(
      "<d><s><l id='a'/></s></d>\n", "<d><s><l id='a'/><l id='n'/></s></d>\n",
      "<d><s><l id='a'/><b id='n'/></s></d>\n")
    #expect(ids.code == .failure && ids.error.contains("/s/l[@id='n']"), "\(ids.error)")
  }

  @Test func recordsOfLinesMergeByLines() throws {
    let base = "id,n\n1,a\n2,b\n3,c\n4,d\n"
    let ours = base.replacing("1,a", with: "1,A")
    for name in ["a.csv", "a.jsonl"] {
      let clean = try MergeIdentityTests.merge(base, ours, base.replacing("4,d", with: "4,D"), name: name)
      #expect(clean.code == .success && clean.output == "id,n\n1,A\n2,b\n3,c\n4,D\n", "\(clean)")
      let theirs = base.replacing("1,a", with: "1,x")
      let conflict = try MergeIdentityTests.merge(base, ours, theirs, name: name)
      #expect(conflict.code == .failure && conflict.output == ours, "\(conflict)")
      #expect(conflict.error.contains("conflict at lines that both sides changed"), "\(conflict.error)")
      let marked = try MergeIdentityTests.merge(base, ours, theirs, "--markers", name: name)
      #expect(marked.code == .failure && marked.output.contains("1,A\n=======\n1,x\n"), "\(marked)")
      let preferred = try MergeIdentityTests.merge(base, ours, theirs, "--prefer", "theirs", name: name)
      #expect(preferred.code == .success && preferred.output == theirs, "\(preferred)")
    }
  }

  @Test func textAndElementsAreNoPartsOfOneContent() throws {
    func document(_ content: String) -> String { "<r>\n  <d>\(content)</d>\n</r>\n" }
    try Self.expectConflict(
      (document("a"), document("b"), document("<x>1</x>")), "a.xml", "conflict at /d: base '<d>a</d>'")
  }

  /// The ids of XLIFF are those of one file in it.
  @Test func anIDThatRepeatsIsLocal() throws {
    func document(_ first: String, _ second: String) -> String {
      let unit = "    <trans-unit id='ok'><source>OK</source></trans-unit>\n"
      return
        "<xliff>\n  <file original='A'>\n\(unit)\(first)  </file>\n  <file original='B'>\n\(unit)\(second)  </file>\n</xliff>\n"
    }
    let title = "    <trans-unit id='title'><source>T</source></trans-unit>\n"
    let merged = try MergeIdentityTests.merge(
      document("", ""), document(title, ""), document("", title), name: "a.xliff")
    #expect(merged.code == .success && merged.output == document(title, title), "\(merged)")
  }

  @Test func whatOneSideRemovesAndTheOtherRewritesIsAConflict() throws {
    func list(_ items: String...) -> String { "<r>\n" + items.map { " <i>\($0)</i>\n" }.joined() + "</r>\n" }
    for name in ["a.xml", "a.csproj", "a.resx"] {
      try Self.expectConflict((list("a", "b"), list("a"), list("a", "B")), name, "conflict at")
    }
    let tag = { (text: String) in "<r>\n <b\(text)>s</b>\n <c/>\n</r>\n" }
    try Self.expectConflict((tag(""), tag(" id=\"1\""), "<r>\n <c/>\n</r>\n"), "a.xml", "conflict at")
    let records = { (second: String) in "{\"a\":[{\"id\":1,\"v\":1}\(second)]}\n" }
    try Self.expectConflict(
      (records(",{\"id\":2,\"v\":2}"), records(",{\"id\":3,\"v\":2}"), records("")), "a.json", "conflict at a"
    )
  }

  @Test func aNewTranslationOfAChangedTextIsAConflict() throws {
    func unit(_ source: String, _ rest: String) -> String {
      "<xliff version=\"1.2\">\n <file original=\"a\">\n  <body>\n   <trans-unit id=\"t1\">\n"
        + "    <source>\(source)</source>\n\(rest)   </trans-unit>\n  </body>\n </file>\n</xliff>\n"
    }
    let target = "    <target state=\"final\">T</target>\n"
    try Self.expectConflict((unit("S", ""), unit("S2", ""), unit("S", target)), "a.xlf", "conflict at")
    let note = try MergeIdentityTests.merge(
      unit("S", ""), unit("S", "    <note>n</note>\n"), unit("S", target), name: "a.xlf")
    #expect(note.code == .success && note.output.contains("T</target>") && note.output.contains("n</note>"))
  }

  @Test func anEmptyTagGetsContentAndAttributes() throws {
    for (base, ours, theirs, merged) in [
      (
        "<r>\n <e/>\n</r>\n", "<r>\n <e a=\"1\" />\n</r>\n", "<r>\n <e>\n  <x/>\n </e>\n</r>\n",
        "<r>\n <e a=\"1\">\n  <x/>\n </e>\n</r>\n"
      ),
      ("<r><e/></r>", "<r><e>t</e></r>", "<r><e a=\"1\"/></r>", "<r><e a=\"1\">t</e></r>"),
    ] {
      let result = try MergeIdentityTests.merge(base, ours, theirs, name: "a.xml")
      #expect(result.code == .success && result.output == merged, "\(result)")
    }
    // An emptied element against an added child.
    let emptied = try MergeIdentityTests.merge(
      "<r><e><x/></e></r>", "<r><e/></r>", "<r><e><x/><y/></e></r>", name: "a.xml")
    #expect(emptied.code == .failure)
  }

  @Test func layoutAloneIsNoChange() throws {
    let result = try MergeIdentityTests.merge(
      "<r><a><b>x</b></a><c/></r>\n", "<r>\n <a>\n  <b>x</b>\n </a>\n <c/>\n</r>\n", "<r><c/></r>\n",
      name: "a.xml")
    #expect(result.code == .success && !result.output.contains("<a>"), "\(result)")
  }
}
