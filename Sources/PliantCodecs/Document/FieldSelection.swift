// The selected values of a record, their order and names, in the syntax of --fields.
//
//   id,customer.name,price=@amount,first=lines.0     {"id": …, "customer.name": …, "price": …, "first": …}
//   url=enclosure/@url                               an element path is a key path, too
//   ../id                                            a value of the dictionary or element around the record

/// Columns selected from a record's values.
package struct FieldSelection: Sendable {
  private struct Field: Sendable {
    let name: [UInt8]
    let path: [[UInt8]]
    /// The path as a single name, if it contains slashes or dots.
    let literal: [[UInt8]]?
    /// The number of dictionaries that the path leaves.
    let climbs: Int

    init(name: [UInt8], path: [[UInt8]], literal: [[UInt8]]? = nil) {
      (self.name, self.path) = (name, path)
      self.literal = literal == path ? nil : literal
      climbs = path.prefix { $0 == parent }.count
    }
  }

  private static let itself = Array("0".utf8)
  private static let ownText = Array("#text".utf8)
  private static let parent = Array("..".utf8)

  private var fields: [Field] = []
  /// Whether an element with only attributes and text is its text, because cells cannot represent attributes.
  package var takesText = false

  package var names: [[UInt8]] { fields.map(\.name) }

  /// Whether a field is outside the record, in a dictionary around it.
  package var usesParents: Bool { fields.contains { $0.climbs > 0 } }

  package enum Problem: Error, Equatable {
    case emptyName
    case path(String)
    case duplicate(String)
  }

  /// Parses fields separated by commas, each a key path or JSON Pointer with an optional `NAME=` before it;
  /// `\,` and `\=` are parts of names.
  package init(_ text: String) throws(Problem) {
    let split = Self.split(text)
    for (name, path) in split {
      guard !path.isEmpty, name?.isEmpty != true else { throw .emptyName }
      let spelled = String(decoding: path, as: UTF8.self)
      let isElementPath = path.first != ASCII.solidus && path.contains(ASCII.solidus)
      let text = isElementPath ? "/" + spelled : spelled
      guard let keyPath = spelled == "." ? KeyPath(components: []) : KeyPath(text) else {
        throw .path(spelled)
      }
      // A name with escaped dots is the key itself.
      let key = keyPath.components.count == 1 && path.first != ASCII.solidus ? keyPath.components[0] : path
      let isTaken = split.contains { $0.path != path && ($0.name ?? $0.path) == key }
      let named = name ?? (isTaken ? path : key)
      if fields.contains(where: { $0.name == named }) {
        throw .duplicate(String(decoding: named, as: UTF8.self))
      }
      let literal = isElementPath ? KeyPath(spelled)?.components : [path]
      fields.append(Field(name: named, path: keyPath.components, literal: literal))
    }
  }

  private static func split(_ text: String) -> [(name: [UInt8]?, path: [UInt8])] {
    var found: [(name: [UInt8]?, path: [UInt8])] = [(nil, [])]
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      let last = found.count - 1
      if byte == ASCII.reverseSolidus, let next = bytes.first, next == ASCII.comma || next == ASCII.equalsSign
      {
        found[last].path.append(bytes.removeFirst())
      } else if byte == ASCII.comma {
        found.append((nil, []))
      } else if byte == ASCII.equalsSign, found[last].name == nil {
        found[last] = (found[last].path, [])
      } else {
        found[last].path.append(byte)
      }
    }
    return found
  }

  /// The record's selected values as a dictionary, without missing ones; `use` counts those found.
  ///
  /// `parents` are the dictionaries around it, the outermost first.
  package func project(
    _ record: Document, under parents: [DocumentValue] = [], _ use: inout FieldUse
  ) throws(Failure) -> Document {
    use.begin(record, count: fields.count)
    var builder = DocumentBuilder(source: .empty)
    builder.beginDictionary(count: nil)
    for (number, field) in fields.enumerated() {
      let record = DocumentValue(record)
      var found = Self.values(of: field, in: record, under: parents)
      if found.first == nil, let literal = field.literal { found = Self.values(at: literal[...], in: record) }
      guard let first = found.first else { continue }
      use.found[number] = true
      field.name.withByteView { builder.key($0) }
      if found.others.isEmpty {
        try send(first, into: &builder)
      } else {
        builder.beginArray(count: found.others.count + 1)
        try send(first, into: &builder)
        for value in found.others { try send(value, into: &builder) }
        builder.endArray()
      }
    }
    builder.endDictionary()
    return try builder.finish()
  }

  private func send(_ value: DocumentValue, into builder: inout DocumentBuilder) throws(Failure) {
    try value.document.send(from: (takesText ? Self.text(of: value) : value).index, into: &builder)
  }

  /// The text of an element that otherwise has only attributes; any other value itself.
  private static func text(of value: DocumentValue) -> DocumentValue {
    guard value.isDictionary, let text = Self.ownText.withByteView({ value.value(forKey: $0) }),
      value.entries.allSatisfy({ [ASCII.commercialAt, ASCII.numberSign].contains($0.key.byte(at: 0)) })
    else { return value }
    return text
  }

  /// Returns the fields with other paths; nil with the name of the first one that `rename` does not know.
  package func renamed(_ rename: ([[UInt8]]) -> [[UInt8]]?) -> (fields: FieldSelection?, unknown: String?) {
    var copy = self
    for number in fields.indices where !fields[number].path.isEmpty {
      guard let path = rename(fields[number].path) ?? fields[number].literal.flatMap(rename) else {
        return (nil, Self.spelled(fields[number].path))
      }
      copy.fields[number] = Field(name: fields[number].name, path: path)
    }
    return (copy, nil)
  }

  package func hasSamePaths(as other: FieldSelection) -> Bool {
    fields.map(\.path) == other.fields.map(\.path)
  }

  /// The first field that no record had, and the fields that they had; nil if each occurred.
  package func missing(_ use: FieldUse) -> (name: String, known: [String])? {
    guard let number = use.found.firstIndex(of: false) else { return nil }
    return (Self.spelled(fields[number].path), use.known)
  }

  private static func spelled(_ path: [[UInt8]]) -> String {
    path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: path.first == parent ? "/" : ".")
  }

  /// The values at a path, mostly one.
  private struct Matches {
    var first: DocumentValue?
    var others: [DocumentValue] = []

    mutating func append(_ value: DocumentValue) {
      if first == nil { first = value } else { others.append(value) }
    }
  }

  private static func values(
    of field: Field, in record: DocumentValue, under parents: [DocumentValue]
  ) -> Matches {
    guard field.climbs <= parents.count else { return Matches() }
    let start = field.climbs == 0 ? record : parents[parents.count - field.climbs]
    return values(at: field.path[field.climbs...], in: start)
  }

  private static func values(at path: ArraySlice<[UInt8]>, in record: DocumentValue) -> Matches {
    var matches = Matches()
    add(path, in: record, to: &matches)
    return matches
  }

  /// Adds the values at a path: several if it leads into the elements of a list.
  ///
  /// A value outside a list is its own first element, and one that is not a dictionary its own text, because
  /// XML has lists of one element and elements without attributes.
  private static func add(_ path: ArraySlice<[UInt8]>, in record: DocumentValue, to matches: inout Matches) {
    var value = record
    for number in path.indices {
      let step = path[number]
      if value.isArray, KeyPath.index(step) == nil {
        for element in value.elements where !element.isArray {
          add(path[number...], in: element, to: &matches)
        }
        return
      }
      let next =
        value.isArray
        ? value.elements.dropFirst(KeyPath.index(step) ?? 0).first { _ in true } : next(step, in: value)
      guard let next else { return }
      value = next
    }
    matches.append(value)
  }

  private static func next(_ step: [UInt8], in value: DocumentValue) -> DocumentValue? {
    let next = step.withByteView { value.value(forKey: $0) }
    return next ?? (step == itself || step == ownText && !value.isDictionary ? value : nil)
  }
}

/// The selected fields that occurred, and the names in the first records.
package struct FieldUse {
  fileprivate(set) var found: [Bool] = []
  private(set) var known: [String] = []
  private var records = 0

  private static let (maximumRecords, maximumNames, maximumDepth) = (100, 300, 3)

  package init() {}

  fileprivate mutating func begin(_ record: Document, count: Int) {
    if found.isEmpty { found = [Bool](repeating: false, count: count) }
    records += 1
    // Later records rarely have other names.
    if found.contains(false), records <= Self.maximumRecords { add(DocumentValue(record), "", 1) }
  }

  private mutating func add(_ value: DocumentValue, _ prefix: String, _ depth: Int) {
    let value = value.isArray ? value.elements.first { $0.isDictionary } ?? value : value
    for entry in value.isDictionary ? Array(value.entries) : [] where known.count < Self.maximumNames {
      let name = prefix + entry.key.string
      if !known.contains(name) { known.append(name) }
      if depth < Self.maximumDepth { add(entry.value, name + ".", depth + 1) }
    }
  }
}
