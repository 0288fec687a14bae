/// The fields of an object as Foundation's classes store them, except `$class`.
struct KeyedArchiveFields {
  package let archive: KeyedArchive
  private let object: Int
  package let count: Int

  package init(_ archive: KeyedArchive, of object: Int) {
    self.archive = archive
    self.object = object
    let fields = DocumentValue(archive.document, at: object)
    count = fields.count - (fields.value(forKey: "$class") == nil ? 0 : 1)
  }

  private var document: Document { archive.document }

  /// The tape index of a field's stored value.
  package subscript(_ name: StaticString) -> Int? {
    DocumentValue(document, at: object).value(forKey: name)?.index
  }

  /// The value of the only field, if its name is one of those given; follows references.
  package func only(_ names: StaticString...) throws(Failure) -> DocumentValue? {
    guard count == 1 else { return nil }
    for name in names { if let value = try value(name) { return value } }
    return nil
  }

  /// The value of a field; follows references.
  package func value(_ name: StaticString) throws(Failure) -> DocumentValue? {
    guard let index = self[name] else { return nil }
    return DocumentValue(document, at: try archive.followed(index))
  }

  /// The elements of an array in a field, or nil if it is missing.
  package func elements(_ name: StaticString) -> [Int]? {
    guard let array = self[name], document.containerKind(at: array) == .array else { return nil }
    return document.elements(of: array)
  }

  /// The values of the fields named with a prefix and consecutive numbers from 0; nil if one is missing.
  package func numbered(_ prefix: StaticString) -> [Int]? {
    var places: [Int: Int] = [:]
    for entry in DocumentValue(document, at: object).entries where entry.key.starts(with: prefix) {
      let number = KeyPath.index(entry.key.suffix(from: prefix.utf8CodeUnitCount).array)
      if let number { places[number] = entry.value.index }
    }
    var values: [Int] = []
    while let value = places[values.count] { values.append(value) }
    return values.count == places.count ? values : nil
  }

  /// The elements of a collection: the array `NS.objects`, or one field per element.
  package var collection: [Int]? {
    if let elements = elements("NS.objects") { return count == 1 ? elements : nil }
    guard let elements = numbered("NS.object."), elements.count == count else { return nil }
    return elements
  }

  /// The keys and values of a dictionary: the arrays `NS.keys` and `NS.objects`, or one field per element.
  package var entries: (keys: [Int], values: [Int])? {
    if let keys = elements("NS.keys"), let values = elements("NS.objects") {
      return keys.count == values.count && count == 2 ? (keys, values) : nil
    }
    guard let keys = numbered("NS.key."), let values = numbered("NS.object."), keys.count == values.count,
      keys.count + values.count == count
    else { return nil }
    return (keys, values)
  }

  var countedEntries: (elements: [Int], counts: [Int])? {
    guard let elements = numbered("NS.object"), let counts = numbered("NS.count"),
      elements.count == counts.count, self["NS.count"] != nil,
      elements.count + counts.count + 1 == count
    else { return nil }
    return (elements, counts)
  }
}
