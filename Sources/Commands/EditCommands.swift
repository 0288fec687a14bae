// pliant insert, replace, remove: one value of a document, by its key path; the text around it stays.

import CommandLineKit
import PliantCore
import PliantQuery

/// The verbs that change one value.
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
        """
        *KEYPATH* is a dotted path such as `a.b.0`, with `\\.` for a dot in a key, or a JSON Pointer such as `/a/b/0`.
        """,
        """
        In an XML property list, JSON, an old-style property list or .strings only the bytes of the value change, with the \
        separators and indentation that belong to it: comments, order, spacing, quotation marks, line ends and the \
        encoding stay. A binary property list is written anew; JSON Lines are left to `pliant patch`. The file is \
        replaced in one step.
        """,
        nodes,
      ],
      operands: [Operand("KEYPATH", optional: true), .files],
      options: own + NodeEditOptions.options(of: self) + (self == .remove ? [] : ValueOptions.all)
        + CommonOptions.outputs + CommonOptions.documents + [CommonOptions.jobs]
        + CommonOptions.messages,
      examples: examples + [nodeExample],
      exitStatus: .failing(done: "every input was changed", failed: failure),
      seeAlso: ["extract", "patch", "create", "xpath"])
  }

  static let append = Flag(
    "append",
    help: "put the value at the end of the array at *KEYPATH*, or the markup at the end of each element")

  private static let parents = Flag("parents", help: "create missing dictionaries on the way")

  private var own: [any Option] {
    switch self {
    case .insert: [Self.append, Self.parents, CommonOptions.loss]
    case .replace, .remove: [CommonOptions.loss]
    }
  }

  /// When the exit status is 1.
  private var failure: String {
    switch self {
    case .insert: "an input failed, has a value at *KEYPATH*, or `--xpath` found nothing"
    case .replace: "an input failed, or `--xpath` found nothing"
    case .remove: "an input failed, or there was nothing to remove"
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
      Inserts a value at *KEYPATH*, which must not exist yet; in an array the elements from that index on move up. \
      The index after the last one, or `-` in a pointer, appends.
      """
    case .replace: "Replaces the value at *KEYPATH*, or adds the key if it is missing."
    case .remove: "Removes the value at *KEYPATH* together with its key."
    }
  }

  /// What the verb does to nodes of XML.
  private var nodes: String {
    switch self {
    case .insert:
      """
      Application XML is edited by nodes: with --xpath, --markup and one of --before, --after and --append markup is \
      put beside or into what *EXPR* finds; with --string and an *EXPR* that ends with `/@name` the elements before it \
      get the attribute. Only what is new changes the text.
      """
    case .replace:
      """
      Application XML is edited by nodes: with --xpath and --string the text of elements, attributes, text nodes, \
      comments or instructions is replaced, with --markup the nodes themselves. Every other byte stays: quotation marks, \
      entities, comments, CDATA sections, white space, encoding and DOCTYPE.
      """
    case .remove:
      """
      Application XML is edited by nodes: with --xpath the elements, attributes, text, comments or instructions that \
      *EXPR* finds are removed, elements together with their line if nothing else is on it. Every other byte stays.
      """
    }
  }

  private var nodeExample: Example {
    switch self {
    case .insert:
      Example(
        "pliant insert --xpath '//book[@id=\"b2\"]' --after --markup '<book id=\"b4\"/>' -o - books.xml | grep -c '<book '",
        "Add an element, indented as the others are.", output: "4\n")
    case .replace:
      Example(
        "pliant replace --xpath '//book[1]/author' --string 'M. Shelley' -o - books.xml | grep Shelley",
        "Change the text of an element.", output: "    <author>M. Shelley</author>\n")
    case .remove:
      Example(
        "pliant remove --xpath '//book[1]/*[position() > 1]' -o - books.xml | sed -n 4,6p",
        "Remove the elements that an expression finds, with their lines.",
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
        "missing KEYPATH for \(rawValue)", suggestion: "XML is edited with --xpath EXPR", verb: rawValue)
    }
    let request = EditRequest(
      try operation(typed, context), path: try typed.keyPath(), shownPath: typed.operands[0],
      makesParents: self == .insert && typed[Self.parents])
    var options = Route(to: .xml1)
    options.source = typed[CommonOptions.from]
    options.inputEncoding = typed[CommonOptions.inputEncoding]
    let loss = typed[CommonOptions.loss]
    let plan = try context.plan(typed, operands: Array(typed.operands.dropFirst()), rule: .rewrites)
    return context.forEachInput(plan) { [options] job throws(Diagnostic) in
      var route = options
      route.source = route.source ?? job.planned.input.namedFormat
      route.setLoss(loss, replacesSource: job.planned.replacesSource)
      try Self.edit(job, request, route)
      return .success
    }
  }

  private func operation(
    _ typed: ParsedArguments, _ context: CommandContext
  ) throws(UsageError) -> EditRequest.Operation {
    if self == .remove { return .remove }
    let value = try ValueOptions.value(of: typed)
    for duplicate in value.duplicateKeys {
      context.report(
        Diagnostic(.note, Failure(.duplicateKey, duplicate.key).message, rule: "edit/value"),
        file: typed.occurrences(of: ValueOptions.all).first?.typed ?? "")
    }
    return self == .insert ? .insert(value, isAppending: typed[Self.append]) : .replace(value)
  }

  private static func edit(
    _ job: FileJob, _ request: EditRequest, _ route: Route
  ) throws(Diagnostic) {
    let input = try job.openDocument()
    try input.withBytes { bytes throws(Diagnostic) in
      var losses = route.makeLossReport()
      let edited = try DocumentEditing.apply(request, to: bytes, route, losses: &losses)
      for note in edited.notes { job.report(note) }
      try job.writeOutput { output throws(Diagnostic) in
        edited.bytes.withHeldBytes { output.append($0) }
      }
      job.report(losses)
    }
  }
}
