// The mapping that enforces a Core Data model.
//
//   DiaryEntry  text String                            <diary><diaryEntry id="1"><text>…</text>
//               media → Medium, to many, cascade   →      <media type="photo">…</media>
//   Medium      type String                            </diaryEntry></diary>
//               diaryEntry → DiaryEntry, to one
//
// An entity becomes a record that extends its parent entity's record. Entities that it owns (to-many or
// to-one, cascade) are nested; every other relationship is a reference by key, on the to-one side. An entity
// with references to it, or without an owner, has a key: its uniqueness constraint, else an attribute `id`.

package struct CoreDataMapping {
  let model: CoreDataModel
  let names: CoreDataNames
  var notes: [String] = []
  var records: [Mapping.Record] = []
  let ownership: CoreDataOwnership
  var usesYesNo = false

  static let yesNo = Mapping.NamedType(
    name: "yesno", type: .boolean(true: ["YES", "true", "1"], false: ["NO", "false", "0"]))

  package static func mapping(of model: CoreDataModel, named name: String) -> Mapping {
    var maker = CoreDataMapping(model)
    return maker.make(named: name)
  }

  private init(_ model: CoreDataModel) {
    self.model = model
    names = CoreDataNames(model)
    ownership = CoreDataOwnership(model)
  }

  private mutating func make(named name: String) -> Mapping {
    let rootName = names.rootName(for: name)
    records =
      [Mapping.Record(name: rootName)] + model.entities.map { Mapping.Record(name: names.record($0.name)) }
    for index in model.entities.indices { fill(index) }
    for (index, entity) in model.entities.enumerated()
    where ownership.isAtRoot[index] && !entity.isAbstract {
      var field = Mapping.Field(
        name: names.element(entity.name), place: Self.child(names.element(entity.name)),
        type: .record(index + 1))
      field.list = Mapping.ListBounds()
      records[0].fields.append(field)
    }
    let clean = name.split(whereSeparator: { $0 == "/" || $0.isWhitespace }).joined(separator: "-")
    return Mapping(
      name: clean.isEmpty ? "model" : clean, about: "Records of the Core Data model \(name)",
      root: Mapping.Name(local: rootName), requiredPlaces: [], records: records,
      namedTypes: usesYesNo ? [Self.yesNo] : [], notes: model.notes + notes)
  }

  static func child(_ name: String) -> Mapping.Place {
    Mapping.Place(steps: [Mapping.Place.Step(name: Mapping.Name(local: name))], end: .element)
  }

  static func attribute(_ name: String) -> Mapping.Place {
    Mapping.Place(steps: [], end: .attribute(Mapping.Name(local: name)))
  }

  // MARK: Entities

  private mutating func fill(_ index: Int) {
    let entity = model.entities[index]
    let at = index + 1
    records[at].parent = ownership.parents[index].map { $0 + 1 }
    records[at].isAbstract = entity.isAbstract
    if records[at].name != entity.name {
      notes.append("entity \(entity.name) is called \(records[at].name) here")
    }
    if let name = entity.className, name != entity.name {
      notes.append("entity \(entity.name) is represented by the class \(name)")
    }
    if let identifier = entity.renamingIdentifier, identifier != entity.name {
      notes.append("entity \(entity.name) was called \(identifier)")
    }
    notes += entity.notes
    if entity.parent != nil && ownership.parents[index] == nil {
      notes.append("entity \(entity.name): its parent \(entity.parent ?? "") is not in the model")
    }
    addKey(index)
    for attribute in entity.attributes { add(attribute, of: index) }
    for side in ownership.sides(of: index) { add(side) }
    for index in entity.indexes where index.count > 1 {
      notes.append("entity \(entity.name): an index on \(index.joined(separator: ", ")) together")
    }
  }

  /// Adds a key to an entity without one, in its topmost entity, so that all that extend it have it.
  private mutating func addKey(_ index: Int) {
    guard ownership.needsMadeKey[index] else { return }
    let name = names.property("id", isMadeUp: true)
    var field = Mapping.Field(name: name, place: Self.attribute(name))
    field.isKey = true
    field.isRequired = true
    field.about = "the model has no uniqueness constraint of one attribute for \(model.entities[index].name)"
    records[index + 1].fields.append(field)
  }

  private mutating func add(_ attribute: CoreDataModel.Attribute, of index: Int) {
    let entity = model.entities[index]
    guard isNew(attribute.name, of: index) else { return }
    let name = names.property(attribute.name)
    let type = CoreDataAttributeType(attribute)
    // Text may contain line breaks, which attributes do not keep.
    var field = Mapping.Field(
      name: name, place: type.isText ? Self.child(name) : Self.attribute(name), type: type.type)
    if case .boolean = type.type {
      field.typeName = Self.yesNo.name
      usesYesNo = true
    }
    if type.isText && type.type == .string { field.whitespace = .keep }
    field.constraints = type.constraints
    field.defaultText = type.defaultText
    let isKey = ownership.key(of: index).contains(attribute.name)
    field.isKey = isKey
    field.isRequired = isKey || !attribute.isOptional && !attribute.isTransient && attribute.derivation == nil
    field.isTransient = attribute.isTransient
    field.isIndexed = attribute.isIndexed || entity.indexes.contains([attribute.name])
    field.now =
      attribute.now.flatMap(Mapping.Now.init(rawValue:))
      ?? (attribute.derivation == "now:()" ? .changed : nil)
    // A time that the store sets is not required.
    if field.now != nil { field.isRequired = false }
    if let derivation = attribute.derivation, field.now == nil {
      field.about = "derived: \(derivation)"
    } else if let transformer = attribute.transformer {
      field.about = "made by the transformer \(transformer)"
    }
    if let note = type.note { notes.append("\(entity.name).\(attribute.name): \(note)") }
    records[index + 1].fields.append(field)
  }

  /// Whether a property's name is new in its entity and its parent entities.
  mutating func isNew(_ name: String, of index: Int) -> Bool {
    let ancestors = ownership.line(of: index).dropFirst()
    let isInherited = ancestors.contains { ancestor in
      let entity = model.entities[ancestor]
      return entity.attributes.contains { $0.name == name }
        || entity.relationships.contains { $0.name == name }
    }
    guard !name.isEmpty, !isInherited, !records[index + 1].fields.contains(where: { $0.name == name }) else {
      notes.append("\(model.entities[index].name).\(name) is declared twice; the first declaration counts")
      return false
    }
    return true
  }
}

