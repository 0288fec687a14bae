// The gate before every write: no path that a command reads may be replaced by a report about it, and no two outputs
// may meet in one file.

/// Compares the paths that a command writes with those that it reads, before it writes any of them.
struct OutputGate {
  private var finder = FolderEntryFinder()
  private var inputs: [(entry: FolderEntry, name: String)] = []
  private var outputs: [(entry: FolderEntry, text: String)] = []
  private var isOnStandardOutput = false
  private let context: CommandContext

  init(reading inputs: [InputOperand], in context: CommandContext) {
    self.context = context
    for input in inputs {
      guard let path = input.path else { continue }
      self.inputs.append((finder.entry(path), Platform.displayPath(input.name)))
    }
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
    if let input = inputs.first(where: { $0.entry.isSame(as: entry) }) {
      throw Self.refusal(ofInput: input.name)
    }
    let text = option.isEmpty ? Platform.displayPath(path) : "\(option) \(Platform.displayPath(path))"
    if let other = outputs.first(where: { $0.entry.isSame(as: entry) }) {
      throw UsageError("\(other.text) and \(text) would meet in one file")
    }
    outputs.append((entry, text))
  }

  static func refusal(ofInput name: String) -> UsageError {
    UsageError("\(name) would be replaced by its own output, which cannot be read back; use -o PATH")
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
