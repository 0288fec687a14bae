// The rules xcode/…: the objects of Xcode's projects, and the ids of storyboards and xib files.

enum ProjectChecks {
  static func run(_ linted: inout LintedDocument, _ collector: inout LintCollector) {
    let document = linted.document
    let top = DocumentValue(document)
    guard let objects = top.value(forKey: "objects"), objects.isDictionary else { return }
    if top.value(forKey: "rootObject") == nil {
      collector.add(
        .plistRequired, at: linted.position(of: objects.index), "missing key 'rootObject' in the document")
    }
    for entry in objects.entries where entry.value.value(forKey: "isa") == nil {
      collector.add(
        .plistRequired, at: linted.position(of: entry.keyIndex),
        "missing key 'isa' in 'objects.\(entry.key.string)'")
    }
    guard let project = XcodeProject(document, name: nil) else { return }
    let references = XcodeProject.references(in: document)
    let dangling = XcodeProject.dangling(references, in: document).filter(\.isCertain)
    for reference in dangling {
      let owner = reference.owner.map { " of \(project.shown($0))" } ?? ""
      collector.add(
        .xcodeDanglingReference, at: linted.position(of: reference.value.index),
        "missing object \(project.shown(reference.identifier)), to which '\(reference.key)'\(owner) refers")
    }
    var parents: [XcodeProject.Identifier: XcodeProject.Identifier] = [:]
    for entry in objects.entries {
      let (identifier, object) = (entry.key.array, entry.value)
      for child in object.value(forKey: "children")?.elements ?? object.elements {
        guard let text = child.text else { continue }
        guard let other = parents.updateValue(identifier, forKey: text.array) else { continue }
        let place =
          other == identifier
          ? "twice in \(project.shown(other))" : "in \(project.shown(other)) and \(project.shown(identifier))"
        collector.add(
          .xcodeSeveralParents, at: linted.position(of: child.index),
          "\(project.shown(text.array)) is \(place)")
      }
      if object.value(forKey: "isa")?.string == "PBXBuildFile", object.value(forKey: "fileRef") == nil,
        object.value(forKey: "productRef") == nil
      {
        collector.add(
          .xcodeMissingFile, at: linted.position(of: entry.keyIndex),
          "build file \(project.shown(identifier)) without a file")
      }
      checkFiles(of: object, project.shown(identifier), project, &linted, &collector)
      checkPaths(of: object, project.shown(identifier), project, &linted, &collector)
    }
    let used = checkReferences(references, project, &linted, &collector)
    // The members of a missing group or build phase would follow.
    let lists = ["children", "mainGroup", "buildPhases"]
    if dangling.contains(where: { lists.contains($0.key) }) { return }
    checkPlaces(project, objects, used, &linted, &collector)
  }

  private typealias Identifiers = Set<XcodeProject.Identifier>

  /// Reports references to objects of another kind, and entries that a list has twice; returns the objects in use, and
  /// of these the ones to which more than build files refer.
  private static func checkReferences(
    _ references: [XcodeProject.Reference], _ project: XcodeProject, _ linted: inout LintedDocument,
    _ collector: inout LintCollector
  ) -> (all: Identifiers, placed: Identifiers) {
    var known: Set<[XcodeProject.Identifier]> = []
    var (used, placed): (Identifiers, Identifiers) = ([], [])
    func isa(_ identifier: XcodeProject.Identifier) -> String {
      project.object(identifier)?.value(forKey: "isa")?.string ?? ""
    }
    for reference in references {
      let identifier = reference.identifier
      let owner = reference.owner ?? []
      used.insert(identifier)
      if isa(owner) != "PBXBuildFile" { placed.insert(identifier) }
      guard reference.isCertain, let kind = XcodeProject.ObjectKind(isa(identifier)) else { continue }
      func place() -> String {
        reference.owner.map { "'\(reference.key)' of \(project.shown($0))" } ?? "'rootObject'"
      }
      if let allowed = XcodeProject.ObjectKind.allowed(under: reference.key), !allowed.contains(kind) {
        let expected = allowed.map(\.rawValue).joined(separator: " or ")
        collector.add(
          .xcodeWrongKind, at: linted.position(of: reference.value.index),
          "\(place()) refers to the \(kind.rawValue) \(project.shown(identifier)); expected a \(expected)")
      }
      let isList = project.object(owner)?.value(named: reference.key)?.isArray ?? false
      if isList, !["children", "files"].contains(reference.key),
        !known.insert([owner, Array(reference.key.utf8), identifier]).inserted
      {
        collector.add(
          .xcodeDuplicateFile, at: linted.position(of: reference.value.index),
          "\(project.shown(identifier)) is twice in \(place())")
      }
    }
    return (used, placed)
  }

