// Random edits of random documents: the result means what the edit asks for, and beside the edited value not a byte is
// another. Where values are is known from how the documents were made, not from the code under test.

import Foundation
import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct EditingPropertyTests {
  /// Edits a format and shape; PLIANT_EDITS asks for more.
  private static var rounds: Int {
    ProcessInfo.processInfo.environment["PLIANT_EDITS"].flatMap(Int.init) ?? 100
  }

  /// How the text is put into bytes.
  enum Encoding: CaseIterable {
    case utf8
    case utf8Mark
    case utf16Little
    case utf16Big

    func bytes(_ text: [UInt8]) -> [UInt8] {
      let string = String(decoding: text, as: UTF8.self)
      return switch self {
      case .utf8: text
      case .utf8Mark: [0xEF, 0xBB, 0xBF] + text
      case .utf16Little: [0xFF, 0xFE] + string.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case .utf16Big: [0xFE, 0xFF] + string.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      }
    }
  }

  private static let shapes: [(Format, Encoding)] = [Format.xml1, .json, .openstep, .strings].flatMap {
    format in Encoding.allCases.map { (format, $0) }
  }

  @Test func nothingElseChanges() async throws {
    try await forEachRow(of: Self.shapes.indices) { (shape: Int) throws in
      let (format, encoding) = Self.shapes[shape]
      for round in 0..<Self.rounds {
        let seed = UInt64(shape * 1_000_000 + round)
        let sample = SampleDocument(format, seed: seed)
        var random = SeededGenerator(seed: ~seed)
        let places = Self.places(in: sample.root)
        let place = places[random.below(places.count)]
        let value = try ValueText.json(
          ["\"new\"", "{\"n\":[\"v\"]}", "[]", "[\"x\",{}]"][random.below(4)])
        guard let edit = Self.edit(of: place, value, &random) else { continue }
        let shown = "seed \(seed) \(edit.path.dotted): \(String(decoding: sample.text, as: UTF8.self))"
        let result: [UInt8]
        do {
          result = try Self.apply(edit.operation, edit.path, to: sample.text, format)
        } catch {
          Issue.record("\(error) \(shown)")
          continue
        }
        let changed = "\(shown)\n-> \(String(decoding: result, as: UTF8.self))"
        #expect(try Self.meaning(of: result, format) == Self.expected(edit, sample, format), "\(changed)")
        #expect(Self.keepsTheRest(sample.text, result, edit, format), "\(changed)")
        if encoding != .utf8 {
          let encoded = try Self.apply(edit.operation, edit.path, to: encoding.bytes(sample.text), format)
          #expect(encoded == encoding.bytes(result), "\(changed)")
        }
        try Self.takesBack(edit, result, sample.text, format, changed)
      }
    }
  }

  // MARK: Edits

  private struct Place {
    let path: KeyPath
    let value: SampleValue
    /// The container and the index in it; nil for the root.
    let parent: (value: SampleValue, index: Int)?
  }

  private struct Edit {
    enum Kind {
      case replace
      case remove
      /// A new last entry.
      case add
      /// A new element before one.
      case insert
    }
    let kind: Kind
    let operation: EditRequest.Operation
    let path: KeyPath
    let place: Place
  }

  private static func places(in root: SampleValue) -> [Place] {
    var found: [Place] = []
    var open = [Place(path: KeyPath(components: []), value: root, parent: nil)]
    while let place = open.popLast() {
      found.append(place)
      for (index, entry) in place.value.entries.enumerated() {
        let component = entry.key ?? Array(String(index).utf8)
        open.append(
          Place(
            path: KeyPath(components: place.path.components + [component]), value: entry.value,
            parent: (place.value, index)))
      }
    }
    return found
  }

  private static func edit(of place: Place, _ value: Document, _ random: inout SeededGenerator) -> Edit? {
    let steps = place.path.components
    switch random.below(5) {
    case 0 where place.parent != nil:
      return Edit(kind: .remove, operation: .remove, path: place.path, place: place)
    case 1 where place.value.kind == .dictionary:
      return Edit(
        kind: .add, operation: .insert(value, isAppending: false),
        path: KeyPath(components: steps + [Array(["fresh", "two words", "ü"][random.below(3)].utf8)]),
        place: place)
    case 1 where place.value.kind == .array, 2 where place.value.kind == .array:
      return Edit(
        kind: .add, operation: .insert(value, isAppending: true), path: place.path, place: place)
    case 3 where place.parent?.value.kind == .array:
      return Edit(
        kind: .insert, operation: .insert(value, isAppending: false), path: place.path, place: place)
    case 4 where place.parent != nil:
      return Edit(kind: .replace, operation: .replace(value), path: place.path, place: place)
    default: return nil
    }
  }

  private static func apply(
    _ operation: EditRequest.Operation, _ path: KeyPath, to bytes: [UInt8], _ format: Format
  ) throws -> [UInt8] {
    let options = Route(from: format, to: .json)
    return try bytes.withByteView { view in
      var losses = LossReport(policy: .note)
      return try DocumentPatching.apply(
        EditRequest(operation, path: path, shownPath: path.dotted), to: view, options, losses: &losses
      ).bytes.bytes
    }
  }

  // MARK: Meaning

  private static func meaning(of bytes: [UInt8], _ format: Format) throws -> String {
    try readDocument(bytes, format).log()
  }

  private static func expected(_ edit: Edit, _ sample: SampleDocument, _ format: Format) throws -> String {
    let document = try readDocument(sample.text, format)
    let request = EditRequest(edit.operation, path: edit.path, shownPath: edit.path.dotted)
    let (path, change) = try request.resolve(in: document)
    var builder = DocumentBuilder(source: .empty)
    try document.send(editing: path, change, into: &builder)
    return try builder.finish().log()
  }

  // MARK: The rest

  private static func keepsTheRest(_ old: [UInt8], _ new: [UInt8], _ edit: Edit, _ format: Format) -> Bool {
    switch edit.kind {
    case .replace:
      return keeps(
        old, new, before: edit.place.value.range.lowerBound, from: edit.place.value.range.upperBound)
    case .insert:
      guard let (container, index) = edit.place.parent else { return false }
      let start = container.entries[index].start
      return keeps(old, new, before: start, from: start)
    case .add: return keepsAroundNewEntry(old, new, edit.place.value)
    case .remove: return keepsAroundRemoved(old, new, edit, format)
    }
  }

  private static func keeps(_ old: [UInt8], _ new: [UInt8], before start: Int, from end: Int) -> Bool {
    new.count >= start + old.count - end && new.starts(with: old[..<start])
      && new.suffix(old.count - end).elementsEqual(old[end...])
  }

  private static func keepsAroundNewEntry(_ old: [UInt8], _ new: [UInt8], _ container: SampleValue) -> Bool {
    if container.isEmptyTag {
      return keeps(old, new, before: container.inside.lowerBound, from: container.range.upperBound)
    }
    let start = container.entries.last?.value.range.upperBound ?? container.inside.lowerBound
    let end = container.inside.upperBound
    guard keeps(old, new, before: start, from: end) else { return false }
    // What occurred between the last entry and the bracket is still there, in one or two pieces.
    let between = old[start..<end].filter { !$0.isWhitespace }
    let now = new[start..<new.count - (old.count - end)].filter { !$0.isWhitespace }
    return isSubsequence(between, of: now) && (between.isEmpty || hasPieces(between, in: now))
  }

  /// Whether `whole` is `parts` with text put in at two places at most.
  private static func hasPieces(_ parts: [UInt8], in whole: [UInt8]) -> Bool {
    let front = zip(parts, whole).prefix { $0 == $1 }.count
    let back = zip(parts.reversed(), whole.reversed()).prefix { $0 == $1 }.count
    if front + back >= parts.count { return true }
    let middle = parts[front..<parts.count - back]
    return whole.dropFirst(front).dropLast(back).indices.contains { whole[$0...].starts(with: middle) }
  }

  private static func isSubsequence(_ parts: [UInt8], of whole: [UInt8]) -> Bool {
    var rest = parts[...]
    for byte in whole where rest.first == byte { rest = rest.dropFirst() }
    return rest.isEmpty
  }

  private static func keepsAroundRemoved(_ old: [UInt8], _ new: [UInt8], _ edit: Edit, _ format: Format)
    -> Bool
  {
    guard let (container, index) = edit.place.parent else { return false }
    let entry = container.entries[index]
    var before = entry.start
    while before > 0, old[before - 1].isWhitespace { before -= 1 }
    var after = entry.end
    while after < old.count, old[after].isWhitespace { after += 1 }
    if isKept(old, new, before, after) { return true }
    if format == .xml1 && container.entries.count == 1 && becameEmptyTag(old, new, container, entry) {
      return true
    }
    if container.kind == .array {
      // The comment on an element's line and the one alone on the line above go with it.
      let (above, behind) = (startOfComment(above: before, in: old), endOfComment(behind: entry.end, in: old))
      for start in [before, above] {
        for end in [after, behind] where keepsRemoved(old, new, edit, start, end, format) { return true }
      }
      return false
    }
    return keepsRemoved(old, new, edit, before, after, format)
  }

  /// Whether a container that held one entry and white space is an empty tag now, as CoreFoundation writes it.
  private static func becameEmptyTag(
    _ old: [UInt8], _ new: [UInt8], _ container: SampleValue, _ entry: SampleValue.Entry
  ) -> Bool {
    let (start, end) = (container.range.lowerBound, container.range.upperBound)
    let inside = container.inside
    let front = old[inside.lowerBound..<startOfComment(above: entry.start, in: old)]
    let back = old[min(endOfComment(behind: entry.end, in: old), inside.upperBound)..<inside.upperBound]
    guard keeps(old, new, before: start, from: end), front.allSatisfy(\.isWhitespace),
      back.allSatisfy(\.isWhitespace)
    else { return false }
    let tag = new[start..<new.count - (old.count - end)]
    return tag.first == ASCII.lessThan && tag.suffix(2) == Array("/>".utf8)
      && tag.filter { $0 == ASCII.lessThan }.count == 1
  }

  private static func startOfComment(above place: Int, in text: [UInt8]) -> Int {
    var start = place
    while start > 0, text[start - 1] != ASCII.lineFeed, text[start - 1] != ASCII.carriageReturn { start -= 1 }
    let line = text[start..<place].drop { $0.isWhitespace }
    guard ["//", "/*", "<!--"].contains(where: { line.starts(with: Array($0.utf8)) }) else { return place }
    while start > 0, text[start - 1].isWhitespace { start -= 1 }
    return start
  }

  private static func endOfComment(behind place: Int, in text: [UInt8]) -> Int {
    var end = place
    while end < text.count, text[end] != ASCII.lineFeed, text[end] != ASCII.carriageReturn { end += 1 }
    while end < text.count, text[end].isWhitespace { end += 1 }
    return end
  }

  private static func keepsRemoved(
    _ old: [UInt8], _ new: [UInt8], _ edit: Edit, _ before: Int, _ after: Int, _ format: Format
  ) -> Bool {
    guard let (container, index) = edit.place.parent else { return false }
    let entry = container.entries[index]
    if isKept(old, new, before, after) { return true }
    // The comma before the last element goes with it.
    let isLast = index == container.entries.count - 1
    let isList = format == .json || format != .xml1 && container.kind == .array
    guard isList, isLast, index > 0, !entry.hasSeparator else { return false }
    let comma = container.entries[index - 1].end - 1
    return isKept(Array(old[..<comma] + old[(comma + 1)...]), new, before - 1, after - 1)
      || comma + 1 == before && keepsOnlySpace(old, new, comma, after)
  }

  /// Whether all but the part is there, with white space in its place.
  private static func isKept(_ old: [UInt8], _ new: [UInt8], _ start: Int, _ end: Int) -> Bool {
    keeps(old, new, before: start, from: end) && keepsOnlySpace(old, new, start, end)
  }

  private static func keepsOnlySpace(_ old: [UInt8], _ new: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard keeps(old, new, before: start, from: end) else { return false }
    return new[start..<new.count - (old.count - end)].allSatisfy(\.isWhitespace)
  }

  // MARK: Back again

  /// What was put in beside others and is taken out again leaves the text as it was.
  private static func takesBack(
    _ edit: Edit, _ result: [UInt8], _ original: [UInt8], _ format: Format, _ shown: String
  ) throws {
    guard edit.kind == .add, let last = edit.place.value.entries.last else { return }
    var path = edit.path
    if last.key == nil {
      path = KeyPath(components: path.components + [Array(String(edit.place.value.entries.count).utf8)])
    }
    let back = try apply(.remove, path, to: result, format)
    #expect(back == original, "\(shown)\n<- \(String(decoding: back, as: UTF8.self))")
  }
}

