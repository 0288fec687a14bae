// pliant patch: a JSON Patch or a merge patch, applied to a document of any format.

package enum PatchCommand {
  private static let merge = Flag(
    "merge", help: "*PATCH* is a merge patch: a document whose nulls remove keys")

  static let verb = Verb(
    "patch", group: "Editing", summary: "apply a JSON Patch or a merge patch to a document of any format",
    page: PackageResources.patch_1_txt,
    operands: [Operand(path: "FILE"), Operand(path: "PATCH")],
    options: [
      merge, CommonOptions.loss, CommonOptions.jsonNull, CommonOptions.control, CommonOptions.xmlStyle,
    ]
      + CommonOptions.outputs + [CommonOptions.from, CommonOptions.inputEncoding] + CommonOptions.messages,
    exitStatus: .failing(
      done: "every operation succeeded", failed: "an operation or the input failed; the file is unchanged"),
    seeAlso: ["diff", "insert", "replace", "remove"])

  private struct Options: Sendable {
    let isMerge: Bool
    let route: Route
    let loss: LossPolicy?
  }

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    var route = typed.route(to: .json)
    route.reading.xmlStyle = typed[CommonOptions.xmlStyle]
    route.writing.null = typed[CommonOptions.jsonNull] ?? .keep
    route.writing.controls = typed[CommonOptions.control] ?? .refuse
    let options = Options(isMerge: typed[merge], route: route, loss: typed[CommonOptions.loss])
    return try context.forOperand(at: 0, of: typed, rule: .rewrites) { job, others in
      try apply(job, others[0], options)
    }
  }

  private static func apply(_ job: FileJob, _ other: FileJob, _ options: Options) throws -> ExitCode {
    try job.withDocument { bytes in
      guard let file = try other.attempt({ try other.openDocument() }) else { return .failure }
      // The patch's values are views of its file.
      return try file.withBytes { patch in
        var route = options.route
        let format = try job.format(of: bytes, asked: route.reading.format)
        route.reading.format = format
        guard let patch = try other.attempt({ try read(patch, other, of: bytes, for: format, options) })
        else {
          return .failure
        }
        route.refuseLosses(asked: options.loss, replacesSource: job.planned.replacesSource)
        try write(patch, bytes, route, job)
        return .success
      }
    }
  }

  private static func read(
    _ bytes: ByteView, _ job: FileJob, of subject: ByteView, for format: Format, _ options: Options
  ) throws -> DocumentPatch {
    let loaded = try Reading().read(bytes, job)
    let values = valueOptions(from: loaded.source.format, to: format, options)
    if options.isMerge { return .merge(try MergePatch(loaded.document, values: values)) }
    do throws(Failure) { return .operations(try JSONPatch(loaded.document, values: values)) } catch {
      let other = DocumentValue(loaded.document).isArray ? nil : try? Reading().load(subject)
      if let other, (try? JSONPatch(other.document)) != nil {
        throw Failure(
          .patchSyntax, "a JSON Patch is an array of operations", advice: "the patch comes after FILE")
      }
      guard let place = JSONPatch.invalidOperation(in: loaded.document, values) else { throw error }
      throw loaded.source.diagnostic(error, at: place, of: loaded.document)
    }
  }

  private static func write(_ patch: DocumentPatch, _ bytes: ByteView, _ route: Route, _ job: FileJob)
    throws
  {
    var losses = route.writing.makeLossReport()
    let patched = try DocumentPatching.apply(patch, to: bytes, route, losses: &losses)
    for note in patched.notes { job.report(note) }
    try patched.bytes.withHeldBytes { bytes in try job.writeOutput(bytes) }
    job.report(losses)
    if patched.isRewritten {
      job.note("rewrote the text around the changes, which could not be kept", rule: .patchText)
    }
  }

  /// How a patch's values convert to a document's format.
  private static func valueOptions(from source: Format, to target: Format, _ options: Options)
    -> ReplayOptions
  {
    var replay = DocumentPatch.valueOptions(from: source, to: target)
    if target.traits.values.areOfPropertyList && !options.isMerge {
      let null = options.route.writing.null
      if null != .keep { replay.null = null }
    }
    return replay
  }
}
