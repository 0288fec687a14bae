// Three-way merges: what is taken over, what is a conflict, and what the text looks like.

import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct MergeTests {
  @Test func mergesCleanly() async throws {
    try await forEachRow(of: [
      // Dictionaries.
      ("{\"a\":1}", "{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":3}", "{\"a\":1,\"b\":2,\"c\":3}"),
      ("{\"a\":1,\"b\":2}", "{\"b\":2}", "{\"a\":1}", "{}"),
      ("{\"a\":1}", "{\"a\":2}", "{\"a\":2}", "{\"a\":2}"),
      (
        "{\"a\":{\"b\":1,\"c\":1}}", "{\"a\":{\"b\":2,\"c\":1}}", "{\"a\":{\"b\":1,\"c\":2}}",
        "{\"a\":{\"b\":2,\"c\":2}}"
      ),
      ("{}", "{\"a\":{\"b\":1}}", "{\"a\":{\"c\":1}}", "{\"a\":{\"b\":1,\"c\":1}}"),
      ("{\"a\":1}", "{}", "{}", "{}"),
      // Arrays.
      ("[1,2,3]", "[1,3]", "[1,2,3,4]", "[1,3,4]"), ("[1,2,3]", "[0,1,2,3]", "[1,2]", "[0,1,2]"),
      ("[1,2,3,4]", "[1,3,4]", "[1,2,4]", "[1,4]"), ("[1,2]", "[1]", "[1]", "[1]"),
      ("[1]", "[1,2]", "[1,2]", "[1,2]"), ("[1]", "[9]", "[1,2]", "[9,2]"), ("[1]", "[9]", "[0,1]", "[0,9]"),
      ("[1,2]", "[]", "[1,2,3]", "[3]"), ("[]", "[1]", "[]", "[1]"),
      ("[1,2,3]", "[2,3]", "[3]", "[3]"), ("[1,2]", "[8,2]", "[1,9]", "[8,9]"),
      (
        "[{\"n\":\"a\",\"v\":1},{\"n\":\"b\",\"v\":1}]", "[{\"n\":\"a\",\"v\":2},{\"n\":\"b\",\"v\":1}]",
        "[{\"n\":\"a\",\"v\":1},{\"n\":\"b\",\"v\":3},{\"n\":\"c\"}]",
        "[{\"n\":\"a\",\"v\":2},{\"n\":\"b\",\"v\":3},{\"n\":\"c\"}]"
      ),
      (
        "[{\"n\":\"a\",\"v\":1,\"w\":1}]", "[{\"n\":\"a\",\"v\":2,\"w\":1}]",
        "[{\"n\":\"a\",\"v\":1,\"w\":2}]",
        "[{\"n\":\"a\",\"v\":2,\"w\":2}]"
      ),
      ("[[1,2],[3]]", "[[1,2,9],[3]]", "[[0,1,2],[3,4]]", "[[0,1,2,9],[3,4]]"),
      // Whole documents.
      ("1", "1", "2", "2"), ("1", "2", "1", "2"), ("[1]", "{}", "[1]", "{}"),
    ]) { (base: String, ours: String, theirs: String, merged: String) throws in
      let result = try MergeResult.of(base, ours, theirs, format: .json)
      #expect(result.conflicts == [])
      #expect(result.means(try ValueText.json(merged)), "\(result.text)")
      let other = try MergeResult.of(base, theirs, ours, format: .json)
      #expect(other.conflicts == [])
      #expect(other.means(result), "\(other.text)")
    }
  }

  @Test func tellsConflicts() async throws {
    try await forEachRow(of: [
      ("{\"a\":1}", "{\"a\":2}", "{\"a\":3}", "a"), ("{\"a\":1}", "{\"a\":2}", "{}", "a"),
      ("{\"a\":1}", "{}", "{\"a\":3}", "a"), ("{}", "{\"a\":2}", "{\"a\":3}", "a"),
      ("{\"a\":{\"b\":1}}", "{\"a\":{\"b\":2}}", "{\"a\":[]}", "a"), ("1", "2", "3", ""),
      ("{}", "{\"a\":[1]}", "{\"a\":[2]}", "a"),
      ("{\"x.y\":[1]}", "{\"x.y\":[2]}", "{\"x.y\":[3]}", "x\\.y.0"),
      ("[1]", "[1,2]", "[1,3]", "1"), ("[1,2,3]", "[1,9,3]", "[1,3]", "1"),
      ("[1,2,3]", "[3]", "[1,7,2,3]", "0"),
      ("[]", "[1]", "[2]", "0"),
      ("[{\"n\":1,\"v\":1}]", "[{\"n\":1,\"v\":2}]", "[]", "0"),
      ("[0,{\"n\":1,\"v\":1}]", "[0,{\"n\":1,\"v\":2}]", "[0,{\"n\":1,\"v\":3}]", "1.v"),
    ]) { (base: String, ours: String, theirs: String, path: String) throws in
      let result = try MergeResult.of(base, ours, theirs, format: .json)
      #expect(result.conflicts == [path])
      #expect(result.means(try ValueText.json(ours)))
      let swapped = try MergeResult.of(base, theirs, ours, format: .json)
      #expect(swapped.conflicts == [path])
      let preferred = try MergeResult.of(base, ours, theirs, prefer: .theirs, format: .json)
      #expect(preferred.means(try ValueText.json(theirs)), "\(preferred.text)")
    }
  }

  @Test func keepsTheTextOfOurs() throws {
    let base = "{ a = 1; b = (x, y); c = 1; }"
    let ours = "// mine\r\n{\r\n  c = 2;   /* two */\r\n  b = ( x, y );\r\n  a=1;\r\n}\r\n"
    let result = try MergeResult.of(base, ours, "{ a = 3; b = (x, z, y); c = 1; d = 4; }")
    #expect(
      result.text
        == "// mine\r\n{\r\n  c = 2;   /* two */\r\n  b = ( x, z, y );\r\n  a=3;\r\n  d=4;\r\n}\r\n")
  }

  @Test func keepsTheEncodingOfOurs() throws {
    func wide(_ text: String) -> [UInt8] {
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    let (base, theirs) = ("\"a\" = \"1\";\n\"b\" = \"1\";\n", "\"a\" = \"1\";\n\"b\" = \"日\";\n")
    let result = try MergeResult.of(
      Array(base.utf8), wide("\"a\" = \"ä\";\n\"b\" = \"1\";\n"), Array(theirs.utf8))
    #expect(result.means(try ValueText.json("{\"a\":\"ä\",\"b\":\"日\"}")))
  }

  @Test func marksWholeLines() throws {
    let result = try MergeResult.of(
      "{\n  \"a\": 1,\n  \"b\": 1,\n  \"c\": 1\n}\n", "{\n  \"a\": 2,\n  \"b\": 1,\n  \"c\": 1\n}\n",
      "{\n  \"a\": 3,\n  \"b\": 1,\n  \"c\": 3\n}\n", marks: true)
    #expect(
      result.text == """
        {
        <<<<<<< ours
          "a": 2,
        =======
          "a": 3,
        >>>>>>> theirs
          "b": 1,
          "c": 3
        }

        """)
    let line = try MergeResult.of("[1]", "[2]", "[3]", marks: true, format: .json)
    #expect(line.text == "<<<<<<< ours\n[2]\n=======\n[3]\n>>>>>>> theirs\n")
  }

  /// What a side added keeps its comments and goes behind its neighbour; sets of projects take the additions of both.
  @Test func additionsKeepTheirPlace() throws {
    func project(_ files: String, _ groups: String = "") -> String {
      "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjects = {\n\n/* Begin PBXFileReference section */\n\(files)"
        + "/* End PBXFileReference section */\n\n/* Begin PBXGroup section */\n\t\tG = {\n\t\t\tisa = PBXGroup;\n"
        + "\t\t\tchildren = (\n\(groups)\t\t\t);\n\t\t};\n/* End PBXGroup section */\n\t};\n}\n"
    }
    func file(_ name: String) -> String {
      "\t\t\(name) /* \(name).m */ = {isa = PBXFileReference; path = \(name).m; };\n"
    }
    func member(_ name: String) -> String { "\t\t\t\t\(name) /* \(name).m */,\n" }
    let rows = [
      (
        project(file("A"), member("A")), project(file("A") + file("B"), member("A") + member("B")),
        project(file("A") + file("C"), member("A") + member("C")),
        project(file("A") + file("B") + file("C"), member("A") + member("B") + member("C"))
      ),
      (
        "/* a */\n\"a\" = \"1\";\n", "/* a */\n\"a\" = \"1\";\n\n/* b */\n\"b\" = \"2\";\n",
        "/* a */\n\"a\" = \"1\";\n\n/* c\n two */\n\"c\" = \"3\";\n",
        "/* a */\n\"a\" = \"1\";\n\n/* b */\n\"b\" = \"2\";\n\n/* c\n two */\n\"c\" = \"3\";\n"
      ),
      (
        "\"a\" = \"1\";\n\"z\" = \"1\";\n", "\"a\" = \"1\";\n\"b\" = \"1\";\n\"z\" = \"1\";\n",
        "\"a\" = \"1\";\n/* two */\n\"c\" = \"1\"; // why\n\"z\" = \"1\";\n",
        "\"a\" = \"1\";\n\"b\" = \"1\";\n/* two */\n\"c\" = \"1\"; // why\n\"z\" = \"1\";\n"
      ),
      (
        "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n",
        "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n\t<key>b</key>\n\t<true/>\n</dict>\n</plist>\n",
        "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n\t<!-- c -->\n\t<key>c</key>\n\t<true/>\n</dict>\n</plist>\n",
        "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n\t<key>b</key>\n\t<true/>\n\t<!-- c -->\n\t<key>c</key>\n\t<true/>\n</dict>\n</plist>\n"
      ),
      (
        "{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{\n  \"a\": 1,\n  \"c\": 3\n}\n",
        "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n"
      ),
    ]
    for (base, ours, theirs, merged) in rows {
      let result = try MergeResult.of(base, ours, theirs)
      #expect(result.text == merged && result.conflicts == [], "\(result.text) \(result.conflicts)")
    }
  }

  /// Between markers is what the sides have, and only where they contradict each other.
  @Test func markersShowTheSidesOnly() throws {
    let base = "\"a\" = \"1\";\n\"b\" = \"1\";\n"
    let ours = "\"a\" = \"2\";\n/* mine */\n\"m\" = \"1\";\n\"b\" = \"1\";\n"
    let theirs = "\"a\" = \"3\";\n/* new */\n\"n\" = \"1\";\n\"b\" = \"1\";\n"
    let result = try MergeResult.of(base, ours, theirs, marks: true)
    #expect(
      result.text
        == "<<<<<<< ours\n\"a\" = \"2\";\n=======\n\"a\" = \"3\";\n>>>>>>> theirs\n"
        + "/* mine */\n\"m\" = \"1\";\n/* new */\n\"n\" = \"1\";\n\"b\" = \"1\";\n")
    let removed = try MergeResult.of(
      "{\n  \"a\": 1,\n  \"b\": 1\n}\n", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{\n  \"a\": 1\n}\n", marks: true)
    #expect(
      removed.text
        == "{\n<<<<<<< ours\n  \"a\": 1,\n  \"b\": 2\n=======\n  \"a\": 1\n>>>>>>> theirs\n}\n")
    let comments = try MergeResult.of(
      "/* old */\n\"a\" = \"1\";\n", "/* one */\n\"a\" = \"1\";\n", "/* two */\n\"a\" = \"1\";\n")
    #expect(comments.conflicts == ["a"])
  }

  @Test func archivesAreMergedAsAWhole() throws {
    func archive(_ value: String) -> String {
      "<plist><dict><key>$objects</key><array><string>\(value)</string></array><key>$top</key>"
        + "<dict><key>root</key><dict><key>CF$UID</key><integer>0</integer></dict></dict></dict></plist>"
    }
    #expect(try MergeResult.of(archive("a"), archive("a"), archive("b")).conflicts == [])
    #expect(try MergeResult.of(archive("a"), archive("c"), archive("b")).conflicts == [""])
  }

  @Test func deepDocuments() throws {
    func nested(_ inner: String) -> String {
      String(repeating: "{\"n\":1,\"a\":[", count: 200) + inner + String(repeating: "]}", count: 200)
    }
    let result = try MergeResult.of(
      nested("{\"n\":1}"), nested("{\"n\":1,\"x\":1}"), nested("{\"n\":1,\"y\":1}"), format: .json)
    #expect(result.conflicts == [])
    #expect(result.means(try ValueText.json(nested("{\"n\":1,\"x\":1,\"y\":1}"))))
  }
}
