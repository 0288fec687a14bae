// The destination of each input's output, determined for all inputs before writing anything.

/// A command's default destination without -o and -e, and the destinations that it never uses.
package struct OutputRule: Sendable {
  package enum Default: Sendable, Equatable {
    case inPlace
    /// Standard output, for a command that reads.
    case standardOutput
    /// A new file next to the source, with this extension.
    case beside(String)
  }

  package let standard: Default
  /// Whether the output cannot replace its source: it is a report, or in a format that is not read back.
  package let isOneWay: Bool
  /// Whether standard output may contain several outputs.
  package let canJoin: Bool
  /// Whether each output is a whole document, shown in colour on a terminal.
  package var isDocument: Bool
  /// How to show other outputs on a terminal; nil if the command does that itself.
  package var text: TerminalText.Form?

  package init(
    _ standard: Default, isOneWay: Bool = false, canJoin: Bool, isDocument: Bool = true,
    text: TerminalText.Form? = nil
  ) {
    self.isDocument = isDocument
    self.text = isDocument ? nil : text
    self.standard = standard
    self.isOneWay = isOneWay
    self.canJoin = canJoin
  }

  /// For commands that read: the results of all inputs, one after another.
  package static let prints = OutputRule(.standardOutput, isOneWay: true, canJoin: true, isDocument: false)
  /// The same for commands that print text incrementally.
  package static let printsText = OutputRule(
    .standardOutput, canJoin: true, isDocument: false, text: .text)
  /// For commands that read and print a document.
  package static let printsDocument = OutputRule(.standardOutput, isOneWay: true, canJoin: true)
  /// For commands that print a part of a document as a document, which may take the place of the whole.
  package static let printsPart = OutputRule(.standardOutput, canJoin: true)
  /// For commands that rewrite, whose outputs cannot be joined.
  package static let rewrites = OutputRule(.inPlace, canJoin: false)
}

package enum OutputTarget: Sendable, Equatable {
  case standardOutput
  /// A path for the system, and its name for the user.
  case file(path: String, name: String)
}

package struct PlannedInput: Sendable {
  package let input: InputOperand
  package let target: OutputTarget
  /// Whether the output replaces its own source, under any name; losses are then refused by default.
  package let replacesSource: Bool
  let rule: OutputRule

  /// Whether the output is the source in another form, to be proved before replacing it; the result of a
  /// command that reads is not.
  var needsProof: Bool { replacesSource && rule.standard == .inPlace }
}

extension PlannedInput {
  func named(_ name: String) -> PlannedInput {
    var input = InputOperand(name: name, path: input.path)
    input.requestedFormat = self.input.requestedFormat
    return PlannedInput(input: input, target: target, replacesSource: replacesSource, rule: rule)
  }

  init(reading input: InputOperand) {
    self.init(input: input, target: .standardOutput, replacesSource: false, rule: .prints)
  }
}

package enum OutputPlan {
  /// Plans the outputs of all inputs.
  ///
  /// `path` is the value of -o, `ending` that of -e. Throws a `UsageError` for every forbidden combination.
  package static func make(
    inputs: [InputOperand], path: String? = nil, ending: String? = nil, rule: OutputRule,
    context: CommandContext
  ) throws(UsageError) -> [PlannedInput] {
    try checkOptions(inputs, path, ending)
    var plan: [PlannedInput] = []
    var entries: [FolderEntry?] = []
    var finder = FolderEntryFinder()
    for input in inputs {
      // An output on a stream replaces nothing.
      let source = path == "-" ? nil : input.path.map { finder.entry($0) }
      let target = try target(of: input, source, path, ending, rule, context)
      let entry = entry(of: target, input, source, &finder)
      let replaces = source.flatMap { source in entry.map { $0.isSame(as: source) } } ?? false
      if replaces && rule.isOneWay { throw OutputGate.refusal(ofInput: shown(input)) }
      plan.append(PlannedInput(input: input, target: target, replacesSource: replaces, rule: rule))
      entries.append(entry)
    }
    try checkCollisions(plan, entries, rule)
    return plan
  }

  /// The directory entry of an output; nil for a stream or a device.
  private static func entry(
    of target: OutputTarget, _ input: InputOperand, _ source: FolderEntry?, _ finder: inout FolderEntryFinder
  ) -> FolderEntry? {
    guard case .file(let path, _) = target else { return nil }
    let entry = path == input.path ? source : finder.entry(path)
    return entry.flatMap { isFile(path, $0) ? $0 : nil }
  }

  private static func checkOptions(_ inputs: [InputOperand], _ path: String?, _ ending: String?)
    throws(UsageError)
  {
    guard let path else { return }
    if ending != nil {
      throw UsageError("-o sets one output and -e an extension for each input; use one of them")
    }
    if inputs.count > 1, path != "-" {
      throw UsageError("-o \(path) takes one input, not \(inputs.count); -e EXT writes next to each input")
    }
  }

  private static func target(
    of input: InputOperand, _ entry: FolderEntry?, _ path: String?, _ ending: String?, _ rule: OutputRule,
    _ context: CommandContext
  ) throws(UsageError) -> OutputTarget {
    if let path { return path == "-" ? .standardOutput : try file(named: path, context) }
    guard let source = input.path, let entry, isFile(source, entry) else {
      if ending != nil { throw UsageError("-e needs a file name: \(shown(input)); use -o PATH") }
      return .standardOutput
    }
    switch (ending, rule.standard) {
    case (nil, .standardOutput): return .standardOutput
    case (nil, .inPlace): return .file(path: source, name: input.name)
    case (let ending?, _), (nil, .beside(let ending)):
      return try file(named: Paths.replacingExtension(of: input.name, with: ending), context)
    }
  }

  private static func file(named name: String, _ context: CommandContext) throws(UsageError) -> OutputTarget {
    let path = context.resolve(name)
    if Platform.status(path)?.kind == .folder {
      throw UsageError("\(Platform.displayPath(name)) is a directory; name the file to write in it")
    }
    return .file(path: path, name: name)
  }

  /// Whether the path is, or would probably be, a separate regular file.
  private static func isFile(_ path: String, _ entry: FolderEntry) -> Bool {
    switch entry.kind {
    case .regular, .folder, nil: !isDescriptorPath(path)
    default: false
    }
  }

  /// Whether the path is an open descriptor, as a shell's `<(…)` does.
  private static func isDescriptorPath(_ path: String) -> Bool {
    path == "/dev/stdin" || path.utf8.starts(with: "/dev/fd/".utf8)
      || path.utf8.starts(with: "/proc/self/fd/".utf8)
  }

  private static func checkCollisions(_ plan: [PlannedInput], _ entries: [FolderEntry?], _ rule: OutputRule)
    throws(UsageError)
  {
    guard plan.count > 1 else { return }
    let printed = plan.filter { $0.target == .standardOutput }
    if printed.count > 1 && !rule.canJoin {
      throw UsageError(
        "\(shown(printed[0].input)) and \(shown(printed[1].input)) would meet on standard output; "
          + "only json, jsonl and sql can follow one another there")
    }
    var outputs = FolderEntryTexts()
    for (planned, entry) in zip(plan, entries) {
      guard case .file(_, let name) = planned.target, let entry else { continue }
      let input = shown(planned.input)
      if let other = outputs.insert(entry, input) {
        throw UsageError(
          "\(other) and \(input) would meet in one output, \(Platform.displayPath(name))")
      }
    }
  }

  private static func shown(_ input: InputOperand) -> String {
    input.path == nil ? "standard input" : Platform.displayPath(input.name)
  }
}
