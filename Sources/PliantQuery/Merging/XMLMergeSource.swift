// Application XML split for a merge: an element's attributes by name, its children by name and identifier,
// indistinguishable children as a sequence.
//
//   <string name="a">x</string>     start tag: attributes; content: children, or text as one piece

struct XMLMergeSource: MergeSource {
  /// The attributes that identify an element among its siblings; the first one present counts, then those of the same
  /// names in a namespace, such as `android:name`.
  private static let identities: [StaticString] = [
    "id", "sceneID", "key", "keyPath", "name", "identifier", "quantity", "location", "argument", "property",
    "Include", "Id", "Key", "PartName", "tuid", "guid",
  ]

  let tree: XMLTree
  private let places: XMLNodePlaces

  var text: ByteView { tree.source }

  /// Throws the reader's failures.
  init(_ text: ByteView) throws(Failure) {
    tree = try XMLTree.read(text)
    places = try XMLNodePlaces(of: tree)
  }

  var root: MergeValue {
    let element = tree.rootElement ?? 0
    return MergeValue(range: places.whole(element) ?? 0..<text.count, index: Int(element))
  }

  func content(of value: MergeValue) -> MergeConflict.Content {
    .text(text[value.range].array, at: value.range.lowerBound)
  }

  /// For an element that of its nodes, ignoring layout; for other values that of the bytes.
  func fingerprint(of value: MergeValue) -> Fingerprint {
    let node = XMLNodeID(value.index)
    var result = Fingerprint(key: text[value.range])
    guard tree.kind(of: node) == .element, places.whole(node) == value.range else { return result }
    result = Fingerprint(key: .empty)
    var ends: [XMLNodeID] = []
    for inner in node..<tree.end(of: node) {
      let isElement = tree.kind(of: inner) == .element
      let value = isElement ? ByteView.empty : tree.value(of: inner)
      if tree.kind(of: inner) == .text, value.isWhitespaceOnly { continue }
      var closed: UInt8 = 0
      while let end = ends.last, end <= inner {
        ends.removeLast()
        closed &+= 1
      }
      if isElement { ends.append(tree.end(of: inner)) }
      let shape = [closed, isElement ? 2 : tree.isAttribute(inner) ? 1 : 0]
      for bytes in [
        shape, tree.isContainer(inner) || tree.isAttribute(inner) ? tree.name(of: inner).array : [],
        value.array,
      ] {
        result = result.followed(by: bytes.withByteView { Fingerprint(key: $0) })
      }
    }
    return result
  }

  func containers(of value: MergeValue, at path: [[UInt8]]) -> [MergeContainer] {
    let node = XMLNodeID(value.index)
    guard tree.kind(of: node) == .element, let whole = places.whole(node), whole == value.range,
      let content = places.content(node),
      let tag = startTag(node, whole.lowerBound..<content.lowerBound)
    else { return [] }
    if places.isEmptyTag(node) { return [tag] }
    return children(node, content, whole).map { [tag, $0] } ?? []
  }

  /// Whether an element of XLIFF has a state, which is that of its text.
  private func isTranslation(_ node: XMLNodeID) -> Bool {
    guard tree.kind(of: node) == .element else { return false }
    let local = tree.localName(of: node)
    return (local == "target" || local == "segment")
      && tree.attributes(of: node).contains { tree.name(of: $0) == "state" }
  }

  /// The elements with a text and its translation: XLIFF's and Qt's.
  private static let units: Set<String> = ["trans-unit", "segment", "message"]

  /// The text and the translation of a unit, as written; nil for other elements.
  private func texts(of value: MergeValue) -> (source: [UInt8], target: [UInt8])? {
    let node = XMLNodeID(value.index)
    guard tree.kind(of: node) == .element, Self.units.contains(tree.localName(of: node).string) else {
      return nil
    }
    var found: [[UInt8]: [UInt8]] = [:]
    for child in tree.children(of: node) where tree.kind(of: child) == .element {
      found[tree.localName(of: child).array] = places.whole(child).map { self.text[$0].array }
    }
    func written(_ names: String...) -> [UInt8] {
      names.lazy.compactMap { found[Array($0.utf8)] }.first ?? []
    }
    return (written("source"), written("target", "translation"))
  }

