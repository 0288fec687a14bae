// The references between the objects of a project, for lint and merge.

extension XcodeProject {
  package struct Reference {
    /// The object that refers to another; nil for the document itself.
    package let owner: Identifier?
    package let key: String
    /// The value with the identifier of the other object.
    package let value: DocumentValue
    /// Whether the key always contains identifiers of this project.
    package let isCertain: Bool

    package var identifier: Identifier { value.text?.array ?? [] }
  }

  /// The keys that contain an identifier, or an array of them.
  private static let referenceKeys: Set<String> = [
    "ProductGroup", "ProjectRef", "baseConfigurationReference", "baseConfigurationReferenceAnchor",
    "buildConfigurationList", "buildConfigurations", "buildPhase", "buildPhases", "buildRules", "children",
    "containerPortal", "currentVersion", "dependencies", "exceptions", "fileRef",
    "fileSystemSynchronizedGroups", "files", "mainGroup", "package", "packageProductDependencies",
    "packageReferences", "productRef", "productRefGroup", "productReference", "remoteRef", "target",
    "targetProxy", "targets",
  ]

  /// Returns the references in a document, in order; those under unknown keys if they look like Xcode's identifiers.
  package static func references(in document: Document) -> [Reference] {
    let root = DocumentValue(document)
    var found: [Reference] = []
    func add(_ value: DocumentValue, _ owner: Identifier?, _ key: String, isCertain: Bool) {
      guard let text = value.text, !text.isEmpty, isCertain || text.isIdentifier else { return }
      found.append(Reference(owner: owner, key: key, value: value, isCertain: isCertain))
    }
    let project = root.value(forKey: "rootObject")
    let projectID = project?.text?.array
    guard let objects = root.value(forKey: "objects") else { return [] }
    for entry in objects.entries {
      let (owner, object) = (entry.key.array, entry.value)
      for field in object.entries {
        let key = field.key.string
        // A proxy for an object of another project has that project's file as container.
        let isOwn =
          key == "remoteGlobalIDString" && projectID != nil
          && object.value(forKey: "containerPortal")?.text?.array == projectID
        if key == "remoteGlobalIDString" && !isOwn { continue }
        let isCertain = isOwn || referenceKeys.contains(key)
        add(field.value, owner, key, isCertain: isCertain)
        for element in field.value.elements {
          add(element, owner, key, isCertain: isCertain)
          guard key == "projectReferences" else { continue }
          for part in element.entries { add(part.value, owner, part.key.string, isCertain: true) }
        }
      }
    }
    if let project { add(project, nil, "rootObject", isCertain: true) }
    return found
  }

  /// Returns those of a document's references whose objects do not exist.
  package static func dangling(_ references: [Reference], in document: Document) -> [Reference] {
    guard let objects = DocumentValue(document).value(forKey: "objects"), objects.isDictionary else {
      return []
    }
    let known = Set(objects.entries.map(\.key.array))
    return references.filter { !known.contains($0.identifier) }
  }
}

extension ByteView {
  /// Whether it looks like the identifier of an object: 24 hexadecimal digits.
  fileprivate var isIdentifier: Bool { count == 24 && array.allSatisfy { $0.isDigit || $0 &- 0x41 < 6 } }
}
