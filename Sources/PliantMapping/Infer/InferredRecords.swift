/// Makes the records of a drafted mapping: classifies nodes, and merges those with equal fields.
struct InferredRecords {
  enum Kind: Equatable {
    case value
    /// Content to keep as XML.
    case xml
    /// Only a repeated child.
    case container
    case record
  }

  let tree: InferredTree
  private let allowsAnyOrder: Bool
  private var kinds: [Kind] = []
  var notes: [String] = []
  /// For each record type with a guessed key, the keys.
  var keyHashes: [Int: DistinctHashes] = [:]
  /// Nodes that are records, in the order of discovery.
  private(set) var order: [Int] = []
  var drafts: [Int: [Draft]] = [:]
  /// For each record's node, the first node with the same fields.
  private var leaders: [Int: Int] = [:]

  /// A field whose record types are still unknown.
  struct Draft {
    var field: Mapping.Field
    /// The node of the records in it.
    var target: Int?
    /// The observed values, for a single value.
    var value: InferredValue?
    var isKeyName = false
    /// Whether some values are booleans and others text.
    var mixesBooleans = false
    var localName = ""

    /// Whether its name suggests a reference: ref, idref, parent_ref.
    var isReferenceName: Bool { ["ref", "refs"].contains(where: localName.lowercased().hasSuffix) }
  }

  private let prefixes: [String: String]

  init(_ tree: InferredTree, allowsAnyOrder: Bool) {
    self.tree = tree
    let named = tree.prefixes.filter { !$0.prefix.isEmpty }.map { ($0.uri, $0.prefix) }
    prefixes = Dictionary(named, uniquingKeysWith: { first, _ in first })
    self.allowsAnyOrder = allowsAnyOrder
    kinds = tree.nodes.indices.map { kind(ofNode: $0) }
  }

  // MARK: Kinds

  func kind(of node: Int) -> Kind { kinds[node] }

  func isStructured(_ node: Int) -> Bool { kinds[node] != .value }

  private func kind(ofNode index: Int) -> Kind {
    let node = tree.nodes[index]
    if tree.isOfDocuments {
      return index > 0 && (node.isOpaque(inSQL: tree.isForSQL) || node.children.isEmpty || isMap(node))
        ? .value : .record
    }
    if node.isMixed { return index > 0 && node.attributes.isEmpty ? .xml : .record }
    if node.attributes.isEmpty && node.children.isEmpty { return index == 0 ? .record : .value }
    let hasText = node.text.count > node.text.emptyCount
    if index > 0, node.attributes.isEmpty, !hasText, node.children.count == 1, node.children[0].maximum > 1,
      node.children[0].node != index
    {
      return .container
    }
    return .record
  }

  // MARK: Choices

  /// A number for the choice in a node, beyond those of nodes.
  private func choice(in node: Int) -> Int { tree.nodes.count + node }

  func isChoice(_ node: Int) -> Bool { node >= tree.nodes.count }

  /// A node's children in the order of the samples, and those that alternate.
  private func order(of node: InferredNode) -> (children: [Int], together: Set<Int>) {
    let order = node.order.sorted(node.children.count)
    return (order.children, allowsAnyOrder ? [] : order.together)
  }

  private func choiceFields(of index: Int) -> [Draft] {
    let node = tree.nodes[index]
    var used = FreeNames()
    let order = order(of: node)
    return order.children.filter(order.together.contains).map { number in
      var child = node.children[number]
      // Each alternative occurs alone, and none of them always.
      child.maximum = 1
      var alternative = draft(of: child, in: node, &used)
      alternative.field.isRequired = false
      return alternative
    }
  }

  /// The local name of the element, or a name for its content.
  private func localName(of node: Int) -> String {
    if !isChoice(node) {
      let name = tree.names[tree.nodes[node].name]
      return tree.isOfDocuments ? name.withoutUncommonCharacters.local : name.local
    }
    return tree.names[tree.nodes[node - tree.nodes.count].name].local + "Item"
  }

  // MARK: Records

