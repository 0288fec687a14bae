// The file of a Core Data model: inside a bundle of versions, of one version's folder, or by itself.
//
//   Store.xcdatamodeld/.xccurrentversion      says Store 2.xcdatamodel
//   Store.xcdatamodeld/Store 2.xcdatamodel/contents

import PliantCore

/// Finds the file that holds a model.
package struct CoreDataModelFile {
  /// The file to be read.
  package let path: String
  /// The model's name.
  package let name: String

  /// The file for what the user named.
  ///
  /// Throws what is compiled, what is too old, and a bundle whose current version cannot be told.
  package init(_ path: String, resolve: (String) -> String = { $0 }) throws(Failure) {
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    if Self.isCompiled(path) { throw Failure(.coreDataCompiled) }
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

  private static func isCompiled(_ path: String) -> Bool {
    ["mom", "momd", "omo"].contains(Paths.pathExtension(path) ?? "")
  }

  /// The name without folders and endings; of a file named contents that of its folder.
  private static func modelName(_ path: String) -> String {
    var (folder, name) = Paths.split(path)
    while name == "contents" && !folder.isEmpty && folder != "/" {
      while folder.count > 1 && folder.hasSuffix("/") { folder.removeLast() }
      (folder, name) = Paths.split(folder)
    }
    if let ending = Paths.pathExtension(name) { name = String(name.dropLast(ending.count + 1)) }
    return name
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
        let loaded = try? Route(to: .json).load(bytes)
        return loaded.flatMap { DocumentValue($0.document).value(forKey: "_XCCurrentVersionName")?.string }
      }
      // A name with a slash would lead out of the bundle.
      if let name, versions.contains(name) { return name }
    }
    if versions.count == 1 { return versions[0] }
    if versions.isEmpty { throw Failure(.coreDataNothing, ".xcdatamodel") }
    throw Failure(.coreDataNoVersion, versions.joined(separator: ", "))
  }

  /// The mapping of the model that bytes describe; `note` takes what they contradict.
  ///
  /// Throws what is wrong with them, with its place.
  package static func mapping(
    of bytes: ByteView, named name: String, note: (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> Mapping {
    if bytes.starts(with: "bplist") || bytes.starts(with: ByteView("archived-")) {
      throw Diagnostic(Failure(isArchiveOfModel(bytes) ? .coreDataCompiled : .coreDataOld))
    }
    return try DecodedText(bytes, kind: .xml).withReadableText { view, contradiction throws(Diagnostic) in
      if let contradiction { note(Diagnostic(contradiction, in: view).asNote) }
      do throws(Failure) {
        return CoreDataMapping.mapping(of: try CoreDataModel(reading: view), named: name)
      } catch {
        throw Diagnostic(error, in: view)
      }
    }
  }

  /// Whether an archive holds what momc writes, rather than what Xcode's editor wrote.
  private static func isArchiveOfModel(_ bytes: ByteView) -> Bool {
    bytes.firstIndex(of: "NSManagedObjectModel") != nil || bytes.firstIndex(of: "NSEntityDescription") != nil
  }
}
