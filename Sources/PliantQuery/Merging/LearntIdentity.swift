// The identity of the elements in a list, learnt from the documents: the field, or pair of fields, that every
// element has and whose values are unique in each document.
//
//   BASE <d><g>x</g><n>a</n></d>   OURS … n a, b   THEIRS … n a, c   →   n: two additions

struct LearntIdentity {
  /// An element's attributes, leaf children or scalar entries, with their names.
  typealias Fields = [(name: [UInt8], value: [UInt8])]

  /// The maximum number of fields to combine in pairs.
  private static let pairedFields = 12
  /// Lowercase ends of names that identify by convention; they break ties.
  private static let usualNames: [StaticString] = ["id", "name", "key", "include", "identity", "url"]

  let names: [[UInt8]]
  /// For each document the values of its elements.
  let values: [[[[UInt8]]]]

  /// `fields` has the elements of each document's list; nil if nothing identifies them.
  init?(_ fields: [[Fields]]) {
    guard let first = fields.lazy.compactMap(\.first).first else { return nil }
    let tables = fields.map { $0.map { Self.table($0) } }
    let common = first.map(\.name).filter { name in
      tables.allSatisfy { $0.allSatisfy { $0[name]?.isEmpty == false } }
    }
    var choices = common.map { [$0] }
    var best: (score: Int, names: [[UInt8]], values: [[[[UInt8]]]])?
    for isPair in [false, true] where best == nil {
      if isPair { choices = Self.pairs(Array(common.prefix(Self.pairedFields))) }
      for names in choices {
        let values = tables.map { $0.map { table in names.map { table[$0] ?? [] } } }
        guard let score = Self.score(values) else { continue }
        let found = score * 2 + (names.allSatisfy(Self.isUsual) ? 1 : 0)
        if found > best?.score ?? -1 { best = (found, names, values) }
      }
    }
    guard let best else { return nil }
    (names, values) = (best.names, best.values)
  }

  /// The fields that occur once.
  private static func table(_ fields: Fields) -> [[UInt8]: [UInt8]] {
    Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { _, _ in [] })
  }

  private static func pairs(_ names: [[UInt8]]) -> [[[UInt8]]] {
    names.indices.flatMap { first in names[(first + 1)...].map { [names[first], $0] } }
  }

  /// The number of values that documents share; nil if they are not unique in one.
  private static func score(_ values: [[[[UInt8]]]]) -> Int? {
    let sets = values.map { Set($0) }
    guard zip(sets, values).allSatisfy({ $0.count == $1.count }) else { return nil }
    return sets.indices.reduce(0) { sum, index in
      sum + sets[(index + 1)...].reduce(0) { $0 + $1.intersection(sets[index]).count }
    }
  }

  private static func isUsual(_ name: [UInt8]) -> Bool {
    let lowercase = name.map(\.lowercased)
    return usualNames.contains { ending in
      let bytes = ByteView(ending).array
      return lowercase.count >= bytes.count && lowercase.suffix(bytes.count).elementsEqual(bytes)
    }
  }
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
  static func pairReplacements(
    base: [[UInt8]], ours: inout [[UInt8]], theirs: inout [[UInt8]]
  ) {
    let old = places(base)
    let (own, other) = (Set(ours), Set(theirs))
    let lost = base.indices.filter { !own.contains(base[$0]) && !other.contains(base[$0]) }
    guard !lost.isEmpty else { return }
    /// The additions of a side by the element of BASE that they follow.
    func additions(_ names: [[UInt8]], _ others: Set<[UInt8]>) -> [Int: [Int]] {
      var result: [Int: [Int]] = [:]
      var anchor = -1
      for (index, name) in names.enumerated() {
        if let place = old[name] {
          anchor = place
        } else if !others.contains(name) {
          result[anchor, default: []].append(index)
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
      let kind = base[index].prefix { $0 != 0 }
      func first(_ places: [Int]?, _ names: [[UInt8]]) -> Int? {
        places?.firstIndex { names[$0].first != 0xFF && names[$0].prefix { $0 != 0 } == kind }
      }
      guard let own = first(mine[before[index]], ours), let other = first(new[beforeTheirs[index]], theirs),
        let one = mine[before[index]]?.remove(at: own), let two = new[beforeTheirs[index]]?.remove(at: other)
      else { continue }
      ours[one] = base[index]
      theirs[two] = base[index]
    }
  }
}
