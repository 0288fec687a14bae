// Whatever replaces its own source is read back before: a byte that changes between writing and renaming is found on every
// conversion, and what is right is never refused.

import CommandLineKit
import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite(.serialized) struct OutputProofTests {
  /// Part of the names of the folders whose files are spoilt.
  private static let mark = "spoilt-on-purpose"

  private enum Damage: String, CaseIterable {
    case otherLetter
    case lostEnd
    case addedByte
  }

  /// Changes a finished file before it is proved, if it lies in a folder for that.
  private static func spoil(_ damage: Damage, _ descriptor: Int32, _ path: String) {
    guard path.contains(mark) else { return }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: size)
    pread(descriptor, &bytes, size, 0)
    switch damage {
    case .otherLetter:
      // The letter Z of the value QZQ, in whatever encoding.
      guard let place = bytes.lastIndex(of: UInt8(ascii: "Z")) else { return }
      pwrite(descriptor, [UInt8(ascii: "Y")], 1, off_t(place))
    case .lostEnd: ftruncate(descriptor, off_t(size / 2))
    case .addedByte: pwrite(descriptor, [UInt8(ascii: "<")], 1, off_t(size))
    }
  }

  private static let files = [
    "a.plist": """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>b</key><integer>1</integer><key>a</key><string>QZQ</string></dict></plist>

    """,
    "a.json": #"{"b":1,"a":"QZQ"}"#, "list.json": #"[1,"QZQ"]"#, "a.jsonl": "1\n\"QZQ\"\n",
    "a.strings": "\"a\"=\"QZQ\";",
    "a.openstep": "{ a = QZQ; b = (1); }", "a.xml": "<r><p x='1'>QZQ &lt; 1</p></r>",
    "ml.json": #"["r",{"x":"1"},["p","QZQ"]]"#, "tree.json": #"{"r":{"@x":"1","p":"QZQ"}}"#,
    "users.json": #"{"users":[]}"#, "patch.json": #"[{"op":"add","path":"/c","value":2}]"#,
    "base.json": #"{"a":"QZQ"}"#,
    "latin.xml": "<?xml version='1.0' encoding='ISO-8859-1'?><r>QZQ é</r>",
  ]

  private static let lines = [
    "convert json a.plist", "convert binary1 a.plist", "convert xml1 a.plist",
    "convert xml1 --canonical a.plist",
    "convert xml1 a.json", "convert json --pretty a.json", "convert json --canonical a.json",
    "convert jsonl list.json",
    "convert json a.jsonl", "convert openstep a.strings", "convert strings a.strings",
    "convert xml --xml-style attributes tree.json",
    "convert json --loss note a.xml", "convert xml --xml-style jsonml ml.json",
    "convert openstep --loss tag a.plist", "format a.plist", "format a.json", "format a.openstep",
    "format a.xml",
    "format --canonical a.xml", "format --canonical a.json", "format --canonical a.plist", "format a.strings",
    "transcode --to UTF-16 a.xml", "transcode --to UTF-16 a.json", "cdata wrap --all a.xml",
    "insert n --integer 2 a.json",
    "insert n --integer 2 a.plist", "replace b --string QZQ a.json", "remove b a.json", "remove b a.openstep",
    "insert --xpath /r --append --markup <n/> a.xml", "remove --xpath /r/p/@x a.xml",
    "patch a.json patch.json",
    "patch a.plist patch.json", "merge base.json a.json base.json --loss note", "lint --fix latin.xml",
    "-convert xml1 a.json", "-convert binary1 a.json", "-convert json a.plist",
    "-insert n -integer 2 a.plist",
    "-replace b -integer 2 a.plist", "-remove b a.plist", "-insert n -integer 2 a.json",
    "PlistBuddy -c Add_:n_integer_2 a.plist",
    "PlistBuddy -c Set_:b_2 a.plist", "convert binary1 a.plist a.json",
    "convert json --jobs 2 a.plist a.strings",
  ]

  @Test func everyRouteRefusesWhatIsNotItsSource() throws {
    defer { AtomicFile.interference.withLock { $0 = nil } }
    for damage in Damage.allCases {
      for line in Self.lines {
        try withTemporaryFolder { parent in
          let folder = parent.appendingPathComponent(Self.mark)
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
          try write(Self.files, in: folder)
          // Encodings are fixed in a file that declares another one than it has.
          try write(["latin.xml": "<?xml version='1.0' encoding='ISO-8859-1'?><r>QZQ é ü ß</r>"], in: folder)
          AtomicFile.interference.withLock { $0 = { Self.spoil(damage, $0, $1) } }
          let run = try CapturedRun(in: folder)
          let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "_", with: " ") }
          let code = Program.run(words, context: run.context)
          #expect(code != .success, "\(damage) \(line): \(run.errorText)")
          #expect(
            (run.errorText + run.outputText).contains("does not read back as the same document"),
            "\(damage) \(line): \(run.errorText)")
          let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          #expect(left == Self.files.keys.sorted(), "\(line)")
          for (name, text) in Self.files where name != "latin.xml" {
            #expect(read(name, in: folder) == text, "\(damage) \(line): \(name)")
          }
        }
      }
    }
  }

  /// Another program's file, which appears after the source was read and compared, stays.
  @Test func noRouteReplacesAFileThatAnotherProgramWrote() throws {
    defer { AtomicFile.interference.withLock { $0 = nil } }
    let inPlace = Self.lines.filter { !$0.contains("a.plist a.") }
    for line in inPlace {
      try withTemporaryFolder { folder in
        try write(Self.files, in: folder)
        try write(["latin.xml": "<?xml version='1.0' encoding='ISO-8859-1'?><r>QZQ é ü ß</r>"], in: folder)
        AtomicFile.interference.withLock {
          $0 = { _, target in try? "another's".write(toFile: target, atomically: true, encoding: .utf8) }
        }
        let run = try CapturedRun(in: folder)
        let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "_", with: " ") }
        #expect(Program.run(words, context: run.context) != .success, "\(line)")
        #expect(
          (run.errorText + run.outputText).contains("changed while it was read"), "\(line): \(run.errorText)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == Self.files.keys.sorted(), "\(line)")
        #expect(names.filter { read($0, in: folder) == "another's" }.count == 1, "\(line)")
      }
    }
  }

  @Test func whatIsRightIsNotRefused() throws {
    for line in Self.lines {
      try withTemporaryFolder { folder in
        try write(Self.files, in: folder)
        let run = try CapturedRun(in: folder)
        let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "_", with: " ") }
        #expect(Program.run(words, context: run.context) == .success, "\(line): \(run.errorText)")
      }
    }
  }

  /// Reals that have no digits after the point, strings with carriage returns, and numbers of every size.
  @Test func canonicalFormsOfNumbersAreProved() throws {
    var generator = SeededGenerator(seed: 29)
    let reals = (0..<2000).map { _ in Double.random(in: 1e15...1e22, using: &generator).rounded() }
    let others = ["1e400", "-0.0", "0.1", "1E-7", "123456789012345678901234567890", "1.10", "5e-324"]
    let lists = [
      reals.map { "<real>\($0)</real>" }.joined(), "<string>a&#13;b</string>",
      reals.prefix(50).map { "<real>\(Int128($0))</real>" }.joined(),
    ]
    for list in lists {
      for line in [
        "format --canonical --loss-note", "convert xml1", "convert json", "convert json --canonical",
        "convert binary1",
      ] {
        try withTemporaryFolder { folder in
          try write(["a.plist": "<plist><array>\(list)</array></plist>"], in: folder)
          let run = try CapturedRun(in: folder)
          let words = line.split(separator: " ").map(String.init).filter { $0 != "--loss-note" } + ["a.plist"]
          _ = Program.run(words, context: run.context)
          #expect(!run.errorText.contains("does not read back"), "\(line): \(run.errorText)")
        }
      }
    }
    for line in [
      "format --canonical", "format", "convert json --canonical --loss note", "convert xml1 --loss note",
    ] {
      for number in others + reals.prefix(100).map({ "\($0)" }) {
        try withTemporaryFolder { folder in
          try write(["a.json": "[\(number)]"], in: folder)
          let run = try CapturedRun(in: folder)
          _ = Program.run(line.split(separator: " ").map(String.init) + ["a.json"], context: run.context)
          #expect(!run.errorText.contains("does not read back"), "\(line) \(number): \(run.errorText)")
        }
      }
    }
  }
}
