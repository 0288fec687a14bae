// Words of a command line are text or paths: text is UTF-8 and arrives as it is, and a path has any bytes.

import CommandLineKit
import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct ArgumentTests {
  private static let bad = Argument(bytes: [0xE4, 0x78])
  /// Characters that stand for bytes of file names inside of the program, and text like any other outside.
  private static let high = "\u{10FFFD}\u{10FFE4}\u{10FF80}x"

  /// Words with a place for a text, and where it is read back after the call.
  private static let insertions: [(line: [String], name: String)] = [
    (["insert", "k", "--string", "@", "a.json"], "a.json"),
    (["insert", "@", "--integer", "1", "a.json"], "a.json"),
    (["replace", "old", "--string=@", "a.json"], "a.json"),
    (["insert", "k", "--json", "\"@\"", "a.json"], "a.json"),
    (["insert", "k", "--xml", "<string>@</string>", "a.plist"], "a.plist"),
    (["-insert", "k", "-string", "@", "a.plist"], "a.plist"),
    (["-insert", "@", "-string", "v", "a.plist"], "a.plist"),
    (["-replace", "old", "-json", "\"@\"", "a.plist"], "a.plist"),
    (["PlistBuddy", "-c", "Add :k string @", "a.plist"], "a.plist"),
    (["PlistBuddy", "-c", "Add :@ string v", "a.plist"], "a.plist"),
    (["insert", "--xpath", "/a", "--append", "--markup", "<b>@</b>", "a.xml"], "a.xml"),
    (["replace", "--xpath", "/a/@c", "--string", "@", "a.xml"], "a.xml"),
    (["create", "json", "-o", "b.json", "-f"], ""),
  ]

  private static let files = [
    "a.json": #"{"old":1}"#, "a.plist": "<plist><dict><key>old</key><integer>1</integer></dict></plist>",
    "a.xml": "<a c='1'/>",
  ]

  @Test func everyTextArrivesAsItIs() throws {
    for (line, name) in Self.insertions where !name.isEmpty {
      try withTemporaryFolder { folder in
        try write(Self.files, in: folder)
        let run = try CapturedRun(in: folder)
        let words = line.map {
          Argument($0.replacingOccurrences(of: "@", with: $0 == "--append" ? "@" : Self.high))
        }
        let isAttribute = line.contains("/a/@c")
        let typed = isAttribute ? line.map { Argument($0 == "@" ? Self.high : $0) } : words
        #expect(Program.run(typed, context: run.context) == .success, "\(line): \(run.errorText)")
        #expect(read(name, in: folder)?.contains(Self.high) == true, "\(line)")
      }
    }
    let found = try CapturedRun(input: Array(#"{"\#(Self.high)":"\#(Self.high)"}"#.utf8))
    #expect(Program.run([Argument("extract"), Argument(Self.high)], context: found.context) == .success)
    #expect(found.outputText == Self.high + "\n")
    let asked = try CapturedRun(input: Array("<a>\(Self.high)</a>".utf8))
    let words = ["xpath", "--as", "count", "/a[.='\(Self.high)']"]
    #expect(Program.run(words.map { Argument($0) }, context: asked.context) == .success)
  }

  @Test func whatIsNoTextIsRefusedWhereTextIsAsked() throws {
    for (line, name) in Self.insertions where !name.isEmpty {
      try withTemporaryFolder { folder in
        try write(Self.files, in: folder)
        let run = try CapturedRun(in: folder)
        let words = line.map { word in
          word == "/a/@c"
            ? Argument(word)
            : Argument(bytes: word.utf8.flatMap { $0 == ASCII.commercialAt ? Self.bad.bytes : [$0] })
        }
        let isOther = line[0].hasPrefix("-") || line[0] == "PlistBuddy"
        #expect(
          Program.run(words, context: run.context).rawValue == (isOther ? 1 : 2), "\(line): \(run.errorText)")
        #expect((run.errorText + run.outputText).contains("\\xE4"), "\(line): \(run.errorText)")
        #expect(read(name, in: folder) == Self.files[name], "\(line)")
      }
    }
  }

  /// Every verb's every option: text is checked, and nothing else is.
  @Test func everyOptionTakesTextOrPaths() throws {
    let paths: Set = [
      "--output", "--extension", "--files-from", "--mapping", "--config", "--baseline", "--include",
      "--exclude", "--only",
      "--stdin-filename", "--in", "--report", "--set", "--schema",
    ]
    // An output of that name is written where the command runs.
    try withTemporaryFolder { folder in
      for verb in Program.commandSet.verbs {
        for (path, verb) in [(["\(verb.name)"], verb)] + verb.subverbs.map({ ([verb.name, $0.name], $0) }) {
          for option in verb.options {
            guard case .required = option.argument else { continue }
            let run = try CapturedRun(input: [], in: folder)
            let spelled = option.longNames.first.map { "--" + $0 } ?? "-" + String(option.letter ?? "?")
            let value = Argument(
              bytes: Array((spelled == "--report" ? "json=" : spelled == "--set" ? "a=" : "").utf8)
                + Self.bad.bytes)
            let words = path.map { Argument($0) } + [Argument(spelled), value]
            let code = Program.run(words, context: run.context)
            let isRefused = run.errorText.contains("for \(spelled): expected valid UTF-8")
            // Of `repair` it names kinds.
            let isPath = paths.contains(spelled) && !(spelled == "--only" && path == ["repair"])
            #expect(isRefused == !isPath, "\(path) \(spelled): \(code) \(run.errorText)")
            if isRefused { #expect(code == .trouble) }
          }
        }
      }
    }
  }

  #if os(Linux)
    /// Names of any bytes, in every verb and spelling that takes files.
    @Test func namesHaveAnyBytes() throws {
      let names: [[UInt8]] = [
        [0xE4, 0xFF], Array("\u{10FFFD}".utf8), Array("\u{10FF80}".utf8) + [0x80], [0xC3, 0xA4],
      ]
      let lines = [
        "convert binary1 @", "convert json -o @ a.json", "encoding @", "encoding --json @",
        "info @", "print @",
        "extract old @", "type old @", "insert k --integer 1 @", "replace old --integer 2 @", "remove old @",
        "format @", "diff @ a.json", "diff a.json @", "query $ @", "xpath / @", "convert json -e @ @",
        "convert xml1 --files-from list", "-convert xml1 @", "-p @", "-insert k -bool YES @",
        "-extract old raw @", "-convert json -o @ a.json", "PlistBuddy -c Print @",
        "PlistBuddy -c Merge_@ a.plist",
        "PlistBuddy -c Import_:k_@ a.plist", "convert swift @", "transcode --to UTF-16 @",
        "create json -o @@",
        "mapping infer @",
      ]
      for name in names {
        for line in lines {
          try withTemporaryFolder { folder in
            try write(Self.files, in: folder)
            try Data(name + [0x0A]).write(to: folder.appendingPathComponent("list"))
            let isXML = line.hasPrefix("mapping")
            let path = (name).withByteView { Platform.text($0) }
            let file = try Delivery.single.open(folder.path + "/" + path)
            var output = OutputBuffer(to: .descriptor(file.descriptor))
            output.append(isXML ? "<r><i a='1'/><i a='2'/></r>" : #"{"old":1}"#)
            try output.drain()
            try Delivery.single.commit(file)
            let run = try CapturedRun(in: folder)
            let words = line.split(separator: " ").map { word in
              Argument(
                bytes: word.utf8.flatMap { byte -> [UInt8] in
                  byte == ASCII.commercialAt ? name : [byte == ASCII.underscore ? ASCII.space : byte]
                })
            }
            let code = Program.run(words, context: run.context)
            #expect(
              code == .success || line.hasPrefix("diff") && code == .failure,
              "\(line) \(name): \(run.errorText)")
            let talk = run.outputBytes + Array(run.errorText.utf8)
            if name.count == 2 && name[0] == 0xE4 {
              #expect(!talk.contains(0xF4), "\(line): stand-ins in \(run.outputText) \(run.errorText)")
            }
          }
        }
      }
    }
  #endif
}
