// Property lists and archives inside data: key paths lead into them, print shows them.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct NestedDataTests {
  /// A list in the data of a list, in a format: `{"users": [{"list": data of {"a": {"x": 1}}}]}`.
  private static func document(_ format: PropertyListSerialization.PropertyListFormat, depth: Int = 1) throws
    -> Data
  {
    var value: Any = ["a": ["x": 1, "d": Data([1, 2, 255])]]
    for _ in 0..<depth {
      let data = try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0)
      value = ["users": [["list": data]]]
    }
    return try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0)
  }

  private func inFolder(
    _ data: Data,
    _ body: (URL, ([String]) throws -> (code: ExitCode, output: String, bytes: [UInt8], error: String)) throws
      -> Void
  ) throws {
    try withTemporaryFolder { folder in
      try data.write(to: folder.appendingPathComponent("u.plist"))
      try body(folder) { words in
        let run = try CapturedRun(in: folder)
        let code = Program.run(words, context: run.context)
        return (code, run.outputText, run.outputBytes, run.errorText)
      }
    }
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary]) func pathsLeadIntoData(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    try inFolder(Self.document(format)) { folder, run in
      #expect(try run(["extract", "users.0.list.a.x", "u.plist"]).output == "1\n")
      #expect(try run(["extract", "/users/0/list/a", "json", "-q", "u.plist"]).output.contains("\"x\":1"))
      #expect(try run(["type", "users.0.list.a", "u.plist"]).output == "dictionary\n")
      #expect(try run(["type", "users.0.list", "u.plist"]).output == "data\n")
      #expect(try run(["extract", "users.0.list.b", "u.plist"]).code == .failure)
      let bytes = try run(["extract", "users.0.list.a.d", "bytes", "-o", "d.bin", "u.plist"])
      #expect(bytes.code == .success && bytes.output.isEmpty, "\(bytes.error)")
      #expect(try Data(contentsOf: folder.appendingPathComponent("d.bin")) == Data([1, 2, 255]))
      #expect(try run(["extract", "users.0.list.a.d", "bytes", "u.plist"]).bytes == [1, 2, 255])
      let wrong = try run(["extract", "users.0.list.a.x", "bytes", "u.plist"])
      #expect(wrong.code == .failure && wrong.error.contains("has type integer, expected data"))
      let printed = try run(["print", "u.plist"]).output
      #expect(printed.contains("property list") && printed.contains("x: integer 1"), "\(printed)")
      let raw = try run(["print", "--raw", "u.plist"]).output
      #expect(!raw.contains("x: integer 1"), "\(raw)")
      let opened = try run(["convert", "json", "--unarchive", "-q", "-o", "-", "u.plist"]).output
      #expect(opened.contains("\"list\":{\"a\":{"), "\(opened)")
    }
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary]) func editsWriteTheInnerList(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    try inFolder(Self.document(format, depth: 2)) { folder, run in
      let path = "users.0.list.users.0.list.a"
      #expect(try run(["replace", "\(path).x", "--integer", "7", "u.plist"]).code == .success)
      #expect(try run(["insert", "\(path).y.z", "--parents", "--string", "new", "u.plist"]).code == .success)
      #expect(try run(["remove", "\(path).d", "u.plist"]).code == .success)
      let outer = try #require(
        PropertyListSerialization.propertyList(
          from: Data(contentsOf: folder.appendingPathComponent("u.plist")), format: nil) as? [String: Any])
      func inner(_ list: [String: Any]) throws -> (
        list: [String: Any], format: PropertyListSerialization.PropertyListFormat
      ) {
        let users = try #require(list["users"] as? [[String: Any]])
        let data = try #require(users[0]["list"] as? Data)
        var found = PropertyListSerialization.PropertyListFormat.xml
        let value = try PropertyListSerialization.propertyList(from: data, options: [], format: &found)
        return (try #require(value as? [String: Any]), found)
      }
      let (last, found) = try inner(inner(outer).list)
      #expect(found == format)
      let a = try #require(last["a"] as? [String: Any])
      #expect(a["x"] as? Int == 7)
      #expect((a["y"] as? [String: Any])?["z"] as? String == "new")
      #expect(a["d"] == nil)
      #expect(try run(["replace", "\(path).x.q", "--integer", "7", "u.plist"]).code == .failure)
    }
  }

  @Test func archivesInDataAreObjects() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = .binary
    archiver.encode("inner" as NSString, forKey: "root")
    archiver.finishEncoding()
    let outer = try PropertyListSerialization.data(
      fromPropertyList: ["state": archiver.encodedData], format: .xml, options: 0)
    try inFolder(outer) { (_, run) throws in
      #expect(try run(["extract", "state.root", "u.plist"]).output == "inner\n")
      #expect(try run(["extract", "state.$archiver", "u.plist"]).output == "NSKeyedArchiver\n")
      #expect(try run(["print", "u.plist"]).output.contains("keyed archive: dictionary"))
      #expect(
        try run(["convert", "json", "--unarchive", "-q", "-o", "-", "u.plist"]).output
          == "{\"state\":{\"root\":\"inner\"}}\n")
    }
  }

  @Test func dataHaveTheirKind() throws {
    let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])
    let outer = try PropertyListSerialization.data(
      fromPropertyList: ["icon": png, "broken": Data("bplist00abc".utf8)], format: .xml, options: 0)
    try inFolder(outer) { (_, run) throws in
      let printed = try run(["print", "u.plist"]).output
      #expect(printed.contains("icon: data (9 bytes) PNG image:"), "\(printed)")
      #expect(printed.contains("broken: data (11 bytes) 62706c69"), "\(printed)")
    }
  }
}