/// Files of others: a new key that is taken out again leaves every byte as it was.
@Suite struct EditingCorpusTests {
  private static let entries = [
    "realworld", "cf-plist-fixtures", "plist-impls", "libplist", "swift-foundation",
  ]
  .flatMap { corpusEntries($0) }
  .filter { ["strings", "openstep-plist", "xml-plist", "json"].contains($0.format) && $0.expect == "accept" }

  @Test(.corpus("realworld")) func aKeyComesAndGoes() throws {
    var counts: [String: Int] = [:]
    let path = KeyPath(components: [Array("a new “key”".utf8)])
    let value = try ValueText.json(#""a \"value\" ü""#)
    for entry in Self.entries {
      let original = entry.bytes
      var options = Route(to: .json)
      options.reading.format =
        entry.format == "strings" ? .strings : entry.format == "openstep-plist" ? .openstep : nil
      guard original.count < 30_000, try Self.hasEntries(original, options) else { continue }
      let added = try Self.edit(.insert(value, isAppending: false), path, original, options)
      #expect(added.count > original.count, "\(entry.path)")
      expectSame(try Self.edit(.remove, path, added, options), original, "\(entry.path)")
      counts[entry.format, default: 0] += 1
    }
    #expect(
      corpus("realworld") == nil || counts.values.allSatisfy { $0 > 5 } && counts.count == 4, "\(counts)")
  }

  /// Whether the document is a dictionary that has an entry: an empty one may change its form.
  private static func hasEntries(_ bytes: [UInt8], _ options: Route) throws -> Bool {
    do {
      return try bytes.withByteView { view in
        let document = try options.reading.load(view).document
        return document.containerKind(at: 0) == .dictionary && document.count(at: 0) > 0
      }
    } catch {
      return false
    }
  }

  private static func edit(
    _ operation: EditRequest.Operation, _ path: KeyPath, _ bytes: [UInt8], _ options: Route
  ) throws -> [UInt8] {
    try bytes.withByteView { view in
      var losses = LossReport(policy: .note)
      return try DocumentPatching.apply(
        EditRequest(operation, path: path, shownPath: path.dotted), to: view, options, losses: &losses
      ).bytes.bytes
    }
  }
}