  /// Reports build files in no build phase, and built files in no group.
  private static func checkPlaces(
    _ project: XcodeProject, _ objects: DocumentValue, _ used: (all: Identifiers, placed: Identifiers),
    _ linted: inout LintedDocument, _ collector: inout LintCollector
  ) {
    for entry in objects.entries {
      let identifier = entry.key.array
      let isa = entry.value.value(forKey: "isa")?.string
      let isFile = isa == "PBXFileReference" || isa == "PBXVariantGroup"
      let isInGroup = entry.value.value(forKey: "sourceTree")?.string == "<group>"
      let orphan =
        isa == "PBXBuildFile" && !used.all.contains(identifier)
        ? "build file \(project.shown(identifier)) is in no build phase"
        : isFile && isInGroup && used.all.contains(identifier) && !used.placed.contains(identifier)
          ? "\(project.shown(identifier)) is built, but in no group" : nil
      if let orphan { collector.add(.xcodeOrphan, at: linted.position(of: entry.keyIndex), orphan) }
    }
  }

  /// Reports files to which a group has two references.
  private static func checkPaths(
    of group: DocumentValue, _ name: String, _ project: XcodeProject, _ linted: inout LintedDocument,
    _ collector: inout LintCollector
  ) {
    var known: [[String]: XcodeProject.Identifier] = [:]
    for child in group.value(forKey: "children")?.elements ?? group.elements {
      guard let identifier = child.text?.array, let file = project.object(identifier),
        file.value(forKey: "isa")?.string == "PBXFileReference",
        let path = file.value(forKey: "path")?.string,
        let tree = file.value(forKey: "sourceTree")?.string, ["<group>", "SOURCE_ROOT"].contains(tree),
        let other = known.updateValue(identifier, forKey: [path, tree]), other != identifier
      else { continue }
      collector.add(
        .xcodeDuplicateFile, at: linted.position(of: child.index),
        "'\(path)' is twice in \(name), as \(project.shown(other)) and \(project.shown(identifier))")
    }
  }

  /// Reports files that a build phase has twice.
  private static func checkFiles(
    of phase: DocumentValue, _ name: String, _ project: XcodeProject, _ linted: inout LintedDocument,
    _ collector: inout LintCollector
  ) {
    var known: Set<[[UInt8]]> = []
    for element in phase.value(forKey: "files")?.elements ?? phase.elements {
      guard let text = element.text, let file = project.object(text.array) else { continue }
      guard let target = file.value(forKey: "fileRef")?.text ?? file.value(forKey: "productRef")?.text else {
        continue
      }
      // Each platform may have a build file of its own.
      let filters =
        [file.value(forKey: "platformFilter")]
        + (file.value(forKey: "platformFilters")?.elements.map { $0 } ?? [])
      if known.insert([target.array] + filters.map { $0?.text?.array ?? [] }).inserted { continue }
      let shown = project.comment(of: target.array) ?? target.string
      collector.add(
        .xcodeDuplicateFile, at: linted.position(of: element.index),
        "'\(shown)' is twice in the build phase \(name)")
    }
  }
}

