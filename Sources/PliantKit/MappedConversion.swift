// From application XML by a mapping to JSON, without a document in between.
//
// In this module, since the reader's work for each value is done in the writer, and a module border between them costs
// more than the work.

extension Conversion {
  /// Whether the source is a large one that a mapping reads and that JSON takes value after value.
  package static func isMapped(_ source: DocumentSource, _ options: ConversionOptions) -> Bool {
    source.mapping != nil && (options.target == .json || options.target == .jsonl) && !options.sortsKeys
      && !options.isCanonical && options.loss == .note && source.text.count >= straightSize
  }

  /// Writes the source, for which `isMapped` holds; `sendsAhead` for output that nobody sees before it is whole.
  ///
  /// Nil where nothing can be sent ahead; what `output` got by then is of no use. Throws the reader's and writer's
  /// failures; without `sendsAhead` nothing was written then but by the writer.
  package static func writeMapped(
    _ opened: OpenedSource, _ options: ConversionOptions, sendsAhead: Bool, to output: consuming OutputBuffer,
    report: inout MappingReport, losses: inout LossReport
  ) throws(Failure) -> OutputBuffer? {
    let source = opened.source
    guard let use = source.mapping else { return nil }
    defer { withExtendedLifetime(opened.owner) {} }
    let style: JSONStyle = options.target == .jsonl ? .lines() : options.isPretty ? .pretty : .compact
    var writer = JSONWriter(to: output, style: style, losses: losses)
    if sendsAhead {
      let isDone = try MappingReader.readStraight(
        source.text, by: use.mapping, options: use.options, report: &report, into: &writer)
      guard isDone else { return nil }
    } else {
      try MappingReader.read(
        source.text, by: use.mapping, options: use.options, report: &report, into: &writer)
    }
    losses = writer.losses
    if options.target == .json && options.endsLine { try writer.endLine() }
    return writer.finish()
  }

  /// Writes records as they are read through a window that slides over the document.
  ///
  /// Throws the reader's and writer's failures; what was written by then stays.
  package static func writeRecords(
    of window: consuming TextWindow, _ options: ConversionOptions, by use: MappingUse,
    to output: consuming OutputBuffer, report: inout MappingReport, losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer {
    let style: JSONStyle =
      options.target == .jsonl
      ? .lines(isCanonical: options.isCanonical)
      : options.isCanonical ? .canonical : options.isPretty ? .pretty : .compact
    let writer = JSONWriter(to: output, style: style, losses: losses)
    var sink = ElementwiseReplay(into: writer, options: replayOptions(from: .xml, options))
    try MappingReader.stream(window, by: use.mapping, options: use.options, report: &report, into: &sink)
    var finished = sink.finish()
    losses = finished.losses
    if options.target == .json && options.endsLine {
      do throws(Failure) { try finished.endLine() } catch { throw Diagnostic(error) }
    }
    return finished.finish()
  }
}
