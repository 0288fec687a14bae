// Every valid property list and JSON text of testdata through both engines: the results must be the same values.

import Foundation
import PliantCore
import TestSupport
import Testing
@testable import PliantFoundation

@Suite struct EngineComparisonTests {
  /// Conversions whose results differ, by file and target, with the reason.
  private static let known: [String: String] = [:]

  /// Files whose text Foundation's XML parser cannot read, with what it says of them.
  private static let unreadable: [String: String] = [
    "xml-plist/comments.plist": "improper CDATA opening",  // CDATA behind a comment inside a value
    "xml-plist/entities.plist": "while parsing DTD",  // an internal subset
    "xml-plist/macintosh.plist": "Could not determine the encoding",
  ]

  /// What Foundation's serializers cannot do: which documents, what they say, and why.
  private static let refused: [(name: String, reason: String, holds: @Sendable (Document, Format) -> Bool)] =
    [
      (
        "sets", "PropertyListSerialization crashes on them",
        { $1 == .binary1 && $0.tags.contains(.setContainer) }
      ),
      (
        "references", "PropertyListSerialization reads UIDs as objects of a private type",
        { holdsReference($0, $1) }
      ),
      ("more than 64 bits", "PropertyListSerialization reads 0 or refuses", { holdsWideInteger($0, $1) }),
      (
        "not representable", "JSONSerialization has no numbers beyond doubles",
        { $1 == .json && holdsHugeReal($0) }
      ),
      (
        "beyond the range of a double", "PropertyListSerialization turns them into infinity",
        { $1 == .xml1 && holdsHugeReal($0) }
      ),
      (
        "Unicode normalization", "Swift's dictionaries merge such keys",
        { document, _ in mergesKeys(document) }
      ),
    ]

  private static func indices(_ document: Document) -> [Int] {
    var result: [Int] = []
    var index = 0
    while index < document.wordCount {
      result.append(index)
      index = document.tag(at: index) == .container ? index + 2 : document.next(after: index)
    }
    return result
  }

  private static func holdsReference(_ document: Document, _ source: Format) -> Bool {
    guard source != .json else { return false }
    return document.tags.contains(.tag(.uid))
      || indices(document).contains { document.tag(at: $0) == .key && document.text(at: $0) == "CF$UID" }
  }

  private static func holdsWideInteger(_ document: Document, _ source: Format) -> Bool {
    indices(document).contains { index in
      switch document.tag(at: index) {
      case .wideInteger: UInt64(exactly: document.wideInteger(at: index)) == nil
      case .integerText:
        NumberText.wideInteger(document.text(at: index)).map {
          UInt64(exactly: $0) == nil && Int64(exactly: $0) == nil
        }
          ?? true
      default: false
      }
    }
  }

  private static func holdsHugeReal(_ document: Document) -> Bool {
    indices(document).contains {
      document.tag(at: $0) == .realText && !NumberText.real(document.text(at: $0)).isFinite
    }
  }

  private static func mergesKeys(_ document: Document) -> Bool {
    do throws(FoundationBridgeError) {
      _ = try FoundationObjects.object(of: .init(document))
    } catch {
      if case .equivalentKeys = error { return true }
    }
    return false
  }

  private static let targets: [Format] = [.xml1, .binary1, .json]

