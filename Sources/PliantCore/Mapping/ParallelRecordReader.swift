// Records of one large document, read by several threads:
//
//   <feed><channel> <item>…</item> <item>…</item> │ <item>…</item> <item>…</item> │ <item>…</item> </channel></feed>
//                   └─────────── chunk ──────────┘ └─────────── chunk ───────────┘ └─────────── chunk ───────────┘
//
// One thread cuts, combines the results, and compares the keys of all chunks; output, reports and errors are
// the same for any number of threads.

/// Consecutive whole records of the document, with their enclosing elements.
private struct RecordChunk: Sendable {
  let bytes: [UInt8]
  /// The elements around the first record, to be read first.
  let ancestors: [XMLRecordCutter.Ancestor]
  let position: TextPosition
  /// Whether it is the last of the document.
  let isLast: Bool
}

private struct ChunkOptions: Sendable {
  let mapping: CompiledMapping
  let options: MappingReader.Options
  let replay: ReplayOptions
  let style: JSONStyle
  let losses: LossReport

  func read(_ run: RecordChunk, repeatedKey: Int? = nil) -> RecordChunkResult {
    run.bytes.withByteView { RecordChunkResult(run, $0, self, repeatedKey) }
  }
}

private final class RecordChunkResult: @unchecked Sendable {
  /// The records, in a separate, open array.
  let writer: JSONWriter
  let report: MappingReport
  let keys: MappedKeys
  /// How often the owner of records changed before the chunk, in its enclosing elements, and in total.
  let owners: (before: Int, all: Int)
  let problem: Diagnostic?

  init(_ run: RecordChunk, _ bytes: ByteView, _ job: ChunkOptions, _ repeatedKey: Int?) {
    var reader = MappingReader(job.mapping, job.options, run: bytes, MappedKeys(repeated: repeatedKey))
    var writer = JSONWriter(style: job.style, losses: job.losses)
    var before = 0
    if job.replay.changesNothing {
      problem = Self.read(run, bytes, by: &reader, into: &writer, before: &before)
      self.writer = writer
    } else {
      let replay = ElementReplay(into: writer, options: job.replay)
      var sink = ElementSink(replay)
      problem = Self.read(run, bytes, by: &reader, into: &sink, before: &before)
      self.writer = replay.finish()
    }
    report = reader.report
    owners = (before, reader.ownerSerial)
    keys = reader.sharedKeys.take() ?? MappedKeys()
  }

  private static func read(
    _ run: RecordChunk, _ bytes: ByteView, by reader: inout MappingReader,
    into sink: inout some ValueSink & ~Copyable, before: inout Int
  ) -> Diagnostic? {
    do throws(Failure) {
      try sink.beginArray(count: nil)
      try reader.enter(run.ancestors, into: &sink)
      before = reader.ownerSerial
      reader.begin(bytes, at: run.position, isLast: run.isLast)
      try reader.readEvents(into: &sink)
      reader.report.tally = reader.reader.tally
      return nil
    } catch { return reader.diagnostic(error) }
  }
}

extension MappingReader {
  /// The size of a chunk of short records in bytes: a few milliseconds of work.
  package static var runSize: Int { 1 << 20 }

  /// Creates a reader of a chunk, to be started with `enter` and `begin`.
  fileprivate init(
    _ mapping: CompiledMapping, _ options: Options, run: ByteView, _ keys: consuming MappedKeys
  ) {
    self.init(mapping, options, source: run, window: nil, isWhole: false)
    sharedKeys = consume keys
    report = MappingReport(listing: .max)
  }

  /// Reads the start tags of the elements around the chunk's first token.
  fileprivate mutating func enter(
    _ ancestors: [XMLRecordCutter.Ancestor], into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    for ancestor in ancestors {
      let known = frames.count
      try ancestor.tag.withByteView { (tag: ByteView) throws(Failure) in
        reader.refill(tag, isFinal: false)
        try readEvents(into: &sink)
        _ = reader.prepareToRefill(countingPlaces: false)
        reader.refill(.empty, isFinal: false)
      }
      // An unclosed element is reported at its start tag.
      guard frames.count > known else { continue }
      frames[known].line = ancestor.position.line
      frames[known].column = ancestor.position.column
    }
  }

  /// Starts the chunk, which begins at a position in the document.
  fileprivate mutating func begin(_ run: ByteView, at position: TextPosition, isLast: Bool) {
    reader.refill(run, isFinal: isLast, at: position)
  }

