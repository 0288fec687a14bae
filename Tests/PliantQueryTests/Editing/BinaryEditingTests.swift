// Edits of binary property lists whose unused bytes look like the syntax of a text.

import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct BinaryEditingTests {
  /// `{ a = b; }` with the second byte of its version, and bytes before the root object.
  private static func propertyList(version: UInt8 = 0x30, before root: [UInt8] = []) -> [UInt8] {
    var bytes = Array("bplist0".utf8) + [version]
    let objects: [[UInt8]] = [Array("Qa".utf8), Array("Qb".utf8), root + [0xD1, 0x00, 0x01]]
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    offsets[2] += UInt8(root.count)
    let table = UInt8(bytes.count)
    let words: [[UInt8]] = [[3], [2], [table]].map { [UInt8](repeating: 0, count: 7) + $0 }
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + words.joined()
  }

  private static let operations: [(EditRequest.Operation, path: String, result: String)] = [
    (.insert(text("x"), isAppending: false), "c", #"{"a":"b","c":"x"}"#),
    (.replace(text("x")), "a", #"{"a":"x"}"#),
    (.remove, "a", "{}"),
  ]

  private static func text(_ text: String) -> Document {
    do { return try ValueText.json("\"\(text)\"") } catch { fatalError("a test's own JSON") }
  }

  @Test func editsWhateverBytesAreUnused() throws {
    let layouts =
      (UInt8.min...UInt8.max).map { Self.propertyList(before: [$0]) }
      + (UInt8.min...UInt8.max).map { Self.propertyList(version: $0) }
      + [#"{a="#, "/*", "//", #""'"#, "<data>"].map { Self.propertyList(before: Array($0.utf8)) }
    var readable = 0
    for bytes in layouts {
      try bytes.withByteView { view in
        guard FormatDetector.detect(view) == .binary1, (try? Reading().load(view)) != nil else {
          return
        }
        readable += 1
        for (operation, path, result) in Self.operations {
          var losses = LossReport(policy: .refuse)
          let edited = try DocumentPatching.apply(
            EditRequest(operation, path: try #require(KeyPath(path)), shownPath: path), to: view,
            Route(to: .json), losses: &losses)
          let shown = try edited.bytes.withHeldBytes { edited in
            var conversion = Route(to: .json)
            conversion.writing.endsLine = false
            let output = try conversion.writing.write(
              try conversion.reading.load(edited), to: OutputBuffer(), losses: &losses)
            return String(decoding: output.bytes, as: UTF8.self)
          }
          #expect(shown == result, "\(bytes)")
        }
      }
    }
    #expect(readable > 256)
  }
}
