// The project's own XML documents: each invalid one is named after what is wrong with it.

import Foundation
import PliantCore
import TestSupport
import Testing

struct XMLTestDataTests {
  static func files(_ folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: testdata(folder).path)
    return (names ?? []).sorted().map { "\(folder)/\($0)" }
  }

  static func name(_ path: String) -> String { testdata(path).deletingPathExtension().lastPathComponent }

  /// A mistake in an XML document, by the reader with namespaces.
  static func problem(_ path: String) -> Failure? {
    XMLConformanceTests.problem(readBytes(testdata(path)), namespaces: true)
  }

  @Test func everyInvalidDocumentHasItsError() {
    let files = Self.files("invalid/xml")
    #expect(!files.isEmpty)
    for file in files {
      let name = Self.name(file) == "faust-raw" ? "crossed-element" : Self.name(file)
      #expect(Self.problem(file)?.code.name.description == "xml." + name, "\(file)")
    }
  }

  @Test func everyValidDocumentIsRead() {
    let files = Self.files("valid/xml")
    #expect(!files.isEmpty)
    for file in files { #expect(Self.problem(file) == nil, "\(file)") }
  }

  @Test func everyInvalidPropertyListHasItsError() {
    let files = Self.files("invalid/xml-plist")
    #expect(!files.isEmpty)
    for file in files {
      let problem = XMLPropertyListCorpusTests.read(readBytes(testdata(file)))
      let code = Self.name(file) == "too-deep" ? "document.depth" : "plist.\(Self.name(file))"
      #expect(problem?.hasPrefix("\(code) ") == true, "\(file): \(problem ?? "read")")
    }
  }

  @Test func everyValidPropertyListIsRead() {
    let files = Self.files("valid/xml-plist")
    #expect(!files.isEmpty)
    for file in files {
      #expect(XMLPropertyListCorpusTests.read(readBytes(testdata(file))) == nil, "\(file)")
    }
  }
}
