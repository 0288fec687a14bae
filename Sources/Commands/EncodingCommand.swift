// pliant encoding: each file's actual encoding, and the evidence.

package enum EncodingCommand {
  private static let json = Flag(
    "json", help: "print one JSON object per line",
    detail: """
      Its members are `file`, `encoding` (null for a file that is not text), `declared`, `bom`, `confidence` from 0 to
      1, `evidence`, and `candidates` with the likeliest first.
      """)

  private static let names = Flag(
    "names", help: "list the names that pliant knows, those of each encoding on a line",
    detail: "The first name of a line is the one that pliant writes.")

  static let verb = Verb(
    "encoding", group: "Checking", summary: "detect the encoding of files from their content",
    page: PackageResources.encoding_1_txt, operands: [.files],
    options: [json, CommonOptions.language, names, CommonOptions.output] + CommonOptions.inputs
      + [CommonOptions.jobs] + CommonOptions.messages, seeAlso: ["transcode", "lint", "pliant-encodings(7)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    if typed[names] { return try list(typed, in: context) }
    let plan = try context.plan(typed, rule: .prints)
    let (isJSON, language) = (typed[json], typed[CommonOptions.language])
    let policy = try LintSettingsFile.policy(context)
    return context.processInputs(plan) { job in
      let input = try job.openInput()
      let report = input.withBytes { Report($0, name: job.name, language, policy.policy(for: job)) }
      if report.declaresControls {
        job.note(
          "bytes from 80 to 9F are control characters in \(report.declared?.name ?? ""); "
            + "windows-1252 has quotes and dashes there", rule: .encodingMismatch)
      }
      try job.print { output in
        if isJSON {
          report.appendJSON(file: job.name, to: &output)
        } else {
          report.append(file: job.name, to: &output)
        }
      }
    }
  }

  /// Prints the names of all encodings, those of each on a line.
  private static func list(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    try typed.checkExclusive(names, json)
    if !typed.paths.isEmpty { throw UsageError("--names takes no files") }
    let lines = EncodingNames.entries.map { ([$0.name] + $0.otherNames).joined(separator: " ") + "\n" }
    return context.deliver(lines.joined(), to: typed[CommonOptions.output])
  }

  private struct Report {
    let verdict: EncodingDetection
    let declared: DeclaredEncoding?
    let isBinary: Bool
    private let kind: String?
    /// The project's policy, which counts for a text that declares nothing.
    private let policy: FilePolicy?
    private let isAsExpected: Bool

    init(_ bytes: ByteView, name: String, _ language: TextLanguage?, _ policy: FilePolicy?) {
      verdict = EncodingDetector.judge(bytes, in: language)
      isBinary = verdict.evidence == .binary
      kind =
        !isBinary
        ? nil
        : SignedData.isSigned(bytes)
          ? "signed document" : FileSignature.find(in: bytes, count: bytes.count)?.name
      declared =
        isBinary
        ? nil
        : DeclaredEncoding.all(
          in: bytes, actual: verdict.encoding, mark: verdict.byteOrderMark, name: name
        ).first { !$0.isPlaceholder }
      self.policy = isBinary || declared != nil ? nil : policy
      isAsExpected = self.policy.map { [verdict] in verdict.mayBe($0.encoding, in: bytes) } ?? false
    }

    /// Whether the declaration turns bytes that are letters or quotation marks elsewhere into control
    /// characters.
    var declaresControls: Bool {
      guard verdict.hasControlBytes, verdict.evidence == .letters,
        case .singleByte(let table) = declared?.encoding
      else { return false }
      return table.scalar(of: 0x92) == 0x92
    }

    func append(file: String, to output: inout OutputBuffer) {
      output.append(Platform.displayPath(file) + ": ")
      if isBinary { return output.append("binary (\(kind ?? "not text"))\n") }
      if isAsExpected, let policy {
        return output.append("\(policy.encoding.name) (as \(policy.origin) prescribes)\n")
      }
      output.append("\(verdict.encoding.name) (\(verdict.evidence.rawValue)")
      if verdict.confidence < 1 { output.append(", \(Int(verdict.confidence * 100))%") }
      // A declaration may be correct despite another name.
      if let declared, declared.source != .json, declared.encoding != verdict.encoding,
        !(declared.encoding.map { verdict.satisfies($0) } ?? false)
      {
        output.append("; declared \(TerminalText.escaped(declared.name))")
      }
      output.append(")\n")
    }

    private var name: String { isAsExpected ? policy?.encoding.name ?? "" : verdict.encoding.name }

    func appendJSON(file: String, to output: inout OutputBuffer) {
      output.append("{\"file\":", json: Platform.pathText(file))
      output.append(",\"encoding\":", jsonOrNull: isBinary ? nil : name)
      output.append(",\"declared\":", jsonOrNull: declared?.name ?? policy?.encoding.name)
      output.append(",\"bom\":", jsonOrNull: verdict.byteOrderMark?.encoding.name)
      output.append(",\"confidence\":\(Self.number(verdict.confidence))")
      output.append(",\"evidence\":", json: verdict.evidence.rawValue)
      output.append(",\"candidates\":[")
      for (index, candidate) in verdict.candidates.enumerated() where !isBinary {
        output.append((index > 0 ? "," : "") + "{\"encoding\":", json: candidate.encoding.name)
        output.append(",\"confidence\":\(Self.number(candidate.probability))}")
      }
      output.append("]}\n")
    }

    /// A probability with three decimals.
    private static func number(_ value: Double) -> String {
      let thousandths = Int((value * 1000).rounded())
      if thousandths >= 1000 { return "1" }
      if thousandths <= 0 { return "0" }
      let digits = String(thousandths)
      return "0." + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
  }
}
