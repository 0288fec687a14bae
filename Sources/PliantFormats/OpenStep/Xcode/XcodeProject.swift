// An Xcode project as a graph of objects, and the comment that Xcode writes after each identifier.
//
//   A1 /* main.m in Sources */ = {isa = PBXBuildFile; fileRef = B2 /* main.m */; };
//
//   file reference   its name, or its path               build file   its file's comment in its phase's
//   build phase      its name, or its kind                configurations   Build configuration list for PBXProject "App"

package struct XcodeProject {
  package typealias Identifier = [UInt8]

  package let root: DocumentValue
  /// The identifiers of each kind of object, the kinds in alphabetical order.
  package let sections: [(kind: [UInt8], objects: [Identifier])]
  private var objects: [Identifier: DocumentValue] = [:]
  /// The build phase of each build file.
  private var phases: [Identifier: Identifier] = [:]
  /// The object with a configuration list, the list with a configuration, the folder with exceptions.
  private var owners: [Identifier: Identifier] = [:]
  private let name: [UInt8]
  let layout: XcodeLayout

  /// The first line of every project.
  package static let header: StaticString = "// !$*UTF8*$!"

  /// Creates the project in a document, or nil if it is not one.
  ///
  /// `name` is the project's name, which its objects lack; the default is that of its first target. `text` is
  /// an old-style text whose layout to use.
  package init?(_ document: Document, name: [UInt8]?, like text: ByteView? = nil) {
    root = DocumentValue(document)
    guard let list = root.value(forKey: "objects"), list.isDictionary else { return nil }
    var kinds: [[UInt8]: [Identifier]] = [:]
    for entry in list.entries {
      guard let kind = entry.value.value(forKey: "isa")?.text else { return nil }
      let identifier = entry.key.array
      objects[identifier] = entry.value
      kinds[kind.array, default: []].append(identifier)
    }
    sections = kinds.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { (kind: $0.key, objects: Self.inXcodesOrder($0.value)) }
    let version = root.value(forKey: "objectVersion")
    var layout = XcodeLayout(
      objectVersion: version?.integer ?? version?.string.flatMap { Int64($0) } ?? 0,
      hasEmptyFileTypes: objects.values.contains {
        $0.value(forKey: "explicitFileTypes")?.count == 0
      })
    if let text { layout.learn(from: text) }
    self.layout = layout
    self.name = name ?? Self.targetName(root, objects)
    for (identifier, object) in objects { relate(identifier, object) }
  }

  /// The identifiers sorted as Xcode does, unless they are clearly in another program's order.
  private static func inXcodesOrder(_ identifiers: [Identifier]) -> [Identifier] {
    let descents = zip(identifiers, identifiers.dropFirst()).count { $1.lexicographicallyPrecedes($0) }
    if descents > 2 && descents * 10 > identifiers.count { return identifiers }
    return identifiers.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func targetName(_ root: DocumentValue, _ objects: [Identifier: DocumentValue]) -> [UInt8] {
    let project = root.value(forKey: "rootObject")?.text.flatMap { objects[$0.array] }
    for target in project?.value(forKey: "targets")?.elements ?? DocumentValue(root.document).elements {
      if let name = target.text.flatMap({ objects[$0.array] })?.value(forKey: "name")?.text {
        return name.array
      }
    }
    return Array("Project".utf8)
  }

  /// Records the objects that belong to an object.
  private mutating func relate(_ identifier: Identifier, _ object: DocumentValue) {
    for entry in object.entries {
      if entry.key == "buildConfigurationList", let list = entry.value.text {
        owners[list.array] = identifier
      } else if entry.key == "buildConfigurations" || entry.key == "exceptions" || entry.key == "buildPhases"
      {
        for element in entry.value.elements { if let text = element.text { owners[text.array] = identifier } }
      } else if entry.key == "files" {
        for element in entry.value.elements { if let text = element.text { phases[text.array] = identifier } }
      }
    }
  }

  package func object(_ identifier: Identifier) -> DocumentValue? { objects[identifier] }

  // MARK: Comments

  /// Xcode's comment for an identifier, or nil if it has no object or no comment.
  package func comment(of identifier: Identifier) -> String? {
    guard let object = objects[identifier], let kind = object.value(forKey: "isa")?.string else { return nil }
    let owner = owners[identifier]
    switch kind {
    case "PBXBuildFile":
      let file = plainComment(
        of: identifierAt("fileRef", of: object) ?? identifierAt("productRef", of: object))
      return "\(file ?? "(null)") in \(plainComment(of: phases[identifier]) ?? "(null)")"
    case "XCConfigurationList": return "Build configuration list for " + described(owner)
    case "XCBuildConfiguration" where layout.describesConfigurations:
      return "\(text(object, "name") ?? "") configuration for " + described(owner.flatMap { owners[$0] })
    case "PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet" where layout.describesExceptions:
      let (folder, phase) = (plainComment(of: owner) ?? "", identifierAt("buildPhase", of: object))
      let target = plainComment(of: phase.flatMap { owners[$0] }) ?? ""
      return "Exceptions for \"\(folder)\" folder in \"\(plainComment(of: phase) ?? "")\" phase from "
        + "\"\(target)\" target"
    case "PBXFileSystemSynchronizedBuildFileExceptionSet" where layout.describesExceptions:
      let target = plainComment(of: identifierAt("target", of: object)) ?? ""
      return "Exceptions for \"\(plainComment(of: owner) ?? "")\" folder in \"\(target)\" target"
    default: return plainComment(of: identifier)
    }
  }

  /// `KIND "NAME"` of an object's owner.
  private func described(_ owner: Identifier?) -> String {
    guard let owner, let object = objects[owner], let kind = text(object, "isa") else { return "(null)" }
    let own = text(object, "name") ?? text(object, "productName") ?? ""
    return "\(kind) \"\(kind == "PBXProject" ? String(decoding: name, as: UTF8.self) : own)\""
  }

  /// The comment of an object that depends on no other object.
  private func plainComment(of identifier: Identifier?) -> String? {
    guard let object = identifier.flatMap({ objects[$0] }), let kind = text(object, "isa") else { return nil }
    switch kind {
    case "PBXProject": return "Project object"
    case "PBXFileReference", "PBXGroup", "PBXVariantGroup", "XCVersionGroup", "PBXReferenceProxy",
      "PBXFileSystemSynchronizedRootGroup":
      return text(object, "name") ?? text(object, "path")
    case "PBXTargetDependency", "PBXContainerItemProxy", "PBXBuildRule": return kind
    case "XCSwiftPackageProductDependency":
      let product = text(object, "productName")
      return product.map { $0.hasPrefix("plugin:") ? String($0.dropFirst("plugin:".count)) : $0 }
    case "XCRemoteSwiftPackageReference":
      return "\(kind) \"\(Self.packageName(text(object, "repositoryURL") ?? ""))\""
    case "XCLocalSwiftPackageReference":
      return "\(kind) \"\(text(object, "relativePath") ?? text(object, "path") ?? "")\""
    default: return text(object, "name") ?? Self.phaseName(kind)
    }
  }

  /// `Sources` of `PBXSourcesBuildPhase`; other kinds remain unchanged.
  private static func phaseName(_ kind: String) -> String {
    guard kind.hasPrefix("PBX"), kind.hasSuffix("BuildPhase") else { return kind }
    return String(kind.dropFirst(3).dropLast("BuildPhase".count))
  }

  /// The last part of a repository's URL, without its suffix.
  private static func packageName(_ url: String) -> Substring {
    let last = url.split(separator: "/").last ?? ""
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return last }
    return last[..<dot]
  }

  private func identifierAt(_ key: StaticString, of object: DocumentValue) -> Identifier? {
    object.value(forKey: key)?.text?.array
  }

  private func text(_ object: DocumentValue, _ key: StaticString) -> String? {
    object.value(forKey: key)?.string
  }

  /// The project's name in a comment of its old-style text, or from its path.
  package static func name(in text: ByteView?, path: String) -> [UInt8]? {
    let mark: StaticString = "/* Build configuration list for PBXProject \""
    if let text, let start = text.firstIndex(of: mark) {
      let rest = text.suffix(from: start + mark.utf8CodeUnitCount)
      if let end = rest.firstIndex(of: "\" */") { return rest[0..<end].array }
    }
    for part in path.split(separator: "/").reversed() where part.hasSuffix(".xcodeproj") {
      return Array(part.dropLast(".xcodeproj".count).utf8)
    }
    return nil
  }

  /// The number of comments in an old-style text that Xcode would not write: those that neither follow an
  /// identifier nor mark a section.
  package static func ownCommentCount(in text: ByteView) -> Int {
    var at = 0
    var count = 0
    var isAfterText = false
    while let token = OpenStepScanner.nextToken(in: text, from: at) {
      let isMark =
        text[token.range] == header || text.starts(with: "/* Begin ", at: token.range.lowerBound)
        || text.starts(with: "/* End ", at: token.range.lowerBound)
      if token.isComment && !isAfterText && !isMark { count += 1 }
      isAfterText = token.kind == .value
      at = token.end
    }
    return count
  }

  /// Returns an old-style text of a project as Xcode writes it, in the layout of a text.
  package static func xcodesText(of text: ByteView, like original: ByteView) throws(Failure) -> [UInt8] {
    var builder = DocumentBuilder(source: text)
    try OpenStepReader.read(text, into: &builder)
    var losses = LossReport()
    var index = 0
    return try XcodeProjectWriter.write(
      try builder.finish(), name: name(in: original, path: ""), like: original, losses: &losses,
      index: &index,
      to: OutputBuffer()
    ).bytes
  }
}
