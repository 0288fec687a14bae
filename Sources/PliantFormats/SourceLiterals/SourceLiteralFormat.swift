// The formats `swift` and `objc`.

enum SwiftLiteralFormat: SourceLiteralFormat {
  package static var format: Format { .swift }
  package static let traits = FormatTraits(
    summary: "Swift source literal", fileExtension: "swift", values: .propertyList,
    output: .beside)
}

enum ObjectiveCLiteralFormat: SourceLiteralFormat {
  package static var format: Format { .objc }
  package static let traits = FormatTraits(
    summary: "Objective-C source literal", fileExtension: "m", values: .propertyList,
    output: .beside)
}

protocol SourceLiteralFormat: FormatDefinition {}

extension SourceLiteralFormat {
  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    let language: SourceLiteralLanguage = format == .swift ? .swift : .objectiveC
    let name = SourceLiteralName(path: pass.source.reading.name, for: language)
    return try pass.replayed(
      into: SourceLiteralWriter(language, name: name, to: output, losses: pass.losses)
    ).finish()
  }
}

extension Format {
  package static var swift: Format { Format("swift") }
  package static var objc: Format { Format("objc") }
}
