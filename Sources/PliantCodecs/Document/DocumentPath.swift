// Finding a value in a document by its path, and sending a document with one value changed.

extension Document {
  /// The first word of the value at an index; for a repeated shared container, that of its only copy.
  package func resolved(_ index: Int) -> Int {
    let word = word(at: index)
    return word.tag == .shared ? Int(truncatingIfNeeded: word.payload) : index
  }

  /// The kind of the container at a resolved index; nil for a scalar.
  package func containerKind(at index: Int) -> ContainerKind? {
    let word = word(at: index)
    return word.tag == .container ? word.containerKind : nil
  }

  package func value(forKey key: [UInt8], in dictionary: Int) -> Int? {
    key.withByteView { value(forKey: $0, in: dictionary) }
  }

  /// The index of the value of a dictionary's key, searching first from an entry, then before it.
  ///
  /// `entry` is the index of an entry's key or the dictionary's end, and advances to the entry after the
  /// found one: looking up keys in order finds each at once.
  package func value(forKey wanted: ByteView, in dictionary: Int, after entry: inout Int) -> Int? {
    let (first, start, end) = (dictionary &+ 2, entry, word(at: dictionary).end)
    let found: Int?
    if start < end, text(at: start).isEqual(wanted) {
      found = next(after: start)
    } else if count(at: dictionary) >= ChildIndex.leastCount {
      found = value(forKey: wanted, in: dictionary)
    } else {
      found = value(forKey: wanted, among: start..<end) ?? value(forKey: wanted, among: first..<start)
    }
    if let found { entry = next(after: found) }
    return found
  }

  /// The index of the key's value among entries, from the first key.
  func value(forKey wanted: ByteView, among entries: Range<Int>) -> Int? {
    var at = entries.lowerBound
    while at < entries.upperBound {
      let value = next(after: at)
      if text(at: at).isEqual(wanted) { return value }
      at = next(after: value)
    }
    return nil
  }

  package func elements(of array: Int) -> [Int] {
    var elements: [Int] = []
    elements.reserveCapacity(count(at: array))
    let end = word(at: array).end
    var at = array + 2
    while at < end {
      elements.append(at)
      at = next(after: at)
    }
    return elements
  }

  /// The index of the value that one step selects in the container at a resolved index.
  package func child(_ component: [UInt8], of container: Int) -> Int? {
    switch containerKind(at: container) {
    case .dictionary: value(forKey: component, in: container)
    case .array, .set: KeyPath.index(component).flatMap { element($0, of: container) }
    case nil: nil
    }
  }

  package func index(at path: KeyPath) -> Int? {
    let (passed, end) = follow(path.components)
    return passed.count == path.components.count ? end : nil
  }

  /// Follows a path as far as it leads: the containers that its steps enter, and the last value.
  package func follow(_ steps: some Collection<[UInt8]>) -> (passed: [Int], end: Int) {
    var passed: [Int] = []
    var at = 0
    for step in steps {
      let container = resolved(at)
      guard let child = child(step, of: container) else { break }
      passed.append(container)
      at = child
    }
    return (passed, at)
  }
}

package enum DocumentEdit {
  /// Replaces the value of an entry or element.
  case replace(with: Document)
  /// Inserts an entry with the last step as key, at the dictionary's end; or an element before that index.
  case insert(Document)
  case remove
  /// Appends an element to the array at the path.
  case append(Document)
  /// Changes the key of the entry to one that no other entry has.
  case rename([UInt8])
}

extension Document {
  /// Sends the document with an edit at a valid path: all but the last step lead to containers, and the last
  /// one to a value (replace, remove, append, rename), a free key or an index up to the count (insert).
  package func send<Sink: ValueSink & ~Copyable>(
    editing path: KeyPath, _ edit: DocumentEdit, into sink: inout Sink
  ) throws(Failure) {
    guard let last = path.components.last else { return try sendRoot(edit, into: &sink) }
    var open: [(container: Int, resume: Int)] = []
    var at = 0
    for component in path.components.dropLast() {
      let container = resolved(at)
      guard let child = child(component, of: container) else { break }
      try sink.begin(containerKind(at: container) ?? .dictionary, count: nil)
      try sendChildren(container, upTo: child, into: &sink)
      open.append((container, next(after: child)))
      at = child
    }
    try sendTarget(resolved(at), last, edit, into: &sink)
    while let (container, resume) = open.popLast() {
      try sendChildren(container, from: resume, into: &sink)
      try sink.end(containerKind(at: container) ?? .dictionary)
    }
  }

  private func sendRoot<Sink: ValueSink & ~Copyable>(_ edit: DocumentEdit, into sink: inout Sink)
    throws(Failure)
  {
    switch edit {
    case .replace(let value), .insert(let value): try value.send(into: &sink)
    case .remove, .rename: try send(into: &sink)
    case .append(let value): try sendArray(0, appending: value, into: &sink)
    }
  }

  private func sendArray<Sink: ValueSink & ~Copyable>(
    _ array: Int, appending value: Document, into sink: inout Sink
  ) throws(Failure) {
    try sink.begin(.array, count: nil)
    try sendChildren(array, into: &sink)
    try value.send(into: &sink)
    try sink.end(.array)
  }

  private func sendTarget<Sink: ValueSink & ~Copyable>(
    _ container: Int, _ component: [UInt8], _ edit: DocumentEdit, into sink: inout Sink
  ) throws(Failure) {
    let kind = containerKind(at: container) ?? .dictionary
    let isDictionary = kind == .dictionary
    let existing = child(component, of: container)
    // A dictionary's entry begins with its key.
    let entry = existing.map { isDictionary ? key(before: $0, in: container) : $0 }
    try sink.begin(kind, count: nil)
    try sendChildren(container, upTo: entry, into: &sink)
    switch edit {
    case .remove: break
    case .rename(let key):
      try key.withByteView { (view: ByteView) throws(Failure) in try sink.key(view) }
      if let existing { try send(from: existing, into: &sink) }
    case .insert(let value), .replace(let value), .append(let value):
      if isDictionary {
        try component.withByteView { (view: ByteView) throws(Failure) in try sink.key(view) }
      }
      if case .append = edit {
        if let existing { try sendArray(resolved(existing), appending: value, into: &sink) }
      } else {
        try value.send(into: &sink)
        if case .insert = edit, let existing, !isDictionary { try send(from: existing, into: &sink) }
      }
    }
    if let existing { try sendChildren(container, from: next(after: existing), into: &sink) }
    try sink.end(kind)
  }

  private func key(before value: Int, in dictionary: Int) -> Int {
    var at = dictionary + 2
    while next(after: at) != value { at = next(after: next(after: at)) }
    return at
  }

  /// Sends the keys and values of a container between two indices.
  private func sendChildren<Sink: ValueSink & ~Copyable>(
    _ container: Int, from start: Int? = nil, upTo limit: Int? = nil, into sink: inout Sink
  ) throws(Failure) {
    var at = start ?? container + 2
    let end = limit ?? word(at: container).end
    while at < end {
      if tag(at: at) == .key {
        try sink.key(text(at: at))
      } else {
        try send(from: at, into: &sink)
      }
      at = next(after: at)
    }
  }
}

extension Failure {
  /// The same failure with the key path of a value, if it is about its text or a loss.
  package func naming(_ index: Int, of document: Document) -> Failure {
    guard code == .plistUnwritableCharacter || code == .lossRefused else { return self }
    let preposition = code == .lossRefused ? " at " : " in "
    let path = document.path(to: index)
    return path.components.isEmpty ? self : adding(preposition + path.dotted)
  }
}
