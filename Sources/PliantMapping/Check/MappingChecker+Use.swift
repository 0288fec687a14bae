// Unused declarations, and records that no finite document could contain.

extension MappingChecker {
  mutating func checkUse() {
    checkRecordUse()
    let used = Set(mapping.records.flatMap(\.fields).compactMap(\.typeName))
    for type in mapping.namedTypes where !used.contains(type.name) {
      report(.warning, "the type '\(type.name)' is never used", at: outline.index(of: type.name, in: "types"))
    }
    checkNamespaceUse()
    checkRequiredPlaces()
  }

  private mutating func checkRecordUse() {
    guard !mapping.records.isEmpty else { return }
    var isUsed = [Bool](repeating: false, count: mapping.records.count)
    var pending = [0]
    while let index = pending.popLast() {
      guard !isUsed[index] else { continue }
      isUsed[index] = true
      pending += mapping.lineage(of: index).dropFirst()
      for field in mapping.records[index].fields {
        if case .record(let target) = field.type { pending.append(target) }
        if let reference = field.reference,
          reference.allowsOutside || mapping.records[reference.record].isAbstract
        {
          pending.append(reference.record)
        }
      }
    }
    for (index, record) in mapping.records.enumerated() where !isUsed[index] {
      report(
        .warning,
        "the record '\(record.name)' is never used: no field reachable from the root has it",
        at: outline.index(ofRecord: record.name))
    }
  }

  private mutating func checkNamespaceUse() {
    var used: Set<String> = Set(([mapping.root] + mapping.otherRoots).map(\.uri))
    func use(_ place: Mapping.Place) {
      for step in place.steps {
        used.insert(step.name.uri)
        if let condition = step.condition { used.insert(condition.attribute.uri) }
      }
      if case .attribute(let name) = place.end { used.insert(name.uri) }
    }
    mapping.requiredPlaces.forEach(use)
    for record in mapping.records { for field in record.fields { use(field.place) } }
    for namespace in mapping.namespaces where !used.contains(namespace.uri) {
      report(
        .warning, "the namespace of '\(namespace.prefix)' is never used",
        at: outline.index(of: namespace.prefix, in: "namespaces"))
    }
  }

  /// Fields should cover the elements required below the root.
  private mutating func checkRequiredPlaces() {
    guard !mapping.records.isEmpty else { return }
    // A field that takes all content covers every required element.
    if mapping.allFields(of: 0).contains(where: { $0.field.isWhole && $0.field.place.steps.isEmpty }) {
      return
    }
    let ways = mapping.allFields(of: 0).flatMap { field, _ in
      let way = field.place.steps.map(\.name)
      guard field.place.end == .children, case .record(let choice) = field.type else { return [way] }
      return mapping.allFields(of: choice).map { way + $0.field.place.steps.map(\.name) }
    }
    for place in mapping.requiredPlaces {
      let wanted = place.steps.map(\.name)
      let isMet = ways.contains { way in way.starts(with: wanted) || wanted.starts(with: way) && !way.isEmpty
      }
      if !isMet {
        let text = MappingNames(namespaces: mapping.namespaces).text(place)
        report(
          .warning, "'\(text)' is required, but the root has no such field",
          at: outline.index(of: "requires"))
      }
    }
  }

  /// Finds records that must contain one of their own type.
  mutating func checkEndlessRecords() {
    let needs = mapping.records.indices.map { index in
      mapping.allFields(of: index).compactMap { entry -> Int? in
        guard case .record(let target) = entry.field.type else { return nil }
        if let list = entry.field.list { return list.minimum > 0 ? target : nil }
        return entry.field.isRequired ? target : nil
      }
    }
    // Records that can end, first those without required records; each other needs one of its own type.
    var waiting = needs.map(\.count)
    var usedBy = [[Int]](repeating: [], count: needs.count)
    for (index, targets) in needs.enumerated() { for target in targets { usedBy[target].append(index) } }
    var ended = waiting.indices.filter { waiting[$0] == 0 }
    var canEnd = Set(ended)
    while let next = ended.popLast() {
      for user in usedBy[next] {
        waiting[user] -= 1
        if waiting[user] == 0 && canEnd.insert(user).inserted { ended.append(user) }
      }
    }
    for (index, record) in mapping.records.enumerated() where !canEnd.contains(index) {
      report(
        .error,
        "the record '\(record.name)' requires a record that requires it in turn, endlessly",
        at: outline.index(ofRecord: record.name))
    }
  }
}
