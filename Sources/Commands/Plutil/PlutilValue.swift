// The values of -insert and -replace, by plutil's type names.
//
// A value that does not parse is an error; plutil reads "abc" as 0 and crashes on an invalid date.

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