  /// Reads the records through a window and writes them as the elements of one array, with several threads;
  /// `root` is the result of `XMLRecordCutter.root`.
  ///
  /// Throws as `stream` does.
  package static func copyRecords(
    of window: consuming TextWindow, root: Int, by mapping: CompiledMapping, options: Options,
    replay: ReplayOptions, threads: Int, runSize: Int = Self.runSize, report: inout MappingReport,
    into writer: inout JSONWriter
  ) throws(Diagnostic) {
    var runs = ParallelRecordReader(
      window, root,
      ChunkOptions(
        mapping: mapping, options: options, replay: replay, style: writer.style,
        losses: LossReport(writer.losses.rule)))
    defer { report = runs.report }
    writer.beginArray(count: nil)
    try runs.copy(into: &writer, threads: threads, size: runSize)
    do throws(Failure) { try writer.endArray() } catch { throw Diagnostic(error) }
  }
}

/// Cuts a document and combines the results of its chunks.
private struct ParallelRecordReader: ~Copyable {
  private var window: TextWindow
  private let job: ChunkOptions
  private var cutter: XMLRecordCutter
  private(set) var report = MappingReport()
  private var keys = MappingKeyTable()
  /// The number of changes of the records' owner before the next chunk.
  private var owners = 0

  init(_ window: consuming TextWindow, _ root: Int, _ job: ChunkOptions) {
    self.window = window
    self.job = job
    cutter = XMLRecordCutter(recordDepth: job.options.records?.nodes.count ?? 0, root: root)
  }

  mutating func copy(into writer: inout JSONWriter, threads: Int, size: Int) throws(Diagnostic) {
    let job = job
    var isLast = false
    try OrderedWorkers<RecordChunk, (run: RecordChunk, result: RecordChunkResult)>.run(
      threads: threads, on: &self
    ) {
      (runs: inout Self) throws(Diagnostic) in
      if isLast { return nil }
      do throws(Failure) {
        let run = try runs.nextRun(size: size)
        isLast = run.isLast
        return run
      } catch { throw Diagnostic(error) }
    } work: { run in
      (run, job.read(run))
    } take: { (runs: inout Self, done: (run: RecordChunk, result: RecordChunkResult)) throws(Diagnostic) in
      let checked = runs.add(done.result, of: done.run)
      do throws(Failure) { try writer.append(elementsOf: checked.writer) } catch { throw Diagnostic(error) }
      if done.run.isLast { try runs.checkWindow() }
      if let problem = checked.problem { throw problem }
    }
  }

  /// Returns a chunk of the next records, about `size` bytes, or the rest.
  ///
  /// Throws errors of reading.
  private mutating func nextRun(size: Int) throws(Failure) -> RecordChunk {
    let (ancestors, position) = (cutter.ancestors, cutter.position)
    while true {
      let found = cutter.cut(window.text, size: size)
      guard let end = found ?? (window.isAtEnd ? window.text.count : nil) else {
        _ = try window.refill()
        continue
      }
      let bytes = window.text[0..<end].array
      cutter.consume(end, of: window.text)
      window.consume(end)
      return RecordChunk(bytes: bytes, ancestors: ancestors, position: position, isLast: found == nil)
    }
  }

  /// Throws the problem at the end of the text, if any.
  private func checkWindow() throws(Diagnostic) {
    guard let problem = window.problem else { return }
    throw Diagnostic(problem, at: problem.offset == nil ? .wholeFile : Place(cutter.position))
  }

  /// Adds a chunk's result, and compares its keys with earlier ones; output ends before a duplicate key.
  private mutating func add(_ result: RecordChunkResult, of run: RecordChunk) -> RecordChunkResult {
    let before = owners - result.owners.before
    for number in 0..<result.keys.keys.count {
      let key = result.keys.keys[number]
      let type = job.mapping.records[key.number]
      let isNew = keys.insertStreamed(
        result.keys.text(of: key), space: type.keySpace,
        owner: key.place == CompiledMapping.wholeDocument ? key.place : before + key.place,
        atMost: job.options.rememberedKeys, forgotten: &report.forgottenKeys)
      if isNew { continue }
      if type.repeatedKey == .error { return finish(job.read(run, repeatedKey: number)) }
      report.doubledRecords += 1
    }
    owners = before + result.owners.all
    return finish(result)
  }

  private mutating func finish(_ result: RecordChunkResult) -> RecordChunkResult {
    report.add(result.report)
    return result
  }
}
