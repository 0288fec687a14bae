// Conversions between JSON and JSON lines, value after value in constant memory.

import PliantKit

extension ConvertCommand {
  /// The input of a job, or nil where it was JSON or JSON lines and has been converted value by value already.
  static func inputUnlessLines(_ job: FileJob, _ options: ConversionOptions) throws(Diagnostic) -> InputFile?
  {
    let isLines = options.source == .jsonl && (options.target == .json || options.target == .jsonl)
    let mayBeArray = options.target == .jsonl && (options.source == .json || options.source == nil)
    guard options.inputEncoding == nil, isLines || mayBeArray else { return try job.openInput() }
    var window = try job.openWindow()
    try refill(&window)
    if isUTF8(window.bytes),
      isLines || options.source == .json || FormatDetector.detect(window.bytes) == .json
    {
      try copy(JSONValueStream(window, framing: isLines ? .lines : .elements), job, options)
      return nil
    }
    if job.planned.input.path != nil { return try job.openInput() }
    // What was read of a pipe cannot be read again.
    while try refill(&window) {}
    return InputFile(bytes: window.bytes.array, name: job.name)
  }

  @discardableResult
  private static func refill(_ window: inout InputWindow) throws(Diagnostic) -> Bool {
    do throws(Failure) { return try window.refill() } catch { throw Diagnostic(error) }
  }

  /// Whether the text begins as UTF-8 does, rather than as UTF-16 or UTF-32.
  private static func isUTF8(_ head: ByteView) -> Bool {
    if let mark = ByteOrderMark(head) { return mark.encoding == .utf8 }
    return head.byte(at: 0) != 0 && head.byte(at: 1) != 0
  }

  private static func copy(
    _ stream: consuming JSONValueStream, _ job: FileJob, _ options: ConversionOptions
  ) throws(Diagnostic) {
    var stream = stream
    let losses = LossReport(policy: options.loss)
    let replay = Conversion.replayOptions(from: .json, options)
    let isCanonical = options.isCanonical
    let style: JSONStyle =
      options.target == .jsonl
      ? .lines(isCanonical: isCanonical) : isCanonical ? .canonical : options.isPretty ? .pretty : .compact
    var writer = JSONWriter(to: try job.openOutput(), style: style, losses: losses)
    try run(&stream, into: &writer, replay, job)
    let notes = writer.losses.notes
    var output = writer.finish()
    if options.target == .json && options.endsLine { output.append(ASCII.lineFeed) }
    try job.finish(output)
    for text in notes { job.note(text, rule: "conversion/loss") }
  }

  /// Sends all values, with notes about their duplicate keys.
  private static func run(
    _ stream: inout JSONValueStream, into sink: inout some ValueSink & ~Copyable, _ options: ReplayOptions,
    _ job: FileJob
  ) throws(Diagnostic) {
    do throws(Failure) {
      try stream.copy(into: &sink, options: options) { duplicate, position in
        let failure = Failure(.duplicateKey, duplicate.key)
        job.note(
          failure.message, at: .text(line: position.line, column: position.column), rule: "json/duplicate-key"
        )
      }
    } catch {
      guard let offset = error.offset else { throw Diagnostic(error) }
      let position = stream.position(of: offset)
      throw Diagnostic(error, at: .text(line: position.line, column: position.column))
    }
  }
}
