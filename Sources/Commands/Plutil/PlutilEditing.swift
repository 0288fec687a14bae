// -insert, -replace and -remove, with plutil's restrictions and texts.
//
// Unlike plutil, -replace of an array's element replaces it instead of inserting another one.

enum PlutilEditing {
  /// Returns the document with the value inserted or replaced.
  static func insert(
    _ value: Document, at text: String, in document: Document, isReplacing: Bool, isAppending: Bool
  ) throws(PlutilProblem) -> Document {
    let path = KeyPath(dotted: text)
    let edit = try edit(value, path, document, isReplacing, isAppending)
    return try changed(document, path, edit)
  }

  /// Returns the document without the value.
  static func remove(_ text: String, from document: Document) throws(PlutilProblem) -> Document {
    let path = KeyPath(dotted: text)
    guard !path.components.contains([]), document.index(at: path) != nil else {
      throw PlutilProblem("No value to remove at key path \(path.dotted)")
    }
    return try changed(document, path, .remove)
  }

  private static func changed(_ document: Document, _ path: KeyPath, _ edit: DocumentEdit)
    throws(PlutilProblem) -> Document
  {
    do throws(Failure) {
      var builder = DocumentBuilder(source: document.source)
      try document.send(editing: path, edit, into: &builder)
      return try builder.finish(owner: document.owner)
    } catch { throw PlutilProblem("(\(error.message))") }
  }

  private static func edit(
    _ value: Document, _ path: KeyPath, _ document: Document, _ isReplacing: Bool, _ isAppending: Bool
  ) throws(PlutilProblem) -> DocumentEdit {
    var at = 0
    for component in path.components.dropLast() {
      at = try descend(component, from: document.resolved(at), path, document)
    }
    let container = document.resolved(at)
    let last = path.components[path.components.count - 1]
    switch document.containerKind(at: container) {
    case .dictionary:
      return try dictionaryEdit(value, last, container, path, document, isReplacing, isAppending)
    case .array, .set: return try arrayEdit(value, last, container, path, document, isReplacing, isAppending)
    case nil: throw PlutilProblem("Unable to insert value at key path \(path.dotted)")
    }
  }

  private static func descend(
    _ component: [UInt8], from container: Int, _ path: KeyPath, _ document: Document
  ) throws(PlutilProblem) -> Int {
    switch document.containerKind(at: container) {
    case .dictionary:
      guard let child = document.value(forKey: component, in: container) else {
        throw PlutilProblem("Key path not found \(path.dotted)")
      }
      return child
    case .array, .set:
      let index = try index(component, path)
      guard let child = document.element(index, of: container) else { throw outOfBounds(index, path) }
      return child
    case nil: throw PlutilProblem("Unable to insert value at key path \(path.dotted)")
    }
  }

  private static func index(_ component: [UInt8], _ path: KeyPath) throws(PlutilProblem) -> Int {
    guard let index = Int(String(decoding: component, as: UTF8.self)) else {
      throw PlutilProblem("Unable to index into array with key path \(path.dotted)")
    }
    return index
  }

  private static func outOfBounds(_ index: Int, _ path: KeyPath) -> PlutilProblem {
    PlutilProblem("Index \(index) out of bounds in array at key path \(path.dotted)")
  }

  private static func dictionaryEdit(
    _ value: Document, _ key: [UInt8], _ container: Int, _ path: KeyPath, _ document: Document,
    _ isReplacing: Bool, _ isAppending: Bool
  ) throws(PlutilProblem) -> DocumentEdit {
    let existing = document.value(forKey: key, in: container)
    if isReplacing { return existing == nil ? .insert(value) : .replace(with: value) }
    guard let existing else { return .insert(value) }
    guard isAppending else { throw PlutilProblem("Value already exists at key path \(path.dotted)") }
    guard document.containerKind(at: document.resolved(existing)) == .array else {
      throw PlutilProblem("Appending to a non-array at key path \(path.dotted)")
    }
    return .append(value)
  }

  private static func arrayEdit(
    _ value: Document, _ component: [UInt8], _ container: Int, _ path: KeyPath, _ document: Document,
    _ isReplacing: Bool, _ isAppending: Bool
  ) throws(PlutilProblem) -> DocumentEdit {
    let index = try index(component, path)
    let existing = document.element(index, of: container)
    if isAppending {
      guard let existing else { throw outOfBounds(index, path) }
      guard document.containerKind(at: document.resolved(existing)) == .array else {
        throw PlutilProblem("Attempt to append value to non-array at key path \(path.dotted)")
      }
      return .append(value)
    }
    if existing != nil { return isReplacing ? .replace(with: value) : .insert(value) }
    guard index == document.count(at: container) else { throw outOfBounds(index, path) }
    return .insert(value)
  }
}
