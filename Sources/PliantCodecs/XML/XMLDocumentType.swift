// The declarations of a DOCTYPE that a non-validating processor needs.

/// An entity, general or parameter.
struct XMLEntity {
  enum Kind {
    case `internal`
    case external
    case unparsed
  }
  let name: ByteView
  let kind: Kind
  /// The replacement text of an internal one.
  let text: ByteView
  /// The known entities of a parameter entity's public identifier.
  var sets: XMLEntitySets = []
  /// Whether it is being read, so that it cannot be referred to.
  var isOpen = false
}

enum XMLAttributeType {
  case cdata
  case id
  case tokenized
}

struct XMLDeclaredAttribute {
  let name: ByteView
  let type: XMLAttributeType
  let value: ByteView
  /// The serial number of the last tag in which it occurred.
  var seen: UInt64 = 0
}

final class XMLAttributeList {
  let element: ByteView
  var attributes: [XMLDeclaredAttribute] = []
  private(set) var defaulted: [Int] = []
  /// Whether the list changes how tags are read; CDATA without a default, the most common type, does not.
  private(set) var affectsTags = false
  /// Counts tags, to recognize attributes of the current one.
  var serial: UInt64 = 0
  private var indices: [ByteKey: Int] = [:]
  /// The attribute after the last one found: most tags have them in the order of declaration.
  private var next = 0

  init(of element: ByteView) { self.element = element }

  func index(of name: ByteView) -> Int? {
    let found = next < attributes.count && attributes[next].name == name ? next : indices[ByteKey(name)]
    if let found { next = found + 1 == attributes.count ? 0 : found + 1 }
    return found
  }

  /// Adds an attribute; the first declaration of a name takes precedence.
  func add(_ attribute: XMLDeclaredAttribute, hasDefault: Bool) {
    guard indices[ByteKey(attribute.name)] == nil else { return }
    indices[ByteKey(attribute.name)] = attributes.count
    if hasDefault { defaulted.append(attributes.count) }
    if hasDefault || attribute.type != .cdata { affectsTags = true }
    attributes.append(attribute)
  }
}

