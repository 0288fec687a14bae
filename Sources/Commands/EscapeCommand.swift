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
    description: """
      Replaces `&`, `<` and `>` with `&amp;`, `&lt;` and `&gt;` and leaves everything else unchanged; `unescape`
      restores the original bytes. Processes input of any length in constant memory. Output is UTF-8.

      A character that XML does not allow, such as most control characters, is an error.
      """, operands: [.files],
    options: [attribute, ascii, html, cdata] + CommonOptions.streaming,
    examples: #"""
      Escape text for XML.
        $ printf 'a < b & "c"' | pliant escape
        a &lt; b &amp; "c"(no-eol)
      Escape text for an attribute.
        $ printf 'a < "b"' | pliant escape --attribute
        a &lt; &quot;b&quot;(no-eol)
      Write ASCII only.
        $ printf 'Caf\303\251' | pliant escape --ascii
        Caf&#xE9;(no-eol)
      Use HTML's names.
        $ printf 'Caf\303\251' | pliant escape --html
        Caf&eacute;(no-eol)
      Write a CDATA section.
        $ printf 'a ]]> b' | pliant escape --cdata
        <![CDATA[a ]]]]><![CDATA[> b]]>(no-eol)
      """#, seeAlso: ["unescape", "cdata"])

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
    description: """
      Replaces the five entities of XML, numeric character references, and all names of HTML 4 and 5. An unknown
      reference is an error with line and column. Processes input of any length in constant memory. Output is UTF-8.
      """, operands: [.files],
    options: [html, cdata, elements, xpath, XPathCommand.namespaces] + CommonOptions.streaming,
    examples: """
      Replace named and numeric references.
        $ printf 'caf&eacute; &lt;b&gt; &#x41;' | pliant unescape
        café <b> A(no-eol)
      Parse references as HTML does, with an optional semicolon.
        $ printf '&copy 2026' | pliant unescape --html
        © 2026(no-eol)
      Replace CDATA sections too.
        $ printf '<![CDATA[a < b]]>' | pliant unescape --cdata
        a < b(no-eol)
      Undo one level of escaping in the titles of a feed.
        $ printf '<r><title>caf&amp;eacute;</title></r>' | pliant unescape --elements title
        <r><title>café</title></r>(no-eol)
      An unknown reference is an error; the exit status is 1.
        $ printf '&nothing;' | pliant unescape
        [1]
      """, seeAlso: ["escape", "cdata", "repair"])

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
