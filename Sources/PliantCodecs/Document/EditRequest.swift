/// A requested edit of one value by its path, and its check against a document.
package struct EditRequest: Sendable {
  package enum Operation: Sendable {
    /// A new key or element; `isAppending` puts the value at the end of the array at the path.
    case insert(Document, isAppending: Bool)
    /// Replaces the value, or adds the key if it is missing.
    case replace(Document)
    case remove
    /// Changes the key of a dictionary's entry.
    case rename([UInt8])
  }

  package let operation: Operation
  package let path: KeyPath
  /// The path as typed, for messages.
  package let shownPath: String
  /// Whether to create missing parent dictionaries of an inserted value.
  private let makesParents: Bool
  /// The number of documents in data around the one that is edited.
  package private(set) var nesting = 0

  package init(_ operation: Operation, path: KeyPath, shownPath: String, makesParents: Bool = false) {
    self.operation = operation
    self.path = path
    self.shownPath = shownPath.isEmpty ? "the root" : shownPath
    self.makesParents = makesParents
  }

  /// The same edit at the rest of the path, in a document inside data.
  package func inner(_ path: KeyPath) -> EditRequest {
    var request = EditRequest(operation, path: path, shownPath: shownPath, makesParents: makesParents)
    request.nesting = nesting + 1
    return request
  }

  /// Returns the edit of the document, and the path with `-` replaced by an index.
  ///
  /// Throws an `edit/path` failure if it does not fit the document.
  package func resolve(in document: Document) throws(Failure) -> (path: KeyPath, edit: DocumentEdit) {
    guard let last = path.components.last else {
      switch operation {
      case .replace(let value): return (path, .replace(with: value))
      case .insert(let value, isAppending: true) where document.containerKind(at: 0) == .array:
        return (path, .append(value))
      default: throw Failure(.editRoot)
      }
    }
    if makesParents, let made = try insertionWithParents(in: document) { return made }
    let container = try container(in: document)
    guard document.containerKind(at: container) == .dictionary else {
      return try elementEdit(last, container, document)
    }
    let existing = document.value(forKey: last, in: container)
    if existing == nil { try checkSpelling(in: document) }
    return (path, try entryEdit(existing, document))
  }

  /// Throws for another program's spelling of a path that exists: a key like `list[0]` would be new, and is rarely
  /// meant.
  private func checkSpelling(in document: Document) throws(Failure) {
    let hint = KeyPathSuggestion(for: path, typedAs: shownPath, in: document).foreignText
    if let hint { throw Failure(.editNotFound, shownPath, advice: hint) }
  }

  /// The insertion of a value inside its missing parent dictionaries; nil if none is missing.
  private func insertionWithParents(in document: Document) throws(Failure) -> (
    path: KeyPath, edit: DocumentEdit
  )? {
    guard case .insert(let value, let isAppending) = operation else { return nil }
    let (passed, last) = document.follow(path.components)
    let (depth, container) = (passed.count, document.resolved(last))
    guard depth < path.components.count, document.containerKind(at: container) == .dictionary,
      depth < path.components.count - 1 || isAppending
    else { return nil }
    let made = try Self.wrapped(value, in: path.components[(depth + 1)...], isElement: isAppending)
    return (KeyPath(components: Array(path.components.prefix(depth + 1))), .insert(made))
  }

  /// Nests a value in dictionaries with these keys, the first one outermost; an element is in a new array.
  private static func wrapped(_ value: Document, in keys: ArraySlice<[UInt8]>, isElement: Bool)
    throws(Failure) -> Document
  {
    guard keys.count < Limits.depth else { throw Failure(.documentTooDeep, String(Limits.depth)) }
    var sink = DocumentBuilder(source: .empty)
    for key in keys {
      sink.beginDictionary(count: 1)
      key.withByteView { sink.key($0) }
    }
    if isElement { sink.beginArray(count: 1) }
    try value.send(into: &sink)
    if isElement { sink.endArray() }
    for _ in keys { sink.endDictionary() }
    return try sink.finish()
  }

  private func notFound(in document: Document) -> Failure {
    let hint = KeyPathSuggestion(for: path, typedAs: shownPath, in: document).text
    return Failure(.editNotFound, shownPath, advice: hint)
  }

  private func scalar(in document: Document) -> Failure {
    let hint = KeyPathSuggestion(for: path, typedAs: shownPath, in: document).text
    return hint.map { Failure(.editNotFound, shownPath, advice: $0) } ?? Failure(.editScalar, shownPath)
  }

  /// The container that the path's last step enters.
  private func container(in document: Document) throws(Failure) -> Int {
    let (passed, last) = document.follow(path.components.dropLast())
    let container = document.resolved(last)
    guard document.containerKind(at: container) != nil else { throw scalar(in: document) }
    if passed.count == path.components.count - 1 { return container }
    if case .remove = operation { throw notFound(in: document) }
    try checkSpelling(in: document)
    var text = shownStart(passed.count + 1)
    let key = KeyPath(components: [Array(path.components.joined(separator: [ASCII.fullStop]))]).dotted
    if shownPath.utf8.first != ASCII.solidus { text += "; write '\(key)' for a single key" }
    throw Failure(.editNoContainer, text)
  }

  private func shownStart(_ count: Int) -> String {
    if shownPath.utf8.first == ASCII.solidus {
      let steps = shownPath.split(separator: "/", omittingEmptySubsequences: false)
      return steps.prefix(count + 1).joined(separator: "/")
    }
    return KeyPath(components: Array(path.components.prefix(count))).dotted
  }

  private func entryEdit(_ existing: Int?, _ document: Document) throws(Failure) -> DocumentEdit {
    switch operation {
    case .replace(let value): return existing == nil ? .insert(value) : .replace(with: value)
    case .remove:
      guard existing != nil else { throw notFound(in: document) }
      return .remove
    case .rename(let key):
      guard existing != nil else { throw notFound(in: document) }
      let renamed = KeyPath(components: path.components.dropLast() + [key])
      if key != path.components.last, document.index(at: renamed) != nil {
        throw Failure(.editKeyExists, String(decoding: key, as: UTF8.self))
      }
      return .rename(key)
    case .insert(let value, let isAppending):
      guard let existing else {
        if isAppending { throw notFound(in: document) }
        return .insert(value)
      }
      guard isAppending else { throw Failure(.editExists, shownPath) }
      return .append(try appended(value, existing, document))
    }
  }

  private func appended(_ value: Document, _ existing: Int, _ document: Document) throws(Failure) -> Document
  {
    guard document.containerKind(at: document.resolved(existing)) == .array else {
      throw Failure(.editNoArray, shownPath)
    }
    return value
  }

  private func elementEdit(
    _ component: [UInt8], _ container: Int, _ document: Document
  ) throws(Failure) -> (path: KeyPath, edit: DocumentEdit) {
    let count = document.count(at: container)
    if case .rename = operation { throw Failure(.editNoKey, shownPath) }
    let isEnd = component == [ASCII.hyphen]
    guard let index = isEnd ? count : KeyPath.index(component) else { throw Failure(.editNoIndex, shownPath) }
    let path = KeyPath(components: path.components.dropLast() + [Array(String(index).utf8)])
    switch operation {
    case .insert(let value, isAppending: true):
      guard let existing = document.element(index, of: container) else { throw notFound(in: document) }
      return (path, .append(try appended(value, existing, document)))
    case .insert(let value, isAppending: false):
      guard index <= count else { throw Failure(.editBounds, shownPath) }
      return (path, .insert(value))
    case _ where index >= count: throw notFound(in: document)
    case .replace(let value): return (path, .replace(with: value))
    case .remove, .rename: return (path, .remove)
    }
  }
}
