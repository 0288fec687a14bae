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
    var isOptional = false
    var isTransient = false
    var isIndexed = false
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
    var isOptional = false
    var isToMany = false
    var isOrdered = false
    var isTransient = false
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
    var names: Set<[UInt8]> = []
    for child in reader.elements(of: root) {
      switch reader.name(child) {
      case "entity":
        let entity = reader.entity(child)
        if entity.name.isEmpty {
          notes.append("an entity without a name is left out")
        } else if names.insert(Array(entity.name.utf8)).inserted {
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
      var attribute = Attribute(
        name: value("name", of: node) ?? "", type: value("attributeType", of: node) ?? "Undefined")
      attribute.isOptional = isSet("optional", of: node)
      attribute.isTransient = isSet("transient", of: node)
      attribute.isIndexed = isSet("indexed", of: node)
      attribute.defaultText = value("defaultValueString", of: node)
      attribute.minimum = text("minValueString", of: node)
      attribute.maximum = text("maxValueString", of: node)
      attribute.defaultSeconds = text("defaultDateTimeInterval", of: node)
      attribute.minimumSeconds = text("minDateTimeInterval", of: node)
      attribute.maximumSeconds = text("maxDateTimeInterval", of: node)
      attribute.pattern = text("regularExpressionString", of: node)
      attribute.transformer = text("valueTransformerName", of: node)
      attribute.derivation = isSet("derived", of: node) ? value("derivationExpression", of: node) ?? "" : nil
      for child in elements(of: node) where name(child) == "userInfo" {
        for entry in elements(of: child) where value("key", of: entry) == "now" {
          attribute.now = value("value", of: entry)
        }
      }
      return attribute
    }

    private func relationship(_ node: XMLNodeID) -> Relationship {
      var relationship = Relationship(
        name: value("name", of: node) ?? "", destination: value("destinationEntity", of: node) ?? "",
        deleteRule: value("deletionRule", of: node) ?? "Nullify")
      relationship.inverse = text("inverseName", of: node)
      relationship.isOptional = isSet("optional", of: node)
      relationship.isToMany = isSet("toMany", of: node)
      relationship.isOrdered = isSet("ordered", of: node)
      relationship.isTransient = isSet("transient", of: node)
      relationship.minimum = text("minCount", of: node).flatMap { Int($0) }
      // In Core Data, 0 means no limit.
      relationship.maximum = text("maxCount", of: node).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      return relationship
    }
  }
}