  mutating func records() -> [Mapping.Record] {
    var pending = [0]
    while let node = pending.popLast() {
      guard drafts[node] == nil else { continue }
      order.append(node)
      let fields = isChoice(node) ? choiceFields(of: node - tree.nodes.count) : fields(of: node)
      drafts[node] = fields
      pending += fields.compactMap(\.target).reversed()
    }
    if tree.isForSQL { makeInline() }
    group()
    let members = Dictionary(grouping: order) { leaders[$0] ?? $0 }
    let leading = order.filter { leaders[$0] ?? $0 == $0 }
    let numbers = Dictionary(uniqueKeysWithValues: leading.enumerated().map { ($1, $0) })
    let names = recordNames(leading)
    var records: [Mapping.Record] = []
    for leader in leading {
      var record = Mapping.Record(name: names[leader] ?? "_")
      record.isChoice = isChoice(leader)
      record.fields = (drafts[leader] ?? []).enumerated().map { number, draft in
        var field = draft.field
        let scales = Set((members[leader] ?? []).map { drafts[$0]?[number].field.constraints.scale })
        if scales.count != 1 { field.constraints.scale = nil }
        // Empty and padded values are none of a decimal.
        if field.type == .decimal, field.storage?.isUntyped == true { field.isLenient = true }
        if let target = draft.target { field.type = .record(numbers[leaders[target] ?? target] ?? 0) }
        return field
      }
      records.append(record)
    }
    for leader in leading {
      for draft in drafts[leader] ?? []
      where draft.field.storage?.isUntyped == true && draft.value?.isWide == true {
        notes.append("\(names[leader] ?? "").\(draft.field.name): integers beyond 64 bits are texts")
      }
      for draft in drafts[leader] ?? [] where draft.mixesBooleans {
        notes.append("\(names[leader] ?? "").\(draft.field.name): booleans are the texts true and false")
      }
    }
    addKeysAndReferences(leading, members, numbers, &records)
    for node in order where !isChoice(node) && tree.nodes[node].isMixed { noteXML(node) }
    for node in tree.nodes.indices where kinds[node] == .xml { noteXML(node) }
    return records
  }

  private mutating func noteXML(_ index: Int) {
    let node = tree.nodes[index]
    let name = tree.names[node.name].local
    let note = "the content of <\(name)> is kept as XML, since it mixes text and elements"
    if notes.count < 100 && !notes.contains(note) { notes.append(note) }
  }

  private func recordNames(_ leading: [Int]) -> [Int: String] {
    var names: [Int: String] = [:]
    var used = FreeNames()
    var parents: [Int: Int] = [:]
    for node in order {
      for target in (drafts[node] ?? []).compactMap(\.target) where parents[leaders[target] ?? target] == nil
      {
        parents[leaders[target] ?? target] = leaders[node] ?? node
      }
    }
    for leader in leading {
      let local = localName(of: leader)
      var name = leader == 0 && !Self.isWord(local) ? local : Self.capitalized(local)
      if used.isTaken(name) || Self.isWord(name), let parent = parents[leader].flatMap({ names[$0] }) {
        name = Self.capitalized(parent) + Self.capitalized(local)
      }
      // A name that is a keyword of mapping files gets a number, as a duplicate does.
      if leader != 0 && Self.isWord(name) && !used.isTaken(name) { _ = used.take(name) }
      name = used.take(name)
      names[leader] = name
    }
    return names
  }