  static func isTorn(
    _ base: (Self, MergeValue), _ ours: (Self, MergeValue), _ theirs: (Self, MergeValue)
  ) -> Bool {
    guard let old = base.0.texts(of: base.1), let own = ours.0.texts(of: ours.1),
      let other = theirs.0.texts(of: theirs.1)
    else { return false }
    return own.target != other.target
      && (own.source != old.source && other.target != old.target
        || other.source != old.source && own.target != old.target)
  }

  // MARK: Attributes

  private func startTag(_ node: XMLNodeID, _ range: Range<Int>) -> MergeContainer? {
    var found: [(whole: Range<Int>, content: Range<Int>, index: Int)] = []
    for attribute in tree.attributes(of: node) {
      // Defaults from the DTD are in no tag.
      guard let whole = places.whole(attribute), let content = places.content(attribute) else { continue }
      found.append((whole, content, Int(attribute)))
    }
    for number in tree.declarations(on: node) {
      guard let place = places.declaration(number) else { continue }
      found.append((place.whole, place.content, 0))
    }
    found.sort { $0.whole.lowerBound < $1.whole.lowerBound }
    var at = range.lowerBound
    if let first = found.first {
      at = max(range.lowerBound, text.startOfSpace(before: first.whole.lowerBound))
    }
    var container = MergeContainer(isNamed: true, opening: range.lowerBound..<at, closing: range, index: 0)
    if found.isEmpty {
      at = range.upperBound - (text[range.upperBound - 2] == ASCII.solidus ? 2 : 1)
      container.opening = range.lowerBound..<at
    }
    for attribute in found {
      let name = text[attribute.whole.lowerBound..<attribute.content.lowerBound].array
      let key = Array(name.prefix { $0 != ASCII.equalsSign && !$0.isWhitespace })
      container.pieces.append(
        MergePiece(
          name: key, lead: at..<attribute.whole.lowerBound, body: attribute.whole,
          value: MergeValue(range: attribute.content, index: attribute.index),
          tail: attribute.whole.upperBound..<attribute.whole.upperBound, key: [0x40] + key))
      at = attribute.whole.upperBound
    }
    container.closing = at..<range.upperBound
    return container
  }

  // MARK: Children

  private func children(_ node: XMLNodeID, _ content: Range<Int>, _ whole: Range<Int>) -> MergeContainer? {
    var elements: [(node: XMLNodeID, range: Range<Int>)] = []
    for next in tree.children(of: node) {
      switch tree.kind(of: next) {
      case .element:
        guard let range = places.whole(next) else { return nil }
        elements.append((next, range))
      case .text where !tree.value(of: next).isWhitespaceOnly || places.whole(next) == nil:
        return opaque(content, whole)
      default: break
      }
    }
    var container = MergeContainer(isNamed: true, opening: whole, closing: whole, index: 0)
    let found = TextContainer(
      isDictionary: false, range: content.lowerBound..<whole.upperBound, inside: content, entries: [])
    var cutter = PieceCutter(XMLPropertyListOutline(text: text), found, splitsComments: true)
    for element in elements {
      let name = name(of: element.node)
      cutter.add(
        TextEntry(key: nil, value: element.range, end: element.range.upperBound, separator: nil),
        key: name.shown,
        value: MergeValue(range: element.range, index: Int(element.node)), name: name.full)
    }
    cutter.finish(&container)
    return container
  }

  /// Text mixed with elements is one value.
  private func opaque(_ content: Range<Int>, _ whole: Range<Int>) -> MergeContainer {
    let (start, end) = (content.lowerBound..<content.lowerBound, content.upperBound..<content.upperBound)
    var container = MergeContainer(
      isNamed: true, opening: start, closing: content.upperBound..<whole.upperBound, index: 0)
    container.pieces = [
      MergePiece(
        name: [], lead: start, body: content, value: MergeValue(range: content, index: 0), tail: end,
        key: MergeContainer.mixedText)
    ]
    return container
  }

  func name(of element: XMLNodeID) -> (full: [UInt8], shown: [UInt8]) {
    let name = tree.name(of: element).array
    guard let attribute = identity(of: element) else { return artefact(element) ?? (name, name) }
    let value = tree.value(of: attribute).array
    let test = Array("[@".utf8) + tree.name(of: attribute).array + Array("='".utf8)
    return (name + [0] + value, name + test + value + Array("']".utf8))
  }

