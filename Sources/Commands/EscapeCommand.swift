// pliant escape, pliant unescape: text to and from XML entities.

package enum EscapeCommand {
  private static let attribute = Flag(
    "attribute", help: "also escape quotation marks, apostrophes, tabs and line ends, for attribute values")
  private static let ascii = Flag("ascii", help: "write every non-ASCII character as `&#x…;`")
  private static let html = Flag("html", help: "use HTML's names for characters that have one")
  private static let cdata = Flag(
    "cdata", help: "write the text as a CDATA section, and split `]]>` between two")

  static let verb = Verb(
    "escape", group: "Markup", summary: "escape text for XML",
    page: PackageResources.escape_1_txt, operands: [.files],
    options: [attribute, ascii, html, cdata] + CommonOptions.streaming, seeAlso: ["unescape", "cdata"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    var options = XMLEscaper.Options()
    options.forAttribute = typed[attribute]
    options.asciiOnly = typed[ascii]
    options.htmlNames = typed[html]
    options.asCDATA = typed[cdata]
    for other in [attribute, ascii, html] { try typed.checkExclusive(cdata, other) }
    let forced = typed[CommonOptions.inputEncoding]
    return context.processInputs(try context.plan(typed, rule: .printsText)) { [options] job in
      try job.stream(try job.openWindow(), kind: .text, forced: forced) { text, output in
        try XMLEscaper.run(text, options, output: output)
      }
    }
  }
}

package enum UnescapeCommand {
  private static let html = Flag(
    "html",
    help:
      "parse references as HTML does: names without a semicolon, `&#128;` to `&#159;` as Windows-1252, any other `&` as text"
  )
  private static let cdata = Flag("cdata", help: "also replace CDATA sections with their text")
  private static let elements = RepeatedOption(
    "elements", value: .elementNames("NAMES"),
    help: "print the XML document with one level undone in the text of these elements",
    detail: """
      Names as written in the document, separated by commas. Keeps every byte outside their text, which includes that
      of the elements inside them.
      """)
  private static let xpath = ValueOption(
    "xpath", value: .text("EXPR"),
    help: "the same for the elements, attributes and text nodes that the XPath expression *EXPR* selects")

  static let verb = Verb(
    "unescape", group: "Markup", summary: "replace XML references with text",
    page: PackageResources.unescape_1_txt, operands: [.files],
    options: [html, cdata, elements, xpath, XPathCommand.namespaces] + CommonOptions.streaming,
    seeAlso: ["escape", "cdata", "repair"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    var options = XMLUnescaper.Options()
    options.asHTML = typed[html]
    options.readsCDATA = typed[cdata]
    let forced = typed[CommonOptions.inputEncoding]
    if let request = try request(typed) {
      let route = Route(typed.reading, Writing(.xml))
      return context.processInputs(try context.plan(typed, rule: .printsPart)) { job in
        try job.withDocument { try NodeEditOptions.edit($0, job, request, job.route(route)) }
      }
    }
    return context.processInputs(try context.plan(typed, rule: .printsText)) { [options] job in
      try job.stream(try job.openWindow(), kind: .text, forced: forced) { text, output in
        try XMLUnescaper.run(text, options, output: output)
      }
    }
  }

  /// The edit of a document; nil for text.
  private static func request(_ typed: ParsedArguments) throws(UsageError) -> XMLEditRequest? {
    try typed.checkExclusive(elements, xpath, html, cdata)
    let names = typed[elements].joined().map { "name()='\($0)'" }
    let selected = names.isEmpty ? nil : "//*[\(names.joined(separator: " or "))]"
    guard let text = typed[xpath] ?? selected else {
      if typed.has(XPathCommand.namespaces) { throw UsageError("--namespace needs --xpath EXPR") }
      return nil
    }
    let expression = try XPathCommand.parseNodes(text, of: "--xpath")
    var bindings = XPathBindings()
    bindings.namespaces = typed[XPathCommand.namespaces].map { ($0.name, $0.value.shown) }
    return XMLEditRequest(.unescape, expression: expression, bindings: bindings, takesFirst: false)
  }
}
