// pliant's side of the child process: found, absent, of another version, crashing, cut off.

import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct FoundationEngineTests {
  private static let request = EngineRequest(.convert, from: .json, to: .xml1)

  /// Asks a shell script in the place of pliant-foundation; the code of its failure, or the payload.
  private func ask(_ script: String, input: String = "[]", loader: String = "/bin/sh") throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appendingPathComponent("pliant-foundation")
    // Written by another process: what a test beside this one starts just then would hold the file open for writing, and
    // such a file cannot be run.
    _ = try shell(
      "cat > pliant-foundation && chmod 755 pliant-foundation", in: folder, input: "#!\(loader)\n\(script)\n")
    do throws(Failure) {
      let engine = try FoundationEngine(path: program.path)
      let response = try Array(input.utf8).withByteView { (view: ByteView) throws(Failure) in
        try engine.convert(view, Self.request)
      }
      return String(decoding: response.payload, as: UTF8.self)
    } catch {
      return error.code.name.description == "engine.library" ? error.message : error.code.name.description
    }
  }

  /// The loader of the C library is absent, or its library is too old, which it says on standard error.
  @Test(arguments: [
    ("/no/such/ld-linux-x86-64.so.2", ""), ("/bin/sh", "echo 'version GLIBC_2.99 not found' >&2; exit 1"),
    ("/bin/sh", "exit 127"),
  ]) func namesTheLibraryThatItNeeds(loader: String, script: String) throws {
    let message = try ask(script, loader: loader)
    #expect(message.contains("needs \(Version.foundationLibrary) or later"), "\(message)")
  }

  #if os(Linux)
    /// The real loader, for a program that wants a library newer than every one that there is.
    @Test func namesTheLibraryAfterTheLoadersRefusal() throws {
      try withTemporaryFolder { folder in
        let built = builtProgram("pliant-foundation").path
        let made = try shell(
          "LC_ALL=C sed 's/GLIBC_2\\.3[0-9]/GLIBC_2.99/g' '\(built)' > pliant-foundation"
            + " && chmod 755 pliant-foundation && ! cmp -s pliant-foundation '\(built)'", in: folder)
        try #require(made.code == 0, "\(made)")
        let failure = try #require(throws: Failure.self) {
          _ = try Array("[]".utf8).withByteView { (view: ByteView) throws(Failure) in
            try FoundationEngine(path: folder.path + "/pliant-foundation").convert(view, Self.request)
          }
        }
        #expect(failure.code == .engineLibrary, "\(failure)")
        #expect(
          failure.message.contains("needs \(Version.foundationLibrary) or later; pliant itself does not"))
      }
    }
  #endif

  @Test func convertsBesideTheProgram() throws {
    let engine = try FoundationEngine()
    let response = try Array("{\"a\":[1,true]}".utf8).withByteView { (view: ByteView) throws(Failure) in
      try engine.convert(view, Self.request)
    }
    let object = try PropertyListSerialization.propertyList(
      from: Data(response.payload), options: [], format: nil)
    #expect((object as? [String: Any])?["a"] as? [Int] != nil || object is [AnyHashable: Any])
  }

  @Test func carriesLargeDocuments() throws {
    let engine = try FoundationEngine()
    let text = "[" + String(repeating: "\"0123456789\",", count: 100_000) + "1]"
    var request = Self.request
    request.target = .json
    let response = try Array(text.utf8).withByteView { (view: ByteView) throws(Failure) in
      try engine.convert(view, request)
    }
    let isSame = response.payload == Array(text.utf8)
    #expect(isSame)
  }

  @Test func saysWhatIsWrongWithTheChild() throws {
    let version = Version.text
    let cases = [
      ("cat >/dev/null; printf 'pliant-foundation \(version)\\n\\nok'", "ok"),
      ("cat >/dev/null; printf 'pliant-foundation 0.0.9\\n\\nok'", "engine.version"),
      ("cat >/dev/null; printf 'pliant-foundation \(version)\\nerror no\\n\\n'", "engine.refused"),
      ("cat >/dev/null; kill -SEGV $$", "engine.crash"),
      ("kill -9 $$", "engine.crash"),
      ("cat >/dev/null; printf 'pliant-foundation \(version)\\nloss 0'", "engine.answer"),
      ("cat >/dev/null; printf 'hello\\n\\n'", "engine.answer"),
      ("cat >/dev/null; printf 'pliant-foundation \(version)\\n\\nok'; exit 3", "engine.answer"),
      ("exit 2", "engine.answer"),
    ]
    for (script, expected) in cases { #expect(try ask(script) == expected, "\(script)") }
    // More input than a pipe holds, for a child that does not read it.
    #expect(try ask("kill -9 $$", input: String(repeating: " ", count: 1 << 20)) == "engine.crash")
  }

  @Test func absenceIsAnError() {
    #expect(throws: Failure(.engineMissing, "/nonexistent/pliant-foundation")) {
      try FoundationEngine(path: "/nonexistent/pliant-foundation")
    }
  }

  @Test func childOfAnotherVersionRefuses() throws {
    let engine = try FoundationEngine()
    var request = Self.request
    request.version = "0.0.1"
    let asked = request
    #expect(throws: Failure.self) {
      try Array("[]".utf8).withByteView { (view: ByteView) throws(Failure) in
        try engine.convert(view, asked)
      }
    }
  }

  @Test func requestsAndResponsesKeepEverything() throws {
    var request = EngineRequest(.verify, from: .binary1, to: .json)
    request.encodesTags = true
    request.null = .drop
    request.sortsKeys = true
    request.isPretty = true
    request.maximumExpansion = 17
    #expect(EngineRequest(arguments: request.arguments) == request)
    #expect(EngineRequest(arguments: ["convert", "--source"]) == nil)
    #expect(EngineRequest(arguments: ["hello"]) == nil)
    var response = EngineResponse()
    response.lines = [.loss(.setAsArray, 2, at: "a b.0"), .note("a b"), .unverified("c"), .error("d")]
    response.payload = Array("x\n\ny".utf8)
    #expect(response.bytes.withByteView { EngineResponse($0) } == response)
  }
}
