/// Writes new values of a patch as markup.
enum XMLValueMarkup {
  /// Writes an element of the attributes style; throws `xml.style…` for a value that is not an element.
  static func element(_ name: [UInt8], _ value: PatchNode) throws(Failure) -> [UInt8] {
    var builder = DocumentBuilder(source: .empty)
    builder.beginDictionary(count: 1)
    name.withByteView { builder.key($0) }
    try value.send(into: &builder)
    builder.endDictionary()
    var writer = XMLAttributeStyleWriter(to: OutputBuffer(), isFragment: true)
    try writer.write(try builder.finish())
    return withoutDeclaration(writer.finish())
  }

  static func node(_ value: PatchNode, style: XMLStyle) throws(Failure) -> [UInt8] {
    var builder = DocumentBuilder(source: .empty)
    if style == .lossless {
      builder.beginDictionary(count: 1)
      builder.key("children")
      builder.beginArray(count: 1)
    }
    try value.send(into: &builder)
    if style == .lossless {
      builder.endArray()
      builder.endDictionary()
    }
    var writer = XMLTreeStyleWriter(to: OutputBuffer(), isFragment: true)
    try writer.write(try builder.finish(), style: style)
    return withoutDeclaration(writer.finish())
  }

  static func escaped(_ text: [UInt8], inAttribute: Bool = false) throws(Failure) -> [UInt8] {
    var output = OutputBuffer()
    try text.withByteView { (view: ByteView) throws(Failure) in
      try output.appendXML(view, inAttribute: inAttribute)
    }
    return output.bytes
  }

  /// A CDATA section, or several if the text contains `]]>`.
  static func section(_ text: [UInt8]) -> [UInt8] {
    var output = OutputBuffer()
    text.withByteView { output.appendCDATA($0) }
    return output.bytes
  }

  /// Removes the first line and the last line break of a written document.
  private static func withoutDeclaration(_ output: consuming OutputBuffer) -> [UInt8] {
    let bytes = output.bytes
    var rest = bytes.drop { $0 != ASCII.lineFeed }.dropFirst()
    while rest.last == ASCII.lineFeed { rest = rest.dropLast() }
    return Array(rest)
  }
}
