// The place of a document's records, as in --records: an element path, a key path or a JSON Pointer.
//
//   products/product   products.product   /orders   **/item          * is any name, ** any number of levels

/// The place of the records of any document.
///
/// Arrays on the path are transparent: a step is looked up in each of their elements, unless it is an
/// element's index. An array at the place is the list of records; any other value there is a record.
package struct RecordPlace: Sendable {
  private enum Step: Equatable {
    case name([UInt8])
    case anyName
    case anyDepth
  }

  /// The possible numbers of steps taken to a value, as a set: `**` matches in several ways.
  package typealias Matches = UInt64

  package let text: String
  private let steps: [Step]
  /// Whether records inside records follow them; rows of tables have them as rows of theirs.
  package var listsInner = true

  /// The maximum number of steps: a set of them is one word.
  package static let maximumSteps = 60

  /// Nil for a JSON Pointer with an invalid escape, for an empty name, as in `//item`, and for too many steps.
  package init?(_ text: String) {
    self.text = text
    let isRoot = text == "/" || text == "."
    var path = text
    // A path that begins with `**` or has a slash elsewhere is an element path.
    if !isRoot, text.utf8.first != ASCII.solidus, text.utf8.contains(ASCII.solidus) { path = "/" + text }
    guard let keyPath = isRoot ? KeyPath(components: []) : KeyPath(path),
      keyPath.components.count <= Self.maximumSteps, !keyPath.components.contains([])
    else { return nil }
    steps = keyPath.components.map { component in
      component == Array("**".utf8) ? .anyDepth : component == Array("*".utf8) ? .anyName : .name(component)
    }
  }

  /// The document itself.
  package static let root = RecordPlace(text: ".", steps: [])

  private init(text: String, steps: [Step]) {
    self.text = text
    self.steps = steps
  }

  /// The last name on the path, or nil.
  package var name: String? {
    guard case .name(let name)? = steps.last else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Whether it is the document itself.
  package var isRoot: Bool { steps.isEmpty }

  /// Whether records may be inside records.
  var hasAnyDepth: Bool { steps.contains(.anyDepth) }

  /// The advice if there are no records; nil if the place has any depth already.
  var advice: String? {
    guard !hasAnyDepth, let name else { return nil }
    return "'**/\(name)' searches at any depth"
  }

  /// The name most like one of the place, or nil.
  func nearestName(among known: [String]) -> String? {
    for case .name(let name) in steps {
      let name = String(decoding: name, as: UTF8.self)
      if let index = NearestSpelling.index(of: name, among: known) { return known[index] }
    }
    return nil
  }

  /// Sends a record with these matches, and then the records inside it, in document order.
  func send(_ record: Document, _ matches: Matches, to receiver: any ElementReceiver) throws(Failure) {
    try receiver.take(record)
    guard hasAnyDepth, listsInner else { return }
    var pending = [(value: DocumentValue(record), matches: matches, isRecord: false)]
    while let (value, matches, isRecord) = pending.popLast() {
      if isRecord { try receiver.take(try record.copy(of: value.index)) }
      var inner: [(value: DocumentValue, matches: Matches, isRecord: Bool)] = []
      if value.isArray {
        for (index, element) in value.elements.enumerated() {
          let found = entering(element: index, from: matches)
          inner.append((element, found, self.isRecord(found) && !element.isArray))
        }
      } else if value.isDictionary {
        for entry in value.entries {
          let found = entering(key: entry.key, from: matches)
          if found != 0 { inner.append((entry.value, found, self.isRecord(found) && !entry.value.isArray)) }
        }
      }
      pending += inner.reversed()
    }
  }

  /// Before the first step.
  package var start: Matches { closed(1) }

  /// Whether a value with these matches is a record, or the list of records.
  package func isRecord(_ matches: Matches) -> Bool { matches & (1 << Matches(steps.count)) != 0 }

  /// `**` also matches no level.
  private func closed(_ matches: Matches) -> Matches {
    var all = matches
    for (number, step) in steps.enumerated() where step == .anyDepth && all & (1 << Matches(number)) != 0 {
      all |= 1 << Matches(number + 1)
    }
    return all
  }

  /// The matches at a value of this name; an element's name also matches without its prefix.
  func entering(_ name: ByteView, local: ByteView? = nil, from matches: Matches) -> Matches {
    advanced(matches) { step in step.withByteView { $0 == name || local.map($0.isEqual) ?? false } }
  }

  /// The matches at the value of a key, which may be an element's name with a prefix.
  func entering(key: ByteView, from matches: Matches) -> Matches {
    let colon = key.firstIndex(of: ASCII.colon, from: 0)
    return entering(key, local: colon.map { key.suffix(from: $0 + 1) }, from: matches)
  }

  /// The matches at an element of an array.
  func entering(element index: Int, from matches: Matches) -> Matches {
    matches | advanced(matches) { KeyPath.index($0) == index }
  }

  private func advanced(_ matches: Matches, _ isNamed: ([UInt8]) -> Bool) -> Matches {
    var next: Matches = 0
    for (number, step) in steps.enumerated() where matches & (1 << Matches(number)) != 0 {
      switch step {
      case .anyDepth: next |= 1 << Matches(number)
      case .anyName: next |= 1 << Matches(number + 1)
      case .name(let name): if isNamed(name) { next |= 1 << Matches(number + 1) }
      }
    }
    return closed(next)
  }
}
