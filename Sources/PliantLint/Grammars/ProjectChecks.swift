// The rules xcode/…: the objects of Xcode's projects, and the ids of storyboards and xib files.

enum ProjectChecks {
  static func run(_ linted: inout LintedDocument, _ collector: inout LintCollector) {
    let document = linted.document
    guard let project = XcodeProject(document, name: nil) else { return }
    func shown(_ identifier: XcodeProject.Identifier) -> String {
      let comment = project.comment(of: identifier).map { " (\($0))" } ?? ""
      return "'\(String(decoding: identifier, as: UTF8.self))'\(comment)"
    }
    for reference in XcodeProject.danglingReferences(in: document) where reference.isCertain {
      let owner = reference.owner.map { " of \(shown($0))" } ?? ""
      collector.add(
        .xcodeDanglingReference, at: linted.position(of: reference.value.index),
        "missing object \(shown(reference.identifier)), to which '\(reference.key)'\(owner) refers")
    }
    var parents: [XcodeProject.Identifier: XcodeProject.Identifier] = [:]
    for entry in DocumentValue(document).value(forKey: "objects")?.entries ?? DocumentValue(document).entries
    {
      let (identifier, object) = (entry.key.array, entry.value)
      for child in object.value(forKey: "children")?.elements ?? object.elements {
        guard let text = child.text else { continue }
        guard let other = parents.updateValue(identifier, forKey: text.array) else { continue }
        let place =
          other == identifier ? "twice in \(shown(other))" : "in \(shown(other)) and \(shown(identifier))"
        collector.add(
          .xcodeSeveralParents, at: linted.position(of: child.index), "\(shown(text.array)) is \(place)")
      }
      if object.value(forKey: "isa")?.string == "PBXBuildFile", object.value(forKey: "fileRef") == nil,
        object.value(forKey: "productRef") == nil
      {
        collector.add(
          .xcodeMissingFile, at: linted.position(of: entry.keyIndex),
          "build file \(shown(identifier)) without a file")
      }
      checkFiles(of: object, shown(identifier), project, &linted, &collector)
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
