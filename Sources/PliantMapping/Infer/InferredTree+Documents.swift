// Samples other than XML: the dictionaries, arrays and values of any document, or the rows of a table.
//
//   {"orders": [{"id": 1, "tags": ["a"]}]}        document ─ orders, a list ─ id
//                                                                           └ tags, a list of values

extension InferredTree {
  /// The kinds of values that occurred at a place.
  struct Shapes: OptionSet {
    let rawValue: UInt8
    static let dictionary = Shapes(rawValue: 1)
    static let number = Shapes(rawValue: 2)
    static let text = Shapes(rawValue: 4)
    static let boolean = Shapes(rawValue: 8)
    static let date = Shapes(rawValue: 16)
    /// Values that need a JSON column: UIDs, and arrays in arrays.
    static let other = Shapes(rawValue: 32)
    /// Integers that need more than 64 bits, next to `number`.
    static let wideInteger = Shapes(rawValue: 64)
    static let data = Shapes(rawValue: 128)
  }

  private struct Visit {
    let value: DocumentValue
    let node: Int
    /// The enclosing records but for the root, whose name is invented.
    let around: [Enclosing]
  }

  private struct Enclosing {
    let node: Int
    let value: DocumentValue

    /// Whether a record or a list below the key of this one is of its kind: half of the smaller one's other keys are
    /// those of both.
    func isLike(_ value: DocumentValue, _ key: ByteView) -> Bool {
      guard let inner = value.isArray ? value.elements.first(where: { $0.isDictionary }) : value else {
        return false
      }
      let (inside, outside) = (Self.keys(inner, but: key), Self.keys(self.value, but: key))
      let common = inside.intersection(outside).count
      return common > 0 && common * 2 >= min(inside.count, outside.count)
    }

    private static func keys(_ value: DocumentValue, but key: ByteView) -> Set<[UInt8]> {
      Set(value.entries.map(\.key.array)).subtracting([key.array])
    }
  }

  /// Begins a document, which is a dictionary or becomes the list `name` in one; `add` receives its parts.
  mutating func beginDocument(named name: String, isDictionary: Bool) {
    isOfDocuments = true
    sampleCount += 1
    documentName = name
    isList = !isDictionary
    if nodes.isEmpty {
      // The entries of dictionaries are separate tables, because their keys differ.
      let own = Array((isDictionary ? Self.name(like: name) + "_document" : "document").utf8)
      nodes.append(InferredNode(name: own.withByteView { number(.empty, $0) }, types: .numbers))
    }
    nodes[0].instances += 1
  }

