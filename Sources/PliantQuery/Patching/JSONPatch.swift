// JSON Patch (RFC 6902): a list of operations, each on the result of the previous one.
//
//   [{"op": "test", "path": "/a", "value": 1}, {"op": "move", "from": "/a", "path": "/b/-"}]

package struct JSONPatch {
  private enum Operation {
    /// The number of the value.
    case add(Int)
    case remove
    case replace(Int)
    case move(from: KeyPath)
    case copy(from: KeyPath)
    case test(Document)
  }

  private let operations: [(name: String, operation: Operation, path: KeyPath)]
  /// An array of all inserted values, because a document for each would take too much memory.
  private let values: Document
  private let places: [Int]

  /// Parses the operations; `options` determine the treatment of tagged objects and nulls in values.
  ///
  /// Throws `patch.syntax`.
  package init(_ document: Document, values options: ReplayOptions = ReplayOptions()) throws(Failure) {
    let list = DocumentValue(document)
    guard list.isArray else {
      throw Failure(
        .patchSyntax, "a JSON Patch is an array of operations", advice: "for a merge patch use --merge")
    }
    var operations: [(name: String, operation: Operation, path: KeyPath)] = []
    var values = DocumentCopies(of: document, options)
    for element in list.elements {
      do throws(Failure) {
        operations.append(try Self.operation(element, options, &values))
      } catch { throw Failure(.patchSyntax, "operation \(operations.count + 1): \(error.sentence)") }
    }
    self.values = try values.finish()
    places = DocumentValue(self.values).elements.map(\.index)
    self.operations = operations
  }

  /// The tape index of the first invalid operation in a patch, for the place of its error; nil if all are valid.
  package static func invalidOperation(in document: Document, _ options: ReplayOptions) -> Int? {
    var values = DocumentCopies(of: document, options)
    for element in DocumentValue(document).elements {
      do throws(Failure) { _ = try operation(element, options, &values) } catch { return element.index }
    }
    return nil
  }

  /// The first step of the first operation, nil if it applies to the document itself, and whether the
  /// document becomes an array; nil without operations.
  var firstStep: (step: [UInt8]?, isArray: Bool)? {
    operations.first.map { _, operation, path in
      switch operation {
      case .add(let value), .replace(let value):
        (path.components.first, values.containerKind(at: places[value]) == .array)
      default: (path.components.first, false)
      }
    }
  }

  private static func operation(
    _ value: DocumentValue, _ options: ReplayOptions, _ values: inout DocumentCopies
  ) throws(Failure) -> (name: String, operation: Operation, path: KeyPath) {
    guard value.isDictionary, let name = value.value(forKey: "op")?.string else {
      throw Failure(.patchSyntax, "an operation is an object with a string 'op'")
    }
    let path = try pointer("path", of: value)
    let operation: Operation
    switch name {
    case "add": operation = .add(try values.append(try self.value(of: value, options)))
    case "remove": operation = .remove
    case "replace": operation = .replace(try values.append(try self.value(of: value, options)))
    case "move": operation = .move(from: try pointer("from", of: value))
    case "copy": operation = .copy(from: try pointer("from", of: value))
    case "test": operation = .test(try value.document.copy(of: try self.value(of: value, options), options))
    default:
      throw Failure(
        .patchSyntax, "unknown operation '\(name)'; expected add, remove, replace, move, copy or test")
    }
    return (name, operation, path)
  }

  private static func pointer(_ key: StaticString, of value: DocumentValue) throws(Failure) -> KeyPath {
    guard let text = value.value(forKey: key)?.string else {
      throw Failure(.patchSyntax, "missing string '\(key)'")
    }
    guard let path = KeyPath(pointer: text) else {
      throw Failure(
        .patchSyntax, "invalid JSON Pointer '\(text)': it begins with /, and ~ is followed by 0 or 1")
    }
    return path
  }

  /// The index of an operation's value.
  private static func value(of operation: DocumentValue, _ options: ReplayOptions) throws(Failure) -> Int {
    guard let value = operation.value(forKey: "value") else { throw Failure(.patchSyntax, "missing 'value'") }
    guard options.null != .drop || value.tag != .null else {
      throw Failure(.patchSyntax, "a null that is the value itself cannot be left out")
    }
    return value.index
  }

  /// Applies all operations; throws `patch.operation` for the first failure.
  func apply(to document: inout PatchedDocument) throws(Failure) {
    for (number, (name, operation, path)) in operations.enumerated() {
      do throws(Failure) {
        try apply(operation, path, to: &document)
      } catch {
        if error.isOfSurroundings { throw error }
        throw Failure(.patchOperation, "operation \(number + 1), \(name): \(error.sentence)")
      }
    }
  }

  private func apply(
    _ operation: Operation, _ path: KeyPath, to document: inout PatchedDocument
  ) throws(Failure) {
    switch operation {
    case .add(let value): try document.add(PatchNode(values, at: places[value]), at: path)
    case .remove: _ = try document.remove(at: path)
    case .replace(let value): try document.replace(at: path, with: PatchNode(values, at: places[value]))
    case .copy(let from): try document.add(try document.copy(of: from), at: path)
    case .test(let value):
      guard try document.holds(value, at: path) else { throw Failure(.patchTest, path.shownPointer) }
    case .move(let from):
      if from == path {
        _ = try document.node(at: from)
        return
      }
      guard !path.components.starts(with: from.components) else {
        throw Failure(.patchIntoItself, from.shownPointer)
      }
      // Within one dictionary the entry keeps its position.
      if let key = path.components.last, path.components.dropLast() == from.components.dropLast(),
        try document.rename(at: from, to: key)
      {
        return
      }
      let value = try document.remove(at: from)
      try document.add(value, at: path)
    }
  }
}