  private func identity(of element: XMLNodeID) -> XMLNodeID? {
    let attributes = tree.attributes(of: element)
    func first(_ nameOf: (XMLNodeID) -> ByteView) -> XMLNodeID? {
      for identity in Self.identities {
        if let found = attributes.first(where: { nameOf($0) == identity }) { return found }
      }
      return nil
    }
    if let found = first(tree.name(of:)) { return found }
    let hasPrefix = attributes.contains { tree.name(of: $0).firstIndex(of: ASCII.colon) != nil }
    return hasPrefix ? first(tree.localName(of:)) : nil
  }

  /// The name of an element with Maven's coordinates; nil for others.
  private func artefact(_ element: XMLNodeID) -> (full: [UInt8], shown: [UInt8])? {
    let parts: [StaticString] = ["groupId", "artifactId"]
    var found: [XMLNodeID?] = [nil, nil]
    for child in tree.children(of: element) where tree.kind(of: child) == .element {
      if let part = parts.firstIndex(where: { tree.name(of: child) == $0 }) { found[part] = child }
    }
    guard found[1] != nil else { return nil }
    var result = (full: tree.name(of: element).array, shown: tree.name(of: element).array)
    for (part, child) in zip(parts, found) {
      guard let text = child.map(leafText) else { continue }
      result.full += [0] + text
      result.shown += Array("[\(part)='".utf8) + text + Array("']".utf8)
    }
    return result
  }

  func form(of value: MergeValue, at path: [[UInt8]]) -> [UInt8]? {
    let node = XMLNodeID(value.index)
    if isTranslation(node) { return nil }
    return tree.kind(of: node) == .element ? tree.name(of: node).array : []
  }

  /// Whether its attribute `id` identifies an element with this name.
  private func hasID(_ node: XMLNodeID, _ name: (full: [UInt8], shown: [UInt8])) -> Bool {
    name.shown.dropFirst(tree.name(of: node).count).starts(with: Array("[@id=".utf8))
  }

  /// The names of elements of which several have the same `id`: it identifies them among their siblings only.
  var namesWithLocalIDs: Set<[UInt8]> {
    var seen: Set<[UInt8]> = []
    var found: Set<[UInt8]> = []
    for node in 0..<XMLNodeID(tree.count) where tree.kind(of: node) == .element {
      let name = name(of: node)
      if hasID(node, name), !seen.insert(name.full).inserted { found.insert(tree.name(of: node).array) }
    }
    return found
  }

