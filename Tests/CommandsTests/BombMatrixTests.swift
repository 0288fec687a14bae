// Every verb that reads files, given each of the files that ask for more than they are: the result or an error.

import Foundation
import TestSupport
import Testing

/// A file that asks for much more than its size.
struct HostileFile: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: Data

  var testDescription: String { name }

  init(_ name: String, _ bytes: Data) { (self.name, self.bytes) = (name, bytes) }
  init(_ name: String, _ text: String) { self.init(name, Data(text.utf8)) }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }
  private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  /// An XML property list of a keyed archive whose lists or dictionaries hold the next one twice.
  private static func archive(levels: Int, isDictionary: Bool) -> String {
    func uid(_ number: Int) -> String { "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }
    let keys = isDictionary ? "<key>NS.keys</key><array>\(uid(levels + 1))\(uid(levels + 2))</array>" : ""
    let containers = (1...levels).map { level in
      "<dict><key>$class</key>\(uid(levels + 3))\(keys)<key>NS.objects</key>"
        + "<array>\(uid(level + 1))\(uid(level + 1))</array></dict>"
    }
    let name = isDictionary ? "NSDictionary" : "NSArray"
    return """
      <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$version</key><integer>100000</integer><key>$top</key><dict><key>root</key>\(uid(1))</dict>
      <key>$objects</key><array><string>$null</string>\(containers.joined())<string>a</string><string>b</string>
      <dict><key>$classname</key><string>\(name)</string>
      <key>$classes</key><array><string>\(name)</string><string>NSObject</string></array></dict></array></dict></plist>
      """
  }

  /// Entities that each name the one before eight times.
  private static func laughs(_ count: Int, in use: String) -> String {
    let entities = (1...count).map { "<!ENTITY a\($0) '\(repeated("&a\($0 - 1);", 8))'>" }.joined()
    return
      "<!DOCTYPE r [<!ENTITY a0 'x'>\(entities)]><r\(use.replacingOccurrences(of: "@", with: "&a\(count);"))"
  }

  static let all: [HostileFile] = [
    HostileFile("list24.plist", Bomb.doubled(levels: 24)),
    HostileFile("list48.plist", Bomb.doubled(levels: 48)),
    HostileFile("dictionary48.plist", Bomb.doubled(levels: 48, marker: 0xD2)),
    HostileFile("set48.plist", Bomb.doubled(levels: 48, marker: 0xC2)),
    HostileFile("wide.plist", Bomb.wide(20_000)),
    HostileFile("chain.plist", Bomb.chain(20_000)),
    HostileFile("archive48.plist", archive(levels: 48, isDictionary: false)),
    HostileFile("archivedDictionary48.plist", archive(levels: 48, isDictionary: true)),
    HostileFile("laughs.xml", laughs(12, in: ">@</r>")),
    HostileFile("laughs-in-attribute.xml", laughs(12, in: " a='@'/>")),
    HostileFile(
      "long-entity.xml", "<!DOCTYPE r [<!ENTITY a '\(repeated("x", 9000))'>]><r>\(repeated("&a;", 9000))</r>"),
    HostileFile(
      "parameter-entities.xml",
      "<!DOCTYPE r [<!ENTITY % a0 '<!-- -->'>"
        + (1...30).map { "<!ENTITY % a\($0) '%a\($0 - 1);%a\($0 - 1);'>" }.joined() + "%a30;]><r/>"),
    HostileFile(
      "default-attributes.xml",
      "<!DOCTYPE r [<!ATTLIST e \((0..<500).map { "a\($0) CDATA '\(repeated("x", 50))'" }.joined(separator: " "))>]>"
        + "<r>\(repeated("<e/>", 2000))</r>"),
    HostileFile("namespaces.xml", Bomb.namespaces(1500)),
    HostileFile("deep.xml", repeated("<a>", 20_000)),
    HostileFile("deep-list.plist", "<plist>" + repeated("<array>", 20_000)),
    HostileFile("deep.json", repeated("[", 20_000) + repeated("]", 20_000)),
    HostileFile("deep-objects.json", repeated(#"{"a":"#, 20_000)),
    HostileFile("deep.strings", "a = " + repeated("({b = ", 10_000)),
    HostileFile(
      "numbers.json", list(["1e999999999", "-1E-999999999", repeated("1", 9000), "0." + repeated("3", 9000)])),
    HostileFile(
      "duplicates.json", "{" + Array(repeating: #""a":1"#, count: 9000).joined(separator: ",") + "}"),
    HostileFile("columns.json", list((0..<900).map { #"{"c\#($0)":1}"# })),
    HostileFile("der.plist", Data((0..<20_000).flatMap { _ in [0x30, 0x80] as [UInt8] })),
    HostileFile("bytes.xml", Data([0xFF, 0xFE, 0xFD]) + Data(repeating: 0xFF, count: 50_000)),
  ]
}

@Suite struct BombMatrixTests {
  /// Command lines; @ is the file.
  private static let calls = [
    "convert swift -o - @", "convert objc -o - @", "convert json -o - @", "convert json --unarchive -o - @",
    "convert json --loss tag -o - @", "convert jsonl -o - @", "convert xml1 --sort-keys -o - @",
    "convert binary1 -o - @",
    "convert openstep -o - @", "convert csv -o - @", "convert xml --xml-style lossless -o - @",
    "convert json -f xml --xml-style attributes -o - @", "info @", "print @", "-p @", "-lint @",
    "-convert swift -o - @",
    "-convert json -o - @", "-convert xml1 -o - @", "xpath //* @", "xpath 'count(//namespace::*)' @",
    "xpath --as json '//*[//*]' @", "query '$..*' @", "query --as paths '$..[?@..*]' @", "lint @",
    "lint --fix --diff @",
    "encoding @", "transcode --to utf-16 -o - @", "format -o - @", "format --canonical -o - @",
    "events --json @",
    "diff @ other.json", "diff --json other.json @", "patch @ patch.json -o -",
    "patch --merge other.json @ -o -",
    "patch other.json @ -o -", "merge @ other.json @ -o -", "escape -o - @", "unescape -o - @",
    "cdata wrap --all -o - @",
    "type 0 @", "extract 0 json @", "insert 0 --string x -o - @", "remove --xpath '//*' -o - @",
    "mapping check @",
    "mapping infer @", "convert json --mapping ./@ -o - other.json", "workflow check @",
    "lint --config @ other.json",
    "lint --baseline @ other.json", "PlistBuddy -c Print @",
  ]

  @Test(arguments: HostileFile.all.sampled(every: 12))
  func eachVerbEndsWithTheResultOrAnError(_ file: HostileFile) throws {
    try withTemporaryFolder { folder in
      try file.bytes.write(to: folder.appendingPathComponent(file.name))
      try write(
        ["other.json": "[1, 2]", "patch.json": #"[{"op": "copy", "from": "", "path": "/-"}]"#], in: folder)
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let runs = Self.calls.map { call in
        let line = call.replacingOccurrences(of: "@", with: file.name)
        return "pliant \(line) >/dev/null 2>$talk; echo $?; grep -E 'Fatal|out of memory|Sanitizer' $talk"
      }
      let ended = try shell(
        """
        \(isSanitized ? "" : "ulimit -v 1048576; ulimit -t 60")
        talk=$(mktemp)
        PLIANT_LIMITS=memory=4MB,expanded-bytes=8MB,expanded-values=100000,entity-bytes=100KB; export PLIANT_LIMITS
        \(runs.joined(separator: "\n"))
        rm $talk
        """, in: folder)
      let lines = ended.output.split(separator: "\n")
      #expect(lines.count == Self.calls.count, "\(lines)")
      for (call, code) in zip(Self.calls, lines) {
        #expect(["0", "1", "2"].contains(code), "\(call): \(code)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
      expectSame(try Data(contentsOf: folder.appendingPathComponent(file.name)), file.bytes)
    }
  }

  /// What is printed of shared objects is counted as it is printed.
  @Test(.slow) func printingObeysTheBudget() throws {
    try withTemporaryFolder { folder in
      try Bomb.doubled(levels: 22).write(to: folder.appendingPathComponent("bomb"))
      for command in ["print bomb", "-p bomb", "PlistBuddy -c Print bomb"] {
        let ended = try shell("pliant \(command) | wc -c", in: folder)
        #expect(ended.error.contains("budget"), "\(command): \(ended.error)")
        let written = Int(ended.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .max
        #expect(written < 600 << 20, "\(command): \(written)")
      }
      let little = try shell("pliant print --max-output 10000 bomb | wc -c", in: folder)
      #expect(little.error.contains("--max-output"))
      #expect((Int(little.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .max) < 300_000)
    }
  }
}
