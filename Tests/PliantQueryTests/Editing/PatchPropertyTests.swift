// What diff prints as a patch makes the other document of the one, and the way back: random documents of every format that
// holds dictionaries and arrays. Application XML has its own tests, since its styles are chosen by the verbs.

import Foundation
import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct PatchPropertyTests {
  /// Pairs a format; PLIANT_EDITS asks for more.
  private static var rounds: Int {
    ProcessInfo.processInfo.environment["PLIANT_EDITS"].flatMap(Int.init) ?? 40
  }

  private static let formats: [Format] = [.xml1, .binary1, .json, .openstep, .strings]

  @Test(arguments: formats) func patchesMakeTheOtherAndTheWayBack(format: Format) throws {
    for round in 0..<Self.rounds {
      let (first, second) = (try Self.sample(format, 2 * round), try Self.sample(format, 2 * round + 1))
      let shown = "\(format) \(round): \(String(decoding: first, as: UTF8.self))"
      do {
        let patched = try Self.patched(first, to: second, format)
        #expect(try Self.difference(patched, second, format).isEmpty, "\(shown)")
        let back = try Self.patched(patched, to: first, format)
        #expect(try Self.difference(back, first, format).isEmpty, "\(shown)")
      } catch {
        Issue.record("\(error) \(shown)")
      }
    }
  }

  private static func sample(_ format: Format, _ seed: Int) throws -> [UInt8] {
    guard format == .binary1 else { return SampleDocument(format, seed: UInt64(seed)).text }
    let list = SampleDocument(.xml1, seed: UInt64(seed)).text
    return try list.withByteView { view in
      let conversion = Route(from: .xml1, to: .binary1)
      var losses = LossReport(policy: .note)
      return try conversion.writing.write(
        try conversion.reading.load(view), to: OutputBuffer(), losses: &losses
      ).bytes
    }
  }

  private static func difference(_ old: [UInt8], _ new: [UInt8], _ format: Format) throws
    -> DocumentDifference
  {
    let isList = format.traits.values == .propertyList
    return DocumentDifference(
      from: try readDocument(old, format), to: try readDocument(new, format), comparesNumbersByValue: !isList)
  }

  /// The first document with the patch that makes it the second.
  private static func patched(_ old: [UInt8], to new: [UInt8], _ format: Format) throws -> [UInt8] {
    let tagsTypes = format.traits.values.areOfPropertyList
    var difference = try difference(old, new, format)
    let text = try difference.patch(to: OutputBuffer(), tagsTypes: tagsTypes).bytes
    let operations = try readDocument(text, .json)
    var values = ReplayOptions()
    values.decodesTags = tagsTypes ? .json : nil
    let patch = DocumentPatch.operations(try JSONPatch(operations, values: values))
    return try old.withByteView { view in
      let conversion = Route(from: format, to: format)
      var losses = LossReport(policy: .note)
      return try DocumentPatching.apply(patch, to: view, conversion, losses: &losses).bytes.bytes
    }
  }
}