struct CoreDataNames {
  private var records: [String: String] = [:]
  private var taken: Set<String> = []

  init(_ model: CoreDataModel) {
    var used: Set<String> = [CoreDataMapping.yesNo.name]
    used.formUnion(MappingTypeReader.builtInNames)
    used.formUnion(MappingFieldReader.optionNames)
    for entity in model.entities {
      var name = Self.clean(entity.name)
      while used.contains(name) { name += "_" }
      used.insert(name)
      records[entity.name] = name
    }
    for entity in model.entities {
      taken.formUnion(entity.attributes.map(\.name))
      taken.formUnion(entity.relationships.map(\.name))
    }
  }

  /// A name valid in XML and mapping files.
  static func clean(_ text: String) -> String {
    var name = ""
    for character in text {
      let next = name + String(character)
      name = MappingNames.isName(next) ? next : MappingNames.isName(name + "_") ? name + "_" : "_"
    }
    return name.isEmpty ? "_" : name
  }

  func record(_ entity: String) -> String { records[entity] ?? Self.clean(entity) }

  /// The entity's element: the record's name with a lower-case first letter.
  func element(_ entity: String) -> String { Self.decapitalized(record(entity)) }

  /// The name of the root element for a model's name, which no record has.
  func rootName(for model: String) -> String {
    var name = Self.decapitalized(Self.clean(model))
    while records.values.contains(name) || name == "_" { name = name == "_" ? "store" : name + "Store" }
    return name
  }

  /// A property's name as a field name; a generated one differs from all properties.
  func property(_ name: String, isMadeUp: Bool = false) -> String {
    var clean = Self.clean(name)
    while (isMadeUp || clean != name) && taken.contains(clean) { clean = "_" + clean }
    return clean
  }

  private static func decapitalized(_ text: String) -> String {
    // URLCache becomes urlCache, and Person person.
    let head = text.prefix { $0.isUppercase }
    if head.count <= 1 { return head.lowercased() + text.dropFirst(head.count) }
    if head.count == text.count { return text.lowercased() }
    return head.dropLast().lowercased() + text.dropFirst(head.count - 1)
  }
}
