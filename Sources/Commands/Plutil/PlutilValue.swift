// The values of -insert and -replace, by plutil's type names.
//
// A value that does not parse is an error; plutil reads "abc" as 0 and crashes on an invalid date.

enum PlutilValue {
  /// Parses the value in the words after a type.
  static func document(type: String, _ words: inout ArraySlice<Argument>) throws(PlutilProblem) -> Document {
    switch type {
    case "-dictionary":
      return try ValueText.build { (sink: inout DocumentBuilder) throws(Failure) in
        sink.beginDictionary(count: 0)
        sink.endDictionary()
      }
    case "-array":
      return try ValueText.build { (sink: inout DocumentBuilder) throws(Failure) in
        sink.beginArray(count: 0)
        sink.endArray()
      }
    case "-bool", "-integer", "-float", "-date", "-data", "-string", "-xml", "-json": break
    default: throw PlutilProblem("Unknown insert or replace type \(type)")
    }
    guard let text = try words.popText() else {
      throw PlutilProblem("'Insert' and 'Replace' require a key path, a type, and a value2.")
    }
    switch type {
    case "-bool":
      let word = text.lowercased()
      return try ValueText.build { (sink: inout DocumentBuilder) throws(Failure) in
        sink.boolean(word == "true" || word == "yes")
      }
    case "-string": return try ValueText.string(text)
    case "-integer": return try require(ValueText.integer(text), "Invalid integer in argument: \(text)")
    case "-float": return try require(ValueText.real(text), "Invalid float in argument: \(text)")
    case "-date": return try require(ValueText.date(text), "Invalid date in argument: \(text)")
    case "-data": return try require(ValueText.data(text), "Invalid base64 data in argument")
    case "-xml":
      return try parsed(text, "Unable to parse xml property list: ") { try ValueText.propertyList($0) }
    default: return try parsed(text, "Unable to parse JSON: ") { try ValueText.json($0) }
    }
  }

  private static func require(_ document: Document?, _ problem: String) throws(PlutilProblem) -> Document {
    guard let document else { throw PlutilProblem(problem) }
    return document
  }

  private static func parsed(_ text: String, _ problem: String, _ parse: (String) throws -> Document)
    throws(PlutilProblem) -> Document
  {
    do { return try parse(text) } catch let failure as Failure {
      throw PlutilProblem(problem + failure.message)
    } catch { throw PlutilProblem(problem + "\(error)") }
  }
}

extension ValueText {
  /// A document from events that cannot fail.
  fileprivate static func build(_ body: (inout DocumentBuilder) throws(Failure) -> Void) throws(PlutilProblem)
    -> Document
  { do throws(Failure) { return try document(body) } catch { throw PlutilProblem(error.message) } }

  fileprivate static func string(_ text: String) throws(PlutilProblem) -> Document {
    try build { (sink: inout DocumentBuilder) throws(Failure) in
      Array(text.utf8).withByteView { sink.string($0) }
    }
  }
}
