// Property lists and JSON for programs that link no other format: no other is in this module.

package enum CodingFormats {
  /// Reads a text in UTF-8 or the bytes of a binary property list; `ledger` records omissions.
  ///
  /// Throws the format's failures, each with its offset, and `format.needs-kit` for another format.
  package static func read(
    _ text: ByteView, _ format: Format, into builder: inout DocumentBuilder, ledger: inout ReadLosses
  ) throws(Failure) {
    try send(text, format, into: &builder, ledger: &ledger)
  }

  /// Does the same for a visitor: other modules cannot specialise a generic function.
  package static func read(
    _ text: ByteView, _ format: Format, into visitor: inout VisitorSink, ledger: inout ReadLosses
  ) throws(Failure) {
    try send(text, format, into: &visitor, ledger: &ledger)
  }

  /// Does the same for a digest.
  package static func read(
    _ text: ByteView, _ format: Format, into digest: inout EqualityDigest, ledger: inout ReadLosses
  ) throws(Failure) {
    try send(text, format, into: &digest, ledger: &ledger)
  }

  private static func send(
    _ text: ByteView, _ format: Format, into builder: inout some ValueSink & ~Copyable,
    ledger: inout ReadLosses
  ) throws(Failure) {
    switch format {
    case .xml1: try XMLPropertyListReader.read(text, into: &builder, ledger: &ledger)
    case .binary1: try BinaryPropertyListReader.read(text, into: &builder, ledger: &ledger)
    case .json: try JSONReader.read(text, into: &builder, ledger: &ledger)
    case .jsonl: try JSONLinesReader.read(text, into: &builder, ledger: &ledger)
    case .jsonc: try JSONReader.read(text, dialect: .commented, into: &builder, ledger: &ledger)
    case .json5: try JSONReader.read(text, dialect: .json5, into: &builder, ledger: &ledger)
    default: throw Failure(.formatOfKit, "the format \(format.rawValue)")
    }
  }

  /// A failure at a value of a document; reads its text again up to there.
  package static func diagnostic(_ failure: Failure, at index: Int, of document: Document) -> Diagnostic {
    let source = document.formattedText
    return source.diagnostic(failure, at: index, of: document) { locator throws(Failure) in
      var sink = VisitorSink(locator)
      var ledger = ReadLosses()
      try send(source.text, source.format, into: &sink, ledger: &ledger)
    }
  }

  /// Writes a document in a format.
  ///
  /// Throws an error for a value that the target refuses, and `format.needs-kit` for another format.
  package static func write(
    _ document: Document, _ writing: Writing, to output: consuming OutputBuffer, losses: inout LossReport
  ) throws(Failure) -> OutputBuffer {
    let changes = replayOptions(for: writing, from: document.origin.format)
    switch writing.target {
    case .json, .jsonl:
      var writer = JSONWriter(to: output, style: writing.jsonStyle, losses: losses)
      try document.send(options: changes, into: &writer)
      losses = writer.losses
      var ended = writer.finish()
      writing.endLine(&ended)
      return ended
    case .xml1:
      return try propertyList(
        document, changes, style: writing.isCanonical ? .canonical : .standard, to: output, losses: &losses)
    case .binary1:
      var builder = DocumentBuilder(source: document.source)
      try document.send(options: changes, into: &builder)
      let changed = try builder.finish(owner: document.owner)
      var index = 0
      var output = output
      try BinaryPropertyListWriter.write(
        changed, options: .init(from: document.origin.format), losses: &losses, index: &index, to: &output)
      return output
    default: throw Failure(.formatOfKit, "the format \(writing.target.rawValue)")
    }
  }

  /// Writes a document as an XML property list.
  package static func propertyList(
    _ document: Document, _ changes: ReplayOptions, style: XMLPropertyListStyle,
    to output: consuming OutputBuffer,
    losses: inout LossReport
  ) throws(Failure) -> OutputBuffer {
    var writer = XMLPropertyListWriter(to: output, style: style, losses: losses)
    try document.send(options: changes, into: &writer)
    losses = writer.losses
    return writer.finish()
  }

  /// The replay options for the target; like `Writing.replayOptions(from:)` of PliantCore.
  private static func replayOptions(for writing: Writing, from source: Format?) -> ReplayOptions {
    var replay = ReplayOptions()
    replay.sortKeys = writing.sortsKeys || writing.isCanonical
    let isPropertyList = writing.target == .xml1 || writing.target == .binary1
    if writing.losses.policy == .tag {
      replay.decodesTags = source == .xml1 || source == .binary1 ? .propertyList : .json
      replay.encodesTags = isPropertyList ? .propertyList : .json
    }
    if isPropertyList { replay.null = writing.null }
    return replay
  }
}
