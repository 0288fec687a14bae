/// Writes mapping files, in the shortest spelling that reads back as the same mapping.
package struct MappingFileWriter: ~Copyable {
  private let mapping: Mapping
  private let names: MappingNames
  private var builder = DocumentBuilder(source: .empty)

  /// Returns the document of a mapping.
  ///
  /// Never throws for a mapping that passes the reader's checks.
  package static func document(of mapping: Mapping) throws(Failure) -> Document {
    var writer = MappingFileWriter(mapping: mapping, names: MappingNames(namespaces: mapping.namespaces))
    writer.write()
    return try writer.builder.finish(owner: nil)
  }

  // MARK: The file

  private mutating func write() {
    builder.beginDictionary(count: nil)
    entry("mapping", mapping.name)
    if let about = mapping.about { entry("about", about) }
    let roots = ([mapping.root] + mapping.otherRoots).map { names.text($0, isAttribute: false) }
    entry("root", roots.joined(separator: " | "))
    let writesRootFields = canWriteRootFields
    if !writesRootFields, let first = mapping.records.first { entry("record", first.name) }
    if !mapping.isOrdered { entry("ordered", false) }
    if !mapping.requiredPlaces.isEmpty { entry("requires", mapping.requiredPlaces.map(names.text)) }
    writeNamespacesAndTypes()
    if writesRootFields, let first = mapping.records.first {
      if let table = first.table { entry("table", table) }
      builder.key("fields")
      writeRecord(first, withSettings: false)
    }
    let records = writesRootFields ? mapping.records.dropFirst() : mapping.records[...]
    if !records.isEmpty {
      builder.key("records")
      builder.beginDictionary(count: records.count)
      for record in records {
        builder.key(record.name)
        writeRecord(record, withSettings: true)
      }
      builder.endDictionary()
    }
    if !mapping.notes.isEmpty { entry("notes", mapping.notes) }
    builder.endDictionary()
  }

  /// Whether the root's record has the root's name and no setting exclusive to `records`.
  private var canWriteRootFields: Bool {
    guard let first = mapping.records.first else { return false }
    var plain = Mapping.Record(name: mapping.root.local)
    plain.fields = first.fields
    plain.table = first.table
    return first == plain
  }

  private mutating func writeNamespacesAndTypes() {
    if !mapping.namespaces.isEmpty {
      builder.key("namespaces")
      builder.beginDictionary(count: mapping.namespaces.count)
      for namespace in mapping.namespaces {
        let uris = [namespace.uri] + namespace.alternatives
        if uris.count > 1 { entry(namespace.prefix, uris) } else { entry(namespace.prefix, namespace.uri) }
      }
      builder.endDictionary()
    }
    if !mapping.namedTypes.isEmpty {
      builder.key("types")
      builder.beginDictionary(count: mapping.namedTypes.count)
      for named in mapping.namedTypes {
        builder.key(named.name)
        writeType(named)
      }
      builder.endDictionary()
    }
  }

  private mutating func writeType(_ named: Mapping.NamedType) {
    let spelling = MappingTypeSpelling(named.type, named.constraints, in: mapping)
    if let text = spelling.shortForm { return builder.string(text) }
    builder.beginDictionary(count: nil)
    entry("type", spelling.name)
    for parameter in spelling.parameters { write(parameter) }
    builder.endDictionary()
  }

  // MARK: Records

  private mutating func writeRecord(_ record: Mapping.Record, withSettings: Bool) {
    builder.beginDictionary(count: nil)
    if withSettings {
      if let about = record.about { entry("$about", about) }
      if let parent = record.parent, parent < mapping.records.count {
        entry("$extends", mapping.records[parent].name)
      }
      if record.isAbstract { entry("$abstract", true) }
      if record.isChoice { entry("$choice", true) }
      if record.repeatedKey != .error { entry("$repeated", record.repeatedKey.rawValue) }
      if record.keyScope != .document { entry("$keyScope", record.keyScope.rawValue) }
      if let table = record.table { entry("$table", table) }
    }
    for field in record.fields {
      builder.key(field.name.hasPrefix("$") ? "$" + field.name : field.name)
      writeField(field)
    }
    builder.endDictionary()
  }

  private mutating func writeField(_ field: Mapping.Field) {
    let spelling = MappingFieldSpelling(field, names: names, mapping: mapping)
    if let text = spelling.shortForm { return builder.string(text) }
    builder.beginDictionary(count: nil)
    entry("place", spelling.place)
    if let type = spelling.type { entry("type", type) }
    for option in spelling.options { write(option) }
    builder.endDictionary()
  }

  private mutating func write(_ option: MappingOption) {
    switch option.value {
    case .flag: entry(option.name, true)
    case .off: entry(option.name, false)
    case .text(let text): entry(option.name, text)
    case .list(let list): entry(option.name, list)
    case .bounds(let bounds): entry(option.name, MappingFieldSpelling.range(bounds))
    case .pairs(let pairs):
      builder.key(option.name)
      builder.beginDictionary(count: pairs.count)
      for pair in pairs { entry(pair.text, pair.meaning) }
      builder.endDictionary()
    }
  }

  // MARK: Values

  private mutating func entry(_ name: String, _ text: String) {
    builder.key(name)
    builder.string(text)
  }

  private mutating func entry(_ name: String, _ flag: Bool) {
    builder.key(name)
    builder.boolean(flag)
  }

  private mutating func entry(_ name: String, _ texts: [String]) {
    builder.key(name)
    builder.beginArray(count: texts.count)
    for text in texts { builder.string(text) }
    builder.endArray()
  }
}
