// The identity of the elements in a list, learnt from the documents: the field, or pair of fields, that every
// element has and whose values are unique in each document, also among the additions of both sides.
//
//   BASE <d><g>x</g><n>a</n></d>   OURS … n a, b   THEIRS … n a, c   →   n: two additions

struct LearntIdentity {
  /// An attribute, leaf child or scalar entry of an element.
  struct Field {
    var name: [UInt8]
    var value: [UInt8]
    /// Whether it is one level deeper.
    var isNested = false
    var isNumber = false
  }

  /// An element's fields; those of one name identify nothing.
  typealias Fields = [Field]

  /// The maximum number of fields to combine in pairs.
  private static let pairedFields = 12
  /// Lowercase names of fields that identify even if both sides added different elements with one value.
  private static let certainNames: Set<[UInt8]> = Set(
    ["id", "identifier", "identity", "key", "keypath", "name", "guid", "uuid", "tuid", "include"]
      .map { Array($0.utf8) })
  /// Lowercase ends of names that identify by convention; they break ties, and are not passed over for other fields.
  private static let usualNames: [StaticString] = [
    "id", "name", "key", "include", "identity", "identifier", "url", "loc", "module", "members", "package",
    "path",
    "route", "host", "email",
  ]

  private struct Choice {
    let names: [[UInt8]]
    let values: [[[[UInt8]]]]
    let score: Int
  }

  let names: [[UInt8]]
  /// For each document the values of its elements.
  let values: [[[[UInt8]]]]

  /// `fields` has the elements of each document's list, OURS and THEIRS last; nil if nothing identifies them.
  init?(_ fields: [[Fields]]) {
    guard let first = fields.lazy.compactMap(\.first).first else { return nil }
    let tables = fields.map { $0.map { Self.table($0) } }
    let common = first.filter { field in
      tables.allSatisfy { $0.allSatisfy { $0[field.name]?.isEmpty == false } }
    }
    let measures = Set(
      common.map(\.name).filter { name in
        !Self.isUsual(name)
          && fields.joined().allSatisfy { $0.contains { $0.name == name && $0.isMeasure } }
      })
    let words = common.filter { !measures.contains($0.name) }
    let pools = [words.filter { !$0.isNested }, words, common].map { $0.map(\.name) }
    var colliding: Choice?
    var usual: Choice?
    var found: Choice?
    for choices in pools.flatMap({ [$0.map { [$0] }, Self.pairs($0)] }) where found == nil {
      for names in choices {
        let values = tables.map { $0.map { table in names.map { table[$0] ?? [] } } }
        guard let (score, collides) = Self.score(values, tables) else { continue }
        let isCertain = names.count == 1 && Self.isCertain(names[0])
        let rank =
          (isCertain && (score > 0 || values.count < 3 || values[0].isEmpty) ? 1 << 32 : 0)
          + score * 2 + (names.allSatisfy(Self.isUsual) ? 1 : 0)
        let choice = Choice(names: names, values: values, score: rank)
        if collides && !isCertain {
          colliding = colliding ?? choice
          if names.allSatisfy(Self.isUsual) { usual = usual ?? choice }
        } else if rank > found?.score ?? -1 {
          found = choice
        }
      }
    }
    // Two additions with one name are versions of an element, rather than two with different numbers or texts.
    let isUnusual = found.map { !$0.names.allSatisfy(Self.isUsual) } ?? true
    guard let best = (isUnusual ? usual : nil) ?? found ?? colliding else { return nil }
    (names, values) = (best.names, best.values)
  }

  /// The fields that occur once.
  private static func table(_ fields: Fields) -> [[UInt8]: [UInt8]] {
    Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { _, _ in [] })
  }

  private static func pairs(_ names: [[UInt8]]) -> [[[UInt8]]] {
    let names = names.prefix(pairedFields)
    return names.indices.flatMap { first in names[(first + 1)...].map { [names[first], $0] } }
  }

  /// The number of values that documents share, and whether OURS and THEIRS added different elements with one
  /// value; nil if the values are not unique in a document.
  private static func score(
    _ values: [[[[UInt8]]]], _ tables: [[[[UInt8]: [UInt8]]]]
  ) -> (Int, Bool)? {
    let sets = values.map { Set($0) }
    guard zip(sets, values).allSatisfy({ $0.count == $1.count }) else { return nil }
    guard let theirs = values.last, values.count > 1 else { return (0, false) }
    let old = values.count > 2 ? sets[0] : []
    let own = Dictionary(uniqueKeysWithValues: zip(values[values.count - 2], tables[values.count - 2]))
    var (shared, collides) = (0, false)
    for (value, table) in zip(theirs, tables[values.count - 1]) {
      if old.contains(value) { shared += 1 }
      guard let other = own[value] else { continue }
      if old.contains(value) || other == table { shared += 1 } else { collides = true }
    }
    return (shared + own.keys.count(where: old.contains), collides)
  }

  /// Whether two elements with different values of a field with this name are different.
  static func isCertain(_ name: [UInt8]) -> Bool { certainNames.contains(localName(name)) }

  static func isUsual(_ name: [UInt8]) -> Bool {
    let lowercase = localName(name)
    return usualNames.contains { ending in
      let bytes = ByteView(ending).array
      return lowercase.count >= bytes.count && lowercase.suffix(bytes.count).elementsEqual(bytes)
    }
  }

  /// The name in lowercase, without a prefix, the mark of an attribute or the outer name.
  private static func localName(_ name: [UInt8]) -> [UInt8] {
    let start = name.lastIndex { $0 == ASCII.colon || $0 == ASCII.solidus || $0 == 0x40 }.map { $0 + 1 } ?? 0
    return name[start...].map(\.lowercased)
  }
}

