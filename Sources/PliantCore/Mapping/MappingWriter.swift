// Typed dictionaries and arrays → application XML, along the same tree of places as reading.
//
// A stack of tasks instead of recursion: an element's task opens it and adds tasks for its content and its
// end. The values of an open record are adjacent, each with its field; an element selects those whose places
// are below it. Output is checked like input, so that it can be read again.

/// Writes a document as application XML with a mapping.
package struct MappingWriter: ~Copyable {
  package struct Options: Sendable {
    /// Write a record's elements and attributes in the order of its keys rather than of the mapping's fields.
    package var keepsKeyOrder = false
    /// The number of records, from the root inward, that only contain others: their fields are optional.
    var bareRecords = 0

    package init() {}
  }

  /// The remaining work, the next task last.
  enum Task {
    /// The element of a node, for one of the values of a list.
    case element(node: Int, record: Int, occurrence: Int)
    /// The elements of a node from this one, as many as its lists are long.
    case elements(node: Int, record: Int, occurrence: Int, count: Int)
    /// `count` alternatives of a choice, starting at this tape index.
    case alternatives(type: Int, index: Int, count: Int)
    /// The text of a field, by the value's index.
    case text(field: Int, value: Int)
    /// A text of `#unmapped`.
    case markup(value: Int)
    case end
    /// Discards the innermost record's values.
    case forget
  }

  struct Value: BitwiseCopyable {
    /// -1 for a text of `#unmapped`.
    var field: Int
    /// The tape index.
    var index: Int
    /// The node at the end of its place.
    var node: Int
  }

  struct OpenRecord: BitwiseCopyable {
    var type: Int
    var firstValue: Int
    /// A unique number, for keys that are unique within an owner.
    var serial: Int
  }

  /// The progress in a list.
  struct Cursor {
    let list: Int
    var number: Int
    var index: Int
  }
  /// The maximum number of lists in progress, a few for each level.
  static let cursorLimit = 4 * Limits.depth

  let mapping: CompiledMapping
  private let options: Options
  let document: Document
  var writer: XMLMarkupWriter
  var tasks: [Task] = []
  var records: [OpenRecord] = []
  var values: [Value] = []
  var keys = MappingKeyTable()
  var references = MappedKeys()
  private var serial = 0
  /// For each record type of the document, the names of its fields.
  private var fieldNames: [TableColumns?]
  var cursors: [Cursor] = []
  /// The attributes of `#unmapped` in the open tag.
  var unmappedNames: [[UInt8]] = []
  var scratch = OutputBuffer()
  var decoded = GrowableBuffer<UInt8>(capacity: 64)
  /// The tape index of the current value, for messages.
  package var index = 0

  private init(
    _ document: Document, _ mapping: CompiledMapping, _ options: Options, to output: consuming OutputBuffer
  ) {
    self.mapping = mapping
    self.options = options
    self.document = document
    fieldNames = Array(repeating: nil, count: mapping.records.count)
    writer = XMLMarkupWriter(to: output)
  }

  /// Writes the whole document.
  ///
  /// Throws `mapping.…` for data that does not fit the mapping, `xml.…` for content that XML cannot
  /// represent; `index` is then the tape index of the value. Writes nothing if there is an error.
  package static func write(
    _ document: Document, by mapping: CompiledMapping, options: Options = Options(), index: inout Int,
    to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    if output.destination != .memory {
      // A dry run, because written output cannot be withdrawn.
      var trial = MappingWriter(document, mapping, options, to: OutputBuffer(to: .nowhere))
      try trial.run(index: &index)
    }
    var writer = MappingWriter(document, mapping, options, to: output)
    try writer.run(index: &index)
    return writer.writer.finish()
  }

  private mutating func run(index failed: inout Int) throws(Failure) {
    do throws(Failure) {
      try run()
    } catch {
      failed = index
      throw error
    }
  }

  private mutating func run() throws(Failure) {
    writer.declaration()
    let root = DocumentValue(document)
    let node = mapping.records[0].root
    let rootName = try rootElement(of: root)
    try writer.startElement(rootName.written, keepsText: mapping.nodes[node].keepsText)
    try declareNamespaces(root, rootName)
    tasks.append(.end)
    if root.isArray { try beginList(root) } else { try beginRecord(root, type: 0) }
    while let task = tasks.popLast() {
      switch task {
      case .element(let node, let record, let occurrence): try element(node, record, occurrence)
      case .elements(let node, let record, let occurrence, let count):
        if occurrence + 1 < count {
          tasks.append(.elements(node: node, record: record, occurrence: occurrence + 1, count: count))
        }
        try element(node, record, occurrence)
      case .alternatives(let type, let index, let count):
        if count > 1 {
          tasks.append(.alternatives(type: type, index: document.next(after: index), count: count - 1))
        }
        try beginRecord(DocumentValue(document, at: index), type: type)
      case .text(let field, let value): try text(field, value)
      case .markup(let value):
        index = value
        try writer.markup(try MappedMarkup.checked(text(at: value), in: mapping))
      case .end: try writer.endElement()
      case .forget: values.removeLast(values.count - records.removeLast().firstValue)
      }
    }
    // Records without their document may refer to missing ones.
    if !root.isArray && options.bareRecords == 0 { try resolveReferences() }
  }

  /// Treats an array as the records of a root's list: the one whose fields include all its keys.
  private mutating func beginList(_ list: DocumentValue) throws(Failure) {
    guard let way = mapping.pathToList(of: list, at: nil), way.count == 1, let found = way.last else {
      throw Failure(
        .mappingShape,
        "\(mapping.records[0].name.string): expected a dictionary, or an array of the records of one of its lists"
      )
    }
    records.append(OpenRecord(type: 0, firstValue: values.count, serial: 0))
    values.append(Value(field: found, index: list.index, node: mapping.fields[found].node))
    tasks.append(.forget)
    try content(of: mapping.records[0].root, record: 0, occurrence: 0)
  }

  /// The root element specified by the data, or the mapping's first.
  private mutating func rootElement(of root: DocumentValue) throws(Failure) -> CompiledRoot {
    guard let value = root.value(forKey: MappingKeyName.root) else { return mapping.roots[0] }
    index = value.index
    if let name = value.text, let found = mapping.roots.first(where: { $0.written == name }) { return found }
    throw Failure(.mappingValue, "#root: the root element is \(mapping.rootNames)")
  }

  /// Declares the mapping's namespaces; the root element's may have an equivalent URI.
  private mutating func declareNamespaces(_ root: DocumentValue, _ element: CompiledRoot) throws(Failure) {
    var chosen: Int?
    if let value = root.value(forKey: MappingKeyName.namespace) {
      index = value.index
      chosen = value.text.flatMap { mapping.namespaces[element.namespace].alternative($0) }
      guard chosen != nil else {
        throw Failure(
          .mappingValue, "#namespace: the mapping declares no such namespace for its root element")
      }
    }
    for (number, namespace) in mapping.namespaces.enumerated() {
      let uri = namespace.uris[number == element.namespace ? chosen ?? 0 : 0]
      if namespace.prefix == "xml" || uri.isEmpty { continue }
      let name = namespace.prefix.isEmpty ? "xmlns" : "xmlns:" + namespace.prefix.string
      try Array(name.utf8).withByteView { (view: ByteView) throws(Failure) in
        try writer.attribute(view, uri)
      }
    }
  }

  // MARK: Records

  /// Collects a record's values, writes its attributes, and adds tasks for its content; its element is open.
  mutating func beginRecord(_ value: DocumentValue, type: Int) throws(Failure) {
    index = value.index
    let record = mapping.records[type]
    guard value.isDictionary else {
      throw Failure(.mappingShape, "\(record.name.string): expected a dictionary")
    }
    guard records.count < Limits.depth else { throw Failure(.documentTooDeep, String(Limits.depth)) }
    serial += 1
    let open = OpenRecord(type: type, firstValue: values.count, serial: serial)
    if fieldNames[type] == nil {
      fieldNames[type] = TableColumns(record.fields.map { mapping.fields[$0].name.array })
    }
    var next = 0
    for entry in value.entries {
      if entry.key == MappingKeyName.unmapped {
        try takeUnmapped(entry.value, root: record.root)
        continue
      }
      if records.isEmpty && MappingKeyName.isOfDocument(entry.key) { continue }
      guard let number = fieldNames[type]?.number(of: entry.key, expected: next) else {
        index = entry.keyIndex
        throw Failure(.mappingUnknownElement, "\(record.name.string): unknown key '\(entry.key.string)'")
      }
      let field = record.fields.lowerBound + number
      next = number + 1
      if entry.value.tag == .null { continue }
      try checkList(field, entry.value)
      values.append(Value(field: field, index: entry.value.index, node: mapping.fields[field].node))
    }
    index = value.index
    if !options.keepsKeyOrder { sortByField(from: open.firstValue) }
    if records.count >= options.bareRecords { try checkEndOfRecord(of: record, from: open.firstValue) }
    records.append(open)
    try registerKey(of: record, open)
    if record.isChoice {
      try checkAlternative(record, open)
    } else {
      try attributes(of: record.root, record: records.count - 1, occurrence: 0)
    }
    tasks.append(.forget)
    try content(of: record.root, record: records.count - 1, occurrence: 0)
  }

  /// Sorts values in the order of the mapping's fields, unless pieces of text determine their order.
  private mutating func sortByField(from first: Int) {
    func rank(_ value: Value) -> Int { value.field < 0 ? .max : value.field }
    if values[first...].contains(where: { $0.field >= 0 && mapping.traits[$0.field].hasAllPieces }) { return }
    if values.indices.dropFirst(first + 1).allSatisfy({ rank(values[$0 - 1]) <= rank(values[$0]) }) { return }
    values.replaceSubrange(first..., with: values[first...].sorted { rank($0) < rank($1) })
  }

  /// Checks that all values of an alternative are in one element.
  private func checkAlternative(_ record: CompiledRecord, _ open: OpenRecord) throws(Failure) {
    var found: Int?
    for value in values[open.firstValue...] {
      guard let child = child(of: record.root, towards: value.node) else { continue }
      guard found ?? child == child else {
        let names = values[open.firstValue...].filter { $0.field >= 0 }
          .map { mapping.fields[$0.field].model.name }
        throw Failure(
          .mappingShape,
          "\(record.name.string): one of \(names.joined(separator: ", ")) expected here, since it is a choice"
        )
      }
      found = child
    }
  }

  private mutating func checkList(_ number: Int, _ value: DocumentValue) throws(Failure) {
    let field = mapping.fields[number]
    index = value.index
    guard field.traits.isList else {
      if value.isArray && field.traits.kind != .runs {
        throw field.problem("expected one value, found an array")
      }
      return
    }
    guard value.isArray else { throw field.problem("expected an array") }
    guard let bounds = field.model.list else { return }
    if value.count < bounds.minimum {
      throw Failure(
        .mappingMissing,
        "\(field.owner): \(field.model.name) has \(value.count) values, and needs at least \(bounds.minimum)")
    }
    if let maximum = bounds.maximum, value.count > maximum {
      throw field.problem("\(value.count) values, more than \(maximum)")
    }
  }

  private func checkEndOfRecord(of record: CompiledRecord, from first: Int) throws(Failure) {
    for number in record.fieldsCheckedAtEnd {
      let field = mapping.fields[number]
      let needsOne = field.model.isRequired || (field.model.list?.minimum ?? 0) > 0
      guard needsOne, !values[first...].contains(where: { $0.field == number }) else { continue }
      if field.defaultText == nil { throw mapping.missing(field) }
    }
  }

  // MARK: Keys and references

  private mutating func registerKey(of record: CompiledRecord, _ open: OpenRecord) throws(Failure) {
    guard record.keySpace >= 0 else { return }
    var key = GrowableBuffer<UInt8>(capacity: 32)
    let place = index
    for (number, field) in record.keyFields.enumerated() {
      guard let value = values[open.firstValue...].first(where: { $0.field == field }) else { return }
      if number > 0 { key.append(0) }
      scratch.removeAll()
      index = value.index
      try mapping.fields[field].append(DocumentValue(document, at: value.index), to: &scratch)
      let checked = try scratch.withHeldBytes { (text: ByteView) throws(Failure) in
        try mapping.fields[field].checkedValue(of: text.trimmed, decoding: &decoded)
      }
      scratch.withHeldBytes { _ in checked.appendKey(isReal: mapping.traits[field].isRealKey, to: &key) }
    }
    index = place
    let everywhere = CompiledMapping.wholeDocument
    let isOwned = record.keyScope == .owner && records.count > 1
    let owner = isOwned ? records[records.count - 2].serial : everywhere
    guard keys.insert(key.view, space: record.keySpace, owner: owner) else {
      if record.repeatedKey == .error { throw mapping.duplicateKey(key.view, of: open.type) }
      return
    }
    if isOwned { _ = keys.insert(key.view, space: record.keySpace, owner: everywhere) }
  }

  private mutating func resolveReferences() throws(Failure) {
    for number in 0..<references.keys.count {
      let reference = references.keys[number]
      let field = reference.number
      guard let target = mapping.fields[field].model.reference, !target.allowsOutside else { continue }
      let key = references.text(of: reference)
      let space = mapping.records[target.record].keySpace
      if !keys.contains(key, space: space, owner: CompiledMapping.wholeDocument) {
        index = reference.place
        throw mapping.dangling(key, field: field)
      }
    }
  }
}

extension Mapping.Place.End {
  var isAttribute: Bool { if case .attribute = self { true } else { false } }
}
