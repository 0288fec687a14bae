// The place of `--records`: the path from the root element to the wanted records.

package struct MappingRecordPlace: Sendable {
  /// The nodes from below the root element down to the records' element.
  package let nodes: [Int]
  /// The record type's name.
  package let record: String
  let type: Int
  /// Whether the place is a name of the mapping, which the document may lack.
  private(set) var isFieldName = false

  /// Finds a place: `channel/item`, with or without the root element, or the name of a field (`items`).
  ///
  /// Returns nil if the mapping has no records there.
  package init?(_ text: String, in mapping: CompiledMapping) {
    let steps = text.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    let roots = mapping.roots.flatMap { [$0.name.string, $0.written.string] }
    let below = steps.first.map(roots.contains) == true ? Array(steps.dropFirst()) : steps
    guard
      let found = Self.way(steps, in: mapping) ?? Self.way(below, in: mapping)
        ?? Self.field(named: text, in: mapping)
    else { return nil }
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
      guard let found = all.first(where: { mapping.describes($0, step) }) else { return nil }
      nodes.append(found)
      let field = Int(mapping.nodes[found].recordField)
      node = field < 0 ? found : mapping.records[mapping.fields[field].record].root
    }
    guard let last = nodes.last, mapping.nodes[last].recordField >= 0 else { return nil }
    return MappingRecordPlace(nodes, mapping)
  }

  /// The records of a field, the one nearest to the root record.
  private static func field(named name: String, in mapping: CompiledMapping) -> MappingRecordPlace? {
    let found = mapping.recordFields(insideLists: true).first { way in
      way.last.map { mapping.fields[$0].model.name } == name
    }
    guard let found else { return nil }
    var place = MappingRecordPlace(found.flatMap(mapping.nodes(toField:)), mapping)
    place.isFieldName = true
    return place
  }

  /// The main list of a document: the last list of the root's record, or of its last single record.
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
    for way in mapping.recordFields(insideLists: true) {
      guard let number = way.last, mapping.traits[number].isList else { continue }
      let place = way.map { mapping.fields[$0].model.place.description }.joined(separator: "/")
      // Elements with one name may belong to several lists, depending on attributes.
      if !places.contains(place) { places.insert(place, at: number == main ? 0 : places.count) }
    }
    return places
  }
}

extension CompiledMapping {
  /// The fields with records, nearest to the root's record first, each after the fields around it.
  ///
  /// Each record type is entered once. Without `insideLists`, lists are not entered; with it, choices are omitted.
  func recordFields(insideLists: Bool) -> [[Int]] {
    var ways: [[Int]] = []
    var queue: [(type: Int, way: [Int])] = [(0, [])]
    var seen: Set<Int> = [0]
    var next = 0
    while next < queue.count {
      let (type, way) = queue[next]
      next += 1
      for number in records[type].fields where fields[number].record >= 0 {
        if insideLists && fields[number].isChoice { continue }
        ways.append(way + [number])
        guard insideLists || !traits[number].isList, seen.insert(fields[number].record).inserted else {
          continue
        }
        queue.append((fields[number].record, way + [number]))
      }
    }
    return ways
  }

  /// The nodes from below a field's record down to its place.
  fileprivate func nodes(toField number: Int) -> [Int] {
    var steps: [Int] = []
    var node = fields[number].node
    while node >= 0, nodes[node].parent >= 0 {
      steps.insert(node, at: 0)
      node = Int(nodes[node].parent)
    }
    return steps
  }

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
