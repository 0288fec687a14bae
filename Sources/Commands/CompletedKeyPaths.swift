// The key paths that complete a prefix, from the files on the command line.

enum CompletedKeyPaths {
  private static let limit = 1000

  /// The key paths of a file that begin with `prefix` and are one step longer than its last separator; empty
  /// if the file is unreadable.
  static func paths(from prefix: String, in file: String, _ context: CommandContext) -> [String] {
    let isPointer = prefix.utf8.first == ASCII.solidus
    guard let (start, parent) = parent(of: prefix, isPointer: isPointer) else { return [] }
    let path = context.resolve(file)
    // Reading would drain a pipe.
    guard let status = Platform.status(path), status.kind == .regular else { return [] }
    do {
      let document = try DocumentInput.document(in: InputFile(path: path, name: file))
      let loaded = try document.withBytes { bytes in
        try Reading().load(bytes, owner: document)
      }
      guard let index = loaded.document.index(at: parent) else { return [] }
      let steps = steps(below: loaded.document.resolved(index), in: loaded.document)
      return steps.lazy.map { start + spelled($0, isPointer: isPointer) }.filter { $0.hasPrefix(prefix) }
    } catch {
      // Completion cannot show messages.
      return []
    }
  }

  /// The prefix up to its last separator, and the path there.
  private static func parent(of prefix: String, isPointer: Bool) -> (start: String, path: KeyPath)? {
    let bytes = Array(prefix.utf8)
    let separator = isPointer ? ASCII.solidus : ASCII.fullStop
    let last = bytes.indices.last { index in
      bytes[index] == separator && (isPointer || index == 0 || bytes[index - 1] != ASCII.reverseSolidus)
    }
    guard let last else { return ("", KeyPath(components: [])) }
    let before = String(decoding: bytes[..<last], as: UTF8.self)
    let path = isPointer ? KeyPath(pointer: before) : KeyPath(dotted: before)
    return path.map { (String(decoding: bytes[...last], as: UTF8.self), $0) }
  }

  private static func spelled(_ step: [UInt8], isPointer: Bool) -> String {
    let path = KeyPath(components: [step])
    return isPointer ? String(path.pointer.dropFirst()) : path.dotted
  }

  /// The keys or indices of a container; without keys that do not fit on a line.
  private static func steps(below container: Int, in document: Document) -> [[UInt8]] {
    let value = DocumentValue(document, at: container)
    guard value.isDictionary else { return (0..<min(value.count, limit)).map { Array(String($0).utf8) } }
    return value.entries.prefix(limit).map(\.key.array).filter { key in
      !key.isEmpty && key.allSatisfy { $0 >= ASCII.space && $0 != ASCII.delete }
    }
  }
}