  /// The name of an element that is like a file's.
  private static func name(like file: String) -> String {
    let name = String(file.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." ? $0 : "_" })
    return name.first.map { $0.isLetter || $0 == "_" } ?? false ? name : "_" + name
  }

  /// Adds entries of the root, or elements of one of its lists, starting with the first ones.
  ///
  /// Throws an error for too many different keys.
  mutating func add(_ value: DocumentValue, ofList list: String?, isFirst: Bool) throws(Failure) {
    var pending: [Visit] = []
    if let list {
      try Array(list.utf8).withByteView { (key: ByteView) throws(Failure) in
        try add(value, key, of: 0, around: [], &pending, isMore: !isFirst)
      }
    } else {
      nodes[0].shapes.insert(.dictionary)
      if isForSQL, nodes[0].children.isEmpty, value.hasLikeRecords { entriesName = documentName }
      if let entriesName { return try add(whole: value, Array(entriesName.utf8)) }
      for entry in value.entries { try add(entry.value, entry.key, of: 0, around: [], &pending) }
      pending.reverse()
    }
    try visit(&pending)
  }

  /// Adds a document that is a dictionary of records.
  private mutating func add(whole value: DocumentValue, _ name: [UInt8]) throws(Failure) {
    var pending: [Visit] = []
    try name.withByteView { (key: ByteView) throws(Failure) in
      try add(value, key, of: 0, around: [], &pending)
    }
    pending.reverse()
    try visit(&pending)
  }

  private mutating func visit(_ pending: inout [Visit]) throws(Failure) {
    while let visit = pending.popLast() {
      nodes[visit.node].instances += 1
      nodes[visit.node].shapes.insert(.dictionary)
      var entries: [Visit] = []
      let around = visit.around + [Enclosing(node: visit.node, value: visit.value)]
      for entry in visit.value.entries {
        try add(entry.value, entry.key, of: visit.node, around: around, &entries)
      }
      pending += entries.reversed()
    }
  }

  private mutating func add(
    _ value: DocumentValue, _ key: ByteView, of parent: Int, around: [Enclosing], _ pending: inout [Visit],
    isMore: Bool = false
  ) throws(Failure) {
    let name = number(.empty, key)
    // Only a dictionary may be another of the records around it.
    let isRecord = value.isDictionary || value.isArray && value.elements.contains { $0.isDictionary }
    let number = try child(
      name, of: parent, like: isRecord ? around.filter { $0.isLike(value, key) }.map(\.node) : [])
    if value.tag == .null { return }
    if !isMore { nodes[parent].children[number].presentIn += 1 }
    let node = nodes[parent].children[number].node
    if isForSQL, value.isDictionary,
      nodes[node].isOfEntries || nodes[node].instances == 0 && value.hasLikeRecords
    {
      nodes[parent].children[number].maximum = 2
      nodes[node].isOfEntries = true
      nodes[node].keys.isKeyName = true
      for entry in value.entries {
        nodes[node].keys.add(entry.key, sample: keySample, budget: &budget)
        guard entry.value.isDictionary else {
          add(scalar: entry.value, to: node)
          continue
        }
        pending.append(Visit(value: entry.value, node: node, around: around))
      }
      return
    }
    // An array is a list even with one element or none.
    nodes[parent].children[number].maximum = max(
      nodes[parent].children[number].maximum, value.isArray ? 2 : 1)
    for element in value.isArray ? Array(value.elements) : [value] {
      if element.isDictionary {
        pending.append(Visit(value: element, node: node, around: around))
      } else if isList, parent == 0 {
        try add(row: element, to: node, &pending)
      } else {
        add(scalar: element, to: node)
      }
    }
  }

  /// Adds a record that is a single value, or an array of cells.
  private mutating func add(row value: DocumentValue, to node: Int, _ pending: inout [Visit]) throws(Failure)
  {
    nodes[node].instances += 1
    nodes[node].shapes.insert(.dictionary)
    if value.tag == .null { return }
    for (name, cell) in value.cells(named: valueName) {
      try Array(name.utf8).withByteView { (key: ByteView) throws(Failure) in
        try add(cell, key, of: node, around: [], &pending)
      }
    }
  }

  private mutating func add(scalar value: DocumentValue, to node: Int) {
    nodes[node].instances += 1
    var output = OutputBuffer()
    switch value.tag {
    case .null: return
    case .string:
      nodes[node].shapes.insert(.text)
      if keepsStrings { nodes[node].text.types = [] }
    case .true, .false: nodes[node].shapes.insert(.boolean)
    case .date: nodes[node].shapes.insert(.date)
    case .data: nodes[node].shapes.insert(.data)
    case .uid, .container: nodes[node].shapes.insert(.other)
    case .wideInteger: nodes[node].shapes.formUnion([.number, .wideInteger])
    case .integerText where value.integer == nil: nodes[node].shapes.formUnion([.number, .wideInteger])
    default: nodes[node].shapes.insert(.number)
    }
    // The others are only in JSON columns, never keys.
    if nodes[node].shapes.isDisjoint(with: [.other, .data]) { value.appendText(to: &output) }
    let isNumber = nodes[node].shapes.contains(.number) && value.tag != .string
    output.withHeldBytes { text in
      if isNumber, let kind = NumberText.kind(of: text) { nodes[node].text.note(number: text, kind) }
      nodes[node].text.add(text, sample: keySample, budget: &budget)
    }
  }
}

extension DocumentValue {
  /// The cells of a record other than a dictionary: those of an array, numbered, or the value itself.
  func cells(named name: String) -> [(name: String, value: DocumentValue)] {
    isArray ? elements.enumerated().map { ("column_\($0 + 1)", $1) } : [(name, self)]
  }
}

extension InferredNode {
  /// Whether its values are of kinds that only a JSON column can combine; a column of SQL can combine more.
  func isOpaque(inSQL: Bool) -> Bool {
    if shapes.contains(.other) { return true }
    if shapes.contains(.dictionary) { return children.isEmpty || shapes != .dictionary }
    if !inSQL, shapes.contains(.boolean), !shapes.isDisjoint(with: [.text, .number]) { return true }
    return shapes.contains(.date) && shapes != .date || shapes.contains(.data) && shapes != .data
  }
}

extension Mapping.Name {
  /// A name valid for elements and record types: other characters become underscores.
  var withoutUncommonCharacters: Mapping.Name {
    var text = ""
    for scalar in local.unicodeScalars {
      let isLetter = scalar.properties.isAlphabetic || scalar == "_"
      if text.isEmpty && !isLetter { text = "_" }
      let isPart = isLetter || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "."
      text.unicodeScalars.append(isPart ? scalar : "_")
    }
    return Mapping.Name(uri: uri, local: text.isEmpty ? "_" : text)
  }
}
