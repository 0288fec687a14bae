// Writes XML property lists in Apple's layout: one element per line, indented with tabs, an empty container
// as one tag.
//
//   <plist version="1.0">
//   <dict>
//   	<key>a</key>
//   	<array/>
//   </dict>
//   </plist>

/// The treatment of control characters, which XML forbids.
package enum ControlCharacterPolicy: String, Sendable, CaseIterable {
  /// Fail before anything is written.
  case refuse
  /// Write the text without them.
  case strip
  /// Write them as they are, as CoreFoundation does; NUL is still refused.
  case keep
}

package struct XMLPropertyListStyle: Sendable, Equatable {
  /// The bytes of PropertyListSerialization (keys must be sorted), with reals as `%.17g`.
  package var isCanonical = false
  /// Whether to write carriage returns unescaped like CoreFoundation, and count them as lost.
  package var losesCarriageReturns = false
  package var controls = ControlCharacterPolicy.refuse
  /// The byte of indentation, and the number per level; 0 for none.
  package var indentationByte: UInt8 = ASCII.tab
  package var indentationCount = 1
  /// Whether reals are spelled as in Swift's PropertyListEncoder: `0.1`, `2`, `-0`, `1e-07`.
  package var isOfEncoder = false
  /// Whether each element is on a separate line.
  package var breaksLines = true

  package init() {}
  package static let standard = XMLPropertyListStyle()
  package static var canonical: XMLPropertyListStyle {
    var style = faithful
    style.losesCarriageReturns = true
    return style
  }
  /// The canonical layout with text that reads back the same.
  package static var faithful: XMLPropertyListStyle {
    var style = XMLPropertyListStyle()
    style.isCanonical = true
    return style
  }
}

