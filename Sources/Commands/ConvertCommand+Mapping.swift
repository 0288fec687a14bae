// convert by a mapping: which one, of which records, and how it is streamed.

import CommandLineKit
import PliantKit

/// What --mapping, --records, --first and --keep-unmapped ask for.
struct MappingPlan: Sendable {
  /// The mapping that was named.
  private(set) var use: MappingUse?
  /// Where mappings are looked for that documents ask for by themselves; nil where none is to be used.
  private(set) var library: MappingLibrary?
  private let recordsText: String?
  private let first: Int?
  let keepsUnmapped: Bool

  static let options = [
    Option(
      "mapping", value: "NAME",
      help: "read or write application XML by this mapping; `none` by none",
      detail: [
        """
        *NAME* is one that `pliant mapping list` shows, or the path of a mapping file. Without this option XML whose \
        root element and required children fit a mapping is read by it, which is noted. See pliant-mapping(5).
        """
      ]),
    Option(
      "records", value: "PLACE",
      help: "only the records at this place, such as `channel/item`, as an array or one a line",
      detail: [
        """
        To `json` and `jsonl` they are streamed, in memory that does not grow with the document. Keys are compared as far \
        as they can be remembered, and references are not looked up; notes say so. See pliant-mapping(5).
        """
      ]),
    Option(
      "first", value: "N", help: "stop reading after *N* records; 0 gives what stands before the first one",
      detail: [
        """
        Counted are the records of `--records`, otherwise those of the last list of records that the mapping has at its \
        root: a podcast's episodes, a schedule's sites. That what follows was not read is noted.
        """
      ]),
    Option("keep-unmapped", help: "keep what the mapping has no place for, under the key `#unmapped`"),
  ]

  /// The plan for what was typed; nil where the mapping's file is broken, which has then been shown.
  ///
  /// Throws a `UsageError` for options that contradict one another, and a mapping or place that is not there.
  static func make(
    _ typed: ParsedArguments, target: Format, in context: CommandContext
  ) throws(UsageError) -> MappingPlan? {
    var plan = try MappingPlan(typed)
    let name = typed.value("mapping")
    if typed.has("xml-style") || typed.has("list") {
      let style = typed.has("xml-style") ? "xml-style" : "list"
      let own = ["mapping", "records", "first", "keep-unmapped"].first { typed.has($0) && name != "none" }
      if let own {
        throw UsageError("--\(own) goes with a mapping, --\(style) without one", verb: "convert")
      }
      return plan
    }
    if name == "none" {
      if let own = ["records", "first", "keep-unmapped"].first(where: { typed.has($0) }) {
        throw UsageError("--\(own) needs a mapping", verb: "convert")
      }
      return plan
    }
    if target == .xml && (plan.recordsText != nil || plan.first == 0) {
      throw UsageError(
        "--\(plan.recordsText == nil ? "first 0" : "records") gives no whole document, so it cannot become xml",
        verb: "convert")
    }
    let library = MappingLibrary(environment: context.environment) { context.resolve($0) }
    plan.library = library
    guard let name else { return plan }
    let mapping: CompiledMapping
    do throws(MappingLibrary.Problem) {
      mapping = try library.compiledMapping(name)
    } catch {
      context.report(error.diagnostic, file: error.file)
      return nil
    }
    plan.use = try plan.applied(to: MappingUse(mapping))
    return plan
  }

  private init(_ typed: ParsedArguments) throws(UsageError) {
    recordsText = typed.value("records")
    keepsUnmapped = typed.has("keep-unmapped")
    var first: Int?
    if let text = typed.value("first") {
      guard let number = Int(text), number >= 0 else {
        throw UsageError("'\(text)' is no number of records", verb: "convert")
      }
      first = number
    }
    self.first = first
  }

  /// The mapping with what is asked of it.
  ///
  /// Throws a `UsageError` where it has no records at the place.
  private func applied(to use: MappingUse) throws(UsageError) -> MappingUse {
    var use = use
    use.options.keepsUnmapped = keepsUnmapped
    use.options.first = first
    guard let recordsText, first != 0 else { return use }
    guard let place = MappingRecordPlace(recordsText, in: use.mapping) else {
      let places = MappingRecordPlace.all(in: use.mapping)
      let known = places.prefix(8).joined(separator: ", ")
      throw UsageError(
        "the mapping \(use.mapping.mapping.name) has no records at '\(recordsText)'",
        suggestion: places.isEmpty ? nil : "it has \(known)", verb: "convert")
    }
    use.options.records = place
    return use
  }

