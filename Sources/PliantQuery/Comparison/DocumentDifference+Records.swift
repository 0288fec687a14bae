// The differences between arrays of records that fields identify, wherever the records are.
//
//   [{"id": 1, "n": "a"}, {"id": 2}]   →   [{"id": 2}, {"id": 1, "n": "b"}]     changed 1.n

extension DocumentDifference {
  /// The elements of an array, each with its key, or its value if it has none.
  private struct Records {
    let elements: [Int]
    let keys: [Fingerprint]
    let names: [[UInt8]?]

    init(of array: Int, in fingerprints: DocumentFingerprints, _ fields: [KeyPath]) throws(Failure) {
      let document = fingerprints.document
      elements = document.elements(of: array).filter { !fingerprints.isIgnored($0) }
      var keys: [Fingerprint] = []
      var names: [[UInt8]?] = []
      for element in elements {
        let values = fields.compactMap { document.field($0, of: element) }
        guard values.count == fields.count else {
          keys.append(fingerprints[element])
          names.append(nil)
          continue
        }
        keys.append(values.reduce(.zero) { $0.followed(by: fingerprints[$1]) })
        var parts: [[UInt8]] = []
        for value in values { parts.append(try document.shownKey(at: value)) }
        names.append(Array(parts.joined(separator: [ASCII.comma])))
      }
      (self.keys, self.names) = (keys, names)
    }
  }

  /// Throws `diff.key` if no element of an array has all key fields.
  package func checkKeys() throws(Failure) {
    var names: [[UInt8]] = []
    for document in [oldDocument, newDocument] {
      var at = 0
      while at < document.wordCount {
        let isContainer = document.tag(at: at) == .container
        if document.containerKind(at: at) == .array {
          for element in document.elements(of: at) {
            if keys.allSatisfy({ document.field($0, of: element) != nil }) { return }
            guard names.isEmpty else { continue }
            names = DocumentValue(document, at: document.resolved(element)).entries.map { $0.key.array }
          }
        }
        at = isContainer ? at + 2 : document.next(after: at)
      }
    }
    let known = names.map { String(decoding: $0, as: UTF8.self) }
    let missing = keys.map(\.dotted).first { !known.contains($0) } ?? ""
    let nearest = NearestSpelling.index(of: missing, among: known).map { "did you mean '\(known[$0])'?" }
    throw Failure(.diffKeyNothing, missing, advice: nearest)
  }

  /// The differences between two arrays; nil if no element has all key fields.
  ///
  /// Of records with the same key the first ones are a pair, then the second ones.
  mutating func records(_ left: Int, _ right: Int) throws(Failure) -> [Item]? {
    let olds = try Records(of: left, in: old, keys)
    let news = try Records(of: right, in: new, keys)
    guard (olds.names + news.names).contains(where: { $0 != nil }) else { return nil }
    var places: [Fingerprint: [Int]] = [:]
    for (place, key) in news.keys.enumerated().reversed() { places[key, default: []].append(place) }
    var items: [Item] = []
    var paired = Set<Int>()
    for (place, key) in olds.keys.enumerated() {
      let (element, name) = (olds.elements[place], olds.names[place])
      guard let partner = places[key]?.popLast() else {
        items.append(Item(old: element, oldStep: place, newStep: place, name: name))
        continue
      }
      paired.insert(partner)
      let other = news.elements[partner]
      guard old[element] != new[other] else { continue }
      items.append(
        Item(old: element, new: other, oldStep: place, newStep: partner, isDeeper: true, name: name))
    }
    for (place, element) in news.elements.enumerated() where !paired.contains(place) {
      items.append(Item(new: element, oldStep: place, newStep: place, name: news.names[place]))
    }
    return items
  }
}

extension Document {
  /// The scalar at a path in a record, which may also be a whole key with dots.
  fileprivate func field(_ path: KeyPath, of record: Int) -> Int? {
    let whole = Array(path.components.joined(separator: [ASCII.fullStop]))
    var at = resolved(record)
    guard containerKind(at: at) == .dictionary else { return nil }
    if let value = value(forKey: whole, in: at) {
      return containerKind(at: resolved(value)) == nil ? value : nil
    }
    for step in path.components {
      guard let next = child(step, of: resolved(at)) else { return nil }
      at = next
    }
    return containerKind(at: resolved(at)) == nil ? at : nil
  }

  /// A key's value as a step of a path.
  fileprivate func shownKey(at index: Int) throws(Failure) -> [UInt8] {
    if tag(at: index) == .string { return text(at: index).array }
    var writer = JSONWriter()
    try send(from: index, into: &writer)
    return writer.finish().bytes
  }
}