  private static func isWord(_ name: String) -> Bool {
    MappingFieldReader.optionNames.contains(name) || MappingTypeReader.builtInNames.contains(name)
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  // MARK: Fields

  private func fields(of index: Int) -> [Draft] {
    let node = tree.nodes[index]
    var drafts: [Draft] = []
    var used = FreeNames()
    if node.isOfEntries {
      let name = entryKeyName(of: node)
      let place = Mapping.Place(steps: [], end: .attribute(Mapping.Name(local: name)))
      var field = Mapping.Field(name: used.take(name), place: place)
      field.isRequired = node.keys.count == node.instances
      drafts.append(Draft(field: field, value: node.keys, isKeyName: true, localName: name))
    }
    for (name, value) in node.attributes {
      let name = tree.names[name]
      var draft = draft(
        named: name, Mapping.Place(steps: [], end: .attribute(name)), value, suffix: "Attribute", &used)
      draft.field.isRequired = value.count == node.instances
      drafts.append(draft)
    }
    if node.isMixed {
      var field = Mapping.Field(
        name: used.take("content"), place: Mapping.Place(steps: [], end: .element), type: .xml)
      field.whitespace = .keep
      return drafts + [Draft(field: field)]
    }
    let order = order(of: node)
    var hasChoice = false
    for number in order.children {
      let child = node.children[number]
      guard order.together.contains(number) else {
        drafts.append(self.draft(of: child, in: node, &used))
        continue
      }
      if hasChoice { continue }
      hasChoice = true
      var field = Mapping.Field(name: used.take("content"), place: Mapping.Place(steps: [], end: .children))
      field.list = Mapping.ListBounds()
      drafts.append(Draft(field: field, target: self.choice(in: index)))
    }
    if node.text.count > node.text.emptyCount || node.children.isEmpty && node.attributes.isEmpty {
      var field = Mapping.Field(
        name: used.take("text"), place: Mapping.Place(steps: [], end: .text), type: node.text.type)
      field.isRequired = node.text.count - node.text.emptyCount == node.instances
      if tree.isForSQL {
        if let numbers = node.text.numbers(isOfDocuments: false) { (field.type, field.storage) = numbers }
      } else if field.type == .decimal {
        field.constraints.scale = node.text.scale
      }
      if node.text.isPadded { field.whitespace = .keep }
      field.usesCDATA = usesCDATA(node)
      drafts.append(Draft(field: field))
    }
    return drafts
  }

  private func usesCDATA(_ node: InferredNode) -> Bool {
    node.cdataCount > 0 && node.cdataCount == node.text.count - node.text.emptyCount
  }

  private func draft(of child: InferredNode.Child, in parent: InferredNode, _ used: inout FreeNames)
    -> Draft
  {
    let node = tree.nodes[child.node]
    let name = tree.names[node.name]
    let step = Mapping.Place.Step(name: tree.isOfDocuments ? name.withoutUncommonCharacters : name)
    let isAlways = child.presentIn == parent.instances
    if kinds[child.node] == .container && child.maximum == 1 {
      let inner = node.children[0].node
      let place = Mapping.Place(
        steps: [step, Mapping.Place.Step(name: tree.names[tree.nodes[inner].name])], end: .element)
      var draft = draft(named: name, place, inner, &used)
      draft.field.list = Mapping.ListBounds()
      draft.field.isRequired = isAlways
      return draft
    }
    var draft = draft(named: name, Mapping.Place(steps: [step], end: .element), child.node, &used)
    if child.maximum > 1 {
      draft.field.list = Mapping.ListBounds()
      if node.isOfEntries, draft.target != nil { draft.field.entryKey = entryKeyName(of: node) }
    } else {
      draft.field.isRequired = isAlways
    }
    return draft
  }

  /// Drafts a field for an element with a separate node.
  private func draft(
    named name: Mapping.Name, _ place: Mapping.Place, _ index: Int, _ used: inout FreeNames
  ) -> Draft {
    let node = tree.nodes[index]
    let value = kinds[index] == .value ? node.text : nil
    var draft = draft(named: name, place, value, suffix: "Element", &used)
    switch kinds[index] {
    case .value:
      draft.field.usesCDATA = usesCDATA(node)
      if node.isOpaque(inSQL: tree.isForSQL) || isMap(node) {
        draft.field.type = .dictionary
        draft.field.storage = nil
      } else if node.shapes == .data {
        draft.field.type = .data(.base64)
        draft.field.storage = nil
      } else if tree.isForSQL {
        draft.field.storage = storage(of: node, &draft.field.type)
        draft.mixesBooleans = node.shapes.isSuperset(of: [.boolean, .text])
      } else if node.shapes == [.number, .wideInteger] {
        // A real would lose digits.
        draft.field.type = .decimal
        draft.field.constraints.scale = nil
      } else if node.shapes == .number,
        ![.integer, .decimal].contains(draft.field.type)
          || node.text.type == .decimal && node.text.scale == nil
      {
        // JSON numbers are numbers in any spelling.
        draft.field.type = .real
      }
    case .xml:
      draft.field.type = .xml
      if node.isMixed { draft.field.whitespace = .keep }
    case .container, .record: draft.target = index
    }
    return draft
  }

  private func draft(
    named name: Mapping.Name, _ place: Mapping.Place, _ value: InferredValue?, suffix: String,
    _ used: inout FreeNames
  ) -> Draft {
    var text = name.local
    if used.isTaken(text) {
      let prefix = prefixes[name.uri]
      text = prefix.map { $0 + Self.capitalized(name.local) } ?? name.local + suffix
    }
    // A version such as 1.0 is not a number.
    let isVersion = name.local.lowercased().hasSuffix("version")
    var field = Mapping.Field(
      name: used.take(text), place: place, type: isVersion ? .string : value?.type ?? .string)
    field.isRequired = false
    if tree.isForSQL {
      if !isVersion, let value, let numbers = value.numbers(isOfDocuments: tree.isOfDocuments) {
        (field.type, field.storage) = numbers
      }
    } else if field.type == .decimal {
      field.constraints.scale = value?.scale
    }
    if value?.isPadded == true { field.whitespace = .keep }
    let isKeyName = InferredTree.isKeyName(name.local)
    return Draft(field: field, value: value, isKeyName: isKeyName, localName: name.local)
  }

  /// How SQL stores the values of a document's node.
  private func storage(of node: InferredNode, _ type: inout Mapping.ValueType) -> Mapping.Storage? {
    let text = node.text
    guard tree.isOfDocuments, node.shapes.contains(.number) else {
      return text.numbers(isOfDocuments: tree.isOfDocuments)?.storage
    }
    if node.shapes.contains(.text) {
      type = .string
      return text.isRespelled ? .mixed : .any
    }
    if node.shapes.contains(.boolean) {
      type = .decimal
      return text.isWide ? .mixed : .spelled
    }
    if [.integer, .real].contains(type) { return nil }
    type = .decimal
    return text.numberStorage
  }

  // MARK: Equivalent records

  /// The maximum number of rounds; nodes that still look alike remain separate.
  private static let maximumRounds = 64

  /// Merges nodes with the same name and the same fields, including nested records.
  private mutating func group() {
    var groups: [Int: Int] = [:]
    for node in order { groups[node] = node == 0 ? -1 : 0 }
    var count = 0
    var plain: [[[AnyHashable]]: Int] = [:]
    var plainNumbers: [Int: Int] = [:]
    for node in order {
      let signature = plainSignature(of: node)
      plainNumbers[node] = plain[signature] ?? plain.count
      plain[signature] = plainNumbers[node]
    }
    for _ in 0..<Self.maximumRounds {
      var numbers: [[Int]: Int] = [:]
      var next: [Int: Int] = [:]
      for node in order {
        let targets = (drafts[node] ?? []).compactMap { $0.target.map { groups[$0] ?? -2 } }
        let signature = [plainNumbers[node] ?? -1] + targets
        if numbers[signature] == nil { numbers[signature] = numbers.count }
        next[node] = numbers[signature]
      }
      groups = next
      if numbers.count == count {
        var first: [Int: Int] = [:]
        for node in order {
          let group = groups[node] ?? 0
          if first[group] == nil { first[group] = node }
          leaders[node] = first[group]
        }
        return
      }
      count = numbers.count
    }
  }

  /// A node's name and fields, without nested records.
  private func plainSignature(of node: Int) -> [[AnyHashable]] {
    let name = node == 0 ? "" : localName(of: node)
    return [[name, isChoice(node) ? -1 : tree.nodes[node].name]]
      + (drafts[node] ?? []).map(\.field).map {
        [
          $0.name, $0.place, $0.type, $0.list != nil, $0.isRequired, $0.usesCDATA, $0.whitespace, $0.storage,
          $0.isInline, $0.entryKey,
        ]
      }
  }
}