extension XcodeProject {
  /// An identifier with its comment, for messages.
  fileprivate func shown(_ identifier: Identifier) -> String {
    let comment = comment(of: identifier).map { " (\($0))" } ?? ""
    return "'\(String(decoding: identifier, as: UTF8.self))'\(comment)"
  }

  /// The kinds of objects that may take each other's place.
  fileprivate enum ObjectKind: String, CaseIterable {
    case file = "file or group"
    case buildFile = "build file"
    case phase = "build phase"
    case target
    case list = "configuration list"
    case configuration = "build configuration"
    case dependency = "target dependency"
    case proxy = "container item proxy"
    case rule = "build rule"
    case project
    case package
    case product = "package product"
    case exceptions = "set of exceptions"

    /// The names of the objects, and the keys that refer to them.
    private var names: (kinds: String, keys: String) {
      switch self {
      case .file:
        (
          "PBXFileReference PBXGroup PBXVariantGroup XCVersionGroup PBXReferenceProxy PBXFileSystemSynchronizedRootGroup",
          "children fileRef mainGroup productRefGroup ProductGroup ProjectRef productReference currentVersion "
            + "baseConfigurationReference baseConfigurationReferenceAnchor fileSystemSynchronizedGroups containerPortal"
        )
      case .buildFile: ("PBXBuildFile", "files")
      case .phase: ("", "buildPhases buildPhase")
      case .target: ("PBXNativeTarget PBXAggregateTarget PBXLegacyTarget", "targets target")
      case .list: ("XCConfigurationList", "buildConfigurationList")
      case .configuration: ("XCBuildConfiguration", "buildConfigurations")
      case .dependency: ("PBXTargetDependency", "dependencies")
      case .proxy: ("PBXContainerItemProxy", "targetProxy remoteRef")
      case .rule: ("PBXBuildRule", "buildRules")
      case .project: ("PBXProject", "rootObject containerPortal")
      case .package:
        ("XCRemoteSwiftPackageReference XCLocalSwiftPackageReference", "package packageReferences")
      case .product: ("XCSwiftPackageProductDependency", "packageProductDependencies productRef")
      case .exceptions:
        (
          "PBXFileSystemSynchronizedBuildFileExceptionSet "
            + "PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet", "exceptions"
        )
      }
    }

    private static let byName = table(\.names.kinds)
    private static let byKey = table(\.names.keys)

    private static func table(_ words: (Self) -> String) -> [Substring: [Self]] {
      var table: [Substring: [Self]] = [:]
      for kind in allCases {
        for word in words(kind).split(separator: " ") { table[word, default: []].append(kind) }
      }
      return table
    }

    /// Nil for a kind that is not known.
    init?(_ isa: String) {
      guard let kind = isa.hasSuffix("BuildPhase") ? .phase : Self.byName[Substring(isa)]?.first else {
        return nil
      }
      self = kind
    }

    /// The kinds to which a key may refer, or nil for a key that is not known.
    static func allowed(under key: String) -> [Self]? { byKey[Substring(key)] }
  }
}

enum InterfaceChecks {
  /// Reports ids that two elements have.
  static func run(_ source: LintText, _ collector: inout LintCollector) throws(Failure) {
    var known: [[UInt8]: String] = [:]
    let memory = MemoryCharge()
    try XMLEventLoop.run(source.open(), skipsWhitespace: true) { reader, event throws(Failure) in
      guard event == .startElement, let id = reader.value(ofAttribute: "id") else { return true }
      let name = reader.name.string
      if let other = known[id.array] {
        collector.add(
          .xcodeDuplicateID, at: .text(reader.tokenStart),
          "duplicate id '\(id.string)'; the first is that of <\(other)>")
      } else {
        try memory.add(id.count + name.utf8.count + 100)
        known[id.array] = name
      }
      return true
    }
  }
}
