// Indents or minifies XML without changing its meaning: changes only white space between elements, but not in
// mixed content, under xml:space="preserve", in comments or in CDATA. White space without a line end between two
// elements, as in <b>a</b> <i>b</i>, makes content mixed.
//
// Two passes: the first finds the elements that contain elements and no text; the second copies the source's
// tokens with new white space between them.

package struct XMLFormatStyle: Sendable, Equatable {
  /// The byte of indentation, and its count for each level.
  package var indentationByte: UInt8 = ASCII.space
  package var indentationCount = 2
  /// Removes white space instead of adding it.
  package var isMinified = false
  /// The width beyond which a start tag's attributes are on separate lines; nil for never.
  package var attributeWidth: Int?
  /// The levels at the top that are not indented; nil for one in a property list, none otherwise.
  package var flatLevels: Int?
  /// Whether each attribute is on a separate line, with spaces around the equals sign, and an element without
  /// content has two tags on two lines, as in Xcode's schemes.
  package var separatesAttributes = false
  /// Whether to preserve the presence of a final line end.
  package var keepsEnd = false
  /// Whether control characters, and `--` in comments, are copied, as in property lists.
  package var isLenient = false

  package init() {}
  package static var minified: XMLFormatStyle {
    var style = XMLFormatStyle()
    style.isMinified = true
    return style
  }
}

