// The format `xml1`.

/// XML property lists, as Apple's DTD describes them.
package enum XMLPropertyListFormat: CodedFormat {
  package static var format: Format { .xml1 }
  package static let traits = FormatTraits(
    summary: "XML property list", fileExtension: "plist", values: .propertyList, text: .propertyList,
    syntax: .xml,
    editing: .text, hasLayout: true, isFoundationFormat: true)

  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    var style: XMLPropertyListStyle = pass.writing.isCanonical ? .canonical : .standard
    style.controls = pass.writing.controls
    return try pass.replayed(into: XMLPropertyListWriter(to: output, style: style, losses: pass.losses))
      .finish()
  }
}
