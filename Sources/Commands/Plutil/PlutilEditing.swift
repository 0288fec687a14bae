// -insert, -replace and -remove, with plutil's restrictions and texts.
//
// Unlike plutil, -replace of an array's element replaces it instead of inserting another one.

enum PlutilEditing {
  static func insert(
    _ value: Document, at text: String, in document: Document, isReplacing: Bool, isAppending: Bool
  ) throws -> Document {
    let path = KeyPath(dotted: text)
    return try changed(document, path, try edit(value, path, document, isReplacing, isAppending))
  }

  static func remove(_ text: String, from document: Document) throws -> Document {
    let path = KeyPath(dotted: text)
    guard !path.components.contains([]), document.index(at: path) != nil else {
      throw PlutilProblem("No value to remove at key path \(path.dotted)")
    }
    return try changed(document, path, .remove)
  }

  private static func changed(_ document: Document, _ path: KeyPath, _ edit: DocumentEdit)
    throws -> Document
  {
    var builder = DocumentBuilder(source: document.source)
    try document.send(editing: path, edit, into: &builder)
    return try builder.finish(owner: document.owner)
  }

  private static func edit(
    _ value: Document, _ path: KeyPath, _ document: Document, _ isReplacing: Bool, _ isAppending: Bool
  ) throws -> DocumentEdit {
    var container = document.resolved(0)
    for component in path.components.dropLast() {
      let (child, index) = try child(component, of: container, path, document)
      guard let child else {
        throw index.map { outOfBounds($0, path) } ?? PlutilProblem("Key path not found \(path.dotted)")
      }
      container = document.resolved(child)
    }
    let last = path.components[path.components.count - 1]
    let (existing, index) = try child(last, of: container, path, document)
    guard let existing else {
      if let index, isAppending || index != document.count(at: container) { throw outOfBounds(index, path) }
      return .insert(value)
    }
    if isReplacing { return .replace(with: value) }
    if isAppending {
      guard document.containerKind(at: document.resolved(existing)) == .array else {
        let problem = index == nil ? "Appending to a non-array" : "Attempt to append value to non-array"
        throw PlutilProblem("\(problem) at key path \(path.dotted)")
      }
      return .append(value)
    }
    if index == nil { throw PlutilProblem("Value already exists at key path \(path.dotted)") }
    return .insert(value)
  }

  /// The child of a container, nil if it is missing, and its index in an array.
  private static func child(
    _ component: [UInt8], of container: Int, _ path: KeyPath, _ document: Document
  ) throws -> (Int?, index: Int?) {
    switch document.containerKind(at: container) {
    case .dictionary: return (document.value(forKey: component, in: container), nil)
    case .array, .set:
      guard let index = Int(String(decoding: component, as: UTF8.self)) else {
        throw PlutilProblem("Unable to index into array with key path \(path.dotted)")
      }
      return (document.element(index, of: container), index)
    case nil: throw PlutilProblem("Unable to insert value at key path \(path.dotted)")
    }
  }

  private static func outOfBounds(_ index: Int, _ path: KeyPath) -> PlutilProblem {
    PlutilProblem("Index \(index) out of bounds in array at key path \(path.dotted)")
  }
}

/// The values of -insert and -replace, by plutil's type names.
///
/// A value that does not parse is an error; plutil reads "abc" as 0 and crashes on an invalid date.
enum PlutilValue {
  static func document(type: String, _ words: inout ArraySlice<Argument>) throws -> Document {
    switch type {
    case "-dictionary", "-array": return try ValueText.emptyContainer(isArray: type == "-array")
    case "-bool", "-integer", "-float", "-date", "-data", "-string", "-xml", "-json": break
    default: throw PlutilProblem("Unknown insert or replace type \(type)")
    }
    guard let text = try words.popText() else {
      throw PlutilProblem("'Insert' and 'Replace' require a key path, a type, and a value2.")
    }
    switch type {
    case "-bool":
      return try require(ValueText.boolean(["true", "yes"].contains(text.lowercased())), "")
    case "-string": return try require(ValueText.string(text), "")
    case "-integer": return try require(ValueText.integer(text), "Invalid integer in argument: \(text)")
    case "-float": return try require(ValueText.real(text), "Invalid float in argument: \(text)")
    case "-date": return try require(ValueText.date(text), "Invalid date in argument: \(text)")
    case "-data": return try require(ValueText.data(text), "Invalid base64 data in argument")
    case "-xml":
      return try parsed(text, "Unable to parse xml property list: ") { try ValueText.propertyList($0) }
    default: return try parsed(text, "Unable to parse JSON: ") { try ValueText.json($0) }
    }
  }

  private static func require(_ document: Document?, _ problem: String) throws -> Document {
    guard let document else { throw PlutilProblem(problem) }
    return document
  }

  private static func parsed(_ text: String, _ problem: String, _ parse: (String) throws -> Document)
    throws -> Document
  {
    do { return try parse(text) } catch { throw PlutilProblem(problem + Diagnostic(of: error).message) }
  }
}
