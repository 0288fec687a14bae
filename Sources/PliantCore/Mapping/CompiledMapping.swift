// A mapping compiled for both directions: for each record type a tree of places, in flat tables.
//
//   Site  {"code": "@code", "zip": "city/@zip", "city": "city", "activities": "activities/activity Activity list"}
//
//   root      @code → code
//   ├ city         @zip → zip, text → city
//   └ activities   begins the list activities
//     └ activity   a record Activity → activities; its own tree continues there
//
// Reading descends the tree with the elements; writing follows it with the keys of a dictionary. Table
// entries are trivial to copy; names are views of bytes that the mapping owns.

/// A mapping with compiled places, types and constraints.
package final class CompiledMapping: @unchecked Sendable {
  package let mapping: Mapping
  let bytes: ByteStore
  let records: [CompiledRecord]
  /// The fields of all record types, inherited ones repeated; those of a record are adjacent.
  let fields: [CompiledField]
  let traits: [FieldTraits]
  let fieldNames: [ByteView]
  /// For each field, the plain date pattern or the boolean texts, if it has them.
  let plainDates: [PlainDatePattern]
  let booleanTexts: [BooleanTexts]
  let nodes: [PlaceNode]
  /// The numbers of nodes below nodes, adjacent for each node.
  let children: [Int32]
  let attributes: [PlaceAttribute]
  let conditions: [PlaceCondition]
  /// The fields in a node's text, and list fields that a node begins; adjacent for each node.
  let nodeFields: [Int32]
  /// The namespaces, by number; 0 is none.
  ///
  /// Several URIs may be equivalent; the first is written.
  let namespaces: [CompiledNamespace]
  /// The root elements of documents; the first is written unless the data specifies another.
  let roots: [CompiledRoot]
  /// Whether a repeated key may replace or merge records, so that keys are checked at the end.
  let resolvesRepeatedKeys: Bool
  /// Whether any of its namespaces has several URIs.
  let hasAlternatives: Bool

  /// Compiles a mapping.
  ///
  /// Throws `mapping.unusable` for duplicate places, defaults of the wrong type and the like, `date.*` and
  /// `regexp.*` for invalid patterns.
  package init(_ mapping: Mapping) throws(Failure) {
    var builder = try CompiledMappingBuilder(mapping)
    try builder.build()
    // The root's namespace may contain nothing else.
    var roots: [CompiledRoot] = []
    for name in [mapping.root] + mapping.otherRoots {
      roots.append(
        CompiledRoot(
          name: builder.bytes.keep(name.local), namespace: builder.namespace(name.uri),
          written: try builder.written(name, isAttribute: false)))
    }
    self.roots = roots
    self.mapping = mapping
    bytes = builder.bytes
    records = builder.records
    fields = builder.fields
    traits = Self.traits(of: builder)
    fieldNames = builder.fields.map(\.name)
    plainDates = builder.fields.map { $0.date.map { PlainDatePattern($0) } ?? PlainDatePattern() }
    booleanTexts = builder.fields.map {
      BooleanTexts(yes: $0.trueTexts.first ?? .empty, no: $0.falseTexts.first ?? .empty)
    }
    nodes = builder.nodes
    children = builder.children
    attributes = builder.attributes
    conditions = builder.conditions
    nodeFields = builder.nodeFields
    namespaces = builder.namespaces
    hasAlternatives = builder.namespaces.contains { $0.uris.count > 1 }
    resolvesRepeatedKeys = records.contains { $0.keySpace >= 0 && $0.repeatedKey != .error }
    for field in fields {
      guard let reference = field.model.reference, records[reference.record].keySpace < 0 else { continue }
      throw Failure(
        .mappingUnusable,
        "\(field.owner).\(field.model.name) refers to \(mapping.records[reference.record].name), which has no key"
      )
    }
  }

  private static func traits(of builder: CompiledMappingBuilder) -> [FieldTraits] {
    var traits = builder.fields.map(\.traits)
    for record in builder.records {
      for field in record.fields {
        traits[field].slot = Int32(truncatingIfNeeded: field - record.fields.lowerBound)
        let target = builder.fields[field].model.reference.flatMap {
          builder.records[$0.record].keyFields.first
        }
        traits[field].isRealKey = traits[target ?? field].kind == .real
      }
    }
    return traits
  }

  /// The path from a record's own element to a node, as in `#unmapped`.
  func path(to node: Int) -> String {
    var steps: [String] = []
    var at = node
    while at >= 0, nodes[at].parent >= 0 {
      var step = nodes[at].written.string
      if nodes[at].condition >= 0 {
        let condition = conditions[Int(nodes[at].condition)]
        step += "[@\(condition.written.string)='\(condition.value.string)']"
      }
      steps.insert(step, at: 0)
      at = Int(nodes[at].parent)
    }
    return steps.joined(separator: "/")
  }

  /// The node at such a path, or nil.
  func node(at path: String, below root: Int) -> Int? {
    var queue = [root]
    while let node = queue.popLast() {
      if self.path(to: node) == path { return node }
      let first = Int(nodes[node].firstChild)
      for index in first..<first + Int(nodes[node].childCount) { queue.append(Int(children[index])) }
    }
    return nil
  }

  /// Whether an element with this expanded name is the mapping's root.
  package func isRoot(local: ByteView, uri: ByteView) -> Bool { rootNumber(local: local, uri: uri) != nil }

  /// The number of the root with this expanded name.
  func rootNumber(local: ByteView, uri: ByteView) -> Int? {
    roots.firstIndex { $0.name == local && namespaces[$0.namespace].includes(uri) }
  }

  /// The root elements, for a message.
  var rootNames: String { roots.map { "<\($0.written.string)>" }.joined(separator: " or ") }
}