/// Writes the events of one document as an XML property list.
///
/// Writes values that it lacks as under `LossPolicy.note` (drops fractions of a second, converts sets to
/// arrays, integers of more than 128 bits to strings); `losses` counts or refuses them. UIDs become `{CF$UID:
/// n}`, which every reader reads as UIDs. Throws `conversion.loss`, `conversion.null`, `document.date-range`,
/// `plist.unwritable-character`, and errors of the output.
package struct XMLPropertyListWriter: LossReportingSink, ~Copyable {
  /// A container whose start tag is deferred to its first entry, because an empty one is a single tag.
  private enum Pending {
    case none
    case dictionary
    case array
  }

  package var output: OutputBuffer
  package var losses: LossReport
  private let style: XMLPropertyListStyle
  private var pending = Pending.none
  private var depth = 0

  package init(
    to output: consuming OutputBuffer = OutputBuffer(), style: XMLPropertyListStyle = .standard,
    losses: LossReport = LossReport()
  ) {
    self.output = output
    self.style = style
    self.losses = losses
    self.output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    self.output.append("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" ")
    self.output.append("\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">")
    if style.breaksLines { self.output.append(ASCII.lineFeed) }
  }

  /// Returns the output, possibly with undrained bytes.
  package consuming func finish() -> OutputBuffer {
    output.append("</plist>\n")
    return output
  }

  package var writtenBytes: Int { output.totalCount }

  // MARK: Layout

  /// Writes the text before an element: its container's deferred start tag, and the indentation.
  @inline(__always)
  private mutating func begin() {
    if pending != .none { open() }
    indent(depth)
  }

  @inline(__always)
  private mutating func indent(_ levels: Int) {
    guard style.breaksLines else { return }
    output.appendIndentation(style.indentationByte, count: levels &* style.indentationCount)
  }

  @inline(__always)
  private mutating func end() throws(Failure) {
    endLine()
    try output.drainIfFull()
  }

  @inline(__always)
  private mutating func endLine() { if style.breaksLines { output.append(ASCII.lineFeed) } }

  /// Writes the deferred start tag.
  private mutating func open() {
    indent(depth)
    output.append(pending == .dictionary ? "<dict>" : "<array>")
    pending = .none
    endLine()
    depth &+= 1
  }

  private mutating func begin(_ container: Pending) {
    if pending != .none { open() }
    pending = container
  }

  private mutating func end(_ container: Pending) throws(Failure) {
    let isDictionary = container == .dictionary
    if pending == container {
      pending = .none
      indent(depth)
      output.append(isDictionary ? "<dict/>" : "<array/>")
    } else {
      depth &-= 1
      indent(depth)
      output.append(isDictionary ? "</dict>" : "</array>")
    }
    try end()
  }

  package mutating func beginDictionary(count: Int?) { begin(.dictionary) }
  package mutating func endDictionary() throws(Failure) { try end(.dictionary) }
  package mutating func beginArray(count: Int?) { begin(.array) }
  package mutating func endArray() throws(Failure) { try end(.array) }

  package mutating func beginSet(count: Int?) throws(Failure) {
    try losses.record(.setAsArray)
    begin(.array)
  }
  package mutating func endSet() throws(Failure) { try end(.array) }

  // MARK: Scalars

  @inline(__always)
  package mutating func key(_ text: ByteView) throws(Failure) {
    begin()
    try append("<key>", text, "</key>")
    endLine()
  }

  @inline(__always)
  package mutating func string(_ text: ByteView) throws(Failure) {
    begin()
    try append("<string>", text, "</string>")
    try end()
  }

  @inline(__always)
  private mutating func append(
    _ startTag: StaticString, _ text: ByteView, _ endTag: StaticString
  ) throws(Failure) {
    let changes = try output.appendPropertyListElement(
      startTag, text, endTag, keepsCarriageReturns: style.losesCarriageReturns, controls: style.controls)
    if changes != PropertyListTextChanges() { try record(changes) }
  }

  @inline(never)
  private mutating func record(_ changes: PropertyListTextChanges) throws(Failure) {
    if changes.keepsCarriageReturns { try losses.record(.carriageReturnAsLineFeed) }
    try losses.agreed(
      style.controls == .strip ? .controlCharacters : .controlCharactersWritten, count: changes.controlCount)
  }

  package mutating func null() throws(Failure) { throw Failure(.nullRefused) }

  package mutating func boolean(_ value: Bool) throws(Failure) {
    begin()
    output.append(value ? "<true/>" : "<false/>")
    try end()
  }

  /// Writes an element whose content `write` appends.
  @inline(__always)
  private mutating func element(
    _ startTag: StaticString, _ endTag: StaticString, _ write: (inout OutputBuffer) -> Void
  ) throws(Failure) {
    begin()
    output.append(startTag)
    write(&output)
    output.append(endTag)
    try end()
  }

  package mutating func integer(_ value: Int64) throws(Failure) {
    try element("<integer>", "</integer>") { $0.appendDecimal(value) }
  }

  package mutating func wideInteger(_ value: Int128) throws(Failure) {
    if value < Int128(Int64.min) || value > Int128(UInt64.max) { try losses.record(.integerBeyond64Bits) }
    try element("<integer>", "</integer>") { $0.appendDecimal(wide: value) }
  }

  package mutating func real(_ value: Double) throws(Failure) {
    let style = style
    try element("<real>", "</real>") { output in
      if style.isOfEncoder && value.isFinite {
        output.appendShortest(value, marksIntegers: false)
      } else {
        output.appendPropertyListReal(value, isCanonical: style.isCanonical)
      }
    }
  }

  /// Keeps digits beyond those of a double; all other reals get their shortest text.
  package mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    if kind == .integer { return try integer(text) }
    let number = DecimalText(text)
    let value = number.nearestDouble
    let isExact = value.isFinite && !number.losesDigits(as: value)
    if style.isCanonical && !isExact { try losses.record(.digitsBeyondDouble) }
    if style.isCanonical || isExact { return try real(value) }
    try element("<real>", "</real>") { $0.append(text) }
  }

  private mutating func integer(_ text: ByteView) throws(Failure) {
    if let value = NumberText.integer(text) { return try integer(value) }
    if let value = NumberText.wideInteger(text) { return try wideInteger(value) }
    try losses.record(.wideIntegerAsString)
    try string(text)
  }

  package mutating func date(_ seconds: Double) throws(Failure) {
    if seconds != seconds.rounded(.down) { try losses.record(.fractionOfSecond) }
    begin()
    output.append("<date>")
    guard ISO8601.append(seconds, wholeSeconds: true, to: &output) else { throw Failure(.dateOutOfRange) }
    output.append("</date>")
    try end()
  }

  package mutating func uid(_ value: UInt64) throws(Failure) { try sendDictionary(ofUID: value) }

  // MARK: Data

  /// Base64 in lines of 76 columns, less eight per level of indentation, up to eight levels.
  package mutating func data(_ bytes: ByteView) throws(Failure) {
    begin()
    output.append("<data>")
    if style.breaksLines {
      let levels = min(depth, 8)
      let lineBytes = (76 - 8 * levels) / 4 * 3
      output.append(ASCII.lineFeed)
      var at = 0
      while at < bytes.count {
        let end = min(at + lineBytes, bytes.count)
        indent(levels)
        Base64.append(bytes[at..<end], to: &output)
        output.append(ASCII.lineFeed)
        at = end
      }
      indent(depth)
    } else {
      Base64.append(bytes, to: &output)
    }
    output.append("</data>")
    try end()
  }
}

/// The changes of a text for an XML reader.
package struct PropertyListTextChanges: Equatable {
  /// Whether carriage returns remained unescaped.
  var keepsCarriageReturns = false
  /// The control characters that were stripped or written.
  var controlCount = 0
}

extension OutputBuffer {
  /// Appends text with `&`, `<` and `>` escaped, and carriage returns, which readers would convert to line
  /// feeds.
  ///
  /// Throws `plist.unwritable-character` for characters that XML does not allow and `controls` does not accept.
  @inline(__always)
  @discardableResult
  package mutating func appendPropertyListElement(
    _ startTag: StaticString, _ text: ByteView, _ endTag: StaticString, keepsCarriageReturns: Bool = false,
    controls: ControlCharacterPolicy = .refuse
  ) throws(Failure) -> PropertyListTextChanges {
    let plain = appendPlainElement(startTag, text, endTag)
    if plain == text.count { return PropertyListTextChanges() }
    let changes = try appendRest(of: text, from: plain, keepsCarriageReturns, controls)
    append(endTag)
    return changes
  }

  /// Appends the start tag and the text up to a byte to examine, or with the end tag if there is none.
  @inline(__always)
  private mutating func appendPlainElement(
    _ startTag: StaticString, _ text: ByteView, _ endTag: StaticString
  ) -> Int {
    let tag = ByteView(startTag)
    let end = ByteView(endTag)
    var plain = 0
    // Copies whole blocks; excess bytes are overwritten by the following output.
    appendUninitialized(tag.count &+ text.count &+ 16 &+ end.count) { start in
      start.update(from: tag.base, count: tag.count)
      let target = UnsafeMutableRawPointer(start + tag.count)
      while plain &+ 16 <= text.count {
        let block = text.block(at: plain)
        target.storeBytes(of: block, toByteOffset: plain, as: ByteBlock.self)
        if XMLCharacters.textStops(block).nibbles != 0 { return tag.count &+ plain }
        plain &+= 16
      }
      if plain < text.count {
        let block = text.paddedBlock(at: plain)
        target.storeBytes(of: block, toByteOffset: plain, as: ByteBlock.self)
        // The zeros after the end are stops themselves.
        if XMLCharacters.textStops(block).firstIndex < text.count &- plain { return tag.count &+ plain }
      }
      plain = text.count
      (start + (tag.count &+ plain)).update(from: end.base, count: end.count)
      return tag.count &+ plain &+ end.count
    }
    return plain
  }

  @inline(never)
  private mutating func appendRest(
    of text: ByteView, from start: Int, _ keepsCarriageReturns: Bool, _ controls: ControlCharacterPolicy
  ) throws(Failure) -> PropertyListTextChanges {
    let rest = text.suffix(from: start)
    let escapes: XMLEscapes = keepsCarriageReturns ? .greaterThan : .text
    var changes = PropertyListTextChanges()
    changes.keepsCarriageReturns =
      keepsCarriageReturns && rest.firstIndex(of: ASCII.carriageReturn, from: 0) != nil
    guard let scalar = XMLCharacters.firstForbidden(in: rest) else {
      append(rest, escaping: escapes)
      return changes
    }
    switch controls {
    case .refuse: throw Failure(.plistUnwritableCharacter, scalar.codePoint)
    case .strip:
      let allowed = rest.withoutForbiddenCharacters
      changes.controlCount = allowed.count
      allowed.bytes.withByteView { append($0, escaping: escapes) }
    case .keep:
      for at in 0..<rest.count where rest[at] < ASCII.space && !XMLCharacters.isAllowed(UInt32(rest[at])) {
        if rest[at] == 0 {
          throw Failure(
            .plistUnwritableCharacter, UInt32(0).codePoint,
            advice: "use --control strip; JSON can represent it")
        }
        changes.controlCount += 1
      }
      guard changes.controlCount == rest.withoutForbiddenCharacters.count else {
        throw Failure(.plistUnwritableCharacter, "U+FFFE or U+FFFF")
      }
      append(rest, escaping: escapes)
    }
    return changes
  }

  /// Appends a byte a few times.
  @inline(__always)
  mutating func appendIndentation(_ byte: UInt8, count: Int) {
    let word = UInt64(byte) &* 0x0101_0101_0101_0101
    appendUninitialized(count &+ 8) { start in
      var at = 0
      while at < count {
        UnsafeMutableRawPointer(start).storeBytes(of: word, toByteOffset: at, as: UInt64.self)
        at &+= 8
      }
      return count
    }
  }

  /// Appends the shortest text of a real, an integral one as an integer, zero as `0.0`; or `%.17g`.
  mutating func appendPropertyListReal(_ value: Double, isCanonical: Bool) {
    if value.isNaN { return append("nan") }
    if value.isInfinite { return append(value < 0 ? "-infinity" : "+infinity") }
    if value == 0 { return append(value.sign == .minus && !isCanonical ? "-0.0" : "0.0") }
    if isCanonical { return appendSeventeenDigits(value) }
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return appendDecimal(whole) }
    appendShortest(value)
  }
}
