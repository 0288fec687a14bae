// The file of a Core Data model: in a bundle of versions, in one version's directory, or by itself.
//
//   Store.xcdatamodeld/.xccurrentversion      says Store 2.xcdatamodel
//   Store.xcdatamodeld/Store 2.xcdatamodel/contents

package struct CoreDataModelFile {
  package let path: String
  package let name: String

  /// Finds the file for a user's path.
  ///
  /// Throws an error for a compiled or outdated model, and for a bundle without a current version.
  package init(_ path: String, resolve: (String) -> String = { $0 }) throws(Failure) {
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    if ["mom", "momd", "omo"].contains(Paths.pathExtension(path) ?? "") { throw Failure(.coreDataCompiled) }
    name = Self.modelName(path)
    if Platform.status(resolve(path))?.kind != .folder {
      self.path = path
      return
    }
    if Paths.pathExtension(path) == "xcdatamodeld" {
      path = Paths.join(path, try Self.currentVersion(path, resolve))
    }
    let contents = Paths.join(path, "contents")
    if Platform.status(resolve(contents)) == nil {
      let isOld = Platform.status(resolve(Paths.join(path, "elements"))) != nil
      throw isOld ? Failure(.coreDataOld) : Failure(.coreDataNothing, "file 'contents'")
    }
    self.path = contents
  }

  /// The name without directories and extensions; for a file called contents, that of its directory.
  private static func modelName(_ path: String) -> String {
    var (folder, name) = Paths.split(path)
    while name == "contents" && !folder.isEmpty && folder != "/" {
      while folder.count > 1 && folder.hasSuffix("/") { folder.removeLast() }
      (folder, name) = Paths.split(folder)
    }
    return Paths.stem(name)
  }

  private static func currentVersion(
    _ bundle: String, _ resolve: (String) -> String
  ) throws(Failure) -> String {
    let versions = (Platform.names(inFolder: resolve(bundle)) ?? [])
      .filter { Paths.pathExtension($0) == "xcdatamodel" }.sorted()
    let record = Paths.join(bundle, ".xccurrentversion")
    if Platform.status(resolve(record)) != nil {
      let input = try InputFile(path: resolve(record), name: record)
      let name = input.withBytes { bytes -> String? in
        let loaded = try? Reading().load(bytes)
        return loaded.flatMap { DocumentValue($0.document).value(forKey: "_XCCurrentVersionName")?.string }
      }
      // A name with a slash would lead outside the bundle.
      if let name, versions.contains(name) { return name }
    }
    if versions.count == 1 { return versions[0] }
    if versions.isEmpty { throw Failure(.coreDataNothing, ".xcdatamodel") }
    throw Failure(.coreDataNoVersion, versions.joined(separator: ", "))
  }

  /// The mapping of the model in `bytes`; `note` receives contradictions.
  ///
  /// Throws errors with their positions.
  package static func mapping(
    of bytes: ByteView, named name: String, note: (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> Mapping {
    if bytes.starts(with: "bplist") || bytes.starts(with: ByteView("archived-")) {
      // momc's output contains these classes, an archive of Xcode's editor does not.
      let isCompiled = ["NSManagedObjectModel", "NSEntityDescription"].contains {
        bytes.firstIndex(of: ByteView($0)) != nil
      }
      throw Diagnostic(Failure(isCompiled ? .coreDataCompiled : .coreDataOld))
    }
    return try DecodedText(bytes, kind: .xml).withReadableText { view, contradiction throws(Diagnostic) in
      if let contradiction { note(Diagnostic(contradiction, in: view).asNote) }
      do throws(Failure) {
        return CoreDataMapping.mapping(of: try CoreDataModel(reading: view), named: name)
      } catch { throw Diagnostic(error, in: view) }
    }
  }
}
