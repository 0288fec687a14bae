// Lookup of mappings: by path, else by name: built-in ones, $PLIANT_MAPPINGS, the user's directory.

package struct MappingLibrary: Sendable {
  package struct Problem: Error {
    package let file: String
    package let diagnostic: Diagnostic
    /// Whether the mapping exists but is invalid.
    package let isWrongMapping: Bool
  }

  package struct Entry: Sendable {
    package let name: String
    /// The file; nil for a built-in one.
    package let file: String?
  }

  /// The directories of mappings, in search order; they need not exist.
  package let folders: [String]
  private let resolve: @Sendable (String) -> String
  /// Receives notes from reading a mapping file, and the file.
  private let note: @Sendable (Diagnostic, String) -> Void
  let memory = Memory()

  private static let endings = ["json", "plist"]

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
    // The XDG Base Directory Specification ignores relative paths.
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/pliant/mappings" }
    guard let home = environment("HOME"), !home.isEmpty else { return nil }
    #if os(macOS)
      return home + "/Library/Application Support/pliant/mappings"
    #else
      return home + "/.local/share/pliant/mappings"
    #endif
  }

  // MARK: Finding

  package static func isPath(_ text: String) -> Bool {
    text.utf8.contains(ASCII.solidus) || Paths.pathExtension(text) != nil
  }

  /// Returns the mapping with a name or path.
  ///
  /// Throws an error in its file, or that it is missing, with the nearest name.
  package func mapping(_ text: String) throws(Problem) -> Mapping {
    try withFile(text) { loaded throws(Diagnostic) in try read(loaded, text) }
  }

  /// Returns the mapping with a name or path, compiled.
  ///
  /// Throws as `mapping` does; an error in the mapping has a position in the file if the check finds one.
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

  /// Runs `body` on the document of the mapping with a name or path.
  ///
  /// Throws the errors of `body` and of the file, or that it is missing, with the nearest name.
  package func withFile<Result>(
    _ text: String, _ body: (LoadedDocument) throws(Diagnostic) -> Result
  ) throws(Problem) -> Result {
    let (file, builtIn) = (file(of: text), BuiltInMappings.named(text))
    guard file != nil || builtIn != nil else { throw missing(text) }
    do throws(Diagnostic) {
      let input = try Diagnostic.of { () throws(Failure) in
        guard let file else { return InputFile(bytes: builtIn?.bytes ?? [], name: text) }
        return try InputFile(path: resolve(file), name: file)
      }
      return try input.withBytes { bytes throws(Diagnostic) in
        try body(try Reading().load(bytes))
      }
    } catch {
      throw Problem(file: file ?? text, diagnostic: error, isWrongMapping: error.rule == .mappingFile)
    }
  }

  private func missing(_ text: String) -> Problem {
    let hint = MappingFileText.nearest(to: text, among: entries.map(\.name)).map { "; did you mean '\($0)'?" }
    let advice = hint == nil ? "run 'pliant mapping list' for all mappings" : nil
    return Problem(
      file: text,
      diagnostic: Diagnostic(Failure(.mappingNotFound, "'\(text)'" + (hint ?? ""), advice: advice)),
      isWrongMapping: false)
  }

  /// The file of a name or path; nil for a built-in mapping, and for a missing one.
  package func file(of text: String) -> String? {
    if Self.isPath(text) { return text }
    if BuiltInMappings.named(text) != nil { return nil }
    let paths = folders.flatMap { folder in Self.endings.map { Paths.join(folder, text + "." + $0) } }
    return paths.first { Platform.status(resolve($0))?.kind == .regular }
  }

  /// All available mappings, without duplicate names.
  package var entries: [Entry] {
    var entries = BuiltInMappings.all.map { Entry(name: $0.name, file: nil) }
    for folder in folders {
      for name in (Platform.names(inFolder: resolve(folder)) ?? []).sorted() {
        guard let ending = Paths.pathExtension(name), Self.endings.contains(ending) else { continue }
        let bare = Paths.stem(name)
        if entries.contains(where: { $0.name == bare }) { continue }
        entries.append(Entry(name: bare, file: Paths.join(folder, name)))
      }
    }
    return entries
  }

  /// Returns the mapping of an entry.
  ///
  /// Throws errors in its file.
  package func mapping(_ entry: Entry) throws(Problem) -> Mapping { try mapping(entry.file ?? entry.name) }

  // MARK: Reading

  private func read(_ loaded: LoadedDocument, _ name: String) throws(Diagnostic) -> Mapping {
    let mapping = try MappingFileReader.read(loaded)
    for diagnostic in loaded.valueNotes { note(diagnostic, file(of: name) ?? name) }
    return mapping
  }
}
