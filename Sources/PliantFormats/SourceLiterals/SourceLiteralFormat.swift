// The formats `swift` and `objc`.

enum SwiftLiteralFormat: FormatDefinition {
  package static var format: Format { .swift }
  package static let traits = FormatTraits(
    summary: "Swift source literal", fileExtension: "swift", values: .propertyList,
    output: .beside)

  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    try pass.writeLiteral(.swift, to: output)
  }
}

enum ObjectiveCLiteralFormat: FormatDefinition {
  package static var format: Format { .objc }
  package static let traits = FormatTraits(
    summary: "Objective-C source literal", fileExtension: "m", values: .propertyList,
    output: .beside)

  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    try pass.writeLiteral(.objectiveC, to: output)
  }
}

extension WriteContext {
  fileprivate mutating func writeLiteral(
    _ language: SourceLiteralLanguage, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    let name = SourceLiteralName(path: conversion.sourceName, for: language)
    return try replayed(into: SourceLiteralWriter(language, name: name, to: output, losses: losses)).finish()
  }
}

extension Format {
  package static var swift: Format { Format("swift") }
  package static var objc: Format { Format("objc") }
}
