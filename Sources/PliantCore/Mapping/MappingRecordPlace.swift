// The place of `--records`: the path from the root element to the wanted records.

/// Records at one place of a document.
package struct MappingRecordPlace: Sendable {
  /// The nodes from below the root element down to the records' element.
  package let nodes: [Int]
  /// The record type's name.
  package let record: String
  /// The record type's number.
  let type: Int

  /// Finds a place: `channel/item`, with or without the root element before it, or the name of a field with
  /// records (`items`).
  ///
  /// Returns nil if the mapping has no records there.
  package init?(_ text: String, in mapping: CompiledMapping) {
    var steps = text.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    if let found = Self.way(steps, in: mapping) {
      self = found
      return
    }
    let root = mapping.roots.flatMap { [$0.name.string, $0.written.string] }
    if let first = steps.first, root.contains(first) {
      steps.removeFirst()
      if let found = Self.way(steps, in: mapping) {
        self = found
        return
      }
    }
    guard let found = Self.field(named: text, in: mapping) else { return nil }
    self = found
  }

  private init(_ nodes: [Int], _ mapping: CompiledMapping) {
    self.nodes = nodes
    let field = Int(mapping.nodes[nodes[nodes.count - 1]].recordField)
    type = mapping.fields[field].record
    record = mapping.records[type].name.string
  }

  private static func way(_ steps: [String], in mapping: CompiledMapping) -> MappingRecordPlace? {
    var node = mapping.records[0].root
    var nodes: [Int] = []
    for step in steps {
      let first = Int(mapping.nodes[node].firstChild)
      let all = (first..<first + Int(mapping.nodes[node].childCount)).map { Int(mapping.children[$0]) }
      let found = all.first { mapping.describes($0, step) }
      guard let found else { return nil }
      nodes.append(found)
      let field = Int(mapping.nodes[found].recordField)
      node = field < 0 ? found : mapping.records[mapping.fields[field].record].root
    }
    guard let last = nodes.last, mapping.nodes[last].recordField >= 0 else { return nil }
    return MappingRecordPlace(nodes, mapping)
  }

  /// The records of a field, searching from the root record, nearest first.
  private static func field(named name: String, in mapping: CompiledMapping) -> MappingRecordPlace? {
    var queue: [(type: Int, nodes: [Int])] = [(0, [])]
    var seen: Set<Int> = [0]
    var next = 0
    while next < queue.count {
      let (type, way) = queue[next]
      next += 1
      for field in mapping.fields[mapping.records[type].fields] where field.record >= 0 && !field.isChoice {
        var steps: [Int] = []
        var node = field.node
        while node >= 0 && node != mapping.records[type].root {
          steps.insert(node, at: 0)
          node = Int(mapping.nodes[node].parent)
        }
        if field.model.name == name { return MappingRecordPlace(way + steps, mapping) }
        if seen.insert(field.record).inserted { queue.append((field.record, way + steps)) }
      }
    }
    return nil
  }

  /// The main list of a document: the last list of records in the root's record, or in its last single
  /// record.
  static func mainList(in mapping: CompiledMapping) -> Int? {
    var type = 0
    var seen: Set<Int> = []
    while seen.insert(type).inserted {
      let holders = mapping.records[type].fields.filter {
        mapping.fields[$0].record >= 0 && !mapping.fields[$0].isChoice
      }
      if let list = holders.last(where: { mapping.traits[$0].isList }) { return list }
      guard let next = holders.last else { return nil }
      type = mapping.fields[next].record
    }
    return nil
  }

  /// The places of a mapping's lists of records, the main one first, for messages.
  package static func all(in mapping: CompiledMapping) -> [String] {
    let main = mainList(in: mapping)
    var places: [String] = []
    var queue: [(type: Int, way: String)] = [(0, "")]
    var seen: Set<Int> = [0]
    var next = 0
    while next < queue.count {
      let (type, way) = queue[next]
      next += 1
      for number in mapping.records[type].fields {
        let field = mapping.fields[number]
        guard field.record >= 0, !field.isChoice else { continue }
        let place = (way.isEmpty ? "" : way + "/") + field.model.place.description
        // Elements with one name may belong to several lists, depending on attributes.
        if field.traits.isList, !places.contains(place) {
          places.insert(place, at: number == main ? 0 : places.count)
        }
        if seen.insert(field.record).inserted { queue.append((field.record, place)) }
      }
    }
    return places
  }
}

extension CompiledMapping {
  /// Whether a typed step matches the node: its name with or without prefix, with or without its condition.
  fileprivate func describes(_ node: Int, _ step: String) -> Bool {
    let place = nodes[node]
    let names = [place.name.string, place.written.string]
    if names.contains(step) { return true }
    guard place.condition >= 0 else { return false }
    let condition = conditions[Int(place.condition)]
    return names.contains { step == "\($0)[@\(condition.written.string)='\(condition.value.string)']" }
  }
}
