// A document under a sequence of changes by path: the result, and the same changes as edits of its text.

struct PatchedDocument {
  private(set) var root: PatchNode
  private let original: Document
  /// The changes so far, to edit the text with; nil if unwanted or too many.
  private(set) var edits: [(path: KeyPath, edit: DocumentEdit)]?
  private(set) var isChanged = false
  private var copiesLeft = Limits.patchedCopies
  /// The tape words of the values in `edits`.
  private var editedWords = 0

  /// The maximum tape words of values in `edits` (32 MB).
  private static let editedWords = 4 * 1024 * 1024

  /// Whether an element and an array of one are equivalent, as in application XML, so that either accepts an
  /// index.
  private let repeatsElements: Bool
  private var fingerprints: DocumentFingerprints?

  init(_ original: Document, keepsEdits: Bool, repeatsElements: Bool = false) {
    self.original = original
    self.repeatsElements = repeatsElements
    edits = keepsEdits ? [] : nil
    root = PatchNode(original)
  }

  func document() throws(Failure) -> Document { try root.document(in: original) }

  func changes() throws(Diagnostic) -> DocumentChanges {
    try Diagnostic.of { () throws(Failure) in DocumentChanges(document: try document(), edits: edits) }
  }

  private func failure(_ code: DiagnosticCode, _ path: KeyPath) -> Failure {
    Failure(code.under(.patchOperation), path.shownPointer)
  }

  typealias Parent = (node: PatchNode, key: [UInt8])

  /// The value at a path; throws `edit.not-found`.
  func node(at path: KeyPath) throws(Failure) -> PatchNode {
    guard let found = try find(path) else { throw failure(.editNotFound, path) }
    return found.node
  }

  /// The value at a path, or nil, with the container around it.
  func find(_ path: KeyPath) throws(Failure) -> (node: PatchNode, parent: Parent?)? {
    var (node, parent): (PatchNode, Parent?) = (root, nil)
    for component in path.components {
      if repeatsElements { node = try repeated(node, in: parent, for: component) }
      guard let child = try node.child(component) else { return nil }
      (node, parent) = (child, (node, component))
    }
    return (node, parent)
  }

  /// The node, or if the next step requires another shape, an array that contains it or the single element of
  /// the array.
  private func repeated(
    _ node: PatchNode, in parent: Parent?, for component: [UInt8]
  ) throws(Failure) -> PatchNode {
    let isIndex = component == [ASCII.hyphen] || KeyPath.index(component) != nil
    if node.kind == .array {
      guard !isIndex, node.count == 1, let element = try node.elements.first else { return node }
      return element
    }
    guard isIndex, let parent, parent.node.kind == .dictionary,
      let first = parent.key.first, first != ASCII.commercialAt, first != ASCII.numberSign
    else { return node }
    let array = PatchNode(arrayOf: node)
    try parent.node.set(parent.key, to: array)
    return array
  }

  /// The container of a path's last step; the path is not empty.
  private func container(of path: KeyPath) throws(Failure) -> PatchNode {
    let steps = KeyPath(components: path.components.dropLast())
    guard let found = try find(steps) else { throw failure(.editNotFound, steps) }
    var container = found.node
    if repeatsElements, let last = path.components.last {
      container = try repeated(container, in: found.parent, for: last)
    }
    guard container.kind != nil else { throw failure(.editScalar, path) }
    return container
  }

  // MARK: Changes

  /// Adds a value at a path: before an array element, or at `-`; for a new or existing key.
  mutating func add(_ value: PatchNode, at path: KeyPath) throws(Failure) {
    guard let last = path.components.last else { return try replaceRoot(with: value) }
    let container = try container(of: path)
    try checkDepth(of: value, at: path)
    if container.kind == .dictionary {
      let isNew = try container.child(last) == nil
      try keep(value, at: path) { isNew ? .insert($0) : .replace(with: $0) }
      return try container.set(last, to: value)
    }
    let isEnd = last == [ASCII.hyphen]
    guard let index = isEnd ? container.count : KeyPath.index(last) else {
      throw failure(.patchNoIndex, path)
    }
    guard index <= container.count else { throw failure(.editBounds, path) }
    try keep(value, at: path.replacingLast(with: index)) { .insert($0) }
    try container.changeElements(adding: 1) { $0.insert(value, at: index) }
  }

  mutating func remove(at path: KeyPath) throws(Failure) -> PatchNode {
    guard let last = path.components.last else { throw Failure(.patchRoot) }
    let container = try container(of: path)
    guard let value = try container.child(last) else { throw failure(.editNotFound, path) }
    keep(.remove, at: path)
    if container.kind == .dictionary {
      try container.removeEntry(last)
    } else if let index = KeyPath.index(last) {
      try container.changeElements { $0.remove(at: index) }
    }
    return value
  }

