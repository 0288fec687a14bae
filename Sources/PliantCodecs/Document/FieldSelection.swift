// The selected values of a record, their order and names, in the syntax of --fields.
//
//   id,customer.name,price=@amount,first=lines.0     {"id": …, "customer.name": …, "price": …, "first": …}

/// Columns selected from a record's values.
package struct FieldSelection: Sendable {
  private struct Field: Sendable {
    let name: [UInt8]
    let path: [[UInt8]]
  }

  private static let itself = Array("0".utf8)
  private static let ownText = Array("#text".utf8)

  private var fields: [Field] = []

  package var names: [[UInt8]] { fields.map(\.name) }

  package enum Problem: Error, Equatable {
    case emptyName
    case path(String)
    case duplicate(String)
  }

  /// Parses fields separated by commas, each a key path or JSON Pointer with an optional `NAME=` before it;
  /// `\,` and `\=` are parts of names.
  package init(_ text: String) throws(Problem) {
    for (name, path) in Self.split(text) {
      guard !path.isEmpty, name?.isEmpty != true else { throw .emptyName }
      let spelled = String(decoding: path, as: UTF8.self)
      guard let keyPath = spelled == "." ? KeyPath(components: []) : KeyPath(spelled) else {
        throw .path(spelled)
      }
      let named = name ?? path
      if fields.contains(where: { $0.name == named }) {
        throw .duplicate(String(decoding: named, as: UTF8.self))
      }
      fields.append(Field(name: named, path: keyPath.components))
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

  /// The record's selected values as a dictionary, without missing ones.
  package func project(_ record: Document) throws(Failure) -> Document {
    var builder = DocumentBuilder(source: .empty)
    builder.beginDictionary(count: nil)
    for field in fields {
      guard let value = Self.value(at: field.path, in: DocumentValue(record)) else { continue }
      field.name.withByteView { builder.key($0) }
      try record.send(from: value.index, into: &builder)
    }
    builder.endDictionary()
    return try builder.finish()
  }

  /// The value at a path.
  ///
  /// A value outside a list is its own first element, and one that is not a dictionary its own text, because
  /// XML has lists of one element and elements without attributes.
  private static func value(at path: [[UInt8]], in record: DocumentValue) -> DocumentValue? {
    var value = record
    for step in path {
      var next: DocumentValue?
      if value.isArray {
        guard let index = KeyPath.index(step), index < value.count else { return nil }
        next = value.elements.dropFirst(index).first { _ in true }
      } else {
        next = step.withByteView { value.value(forKey: $0) }
        if next == nil, step == itself || step == ownText && !value.isDictionary { next = value }
      }
      guard let next else { return nil }
      value = next
    }
    return value
  }
}
