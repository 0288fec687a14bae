// pliant xpath: XPath 1.0 on XML, and on property lists and JSON as their XML property list.

package enum XPathCommand {
  static let verb = Verb(
    "xpath", group: "Inspecting", summary: "evaluate an XPath 1.0 expression",
    page: PackageResources.xpath_1_txt, operands: [Operand("EXPR"), .files],
    options: own + CommonOptions.printing,
    exitStatus: .answering(
      "the expression selected nodes in every input, or has a value", "it selected nothing in an input"),
    seeAlso: ["query", "extract", "events"])

  private static let style = ValueOption(
    "as", value: .choice("WHAT", XPathResultStyle.allCases), help: "how to print the nodes",
    detail: """
      `value`, the default, prints the text of each node on a line; `xml` prints the nodes as XML, with the namespace
      declarations that they need; `json` prints an array of objects with type, name, path, line, column and value;
      `count` prints their number.
      """)
  private static let start = ValueOption(
    "context", value: .text("EXPR"), help: "evaluate the expression at each node that *EXPR* selects")
  static let namespaces = RepeatedOption(
    "namespace", value: .argument("P=URI", isText: true), help: "bind the prefix *P* to *URI*")
  static let variables = RepeatedOption(
    "var", value: .argument("NAME=VALUE", isText: true), help: "set the variable $*NAME* to a string")
  static let first = Flag("first", help: "use only the first node")
  private static let own: [any Option] = [
    style, start, namespaces, variables, first, CommonOptions.unarchive,
  ]

  private struct Options: Sendable {
    let expression: XPathExpression
    let start: XPathExpression?
    let bindings: XPathBindings
    let style: XPathResultStyle
    let takesFirst: Bool
    var route: Route
    let unarchives: Bool
    var isNamed = false

    init(_ typed: ParsedArguments) throws(UsageError) {
      expression = try XPathCommand.parse(typed.text(0), what: "expression")
      start = try typed[XPathCommand.start].map { text throws(UsageError) in
        try XPathCommand.parseNodes(text, of: "--context")
      }
      bindings = XPathCommand.bindings(typed)
      style = typed[XPathCommand.style] ?? .value
      takesFirst = typed[first]
      unarchives = typed[CommonOptions.unarchive]
      route = typed.route(to: .xml1)
      route.writing.null = .string
      route.reading.archives = unarchives ? .asObjectsOrNote : .asStored
      if style == .count, expression.type != .nodeSet {
        throw UsageError("--as count counts nodes, but the expression returns a value; omit it")
      }
    }
  }

  static func bindings(_ typed: ParsedArguments) -> XPathBindings {
    var bindings = XPathBindings()
    bindings.namespaces = typed[namespaces].map { ($0.name, $0.value.shown) }
    bindings.variables = typed[variables].map { ($0.name, $0.value.bytes) }
    return bindings
  }

  /// Parses an expression; an error shows it with a mark below.
  static func parse(_ text: String, what: String) throws(UsageError) -> XPathExpression {
    do throws(Failure) { return try XPathExpression(parsing: text) } catch {
      throw UsageError(error, in: what, text)
    }
  }

  /// Parses the expression of an option, which must select nodes.
  static func parseNodes(_ text: String, of option: String) throws(UsageError) -> XPathExpression {
    let parsed = try parse(text, what: "expression of \(option)")
    if parsed.type == .nodeSet { return parsed }
    throw UsageError("the expression of \(option) must select nodes")
  }

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    var options = try Options(typed)
    let isDocument = options.style == .xml || options.style == .json
    let format = isDocument ? "--as \(options.style.rawValue)" : nil
    let (plan, isNamed) = try context.printPlan(typed, typed.otherPaths, as: format)
    options.isNamed = isNamed
    return context.forEachInput(plan) { [options] job in try evaluate(job, options) }
  }

  private static func evaluate(_ job: FileJob, _ options: Options) throws -> ExitCode {
    try job.withDocument { bytes in
      let format = try? job.format(of: bytes, asked: options.route.reading.format)
      if format == .xml || format == .xml1 && !options.unarchives {
        let text = DecodedText(bytes, kind: .xml, forced: options.route.reading.encoding)
        return try text.withText { view in
          if let problem = text.problem { throw Diagnostic(problem, in: view) }
          try job.settleDeclaration(of: text)
          return try answer(view, isDerived: false, job, options)
        }
      }
      let route = job.route(options.route)
      let loaded = try route.reading.read(bytes, job)
      var losses = LossReport(policy: .note)
      let derived = try route.writing.write(loaded, to: OutputBuffer(), losses: &losses)
      return try derived.withHeldBytes { text in
        try answer(text, isDerived: true, job, options)
      }
    }
  }

  private static func answer(_ text: ByteView, isDerived: Bool, _ job: FileJob, _ options: Options)
    throws -> ExitCode
  {
    let tree: XMLTree
    // A node's path counts its siblings, whatever their names.
    let isWhole = options.style == .json || options.start != nil
    do throws(Failure) {
      tree = try XMLTree.read(text, keeping: isWhole ? nil : options.expression.visibleElements)
    } catch { throw Diagnostic(error, in: text) }
    for note in tree.ledger.lossNotes(where: { !$0.isAnnotation }) { job.report(note) }
    let (evaluator, values) = try values(on: tree, options)
    var writer = XPathResultWriter(evaluator, style: options.style, hasPlaces: !isDerived)
    try job.printLines(isNamed: options.isNamed) { output in
      do throws(Failure) { for value in values { try writer.write(value, to: &output) } } catch {
        throw options.expression.diagnostic(of: error)
      }
    }
    let isFound = values.contains { $0 != .nodeSet([]) }
    let hasNodes = values.contains { if case .nodeSet(let nodes) = $0 { !nodes.isEmpty } else { false } }
    if !hasNodes, let hint = options.expression.namespaceHint(for: tree) {
      job.note("\(hint.sentence); \(hint.advice)", rule: .xpathNamespace)
    } else if !isFound, isDerived {
      job.note(
        "no match in the document's XML property list, with elements such as dict, key and string; "
          + "pliant query takes a JSONPath", rule: .xpathName)
    }
    return isFound ? .success : .failure
  }

  /// One value, or for an expression that does not return nodes, one per context node.
  private static func values(on tree: XMLTree, _ options: Options) throws -> (XPathEvaluator, [XPathValue]) {
    var first: XPathEvaluator?
    var contexts: [XMLNodeID] = [0]
    if let start = options.start {
      do throws(Failure) {
        var evaluator = try XPathEvaluator(start, tree: tree, bindings: options.bindings)
        if case .nodeSet(let nodes) = try evaluator.evaluate() { contexts = nodes }
        first = evaluator
      } catch { throw start.diagnostic(of: error) }
    }
    do throws(Failure) {
      var evaluator = try XPathEvaluator(
        options.expression, tree: tree, bindings: options.bindings, after: first)
      var values = try evaluator.evaluate(from: contexts)
      if options.takesFirst, case .nodeSet(let nodes)? = values.first {
        values = [.nodeSet(Array(nodes.prefix(1)))]
      }
      return (evaluator, values)
    } catch { throw options.expression.diagnostic(of: error) }
  }
}
