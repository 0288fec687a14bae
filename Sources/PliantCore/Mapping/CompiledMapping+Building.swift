/// Builds the tables of a `CompiledMapping`: from the model's fields to the tree of places.
struct CompiledMappingBuilder {
  /// The maximum number of steps of a place, and of record types in a chain of extensions.
  static let maximumSteps = 64

  /// A node under construction.
  private final class Draft {
    let step: Mapping.Place.Step?
    var children: [Draft] = []
    private(set) var childOfStep: [Mapping.Place.Step: Draft] = [:]
    var attributeNames: Set<Mapping.Name> = []
    var attributes: [(name: Mapping.Name, field: Int)] = []
    var texts: [Int] = []
    var lists: [Int] = []
    var recordField = -1
    var contentField = -1
    var choiceField = -1
    var repeats = false
    var keepsText = false
    var number = -1

    init(_ step: Mapping.Place.Step?) { self.step = step }

    func addChild(_ step: Mapping.Place.Step) -> Draft {
      let child = Draft(step)
      children.append(child)
      childOfStep[step] = child
      return child
    }
  }

  let mapping: Mapping
  let bytes = ByteStore()
  private(set) var records: [CompiledRecord] = []
  private(set) var fields: [CompiledField] = []
  private(set) var nodes: [PlaceNode] = []
  private(set) var children: [Int32] = []
  private(set) var attributes: [PlaceAttribute] = []
  private(set) var conditions: [PlaceCondition] = []
  private(set) var nodeFields: [Int32] = []
  private(set) var namespaces: [CompiledNamespace] = []
  private var numbers: [String: Int] = ["": 0]

  init(_ mapping: Mapping) throws(Failure) {
    self.mapping = mapping
    guard !mapping.records.isEmpty else { throw Failure(.mappingUnusable, "it has no record type") }
    let none = mapping.namespaces.first { $0.uri.isEmpty }
    namespaces.append(
      CompiledNamespace(prefix: .empty, uris: [.empty] + (none?.alternatives ?? []).map(bytes.keep)))
    for namespace in mapping.namespaces where !namespace.uri.isEmpty && numbers[namespace.uri] == nil {
      add(namespace.prefix, [namespace.uri] + namespace.alternatives)
    }
  }

  mutating func build() throws(Failure) { for record in mapping.records.indices { try addRecord(record) } }

  // MARK: Names

  private mutating func add(_ prefix: String, _ uris: [String]) {
    numbers[uris[0]] = namespaces.count
    namespaces.append(CompiledNamespace(prefix: bytes.keep(prefix), uris: uris.map(bytes.keep)))
  }

  mutating func namespace(_ uri: String) -> Int {
    if let number = numbers[uri] { return number }
    let isXML = uri == XMLNamespaces.xmlURI.description
    add(isXML ? "xml" : "ns\(namespaces.count)", [uri])
    return namespaces.count - 1
  }

  /// The name with its prefix.
  ///
  /// Throws if an attribute's namespace has only the empty prefix.
  mutating func written(_ name: Mapping.Name, isAttribute: Bool) throws(Failure) -> ByteView {
    let local = bytes.keep(name.local)
    guard XMLCharacters.isName(local) else {
      throw Failure(.mappingUnusable, "'\(name.local)' cannot be the name of an XML element or attribute")
    }
    if name.uri.isEmpty { return local }
    let prefix = namespaces[namespace(name.uri)].prefix.string
    if !prefix.isEmpty { return bytes.keep(prefix + ":" + name.local) }
    guard !isAttribute else {
      throw Failure(.mappingUnusable, "the attribute \(name.local) needs a namespace that has a prefix")
    }
    return local
  }

  // MARK: Records

  /// The record type and those that it extends, the outermost first.
  private func lineage(of record: Int) throws(Failure) -> [Int] {
    var line = [record]
    while let parent = mapping.records[line[0]].parent {
      guard mapping.records.indices.contains(parent), !line.contains(parent), line.count < Self.maximumSteps
      else {
        throw Failure(.mappingUnusable, "the record type \(mapping.records[record].name) extends itself")
      }
      line.insert(parent, at: 0)
    }
    return line
  }