package struct XMLFormatter: ~Copyable {
  /// How the content of an element is treated.
  private enum Layout: UInt8, BitwiseCopyable {
    /// Elements only: white space is insignificant.
    case elements
    /// In mixed content: unchanged.
    case mixed
    /// Unchanged because of `xml:space="preserve"`, until a `default` inside.
    case preserved
  }

  private let text: ByteView
  private let style: XMLFormatStyle
  private var flatLevels = 0
  /// A bit for each element in document order: whether it has elements or other nodes, and no text.
  private var structured: [UInt64] = []
  private var ordinal = 0
  private var layouts: [Layout] = []
  private var isAtStart = true
  private var endsLinesWithCarriageReturn = false

  /// Appends `text`, valid UTF-8 without byte order mark, in the style.
  ///
  /// Throws the reader's failures, and leaves the output incomplete.
  package static func write(
    _ text: ByteView, style: XMLFormatStyle = XMLFormatStyle(), to output: inout OutputBuffer
  ) throws(Failure) {
    var formatter = XMLFormatter(text: text, style: style)
    try formatter.survey()
    try formatter.run(into: &output)
  }

  private init(text: ByteView, style: XMLFormatStyle) {
    self.text = text
    self.style = style
    if let end = text.firstIndex(of: ASCII.lineFeed) {
      endsLinesWithCarriageReturn = end > 0 && text[end - 1] == ASCII.carriageReturn
    }
  }

  // MARK: First pass

  /// Finds the elements that contain elements and no text.
  private mutating func survey() throws(Failure) {
    var reader = XMLReader(text, options: .sourceTokens(isLenient: style.isLenient))
    var open: [(ordinal: Int, hasElements: Bool, hasText: Bool)] = []
    var count = 0
    var inline = InlineSpace()
    while true {
      let event = try reader.next()
      if inline.follows(event, reader), !open.isEmpty { open[open.count - 1].hasText = true }
      switch event {
      case .startElement:
        if open.isEmpty { flatLevels = style.flatLevels ?? (reader.name == "plist" ? 1 : 0) }
        if !open.isEmpty { open[open.count - 1].hasElements = true }
        open.append((count, false, false))
        count += 1
        if count > structured.count * 64 { structured.append(0) }
      case .endElement:
        let element = open.removeLast()
        if (element.hasElements || style.separatesAttributes) && !element.hasText {
          structured[element.ordinal / 64] |= 1 << UInt64(element.ordinal % 64)
        }
      case .text:
        if !reader.isWhitespace && !open.isEmpty { open[open.count - 1].hasText = true }
      case .cdata, .reference: if !open.isEmpty { open[open.count - 1].hasText = true }
      case .comment, .processingInstruction: if !open.isEmpty { open[open.count - 1].hasElements = true }
      case .declaration, .doctype, .needsInput: break
      case .endDocument: return
      }
    }
  }

  // MARK: Second pass

  private mutating func run(into output: inout OutputBuffer) throws(Failure) {
    var reader = XMLReader(text, options: .sourceTokens(isLenient: style.isLenient))
    while true {
      let event = try reader.next()
      switch event {
      case .startElement: startTag(&reader, into: &output)
      case .endElement: endTag(&reader, into: &output)
      case .text:
        if layouts.last != .elements || !reader.isWhitespace { copy(&reader, into: &output) }
      case .cdata, .reference: copy(&reader, into: &output)
      case .comment, .processingInstruction, .declaration, .doctype:
        if layouts.last ?? .elements == .elements { breakLine(layouts.count, into: &output) }
        copy(&reader, into: &output)
      case .needsInput: break
      case .endDocument:
        if !style.isMinified, !style.keepsEnd || text.byte(at: text.count - 1) == ASCII.lineFeed {
          endLine(into: &output)
        }
        return
      }
      try output.drainIfFull()
    }
  }

  private func copy(_ reader: inout XMLReader, into output: inout OutputBuffer) {
    output.append(text[reader.tokenStart..<reader.tokenEnd])
  }

  private mutating func startTag(_ reader: inout XMLReader, into output: inout OutputBuffer) {
    let outer = layouts.last ?? .elements
    if outer == .elements { breakLine(layouts.count, into: &output) }
    appendTag(&reader, level: layouts.count, into: &output)
    let isStructured = structured[ordinal / 64] >> UInt64(ordinal % 64) & 1 == 1
    ordinal += 1
    layouts.append(layout(of: &reader, inside: outer, isStructured: isStructured))
  }

  private func layout(of reader: inout XMLReader, inside outer: Layout, isStructured: Bool) -> Layout {
    if let space = reader.value(ofAttribute: "xml:space") {
      if space == "preserve" { return .preserved }
      if space == "default" && outer == .preserved { return isStructured ? .elements : .mixed }
    }
    return outer == .elements && !isStructured ? .mixed : outer
  }

  private mutating func endTag(_ reader: inout XMLReader, into output: inout OutputBuffer) {
    let layout = layouts.removeLast()
    if reader.isEmptyElement && !style.separatesAttributes { return }
    if layout == .elements { breakLine(layouts.count, into: &output) }
    output.appendEndTag(reader.name)
  }

  /// The start tag with single spaces, and unchanged values and quotes.
  private func appendTag(_ reader: inout XMLReader, level: Int, into output: inout OutputBuffer) {
    output.append(ASCII.lessThan)
    output.append(reader.name)
    let wraps = style.separatesAttributes || needsWrapping(&reader, level: level)
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      guard attribute.isSpecified else { continue }
      if wraps {
        endLine(into: &output)
        indent(level + 1, into: &output)
      } else {
        output.append(ASCII.space)
      }
      let quote = text[attribute.valueOffset - 1]
      output.append(attribute.name)
      output.append(style.separatesAttributes ? " = " : "=")
      output.append(quote)
      output.append(attribute.rawValue)
      output.append(quote)
    }
    output.append(reader.isEmptyElement && !style.separatesAttributes ? "/>" : ">")
  }

  /// Whether the tag on one line would exceed the width, in bytes.
  private func needsWrapping(_ reader: inout XMLReader, level: Int) -> Bool {
    guard let width = style.attributeWidth, !style.isMinified, reader.attributeCount > 1 else { return false }
    var columns = max(0, level - flatLevels) * style.indentationCount + reader.name.count + 2
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      if attribute.isSpecified { columns += attribute.name.count + attribute.rawValue.count + 4 }
    }
    return columns > width
  }

  // MARK: White space

  /// Begins a line at the level, except at the document's very beginning.
  private mutating func breakLine(_ level: Int, into output: inout OutputBuffer) {
    if isAtStart {
      isAtStart = false
      return
    }
    if style.isMinified { return }
    endLine(into: &output)
    indent(level, into: &output)
  }

  private func endLine(into output: inout OutputBuffer) {
    if endsLinesWithCarriageReturn { output.append(ASCII.carriageReturn) }
    output.append(ASCII.lineFeed)
  }

  private func indent(_ level: Int, into output: inout OutputBuffer) {
    output.append(
      repeating: style.indentationByte, count: max(0, level - flatLevels) * style.indentationCount)
  }
}

/// Recognises white space between two elements that separates words.
struct InlineSpace {
  private var isAfterElement = false
  private var isPending = false

  /// Takes the next event; true if it begins an element after such white space.
  mutating func follows(_ event: XMLEvent, _ reader: borrowing XMLReader) -> Bool {
    switch event {
    case .text:
      isPending = isAfterElement && reader.isWhitespace && reader.text.separatesWords
      isAfterElement = false
    case .endElement: (isAfterElement, isPending) = (true, false)
    case .startElement:
      defer { (isAfterElement, isPending) = (false, false) }
      return isPending
    default: (isAfterElement, isPending) = (false, false)
    }
    return false
  }
}

extension XMLReader.Options {
  /// CDATA sections and references are events, so that the source can be copied token by token.
  static func sourceTokens(isLenient: Bool = false) -> Self {
    var options = Self()
    options.isLenient = isLenient
    options.separatesCDATA = true
    options.separatesReferences = true
    return options
  }
}