extension LearntIdentity.Field {
  /// Whether the value is a number, a version or a boolean.
  var isMeasure: Bool {
    if isNumber { return true }
    let isNumeric =
      value.contains(where: \.isDigit) && value.allSatisfy { $0.isDigit || Self.signs.contains($0) }
    return isNumeric || Self.booleans.contains(value.map(\.lowercased))
  }

  private static let signs: Set<UInt8> = Set("+-.,eE%".utf8)
  private static let booleans: Set<[UInt8]> = Set(["yes", "no", "true", "false"].map { Array($0.utf8) })
}

// MARK: Names

extension MergeContainer {
  /// The container with the contents of values as their names.
  func namedByContent(_ fingerprint: (MergeValue) -> Fingerprint) -> MergeContainer {
    var result = self
    for (index, piece) in pieces.enumerated() {
      if let value = piece.value { result.pieces[index].name = [0] + fingerprint(value).bytes }
    }
    return result
  }

  /// The container with duplicate names numbered by occurrence.
  var withNumberedDuplicates: MergeContainer {
    var result = self
    var counts: [[UInt8]: Int] = [:]
    for (index, piece) in pieces.enumerated() {
      let count = counts[piece.name, default: 0]
      counts[piece.name] = count + 1
      if count > 0 { result.pieces[index].name += [0xFE] + Array(String(count).utf8) }
    }
    return result
  }
}

extension EntryMerge {
  /// Renames the elements that replaced one of BASE on each side to it, so that they conflict.
  ///
  /// If one side only removed it, a similar element in its place on the other side conflicts, too.
  static func pairReplacements(
    base: [[UInt8]], ours: inout [[UInt8]], theirs: inout [[UInt8]],
    isSimilar: (MergeSide, Int, Int) -> Bool
  ) {
    let old = places(base)
    let (own, other) = (Set(ours), Set(theirs))
    let lost = base.indices.filter { !own.contains(base[$0]) && !other.contains(base[$0]) }
    guard !lost.isEmpty else { return }
    struct Place: Hashable {
      /// The element of BASE before it.
      let anchor: Int
      let kind: [UInt8]
    }
    func kind(_ name: [UInt8]) -> [UInt8] { Array(name.prefix { $0 != 0 }) }
    /// The additions of a side at each place.
    func additions(_ names: [[UInt8]], _ others: Set<[UInt8]>) -> [Place: ArraySlice<Int>] {
      var result: [Place: ArraySlice<Int>] = [:]
      var anchor = -1
      for (index, name) in names.enumerated() {
        if let place = old[name] {
          anchor = place
        } else if !others.contains(name), name.first != 0xFF {
          result[Place(anchor: anchor, kind: kind(name)), default: []].append(index)
        }
      }
      return result
    }
    func anchors(_ names: Set<[UInt8]>) -> [Int] {
      var last = -1
      return base.indices.map { index in
        defer { if names.contains(base[index]) { last = index } }
        return last
      }
    }
    var (mine, new) = (additions(ours, other), additions(theirs, own))
    let (before, beforeTheirs) = (anchors(own), anchors(other))
    for index in lost where base[index].first != 0xFF {
      let kind = kind(base[index])
      let own = mine[Place(anchor: before[index], kind: kind)]?.popFirst()
      let other = new[Place(anchor: beforeTheirs[index], kind: kind)]?.popFirst()
      if let own, other != nil || isSimilar(.ours, index, own) { ours[own] = base[index] }
      if let other, own != nil || isSimilar(.theirs, index, other) { theirs[other] = base[index] }
    }
  }
}
