// The values that workloads are made of, written as an XML property list and as JSON in the same order.

enum SampleValue {
  case string(String)
  case integer(Int)
  /// By its shortest text, which has a fraction.
  case real(String)
  case boolean(Bool)
  /// ISO 8601 in UTC.
  case date(String)
  case data([UInt8])
  case array([SampleValue])
  case dictionary([(String, SampleValue)])

  // MARK: XML

  /// Adds the value in the layout of property lists: a tab per level.
  func appendXML(to text: inout String, depth: Int) {
    let indent = String(repeating: "\t", count: depth)
    switch self {
    case .string(let value): text += "\(indent)<string>\(Self.escapeXML(value))</string>\n"
    case .integer(let value): text += "\(indent)<integer>\(value)</integer>\n"
    case .real(let value): text += "\(indent)<real>\(value)</real>\n"
    case .boolean(let value): text += "\(indent)<\(value)/>\n"
    case .date(let value): text += "\(indent)<date>\(value)</date>\n"
    case .data(let bytes): text += "\(indent)<data>\n\(indent)\(Self.base64(bytes))\n\(indent)</data>\n"
    case .array(let elements):
      text += "\(indent)<array>\n"
      for element in elements { element.appendXML(to: &text, depth: depth + 1) }
      text += "\(indent)</array>\n"
    case .dictionary(let entries):
      text += "\(indent)<dict>\n"
      for (key, value) in entries {
        text += "\(indent)\t<key>\(Self.escapeXML(key))</key>\n"
        value.appendXML(to: &text, depth: depth + 1)
      }
      text += "\(indent)</dict>\n"
    }
  }

  static func escapeXML(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  // MARK: JSON

  /// Adds the value as JSON; a date is its ISO 8601 string and data its Base64 string.
  func appendJSON(to text: inout String, _ layout: JSONLayout = .compact, depth: Int = 0) {
    switch self {
    case .string(let value): Self.appendQuoted(value, layout, to: &text)
    case .integer(let value): text += "\(value)"
    case .real(let value): text += value
    case .boolean(let value): text += "\(value)"
    case .date(let value): text += "\"\(value)\""
    case .data(let bytes): text += "\"\(Self.base64(bytes))\""
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += layout.comma }
        layout.appendLineBreak(to: &text, depth: depth + 1)
        element.appendJSON(to: &text, layout, depth: depth + 1)
      }
      layout.appendLineBreak(to: &text, depth: depth)
      text += "]"
    case .dictionary(let entries):
      text += "{"
      for (index, entry) in entries.enumerated() {
        if index > 0 { text += layout.comma }
        layout.appendLineBreak(to: &text, depth: depth + 1)
        Self.appendQuoted(entry.0, layout, to: &text)
        text += layout.colon
        entry.1.appendJSON(to: &text, layout, depth: depth + 1)
      }
      layout.appendLineBreak(to: &text, depth: depth)
      text += "}"
    }
  }

  private static func appendQuoted(_ value: String, _ layout: JSONLayout, to text: inout String) {
    text += "\""
    if value.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C })
      || layout == .escaped && value.utf8.contains(where: { $0 == 0x2F || $0 > 0x7E })
    {
      for scalar in value.unicodeScalars {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\t": text += "\\t"
        case "/" where layout == .escaped: text += "\\/"
        case _ where layout == .escaped && !scalar.isASCII: appendEscaped(scalar, to: &text)
        default: text.unicodeScalars.append(scalar)
        }
      }
    } else {
      text += value
    }
    text += "\""
  }

  /// Adds `\uXXXX` for each UTF-16 code unit.
  private static func appendEscaped(_ scalar: Unicode.Scalar, to text: inout String) {
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Base64 of bytes whose count is a multiple of three.
  private static func base64(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    for start in stride(from: 0, to: bytes.count - 2, by: 3) {
      let group = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
      for shift in [18, 12, 6, 0] { digits.append(alphabet[group >> shift & 63]) }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

enum JSONLayout: String {
  case compact
  /// A space after each comma and colon, as Python and many servers write.
  case spaced
  /// Two spaces per level.
  case pretty
  /// Compact, with every character escaped that can be.
  case escaped

  var comma: String { self == .spaced ? ", " : "," }
  var colon: String { self == .spaced || self == .pretty ? ": " : ":" }

  func appendLineBreak(to text: inout String, depth: Int) {
    if self == .pretty { text += "\n" + String(repeating: "  ", count: depth) }
  }
}

/// The same numbers in every run with one seed: SplitMix64.
struct SampleRandom {
  /// The caller's data; set once, before documents are made.
  nonisolated(unsafe) static var callersSeed: UInt64 = 1
  private var state: UInt64

  /// `seed` makes the documents different.
  init(seed: UInt64) { state = seed &+ (Self.callersSeed &- 1) &* 0xD134_2543_DE82_EF95 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
