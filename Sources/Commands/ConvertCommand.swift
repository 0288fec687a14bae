// pliant convert: between any two formats.

package enum ConvertCommand {
  static let verb = Verb(
    "convert", group: "Converting", summary: "convert between property lists, JSON and XML",
    page: PackageResources.convert_1_txt, operands: [Operand(value: format), .files],
    options: own + CommonOptions.rewriting, seeAlso: ["transcode", "format", "pliant-formats(7)"])

  private static let format: ValueParser<Format> = .format("FORMAT", where: { $0.isWritable })
  private static let canonical = Flag(
    "canonical", help: "write the target's canonical bytes",
    detail: """
      For `xml1` exactly what Apple's PropertyListSerialization writes, for `json` RFC 8785, for `xml` Canonical XML
      1.0.
      """)
  private static let stripNamespaces = Flag(
    "strip-namespaces", help: "omit prefixes and namespace declarations of XML, in the style `attributes`",
    detail: "Attributes of an element that would have the same name keep their prefixes.")
  static let trim = Flag(
    "trim", help: "strip white space around the text of elements, in the style `attributes`")
  static let list = RepeatedOption(
    "list", value: .text("NAME"), help: "read elements of this name as an array, even a single one",
    detail: "A path such as `server/port` means elements in this parent, and `*` all elements.")
  /// The layouts of old-style property lists.
  private enum Style: String, CaseIterable, Sendable { case xcode }
  private static let style = ValueOption(
    "style", value: .choice("STYLE", Style.allCases),
    help: "write an old-style property list in the layout of a program",
    detail: """
      `xcode` writes the project of a `project.pbxproj` as Xcode does: a section for each kind of object, everything
      sorted, and after each identifier a comment that describes the object. The project's name, which only comments
      contain, is that of the directory `NAME.xcodeproj` or else of the first target.
      """)
  private static let select = Flag(
    "select", help: "print the SELECT statements whose rows convert back to a document of `--mapping`")

  static let root = ValueOption(
    "root", value: .text("NAME"),
    help: "write XML with this root element around the records (default: records)",
    detail: "For rows of a table and JSON without a mapping, in the style `attributes`.")
  static let record = ValueOption(
    "record", value: .text("NAME"),
    help: "write XML with an element of this name for each record (default: record)")

  private static let own: [any Option] =
    [
      CommonOptions.pretty, CommonOptions.sortKeys, canonical, CommonOptions.loss, CommonOptions.jsonNull,
      CommonOptions.control, CommonOptions.unarchive, CommonOptions.xmlStyle, list, trim, stripNamespaces,
      style, select, root, record, CommonOptions.maximumOutput,
    ] + MappingPlan.options + EngineOptions.all + TableOptions.all

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let target = try format.value(of: typed.operands[0])
    guard let mapping = try MappingPlan.make(typed, target: target, in: context) else { return .trouble }
    if typed[select] { return try printSelects(typed, target, mapping, in: context) }
    var route = try route(typed, target, mapping)
    let loss = typed[CommonOptions.loss]
    let rule = rule(for: target, isRecords: route.reading.records != nil)
    let plan = try context.plan(typed, operands: typed.otherPaths, rule: rule)
    route.engine = try EngineOptions.use(typed, route, in: context)
    if plan.count(where: { $0.target == .standardOutput }) > 1 { route.writing.endsLine = true }
    return context.processInputs(plan) { [route] job in
      let route = job.route(route, loss: loss)
      if target == .sql, route.reading.mapping == nil,
        route.reading.records != nil || route.reading.xmlStyle == nil
      {
        return try InferredLoad.convert(route, job)
      }
      try route.run(job)
    }
  }

  /// Throws a `UsageError` if `--select` lacks its format or mapping, or has an input.
  static func checkSelect(_ typed: ParsedArguments) throws(UsageError) {
    guard typed[select] else { return }
    let mapping = typed[MappingPlan.mapping]
    guard try format.value(of: typed.operands[0]) == .sql, mapping != nil, mapping != "none" else {
      throw UsageError("--select needs the format sql and --mapping NAME")
    }
    if let extra = typed.operands.dropFirst().first?.shown {
      throw .unexpected(extra, "--select reads no input")
    }
  }

  private static func printSelects(
    _ typed: ParsedArguments, _ target: Format, _ mapping: MappingPlan, in context: CommandContext
  ) throws(UsageError) -> ExitCode {
    try checkSelect(typed)
    guard let use = mapping.use else { return .trouble }
    do throws(Failure) {
      return context.deliver(
        try SQLSchema(use.mapping.mapping).selects, to: typed[CommonOptions.output])
    } catch {
      context.report(error, file: use.mapping.mapping.name)
      return context.inputFailureCode
    }
  }

  private static func route(
    _ typed: ParsedArguments, _ target: Format, _ mapping: MappingPlan
  ) throws(UsageError) -> Route {
    try typed.checkExclusive(canonical, CommonOptions.pretty)
    if typed[style] == .xcode { try target.check(is: .openstep, for: "--style xcode") }
    var reading = typed.reading
    reading.archives = typed[CommonOptions.unarchive] ? .asObjectsOrNote : .asStored
    reading.xmlStyle = typed[CommonOptions.xmlStyle]
    reading.xmlLists = typed[list]
    reading.requiresLists = true
    reading.trimsText = typed[trim]
    reading.stripsNamespaces = typed[stripNamespaces]
    if reading.stripsNamespaces {
      if mapping.use != nil { throw .exclusive("--strip-namespaces", "--mapping") }
      try checkAttributesStyle("--strip-namespaces", typed)
      reading.xmlStyle = .attributes
    }
    reading.mapping = mapping.use
    reading.mappings = mapping.mappings
    reading.records = mapping.selection
    reading.table = TableOptions.reading(typed)
    reading.table.namesCells = target == .sql
    var writing = Writing(target)
    writing.xmlStyle = reading.xmlStyle
    writing.mapping = reading.mapping
    writing.fields = mapping.fields
    writing.table = TableOptions.writing(typed)
    writing.sortsKeys = typed[CommonOptions.sortKeys]
    writing.layout =
      typed[canonical]
      ? .canonical
      : typed[style] == .xcode ? .xcodeProject : typed[CommonOptions.pretty] ? .pretty : .compact
    writing.endsLine = !writing.isCanonical
    writing.null = typed[CommonOptions.jsonNull] ?? writing.null
    writing.controls = typed[CommonOptions.control] ?? writing.controls
    writing.maximumExpansion = typed[CommonOptions.maximumOutput] ?? writing.maximumExpansion
    if let elements = try elements(typed, target) {
      reading.elements = elements
      writing.xmlStyle = .attributes
    }
    if target == .xml && writing.xmlStyle == nil && writing.mapping == nil {
      throw UsageError(
        "writing application XML needs --xml-style STYLE, --mapping NAME, or --root and --record for rows",
        suggestion: "use xml1 for an XML property list")
    }
    return Route(reading, writing)
  }

  /// Throws a `UsageError` if another style is requested for an option that only the style attributes has.
  private static func checkAttributesStyle(_ option: String, _ typed: ParsedArguments) throws(UsageError) {
    guard let style = typed[CommonOptions.xmlStyle], style != .attributes else { return }
    throw UsageError("\(option) is for the style attributes, not \(style.rawValue)")
  }

  /// The elements around records without a mapping; nil if none is requested.
  private static func elements(_ typed: ParsedArguments, _ target: Format) throws(UsageError)
    -> RecordElements?
  {
    let typedNames = [typed[root], typed[record]]
    guard typedNames.contains(where: { $0 != nil }) else { return nil }
    let option = typedNames[0] == nil ? "--record" : "--root"
    try target.check(is: .xml, for: option)
    try checkAttributesStyle(option, typed)
    let names = (root: typedNames[0] ?? "records", record: typedNames[1] ?? "record")
    if let elements = RecordElements(root: names.root, record: names.record) { return elements }
    throw UsageError("'\(names.root)' and '\(names.record)' have to be names of XML elements")
  }

  private static func rule(for target: Format, isRecords: Bool) -> OutputRule {
    // JSON Lines and SQL are printed incrementally.
    let isDocument = [.json, .xml, .xml1, .binary1].contains(target)
    let text: TerminalText.Form = target == .jsonl ? .json : .text
    func rule(_ standard: OutputRule.Default, isOneWay: Bool = true, _ canJoin: Bool) -> OutputRule {
      OutputRule(standard, isOneWay: isOneWay, canJoin: canJoin, isDocument: isDocument, text: text)
    }
    if isRecords { return rule(.standardOutput, true) }
    return switch target.traits.output {
    case .beside: rule(.beside(target.traits.fileExtension), false)
    case .standardOutput(let joins): rule(.standardOutput, joins)
    case .inPlace(let joins): rule(.inPlace, isOneWay: false, joins)
    }
  }
}
