// pliant insert, replace, remove: change one value of a document by its key path, and keep the surrounding
// text.

/// The commands that change one value.
package enum EditCommand: String {
  case insert
  case replace
  case remove

  package var command: Command {
    let edit = self
    return Command(rawValue, verb) { typed, context throws(UsageError) in try edit.run(typed, in: context) }
  }

  private var verb: Verb {
    Verb(
      rawValue, group: "Editing", summary: summary,
      description: [
        summarySentence,
        "pliant-paths(7) explains *KEYPATH*.", keptBytes, nodes,
      ], operands: [Operand("KEYPATH", optional: true), .files],
      options: own + NodeEditOptions.options(of: self) + (self == .remove ? [] : ValueOptions.all)
        + CommonOptions.outputs + CommonOptions.documents + [CommonOptions.jobs] + CommonOptions.messages,
      examples: examples + [nodeExample],
      exitStatus: .failing(done: "success", failed: failure),
      seeAlso: ["extract", "patch", "create", "xpath"])
  }

  private var keptBytes: String {
    guard self == .replace else {
      return "Changes only the bytes of the value, as pliant-replace(1) describes."
    }
    return """
      In XML and old-style property lists, JSON and .strings, changes only the bytes of the value and its separators and \
      indentation, and keeps comments, order, spacing, quotation marks, line ends and the encoding. Rewrites a binary \
      property list. For JSON Lines use `pliant patch`. Writes files atomically.
      """
  }

  static let append = Flag(
    "append", help: "append the value to the array at *KEYPATH*, or the markup to the content of each element"
  )

  private static let parents = Flag("parents", help: "create missing parent dictionaries")

  private var own: [any Option] {
    switch self {
    case .insert: [Self.append, Self.parents, CommonOptions.loss]
    case .replace, .remove: [CommonOptions.loss]
    }
  }

  /// The description of exit status 1.
  private var failure: String {
    switch self {
    case .insert: "an input failed or already has a value at *KEYPATH*, or `--xpath` found nothing"
    case .replace: "an input failed, or `--xpath` found nothing"
    case .remove: "an input failed, or has nothing to remove"
    }
  }

  private var summary: String {
    switch self {
    case .insert: "insert a value into a document"
    case .replace: "change a value in a document"
    case .remove: "remove a value from a document"
    }
  }

  private var summarySentence: String {
    switch self {
    case .insert:
      """
      Inserts a value at *KEYPATH*, which must not exist; in an array, elements from that index on move up. The index \
      after the last element, or `-` in a pointer, appends.
      """
    case .replace: "Replaces the value at *KEYPATH*, or adds the key if it is missing."
    case .remove: "Removes the value at *KEYPATH* together with its key."
    }
  }

  /// The description of editing XML nodes.
  private var nodes: String {
    switch self {
    case .insert:
      """
      In application XML, inserts nodes: `--xpath` with `--markup` and `--before`, `--after` or `--append` inserts \
      markup next to or into the nodes that *EXPR* selects; `--xpath` with `--string` and an *EXPR* that ends in \
      `/@name` adds the attribute to the elements. Keeps every other byte.
      """
    case .replace:
      """
      In application XML, replaces nodes: `--xpath` with `--string` replaces the text of elements, attributes, text \
      nodes, comments and processing instructions; with `--markup` it replaces the nodes themselves. Keeps every other \
      byte: quotation marks, entities, comments, CDATA sections, white space, encoding and DOCTYPE.
      """
    case .remove:
      """
      In application XML, removes nodes: `--xpath` removes the elements, attributes, text, comments and processing \
      instructions that *EXPR* selects, and the line of an element if nothing else is on it. Keeps every other byte.
      """
    }
  }

  private var nodeExample: Example {
    switch self {
    case .insert:
      Example(
        "pliant insert --xpath '//book[@id=\"b2\"]' --after --markup '<book id=\"b4\"/>' -o - books.xml | grep -c '<book '",
        "Add an element, indented like its neighbours.", output: "4\n")
    case .replace:
      Example(
        "pliant replace --xpath '//book[1]/author' --string 'M. Shelley' -o - books.xml | grep Shelley",
        "Change the text of an element.", output: "    <author>M. Shelley</author>\n")
    case .remove:
      Example(
        "pliant remove --xpath '//book[1]/*[position() > 1]' -o - books.xml | sed -n 4,6p",
        "Remove elements together with their lines.",
        output: "  <book id=\"b1\" year=\"1818\">\n    <title>Frankenstein</title>\n  </book>\n")
    }
  }

  private func run(_ typed: ParsedArguments, in context: CommandContext) throws(UsageError) -> ExitCode {
    if let request = try NodeEditOptions.request(self, typed) {
      let (format, encoding) = (typed[CommonOptions.from], typed[CommonOptions.inputEncoding])
      let plan = try context.plan(typed, rule: .rewrites)
      return context.forEachInput(plan) { job throws(Diagnostic) in
        try NodeEditOptions.edit(job, request, format: format, encoding: encoding)
        return .success
      }
    }
    guard !typed.operands.isEmpty else {
      throw UsageError(
        "missing KEYPATH for \(rawValue)", suggestion: "use --xpath EXPR for XML", verb: rawValue)
    }
    let request = EditRequest(
      try operation(typed, context), path: try typed.keyPath(), shownPath: typed.text(0),
      makesParents: self == .insert && typed[Self.parents])
    var options = Conversion(to: .xml1)
    options.source = typed[CommonOptions.from]
    options.inputEncoding = typed[CommonOptions.inputEncoding]
    let loss = typed[CommonOptions.loss]
    let plan = try context.plan(typed, operands: Array(typed.paths.dropFirst()), rule: .rewrites)
    return context.forEachInput(plan) { [options] job throws(Diagnostic) in
      var conversion = options
      conversion.source = conversion.source ?? job.planned.input.namedFormat
      conversion.setLoss(loss, replacesSource: job.planned.replacesSource)
      try Self.edit(job, request, conversion)
      return .success
    }
  }

  private func operation(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError)
    -> EditRequest.Operation
  {
    if self == .remove { return .remove }
    let value = try ValueOptions.value(of: typed)
    for duplicate in value.duplicateKeys {
      context.report(
        Diagnostic(.note, Failure(.duplicateKey, duplicate.key).message, rule: "edit/value"),
        file: typed.occurrences(of: ValueOptions.all).first?.typed ?? "")
    }
    return self == .insert ? .insert(value, isAppending: typed[Self.append]) : .replace(value)
  }

  private static func edit(_ job: FileJob, _ request: EditRequest, _ conversion: Conversion)
    throws(Diagnostic)
  {
    let input = try job.openDocument()
    try input.withBytes { bytes throws(Diagnostic) in
      var losses = conversion.makeLossReport()
      let edited = try DocumentEditing.apply(request, to: bytes, conversion, losses: &losses)
      for note in edited.notes { job.report(note) }
      try edited.bytes.withHeldBytes { bytes throws(Diagnostic) in try job.writeOutput(bytes) }
      job.report(losses)
    }
  }
}
