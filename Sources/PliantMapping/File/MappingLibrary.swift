// Where mappings are found: by path, else by name among the built-in ones, in $PLIANT_MAPPINGS, in the user's folder.

import PliantCore

/// The mappings that can be named.
package struct MappingLibrary: Sendable {
  /// What was wrong, and with which file.
  package struct Problem: Error {
    package let file: String
    package let diagnostic: Diagnostic
    /// Whether there is a mapping, which says something that cannot be meant.
    package let isWrongMapping: Bool

    init(file: String, diagnostic: Diagnostic, isMissing: Bool = false) {
      self.file = file
      self.diagnostic = diagnostic
      isWrongMapping = diagnostic.rule == "mapping/file" && !isMissing
    }
  }

  /// A mapping that has a name, and where it lies.
  package struct Entry: Sendable {
    package let name: String
    /// Nil for a built-in one.
    package let file: String?
  }

  /// The folders of mappings, in the order in which they are searched; they need not exist.
  package let folders: [String]
  private let resolve: @Sendable (String) -> String
  /// Takes what reading a mapping file for use has to tell, and the file.
  private let note: @Sendable (Diagnostic, String) -> Void

  /// Endings of mapping files in folders.
  private static let endings = ["json", "plist"]

  /// The library that the environment describes.
  package init(
    environment: (String) -> String?, resolve: @escaping @Sendable (String) -> String = { $0 },
    note: @escaping @Sendable (Diagnostic, String) -> Void = { _, _ in }
  ) {
    var folders = (environment("PLIANT_MAPPINGS") ?? "").split(separator: ":").map { String($0) }
    if let folder = Self.userFolder(environment) { folders.append(folder) }
    self.folders = folders
    self.resolve = resolve
    self.note = note
  }

  private static func userFolder(_ environment: (String) -> String?) -> String? {
    // As the XDG Base Directory Specification has it, a path that is not absolute is ignored.
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/pliant/mappings" }
    guard let home = environment("HOME"), !home.isEmpty else { return nil }
    #if os(macOS)
      return home + "/Library/Application Support/pliant/mappings"
    #else
      return home + "/.local/share/pliant/mappings"
    #endif
  }

  // MARK: Finding

  /// Whether what was typed is a path rather than a name.
  package static func isPath(_ text: String) -> Bool {
    text.utf8.contains(ASCII.solidus) || Paths.pathExtension(text) != nil
  }

  /// The mapping of a name or path.
  ///
  /// Throws what is wrong with its file, or that there is none, with the nearest name.
  package func mapping(_ text: String) throws(Problem) -> Mapping {
    try withFile(text) { loaded throws(Diagnostic) in try read(loaded, text) }
  }

  /// The mapping of a name or path, ready for use.
  ///
  /// Throws as `mapping` does; what makes a mapping unusable has its place in the file where checking it finds one.
  package func compiledMapping(_ text: String) throws(Problem) -> CompiledMapping {
    try withFile(text) { loaded throws(Diagnostic) in
      let mapping = try read(loaded, text)
      do throws(Failure) {
        return try CompiledMapping(mapping)
      } catch {
        let findings = MappingChecker.check(mapping, in: loaded.document)
        throw findings.first { $0.severity == .error }?.diagnostic(in: loaded) ?? Diagnostic(error)
      }
    }
  }

  /// Runs `body` on the document of the mapping of a name or path.
  ///
  /// Throws what `body` throws or is wrong with the file, or that there is none, with the nearest name.
  package func withFile<Result>(
    _ text: String, _ body: (LoadedDocument) throws(Diagnostic) -> Result
  ) throws(Problem) -> Result {
    if let file = file(of: text) { return try read(file, body) }
    if let entry = BuiltInMappings.all.first(where: { $0.name.description == text }) {
      do throws(Diagnostic) {
        return try Array(entry.text.utf8).withByteView { text throws(Diagnostic) in
          try body(try Route(to: .json).load(text))
        }
      } catch {
        throw Problem(file: text, diagnostic: error)
      }
    }
    let hint = MappingFileText.nearest(to: text, among: entries.map(\.name)).map { "; did you mean '\($0)'?" }
    let advice = hint == nil ? "'pliant mapping list' shows what there is" : nil
    throw Problem(
      file: text,
      diagnostic: Diagnostic(Failure(.mappingNotFound, "'\(text)'" + (hint ?? ""), advice: advice)),
      isMissing: true)
  }

  /// The file of a name or path; nil for a built-in mapping, and for what cannot be found.
  package func file(of text: String) -> String? {
    if Self.isPath(text) { return text }
    if BuiltInMappings.all.contains(where: { $0.name.description == text }) { return nil }
    return file(named: text)
  }

  private func file(named name: String) -> String? {
    for folder in folders {
      for ending in Self.endings {
        let path = Paths.join(folder, name + "." + ending)
        if Platform.status(resolve(path))?.kind == .regular { return path }
      }
    }
    return nil
  }

  /// All mappings that can be named, each name once.
  package var entries: [Entry] {
    var entries = BuiltInMappings.all.map { Entry(name: $0.name.description, file: nil) }
    for folder in folders {
      for name in (Platform.names(inFolder: resolve(folder)) ?? []).sorted() {
        guard let ending = Paths.pathExtension(name), Self.endings.contains(ending) else { continue }
        let bare = String(name.dropLast(ending.count + 1))
        if entries.contains(where: { $0.name == bare }) { continue }
        entries.append(Entry(name: bare, file: Paths.join(folder, name)))
      }
    }
    return entries
  }

  /// The mapping of an entry.
  ///
  /// Throws what is wrong with its file.
  package func mapping(_ entry: Entry) throws(Problem) -> Mapping { try mapping(entry.file ?? entry.name) }

  // MARK: Reading

  private func read(_ loaded: LoadedDocument, _ name: String) throws(Diagnostic) -> Mapping {
    let mapping = try MappingFileReader.read(loaded)
    for diagnostic in loaded.valueNotes { note(diagnostic, file(of: name) ?? name) }
    return mapping
  }

  private func read<Result>(
    _ file: String, _ body: (LoadedDocument) throws(Diagnostic) -> Result
  ) throws(Problem) -> Result {
    do throws(Diagnostic) {
      let input: InputFile
      do throws(Failure) {
        input = try InputFile(path: resolve(file), name: file)
      } catch { throw Diagnostic(error) }
      return try input.withBytes { bytes throws(Diagnostic) in
        try body(try Route(to: .json).load(bytes))
      }
    } catch {
      throw Problem(file: file, diagnostic: error)
    }
  }

  /// The mapping that the bytes of a mapping file describe.
  ///
  /// Throws what is wrong with them, with its place.
  package static func mapping(inFile bytes: ByteView) throws(Diagnostic) -> Mapping {
    try MappingFileReader.read(try Route(to: .json).load(bytes))
  }
}

extension DiagnosticCode {
  package static var mappingNotFound: DiagnosticCode {
    DiagnosticCode("mapping.not-found", rule: "mapping/file", "unknown mapping %")
  }
}
