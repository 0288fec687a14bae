// pliant format: rewrites a document's layout, or writes its canonical form.

package enum FormatCommand {
  static let verb = Verb(
    "format", group: "Markup",
    summary: "indent, minify, sort or canonicalise XML, JSON and property lists",
    page: PackageResources.format_1_txt, operands: [.files],
    options: own + CommonOptions.rewriting, seeAlso: ["convert", "print"])

  private enum Indentation: String, CaseIterable {
    case two = "2"
    case four = "4"
    case tab

    var style: JSONStyle.Indentation {
      switch self {
      case .two: .init(ASCII.space, count: 2)
      case .four: .init(ASCII.space, count: 4)
      case .tab: .init(ASCII.tab, count: 1)
      }
    }
  }

  private static let indent = ValueOption(
    "indent", value: .choice("WIDTH", Indentation.allCases), help: "the indentation of each level",
    detail: "The default is two spaces for XML and JSON, a tab for property lists, in XML or old-style.")
  private static let minify = Flag("minify", help: "remove white space instead of adding it")
  private static let sort = Flag(
    "sort", help: "sort keys, and XML siblings of one name that have an identity")
  private static let styleName = ValueOption(
    "style", value: .choice("NAME", FormatProfile.allCases),
    help: "use the layout of one of Apple's file types",
    detail: """
      The default is the layout that the file shows, if it is one of these and no other option asks for another.
      """)
  private static let wrapAttributes = ValueOption(
    "wrap-attributes", value: .integer("COLUMNS", from: 1),
    help: "put each attribute of a wider start tag on a separate line")
  private static let canonical = Flag(
    "canonical", help: "write the canonical form",
    detail: """
      Canonical XML 1.0 for XML (which forbids relative namespace URIs), RFC 8785 for JSON, and for XML property lists
      exactly what Apple's PropertyListSerialization writes; `--from xml` treats a property list as XML.
      """)
  private static let noComments = Flag("no-comments", help: "leave comments out of Canonical XML")
  private static let own: [any Option] = [
    indent, minify, sort, styleName, wrapAttributes, canonical, noComments,
  ]

  private struct Options: Sendable {
    let indentation: JSONStyle.Indentation?
    let isMinified: Bool
    let isCanonical: Bool
    let isSorted: Bool
    let keepsComments: Bool
    let attributeWidth: Int?
    private let profile: FormatProfile?
    let reading: Reading
    var encoding: TextEncoding? { reading.encoding }

    init(_ typed: ParsedArguments) throws(UsageError) {
      isMinified = typed[minify]
      isCanonical = typed[canonical]
      isSorted = typed[sort]
      keepsComments = !typed[noComments]
      reading = typed.reading
      indentation = typed[indent]?.style
      attributeWidth = typed[wrapAttributes]
      profile = typed[styleName]
      try typed.checkExclusive(minify, canonical, indent, styleName)
      if isSorted && isCanonical { throw UsageError.exclusive("--sort", "--canonical") }
      if !keepsComments && !isCanonical { throw UsageError("--no-comments needs --canonical") }
    }

    /// Whether to use Xcode's layout for a project.
    var isXcodes: Bool { !isMinified && !isCanonical && indentation == nil }

    /// Whether the text ends its last line, according to the requested layout.
    var requestedLineEnd: Bool? { profile.map { $0 != .xcstrings } }

    /// The requested layout, or without a request that of the text or of the file's name.
    func profile(of text: ByteView, _ format: Format, _ name: String) -> FormatProfile? {
      if format.isCommentedJSON { return nil }
      guard isXcodes && attributeWidth == nil else { return profile }
      return profile ?? FormatProfile.profile(of: text, name: name, syntax: format.traits.syntax)
    }

    func jsonStyle() -> JSONStyle {
      isMinified ? .compact : indentation.map { JSONStyle(indentation: $0) } ?? .pretty
    }

    func openStepStyle() -> OpenStepStyle {
      isMinified ? .compact : indentation.map { OpenStepStyle(indentation: $0) } ?? OpenStepStyle()
    }

    func xmlStyle(isPropertyList: Bool) -> XMLFormatStyle {
      var style = isMinified ? XMLFormatStyle.minified : XMLFormatStyle()
      style.isLenient = isPropertyList
      if isMinified { return style }
      style.attributeWidth = attributeWidth
      if let chosen = indentation ?? (isPropertyList ? .init(ASCII.tab, count: 1) : nil) {
        style.indentationByte = chosen.byte
        style.indentationCount = chosen.count
      }
      return style
    }
  }

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try Options(typed)
    return context.processInputs(try context.plan(typed, rule: OutputRule(.inPlace, canJoin: true))) { job in
      try job.withDocument { bytes in try rewrite(bytes, job, options) }
    }
  }

  private static func rewrite(_ bytes: ByteView, _ job: FileJob, _ options: Options) throws {
    let format = try job.format(of: bytes, asked: options.reading.format)
    guard format.traits.hasLayout else { throw Failure(.formatWithoutLayout, format.rawValue) }
    guard options.isSorted else { return try rewrite(bytes, of: bytes, format, job, options) }
    let text = DecodedText(bytes, kind: .init(format), forced: options.encoding)
    try job.settleDeclaration(of: text)
    try sorted(text, format).withHeldBytes { try rewrite($0, of: bytes, format, job, options) }
  }

  private static func sorted(_ text: DecodedText, _ format: Format) throws(Diagnostic) -> OutputBuffer {
    do throws(Failure) {
      let bytes = try text.withValidText { text throws(Failure) in try SortedText.sorted(text, format: format)
      }
      var output = OutputBuffer()
      bytes.withByteView { output.append($0) }
      return encoded(output, like: text)
    } catch { throw Diagnostic(error, in: text) }
  }

  /// Writes a text, which is that of the source or its sorted form, with its new layout.
  private static func rewrite(
    _ bytes: ByteView, of source: ByteView, _ format: Format, _ job: FileJob, _ options: Options
  ) throws {
    let output: OutputBuffer
    if options.isCanonical && (format == .json || format == .xml1) {
      output = try canonical(bytes, format, job, options)
    } else {
      let text = DecodedText(bytes, kind: .init(format), forced: options.encoding)
      if !options.isSorted { try job.settleDeclaration(of: text) }
      if format == .openstep, options.isXcodes, let project = try xcodeProject(text, job) {
        return try job.rewrite(source, as: encoded(project, like: text))
      }
      var ledger = ReadLosses()
      var formatted = try formatted(text, format, options, name: job.name, &ledger)
      let profile = text.withText { options.profile(of: $0, format, job.name) }
      let keepsEnd = profile != nil
      let needsLineEnd = job.planned.target == .standardOutput && !options.isCanonical && !keepsEnd
      if needsLineEnd, !formatted.withHeldBytes({ $0.isEmpty || $0[$0.count - 1] == ASCII.lineFeed }) {
        formatted.append(ASCII.lineFeed)
      }
      output = options.isCanonical ? formatted : encoded(formatted, like: text)
      try prove(output, of: text, format, options, profile)
      for note in ledger.lossNotes { job.report(note) }
    }
    try job.rewrite(source, as: output)
  }

  /// The text of a file with Xcode's header in Xcode's layout; nil if it is not a project.
  private static func xcodeProject(_ text: DecodedText, _ job: FileJob) throws -> OutputBuffer? {
    try text.withText { view in
      guard text.problem == nil, view.starts(with: XcodeProject.header) else { return nil }
      var writing = Writing(.openstep)
      writing.layout = .xcodeProject
      var reading = Reading(.openstep)
      reading.name = job.planned.input.name
      let source = DocumentSource(reading, text: view)
      let loaded = LoadedDocument(source, document: try LoadedDocument(source).document)
      guard XcodeProject(loaded.document, name: nil) != nil else { return nil }
      for note in loaded.notes { job.report(note) }
      var losses = writing.makeLossReport()
      let output = try writing.write(loaded, to: OutputBuffer(), losses: &losses)
      try output.prove(loaded.document, as: writing)
      losses.count(.comments, XcodeProject.ownCommentCount(in: view))
      job.report(losses)
      return output
    }
  }

  /// Reads the result back; throws unless it contains the same tokens as the source.
  private static func prove(
    _ output: borrowing OutputBuffer, of source: DecodedText, _ format: Format, _ options: Options,
    _ profile: FormatProfile?
  ) throws {
    try output.withHeldBytes { result throws(Failure) in
      guard options.isCanonical else {
        return try LayoutProof.check(
          result, of: source, format: format, forced: options.encoding,
          blankIsEmpty: profile?.isXcodes == true)
      }
      try source.withText { text throws(Failure) in
        try LayoutProof.checkCanonicalXML(result, of: text, keepsComments: options.keepsComments)
      }
    }
  }

  private static func canonical(
    _ bytes: ByteView, _ format: Format, _ job: FileJob, _ options: Options
  ) throws -> OutputBuffer {
    var route = job.route(Route(options.reading, Writing(format)))
    route.reading.format = format
    route.writing.layout = .canonical
    route.writing.endsLine = false
    let loaded = try route.reading.load(bytes, job)
    var losses = route.writing.makeLossReport()
    let output = try route.writing.write(loaded, to: OutputBuffer(), losses: &losses)
    job.report(losses)
    try output.prove(loaded.document, as: route.writing)
    return output
  }

  /// The document with its new layout, in UTF-8; `ledger` records omissions of a canonical form.
  private static func formatted(
    _ source: DecodedText, _ format: Format, _ options: Options, name: String, _ ledger: inout ReadLosses
  ) throws -> OutputBuffer {
    do throws(Failure) {
      return try source.withValidText { text throws(Failure) in
        var output = OutputBuffer()
        switch format.traits.syntax {
        case .xml:
          if options.isCanonical {
            ledger = try CanonicalXML.write(text, keepsComments: options.keepsComments, to: &output)
          } else {
            let style = options.profile(of: text, format, name)?.xmlStyle(of: text)
            try XMLFormatter.write(
              text, style: style ?? options.xmlStyle(isPropertyList: format == .xml1), to: &output)
          }
        case .json:
          if options.isCanonical { throw Failure(.formatNotCanonical, format.rawValue) }
          if options.profile(of: text, format, name)?.isJSON == true {
            try AppleJSONFormatter.write(text, endsLine: options.requestedLineEnd, to: &output)
          } else {
            try CommentedTextFormatter.write(
              text, format: format, indentation: options.jsonStyle().indentation, to: &output)
          }
        case .openStep:
          if options.isCanonical { throw Failure(.formatNotCanonical, format.rawValue) }
          try DocumentSource(format: format, text: text).check()
          try CommentedTextFormatter.write(
            text, format: format, indentation: options.openStepStyle().indentation, to: &output)
        case nil: throw Failure(.formatWithoutLayout, format.rawValue)
        }
        return output
      }
    } catch { throw Diagnostic(error, in: source) }
  }

  private static func encoded(_ text: consuming OutputBuffer, like source: DecodedText) -> OutputBuffer {
    if source.isView && source.byteOrderMark == nil { return text }
    var writer = SourceTextWriter(like: source, to: OutputBuffer())
    // The source encoding has all of its characters.
    text.withHeldBytes { _ = writer.append($0) }
    return writer.finish()
  }
}