struct CompiledRoot: Sendable {
  let name: ByteView
  let namespace: Int
  let written: ByteView
}

struct CompiledRecord: Sendable {
  let name: ByteView
  /// Its fields, as a range of `CompiledMapping.fields`.
  let fields: Range<Int>
  /// The node for the record's own element.
  var root: Int
  /// The number of the set of keys, which record types may share; -1 without a key.
  let keySpace: Int
  let keyFields: [Int]
  let repeatedKey: Mapping.RepeatedKey
  let keyScope: Mapping.KeyScope
  /// The fields to check when a record ends: required ones, defaults, lists.
  let fieldsCheckedAtEnd: [Int]
  /// The fields in its own attributes with a default.
  let attributeDefaults: [Int]
  /// Whether it is one of its fields' elements instead of having one.
  let isChoice: Bool
}

struct PlaceNode: BitwiseCopyable {
  /// The local name; meaningless for a record's own element.
  var name = ByteView.empty
  var written = ByteView.empty
  var namespace: Int32 = 0
  var parent: Int32 = -1
  /// An index of `conditions`, or -1.
  var condition: Int32 = -1
  var firstChild: Int32 = 0
  var childCount: Int32 = 0
  var firstAttribute: Int32 = 0
  var attributeCount: Int32 = 0
  /// The fields in the element's text: a range of `nodeFields`.
  var firstText: Int32 = 0
  var textCount: Int32 = 0
  /// The list fields that the element begins, even if empty: a range of `nodeFields`.
  var firstList: Int32 = 0
  var listCount: Int32 = 0
  /// The field whose records are these elements, or -1.
  var recordField: Int32 = -1
  /// The field that contains all content, or -1.
  var contentField: Int32 = -1
  /// The list of a choice, whose alternatives are the children without a node here; or -1.
  var choiceField: Int32 = -1
  /// Whether the element repeats, because a field that ends here is a list.
  var repeats = false
  /// Whether white space in it is significant.
  var keepsText = false
  /// Whether any child has a condition, so that their order matters.
  var hasConditions = false
  /// A single lenient field that ends here, so that further elements are skipped; or -1.
  var lenientField: Int32 = -1
  /// Whether a field uses only the first piece of its text.
  var hasFirstPiece = false
  /// Whether a field uses each piece of its text, so that children are written in the order of keys.
  var interleaves = false
  /// The numbers of the first and last field in it or below: children are written in this order.
  var firstRank = Int32.max
  var lastRank: Int32 = -1
}

struct PlaceAttribute: BitwiseCopyable {
  var name: ByteView
  var written: ByteView
  var namespace: Int32
  var field: Int32
}

/// `[@name='value']`.
struct PlaceCondition: BitwiseCopyable {
  var name: ByteView
  var written: ByteView
  var namespace: Int32
  var value: ByteView
}

struct CompiledNamespace: Sendable {
  let prefix: ByteView
  let uris: [ByteView]

  @inline(__always)
  func includes(_ uri: ByteView) -> Bool {
    if uris[0].isEqual(uri) { return true }
    return uris.count > 1 && includesOther(uri)
  }

  /// The URI's number among those of the namespace, or nil.
  func alternative(_ uri: ByteView) -> Int? { uris.firstIndex { $0 == uri } }

  @inline(never)
  private func includesOther(_ uri: ByteView) -> Bool { uris.contains { $0 == uri } }
}

/// Owns the bytes of views.
package final class ByteStore: @unchecked Sendable {
  private var blocks: [UnsafeMutablePointer<UInt8>] = []

  package init() {}

  deinit { for block in blocks { Platform.deallocate(block) } }

  func keep(_ text: String) -> ByteView {
    var text = text
    return text.withUTF8 { copied in
      guard let first = copied.baseAddress, !copied.isEmpty else { return .empty }
      let block = Platform.reallocate(nil, byteCount: copied.count).assumingMemoryBound(to: UInt8.self)
      block.update(from: first, count: copied.count)
      blocks.append(block)
      return ByteView(base: block, count: copied.count)
    }
  }
}
