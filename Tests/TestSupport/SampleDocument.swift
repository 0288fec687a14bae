// Random documents, with the place of every value known: odd spacing, comments in odd places, line ends of
// all kinds, documents on one line.

import PliantFormats

/// A value of a sample and where it is.
package struct SampleValue {
  package struct Entry {
    /// Nil in an array.
    package var key: [UInt8]?
    /// Where the entry begins, with its key.
    package var start: Int
    package var value: SampleValue
    /// Past the semicolon or comma, or past the value where none follows.
    package var end: Int
    package var hasSeparator: Bool
  }

  package var range: Range<Int>
  /// Nil for a scalar.
  package var kind: ContainerKind?
  /// Between the brackets or tags; the place after the name of an empty tag.
  package var inside: Range<Int> = 0..<0
  package var isEmptyTag = false
  package var entries: [Entry] = []
}

/// Makes one document.
package struct SampleDocument {
  package let format: Format
  package private(set) var text: [UInt8] = []
  package private(set) var root = SampleValue(range: 0..<0)
  private var random: SeededGenerator
  private let lineBreaks: [String]
  private let allowsComments: Bool

  package init(_ format: Format, seed: UInt64) {
    self.format = format
    var random = SeededGenerator(seed: seed)
    lineBreaks = [["\n"], ["\r\n"], ["\r"], [" "], ["\t"], [""], ["\n", "\r\n"]][random.below(7)]
    let isCommented = random.below(3) > 0
    allowsComments = format != .json && isCommented
    self.random = random
    makeDocument()
  }

  private mutating func put(_ piece: String) { text += Array(piece.utf8) }
  private mutating func pick(_ pieces: [String]) -> String { random.pick(pieces) }

  // MARK: Spacing

  private mutating func lineBreak() -> String { pick(lineBreaks) }

  private mutating func space(mayBeEmpty: Bool = true) {
    for _ in 0..<random.below(3) {
      switch random.below(allowsComments ? 6 : 4) {
      case 0: put(lineBreak() + pick(["", "\t", "  ", "\t\t", " \t"]))
      case 1: put(pick([" ", "\t", "  "]))
      case 2: put(lineBreak() + lineBreak())
      case 3: break
      default: comment()
      }
    }
    if !mayBeEmpty, text.last?.isWhitespace != true { put(" ") }
  }

  private mutating func comment() {
    if format == .xml1 {
      put(pick(["<!-- c -->", "<!--\(lineBreak()) <key>k</key> -->", "<?go now?>", "<!-- ä, ; \" -->"]))
    } else {
      // The solidus would go on with a word; a comment to the end of the line needs one.
      if let last = text.last, last.isDigit || last.isLetter { put(" ") }
      put(pick(["/* c */", "/* \(lineBreak()) a = b; */", "/*ä;,\"*/", "// x = y;\n", "//\r\n", "/**/"]))
    }
  }

  // MARK: Documents

  private mutating func makeDocument() {
    switch format {
    case .xml1:
      if random.below(3) == 0 {
        put("<?xml version=\"1.0\"?>" + lineBreak())
        if random.below(2) == 0 { put("<!DOCTYPE plist [ <!ENTITY e \"f\"> ]>" + lineBreak()) }
      }
      let hasWrapper = random.below(4) > 0
      if hasWrapper { put(pick(["<plist version=\"1.0\">", "<plist>", "<plist\n version='1.0' >"])) }
      if hasWrapper { space() }
      root = value(depth: 0)
      if hasWrapper {
        space()
        put("</plist>")
      }
      put(pick(["", "\n", lineBreak(), "<!-- end -->"]))
    case .strings:
      space()
      root = bareDictionary()
    default:
      space()
      root = value(depth: 0)
      space()
    }
  }

  private mutating func value(depth: Int) -> SampleValue {
    let isContainer = depth == 0 || depth < 4 && random.below(3) == 0
    guard isContainer else { return scalar() }
    return random.below(2) == 0 ? dictionary(depth: depth) : array(depth: depth)
  }

  private mutating func scalar() -> SampleValue {
    let start = text.count
    switch format {
    case .xml1:
      put(
        pick([
          "<string>a &amp; b</string>", "<string></string>", "<string/>", "<string a='b'>x</string>",
          "<string>\(lineBreak())<![CDATA[<dict>]]></string>", "<integer>-5</integer>", "<true/>",
          "<false />",
          "<real>1.50</real>", "<date>2012-03-01T06:00:00Z</date>",
          "<data>\(lineBreak())AAEC\(lineBreak())</data>",
          "<true></true>", "<string>ä<!-- c -->日</string>", "<string>]] ></string >",
        ]))
    case .json:
      put(
        pick(["1", "-2.50", "true", "null", "\"\"", "\"a,]}\\\"{[\"", "\"\\u00e4日\"", "1e3", "\"/* c */\""]))
    default:
      put(
        pick([
          "word", "\"two words\"", "'single'", "<00 ff>", "\"a;,)}\\\"\"", "\"\\U00e4\"", "\"日\"", "1.5",
          "\"\"",
          "\"// no\"", "a/b", "<>",
        ]))
    }
    return SampleValue(range: start..<text.count)
  }

  private mutating func key(_ number: Int) -> [UInt8] {
    let name = pick(["k", "Key", "a_b"]) + String(number)
    switch format {
    case .xml1:
      put(
        pick([
          "<key>\(name)</key>", "<key a='1'>\(name)</key>",
          "<key>&#\(name.utf8.first ?? 0);\(name.dropFirst())</key>",
        ]))
    case .json: put("\"\(name)\"")
    default: put(pick([name, "\"\(name)\"", "'\(name)'"]))
    }
    return Array(name.utf8)
  }

  private mutating func dictionary(depth: Int) -> SampleValue {
    let start = text.count
    let count = random.below(4)
    if format == .xml1, count == 0, random.below(2) == 0 {
      put(pick(["<dict/>", "<dict />", "<dict a='1'/>"]))
      return SampleValue(
        range: start..<text.count, kind: .dictionary, inside: start + 5..<text.count, isEmptyTag: true)
    }
    put(format == .xml1 ? pick(["<dict>", "<dict >"]) : "{")
    let inside = text.count
    var entries: [SampleValue.Entry] = []
    for number in 0..<count {
      space()
      entries.append(entry(number, isLast: number == count - 1, depth: depth))
    }
    space()
    let end = text.count
    put(format == .xml1 ? pick(["</dict>", "</dict\n>"]) : "}")
    return SampleValue(
      range: start..<text.count, kind: .dictionary, inside: inside..<end, entries: entries)
  }

  private mutating func entry(_ number: Int, isLast: Bool, depth: Int) -> SampleValue.Entry {
    let start = text.count
    let key = key(number)
    space()
    if format != .xml1 {
      put(format == .json ? ":" : "=")
      space()
    }
    let value = value(depth: depth + 1)
    let hasSeparator = format == .xml1 ? false : format == .json ? !isLast : true
    if hasSeparator {
      space()
      put(format == .json ? "," : ";")
    }
    return SampleValue.Entry(
      key: key, start: start, value: value, end: hasSeparator ? text.count : value.range.upperBound,
      hasSeparator: hasSeparator)
  }

  private mutating func array(depth: Int) -> SampleValue {
    let start = text.count
    let count = random.below(4)
    if format == .xml1, count == 0, random.below(2) == 0 {
      put(pick(["<array/>", "<array />"]))
      return SampleValue(
        range: start..<text.count, kind: .array, inside: start + 6..<text.count, isEmptyTag: true)
    }
    put(format == .xml1 ? "<array>" : format == .json ? "[" : "(")
    let inside = text.count
    var entries: [SampleValue.Entry] = []
    for number in 0..<count {
      space()
      let place = text.count
      let value = value(depth: depth + 1)
      let isLast = number == count - 1
      let hasSeparator = format != .xml1 && (!isLast || format != .json && random.below(2) == 0)
      if hasSeparator {
        space()
        put(",")
      }
      entries.append(
        SampleValue.Entry(
          key: nil, start: place, value: value, end: hasSeparator ? text.count : value.range.upperBound,
          hasSeparator: hasSeparator))
    }
    space()
    let end = text.count
    put(format == .xml1 ? "</array>" : format == .json ? "]" : ")")
    return SampleValue(range: start..<text.count, kind: .array, inside: inside..<end, entries: entries)
  }

  /// A document of entries without braces.
  private mutating func bareDictionary() -> SampleValue {
    var entries: [SampleValue.Entry] = []
    for number in 0..<random.below(4) + 1 {
      space()
      entries.append(entry(number, isLast: false, depth: 3))
    }
    space()
    return SampleValue(
      range: 0..<text.count, kind: .dictionary, inside: 0..<text.count, entries: entries)
  }
}

/// Reads a text in a format; nothing need outlive the call.
package func readDocument(_ bytes: [UInt8], _ format: Format) throws -> Document {
  let owner = InputFile(bytes: bytes, name: "")
  return try owner.withBytes { view throws(Failure) in
    try DocumentSource(format: format, text: view).document(owner: owner)
  }
}
