// Writes a document as the initialiser of a constant in Swift or Objective-C, in plutil's layout.
//
//   /// Generated from Info.plist                /// Generated from Info.plist
//   let Info : [String : any Sendable] = [       __attribute__((visibility("hidden")))
//       "CFBundleName" : "Pliant",               NSDictionary * const Info = @{
//       "sizes" : [                                  @"CFBundleName" : @"Pliant",
//           1,                                       @"sizes" : @[
//           2.500000,                                    @1,
//       ] as [any Sendable],                             @2.500000,
//   ]                                                ],
//                                                };
//
// Unlike plutil's, the text compiles by itself and without warnings: Objective-C imports Foundation, as
// Swift, also Swift 6, does for dates or data; in Swift, nested mixed collections and empty ones have an
// explicit, Sendable type.

/// Writes the events of one document as a source literal.
///
/// Dates and data, which Objective-C literals lack, become strings, which `losses` counts or refuses; sets
/// become arrays. Throws `conversion.loss`, `conversion.null` and `document.date-range`.
package struct SourceLiteralWriter: LossReportingSink, EventSink, ~Copyable {
  private enum SwiftType {
    static let boolean = 1
    static let integer = 2
    static let double = 3
    static let string = 4
    static let data = 5
    static let date = 6
    static let unsigned = 7
    static let wide = 8
    static let anyArray = 9
    static let anyDictionary = 10
    static let firstCollection = 16
  }

  private struct Frame {
    let isDictionary: Bool
    var elementType = 0
    var isMixed = false
    var isEmpty = true
  }

  private var body = OutputBuffer()
  private var output: OutputBuffer
  package var losses: LossReport
  /// Whether to write plutil's own text: with `Any` types, the old data initialiser, and only a header import
  /// in Objective-C; its numbers are doubles, so losing further digits is never refused.
  package var followsPlutil = false
  private let language: SourceLiteralLanguage
  private let name: SourceLiteralName
  private let importedHeader: String?
  private var frames: [Frame] = []
  private var types: [Int: Int] = [:]
  private var rootType = 0
  private var rootClass: StaticString = "NSString"
  private var needsFoundation = false

  /// Creates a writer; Objective-C text imports `importedHeader` first.
  package init(
    _ language: SourceLiteralLanguage, name: SourceLiteralName, importedHeader: String? = nil,
    to output: consuming OutputBuffer = OutputBuffer(), losses: LossReport = LossReport()
  ) {
    self.language = language
    self.name = name
    self.importedHeader = importedHeader
    self.output = output
    self.losses = losses
  }

  /// The output with the whole text, drained if it has a destination.
  package consuming func finish() throws(Failure) -> OutputBuffer {
    if language == .swift {
      if needsFoundation { output.append("import Foundation\n\n") }
      output.append("/// Generated from \(name.file)\nlet ")
    } else {
      appendObjectiveCHead()
    }
    output.append("\(name.identifier)")
    output.append(language == .swift ? annotation : StaticString(""))
    output.append(" = ")
    body.withHeldBytes { output.append($0) }
    output.append(language == .swift ? "\n" : ";\n")
    try output.drainIfFull()
    return output
  }

  /// The header that declares the constant of a document with this root.
  package static func header(_ name: SourceLiteralName, root: StaticString) -> String {
    "#import <Foundation/Foundation.h>\n\n/// Generated from \(name.file)\n"
      + "__attribute__((visibility(\"hidden\")))\nextern \(root) * const \(name.identifier);\n"
  }

  private mutating func appendObjectiveCHead() {
    if let importedHeader {
      output.append("#import \"\(importedHeader)\"\n\n")
    } else if !followsPlutil {
      output.append("#import <Foundation/Foundation.h>\n\n")
    }
    output.append("/// Generated from \(name.file)\n__attribute__((visibility(\"hidden\")))\n")
    output.append(rootClass)
    output.append(" * const ")
  }

  private var annotation: StaticString {
    switch rootType {
    case SwiftType.anyArray: followsPlutil ? " : [Any]" : " : [any Sendable]"
    case SwiftType.anyDictionary: followsPlutil ? " : [String : Any]" : " : [String : any Sendable]"
    case SwiftType.unsigned: " : UInt64"
    case SwiftType.wide: " : Int128"
    default: ""
    }
  }

  // MARK: Layout

  private mutating func indent(_ level: Int) { body.append(repeating: ASCII.space, count: 4 * level) }

  /// Writes the text before a value.
  private mutating func begin() {
    if let top = frames.last, !top.isDictionary { indent(frames.count) }
    if language == .objectiveC { body.append(ASCII.commercialAt) }
  }

  /// Writes the text after a value and records its type.
  private mutating func end(_ type: Int, _ rootClass: StaticString) throws(Failure) {
    guard let last = frames.indices.last else {
      rootType = type
      self.rootClass = rootClass
      return
    }
    body.append(",\n")
    try body.drainIfFull()
    if !frames[last].isEmpty && frames[last].elementType != type { frames[last].isMixed = true }
    frames[last].elementType = type
    frames[last].isEmpty = false
  }

  private mutating func scalar(_ text: String, _ type: Int, _ rootClass: StaticString = "NSNumber")
    throws(Failure)
  {
    begin()
    body.append(text)
    try end(type, rootClass)
  }

  private mutating func open(isDictionary: Bool) {
    begin()
    body.append(language == .swift ? ASCII.leftBracket : isDictionary ? ASCII.leftBrace : ASCII.leftBracket)
    frames.append(Frame(isDictionary: isDictionary))
    body.append(ASCII.lineFeed)
  }

  private mutating func close() throws(Failure) {
    let frame = frames.removeLast()
    let rootClass: StaticString = frame.isDictionary ? "NSDictionary" : "NSArray"
    indent(frames.count)
    guard language == .swift else {
      body.append(frame.isDictionary ? ASCII.rightBrace : ASCII.rightBracket)
      return try end(0, rootClass)
    }
    // An empty dictionary has a colon, unlike plutil's brackets, which are an empty array.
    if frame.isEmpty && frame.isDictionary { body.append(ASCII.colon) }
    body.append(ASCII.rightBracket)
    let needsType = frame.isEmpty || frame.isMixed
    if needsType && !frames.isEmpty {
      let element: StaticString = followsPlutil ? "Any]" : "any Sendable]"
      body.append(frame.isDictionary ? StaticString(" as [String : ") : StaticString(" as ["))
      body.append(element)
    }
    let anyType = frame.isDictionary ? SwiftType.anyDictionary : SwiftType.anyArray
    try end(needsType ? anyType : collection(of: frame.elementType, frame.isDictionary), rootClass)
  }

  /// A number for `[T]` or `[String : T]`.
  private mutating func collection(of element: Int, _ isDictionary: Bool) -> Int {
    let key = element << 1 | (isDictionary ? 1 : 0)
    if let type = types[key] { return type }
    let type = SwiftType.firstCollection + types.count
    types[key] = type
    return type
  }

  // MARK: Events

  package mutating func take(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .beginDictionary: open(isDictionary: true)
    case .beginSet:
      try losses.record(.setAsArray)
      open(isDictionary: false)
    case .beginArray: open(isDictionary: false)
    case .endDictionary, .endArray, .endSet: try close()
    case .key(let text):
      indent(frames.count)
      if language == .objectiveC { body.append(ASCII.commercialAt) }
      body.appendLiteral(text, language)
      body.append(" : ")
    case .null: throw Failure(.nullRefused)
    case .boolean(let value):
      try scalar(language == .swift ? (value ? "true" : "false") : (value ? "YES" : "NO"), SwiftType.boolean)
    case .integer(let value):
      // In C the digits are parsed before the sign: the lowest integer would be an out-of-range positive one.
      let isTooLowForC = value == .min && language == .objectiveC
      try scalar(isTooLowForC ? "(\(value + 1)LL - 1)" : String(value), SwiftType.integer)
    case .wideInteger(let value): try takeWide(value)
    case .real(let value): try takeReal(value)
    case .number(let text, let kind): try takeNumber(text, kind)
    case .string(let text):
      begin()
      body.appendLiteral(text, language)
      try end(SwiftType.string, "NSString")
    case .date(let seconds): try takeDate(seconds)
    case .data(let bytes): try takeData(bytes)
    case .uid(let value): try sendDictionary(ofUID: value)
    }
  }

  private mutating func takeWide(_ value: Int128) throws(Failure) {
    let isUnsigned = UInt64(exactly: value) != nil
    if language == .objectiveC {
      guard isUnsigned else { throw Failure(.literalInteger, String(value)) }
      // Without the suffix, clang warns that the literal is interpreted as unsigned.
      return try scalar(String(value) + (followsPlutil ? "" : "ULL"), SwiftType.unsigned)
    }
    let suffix = frames.isEmpty ? "" : isUnsigned ? " as UInt64" : " as Int128"
    try scalar(String(value) + suffix, isUnsigned ? SwiftType.unsigned : SwiftType.wide)
  }

  private mutating func takeReal(_ value: Double) throws(Failure) {
    if value.isFinite {
      begin()
      body.appendSixDecimals(value)
      return try end(SwiftType.double, "NSNumber")
    }
    let (nan, negative, positive) =
      language == .swift
      ? ("Double.nan", "-Double.infinity", "Double.infinity") : ("(NAN)", "(-INFINITY)", "(INFINITY)")
    try scalar(value.isNaN ? nan : value < 0 ? negative : positive, SwiftType.double)
  }

  private mutating func takeNumber(_ text: ByteView, _ kind: NumberKind) throws(Failure) {
    if kind == .integer, let value = NumberText.wideInteger(text) {
      if let small = Int64(exactly: value) { return try integer(small) }
      return try wideInteger(value)
    }
    let value = NumberText.real(text)
    guard value.isFinite else {
      try losses.record(.hugeRealAsString)
      return try string(text)
    }
    if NumberText.losesDigits(text, as: value) {
      if followsPlutil {
        losses.count(.digitsBeyondDouble, 1)
      } else {
        try losses.record(.digitsBeyondDouble)
      }
    }
    try real(value)
  }

  private mutating func takeDate(_ seconds: Double) throws(Failure) {
    if language == .swift {
      needsFoundation = true
      return try scalar("Date(timeIntervalSinceReferenceDate: \(seconds))", SwiftType.date)
    }
    try losses.record(.dateAsString)
    guard let text = ISO8601.text(from: seconds) else { throw Failure(.dateOutOfRange) }
    try text.withByteView { (view: ByteView) throws(Failure) in try string(view) }
  }

  private mutating func takeData(_ bytes: ByteView) throws(Failure) {
    if language == .swift {
      needsFoundation = true
      begin()
      body.append(followsPlutil ? StaticString("Data(bytes: [") : StaticString("Data(["))
      body.appendLiteralBytes(bytes)
      body.append("])")
      return try end(SwiftType.data, "NSData")
    }
    try losses.record(.dataAsString)
    try Base64.encode(bytes).withByteView { (view: ByteView) throws(Failure) in try string(view) }
  }
}