  /// The identifiers of elements that have those of a sibling, or the `id` of any element, but for elements whose ids
  /// are local.
  func doubledIdentities(local: Set<[UInt8]>) -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return (0..<XMLNodeID(tree.count)).compactMap { node in
      guard tree.kind(of: node) == .element else { return nil }
      let name = name(of: node)
      guard name.full.count != name.shown.count else { return nil }
      let isGlobal = hasID(node, name) && !local.contains(tree.name(of: node).array)
      let scope = isGlobal ? 0 : tree.parent(of: node) ?? 0
      let identity = Array(name.full.drop { $0 != 0 })
      let isNew = seen.insert(Array("\(scope) ".utf8) + (isGlobal ? identity : name.full)).inserted
      return isNew ? nil : Array(identity.dropFirst())
    }
  }

  /// The parents of the elements with an `id` that is not local.
  func parents(local: Set<[UInt8]>) -> [[UInt8]: [UInt8]] {
    var result: [[UInt8]: [UInt8]] = [:]
    for node in 0..<XMLNodeID(tree.count) where tree.kind(of: node) == .element {
      let name = name(of: node)
      guard hasID(node, name), !local.contains(tree.name(of: node).array), let parent = tree.parent(of: node)
      else { continue }
      result[Array(name.full.drop { $0 != 0 }.dropFirst())] = self.name(of: parent).full
    }
    return result
  }

  // MARK: Identity

  /// Elements that have the same name as a sibling, with the attribute or leaf child that identifies them.
  static func identified(_ sides: [(Self, MergeContainer)]) -> [MergeContainer]? {
    var result = sides.map(\.1)
    var groups: [[UInt8]: [[Int]]] = [:]
    for (number, (source, container)) in sides.enumerated() {
      for (index, piece) in container.pieces.enumerated() {
        guard let value = piece.value else { continue }
        let node = XMLNodeID(value.index)
        guard source.tree.kind(of: node) == .element else {
          if source.tree.isAttribute(node) { return nil }
          continue
        }
        let name = source.tree.name(of: node).array
        groups[name, default: Array(repeating: [], count: sides.count)][number].append(index)
      }
    }
    for (name, group) in groups {
      let names = zip(result, group).map { container, indices in indices.map { container.pieces[$0].name } }
      if names.allSatisfy({ Set($0).count == $0.count }) { continue }
      let fields = zip(sides, group).map { side, indices in
        indices.map { side.0.fields(of: XMLNodeID(side.1.pieces[$0].value?.index ?? 0)) }
      }
      guard let identity = LearntIdentity(fields) else {
        // Duplicates of an identifier are counted.
        guard names.joined().allSatisfy({ $0.count > name.count }) else { return nil }
        continue
      }
      for (side, values) in identity.values.enumerated() {
        for (place, value) in zip(group[side], values) {
          var key = name
          for (field, text) in zip(identity.names, value) {
            key += Array("[".utf8) + field
            key += Array("='".utf8) + text
            key += Array("']".utf8)
          }
          result[side].pieces[place].key = key
          result[side].pieces[place].name = name + value.reduce(into: []) { $0 += [0] + $1 }
        }
      }
    }
    return result
  }

  static var pairsReplacements: Bool { true }

  /// The attributes, the leaf children, and the text of a leaf as `.`; and those of children.
  func fields(of element: XMLNodeID) -> LearntIdentity.Fields {
    var fields = attributes(of: element, in: [])
    var hasChildren = false
    for child in tree.children(of: element) where tree.kind(of: child) == .element {
      hasChildren = true
      let name = tree.name(of: child).array
      fields.append(.init(name: name, value: leafText(child)))
      fields += attributes(of: child, in: name + [ASCII.solidus])
      for inner in tree.children(of: child) where tree.kind(of: inner) == .element {
        let path = name + [ASCII.solidus] + tree.name(of: inner).array
        fields.append(.init(name: path, value: leafText(inner), isNested: true))
      }
    }
    if !hasChildren { fields.append(.init(name: [ASCII.fullStop], value: leafText(element))) }
    return fields
  }

  private func attributes(of element: XMLNodeID, in outer: [UInt8]) -> LearntIdentity.Fields {
    tree.attributes(of: element).map {
      .init(
        name: outer + [0x40] + tree.name(of: $0).array, value: tree.value(of: $0).array,
        isNested: outer != [])
    }
  }

  /// The text of an element without elements, without white space around it; otherwise empty.
  private func leafText(_ element: XMLNodeID) -> [UInt8] {
    var text: [UInt8] = []
    for child in tree.children(of: element) {
      guard tree.kind(of: child) != .element else { return [] }
      if tree.kind(of: child) == .text { text += tree.value(of: child).array }
    }
    let start = text.firstIndex { !$0.isWhitespace } ?? text.count
    let end = text.lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? start
    return Array(text[start..<end])
  }

  // MARK: Sequences

  static func steps(
    _ base: (Self, MergeContainer), _ ours: (Self, MergeContainer), _ theirs: (Self, MergeContainer)
  ) -> [MergeStep]? {
    func fingerprints(_ side: (Self, MergeContainer)) -> [Fingerprint] {
      side.1.pieces.map { piece in
        piece.value.map { side.0.fingerprint(of: $0) }
          ?? side.0.text[piece.body].array.withByteView { Fingerprint(key: $0) }
      }
    }
    let (ourPieces, theirPieces) = (fingerprints(ours), fingerprints(theirs))
    let merge = SequenceMerge(base: fingerprints(base), ours: ourPieces, theirs: theirPieces)
    return merge.hunks.flatMap { hunk -> [MergeStep] in
      switch hunk {
      case .same(let own), .ours(let own): return own.map { .copy(.ours, $0) }
      case .theirs(let other): return other.map { .copy(.theirs, $0) }
      case .conflict(let old, let own, let other):
        if ourPieces[own] == theirPieces[other] { return own.map { .copy(.ours, $0) } }
        // Equal numbers of the same names: each was changed in place.
        let names = [(base, old), (ours, own), (theirs, other)].map { side, range in
          range.map { side.1.pieces[$0].name }
        }
        guard !old.isEmpty, names[0] == names[1], names[1] == names[2] else {
          return [.conflict(base: Array(old), ours: Array(own), theirs: Array(other))]
        }
        return zip(old, zip(own, other)).map { .merge(base: $0, ours: $1.0, theirs: $1.1) }
      }
    }
  }
}

extension MergeContainer {
  /// The name of text, with or without elements in it, as the content of an element.
  fileprivate static let mixedText = Array("text()".utf8)

  var isMixedText: Bool { pieces.count == 1 && pieces[0].key == Self.mixedText }
}
