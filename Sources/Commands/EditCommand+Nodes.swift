// pliant insert, replace, remove with --xpath: nodes of application XML, every other byte kept.

struct NodeEditOptions {
  private static let section = "Nodes of XML"

  static let xpath = ValueOption(
    "xpath", value: .text("EXPR"),
    help: "edit all nodes that the XPath expression *EXPR* selects, without *KEYPATH*",
    detail: """
      Keeps every byte outside the edited nodes. Removing or replacing a node removes the nodes inside it. If *EXPR*
      selects nothing, the file remains unchanged and the exit status is 1.
      """, section: section)
  static let markup = ValueOption(
    "markup", value: .text("XML"), help: "insert this markup: elements, text, comments, CDATA sections",
    detail: """
      pliant indents it like its neighbours. The document must declare its prefixes there, or the markup itself.
      """, section: section)
  static let name = ValueOption(
    "name", value: .text("NAME"),
    help: "rename the elements, attributes or processing instructions to *NAME*",
    section: section)
  static let before = Flag("before", help: "insert the markup before each node", section: section)
  static let after = Flag("after", help: "insert the markup after each node", section: section)
  private static let expression: [any Option] = [
    XPathCommand.namespaces, XPathCommand.variables, XPathCommand.first,
  ]

  static func options(of edit: EditCommand) -> [any Option] {
    switch edit {
    case .insert: [xpath, markup, before, after] + expression
    case .replace: [xpath, markup, name] + expression
    case .remove: [xpath] + expression
    }
  }

  /// The requested edit; nil for an edit by key path.
  static func request(_ edit: EditCommand, _ typed: ParsedArguments) throws(UsageError) -> XMLEditRequest? {
    let others = typed.occurrences(
      of: options(of: edit).filter { $0.declaration.key != xpath.declaration.key })
    guard let text = typed[xpath] else {
      if let other = others.first {
        let isName = other.typed == "--name"
        throw UsageError(
          "\(other.typed) needs --xpath EXPR", suggestion: isName ? "use --key NAME to rename a key" : nil)
      }
      return nil
    }
    if typed[EditCommand.key] != nil, edit == .replace {
      throw UsageError("--key is for key paths", suggestion: "use --name NAME to rename nodes")
    }
    let expression = try XPathCommand.parseNodes(text, of: "--xpath")
    return XMLEditRequest(
      try operation(edit, typed, expression), expression: expression, bindings: XPathCommand.bindings(typed),
      takesFirst: typed[XPathCommand.first])
  }

  private static func operation(_ edit: EditCommand, _ typed: ParsedArguments, _ expression: XPathExpression)
    throws(UsageError) -> XMLEditRequest.Operation
  {
    if edit == .remove { return .remove }
    let string = try self.string(typed)
    let markup = typed[markup].map { Array($0.utf8) }
    if let loss = typed.occurrences(of: [CommonOptions.loss]).first {
      throw .exclusive(loss.typed, "--xpath")
    }
    if string != nil && markup != nil { throw .exclusive("--string", "--markup") }
    if edit == .replace, let name = typed[name] {
      if string != nil || markup != nil {
        throw .exclusive("--name", string != nil ? "--string" : "--markup")
      }
      return .rename(try checked(name))
    }
    if markup?.isEmpty == true { throw UsageError("empty markup; use pliant remove to delete nodes") }
    if edit == .insert { return try insertion(typed, string, markup, expression) }
    if let string { return .replaceText(string) }
    guard let markup else {
      throw UsageError("missing value; use --string TEXT, --markup XML or --name NAME")
    }
    return .replaceMarkup(markup)
  }

  private static func insertion(
    _ typed: ParsedArguments, _ string: [UInt8]?, _ markup: [UInt8]?, _ expression: XPathExpression
  ) throws(UsageError) -> XMLEditRequest.Operation {
    let places = typed.occurrences(of: [before, after, EditCommand.append]).map(\.typed)
    if places.count > 1 { throw .exclusive(places[0], places[1]) }
    if let string {
      if let place = places.first {
        throw UsageError(
          "\(place) needs --markup XML", suggestion: "--string TEXT is the value of a new attribute")
      }
      guard expression.attributePlace != nil else {
        throw UsageError(
          "--string TEXT is the value of a new attribute, and the expression does not end with /@NAME",
          suggestion: "use --markup XML with --before, --after or --append for other nodes")
      }
      return .insertAttribute(string)
    }
    guard let markup else {
      throw UsageError("missing value; use --markup XML, or --string TEXT for a new attribute")
    }
    let sides: [(Flag, XMLEditRequest.Side)] = [
      (before, .before), (after, .after), (EditCommand.append, .append),
    ]
    guard let side = sides.first(where: { typed.has($0.0) })?.1 else {
      throw UsageError("missing --before, --after or --append for the markup")
    }
    return .insertMarkup(markup, side)
  }

  /// The bytes of a qualified name.
  private static func checked(_ name: String) throws(UsageError) -> [UInt8] {
    let bytes = Array(name.utf8)
    let parts = bytes.split(separator: ASCII.colon, maxSplits: 1, omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && !part.contains(ASCII.colon)
        && Array(part).withByteView { XMLCharacters.nameEnd(in: $0, from: 0) == $0.count }
    }
    guard isName, name != "xmlns", !name.hasPrefix("xmlns:") else {
      throw UsageError("'\(name)' is not the name of an element or attribute")
    }
    return bytes
  }

  /// The text of --string; rejects other types of values.
  private static func string(_ typed: ParsedArguments) throws(UsageError) -> [UInt8]? {
    let values = typed.occurrences(of: ValueOptions.all)
    if let other = values.first(where: { $0.typed != "--string" }) {
      throw UsageError("\(other.typed) is for key paths; use --string TEXT or --markup XML with --xpath")
    }
    guard !values.isEmpty else { return nil }
    let value = try ValueOptions.value(of: typed)
    return value.text(at: 0).array
  }

  static func edit(
    _ bytes: ByteView, _ job: FileJob, _ request: XMLEditRequest, _ route: Route
  ) throws {
    let format = try job.format(of: bytes, asked: route.reading.format)
    let isList = format == .xml1
    guard format == .xml || isList else {
      throw Failure(.editXMLFormat, format.rawValue)
    }
    let edited = try XMLDocumentEditing.apply(request, to: bytes, route, isList: isList)
    for note in edited.notes { job.report(note) }
    try edited.bytes.withHeldBytes { bytes in try job.writeOutput(bytes) }
  }
}
