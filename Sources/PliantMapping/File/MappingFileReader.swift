// Reads mapping files: documents with the keys below, in the forms that pliant-mapping(5) describes.
//
//   {"mapping": "NAME", "root": "ELEMENT", "fields": {"FIELD": "PLACE TYPE …"}, "records": {"RECORD": {…}}}

package struct MappingFileReader {
  var names = MappingNames(namespaces: [])
  var types = MappingTypeReader()

  /// Returns the mapping in a document.
  ///
  /// Throws the first error as a `mapping/file` failure, without a position.
  package static func read(_ document: Document) throws(Failure) -> Mapping {
    do throws(Failure) { return try mapping(in: document) } catch { throw error.at(nil) }
  }

  /// Returns the mapping in a loaded document.
  ///
  /// Throws the first error with its line and column.
  package static func read(_ loaded: LoadedDocument) throws(Diagnostic) -> Mapping {
    do throws(Failure) { return try mapping(in: loaded.document) } catch {
      throw loaded.source.diagnostic(error.at(nil), at: error.offset ?? 0, of: loaded.document)
    }
  }

  /// Returns the mapping in a document.
  ///
  /// Throws the first error with its value in the document.
  package static func mapping(in document: Document) throws(Failure) -> Mapping {
    var reader = MappingFileReader()
    return try reader.mapping(DocumentValue(document))
  }

  static let keys = [
    "mapping", "about", "root", "ordered", "record", "requires", "namespaces", "types", "table", "fields",
    "records", "notes",
  ]
  /// The maximum number of records, and of types.
  static let maximumNames = 4096
  /// The settings of a record other than its fields.
  static let recordKeys = ["$extends", "$abstract", "$choice", "$repeated", "$keyScope", "$table", "$about"]

  // MARK: The file

  private mutating func mapping(_ root: DocumentValue) throws(Failure) -> Mapping {
    guard root.isDictionary else {
      throw .mapping("a mapping file is a dictionary with the keys mapping, root and fields", at: root.index)
    }
    for entry in root.entries where !Self.keys.contains(entry.key.string) {
      let key = entry.key.string
      throw .mapping(
        "unknown key '\(key)' in the mapping file" + MappingFileText.suggestion(for: key, among: Self.keys),
        at: entry.keyIndex)
    }
    let name = try required("mapping", in: root)
    if name.value.isEmpty || name.value.contains("/") {
      throw .mapping("the mapping's name is a word without a slash", at: name.index)
    }
    names = MappingNames(namespaces: try namespaces(in: root))
    types.namedTypes = try namedTypes(in: root)
    let rootName = try required("root", in: root)
    var roots = try placed(at: rootName.index, "the root") { () throws(Failure) in
      try self.roots(rootName.value)
    }
    let element = roots.removeFirst()
    let records = try records(in: root, rootElement: element.local)
    var mapping = Mapping(
      name: name.value, about: try text("about", in: root), namespaces: names.namespaces, root: element,
      requiredPlaces: try requiredPlaces(in: root), records: records, namedTypes: types.namedTypes,
      notes: try texts("notes", in: root).map(\.value))
    mapping.otherRoots = roots
    if let ordered = root.value(forKey: "ordered") {
      guard let isOrdered = ordered.boolean else {
        throw .mapping("'ordered' must be true or false", at: ordered.index)
      }
      mapping.isOrdered = isOrdered
    }
    return mapping
  }

  /// The root elements: `testsuites | testsuite`.
  private func roots(_ text: String) throws(Failure) -> [Mapping.Name] {
    var roots: [Mapping.Name] = []
    for part in text.split(separator: "|", omittingEmptySubsequences: false) {
      let name = try names.name(MappingWords.list(String(part)).joined(separator: " "), isAttribute: false)
      if roots.contains(name) { throw .mapping("duplicate '\(name.local)'") }
      roots.append(name)
    }
    return roots
  }

  private func requiredPlaces(in root: DocumentValue) throws(Failure) -> [Mapping.Place] {
    try texts("requires", in: root).map { text, index throws(Failure) in
      let place = try placed(at: index, "requires") { () throws(Failure) in try names.place(text) }
      guard !place.steps.isEmpty, place.end == .element else {
        throw .mapping("requires: '\(text)' is not an element below the root", at: index)
      }
      return place
    }
  }

  private func namespaces(in root: DocumentValue) throws(Failure) -> [Mapping.Namespace] {
    try dictionary("namespaces", in: root).map { entry throws(Failure) in
      let prefix = entry.key.string
      let uris = entry.value.isArray ? entry.value.elements.map(\.string) : [entry.value.string]
      guard let uri = uris.first ?? nil, !uris.contains(nil) else {
        throw .mapping(
          "the namespace of '\(prefix)' must be a string, its URI, or an array of URIs that documents use for it",
          at: entry.value.index)
      }
      guard prefix.isEmpty || MappingNames.isName(prefix) else {
        throw .mapping("\(MappingFileText.quoted(prefix)) is not a prefix", at: entry.keyIndex)
      }
      if !prefix.isEmpty && uri.isEmpty {
        throw .mapping("the namespace of '\(prefix)' is empty", at: entry.value.index)
      }
      return Mapping.Namespace(
        prefix: prefix, uri: uri, alternatives: uris.dropFirst().compactMap { $0 })
    }
  }

  private func namedTypes(in root: DocumentValue) throws(Failure) -> [Mapping.NamedType] {
    let reader = MappingFieldReader(names: names, types: MappingTypeReader())
    return try named("types", in: root).map { entry throws(Failure) in
      let name = entry.key.string
      try checkName(name, of: "type", at: entry.keyIndex)
      let where_ = "the type '\(name)'"
      var text = entry.value.string
      var options: [MappingOption] = []
      if text == nil { (text, options) = try longForm(entry.value, where_, main: "type") }
      guard let text else { throw .mapping("\(where_) needs a 'type', such as date", at: entry.value.index) }
      return try placed(at: entry.value.index, where_) { () throws(Failure) in
        try reader.namedType(name, text, options, at: entry.value.index)
      }
    }
  }

  /// Names of types and records must be distinguishable from the other words of a field's short form.
  private func checkName(_ name: String, of kind: String, at index: Int) throws(Failure) {
    guard MappingNames.isName(name) else {
      throw .mapping(
        "\(MappingFileText.quoted(name)) cannot name a \(kind); use letters, digits, - and _", at: index)
    }
    if MappingFieldReader.optionNames.contains(name) || MappingTypeReader.builtInNames.contains(name) {
      throw .mapping("'\(name)' cannot name a \(kind), since it is an option or type of fields", at: index)
    }
  }

  // MARK: Records

  private mutating func records(
    in root: DocumentValue, rootElement: String
  ) throws(Failure) -> [Mapping.Record] {
    var entries = try named("records", in: root)
    let fields = root.value(forKey: "fields")
    let record = try text("record", in: root)
    let recordNames = entries.map(\.key.string)
    for entry in entries { try checkName(entry.key.string, of: "record", at: entry.keyIndex) }
    guard fields == nil || record == nil else {
      throw .mapping("the root's record is given by 'fields' or by 'record', not by both", at: root.index)
    }
    if let record {
      guard let at = recordNames.firstIndex(of: record) else {
        let value = root.value(forKey: "record")
        throw .mapping(
          "unknown record '\(record)' in 'record'"
            + MappingFileText.suggestion(for: record, among: recordNames),
          at: value?.index ?? root.index)
      }
      entries.insert(entries.remove(at: at), at: 0)
      types.recordNames = entries.map(\.key.string)
    } else {
      guard fields != nil else {
        throw .mapping("missing key 'fields', the fields of the root element \(rootElement)", at: root.index)
      }
      if let clash = entries.first(where: { $0.key.string == rootElement }) {
        throw .mapping(
          "the record '\(rootElement)' has the name of the root's own record; name it otherwise, or give the root's "
            + "fields here and say \"record\": \"\(rootElement)\"", at: clash.keyIndex)
      }
      types.recordNames = [rootElement] + recordNames
    }
    if let clash = types.namedTypes.first(where: { types.recordNames.contains($0.name) }) {
      throw .mapping("'\(clash.name)' is both a type and a record", at: root.index)
    }
    var records: [Mapping.Record] = []
    if let fields {
      var first = try self.record(rootElement, fields)
      first.table = try text("table", in: root) ?? first.table
      records.append(first)
    } else if let table = root.value(forKey: "table") {
      throw .mapping("'table' cannot be combined with 'record'; use '$table' in the record", at: table.index)
    }
    for entry in entries { records.append(try self.record(entry.key.string, entry.value)) }
    try checkParents(records, root)
    return records
  }

  func record(_ name: String, _ value: DocumentValue) throws(Failure) -> Mapping.Record {
    guard value.isDictionary else {
      throw .mapping("the record '\(name)' must be a dictionary of fields", at: value.index)
    }
    var record = Mapping.Record(name: name)
    for entry in value.entries {
      let key = entry.key.string
      if key.hasPrefix("$") && !key.hasPrefix("$$") {
        try setting(entry, of: &record)
      } else if entry.key == MappingKeyName.unmapped || MappingKeyName.isOfDocument(entry.key) {
        throw .mapping(
          "'\(key)' cannot name a field, since reading adds a key of that name",
          at: entry.keyIndex)
      } else {
        record.fields.append(
          try field(key.hasPrefix("$") ? String(key.dropFirst()) : key, entry.value, in: name))
      }
    }
    return record
  }

  private func setting(_ entry: DocumentValue.Entry, of record: inout Mapping.Record) throws(Failure) {
    let key = entry.key.string
    let (value, index) = (entry.value, entry.value.index)
    let where_ = "\(key) of the record '\(record.name)'"
    guard Self.recordKeys.contains(key) else {
      throw .mapping(
        "unknown setting '\(key)' of a record\(MappingFileText.suggestion(for: key, among: Self.recordKeys))"
          + "; a field whose name begins with $ is written $$", at: entry.keyIndex)
    }
    if key == "$abstract" || key == "$choice" {
      guard let flag = value.boolean else { throw .mapping("\(where_) is true or false", at: index) }
      if key == "$choice" { record.isChoice = flag } else { record.isAbstract = flag }
      return
    }
    guard let text = value.string else { throw .mapping("\(where_) must be a string", at: index) }
    switch key {
    case "$extends":
      guard let parent = types.recordNames.firstIndex(of: text) else {
        throw .mapping(
          "\(where_): unknown record '\(text)'"
            + MappingFileText.suggestion(for: text, among: types.recordNames), at: index)
      }
      record.parent = parent
    case "$repeated": record.repeatedKey = try word(text, where_, index)
    case "$keyScope": record.keyScope = try word(text, where_, index)
    case "$table": record.table = text
    default: record.about = text
    }
  }

  private func word<Value: RawRepresentable & CaseIterable>(
    _ text: String, _ where_: String, _ index: Int
  ) throws(Failure) -> Value where Value.RawValue == String {
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw .mapping("\(where_) is one of \(known), not '\(text)'", at: index)
    }
    return value
  }

  /// Records must not extend themselves, nor have a field that they inherit.
  private func checkParents(_ records: [Mapping.Record], _ root: DocumentValue) throws(Failure) {
    for (number, record) in records.enumerated() {
      var inherited: [(field: String, record: String)] = []
      var parent = record.parent
      var steps = 0
      while let at = parent {
        steps += 1
        if at == number || steps > records.count {
          throw .mapping(
            "the record '\(record.name)' extends itself", at: index(ofRecord: record.name, in: root))
        }
        inherited += records[at].fields.map { ($0.name, records[at].name) }
        parent = records[at].parent
      }
      for field in record.fields {
        guard let clash = inherited.first(where: { $0.field == field.name }) else { continue }
        throw .mapping(
          "the field '\(field.name)' of the record '\(record.name)' is in '\(clash.record)' already, which it extends",
          at: index(ofRecord: record.name, in: root))
      }
    }
  }

  func index(ofRecord name: String, in root: DocumentValue) -> Int {
    let entries = root.value(forKey: "records")?.entries
    return entries?.first { $0.key.string == name }?.keyIndex ?? root.index
  }

  // MARK: Values of the file

  func placed<Value>(
    at index: Int, _ where_: @autoclosure () -> String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) { return try body() } catch {
      throw .mapping("\(where_()): \(error.sentence)", at: index)
    }
  }

  func required(_ key: StaticString, in root: DocumentValue) throws(Failure) -> (value: String, index: Int) {
    guard let value = root.value(forKey: key) else { throw .mapping("missing key '\(key)'", at: root.index) }
    guard let text = value.string else { throw .mapping("'\(key)' must be a string", at: value.index) }
    return (text, value.index)
  }

  func text(_ key: StaticString, in root: DocumentValue) throws(Failure) -> String? {
    root.value(forKey: key) == nil ? nil : try required(key, in: root).value
  }

  /// The texts of an array, or of a single text.
  private func texts(
    _ key: StaticString, in root: DocumentValue
  ) throws(Failure) -> [(value: String, index: Int)] {
    guard let value = root.value(forKey: key) else { return [] }
    if let text = value.string { return [(text, value.index)] }
    guard value.isArray else { throw .mapping("'\(key)' must be an array of strings", at: value.index) }
    return try value.elements.map { element throws(Failure) in
      guard let text = element.string else {
        throw .mapping("'\(key)' must hold only strings", at: element.index)
      }
      return (text, element.index)
    }
  }

  func dictionary(_ key: StaticString, in root: DocumentValue) throws(Failure) -> [DocumentValue.Entry] {
    guard let value = root.value(forKey: key) else { return [] }
    guard value.isDictionary else { throw .mapping("'\(key)' must be a dictionary", at: value.index) }
    return Array(value.entries)
  }

  /// The entries of a dictionary that fields refer to by name; lookup is linear, so their number is limited.
  private func named(_ key: StaticString, in root: DocumentValue) throws(Failure) -> [DocumentValue.Entry] {
    let entries = try dictionary(key, in: root)
    guard entries.count <= Self.maximumNames else {
      throw .mapping("'\(key)' has more than \(Self.maximumNames) names", at: entries[0].keyIndex)
    }
    return entries
  }
}
