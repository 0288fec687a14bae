// Signed property lists as the lists inside, hostile messages, and other kinds of file by their names.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct SignedDocumentTests {
  private static let list = Array(
    "<plist version=\"1.0\"><dict><key>a</key><string>é</string></dict></plist>".utf8)

  // MARK: Messages by hand

  private func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 0x80 { return [tag, UInt8(count)] + content }
    return [tag, 0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)] + content
  }

  private func indefinite(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, 0x80] + content + [0, 0] }

  private static let signedType: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
  private static let dataType: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]

  /// A message without signatures around these octets.
  private func message(_ octets: [UInt8]?, isIndefinite: Bool = false) -> [UInt8] {
    let wrap = isIndefinite ? indefinite : element
    let content = Self.dataType + (octets.map { wrap(0xA0, $0) } ?? [])
    let signed = [2, 1, 1] + wrap(0x31, []) + wrap(0x30, content) + element(0x31, [])
    return wrap(0x30, Self.signedType + wrap(0xA0, wrap(0x30, signed)))
  }

  private func read(_ bytes: [UInt8], _ words: String...) throws -> (
    code: ExitCode, output: String, errors: String
  ) {
    let run = try CapturedRun(input: bytes)
    let code = Program.run(words.isEmpty ? ["convert", "json"] : words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  @Test func readsDefiniteAndIndefiniteLengths() throws {
    let whole = element(0x04, Self.list)
    let pieces = element(0x04, Array(Self.list.prefix(7))) + element(0x04, Array(Self.list.dropFirst(7)))
    let nested = element(0x24, element(0x24, pieces))
    for octets in [whole, element(0x24, pieces), indefinite(0x24, pieces), nested, indefinite(0x24, nested)] {
      for isIndefinite in [false, true] {
        let outcome = try read(message(octets, isIndefinite: isIndefinite))
        #expect(outcome.output == "{\"a\":\"é\"}\n", "\(outcome.errors)")
        #expect(
          outcome.errors
            == "<stdin>: note: signed document; its signature was not verified [signed/unverified]\n")
      }
    }
  }

  @Test func readsPEM() throws {
    let text = Data(message(element(0x04, Self.list))).base64EncodedString(options: .lineLength64Characters)
    for label in ["PKCS7", "CMS", "PKCS #7 SIGNED DATA"] {
      let pem = "-----BEGIN \(label)-----\r\n\(text)\r\n-----END \(label)-----\r\n"
      #expect(try read(Array(pem.utf8)).output == "{\"a\":\"é\"}\n")
    }
    #expect(
      try read(Array("-----BEGIN CMS-----\n\(text)*\n-----END CMS-----\n".utf8)).errors.contains("Base64"))
    #expect(try read(Array("-----BEGIN CMS-----\n\(text)".utf8)).errors.contains("Base64"))
  }

  @Test func everyReadingVerbReadsTheListInside() throws {
    let bytes = message(element(0x04, Self.list))
    #expect(try read(bytes, "print").output == "dictionary (1 key)\n  a: string \"é\"\n")
    #expect(try read(bytes, "extract", "a").output == "é\n")
    #expect(try read(bytes, "query", "$.a").output == "[\"é\"]\n")
    #expect(try read(bytes, "xpath", "//string").output == "é\n")
    #expect(try read(bytes, "info").output.contains("format        xml1"))
    #expect(try read(bytes, "type", "a").output == "string\n")
    #expect(try read(bytes, "format").output.contains("\t<key>a</key>"))
    #expect(try read(bytes, "convert", "jsonl").output == "{\"a\":\"é\"}\n")
    #expect(try read(bytes, "events").output.contains("string"))
    #expect(try read(bytes, "encoding").output.hasSuffix(": binary (signed document)\n"))
    #expect(try read(bytes, "lint", "-").code == .success)
    #expect(try read(message(element(0x04, Array("<plist><dict><key>".utf8))), "lint", "-").code == .failure)
  }

  @Test(arguments: ["convert json", "insert b --string c", "remove a", "format", "cdata unwrap"])
  func neverRewritesASignedDocument(call: String) throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.mobileprovision")
      let bytes = message(element(0x04, Self.list))
      try Data(bytes).write(to: file)
      let run = try CapturedRun(in: folder)
      let words = call.split(separator: " ").map(String.init)
      #expect(Program.run(words + ["a.mobileprovision"], context: run.context) == .failure)
      #expect(run.errorText.contains("cannot rewrite a signed document"), "\(run.errorText)")
      #expect(readBytes(file) == bytes)
      let other = try CapturedRun(in: folder)
      #expect(Program.run(words + ["a.mobileprovision", "-o", "b"], context: other.context) == .success)
      #expect(readBytes(file) == bytes)
    }
  }

  @Test func isNotTranscodedInPlace() throws {
    let bytes = message(element(0x04, Self.list))
    let armored = "-----BEGIN CMS-----\n\(Data(bytes).base64EncodedString())\n-----END CMS-----\n"
    for content in [bytes, Array(armored.utf8)] {
      try withTemporaryFolder { folder in
        let file = folder.appendingPathComponent("a.mobileconfig")
        try Data(content).write(to: file)
        let run = try CapturedRun(in: folder)
        #expect(
          Program.run(["transcode", "--to", "UTF-16", "a.mobileconfig"], context: run.context) == .failure)
        #expect(run.errorText.contains("cannot rewrite a signed document"), "\(run.errorText)")
        #expect(readBytes(file) == content)
        let other = try CapturedRun(in: folder)
        #expect(other.run("transcode", "--to", "UTF-16LE", "a.mobileconfig", "-o", "b") == .success)
        #expect(other.errorText.contains("a.mobileconfig: note: signed document"), "\(other.errorText)")
        let written = Data(readBytes(folder.appendingPathComponent("b")))
        #expect(String(data: written, encoding: .utf16LittleEndian)?.contains("<string>é</string>") == true)
      }
    }
  }

  private static let note =
    "a.mobileprovision: note: signed document; its signature was not verified [signed/unverified]\n"

  /// Runs a call on a signed file, with what else is in the folder.
  private func onFile(
    _ words: [String], _ others: [String: String] = [:]
  ) throws -> (code: ExitCode, output: String, errors: String, isKept: Bool, written: String?) {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.mobileprovision")
      let bytes = message(element(0x04, Self.list))
      try Data(bytes).write(to: file)
      try write(others, in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(words, context: run.context)
      return (
        code, run.outputText, run.errorText, readBytes(file) == bytes,
        CommandsTests.read("out", in: folder)
          ?? (readBytes(folder.appendingPathComponent("out")).isEmpty ? nil : "")
      )
    }
  }

  @Test func plutilsSpellingReadsTheListInside() async throws {
    try await forEachRow(
      of: [
        ("-p", "{\n  \"a\" => \"é\"\n}\n"), ("-extract a raw", "é\n"), ("-type a", "string\n"),
        ("-extract a raw -o -", "é\n"), ("-convert json -o -", "{\"a\":\"é\"}"),
        ("-lint", "a.mobileprovision: OK\n"),
        ("-insert b -string c -o -", nil), ("-convert binary1 -o out", ""), ("-convert swift -o out", ""),
      ] as [(String, String?)]
    ) { (call: String, output: String?) in
      let run = try onFile(call.split(separator: " ").map(String.init) + ["a.mobileprovision"])
      #expect(run.code == .success && run.isKept, "\(run.errors)")
      #expect(run.errors == Self.note)
      if let output { #expect(run.output == output) } else { #expect(run.output.contains("<key>b</key>")) }
      #expect((run.written != nil) == call.hasSuffix("out"))
    }
  }

  @Test func plutilsSpellingNeverRewritesASignedDocument() async throws {
    try await forEachRow(of: [
      "-convert xml1", "-insert b -string c", "-replace a -string c", "-remove a",
      "-convert json -e mobileprovision",
      "-convert json -o a.mobileprovision",
    ]) { (call: String) in
      let run = try onFile(call.split(separator: " ").map(String.init) + ["a.mobileprovision"])
      #expect(run.code == .failure && run.isKept && run.output.isEmpty)
      #expect(
        run.errors.contains("a.mobileprovision: (cannot rewrite a signed document, as"), "\(run.errors)")
    }
  }

  @Test func splitCutsTheListInside() throws {
    let words = ["split", "--records", "dict/string", "--parts", "1", "-o", "%d", "a.mobileprovision"]
    let run = try onFile(words)
    #expect(run.code == .success && run.isKept && run.errors.hasPrefix(Self.note), "\(run.errors)")
  }

  @Test func plistBuddyReadsAndNeverSaves() throws {
    let read = try onFile(["PlistBuddy", "-c", "Print :a", "a.mobileprovision"])
    #expect(read.code == .success && read.output == "é\n" && read.errors == Self.note)
    let changed = try onFile(["PlistBuddy", "-c", "Set :a b", "a.mobileprovision"])
    #expect(changed.code == .failure && changed.isKept)
    #expect(changed.errors.contains("error: cannot rewrite a signed document"), "\(changed.errors)")
    #expect(changed.errors.hasSuffix("Error Writing File: a.mobileprovision\n"))
    let merged = try onFile(
      ["PlistBuddy", "-c", "Merge a.mobileprovision", "-c", "Print", "b.plist"],
      ["b.plist": "<plist><dict/></plist>"])
    #expect(merged.code == .success && merged.output == "Dict {\n    a = é\n}\n", "\(merged.errors)")
  }

  @Test func mergeReadsSignedSidesAndNeverRewritesOne() throws {
    let other = "<plist><dict><key>a</key><string>é</string><key>b</key><true/></dict></plist>"
    let signed = "a.mobileprovision"
    for words in [["out", signed, "out"], [signed, "out", signed], ["out", "out", signed]] {
      let run = try onFile(["merge", "-o", "-"] + words, ["out": other])
      let isSigned = words[1] == signed || words == ["out", "out", signed]
      #expect(run.code == .success && run.isKept && run.written == other, "\(run.errors)")
      #expect(run.output.contains("<key>b</key>") == !isSigned, "\(words): \(run.output)")
      #expect(run.errors.hasPrefix(Self.note))
    }
    let run = try onFile(["merge", "out", signed, "out"], ["out": other])
    #expect(run.code == .failure && run.isKept)
    #expect(run.errors.contains("error: cannot rewrite a signed document"), "\(run.errors)")
  }

  /// Whatever is cut off or lies about its length is an error, and quickly.
  @Test func refusesMessagesThatAreNotWhole() throws {
    for isIndefinite in [false, true] {
      let bytes = message(element(0x24, element(0x04, Self.list)), isIndefinite: isIndefinite)
      for count in stride(from: 20, to: bytes.count - (isIndefinite ? 0 : 3), by: 3) {
        let outcome = try read(Array(bytes.prefix(count)))
        #expect(outcome.code == .failure && outcome.output.isEmpty, "\(count) bytes")
      }
    }
    #expect(try read(message(nil)).errors.contains("detached signature"))
    #expect(try read(message(element(0x30, [5, 0]))).errors.contains("expected an octet string"))
    let huge: [UInt8] = [0x24, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    #expect(try read(message(huge)).errors.contains("past the end of its container"))
    let deep = [UInt8](repeating: 0x24, count: 2 * 5000).enumerated().map {
      $0.offset % 2 == 0 ? 0x24 : 0x80 as UInt8
    }
    let closed = deep + [UInt8](repeating: 0, count: 2 * 5000)
    #expect(try read(message(closed)).errors.contains("nested more than 64 deep"))
    var definite = element(0x04, [1])
    for _ in 0..<200 { definite = element(0x24, definite) }
    #expect(try read(message(definite)).errors.contains("nested more than 64 deep"))
  }

  // MARK: Messages of openssl

  @Test func readsWhatOpensslSigns() throws {
    guard let openssl = find("openssl") else { try Test.cancel("openssl is not installed") }
    try withTemporaryFolder { folder in
      try Data(Self.list).write(to: folder.appendingPathComponent("list"))
      func call(_ words: String) throws -> Int32 {
        try run(openssl, words.split(separator: " ").map(String.init), in: folder).status
      }
      #expect(
        try call("req -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -days 1 -subj /CN=pliant")
          == 0)
      let calls = [
        "smime -sign -nodetach -binary", "cms -sign -nodetach -binary", "cms -sign -nodetach -stream -binary",
      ]
      for (number, words) in calls.enumerated() {
        for form in ["der", "pem"] {
          let name = "\(number).\(form)"
          try #require(
            try call("\(words) -in list -signer certificate -inkey key -outform \(form) -out \(name)") == 0)
          let outcome = try read(readBytes(folder.appendingPathComponent(name)))
          #expect(outcome.output == "{\"a\":\"é\"}\n", "\(words) \(form): \(outcome.errors)")
        }
      }
      try #require(
        try call("smime -sign -in list -signer certificate -inkey key -outform der -out detached") == 0)
      #expect(
        try read(readBytes(folder.appendingPathComponent("detached"))).errors.contains("detached signature"))
      try #require(try call("x509 -in certificate -outform der -out certificate.der") == 0)
      let certificate = try read(readBytes(folder.appendingPathComponent("certificate.der")))
      #expect(certificate.errors.contains("unsupported format: DER-encoded data"))
      #expect(
        try read(readBytes(folder.appendingPathComponent("key"))).errors.contains(
          "unsupported format: PEM text"))
    }
  }

  // MARK: Other kinds of file

  @Test func namesOtherKindsOfFile() async throws {
    try await forEachRow(of: [
      ("NIBArchive\u{1}\0\0\0\u{9}\0\0\0", "compiled interface file (NIBArchive)"),
      ("\u{4}\u{B}streamtyped\u{81}", "typed stream (streamtyped) of NSArchiver"),
      ("PK\u{3}\u{4}\u{14}\0", "ZIP archive"), ("SQLite format 3\0\u{10}", "SQLite database"),
      ("\u{7F}ELF\u{2}\u{1}\u{1}\0", "ELF binary"), ("%PDF-1.7\n", "PDF document"),
      ("!<arch>\n", "Unix archive"), ("GIF89a\u{1}\0\u{1}\0", "GIF image"),
    ]) { (beginning: String, name: String) in
      for words in [
        ["convert", "json"], ["print"], ["convert", "jsonl"], ["xpath", "/"], ["extract", "a", "-f", "json"],
      ] {
        let run = try CapturedRun(input: Array(beginning.utf8))
        #expect([.failure, .trouble].contains(Program.run(words, context: run.context)))
        #expect(run.errorText.contains("error: unsupported format: \(name)"), "\(run.errorText)")
      }
    }
  }

  @Test func readsATableOfAnyText() async throws {
    let beginnings = [
      "-----BEGIN PKCS7-----", "-----BEGIN RSA-----", "%PDF-", "GNUstep archive", "book", "BMP",
    ]
    try await forEachRow(of: beginnings) { (beginning: String) in
      try withTemporaryFolder { folder in
        let text = Data("\(beginning),b\n1,\0é\n".utf8)
        for name in ["a", "a.csv"] { try text.write(to: folder.appendingPathComponent(name)) }
        let list = "[{\"\(beginning)\":\"1\",\"b\":\"\\u0000é\"}]\n"
        for (words, expected) in [
          (["convert", "json", "-o", "-", "a", "-f", "csv"], list),
          (["convert", "json", "-o", "-", "a.csv"], list),
          (["convert", "json", "--records", "", "-o", "-", "a.csv"], list),
          (["extract", "0.b", "a", "-f", "csv"], "\0é\n"), (["diff", "a", "a.csv", "-f", "csv"], ""),
        ] {
          let run = try CapturedRun(in: folder)
          #expect(Program.run(words, context: run.context) == .success, "\(run.errorText)")
          #expect(run.outputText == expected)
        }
      }
    }
    let archive = try CapturedRun(input: Array("PK\u{3}\u{4}\u{14}\0".utf8) + [0xFF])
    #expect(Program.run(["convert", "json", "-f", "csv"], context: archive.context) == .failure)
    #expect(archive.errorText.contains("unsupported format: ZIP archive"), "\(archive.errorText)")
  }

  @Test func namesOtherBinaryFiles() async throws {
    try await forEachRow(
      of: [
        ([0x1F, 0x8B, 0x08, 0x00], "gzip-compressed data; decompress it first"),
        ([0xCF, 0xFA, 0xED, 0xFE, 7], "Mach-O binary"),
        ([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2], "universal Mach-O binary"),
        ([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52], "Java class file"),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG image"),
        ([0x28, 0xB5, 0x2F, 0xFD, 4], "Zstandard"),
        (
          [0x1A, 1, 4, 0, 2, 0, 3, 0, 4, 0, 5, 0] + Array("a|b\0".utf8) + [0, 1, 0x82, 0],
          "compiled terminal description (terminfo)"
        ),
      ] as [([UInt8], String)]
    ) { (beginning: [UInt8], name: String) throws in
      #expect(try read(beginning).errors.contains("error: unsupported format: \(name)"))
    }
  }

  /// Text that begins as some binary files do.
  @Test func takesTextForText() throws {
    #expect(try read(Array("GIF89a".utf8)).output == "\"GIF89a\"\n")
    #expect(try read(Array("0".utf8)).output == "0\n")
    #expect(try read(Array("{ NIBArchive = bvx2; }".utf8)).output == "{\"NIBArchive\":\"bvx2\"}\n")
  }
}
