// pliant format: lays a document out anew, or writes its canonical form.

import CommandLineKit
import PliantCore

/// The verb `format`.
package enum FormatCommand {
  package static let command = Command("format", verb, run: run)

  private static let verb = Verb(
    "format", group: "Markup",
    summary: "indent, minify or canonicalise XML, property lists, JSON and OpenStep",
    description: [
      """
      Rewrites the white space between the parts of each *FILE* and nothing else: in XML no white space in mixed \
      content, under `xml:space="preserve"`, in comments or in CDATA sections; in old-style property lists and \
      `.strings` files strings and comments stay as written. Formatting twice gives the same as once. The file's \
      encoding stays.
      """
    ],
    operands: [.files], options: own + Option.outputs + Option.documents + [.jobs] + Option.messages,
    examples: [
      Example(
        "pliant format --minify -o - testdata/valid/xml/entries.xml", "Drops white space between elements.",
        output: """
          <root><sub n="1"><entry>a</entry><group kind="x"><entry>b</entry></group></sub><sub n="2"><entry>c</entry>\
          <group kind="y"><entry>d</entry><group><entry>e</entry></group></group></sub><sub n="3"/></root>
          """),
      Example(
        "pliant format --indent 4 --wrap-attributes 80 -o - testdata/valid/xml/users.xml", "Indents by four."),
    ],
    seeAlso: ["convert", "print"])

  private static let own = [
    Option(
      "indent", value: "WIDTH", choices: ["2", "4", "tab"],
      help: "what a level is indented by",
      detail: ["The default is two spaces for XML and JSON, a tab for property lists, in XML or old-style."]),
    Option("minify", help: "drop white space instead of making it"),
    Option(
      "wrap-attributes", value: "COLUMNS",
      help: "put the attributes of a start tag that would be wider on lines of their own"),
    Option(
      "canonical", help: "write the canonical form",
      detail: [
        """
        Canonical XML 1.0 for XML (relative namespace URIs are refused, as it says), RFC 8785 for JSON, and for XML \
        property lists exactly what Apple's PropertyListSerialization writes; `--from xml` takes a property list \
        for XML.
        """
      ]),
    Option("no-comments", help: "leave comments out of Canonical XML"),
  ]

  /// Options that have been checked.
  private struct Ready: Sendable {
    var indentation: JSONStyle.Indentation?
    let isMinified: Bool
    let isCanonical: Bool
    let keepsComments: Bool
    var attributeWidth: Int?
    let format: Format?
    let encoding: TextEncoding?

    init(_ typed: ParsedArguments) throws(UsageError) {
      isMinified = typed.has("minify")
      isCanonical = typed.has("canonical")
      keepsComments = !typed.has("no-comments")
      format = typed.value("from").flatMap(Format.init(rawValue:))
      encoding = try typed.inputEncoding()
      if let text = typed.value("indent") {
        indentation =
          text == "tab" ? .init(ASCII.tab, count: 1) : .init(ASCII.space, count: text == "4" ? 4 : 2)
      }
      if let text = typed.value("wrap-attributes") {
        guard let columns = Int(text), columns > 0 else {
          throw UsageError("'\(text)' is no number of columns")
        }
        attributeWidth = columns
      }
      let chosen = [("--minify", isMinified), ("--canonical", isCanonical), ("--indent", indentation != nil)]
        .filter(\.1).map(\.0)
      if chosen.count > 1 { throw UsageError("\(chosen[0]) and \(chosen[1]) contradict each other") }
      if !keepsComments && !isCanonical { throw UsageError("--no-comments is for --canonical") }
    }

    func jsonStyle() -> JSONStyle {
      isMinified ? .compact : indentation.map { JSONStyle(indentation: $0) } ?? .pretty
    }

    func openStepStyle() -> OpenStepStyle {
      isMinified ? .compact : indentation.map { OpenStepStyle(indentation: $0) } ?? OpenStepStyle()
    }

    func xmlStyle(isPropertyList: Bool) -> XMLFormatStyle {
      if isMinified { return .minified }
      var style = XMLFormatStyle()
      style.attributeWidth = attributeWidth
      if let chosen = indentation ?? (isPropertyList ? .init(ASCII.tab, count: 1) : nil) {
        style.indentationByte = chosen.byte
        style.indentationCount = chosen.count
      }
      return style
    }
  }

  private static func run(_ typed: ParsedArguments, in context: CommandContext) throws(UsageError) -> ExitCode
  {
    let ready = try Ready(typed)
    return context.forEachInput(try context.plan(typed, rule: OutputRule(.inPlace, canJoin: true))) {
      job throws(Diagnostic) in
      let input = try job.openInput()
      return try input.withBytes { bytes throws(Diagnostic) in
        try rewrite(bytes, job, ready)
        return .success
      }
    }
  }

  private static func rewrite(_ bytes: ByteView, _ job: FileJob, _ ready: Ready) throws(Diagnostic) {
    guard let format = ready.format ?? job.planned.input.namedFormat ?? FormatDetector.detect(bytes) else {
      throw Diagnostic(Failure(.formatUnknown))
    }
    if format == .binary1 || format == .jsonl {
      throw Diagnostic(Failure(.formatWithoutLayout, format.rawValue))
    }
    let output: OutputBuffer
    if ready.isCanonical && (format == .json || format == .xml1) {
      output = try canonical(bytes, format, job, ready)
    } else {
      let text = DecodedText(bytes, kind: .init(format), forced: ready.encoding)
      var formatted = try formatted(text, format, ready)
      let needsLineEnd = job.planned.target == .standardOutput && !ready.isCanonical
      if needsLineEnd, !formatted.withHeldBytes({ $0.isEmpty || $0[$0.count - 1] == ASCII.lineFeed }) {
        formatted.append(ASCII.lineFeed)
      }
      output = try ready.isCanonical ? formatted : encoded(formatted, as: text, of: bytes)
    }
    try put(output, bytes, job)
  }

  /// Puts the output in its place; a file that is right as it is keeps its date.
  private static func put(
    _ output: consuming OutputBuffer, _ bytes: ByteView, _ job: FileJob
  ) throws(Diagnostic) {
    let isSame = output.withHeldBytes { $0 == bytes }
    if isSame && job.planned.replacesSource { return }
    try job.writeOutput { target in
      output.withHeldBytes { target.append($0) }
    }
  }

  /// The canonical bytes of a property list or JSON.
  private static func canonical(
    _ bytes: ByteView, _ format: Format, _ job: FileJob, _ ready: Ready
  ) throws(Diagnostic) -> OutputBuffer {
    var options = Route(to: format)
    options.source = format
    options.inputEncoding = ready.encoding
    options.isCanonical = true
    options.endsLine = false
    options.loss = job.planned.replacesSource ? .refuse : .note
    let loaded = try options.load(bytes)
    for note in loaded.notes { job.report(note) }
    var losses = LossReport(policy: options.loss)
    let output = try options.write(loaded, to: OutputBuffer(), losses: &losses)
    for text in losses.notes { job.note(text, rule: "conversion/loss") }
    return output
  }

  /// The document laid out anew, in UTF-8.
  private static func formatted(
    _ source: DecodedText, _ format: Format, _ ready: Ready
  ) throws(Diagnostic) -> OutputBuffer {
    do throws(Failure) {
      return try source.withValidText { text throws(Failure) in
        var output = OutputBuffer()
        switch format {
        case .xml, .xml1:
          if ready.isCanonical {
            try CanonicalXML.write(text, keepsComments: ready.keepsComments, to: &output)
          } else {
            try XMLFormatter.write(text, style: ready.xmlStyle(isPropertyList: format == .xml1), to: &output)
          }
        case .json:
          var writer = JSONWriter(to: output, style: ready.jsonStyle())
          try JSONReader.read(text, into: &writer)
          if !ready.isMinified { try writer.endLine() }
          return writer.finish()
        case .openstep, .strings:
          if ready.isCanonical { throw Failure(.formatNotCanonical, format.rawValue) }
          try OpenStepFormatter.write(
            text, dialect: format == .strings ? .strings : .openStep, style: ready.openStepStyle(),
            to: &output)
        case .binary1, .jsonl, .swift, .objc, .sql: throw Failure(.formatWithoutLayout, format.rawValue)
        }
        return output
      }
    } catch {
      guard let offset = error.offset else { throw Diagnostic(error) }
      let place = source.position(of: offset)
      throw Diagnostic(error, at: .text(line: place.line, column: place.column))
    }
  }

  /// The text in the encoding that it came in, with its mark.
  private static func encoded(
    _ text: consuming OutputBuffer, as source: DecodedText, of bytes: ByteView
  ) throws(Diagnostic) -> OutputBuffer {
    if source.isView && source.byteOrderMark == nil { return text }
    var output = OutputBuffer()
    output.append(bytes[0..<(source.byteOrderMark?.length ?? 0)])
    do throws(Failure) {
      var encoder = try TextEncoder(source.encoding)
      // Its characters came from there, so that it has them all.
      text.withHeldBytes { _ = encoder.encode($0, into: &output) }
      encoder.finish(into: &output)
    } catch {
      throw Diagnostic(error)
    }
    return output
  }
}

extension DiagnosticCode {
  static var formatWithoutLayout: DiagnosticCode {
    DiagnosticCode(
      "format.without-layout", rule: "format/unwritable",
      "documents of the format % have no layout of their own; convert it instead")
  }
  static var formatNotCanonical: DiagnosticCode {
    DiagnosticCode(
      "format.not-canonical", rule: "format/unwritable", "there is no canonical form of the format %")
  }
}
