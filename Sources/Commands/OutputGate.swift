// The gate before every write: no path that a command reads may be replaced with the output, and no two outputs may meet
// in one file.

/// Compares the paths that a command writes with those that it reads, before it writes any of them.
struct OutputGate {
  private var finder = FolderEntryFinder()
  private var inputs = FolderEntryTexts()
  /// Other files that the command reads: lists of names, mappings, settings.
  private var files = FolderEntryTexts()
  private var outputs = FolderEntryTexts()
  /// The file under standard input, if that is read.
  private var standardInput: FileIdentity?
  private var isOnStandardOutput = false
  private let context: CommandContext

  /// The options whose values are paths that a command reads.
  private static let readOptions: [any Option] = [CommonOptions.filesFrom, MappingPlan.mapping]

  init(reading inputs: [InputOperand], _ typed: ParsedArguments? = nil, in context: CommandContext) {
    self.context = context
    for input in inputs {
      guard let path = input.path else {
        let status = Platform.status(descriptor: context.standardInput)
        if status?.kind == .regular { standardInput = status?.identity }
        continue
      }
      self.inputs.insert(finder.entry(path), Platform.displayPath(input.name))
    }
    let keys = Self.readOptions.map(\.declaration.key)
    for given in typed?.given ?? [] where keys.contains(given.option.key) {
      guard let path = given.value as? String else { continue }
      let isName = given.option.key == MappingPlan.mapping.declaration.key && !MappingLibrary.isPath(path)
      if !isName { addFile(path) }
    }
  }

  /// Whether no output can meet a file other than the inputs.
  var readsOnlyInputs: Bool { files.isEmpty && standardInput == nil }

  /// Adds a file that the command reads.
  mutating func addFile(_ path: String) {
    if path != "-" { files.insert(finder.entry(context.resolve(path)), Platform.displayPath(path)) }
  }

  /// Adds an output as typed, such as `-o x`; standard output, a device and a pipe never meet anything.
  ///
  /// Throws a `UsageError` if it would replace an input or meet another output.
  mutating func add(_ path: String?, typed option: String) throws(UsageError) {
    guard let path else { return }
    if path == "-" {
      if isOnStandardOutput { throw UsageError("only one report can go to standard output") }
      isOnStandardOutput = true
      return
    }
    let entry = finder.entry(context.resolve(path))
    guard entry.kind == nil || entry.kind == .regular else { return }
    if let input = inputs[entry] { throw Self.refusal(ofInput: input) }
    try check(entry, at: path)
    let text = option.isEmpty ? Platform.displayPath(path) : "\(option) \(Platform.displayPath(path))"
    if let other = outputs.insert(entry, text) {
      throw UsageError("\(other) and \(text) would meet in one file")
    }
  }

  /// Throws a `UsageError` if an output would replace a file that the command reads besides its inputs.
  mutating func check(_ path: String) throws(UsageError) {
    try check(finder.entry(context.resolve(path)), at: path)
  }

  private func check(_ entry: FolderEntry, at path: String) throws(UsageError) {
    var read = files[entry]
    if let standardInput, Platform.status(context.resolve(path))?.identity == standardInput {
      read = "\(Platform.displayPath(path)), which is standard input,"
    }
    guard let read else { return }
    throw UsageError("\(read) would be replaced by the output of the command that reads it; use another path")
  }

  static func refusal(ofInput name: String) -> UsageError {
    UsageError("\(name) would be replaced by its own output, which cannot be read back; use -o PATH")
  }
}

/// Directory entries with a text for each.
struct FolderEntryTexts {
  private var byKey: [FolderEntry.Key: String] = [:]
  private var byIdentity: [FileIdentity: String] = [:]

  var isEmpty: Bool { byKey.isEmpty }

  subscript(entry: FolderEntry) -> String? {
    byKey[entry.key] ?? entry.soleIdentity.flatMap { byIdentity[$0] }
  }

  /// Adds an entry, and returns the text of the same entry added before.
  @discardableResult
  mutating func insert(_ entry: FolderEntry, _ text: String) -> String? {
    let other = self[entry]
    byKey[entry.key] = text
    if let identity = entry.soleIdentity { byIdentity[identity] = text }
    return other
  }
}

/// The directory entry that replacing a path would change: two hard links are two entries, a symbolic link
/// and its target are one.
struct FolderEntry {
  struct Key: Hashable {
    let folder: FileIdentity?
    let name: [UInt8]
  }

  let key: Key
  /// The kind of the path's target; nil if it does not exist.
  let kind: FileKind?
  /// The file's identity if it has only this name (possibly spelt differently if case does not matter).
  let soleIdentity: FileIdentity?

  func isSame(as other: FolderEntry) -> Bool {
    key == other.key || soleIdentity != nil && soleIdentity == other.soleIdentity
  }
}

/// Finds directory entries; most paths are in the directory of the previous one.
struct FolderEntryFinder {
  private var last: (folder: String, identity: FileIdentity?)?

  mutating func entry(_ path: String) -> FolderEntry {
    var target = path
    var status = Platform.linkStatus(path)
    if status?.kind == .symbolicLink {
      target = (try? AtomicFile.followLinks(path)) ?? path
      status = Platform.status(target)
    }
    let (folder, name) = Paths.split(target)
    let identity = identity(ofFolder: folder)
    return FolderEntry(
      key: FolderEntry.Key(folder: identity, name: Platform.pathBytes(identity == nil ? target : name)),
      kind: status?.kind, soleIdentity: status?.linkCount == 1 ? status?.identity : nil)
  }

  private mutating func identity(ofFolder folder: String) -> FileIdentity? {
    if let last, last.folder == folder { return last.identity }
    let identity = Platform.status(folder.isEmpty ? "." : folder)?.identity
    last = (folder, identity)
    return identity
  }
}
