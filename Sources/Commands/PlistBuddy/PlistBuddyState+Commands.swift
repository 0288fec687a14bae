// The effect of each PlistBuddy command, with PlistBuddy's messages.

extension PlistBuddyState {
  /// Runs a command; false if it ends the session.
  mutating func run(_ command: PlistBuddyCommand) throws -> Bool {
    switch command {
    case .help: try print(PlistBuddyTexts.help)
    case .exit: return false
    case .save:
      try print("Saving...\n")
      try save()
    case .revert:
      try print("Reverting to last saved state...\n")
      try revert()
    case .clear(let type): try clear(type)
    case .print(let entry): try printValue(entry)
    case .set(let entry, let text): try set(entry, text)
    case .add(let entry, let type, let text):
      let value = try PlistBuddyValue.document(type, text, isGiven: !text.isEmpty, zone: zone)
      try place(value, entry, for: "Add")
    case .copy(let source, let target): try copy(source, to: target)
    case .delete(let entry): try delete(entry)
    case .merge(let file, let entry, let isRecursive): try merge(file, into: entry, isRecursive: isRecursive)
    case .importFile(let entry, let file): try importFile(file, into: entry)
    case .changeContainer(let entry):
      let path = try find(entry, for: "CD")
      guard session.kind(at: path) != nil else {
        throw PlistBuddyProblem("CD: Entry, \"\(entry.shown)\", Is Not A Container")
      }
      current = path
    }
    return true
  }

  // MARK: Finding

  /// The path of an entry, existing or not; empty steps do not descend.
  private func path(of entry: PlistBuddyEntry) -> KeyPath {
    KeyPath(components: (entry.isAbsolute ? [] : current.components) + entry.steps.filter { !$0.isEmpty })
  }

  private func find(_ entry: PlistBuddyEntry, for command: String) throws -> KeyPath {
    let path = path(of: entry)
    guard session.holdsValue(at: path) else {
      throw PlistBuddyProblem("\(command): Entry, \"\(entry.shown)\", Does Not Exist")
    }
    return path
  }

  private mutating func change(_ body: (inout EditingSession) throws(Failure) -> Void) throws {
    try body(&session)
    isDirty = true
  }

  // MARK: Commands

  private func printValue(_ entry: PlistBuddyEntry) throws {
    if let value = try session.value(at: try find(entry, for: "Print")) { try show(value) }
  }

  private mutating func clear(_ type: PlistBuddyType?) throws {
    if type == nil { try print("Unrecognized Type: \n") }
    try print("Initializing Plist...\n")
    let value =
      type == .date
      ? try PlistBuddyValue.date(0)
      : try PlistBuddyValue.document(type ?? .dict, [], isGiven: false, zone: zone)
    current = KeyPath(components: [])
    let root = current
    try change { session throws(Failure) in try session.replace(at: root, with: value) }
  }

  private mutating func set(_ entry: PlistBuddyEntry, _ text: [UInt8]) throws {
    let path = try find(entry, for: "Set")
    guard let old = try session.value(at: path) else { return }
    let type = PlistBuddyValue.type(of: old)
    guard type != .dict, type != .array else {
      throw PlistBuddyProblem("Set: Cannot Perform Set On Containers")
    }
    let value = try PlistBuddyValue.document(type, text, zone: zone)
    try change { session throws(Failure) in try session.replace(at: path, with: value) }
  }

  private mutating func copy(_ source: PlistBuddyEntry, to target: PlistBuddyEntry) throws {
    guard let value = try session.value(at: try find(source, for: "Copy")) else { return }
    try place(try value.copy(of: 0), target, for: "Copy")
  }

  private mutating func delete(_ entry: PlistBuddyEntry) throws {
    let path = try find(entry, for: "Delete")
    guard entry.steps.last != [], !path.components.isEmpty else {
      throw PlistBuddyProblem("Delete: Entry, \"\(entry.shown)\", Does Not Exist")
    }
    let isArray = session.kind(at: KeyPath(components: path.components.dropLast())) != .dictionary
    try change { session throws(Failure) in try session.remove(at: path) }
    if current.components.starts(with: path.components) {
      current = KeyPath(components: [])
      try print("Working Container has become Invalid.  Setting to :\n")
    } else if isArray {
      shiftCurrent(behind: path, by: -1)
    }
  }

  /// Adjusts the working container when elements before it are added or removed.
  private mutating func shiftCurrent(behind path: KeyPath, by step: Int) {
    let depth = path.components.count - 1
    guard current.components.count > depth, current.components.starts(with: path.components.dropLast()),
      let own = KeyPath.index(current.components[depth]), let changed = KeyPath.index(path.components[depth]),
      own >= changed
    else { return }
    current.components[depth] = Array(String(own + step).utf8)
  }

  // MARK: Adding

