// The identifiers that a document declares, and the fields that refer to them: those whose values are all
// identifiers of the document.
//
//   <view id="a"/> <constraint item="a"/>     declared: a     item refers to a

struct IdentifierReferences {
  private(set) var declared: Set<[UInt8]> = []
  private var fields: [[UInt8]: Set<[UInt8]>] = [:]

  /// The ends of names of fields that refer to numbers.
  private static let numericEnds = ["id", "ref", "item", "target"].map { Array($0.utf8) }
  private static let declarations = Set(["id", "uuid", "guid", "identifier"].map { Array($0.utf8) })

  /// The attributes of a tree; without `fields` only the declared identifiers.
  init(_ tree: XMLTree, fields hasFields: Bool = true) {
    for node in 0..<XMLNodeID(tree.count) where tree.isAttribute(node) {
      let name = tree.name(of: node).array
      if tree.localName(of: node).array.map(\.lowercased) == Array("id".utf8) {
        declared.insert(tree.value(of: node).array)
      } else if hasFields {
        fields[name, default: []].insert(tree.value(of: node).array)
      }
    }
  }

  /// The strings of a document; without `fields` only the declared identifiers.
  init(_ document: Document, fields hasFields: Bool = true) {
    var pending = [(name: [UInt8](), value: DocumentValue(document))]
    var left = Limits.expandedValues
    while let (name, value) = pending.popLast(), left > 0 {
      left -= 1
      if let text = value.text {
        guard hasFields else { continue }
        fields[name, default: []].insert(text.array)
        continue
      }
      for element in value.elements { pending.append((name, element)) }
      for entry in value.entries {
        let key = entry.key.array
        if Self.declarations.contains(key.map(\.lowercased)), let text = entry.value.text {
          declared.insert(text.array)
        } else {
          pending.append((key, entry.value))
        }
      }
    }
  }

  /// The references of BASE, OURS and THEIRS; nil if no side removed an identifier.
  ///
  /// `make` returns them with the fields or without.
  static func all(_ make: (Bool) -> [IdentifierReferences]) -> [IdentifierReferences]? {
    let known = make(false).map(\.declared)
    return known[0].isSubset(of: known[1]) && known[0].isSubset(of: known[2]) ? nil : make(true)
  }

  /// The values of a field that refers to identifiers; empty for other fields.
  private func references(_ field: [UInt8]) -> Set<[UInt8]> {
    guard let values = fields[field], values.isSubset(of: declared) else { return [] }
    let lowercase = field.map(\.lowercased)
    if Self.numericEnds.contains(where: { lowercase.suffix($0.count).elementsEqual($0) }) { return values }
    return values.filter { !LearntIdentity.Field(name: field, value: $0).isMeasure }
  }

  /// The identifiers that one of two sides removed from this document and that the other side's fields refer to
  /// in a merge of them.
  func missing(
    in merged: @autoclosure () -> IdentifierReferences, _ ours: IdentifierReferences,
    _ theirs: IdentifierReferences
  ) -> Set<[UInt8]> {
    let pairs = [(keeper: ours, remover: theirs), (theirs, ours)].map {
      (sides: $0, removed: declared.intersection($0.keeper.declared).subtracting($0.remover.declared))
    }
    if pairs.allSatisfy(\.removed.isEmpty) { return [] }
    let merged = merged()
    var result: Set<[UInt8]> = []
    for (sides, removed) in pairs {
      let removed = removed.subtracting(merged.declared)
      for (field, values) in merged.fields {
        let dangling = values.intersection(removed).subtracting(sides.remover.fields[field] ?? [])
        if !dangling.isEmpty { result.formUnion(dangling.intersection(sides.keeper.references(field))) }
      }
    }
    return result
  }
}

extension ByteView {
  /// The words between white space and delimiters that are among given ones, in order.
  func words(in wanted: Set<[UInt8]>) -> [[UInt8]] {
    let delimiters = Set("\"'<>(){}[]=,;:/#".utf8)
    return array.split { $0.isWhitespace || delimiters.contains($0) }.map { Array($0) }
      .filter(wanted.contains)
  }
}
