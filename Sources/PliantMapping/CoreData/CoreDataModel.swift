/// A Core Data model, from the `contents` file of an .xcdatamodel, in the order of the file.
package struct CoreDataModel {
  struct Entity {
    var name: String
    var className: String?
    var parent: String?
    var isAbstract = false
    var renamingIdentifier: String?
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    /// Each a list of properties.
    var uniquenessConstraints: [[String]] = []
    /// Each a list of properties.
    var indexes: [[String]] = []
    var notes: [String] = []
  }

  struct Attribute {
    var name: String
    var type: String
    var isOptional: Bool
    var isTransient: Bool
    var isIndexed: Bool
    var defaultText: String?
    var minimum: String?
    var maximum: String?
    var defaultSeconds: String?
    var minimumSeconds: String?
    var maximumSeconds: String?
    var pattern: String?
    var transformer: String?
    var derivation: String?
    /// The entry `now` of its user info.
    var now: String?
  }

  struct Relationship {
    var name: String
    var destination: String
    var inverse: String?
    var isOptional: Bool
    var isToMany: Bool
    var isOrdered: Bool
    var isTransient: Bool
    var minimum: Int?
    var maximum: Int?
    var deleteRule: String
  }

  var entities: [Entity] = []
  /// Fetch requests and configurations, as sentences.
  var notes: [String] = []

  /// Reads the model in an XML text.
  ///
  /// Throws an error for malformed XML and for another root element.
  package init(reading text: ByteView) throws(Failure) {
    let tree = try XMLTree.read(text)
    guard let root = tree.rootElement, tree.localName(of: root) == ByteView("model") else {
      throw Failure(.coreDataRoot, at: 0, nil)
    }
    let reader = Reader(tree: tree)
    guard reader.elements(of: root).count <= MappingFileReader.maximumNames else {
      throw Failure(.coreDataNothing, "room for more than \(MappingFileReader.maximumNames) entities")
    }
    var names: Set<String> = []
    for child in reader.elements(of: root) {
      switch reader.name(child) {
      case "entity":
        let entity = reader.entity(child)
        if entity.name.isEmpty {
          notes.append("an entity without a name is left out")
        } else if names.insert(entity.name).inserted {
          entities.append(entity)
        } else {
          notes.append("entity \(entity.name) is declared twice; the first declaration counts")
        }
      case "fetchRequest": notes.append(reader.fetchRequest(child))
      case "configuration":
        let members = reader.elements(of: child).compactMap { reader.value("name", of: $0) }
        notes.append(
          "configuration \(reader.value("name", of: child) ?? "") has \(members.joined(separator: ", "))")
      case "composite":
        notes.append("composite attribute \(reader.value("name", of: child) ?? "") is kept as XML")
      default: break
      }
    }
  }

  private struct Reader {
    let tree: XMLTree

    func elements(of node: XMLNodeID) -> [XMLNodeID] {
      tree.children(of: node).filter { tree.kind(of: $0) == .element }
    }

    func name(_ node: XMLNodeID) -> String { tree.localName(of: node).string }

    func value(_ name: StaticString, of node: XMLNodeID) -> String? {
      for attribute in tree.attributes(of: node) where tree.localName(of: attribute) == ByteView(name) {
        return tree.value(of: attribute).string
      }
      return nil
    }

    func isSet(_ name: StaticString, of node: XMLNodeID) -> Bool { value(name, of: node) == "YES" }

    /// The value, unless it is empty.
    func text(_ name: StaticString, of node: XMLNodeID) -> String? {
      value(name, of: node).flatMap { $0.isEmpty ? nil : $0 }
    }

    func entity(_ node: XMLNodeID) -> Entity {
      var entity = Entity(name: value("name", of: node) ?? "")
      entity.className = text("representedClassName", of: node)
      entity.parent = text("parentEntity", of: node)
      entity.isAbstract = isSet("isAbstract", of: node)
      entity.renamingIdentifier = text("elementID", of: node)
      for child in elements(of: node) {
        switch name(child) {
        case "attribute": entity.attributes.append(attribute(child))
        case "relationship": entity.relationships.append(relationship(child))
        case "uniquenessConstraints": entity.uniquenessConstraints += lists(in: child, "value")
        case "compoundIndexes": entity.indexes += lists(in: child, "value")
        case "fetchIndex":
          entity.indexes.append(elements(of: child).compactMap { text("property", of: $0) })
        case "fetchedProperty":
          let requests = elements(of: child).filter { name($0) == "fetchRequest" }.map(fetchRequest)
          entity.notes.append(
            "\(entity.name).\(value("name", of: child) ?? "") is a fetched property"
              + (requests.first.map { ": \($0)" } ?? ""))
        default: break
        }
      }
      return entity
    }

    /// The values of an attribute in each group of elements.
    private func lists(in node: XMLNodeID, _ attribute: StaticString) -> [[String]] {
      elements(of: node).map { group in elements(of: group).compactMap { text(attribute, of: $0) } }
    }

    func fetchRequest(_ node: XMLNodeID) -> String {
      let predicate = text("predicateString", of: node).map { " where \($0)" } ?? ""
      return
        "fetch request \(value("name", of: node) ?? "") for \(value("entity", of: node) ?? "")\(predicate)"
    }

    private func attribute(_ node: XMLNodeID) -> Attribute {
      let userInfo = elements(of: node).filter { name($0) == "userInfo" }.flatMap { elements(of: $0) }
      return Attribute(
        name: value("name", of: node) ?? "", type: value("attributeType", of: node) ?? "Undefined",
        isOptional: isSet("optional", of: node), isTransient: isSet("transient", of: node),
        isIndexed: isSet("indexed", of: node), defaultText: value("defaultValueString", of: node),
        minimum: text("minValueString", of: node), maximum: text("maxValueString", of: node),
        defaultSeconds: text("defaultDateTimeInterval", of: node),
        minimumSeconds: text("minDateTimeInterval", of: node),
        maximumSeconds: text("maxDateTimeInterval", of: node),
        pattern: text("regularExpressionString", of: node),
        transformer: text("valueTransformerName", of: node),
        derivation: isSet("derived", of: node) ? value("derivationExpression", of: node) ?? "" : nil,
        now: userInfo.last { value("key", of: $0) == "now" }.flatMap { value("value", of: $0) })
    }

    private func relationship(_ node: XMLNodeID) -> Relationship {
      // In Core Data, 0 means no limit.
      let maximum = text("maxCount", of: node).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      return Relationship(
        name: value("name", of: node) ?? "", destination: value("destinationEntity", of: node) ?? "",
        inverse: text("inverseName", of: node), isOptional: isSet("optional", of: node),
        isToMany: isSet("toMany", of: node), isOrdered: isSet("ordered", of: node),
        isTransient: isSet("transient", of: node), minimum: text("minCount", of: node).flatMap { Int($0) },
        maximum: maximum, deleteRule: value("deletionRule", of: node) ?? "Nullify")
    }
  }
}
