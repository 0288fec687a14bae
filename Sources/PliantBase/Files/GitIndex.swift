// The files that git tracks, from the index of a repository (gitformat-index(5)), versions 2 to 4.

/// The tracked files of the repository around a directory, read at the first question.
final class GitIndex: Sendable {
  /// The paths from the repository's root, in order.
  private struct Names {
    var text: [UInt8] = []
    var ends: [Int] = []
  }

  private static let sizeLimit = 1 << 28
  /// The bytes of an entry before its flags, in repositories of SHA-1.
  private static let fixedBytes = 60

  /// The root of the repository; nil outside one.
  private let root: String?
  private let names = SharedState(Names?.none)

  init(around folder: String) {
    var place = folder
    while place != "/", Platform.linkStatus(Paths.join(place, ".git")) == nil {
      place = Paths.parent(of: place)
    }
    root = Platform.linkStatus(Paths.join(place, ".git")) == nil ? nil : place
  }

  /// Whether git tracks the file, or a file below the directory, at an absolute path.
  func tracks(_ path: String, isFolder: Bool) -> Bool {
    guard let root, let relative = Paths.relative(path, to: root) else { return false }
    let wanted = Platform.pathBytes(isFolder ? relative + "/" : relative).dropLast()
    return names.withLock { names in
      let known = names ?? Self.read(root)
      names = known
      var (low, high) = (0, known.ends.count)
      while low < high {
        let middle = (low + high) / 2
        if known.text[Self.range(middle, known)].lexicographicallyPrecedes(wanted) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      guard low < known.ends.count else { return false }
      let found = known.text[Self.range(low, known)]
      return isFolder ? found.starts(with: wanted) : found.elementsEqual(wanted)
    }
  }

  private static func range(_ number: Int, _ names: Names) -> Range<Int> {
    (number == 0 ? 0 : names.ends[number - 1])..<names.ends[number]
  }

  /// The names of an index; none of one that pliant cannot read.
  private static func read(_ root: String) -> Names {
    guard let file = try? InputFile(path: Paths.join(root, ".git/index")), file.count <= sizeLimit else {
      return Names()
    }
    return file.withBytes { names(in: $0) ?? Names() }
  }

  private static func names(in bytes: ByteView) -> Names? {
    guard bytes.starts(with: "DIRC"), let version = word(bytes, 4), (2...4).contains(version),
      let count = word(bytes, 8)
    else { return nil }
    var names = Names()
    var last = 0..<0
    var at = 12
    for _ in 0..<count {
      let start = at
      at += fixedBytes
      guard let flags = bytes.byte(at: at) else { return nil }
      // The extended flag of version 3.
      at += version > 2 && flags & 0x40 != 0 ? 4 : 2
      var kept = 0
      if version == 4 {
        guard let removed = offset(bytes, &at), removed <= last.count else { return nil }
        kept = last.count - removed
      }
      guard at <= bytes.count, let end = bytes.firstIndex(of: ASCII.null, from: at) else { return nil }
      let first = names.text.count
      names.text += Array(names.text[last.prefix(kept)])
      names.text += bytes[at..<end].array
      names.ends.append(names.text.count)
      last = first..<names.text.count
      at = version == 4 ? end + 1 : start + (end - start + 8) & ~7
    }
    return names
  }

  private static func word(_ bytes: ByteView, _ place: Int) -> Int? {
    guard place + 4 <= bytes.count else { return nil }
    return (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }

  /// A number in the variable width of packs' offsets.
  private static func offset(_ bytes: ByteView, _ at: inout Int) -> Int? {
    var value = -1
    while let byte = bytes.byte(at: at), value < 1 << 32 {
      at += 1
      value = (value + 1) << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    return nil
  }
}
