enum PlistBuddyType: String, CaseIterable { case string, array, dict, bool, real, integer, date, data }

enum PlistBuddyCommand {
  case help
  case exit
  case save
  case revert
  case clear(PlistBuddyType?)
  case print(PlistBuddyEntry)
  case set(PlistBuddyEntry, [UInt8])
  case add(PlistBuddyEntry, PlistBuddyType, [UInt8])
  case copy(PlistBuddyEntry, to: PlistBuddyEntry)
  case delete(PlistBuddyEntry)
  case merge(file: String, PlistBuddyEntry, isRecursive: Bool)
  case importFile(PlistBuddyEntry, file: String)
  case changeContainer(PlistBuddyEntry)

  private enum Name {
    case help, exit, save, revert, clear, print, set, add, copy, delete, merge, importing, cd
  }

  /// The names; case does not matter.
  private static let names: [(String, Name)] = [
    ("Help", .help), ("?", .help), ("Exit", .exit), ("Quit", .exit), ("Bye", .exit), ("Save", .save),
    ("Revert", .revert), ("Clear", .clear), ("Print", .print), ("ls", .print), ("Set", .set), ("=", .set),
    ("Add", .add), ("+", .add), ("Copy", .copy), ("cp", .copy), ("Delete", .delete), ("Remove", .delete),
    ("rm", .delete), ("-", .delete), ("Merge", .merge), ("Import", .importing), ("CD", .cd),
  ]

  /// Parses a command; ignores extra words; throws PlistBuddy's text for an invalid command.
  init(_ text: some Sequence<UInt8>) throws {
    var words = PlistBuddyWords(text)
    guard let name = Self.names.first(where: { words.take(command: $0.0) })?.1 else {
      throw PlistBuddyProblem("Unrecognized Command", on: .output)
    }
    switch name {
    case .help: self = .help
    case .exit: self = .exit
    case .save: self = .save
    case .revert: self = .revert
    case .clear: self = .clear(try Self.type(&words))
    case .print: self = .print(try words.word().map { PlistBuddyEntry($0) } ?? .current)
    case .set:
      let entry = try Self.entry(&words, "Entry Required for Set Command")
      self = .set(entry, try Self.require(try words.value(), "Value Required for Set Command"))
    case .add:
      let entry = try Self.entry(&words, "Entry Required for Add Command")
      let type = try Self.require(try Self.type(&words), "Type Required for Add Command")
      self = .add(entry, type, try words.value() ?? [])
    case .copy:
      let entry = try Self.entry(&words, "Entry Required for Copy Command")
      self = .copy(entry, to: try Self.entry(&words, "Two Entries Required for Copy Command"))
    case .delete: self = .delete(try Self.entry(&words, "Entry Required for Delete Command"))
    case .merge: self = try Self.merge(&words)
    case .importing:
      let entry = try Self.entry(&words, "Entry Required for Import Command")
      let file = try Self.require(try words.word(isPath: true), "File required for Import Command")
      self = .importFile(entry, file: Argument(bytes: file.text).path)
    case .cd: self = .changeContainer(try Self.entry(&words, "Entry Required for CD Command"))
    }
  }

  private static func merge(_ words: inout PlistBuddyWords) throws -> PlistBuddyCommand {
    var file = try require(try words.word(isPath: true), "File required for Merge Command")
    let isRecursive = file.text == Array("-r".utf8)
    if isRecursive { file = try require(try words.word(isPath: true), "File required for Merge Command") }
    let entry = try words.word().map { PlistBuddyEntry($0) } ?? .current
    return .merge(file: Argument(bytes: file.text).path, entry, isRecursive: isRecursive)
  }

  private static func require<Value>(_ value: Value?, _ problem: String) throws -> Value {
    guard let value else { throw PlistBuddyProblem(problem, on: .output) }
    return value
  }

  private static func entry(_ words: inout PlistBuddyWords, _ problem: String) throws
    -> PlistBuddyEntry
  { PlistBuddyEntry(try require(try words.word(), problem)) }

  private static func type(_ words: inout PlistBuddyWords) throws -> PlistBuddyType? {
    guard let word = try words.word() else { return nil }
    let name = word.string.lowercased()
    guard let type = PlistBuddyType(rawValue: name) else {
      throw PlistBuddyProblem("Unrecognized Type: \(word.string)", on: .output)
    }
    return type
  }
}
