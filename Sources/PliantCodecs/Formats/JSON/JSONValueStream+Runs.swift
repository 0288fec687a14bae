// Runs of values cut from a stream, so that several threads can read one input.
//
//   [ {…}, {…}, {…} , {…}, {…} ]        a run ends before a comma between elements, or after a line end;
//     ─────────────╴─────────────       the last one takes the closing bracket

/// Consecutive whole values of the input.
struct JSONValueRun: Sendable {
  let bytes: [UInt8]
  let offset: Int
  let isFirst: Bool
  /// Whether it ends with the array or the input.
  let isLast: Bool
  let framing: JSONValueStream.Framing
  let bracket: JSONValueStream.Mark
}

extension JSONValueStream {
  /// The size of a run of short values in bytes: a few milliseconds of work.
  package static var runSize: Int { 1 << 20 }

  /// Writes all values as the elements of one array, with several threads if the input is an array or JSON
  /// Lines.
  ///
  /// Output, reports and errors are the same for any number of threads; `report` receives losses.
  /// Throws errors of reading and of the writer; `position(of:)` returns the position of a failure.
  package mutating func copy(
    into writer: inout JSONWriter, options: ReplayOptions, threads: Int, runSize: Int = Self.runSize,
    report: (JSONStreamLoss, TextPosition) -> Void
  ) throws(Failure) {
    try begin()
    guard isArray, framing != .values, threads > 1 else {
      return try copy(into: &writer, options: options, report: report)
    }
    let (style, losses) = (writer.style, LossReport(writer.losses.rule))
    var position = currentPosition
    var (isFirst, isLast) = (true, false)
    try OrderedWorkers<JSONValueRun, JSONValueRunResult>.run(threads: threads, on: &self) {
      (stream: inout Self) throws(Failure) in
      let run = isLast ? nil : try stream.nextRun(size: runSize, isFirst: isFirst)
      isFirst = false
      isLast = run?.isLast ?? true
      return run
    } work: { run in
      JSONValueRunResult(run, style: style, losses: losses, options: options)
    } take: { (stream: inout Self, result: JSONValueRunResult) throws(Failure) in
      try writer.append(elementsOf: result.writer)
      for found in result.found { report(found.loss, position.advanced(by: found.place)) }
      if let problem = result.problem {
        stream.place(problem.failure, at: position.advanced(by: problem.place))
        throw problem.failure
      }
      position = position.advanced(by: result.end)
    }
    try finishRuns(at: position)
    if !writer.isInArray { writer.beginArray(count: nil) }
    try writer.endArray()
  }

  /// Returns a run of the next values, about `size` bytes, or nil at the end.
  ///
  /// `next` must not have consumed anything but the array's beginning. Throws errors of reading.
  private mutating func nextRun(size: Int, isFirst: Bool) throws(Failure) -> JSONValueRun? {
    let cut = framing == .lines ? try endOfLines(size) : try endOfElements(size)
    guard let cut else { return nil }
    let run = JSONValueRun(
      bytes: window.bytes[0..<cut.end].array, offset: window.offset, isFirst: isFirst, isLast: cut.isLast,
      framing: framing, bracket: bracket)
    window.consume(cut.end)
    return run
  }

  private mutating func endOfLines(_ size: Int) throws(Failure) -> (end: Int, isLast: Bool)? {
    while true {
      while window.bytes.count < size, try window.refill() {}
      let bytes = window.bytes
      if bytes.isEmpty { return nil }
      if window.isAtEnd { return (bytes.count, true) }
      if let end = bytes.lastIndex(of: ASCII.lineFeed) { return (end + 1, false) }
      if try !window.refill() { return (window.bytes.count, true) }
    }
  }

  /// The offset of the first comma between elements that is far enough, or after the bracket that ends the
  /// array.
  private mutating func endOfElements(_ size: Int) throws(Failure) -> (end: Int, isLast: Bool)? {
    var structure = JSONStructure()
    var depth = 0
    while true {
      if let end = structure.endOfElement(in: window.bytes, notBefore: size, depth: &depth) {
        return window.bytes[end] == ASCII.comma ? (end, false) : (end &+ 1, true)
      }
      if try !window.refill() { return (window.bytes.count, true) }
    }
  }
}

final class JSONValueRunResult: @unchecked Sendable {
  /// The elements, written to a separate, open array.
  private(set) var writer: JSONWriter
  /// Positions are relative to the run.
  private(set) var found: [(loss: JSONStreamLoss, place: TextPosition)] = []
  private(set) var problem: (failure: Failure, place: TextPosition)?
  private(set) var end = TextPosition(line: 1, column: 1)

  init(_ run: JSONValueRun, style: JSONStyle, losses: LossReport, options: ReplayOptions) {
    writer = JSONWriter(style: style, losses: losses)
    run.bytes.withByteView { bytes in
      var stream = JSONValueStream(
        run: InputWindow(held: bytes, offset: run.offset), framing: run.framing, isFirst: run.isFirst,
        isLast: run.isLast, bracket: run.bracket)
      do throws(Failure) {
        try stream.copy(into: &writer, options: options) { found.append(($0, $1)) }
      } catch {
        problem = (error, stream.position(of: error.offset ?? 0))
      }
      end = stream.currentPosition
    }
  }
}

extension TextPosition {
  /// The position in the whole of a position in a part that begins here.
  func advanced(by place: TextPosition) -> TextPosition {
    TextPosition(
      line: line + place.line - 1, column: place.line == 1 ? column + place.column - 1 : place.column)
  }
}
