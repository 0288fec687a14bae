// Restores records from `--records` to a document: in the list that fits their keys.
//
//   [{"title": "x"}]   ─▶   {"channel": {"items": [{"title": "x"}]}}

extension CompiledMapping {
  /// The fields from the root's record to the nearest list whose records have all keys of the elements.
  ///
  /// With `place`, only the list there. Returns nil if it has none.
  func pathToList(of elements: DocumentValue, at place: MappingRecordPlace?) -> [Int]? {
    let wanted = place.flatMap { $0.nodes.last }.map { Int(nodes[$0].recordField) }
    return recordFields(insideLists: false).first { way in
      guard let number = way.last, traits[number].isList, wanted ?? number == number else { return false }
      return fits(elements, records[fields[number].record])
    }
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
    try list.send(into: &builder)
    for _ in way { builder.endDictionary() }
    return try builder.finish(owner: list)
  }
}
