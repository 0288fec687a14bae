// A mapping drafted from samples: it covers everything in them, and writes back what it reads.
//
// An element without attributes and children is a value, with the type that fits all its values. One that
// contains only another, repeated element is a container. Elements with several names that alternate are the
// alternatives of a choice. If text occurs next to elements, the content remains XML, because a dictionary
// cannot represent the order. All others are records; those with the same fields are one type.

package struct MappingInference {
  /// Whether elements may be lists although others occur between them, which loses their order.
  package var allowsAnyOrder = false
  /// Whether a key must be unique in all samples together rather than in each.
  package var joinsSamples: Bool {
    get { tree.joinsSamples }
    set { tree.joinsSamples = newValue }
  }
  /// Whether the mapping is for SQL: cells and elements are numbers or remain as written.
  package var isForSQL: Bool {
    get { tree.isForSQL }
    set { tree.isForSQL = newValue }
  }
  private var tree = InferredTree()
  private(set) package var notes: [String] = []
  private var keys: [Int: DistinctHashes] = [:]

  /// Whether a record of the drafted type has a key.
  package func hasKey(_ key: String, ofRecord record: Int) -> Bool {
    Array(key.utf8).withByteView { keys[record]?.contains(ByteHash.hash($0, seed: ByteHash.seed)) ?? true }
  }

  /// Whether a document of this kind may be a further sample: elements of the root's name, or none at all.
  package func accepts(_ root: (uri: ByteView, local: ByteView)?) -> Bool {
    guard let first = tree.nodes.first else { return true }
    guard let root else { return tree.isOfDocuments }
    let name = tree.names[first.name]
    return !tree.isOfDocuments && name.uri == root.uri.string && name.local == root.local.string
  }

  package init() {}

  /// Adds a sample.
  ///
  /// Throws an error for malformed XML, another root element than before, and too many elements.
  package mutating func add(_ text: ByteView) throws(Failure) { try tree.add(text) }

  /// Adds a document other than XML, whose parts `read` passes to a receiver; one that is not a dictionary
  /// becomes the list `name` in one.
  ///
  /// Throws the errors of `read`, and one for too many different keys.
  package mutating func add(
    named name: String, keepsStrings: Bool, isOfElements: Bool = false,
    _ read: (any MappedPartReceiver) throws(Diagnostic) -> Document
  ) throws(Diagnostic) {
    tree.keepsStrings = keepsStrings
    tree.valueName = isOfElements ? Mapping.Field.elementTextName : Mapping.Field.valueName
    let sampler = PartSampler(tree, named: name)
    let rest = try read(sampler)
    do throws(Failure) {
      try sampler.take(MappedPart(field: "", records: rest, isLast: true))
    } catch { throw Diagnostic(error) }
    tree = sampler.tree
  }

  /// Returns the mapping that reads all samples.
  package mutating func mapping(named name: String) -> Mapping? {
    guard !tree.nodes.isEmpty else { return nil }
    var draft = InferredRecords(tree, allowsAnyOrder: allowsAnyOrder)
    let records = draft.records()
    let namespaces = InferredNamespaces(tree, usedBy: records)
    notes = draft.notes
    let root = tree.nodes[0]
    let count = tree.sampleCount
    var mapping = Mapping(
      name: name, about: "Drafted from \(count) sample\(count == 1 ? "" : "s")", namespaces: namespaces.list,
      root: tree.names[root.name], records: records)
    mapping.isOrdered = !allowsAnyOrder
    mapping.isGuess = isForSQL
    mapping.entriesName = tree.entriesName
    mapping.keepsWords = isForSQL && !tree.keepsStrings
    keys = draft.keyHashes
    mapping.notes = draft.typeNotes(records)
    if draft.kind(of: 0) == .record, !tree.isOfDocuments {
      let always = root.children.filter { $0.presentIn == root.instances && draft.isStructured($0.node) }
      mapping.requiredPlaces = always.prefix(4).map {
        Mapping.Place(steps: [Mapping.Place.Step(name: tree.names[tree.nodes[$0.node].name])], end: .element)
      }
    }
    return mapping
  }
}

/// Adds the parts of a document as samples.
private final class PartSampler: MappedPartReceiver {
  private(set) var tree: InferredTree
  /// The list of the last part, unless that part ended it.
  private var list: String?

  private let name: String

  init(_ tree: InferredTree, named name: String) {
    self.tree = tree
    self.name = name
  }

  func begin(isDictionary: Bool) { tree.beginDocument(named: name, isDictionary: isDictionary) }

  func take(_ part: MappedPart) throws(Failure) {
    let field = part.field.isEmpty ? nil : part.field
    try tree.add(DocumentValue(part.records), ofList: field, isFirst: list == nil)
    list = part.isLast ? nil : field
  }
}

struct InferredNamespaces {
  private(set) var list: [Mapping.Namespace] = []
  private var names = FreeNames(taken: ["xml", "xmlns"])

  init(_ tree: InferredTree, usedBy records: [Mapping.Record]) {
    var used: Set<String> = [tree.names[tree.nodes[0].name].uri]
    for field in records.flatMap(\.fields) {
      used.formUnion(field.place.steps.map(\.name.uri))
      if case .attribute(let name) = field.place.end { used.insert(name.uri) }
    }
    let hasPlainElements = tree.nodes.contains { tree.names[$0.name].uri.isEmpty }
    let ofAttributes = Set(tree.nodes.flatMap { $0.attributes.map { tree.names[$0.name].uri } })
    var known: Set<String> = ["", XMLNamespaces.xmlURI.description]
    for (prefix, uri) in tree.prefixes where used.contains(uri) && !known.contains(uri) {
      // Attributes need a prefix, and so do elements if some of them have no namespace.
      if prefix.isEmpty && (hasPlainElements || ofAttributes.contains(uri)) { continue }
      add(prefix, uri)
      known.insert(uri)
    }
    for name in tree.names where used.contains(name.uri) && known.insert(name.uri).inserted {
      add("ns", name.uri)
    }
  }

  private mutating func add(_ prefix: String, _ uri: String) {
    // A second namespace without a prefix gets one.
    let isTaken = names.isTaken(prefix)
    list.append(Mapping.Namespace(prefix: names.take(prefix.isEmpty && isTaken ? "ns" : prefix), uri: uri))
  }
}
