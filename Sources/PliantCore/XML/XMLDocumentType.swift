// What a DOCTYPE declares, as far as a processor that does not validate needs it.

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
  /// The known entities that a parameter entity's public identifier stands for.
  var sets: XMLEntitySets = []
  /// It is being read now, so that it cannot be referred to.
  var isOpen = false
}

/// The type of an attribute; 3.3.1.
enum XMLAttributeType {
  case cdata
  case id
  case tokenized
}

/// An attribute as declared.
struct XMLDeclaredAttribute {
  let name: ByteView
  let type: XMLAttributeType
  /// The default, normalised.
  let value: ByteView
  /// The serial number of the last tag in which it occurred.
  var seen: UInt64 = 0
}

/// The attributes declared for one element name.
final class XMLAttributeList {
  let element: ByteView
  var attributes: [XMLDeclaredAttribute] = []
  /// Those with a default.
  private(set) var defaulted: [Int] = []
  /// Whether tags are read otherwise for it; CDATA without a default, as most are, changes nothing.
  private(set) var affectsTags = false
  /// Counts tags, so that an attribute that is in the current one is known.
  var serial: UInt64 = 0
  private var indices: [ByteKey: Int] = [:]
  /// The attribute behind the one that was found last: tags mostly have them in the order of their declaration.
  private var next = 0

  init(of element: ByteView) { self.element = element }

  func index(of name: ByteView) -> Int? {
    let found = next < attributes.count && attributes[next].name == name ? next : indices[ByteKey(name)]
    if let found { next = found + 1 == attributes.count ? 0 : found + 1 }
    return found
  }

  /// Adds an attribute; the first declaration of a name is binding.
  func add(_ attribute: XMLDeclaredAttribute, hasDefault: Bool) {
    guard indices[ByteKey(attribute.name)] == nil else { return }
    indices[ByteKey(attribute.name)] = attributes.count
    if hasDefault { defaulted.append(attributes.count) }
    if hasDefault || attribute.type != .cdata { affectsTags = true }
    attributes.append(attribute)
  }
}

/// The document type declaration of a document, with its internal subset.
package final class XMLDocumentType {
  /// The name of the root element that it announces.
  package internal(set) var name = ByteView.empty
  package internal(set) var publicID: ByteView?
  package internal(set) var systemID: ByteView?
  /// Where the internal subset is in the source, without its brackets.
  package internal(set) var internalSubset: Range<Int>?
  /// Whether some element's attributes have defaults or types, so that its tags say more than what is written.
  var affectsTags: Bool { attributeLists.values.contains { $0.affectsTags } }

  /// Whether what follows it might be read otherwise without it.
  var isNeeded: Bool { affectsTags || hasOtherParts || !entities.isEmpty || !knownEntities.isEmpty }

  /// The names of the external parameter entities that are declared.
  package var externalParameterEntityNames: [ByteView] {
    parameterIndices.values.sorted().compactMap {
      if case .external = entities[$0].kind { entities[$0].name } else { nil }
    }
  }

  /// Whether a general entity is declared to be another file.
  package func hasExternalEntity(named name: String) -> Bool {
    let index = Array(name.utf8).withByteView { generalIndices[ByteKey($0)] }
    return index.map { entities[$0].kind == .external } ?? false
  }

  /// The first internal entity that is more than `factor` times as long as all declared texts together and longer than
  /// `least` bytes, once the entities in it are replaced by theirs.
  package func amplifyingEntity(factor: Int = 100, least: Int = 10_000) -> ByteView? {
    let texts = entities.map(\.text.count)
    let limit = max(least, texts.reduce(0, +) * factor)
    let references = entities.map { Self.references(in: $0.text).compactMap { generalIndices[ByteKey($0)] } }
    var sizes = texts
    // Each round reaches one level further; a factor of two a level needs no more rounds than a size has bits.
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
  /// The list that was asked for last: elements of a name mostly follow one another.
  private var lastList: XMLAttributeList?
  /// Whether there are parts that were not read, or parameter entities.
  var hasOtherParts = false
  /// Entities that are known without having been read.
  var knownEntities: XMLEntitySets = []
  private var blocks: [UnsafeMutableRawPointer] = []
  private var block: UnsafeMutablePointer<UInt8>?
  private var blockLeft = 0

  deinit { for block in blocks { Platform.deallocate(block) } }

  /// Whether an entity that is not declared here may be declared in a part that is not read; 4.1, WFC Entity Declared.
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

  /// Adds an entity; the first declaration of a name is binding.
  func add(_ entity: XMLEntity, isParameter: Bool) {
    let key = ByteKey(entity.name)
    if isParameter {
      if parameterIndices[key] == nil { parameterIndices[key] = entities.count } else { return }
    } else {
      if generalIndices[key] == nil { generalIndices[key] = entities.count } else { return }
    }
    entities.append(entity)
  }

  /// The attributes declared for elements of this name, or nil.
  func attributeList(of element: ByteView) -> XMLAttributeList? {
    if let lastList, lastList.element == element { return lastList }
    guard let found = attributeLists[ByteKey(element)] else { return nil }
    lastList = found
    return found
  }

  /// The attributes declared for elements of this name, which `store` has kept; made at need.
  func makeAttributeList(of element: ByteView) -> XMLAttributeList {
    if let list = attributeLists[ByteKey(element)] { return list }
    let list = XMLAttributeList(of: store(element))
    attributeLists[ByteKey(list.element)] = list
    return list
  }

  /// Copies bytes to a place that stays until this object goes.
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
  /// Keeps the identifiers of the external subset, and what is known of it without reading it.
  func setExternalSubset(publicID: ByteView?, systemID: ByteView?) {
    self.publicID = publicID.map { store($0) }
    self.systemID = systemID.map { store($0) }
    // Apple's declares no entities that a document could refer to.
    hasOtherParts = !isPropertyList
    if let publicID { knownEntities = XMLEntitySets(ofDocumentType: publicID) }
  }

  /// Whether the external subset is that of property lists, by the name of today or of Mac OS X 10.0.
  package var isPropertyList: Bool {
    if let publicID {
      return publicID == "-//Apple//DTD PLIST 1.0//EN" || publicID == "-//Apple Computer//DTD PLIST 1.0//EN"
    }
    return systemID.map { $0 == "file://localhost/System/Library/DTDs/PropertyList.dtd" } ?? false
  }

  /// The document type of property lists as nearly all of them have it, recognised at once.
  static var propertyListText: StaticString {
    "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"
  }

  /// What reading `propertyListText` gives.
  static func makePropertyList() -> XMLDocumentType {
    let type = XMLDocumentType()
    type.name = ByteView("plist")
    type.publicID = ByteView("-//Apple//DTD PLIST 1.0//EN")
    type.systemID = ByteView("http://www.apple.com/DTDs/PropertyList-1.0.dtd")
    return type
  }
}
