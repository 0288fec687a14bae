// Restores records from `--records` to a document: in the list that fits their keys.
//
//   [{"title": "x"}]   ─▶   {"channel": {"items": [{"title": "x"}]}}

extension CompiledMapping {
  /// The fields from the root's record to the nearest list whose records have all keys of the elements.
  ///
  /// With `place`, only the list there. Returns nil if it has none.
  func pathToList(of elements: DocumentValue, at place: MappingRecordPlace?) -> [Int]? {
    let wanted = place.flatMap { $0.nodes.last }.map { Int(nodes[$0].recordField) }
    var queue: [(type: Int, way: [Int])] = [(0, [])]
    var seen: Set<Int> = [0]
    var next = 0
    while next < queue.count {
      let (type, way) = queue[next]
      next += 1
      for number in records[type].fields where fields[number].record >= 0 {
        if traits[number].isList {
          let isWanted = wanted.map { $0 == number } ?? true
          if isWanted, fits(elements, records[fields[number].record]) { return way + [number] }
        } else if seen.insert(fields[number].record).inserted {
          queue.append((fields[number].record, way + [number]))
        }
      }
    }
    return nil
  }

  private func fits(_ elements: DocumentValue, _ record: CompiledRecord) -> Bool {
    var known = Set(record.fields.map { fields[$0].name.array })
    known.insert(MappingKeyName.unmapped.array)
    return elements.elements.allSatisfy { element in
      element.isDictionary && element.entries.allSatisfy { known.contains($0.key.array) }
    }
  }
}

extension MappingWriter {
  /// The document in which an array is the list at the end of a path of fields.
  static func document(
    around list: Document, _ way: [Int], in mapping: CompiledMapping
  ) throws(Failure) -> Document {
    var builder = DocumentBuilder(source: list.source)
    for field in way {
      builder.beginDictionary(count: 1)
      builder.key(mapping.fields[field].name)
    }
    var replay = Replay(list)
    try replay.run(into: &builder)
    for _ in way { builder.endDictionary() }
    return try builder.finish(owner: list)
  }
}
