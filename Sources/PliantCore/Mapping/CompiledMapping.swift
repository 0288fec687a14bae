// A mapping made ready for both directions: for each record type a tree of places, in flat tables.
//
//   Site  {"code": "@code", "zip": "city/@zip", "city": "city", "activities": "activities/activity Activity list"}
//
//   root      @code → code
//   ├ city         @zip → zip, text → city
//   └ activities   begins the list activities
//     └ activity   a record Activity → activities; its own tree goes on there
//
// Reading goes down the tree with the elements; writing goes along it with the keys of a dictionary. What is in the
// tables is trivial to copy, names are views of bytes that the mapping owns.

/// A mapping whose places, types and constraints are ready for use.
package final class CompiledMapping: @unchecked Sendable {
  /// What it was made of.
  package let mapping: Mapping
  let bytes: ByteStore
  let records: [CompiledRecord]
  /// The fields of all record types, inherited ones repeated; a record's are next to one another.
  let fields: [CompiledField]
  /// What is asked of each field most often.
  let traits: [FieldTraits]
  /// The fields' names.
  let fieldNames: [ByteView]
  /// For each field its date's usual spelling and its boolean's, as far as it has them.
  let plainDates: [PlainDatePattern]
  let booleanTexts: [BooleanTexts]
  let nodes: [PlaceNode]
  /// The numbers of nodes below nodes, those of one next to one another.
  let children: [Int32]
  let attributes: [PlaceAttribute]
  let conditions: [PlaceCondition]
  /// Fields that a node's text gives, and list fields that a node begins; runs for each node.
  let nodeFields: [Int32]
  /// The namespaces, by number; 0 is none.
  ///
  /// Several URIs may mean the same one, and the first is written.
  let namespaces: [CompiledNamespace]
  /// The root elements that documents may have; the first is written where the data say nothing else.
  let roots: [CompiledRoot]
  /// Whether a repeated key may replace or merge records, so that keys are looked at once all records are known.
  let resolvesRepeatedKeys: Bool
  /// Whether several URIs mean one of its namespaces.
  let hasAlternatives: Bool

  /// Compiles a mapping.
  ///
  /// Throws `mapping.unusable` for a place that two fields have, a default that does not fit its type and the like,
  /// `date.*` and `regexp.*` for patterns that are none.
  package init(_ mapping: Mapping) throws(Failure) {
    var builder = try CompiledMappingBuilder(mapping)
    try builder.build()
    // The root's namespace may be one that nothing else is in.
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
      }
    }
    return traits
  }

  /// The way from a record's own element to a node, as `#unmapped` has it.
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

  /// The node that such a way leads to, or nil.
  func node(at path: String, below root: Int) -> Int? {
    var queue = [root]
    while let node = queue.popLast() {
      if self.path(to: node) == path { return node }
      let first = Int(nodes[node].firstChild)
      for index in first..<first + Int(nodes[node].childCount) { queue.append(Int(children[index])) }
    }
    return nil
  }

  /// Whether an element of this expanded name is the mapping's root.
  package func isRoot(local: ByteView, uri: ByteView) -> Bool { root(local: local, uri: uri) != nil }

  /// The root of this expanded name.
  func root(local: ByteView, uri: ByteView) -> CompiledRoot? {
    rootNumber(local: local, uri: uri).map { roots[$0] }
  }

  /// The number of the root of this expanded name.
  func rootNumber(local: ByteView, uri: ByteView) -> Int? {
    roots.firstIndex { $0.name == local && namespaces[$0.namespace].includes(uri) }
  }

  /// The root elements, for a message.
  var rootNames: String { roots.map { "<\($0.written.string)>" }.joined(separator: " or ") }
}

/// A root element that documents may have.
struct CompiledRoot: Sendable {
  let name: ByteView
  let namespace: Int
  /// The name as it is written.
  let written: ByteView
}

/// A record type.
struct CompiledRecord: Sendable {
  let name: ByteView
  /// Its fields, as a range of `CompiledMapping.fields`.
  let fields: Range<Int>
  /// The node for the record's own element.
  var root: Int
  /// The record types that share a set of keys have the same number; -1 without a key.
  let keySpace: Int
  /// Which fields, together, are the key.
  let keyFields: [Int]
  let repeatedKey: Mapping.RepeatedKey
  let keyScope: Mapping.KeyScope
  /// The fields to look at when a record ends: required ones, defaults, lists.
  let fieldsCheckedAtEnd: [Int]
  /// The fields in attributes of its own that have a default.
  let attributeDefaults: [Int]
  /// Whether it is one of its fields' elements instead of having one.
  let isChoice: Bool
}

/// One element of a place.
struct PlaceNode: BitwiseCopyable {
  /// The local name; of no meaning for a record's own element.
  var name: ByteView
  /// The name as it is written.
  var written: ByteView
  var namespace: Int32
  var parent: Int32
  /// An index of `conditions`, or -1.
  var condition: Int32 = -1
  var firstChild: Int32 = 0
  var childCount: Int32 = 0
  var firstAttribute: Int32 = 0
  var attributeCount: Int32 = 0
  /// Fields that the element's text gives: a range of `nodeFields`.
  var firstText: Int32 = 0
  var textCount: Int32 = 0
  /// List fields that the element begins, though nothing be in it: a range of `nodeFields`.
  var firstList: Int32 = 0
  var listCount: Int32 = 0
  /// The field whose records are here, or -1.
  var recordField: Int32 = -1
  /// The field that takes all content as it is, or -1.
  var contentField: Int32 = -1
  /// The list of a choice, one of whose alternatives a child is that has no node here; or -1.
  var choiceField: Int32 = -1
  /// Whether the element repeats, since a field that ends here is a list.
  var repeats = false
  /// Whether white space in it says something.
  var keepsText = false
  /// Whether some child is told by the value of an attribute, so that their order matters.
  var hasConditions = false
  /// A single field that ends here and is lenient, so that the element is skipped once it has a value; or -1.
  var lenientField: Int32 = -1
  /// Whether a field takes only the first piece of its text.
  var hasFirstPiece = false
  /// Whether a field takes each piece of its text, so that children are written in the order of a record's keys.
  var interleaves = false
  /// The numbers of the first and last field that are in it or below: children are written in this order.
  var firstRank = Int32.max
  var lastRank: Int32 = -1
}

/// An attribute that a field is in.
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

/// A namespace and all URIs that stand for it.
struct CompiledNamespace: Sendable {
  let prefix: ByteView
  let uris: [ByteView]

  @inline(__always)
  func includes(_ uri: ByteView) -> Bool {
    if uris[0].isEqual(uri) { return true }
    return uris.count > 1 && includesOther(uri)
  }

  /// The URI's number among those that stand for the namespace, or nil.
  func alternative(_ uri: ByteView) -> Int? { uris.firstIndex { $0 == uri } }

  @inline(never)
  private func includesOther(_ uri: ByteView) -> Bool { uris.contains { $0 == uri } }
}

/// Bytes that views refer to, kept until their owner goes.
package final class ByteStore: @unchecked Sendable {
  private var blocks: [UnsafeMutablePointer<UInt8>] = []

  package init() {}

  deinit { for block in blocks { Platform.deallocate(block) } }

  /// A view of a copy of the text.
  func keep(_ text: String) -> ByteView {
    let copy = Array(text.utf8)
    if copy.isEmpty { return .empty }
    let block = Platform.reallocate(nil, byteCount: copy.count).assumingMemoryBound(to: UInt8.self)
    block.update(from: copy, count: copy.count)
    blocks.append(block)
    return ByteView(base: block, count: copy.count)
  }
}
