// SQL of records while they are read, in memory that does not grow with their number.

import PliantCore

/// Writes parts of a document as SQL.
private final class SQLPartWriter: MappedPartReceiver {
  private var writer: SQLWriter?

  init(_ writer: consuming SQLWriter) {
    writer.begin()
    self.writer = consume writer
  }

  func take(_ part: MappedPart) throws(Failure) { try writer?.write(part) }

  /// The writer, once all of a text's records are written; nil where they cannot be written in parts.
  func finish(
    _ text: ByteView, by mapping: CompiledMapping, options: MappingReader.Options, report: inout MappingReport
  ) throws(Failure) -> SQLWriter? {
    let rest = try MappingReader.readParts(text, by: mapping, options: options, report: &report, to: self)
    guard let rest, var whole = writer.take() else { return nil }
    try whole.end(with: rest)
    return whole
  }
}

extension SQLTables {
  func writeDirectly(
    _ text: ByteView, by mapping: CompiledMapping, options: MappingReader.Options, isHidden: Bool,
    report: inout MappingReport, losses: inout LossReport, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer? {
    guard let schema = try? SQLSchema(mapping.mapping, load: load) else { return nil }
    if !isHidden {
      // What has gone out cannot be taken back, so all is looked at first.
      let trial = SQLWriter(schema, to: OutputBuffer(to: .nowhere))
      var trialReport = MappingReport()
      guard trial.canWriteParts,
        (try? SQLPartWriter(trial).finish(text, by: mapping, options: options, report: &trialReport)) != nil
      else { return nil }
    }
    let writer = SQLWriter(schema, to: output)
    guard writer.canWriteParts else { return nil }
    do throws(Failure) {
      guard
        let whole = try SQLPartWriter(writer).finish(text, by: mapping, options: options, report: &report)
      else { return nil }
      try whole.record(in: &losses)
      return whole.finish()
    } catch {
      if isHidden { return nil }
      throw error
    }
  }
}
