// pliant insert, replace, remove: change one value of a document by its key path, and keep the surrounding
// text.

package enum EditCommand: String {
  case insert
  case replace
  case remove

  var verb: Verb {
    switch self {
    case .insert:
      verb(
        summary: "insert a value into a document", page: PackageResources.insert_1_txt,
        failure: "an input failed or already has a value at *KEYPATH*, or `--xpath` found nothing")
    case .replace:
      verb(
        summary: "change a value in a document", page: PackageResources.replace_1_txt,
        failure: "an input failed, or `--xpath` found nothing")
    case .remove:
      verb(
        summary: "remove a value from a document", page: PackageResources.remove_1_txt,
        failure: "an input failed, or has nothing to remove")
    }
  }

  private func verb(
    summary: String, page: @autoclosure @escaping @Sendable () -> [UInt8], failure: String
  ) -> Verb {
    Verb(
      rawValue, group: "Editing", summary: summary, page: page(),
      operands: [Operand("KEYPATH", optional: true), .files],
      options: own + NodeEditOptions.options(of: self) + (self == .remove ? [] : ValueOptions.all)
        + CommonOptions.rewriting,
      exitStatus: .failing(done: "success", failed: failure),
      seeAlso: ["extract", "patch", "create", "xpath"])
  }

  static let append = Flag(
    "append", help: "append the value to the array at *KEYPATH*, or the markup to the content of each element"
  )

  static let key = ValueOption(
    "key", value: .text("NAME"), help: "rename the key at *KEYPATH* to *NAME*, in its position",
    detail: "The value and everything around it remain as they are. An existing key *NAME* is an error.")

  private static let parents = Flag("parents", help: "create missing parent dictionaries")

  private var own: [any Option] {
    switch self {
    case .insert: [Self.append, Self.parents, CommonOptions.loss]
    case .replace: [Self.key, CommonOptions.loss]
    case .remove: [CommonOptions.loss]
    }
  }

  func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let route = typed.route(to: .xml1)
    if let request = try NodeEditOptions.request(self, typed) {
      return context.processInputs(try context.plan(typed, rule: .rewrites)) { job in
        try job.withDocument { bytes in
          try NodeEditOptions.edit(bytes, job, request, job.route(route))
        }
      }
    }
    guard !typed.operands.isEmpty else {
      throw UsageError("missing KEYPATH for \(rawValue)", suggestion: "use --xpath EXPR for XML")
    }
    let request = try valueEdit(typed, context)
    let loss = typed[CommonOptions.loss]
    let plan = try context.plan(typed, operands: typed.otherPaths, rule: .rewrites)
    return context.processInputs(plan) { job in
      let route = job.route(route, loss: loss)
      try job.withDocument { bytes in
        var losses = route.writing.makeLossReport()
        let edited = try DocumentPatching.apply(request, to: bytes, route, losses: &losses)
        for note in edited.notes { job.report(note) }
        try edited.bytes.withHeldBytes { bytes in try job.writeOutput(bytes) }
        job.report(losses)
      }
    }
  }

  private func valueEdit(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError) -> ValueEdit
  {
    let operation = try operation(typed, context)
    let text = typed.text(0)
    let makesParents = self == .insert && typed[Self.parents]
    guard JSONPathQuery.isQuery(text) else {
      return .path(
        EditRequest(operation, path: try typed.keyPath(), shownPath: text, makesParents: makesParents))
    }
    if makesParents { throw UsageError("--parents needs a key path; a JSONPath selects values that exist") }
    return .matches(operation, try QueryCommand.parse(text), text: text)
  }

  private func operation(_ typed: ParsedArguments, _ context: CommandContext) throws(UsageError)
    -> EditRequest.Operation
  {
    if self == .remove { return .remove }
    if self == .replace, let key = typed[Self.key] {
      if let value = typed.occurrences(of: ValueOptions.all).first { throw .exclusive("--key", value.typed) }
      return .rename(Array(key.utf8))
    }
    let value = try ValueOptions.value(of: typed)
    for duplicate in value.duplicateKeys {
      context.note(
        Failure(.duplicateKey, duplicate.key).message, rule: .editValue,
        file: typed.occurrences(of: ValueOptions.all).first?.typed ?? "")
    }
    return self == .insert ? .insert(value, isAppending: typed[Self.append]) : .replace(value)
  }
}