  /// Renames the key of a dictionary's entry in place; false if it has none, or the new key exists.
  mutating func rename(at path: KeyPath, to key: [UInt8]) throws(Failure) -> Bool {
    guard let last = path.components.last else { return false }
    let container = try container(of: path)
    guard container.kind == .dictionary, try container.child(last) != nil, try container.child(key) == nil
    else { return false }
    keep(.rename(key), at: path)
    try container.renameEntry(last, to: key)
    return true
  }

  /// Applies an edit whose path fits.
  mutating func apply(_ edit: DocumentEdit, at path: KeyPath) throws(Failure) {
    switch edit {
    case .replace(let value): try replace(at: path, with: PatchNode(value))
    case .insert(let value): try add(PatchNode(value), at: path)
    case .append(let value):
      try add(PatchNode(value), at: KeyPath(components: path.components + [[ASCII.hyphen]]))
    case .remove: _ = try remove(at: path)
    case .rename(let key):
      guard path.components.last != key, try !rename(at: path, to: key) else { return }
      if path.components.isEmpty { throw Failure(.editRoot) }
      let isElement = try container(of: path).kind != .dictionary
      throw isElement
        ? Failure(.editNoKey, path.shownPointer)
        : Failure(.editKeyExists, String(decoding: key, as: UTF8.self))
    }
  }

  mutating func replace(at path: KeyPath, with value: PatchNode) throws(Failure) {
    guard let last = path.components.last else { return try replaceRoot(with: value) }
    let container = try container(of: path)
    guard try container.child(last) != nil else { throw failure(.editNotFound, path) }
    try checkDepth(of: value, at: path)
    try keep(value, at: path) { .replace(with: $0) }
    if container.kind == .dictionary {
      try container.set(last, to: value)
    } else if let index = KeyPath.index(last) {
      try container.changeElements { $0[index] = value }
    }
  }

  private mutating func replaceRoot(with value: PatchNode) throws(Failure) {
    try keep(value, at: KeyPath(components: [])) { .replace(with: $0) }
    root = value
  }

  mutating func copy(of path: KeyPath) throws(Failure) -> PatchNode {
    let source = try node(at: path)
    // Copies of copies grow exponentially.
    let count = source.measure().count
    copiesLeft -= count
    guard copiesLeft >= 0 else { throw Failure(.patchTooLarge, String(Limits.patchedCopies)) }
    try MemoryBudget.check(adding: count * PatchNode.bytesOfChild)
    return source.copy()
  }

  private func checkDepth(of value: PatchNode, at path: KeyPath) throws(Failure) {
    guard path.components.count + value.measure().depth <= Limits.depth else {
      throw Failure(.documentTooDeep, String(Limits.depth))
    }
  }

  private mutating func keep(
    _ value: PatchNode, at path: KeyPath, _ edit: (Document) -> DocumentEdit
  ) throws(Failure) {
    isChanged = true
    guard edits != nil else { return }
    let document = try value.document(in: original)
    // A large value that is moved repeatedly would be stored each time.
    editedWords += document.wordCount
    guard editedWords <= Self.editedWords else { return edits = nil }
    keep(edit(document), at: path)
  }

  private mutating func keep(_ edit: DocumentEdit, at path: KeyPath) {
    isChanged = true
    guard let count = edits?.count else { return }
    if count < Limits.patchedTextEdits { edits?.append((path, edit)) } else { edits = nil }
  }

  // MARK: Comparing

  /// Whether the value at a path equals another, comparing numbers by value.
  mutating func holds(_ value: Document, at path: KeyPath) throws(Failure) -> Bool {
    let node = try node(at: path)
    let wanted = DocumentFingerprints(try value.expandingReferences(), comparesNumbersByValue: true)
    if let place = node.place(in: original), !original.tags.contains(.tag(.uid)) {
      let known = fingerprints ?? DocumentFingerprints(original, comparesNumbersByValue: true)
      fingerprints = known
      return known[place] == wanted[0]
    }
    let actual = try node.document(in: original).expandingReferences()
    return DocumentFingerprints(actual, comparesNumbersByValue: true)[0] == wanted[0]
  }
}

extension KeyPath {
  func replacingLast(with index: Int) -> KeyPath {
    KeyPath(components: components.dropLast() + [Array(String(index).utf8)])
  }

  var shownPointer: String { components.isEmpty ? "the document itself" : pointer }
}