  private mutating func addRecord(_ number: Int) throws(Failure) {
    let model = mapping.records[number]
    let first = fields.count
    let root = Draft(nil)
    let line = try lineage(of: number)
    var names: Set<String> = []
    for ancestor in line {
      for field in mapping.records[ancestor].fields {
        guard names.insert(field.name).inserted else {
          throw Failure(.mappingUnusable, "the record type \(model.name) has two fields \(field.name)")
        }
        try add(field, of: model.name, to: root)
      }
    }
    let range = first..<fields.count
    if model.isChoice { try checkAlternatives(range, of: number) }
    guard range.count < Int(UInt16.max) else { throw Failure(.mappingUnusable, "it has too many fields") }
    let keys = range.filter { fields[$0].model.isKey }
    // Those that extend a record type share its keys.
    let keyed = line.first { mapping.records[$0].fields.contains { $0.isKey } }
    records.append(
      CompiledRecord(
        name: bytes.keep(model.name), fields: range, root: layOut(root),
        keySpace: keys.isEmpty ? -1 : keyed ?? number, keyFields: keys, repeatedKey: model.repeatedKey,
        keyScope: model.keyScope,
        fieldsCheckedAtEnd: model.isChoice ? [] : range.filter { fields[$0].isCheckedAtEnd },
        attributeDefaults: range.filter {
          fields[$0].defaultText != nil && fields[$0].model.place.steps.isEmpty
            && fields[$0].model.place.end.isAttribute
        }, isChoice: model.isChoice))
  }

  /// Checks that each field of a choice is in an element that occurs at most once.
  private func checkAlternatives(_ range: Range<Int>, of record: Int) throws(Failure) {
    let name = mapping.records[record].name
    if record == 0 { throw Failure(.mappingUnusable, "the root's record \(name) is a choice") }
    for field in range.map({ fields[$0].model }) where !field.canBeAlternative {
      throw Failure(.mappingUnusable, "\(name).\(field.name) cannot be an alternative of a choice")
    }
  }

  private mutating func add(_ field: Mapping.Field, of record: String, to root: Draft) throws(Failure) {
    let place = field.place
    guard place.steps.count <= Self.maximumSteps else {
      throw Failure(.mappingUnusable, "the place of \(record).\(field.name) has too many steps")
    }
    let number = fields.count
    var node = root
    var container = root
    for step in place.steps {
      container = node
      if let child = node.childOfStep[step] {
        node = child
      } else {
        _ = try written(step.name, isAttribute: false)
        if let condition = step.condition { _ = try written(condition.attribute, isAttribute: true) }
        node = node.addChild(step)
      }
    }
    let compiled = try CompiledField(
      field, of: record, in: mapping, bytes: bytes,
      isInRoot: (place.end == .children ? node : container) === root)
    fields.append(compiled)
    let doubled = Failure(
      .mappingUnusable, "the place of \(record).\(field.name) is that of another field as well")
    if case .record(let type) = field.type, mapping.records[type].isChoice != (place.end == .children) {
      throw Failure(.mappingUnusable, "\(record).\(field.name): only a choice can be at *")
    }
    switch place.end {
    case .children:
      guard field.list != nil, compiled.record >= 0 else {
        throw Failure(.mappingUnusable, "\(record).\(field.name) is at *, which is for a list of a choice")
      }
      guard node.choiceField < 0, node.recordField < 0, node.contentField < 0 else { throw doubled }
      node.choiceField = number
      if node !== root { node.lists.append(number) }
      return
    case .attribute(let name):
      _ = try written(name, isAttribute: true)
      guard node.attributeNames.insert(name).inserted else { throw doubled }
      node.attributes.append((name, number))
    case .text, .element:
      switch field.type {
      case .record:
        guard node !== root, place.end == .element else {
          throw Failure(.mappingUnusable, "\(record).\(field.name) is a record, so its place is an element")
        }
        guard node.recordField < 0, node.contentField < 0, node.texts.isEmpty else { throw doubled }
        node.recordField = number
      case .xml, .runs, .dictionary:
        guard node.contentField < 0, node.recordField < 0, node.texts.isEmpty else { throw doubled }
        node.contentField = number
        node.keepsText = true
      default:
        let isDoubled = node.texts.contains { fields[$0].model.pieces == field.pieces }
        guard !isDoubled, node.recordField < 0, node.contentField < 0 else { throw doubled }
        node.texts.append(number)
        if field.whitespace == .keep { node.keepsText = true }
      }
    }
    if compiled.traits.isList && !compiled.traits.isListInOneText {
      guard !place.steps.isEmpty else {
        throw Failure(.mappingUnusable, "\(record).\(field.name) is a list, so an element must repeat")
      }
      node.repeats = true
      // A sparse list has no key even in an empty container.
      if container !== root, !field.isSparse { container.lists.append(number) }
    }
  }