  /// Sets the value of an entry, and creates dictionaries for missing steps.
  private mutating func place(_ value: Document, _ entry: PlistBuddyEntry, for command: String) throws {
    let cannot = PlistBuddyProblem("\(command): Can't Add Entry, \"\(entry.shown)\", to Parent")
    var parent = KeyPath(components: entry.isAbsolute ? [] : current.components)
    var steps = entry.steps[...]
    while steps.count > 1, let step = steps.first {
      let next = KeyPath(components: parent.components + (step.isEmpty ? [] : [step]))
      guard session.holdsValue(at: next) else { break }
      parent = next
      steps = steps.dropFirst()
    }
    guard let kind = session.kind(at: parent), let step = steps.first else { throw cannot }
    // Unnamed steps between others do not descend.
    let inner = steps.dropFirst().enumerated().filter { !$0.element.isEmpty || $0.offset == steps.count - 2 }
      .map(\.element)
    let new = inner.isEmpty ? value : try PlistBuddyValue.nested(value, under: inner[...])
    var path = KeyPath(components: parent.components + [step])
    if kind == .dictionary {
      guard !session.holdsValue(at: path) else {
        throw PlistBuddyProblem("\(command): \"\(entry.shown)\" Entry Already Exists")
      }
    } else {
      let count = session.count(at: parent)
      guard let index = step.isEmpty ? count : KeyPath.index(step) else { throw cannot }
      path.components[parent.components.count] = Array(String(min(index, count)).utf8)
    }
    try change { session throws(Failure) in try session.add(new, at: path) }
    if kind != .dictionary { shiftCurrent(behind: path, by: 1) }
  }

  // MARK: Files

  private mutating func importFile(_ name: String, into entry: PlistBuddyEntry) throws {
    let path = path(of: entry)
    var type = PlistBuddyType.data
    let old = try session.value(at: path)
    if let old {
      type = PlistBuddyValue.type(of: old)
      guard type != .dict, type != .array else {
        throw PlistBuddyProblem("Import: Specified Entry Must Not Be a Container")
      }
    }
    let bytes = try open(name, for: "Import").withBytes { $0.array }
    let value = try PlistBuddyValue.document(type, bytes, zone: zone)
    guard old != nil else { return try place(value, entry, for: "Import") }
    try change { session throws(Failure) in try session.replace(at: path, with: value) }
  }

  private func open(_ name: String, for command: String) throws -> InputFile {
    do throws(Failure) { return try InputFile(path: context.resolve(name), name: name) } catch {
      context.writeError("Error Opening File: \(name) [\(error.message)]\n")
      throw PlistBuddyProblem("\(command): Error Reading File: \(name)")
    }
  }

  private mutating func merge(_ name: String, into entry: PlistBuddyEntry, isRecursive: Bool) throws {
    let path = path(of: entry)
    guard session.holdsValue(at: path) else {
      throw PlistBuddyProblem("Merge: \"\(entry.shown)\" Entry Does Not Exist")
    }
    guard session.kind(at: path) != nil else {
      throw PlistBuddyProblem("Merge: Specified Entry Must Be a Container")
    }
    let file = try open(name, for: "Merge")
    let source: Document
    do {
      let read = try DocumentInput.document(in: file)
      source = try EditingSession(read, Route(to: .xml1)).loaded.document
    } catch {
      context.report(error, file: name)
      throw PlistBuddyProblem("Merge: Error Reading File: \(name)")
    }
    try merge(source, into: path, isRecursive: isRecursive)
  }

  /// Adds missing entries of a dictionary, or appends elements to an array.
  private mutating func merge(_ source: Document, into path: KeyPath, isRecursive: Bool) throws {
    let kinds = (session.kind(at: path), source.containerKind(at: 0))
    guard (kinds.0 == .dictionary) == (kinds.1 == .dictionary) else {
      let names = (kinds.1 == .dictionary ? "dict" : kinds.1 == nil ? "scalar" : "array")
      throw PlistBuddyProblem(
        "Merge: Can't Add \(names) Entries to \(kinds.0 == .dictionary ? "dict" : "array")")
    }
    var pending = [(path: path, value: DocumentValue(source))]
    while let (path, value) = pending.popLast() {
      if value.isDictionary {
        for entry in value.entries {
          let place = KeyPath(components: path.components + [entry.key.array])
          if !session.holdsValue(at: place) {
            try add(entry.value, at: place)
          } else if isRecursive, let kind = session.kind(at: place), kind == entry.value.container {
            pending.append((place, entry.value))
          } else {
            try print("Duplicate Entry Was Skipped: \(entry.key.string)\n")
          }
        }
      } else {
        var count = session.count(at: path)
        for element in value.isArray ? Array(value.elements) : [value] {
          try add(element, at: KeyPath(components: path.components + [Array(String(count).utf8)]))
          count += 1
        }
      }
    }
  }

  private mutating func add(_ value: DocumentValue, at path: KeyPath) throws {
    try change { session throws(Failure) in
      try session.add(try value.document.copy(of: value.index), at: path)
    }
  }
}
