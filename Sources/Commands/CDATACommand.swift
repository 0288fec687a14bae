// pliant cdata: escaped text as CDATA sections, and back.

package enum CDATACommand {
  private static let elements = RepeatedOption(
    "elements", value: .elementNames("NAMES"),
    help: "change the text of these elements: names as written in the document, separated by commas")
  private static let all = Flag("all", help: "change the text of all elements")
  private static let minimumEscapes = ValueOption(
    "min-escapes", value: .integer("N"),
    help: "wrap only text with more than *N* escaped characters (default 0)")
  private static let shared: [any Option] =
    CommonOptions.outputs + [CommonOptions.inputEncoding] + CommonOptions.inputs + [CommonOptions.jobs]
    + CommonOptions.messages

  static let verb = Verb(
    "cdata", group: "Markup", summary: "convert escaped text to CDATA sections and back",
    page: PackageResources.cdata_1_txt,
    subverbs: [
      Verb(
        "wrap", summary: "convert text with escaped characters to CDATA sections",
        operands: [.files], options: [elements, all, minimumEscapes] + shared),
      Verb(
        "unwrap", summary: "convert CDATA sections to escaped text", operands: [.files],
        options: [elements, all] + shared),
    ], seeAlso: ["escape", "unescape"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try options(typed)
    let forced = typed[CommonOptions.inputEncoding]
    return context.processInputs(try context.plan(typed, rule: .rewrites)) { job in
      try job.withDocument { bytes in try rewrite(bytes, job, options, forced) }
    }
  }

  private static func options(_ typed: ParsedArguments) throws(UsageError) -> CDATARewriter.Options {
    let isWrap = typed.subverb == "wrap"
    var options = CDATARewriter.Options(isWrap ? .wrap : .unwrap)
    try typed.checkExclusive(elements, all)
    if isWrap && !typed.has(elements) && !typed[all] {
      throw UsageError("missing option --elements NAMES or --all")
    }
    if typed.has(elements) { options.elements = typed[elements].joined().map { Array($0.utf8) } }
    if isWrap, let count = typed[minimumEscapes] { options.minimumEscapes = count }
    return options
  }

  private static func rewrite(
    _ bytes: ByteView, _ job: FileJob, _ options: CDATARewriter.Options, _ forced: TextEncoding?
  ) throws {
    guard bytes.count <= Limits.rewrittenBytes else {
      throw Failure(.cdataTooLarge, ByteCount.text(Limits.rewrittenBytes))
    }
    let text = DecodedText(bytes, kind: .xml, forced: forced)
    try job.settleDeclaration(of: text)
    let changed: CDATARewriter.Result
    do throws(Failure) {
      changed = try text.withValidText { view throws(Failure) in
        try CDATARewriter.run(view, of: text, options, output: OutputBuffer(to: .memory))
      }
    } catch { throw Diagnostic(error, in: text) }
    // An unchanged file keeps its date.
    if changed.changeCount == 0 && job.planned.replacesSource { return }
    try changed.output.withHeldBytes { bytes in
      try job.writeOutput(bytes, proof: LayoutProof.ofContent(text, forced: forced))
    }
  }
}

extension ValueParser where Value == [String] {
  /// Names of elements, separated by commas.
  static func elementNames(_ name: String) -> Self {
    Self(name) { text throws(ValueError) in
      let names = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      for name in names where !Array(name.utf8).withByteView({ XMLCharacters.isName($0) }) {
        throw .malformed("'\(name)' is not the name of an element")
      }
      return names
    }
  }
}