package final class XMLDocumentType {
  /// The declared name of the root element.
  package internal(set) var name = ByteView.empty
  package internal(set) var publicID: ByteView?
  package internal(set) var systemID: ByteView?
  package internal(set) var internalSubset: Range<Int>?
  /// Whether some element's attributes have defaults or types, which affect its tags.
  var affectsTags: Bool { attributeLists.values.contains { $0.affectsTags } }

  /// Whether it may affect the content.
  package var isNeeded: Bool { affectsTags || hasOtherParts || !entities.isEmpty || !knownEntities.isEmpty }

  package var externalParameterEntityNames: [ByteView] {
    parameterIndices.values.sorted().compactMap {
      if case .external = entities[$0].kind { entities[$0].name } else { nil }
    }
  }

  /// Whether an external general entity of this name is declared.
  package func hasExternalEntity(named name: String) -> Bool {
    let index = Array(name.utf8).withByteView { generalIndices[ByteKey($0)] }
    return index.map { entities[$0].kind == .external } ?? false
  }

  /// The first entity that expands to more than `factor` times all declared texts and `least` bytes.
  package func amplifyingEntity(factor: Int = 100, least: Int = 10_000) -> ByteView? {
    let texts = entities.map(\.text.count)
    let limit = max(least, texts.reduce(0, +) * factor)
    let references = entities.map { Self.references(in: $0.text).compactMap { generalIndices[ByteKey($0)] } }
    var sizes = texts
    // Each round reaches one level further; doubling at each level takes no more rounds than a size has bits.
    for _ in 0..<Int.bitWidth {
      for index in entities.indices where !references[index].isEmpty {
        sizes[index] = references[index].reduce(texts[index]) { min($0 + sizes[$1], limit + 1) }
        if sizes[index] > limit { return entities[index].name }
      }
    }
    return nil
  }

  /// The names between ampersands and semicolons.
  private static func references(in text: ByteView) -> [ByteView] {
    var names: [ByteView] = []
    var at = 0
    while let start = text.firstIndex(of: ASCII.ampersand, from: at) {
      let end = XMLCharacters.nameEnd(in: text, from: start + 1)
      if end > start + 1, text.byte(at: end) == ASCII.semicolon { names.append(text[start + 1..<end]) }
      at = max(end, start + 1)
    }
    return names
  }

  var entities: [XMLEntity] = []
  private var generalIndices: [ByteKey: Int] = [:]
  private var parameterIndices: [ByteKey: Int] = [:]
  private var attributeLists: [ByteKey: XMLAttributeList] = [:]
  /// The last list found: elements of a name often follow one another.
  private var lastList: XMLAttributeList?
  /// Whether there are unread parts or parameter entities.
  var hasOtherParts = false
  /// Entities that are known without their declarations.
  var knownEntities: XMLEntitySets = []
  private var blocks: [UnsafeMutableRawPointer] = []
  private var block: UnsafeMutablePointer<UInt8>?
  private var blockLeft = 0

  deinit { for block in blocks { Platform.deallocate(block) } }

  /// Whether an undeclared entity may be declared in an unread part (4.1, WFC Entity Declared).
  func mayLackDeclarations(standalone: Bool) -> Bool { hasOtherParts && !standalone }

  func generalEntity(named name: ByteView) -> Int? {
    generalIndices[ByteKey(name)] ?? knownEntity(named: name)
  }

  /// An entity of the known sets, declared at its first use.
  private func knownEntity(named name: ByteView) -> Int? {
    guard let scalar = knownEntities.scalar(named: name) else { return nil }
    var text = GrowableBuffer<UInt8>(capacity: 4)
    XMLCharacters.append(scalar, to: &text)
    add(XMLEntity(name: store(name), kind: .internal, text: store(text.view)), isParameter: false)
    return entities.count - 1
  }

  func parameterEntity(named name: ByteView) -> Int? { parameterIndices[ByteKey(name)] }

  /// Adds an entity; the first declaration of a name takes precedence.
  func add(_ entity: XMLEntity, isParameter: Bool) {
    let key = ByteKey(entity.name)
    if isParameter {
      if parameterIndices[key] == nil { parameterIndices[key] = entities.count } else { return }
    } else {
      if generalIndices[key] == nil { generalIndices[key] = entities.count } else { return }
    }
    entities.append(entity)
  }

  /// Opens an internal entity, referred to at `place` in `depth` others, and returns its text.
  func open(
    _ index: Int, depth: Int, at place: Int, inputCount: Int, budget: inout XMLExpansionBudget
  ) throws(Failure) -> ByteView {
    let entity = entities[index]
    if entity.isOpen { throw Failure(.xmlRecursiveEntity, at: place, entity.name.string) }
    guard depth < Limits.entityDepth else { throw Failure(.xmlEntityDepth, at: place, entity.name.string) }
    try budget.spend(entity.text.count, inputCount: inputCount, name: entity.name, at: place)
    entities[index].isOpen = true
    return entity.text
  }

  func attributeList(of element: ByteView) -> XMLAttributeList? {
    if let lastList, lastList.element == element { return lastList }
    guard let found = attributeLists[ByteKey(element)] else { return nil }
    lastList = found
    return found
  }

  /// The attributes declared for an element, created if necessary; the name must be in `store`.
  func makeAttributeList(of element: ByteView) -> XMLAttributeList {
    if let list = attributeLists[ByteKey(element)] { return list }
    let list = XMLAttributeList(of: store(element))
    attributeLists[ByteKey(list.element)] = list
    return list
  }

  /// Copies bytes to storage that lives as long as this object.
  func store(_ bytes: ByteView) -> ByteView {
    if bytes.isEmpty { return .empty }
    if bytes.count > blockLeft {
      let size = max(4096, bytes.count)
      let fresh = Platform.reallocate(nil, byteCount: size)
      blocks.append(fresh)
      block = fresh.bindMemory(to: UInt8.self, capacity: size)
      blockLeft = size
    }
    guard let start = block else { return .empty }
    start.update(from: bytes.base, count: bytes.count)
    block = start + bytes.count
    blockLeft -= bytes.count
    return ByteView(base: start, count: bytes.count)
  }
}

extension XMLDocumentType {
  /// Stores the identifiers of the external subset, and the entities that they imply.
  func setExternalSubset(publicID: ByteView?, systemID: ByteView?) {
    self.publicID = publicID.map { store($0) }
    self.systemID = systemID.map { store($0) }
    // Apple's DTD declares no general entities.
    hasOtherParts = !isPropertyList
    if let publicID { knownEntities = XMLEntitySets(ofDocumentType: publicID) }
  }

  /// Whether the external subset is that of property lists, under its current name or that of Mac OS X 10.0.
  package var isPropertyList: Bool {
    if let publicID {
      return publicID == "-//Apple//DTD PLIST 1.0//EN" || publicID == "-//Apple Computer//DTD PLIST 1.0//EN"
    }
    return systemID.map { $0 == "file://localhost/System/Library/DTDs/PropertyList.dtd" } ?? false
  }

  /// The document type of nearly all property lists, recognized without parsing.
  static var propertyListText: StaticString {
    "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"
  }

  static func makePropertyList() -> XMLDocumentType {
    let type = XMLDocumentType()
    type.name = ByteView("plist")
    type.publicID = ByteView("-//Apple//DTD PLIST 1.0//EN")
    type.systemID = ByteView("http://www.apple.com/DTDs/PropertyList-1.0.dtd")
    return type
  }
}
