// The fields that identify records, and those that refer to them.

extension InferredRecords {
  /// The maximum number of record types to try as targets of references.
  private static let maximumKeys = 256

  mutating func addKeysAndReferences(
    _ leading: [Int], _ members: [Int: [Int]], _ numbers: [Int: Int], _ records: inout [Mapping.Record]
  ) {
    var keys: [(record: Int, hashes: DistinctHashes, type: Mapping.ValueType)] = []
    let hidden = hiddenNodes()
    for leader in leading {
      guard let record = numbers[leader], let nodes = members[leader], !isChoice(leader),
        let (field, hashes) = key(of: nodes, in: records[record].name)
      else { continue }
      records[record].fields[field].isKey = true
      keyHashes[record] = hashes
      // Records that partly occur in content kept as XML are not reliable targets of references.
      if nodes.contains(where: hidden.contains) || keys.count == Self.maximumKeys { continue }
      if records[record].fields[field].whitespace == .keep { continue }
      keys.append((record, hashes, records[record].fields[field].type))
    }
    for leader in leading {
      guard let record = numbers[leader], let nodes = members[leader] else { continue }
      for (number, draft) in (drafts[leader] ?? []).enumerated() where draft.value != nil {
        guard !records[record].fields[number].isKey, let hashes = hashes(of: number, in: nodes) else {
          continue
        }
        let type = records[record].fields[number].type
        // The observed values are trimmed.
        if records[record].fields[number].whitespace == .keep { continue }
        let isNumber = draft.value?.types.isDisjoint(with: [.integer, .real, .decimal]) != true
        let isPlain = !isNumber && type == .string || draft.isReferenceName
        let found = keys.filter { key in
          key.type == type
            && (isPlain && hashes.count > 1 || Self.names(draft.localName, records[key.record].name))
            && hashes.isSubset(of: key.hashes)
        }
        if found.count == 1 {
          records[record].fields[number].reference = Mapping.Reference(record: found[0].record)
        }
      }
    }
  }

  private func hiddenNodes() -> Set<Int> {
    var hidden: Set<Int> = []
    var pending = tree.nodes.indices.filter { tree.nodes[$0].isMixed }
    while let node = pending.popLast() {
      for child in tree.nodes[node].children where hidden.insert(child.node).inserted {
        pending.append(child.node)
      }
    }
    return hidden
  }

  /// Whether an attribute's name suggests a record: team, teamId, team_ref for Team.
  private static func names(_ attribute: String, _ record: String) -> Bool {
    var name = attribute.lowercased()
    let ending = ["id", "ref", "code", "key"].first { name.hasSuffix($0) && name.count > $0.count }
    name.removeLast(ending?.count ?? 0)
    while name.hasSuffix("_") || name.hasSuffix("-") { name.removeLast() }
    return name == record.lowercased()
  }

  /// The field whose values identify all records of these nodes: no fractions, as 1 and 1.0 are one key in SQL.
  private mutating func key(of nodes: [Int], in record: String) -> (field: Int, hashes: DistinctHashes)? {
    let instances = nodes.reduce(0) { $0 + tree.nodes[$1].instances }
    for (number, draft) in (drafts[nodes[0]] ?? []).enumerated()
    where draft.isKeyName && draft.field.isRequired && ![.real, .decimal].contains(draft.field.type)
      && draft.field.storage == nil
    {
      // Empty and repeated values have no hash.
      guard draft.field.list == nil, instances >= (tree.isForSQL ? 1 : 2),
        let hashes = hashes(of: number, in: nodes)
      else {
        continue
      }
      if hashes.count == instances { return (number, hashes) }
      if tree.joinsSamples {
        notes.append("\(record).\(draft.field.name): not a key, since values repeat or are empty")
      }
    }
    return nil
  }

  /// The hashes of all values of a field; nil if there are none, or too many.
  private func hashes(of number: Int, in nodes: [Int]) -> DistinctHashes? {
    var all = DistinctHashes()
    for node in nodes {
      guard let hashes = drafts[node]?[number].value?.hashes else { return nil }
      all.formUnion(hashes)
    }
    return all.count == 0 ? nil : all
  }
}
