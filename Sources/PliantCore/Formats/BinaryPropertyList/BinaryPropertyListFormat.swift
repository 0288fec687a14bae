// The format `binary1`.

/// Binary property lists of version 00, as written by CoreFoundation.
package enum BinaryPropertyListFormat: CodedFormat {
  package static var format: Format { .binary1 }
  package static let traits = FormatTraits(
    summary: "binary property list", fileExtension: "plist", values: .propertyList, text: nil,
    editing: .rewriting, syntaxRule: .binaryStructure, isFoundationFormat: true)

  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    let document = try pass.changedDocument()
    var output = output
    try BinaryPropertyListWriter.write(
      document, options: .init(from: pass.source.format), losses: &pass.losses, index: &pass.index,
      to: &output)
    return output
  }
}
