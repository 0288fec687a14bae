// The values of Set, Add, Clear and Import, by type.
//
// PlistBuddy accepts the digits at the beginning of `12abc` and half of a real's digits; here a value that
// does not parse as a whole is an error in PlistBuddy's words.

enum PlistBuddyValue {
  /// Parses a text as a type; without a text, returns the type's empty value, for a date the current time.
  static func document(_ type: PlistBuddyType, _ text: [UInt8], isGiven: Bool = true, zone: TimeZoneFile?)
    throws(PlistBuddyProblem) -> Document
  {
    switch type {
    case .string:
      guard text.withByteView({ UTF8Validation.firstInvalidOffset(in: $0) == nil }) else {
        throw PlistBuddyProblem("Unrecognized String Format", on: .output)
      }
      return try build { sink in text.withByteView { sink.string($0) } }
    case .array:
      return try build {
        $0.beginArray(count: 0);
        $0.endArray()
      }
    case .dict: return try empty()
    case .bool:
      let word = String(decoding: text, as: UTF8.self).lowercased()
      return try build { $0.boolean(word == "true" || word == "yes" || word == "1") }
    case .real: return try number(text, isGiven, ValueText.real, "Unrecognized Real Format")
    case .integer: return try number(text, isGiven, ValueText.integer, "Unrecognized Integer Format")
    case .date:
      let given = isGiven ? PlistBuddyDate.seconds(from: text, in: zone) : Platform.secondsSince2001()
      guard let seconds = given else { throw PlistBuddyProblem("Unrecognized Date Format", on: .output) }
      return try build { $0.date(seconds) }
    case .data: return try build { sink in text.withByteView { sink.data($0) } }
    }
  }

  private static func number(
    _ text: [UInt8], _ isGiven: Bool, _ read: (String) -> Document?, _ problem: String
  ) throws(PlistBuddyProblem) -> Document {
    var digits = String(decoding: text, as: UTF8.self)[...]
    while let last = digits.utf8.last, last == ASCII.space || last == ASCII.tab { digits.removeLast() }
    guard let value = read(digits.isEmpty && !isGiven ? "0" : String(digits)) else {
      throw PlistBuddyProblem(problem, on: .output)
    }
    return value
  }

  /// An empty dictionary.
  static func empty() throws(PlistBuddyProblem) -> Document {
    try build {
      $0.beginDictionary(count: 0);
      $0.endDictionary()
    }
  }

  /// Nested dictionaries with these keys, and the value in the innermost.
  static func nested(_ value: Document, under keys: ArraySlice<[UInt8]>) throws(PlistBuddyProblem) -> Document
  {
    do throws(Failure) {
      return try ValueText.document { (sink: inout DocumentBuilder) throws(Failure) in
        for key in keys {
          sink.beginDictionary(count: 1)
          key.withByteView { sink.key($0) }
        }
        var replay = Replay(value)
        try replay.run(into: &sink)
        for _ in keys { sink.endDictionary() }
      }
    } catch { throw PlistBuddyProblem(error.message) }
  }

  /// The type of the value at a tape index, which a new value keeps.
  static func type(of document: Document) -> PlistBuddyType {
    switch document.tag(at: document.resolved(0)) {
    case .false, .true: .bool
    case .smallInteger, .integer, .wideInteger, .integerText: .integer
    case .real, .realText: .real
    case .date: .date
    case .data: .data
    case .uid: .dict
    case .container: document.containerKind(at: document.resolved(0)) == .dictionary ? .dict : .array
    case .string, .key, .null, .shared: .string
    }
  }

  private static func build(_ body: (inout DocumentBuilder) -> Void) throws(PlistBuddyProblem) -> Document {
    do throws(Failure) {
      return try ValueText.document { (sink: inout DocumentBuilder) throws(Failure) in body(&sink) }
    } catch { throw PlistBuddyProblem(error.message) }
  }
}