  private func files() throws -> [(name: String, format: Format, data: Data)] {
    let root = testdata("valid")
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
    return try names.compactMap { name in
      var isFolder: ObjCBool = false
      let path = root.appendingPathComponent(name).path
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
        return nil
      }
      let data = try Data(contentsOf: root.appendingPathComponent(name))
      guard let format = DataOwner(data).view.count > 0 ? detect(data) : nil, EngineRequest.handles(format)
      else { return nil }
      return (name, format, data)
    }
  }

  private func detect(_ data: Data) -> Format? {
    let owner = DataOwner(data)
    return withExtendedLifetime(owner) { FormatDetector.detect(owner.view) }
  }

  private func options(_ source: Format, _ target: Format) -> Route {
    var options = Route(from: source, to: target)
    options.writing.null = .string
    return options
  }

  private func native(_ data: Data, _ source: Format, _ target: Format) throws -> (Data, LossReport) {
    let owner = DataOwner(data)
    let options = options(source, target)
    let loaded = try options.reading.load(owner.view)
    var losses = LossReport()
    let output = try options.writing.write(loaded, to: OutputBuffer(), losses: &losses)
    return withExtendedLifetime(owner) { (Data(output.bytes), losses) }
  }

  @Test func bothEnginesAgree() throws {
    let files = try files()
    #expect(files.count > 5)
    for file in files {
      let owner = DataOwner(file.data)
      let loaded = try Reading(file.format).load(owner.view)
      let document = loaded.document
      let reason = Self.refused.first { $0.holds(document, file.format) }
      for target in Self.targets {
        let name = "\(file.name) \(target)"
        var request = EngineRequest(.convert, from: file.format, to: target)
        request.null = .string
        let answer = FoundationTask.answer(request, input: file.data)
        if let phrase = Self.unreadable[file.name] {
          #expect(answer.error?.contains(phrase) == true, "\(name): \(answer.error ?? "read")")
          continue
        }
        if let problem = answer.error {
          #expect(reason.map { problem.contains($0.name) } == true, "\(name): \(problem)")
          continue
        }
        #expect(reason == nil, "\(name)")
        let (bytes, losses) = try native(file.data, file.format, target)
        try compare(bytes, Data(answer.payload), target, name)
        let theirs = answer.lines.compactMap { line in
          if case .loss(let loss, let count, _) = line { (loss, count) } else { nil }
        }
        // Foundation's own changes, and those of reading, which the program reports.
        let own: [Loss] = [.carriageReturnAsLineFeed, .numberSpelling, .digitsBeyondDouble]
        for loss in Loss.allCases where !own.contains(loss) && loaded.ledger[loss] == nil {
          let count = theirs.first { $0.0 == loss }?.1 ?? 0
          #expect(losses.counts[loss.rawValue] == count, "\(name): \(loss)")
        }
      }
    }
  }

  /// Compares the values of two outputs as Foundation reads them.
  private func compare(_ ours: Data, _ theirs: Data, _ target: Format, _ name: String) throws {
    var comparison = FoundationComparison(format: target)
    let expected = try FoundationCodec.read(ours, target)
    let found = try FoundationCodec.read(theirs, target)
    let difference = comparison.difference(expected: expected, found: found)
    #expect((difference != nil) == (Self.known[name] != nil), "\(name): \(difference ?? "")")
  }

  @Test func verifiesEveryNativeConversion() throws {
    for file in try files() {
      for target in Self.targets {
        guard let (output, _) = try? native(file.data, file.format, target) else { continue }
        var request = EngineRequest(.verify, from: file.format, to: target)
        request.null = .string
        let both = Data("\(file.data.count)\n".utf8) + file.data + output
        let answer = FoundationTask.answer(request, input: both)
        #expect(answer.error == nil, "\(file.name) \(target)")
      }
    }
  }

  @Test func namesWhatItCannotVerify() throws {
    let cases: [(String, Format, String)] = [
      ("set", .binary1, "sets"), ("uid", .xml1, "UIDs"), ("uid", .binary1, "UIDs"),
      ("wide-integers", .binary1, "64 bits (2 places)"), ("wide-integers", .xml1, "64 bits"),
      ("fraction", .xml1, "fractions"),
      ("types", .json, "1.0 or 1"),
    ]
    for (name, target, expected) in cases {
      let data = try Data(contentsOf: testdata("valid/binary-plist/\(name).plist"))
      let (output, _) = try native(data, .binary1, target)
      let answer = FoundationTask.answer(
        EngineRequest(.verify, from: .binary1, to: target),
        input: Data("\(data.count)\n".utf8) + data + output)
      #expect(answer.error == nil)
      let named = answer.lines.contains {
        if case .unverified(let text) = $0 { text.contains(expected) } else { false }
      }
      #expect(named, "\(name) \(target): \(answer.lines)")
    }
  }

  @Test func findsDifferences() throws {
    let input = Data("{\"a\":[1,{\"b/c\":\"\u{E9}\"}]}".utf8)
    let cases = [
      ("{\"a\":[1,{\"b/c\":\"\u{E9}\"}]}", nil), ("{\"a\":[2,{\"b/c\":\"\u{E9}\"}]}", "/a/0"),
      ("{\"a\":[true,{\"b/c\":\"\u{E9}\"}]}", "/a/0"), ("{\"a\":[1]}", "/a"),
      ("{\"a\":[1,{\"b/c\":\"e\u{301}\"}]}", "/a/1/b~1c"), ("{\"A\":[1]}", "the whole document"),
      ("{\"a\":[1,{\"b/c\":\"\u{E9}\"},3]}", "/a"),
    ]
    for (output, place) in cases {
      let both = Data("\(input.count)\n".utf8) + input + Data(output.utf8)
      let answer = FoundationTask.answer(EngineRequest(.verify, from: .json, to: .json), input: both)
      #expect(answer.error.map { String($0.prefix { $0 != ":" }) } == place)
    }
  }
}