  // MARK: Nodes

  /// Numbers the drafts and stores them in the tables; returns the root's number.
  private mutating func layOut(_ root: Draft) -> Int {
    let first = nodes.count
    var drafts = [root]
    root.number = first
    nodes.append(PlaceNode())
    var next = 0
    while next < drafts.count {
      let draft = drafts[next]
      next += 1
      let start = children.count
      // Elements with conditions precede the one without.
      let ordered =
        draft.children.filter { $0.step?.condition != nil }
        + draft.children.filter { $0.step?.condition == nil }
      for child in ordered {
        child.number = nodes.count
        children.append(Int32(nodes.count))
        drafts.append(child)
        nodes.append(emptyNode(child, parent: draft.number))
      }
      nodes[draft.number].firstChild = Int32(start)
      nodes[draft.number].childCount = Int32(ordered.count)
      nodes[draft.number].hasConditions = ordered.contains { $0.step?.condition != nil }
      fill(draft)
    }
    return first
  }

  private mutating func emptyNode(_ draft: Draft, parent: Int) -> PlaceNode {
    guard let step = draft.step else { return PlaceNode() }
    let name = bytes.keep(step.name.local)
    var node = PlaceNode(
      name: name, written: (try? written(step.name, isAttribute: false)) ?? name,
      namespace: Int32(namespace(step.name.uri)), parent: Int32(parent))
    if let condition = step.condition {
      node.condition = Int32(conditions.count)
      conditions.append(
        PlaceCondition(
          name: bytes.keep(condition.attribute.local),
          written: (try? written(condition.attribute, isAttribute: true)) ?? .empty,
          namespace: Int32(namespace(condition.attribute.uri)), value: bytes.keep(condition.value)))
    }
    return node
  }

  private mutating func fill(_ draft: Draft) {
    let number = draft.number
    nodes[number].firstAttribute = Int32(attributes.count)
    nodes[number].attributeCount = Int32(draft.attributes.count)
    for (name, field) in draft.attributes {
      attributes.append(
        PlaceAttribute(
          name: bytes.keep(name.local), written: (try? written(name, isAttribute: true)) ?? .empty,
          namespace: Int32(namespace(name.uri)), field: Int32(field)))
    }
    nodes[number].firstText = Int32(nodeFields.count)
    nodes[number].textCount = Int32(draft.texts.count)
    nodeFields += draft.texts.map { Int32($0) }
    nodes[number].firstList = Int32(nodeFields.count)
    nodes[number].listCount = Int32(draft.lists.count)
    nodeFields += draft.lists.map { Int32($0) }
    nodes[number].recordField = Int32(draft.recordField)
    nodes[number].contentField = Int32(draft.contentField)
    nodes[number].choiceField = Int32(draft.choiceField)
    nodes[number].repeats = draft.repeats
    let ending =
      draft.texts + draft.attributes.map(\.field)
      + [draft.recordField, draft.contentField].filter { $0 >= 0 }
    if draft.step != nil,
      let lenient = ending.first(where: { fields[$0].traits.isLenient && !fields[$0].traits.isList })
    {
      nodes[number].lenientField = Int32(lenient)
    }
    nodes[number].keepsText = draft.keepsText
    nodes[number].hasFirstPiece = draft.texts.contains { fields[$0].model.pieces == .first }
    nodes[number].interleaves = draft.texts.contains { fields[$0].model.pieces == .all }
    let all = ending + [draft.choiceField].filter { $0 >= 0 }
    rank(number, fields: all)
    for field in all { fields[field].node = number }
  }

  /// Sets the range of fields in a node and its parents, which determines the order of writing.
  private mutating func rank(_ number: Int, fields: [Int]) {
    guard let first = fields.min(), let last = fields.max() else { return }
    var at = number
    while at >= 0 {
      nodes[at].firstRank = min(nodes[at].firstRank, Int32(first))
      nodes[at].lastRank = max(nodes[at].lastRank, Int32(last))
      at = Int(nodes[at].parent)
    }
  }
}

extension Mapping.Field {
  /// Whether it can be an element of a choice: its place begins with an element, and it is not required.
  package var canBeAlternative: Bool {
    !place.steps.isEmpty && !isRequired && !isKey && defaultText == nil && !(list != nil && isDirectStep)
  }

  /// Whether the first element of its place repeats.
  private var isDirectStep: Bool { place.steps.count == 1 && place.end != .children }
}
