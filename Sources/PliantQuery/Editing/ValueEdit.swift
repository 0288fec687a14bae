/// A requested edit of the value at a key path, or of every value that a JSONPath selects.
package enum ValueEdit: Sendable {
  case path(EditRequest)
  /// The text of the query is for messages.
  case matches(EditRequest.Operation, JSONPathQuery, text: String)

  var shownPath: String {
    switch self {
    case .path(let request): request.shownPath
    case .matches(_, _, let text): text
    }
  }

  /// Returns the edits of a document, later elements of an array first, none inside another's value.
  ///
  /// Throws an `edit/path` failure if an edit does not fit the document or nothing is selected.
  func edits(in document: Document) throws(Failure) -> [PathEdit] {
    switch self {
    case .path(let request): return [try request.resolve(in: document)]
    case .matches(let operation, let query, let text):
      let edits = try Self.edits(operation, query, in: try document.expandingReferences())
      if edits.isEmpty {
        let hint = query.keyPath.flatMap { KeyPathSuggestion(for: $0, typedAs: "", in: document).text }
        throw Failure(.editNotFound, text, advice: hint)
      }
      return edits
    }
  }

  private static func edits(
    _ operation: EditRequest.Operation, _ query: JSONPathQuery, in document: Document
  ) throws(Failure) -> [PathEdit] {
    var (query, step): (JSONPathQuery, [UInt8]?) = (query, nil)
    if case .insert(_, isAppending: false) = operation {
      guard let place = query.place else { throw Failure(.editManyPlaces) }
      (query, step) = place
    }
    var evaluator = JSONPathEvaluator(query, on: document, keepsPaths: true)
    var found: [PathEdit] = []
    for node in try evaluator.evaluate(query) {
      let parent = evaluator.keyPath(of: node)
      let path = KeyPath(components: parent.components + (step.map { [$0] } ?? []))
      found.append((path, try edit(operation, node.index, step, path, in: document)))
    }
    found.sort { $1.path.precedes($0.path) }
    switch operation {
    // An inner key is renamed before the outer one.
    case .rename, .insert: return removingRepeats(found)
    case .replace, .remove: return outermost(found)
    }
  }

  /// The edit of a selected value, or at a step into it.
  private static func edit(
    _ operation: EditRequest.Operation, _ index: Int, _ step: [UInt8]?, _ path: KeyPath, in document: Document
  ) throws(Failure) -> DocumentEdit {
    let kind = document.containerKind(at: index)
    switch operation {
    case .replace(let value): return .replace(with: value)
    case .remove where path.components.isEmpty: throw Failure(.editRoot)
    case .remove: return .remove
    case .rename(let key): return .rename(key)
    case .insert(let value, isAppending: true):
      guard kind == .array else { throw Failure(.editNoArray, path.shownPointer) }
      return .append(value)
    case .insert(let value, isAppending: false):
      guard let kind, let step else { throw Failure(.editScalar, path.shownPointer) }
      if kind == .dictionary {
        guard document.value(forKey: step, in: index) == nil else {
          throw Failure(.editExists, path.shownPointer)
        }
      } else {
        guard let place = KeyPath.index(step) else { throw Failure(.editNoIndex, path.shownPointer) }
        guard place <= document.count(at: index) else { throw Failure(.editBounds, path.shownPointer) }
      }
      return .insert(value)
    }
  }

  private static func removingRepeats(_ edits: [PathEdit]) -> [PathEdit] {
    var result: [PathEdit] = []
    for edit in edits where edit.path != result.last?.path { result.append(edit) }
    return result
  }

  /// Edits in descending order, without those inside the value of another.
  private static func outermost(_ edits: [PathEdit]) -> [PathEdit] {
    var result: [PathEdit] = []
    for edit in edits.reversed() {
      let isInside = result.last.map { edit.path.components.starts(with: $0.path.components) } ?? false
      if !isInside { result.append(edit) }
    }
    return result.reversed()
  }
}

extension KeyPath {
  /// Whether it comes before another: indices before keys, and a path before those that begin with it.
  fileprivate func precedes(_ other: KeyPath) -> Bool {
    for (left, right) in zip(components, other.components) where left != right {
      switch (KeyPath.index(left), KeyPath.index(right)) {
      case (let index?, let second?): return index < second
      case (nil, nil): return left.lexicographicallyPrecedes(right)
      case (let index, _): return index != nil
      }
    }
    return components.count < other.components.count
  }
}