  /// What a document that is read by a mapping it asked for itself is to be read with.
  func applied(toChosen use: MappingUse) throws(Diagnostic) -> MappingUse {
    do throws(UsageError) {
      return try applied(to: use)
    } catch {
      throw Diagnostic(
        .error, error.message + (error.suggestion.map { "; \($0)" } ?? ""), rule: "mapping/records")
    }
  }

  /// Whether records are asked for, so that the input is read through a window.
  var streams: Bool { recordsText != nil || first != nil }
}

extension ConvertCommand {
  /// Converts records, or the beginning of a document, through a window that slides over it.
  static func stream(_ job: FileJob, _ options: ConversionOptions, _ plan: MappingPlan) throws(Diagnostic) {
    var window = try job.openWindow()
    do throws(Failure) {
      _ = try window.refill()
    } catch { throw Diagnostic(error) }
    let format = options.source ?? FormatDetector.detect(window.bytes)
    guard format == .xml else {
      throw Diagnostic(
        .error, "only application XML has records that --records and --first can take",
        rule: "mapping/records")
    }
    var text = TextWindow(window, kind: .xml, forced: options.inputEncoding)
    do throws(Failure) {
      _ = try text.refill()
    } catch { throw Diagnostic(error) }
    var use = options.mapping
    if use == nil, let chosen = plan.library?.choose(for: text.text) {
      do throws(Failure) {
        use = MappingUse(try CompiledMapping(chosen), isChosen: true)
      } catch { throw Diagnostic(error) }
      use = try use.map { use throws(Diagnostic) in try plan.applied(toChosen: use) }
    }
    guard let use else {
      throw Diagnostic(
        .error, "no mapping fits this document; name one with --mapping", rule: "mapping/chosen")
    }
    try stream(text, job, options, use)
  }

  private static func stream(
    _ window: consuming TextWindow, _ job: FileJob, _ options: ConversionOptions, _ use: MappingUse
  ) throws(Diagnostic) {
    let source = DocumentSource(format: .xml, text: .empty, mapping: use)
    var report = MappingReport()
    var losses = LossReport(policy: options.loss)
    if use.options.records != nil && (options.target == .jsonl || options.target == .json) {
      // A policy that refuses must know of everything before anything is written, which a stream cannot.
      let output = try Conversion.writeRecords(
        of: window, options, by: use, to: try job.openOutput(), report: &report, losses: &losses)
      try source.record(report, in: &losses)
      try job.finish(output)
    } else {
      var builder = DocumentBuilder(source: .empty)
      try MappingReader.stream(window, by: use.mapping, options: use.options, report: &report, into: &builder)
      let loaded: LoadedDocument
      do throws(Failure) {
        loaded = LoadedDocument(source, document: try builder.finish(), mappingReport: report)
      } catch { throw Diagnostic(error) }
      try job.finish(try Conversion.write(loaded, options, to: try job.openOutput(), losses: &losses))
    }
    for note in source.notes(report) { job.report(note) }
    for text in losses.notes { job.note(text, rule: "conversion/loss") }
  }

  /// The conversion of a large document that a mapping reads, without a document in between.
  ///
  /// Nothing is seen of the output before the XML was read to its end and found good. False, and nothing done, where the
  /// values are wanted otherwise.
  static func convertMapped(
    _ opened: OpenedSource, _ job: FileJob, _ options: ConversionOptions
  ) throws(Diagnostic) -> Bool {
    let source = opened.source
    guard Conversion.isMapped(source, options) else { return false }
    var report = MappingReport()
    var losses = LossReport(policy: options.loss)
    let hidden = job.openHiddenOutput()
    let isHidden = hidden != nil
    let ahead = try writeMapped(
      opened, options, sendsAhead: true, to: hidden ?? OutputBuffer(), &report, &losses)
    if let written = ahead {
      try source.record(report, in: &losses)
      if isHidden {
        try job.finish(written)
      } else {
        try written.withHeldBytes { bytes throws(Diagnostic) in try job.writeOutput(bytes) }
      }
    } else {
      // Something at the end changes what stands before it: now nothing is sent before all is read.
      job.abandon()
      let late = try writeMapped(
        opened, options, sendsAhead: false, to: try job.openOutput(), &report, &losses)
      try source.record(report, in: &losses)
      if let written = late { try job.finish(written) }
    }
    for note in source.notes(report) { job.report(note) }
    for text in losses.notes { job.note(text, rule: "conversion/loss") }
    return true
  }

  private static func writeMapped(
    _ opened: OpenedSource, _ options: ConversionOptions, sendsAhead: Bool, to output: consuming OutputBuffer,
    _ report: inout MappingReport, _ losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer? {
    do throws(Failure) {
      return try Conversion.writeMapped(
        opened, options, sendsAhead: sendsAhead, to: output, report: &report, losses: &losses)
    } catch { throw opened.source.diagnostic(error) }
  }
}
