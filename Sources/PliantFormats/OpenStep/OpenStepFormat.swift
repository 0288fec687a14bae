// The formats `openstep` and `strings`.

enum OpenStepFormat: OldStyleFormat {
  package static var format: Format { .openstep }
  package static let traits = FormatTraits(
    summary: "old-style property list (OpenStep, project.pbxproj)", fileExtension: "plist",
    values: .propertyListText, text: .openStep, syntax: .openStep, editing: .text, hasLayout: true,
    hasOnlyText: true)
}

/// Localisation strings: the entries of a dictionary without its braces.
enum StringsFormat: OldStyleFormat {
  package static var format: Format { .strings }
  package static let traits = FormatTraits(
    summary: "localisation .strings", fileExtension: "strings", values: .propertyListText, text: .openStep,
    syntax: .openStep, editing: .text, hasLayout: true, hasOnlyText: true, quotesStrings: true,
    duplicateKeyRule: .stringsDuplicateKey)
}

extension Format {
  /// An old-style ASCII property list.
  package static var openstep: Format { Format("openstep") }
  package static var strings: Format { Format("strings") }
}

protocol OldStyleFormat: ReadableFormat {}

extension OldStyleFormat {
  private static var dialect: OpenStepReader.Dialect { format == .strings ? .strings : .openStep }

  package static func hasSameTokens(_ left: ByteView, _ right: ByteView) -> Bool {
    OpenStepScanner.hasSameTokens(left, right)
  }

  /// Reads a text, without comments.
  ///
  /// Throws the reader's failures, also for text after the point where CoreFoundation silently stops.
  package static func read(
    _ source: DocumentSource, into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    var reader = OpenStepReader(source.text, dialect: dialect)
    reader.repairsSurrogates = true
    try reader.readDocument(into: &sink)
    ledger.record(.loneSurrogates, count: reader.loneSurrogates, at: reader.firstLoneSurrogate)
    ledger.record(.comments, count: reader.commentCount, at: reader.firstComment)
    for finding in reader.findings {
      guard finding.isGNUstepEscape else { throw finding }
      ledger.record(.unknownEscapes, at: finding.offset)
    }
  }

  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    if format == .openstep, pass.writing.layout == .xcodeProject {
      let text = pass.source.format == .openstep ? pass.source.text : nil
      return try XcodeProjectWriter.write(
        try pass.changedDocument(), name: XcodeProject.name(in: text, path: pass.source.reading.name),
        like: text, losses: &pass.losses, index: &pass.index, to: output)
    }
    let style = OpenStepStyle(indentation: pass.writing.isCanonical ? nil : OpenStepStyle().indentation)
    return try pass.replayed(
      into: OpenStepWriter(to: output, dialect: dialect, style: style, losses: pass.losses)
    ).finish()
  }
}
