// Checks of a workflow without running it: every step parses, every name is used and known.

struct WorkflowCheck {
  let context: CommandContext
  /// The chain of files whose steps led to the workflow, including its own.
  let files: [String]
  let called: CalledWorkflows

  /// The problems of all steps, and if the workflow was read whole, of its names, outputs and examples.
  func problems(of workflow: Workflow, isWhole: Bool) -> [Workflow.Problem] {
    var problems = isWhole ? Self.parameters(of: workflow) : []
    let values = Self.samples(workflow)
    for (index, step) in workflow.steps.enumerated() {
      for command in step.commands {
        let words = Self.words(of: command, values, workflow)
        if let problem = Self.problem(of: words) ?? Self.patternProblem(of: command) ?? expressionProblem(
          command, words) ?? callProblem(command, words, isAlone: step.commands.count == 1)
        {
          problems.append(Workflow.Problem(sentence: "step \(index + 1): \(problem)", place: step.place))
        }
      }
    }
    guard isWhole else { return problems }
    return problems + Self.outputProblems(of: workflow, values) + Self.exampleProblems(of: workflow)
  }

  /// Examples that pliant would refuse; those for a shell or another program are not checked.
  private static func exampleProblems(of workflow: Workflow) -> [Workflow.Problem] {
    workflow.examples.enumerated().compactMap { number, example in
      let (commands, problem) = WorkflowWords.split(example.command)
      guard example.command.hasPrefix("pliant "), problem == nil, let first = commands.first else {
        return nil
      }
      let words = first.map { Argument($0) }
      var found = Self.problem(of: words)
      if found == nil, case .run(let verb, let typed)? = try? Program.commandSet.parse(words),
        verb.name == WorkflowCommand.verb.name, typed.subverb == WorkflowCommand.Subverb.run.rawValue
      {
        found = WorkflowValues.problem(of: typed[WorkflowCommand.set], for: workflow)
      }
      return found.map {
        Workflow.Problem(sentence: "example \(number + 1): \($0)", place: example.place)
      }
    }
  }

  /// The problem with a step that runs another workflow.
  private func callProblem(_ command: [String], _ words: [Argument], isAlone: Bool) -> String? {
    do throws(UsageError) {
      guard let call = try WorkflowCall(words, from: files[files.count - 1]) else { return nil }
      guard isAlone else { return "a workflow cannot be part of a pipe" }
      if !command.contains(call.name) { return "the workflow's file is named by a parameter" }
      if let first = files.firstIndex(of: call.file) {
        return "the workflow runs itself: " + (files[first...] + [call.file]).joined(separator: ", ")
      }
      let known = called.workflows[call.file]
      let found = known ?? WorkflowCommand.load(call.file, context, callers: files, called: called)
      called.workflows[call.file] = .some(found)
      guard let workflow = found else { return "the workflow '\(call.name)' cannot be run" }
      return WorkflowValues.problem(of: call.settings, for: workflow)
    } catch { return error.message }
  }

  /// A pattern in place of a file, which no shell expands.
  private static func patternProblem(of command: [String]) -> String? {
    // Replaces placeholders with a word without a star, to check only the step's own text.
    let words = command.map { word in
      Argument(Workflow.pieces(of: word).map { if case .text(let text) = $0 { text } else { "x" } }.joined())
    }
    do throws(UsageError) {
      guard case .run(let verb, let typed) = try Program.commandSet.parse(words) else { return nil }
      for (number, word) in typed.operands.map(\.shown).enumerated()
      where word.contains(where: { "*?[".contains($0) }) {
        guard let operand = number < verb.operands.count ? verb.operands[number] : verb.operands.last,
          operand.name == "FILE" || operand.name == "PATH"
        else { continue }
        return "the pattern '\(word)' is not expanded, as steps are not run by a shell; "
          + "use a parameter of the kind 'files'"
      }
      return nil
    } catch { return nil }
  }

  /// Outputs that no step writes: no word is their path, or a file next to which `-e` would write them.
  private static func outputProblems(of workflow: Workflow, _ values: [String: [Argument]]) -> [Workflow
    .Problem]
  {
    func words(of steps: some Sequence<Workflow.Step>) -> [String] {
      steps.flatMap { $0.commands.flatMap { $0.flatMap { Workflow.fill($0, values).map(\.path) } } }
    }
    func isMade(_ path: String, by words: [String]) -> Bool {
      let path = Workflow.fill(path, values).map(\.path).joined(separator: " ")
      return words.contains { word in
        word == path || word.hasPrefix("-") && word.hasSuffix("=" + path)
          || Paths.stem(word) == Paths.stem(path)
      }
    }
    let all = words(of: workflow.steps)
    var problems = workflow.outputs.filter { !isMade($0.path, by: all) }.map {
      Workflow.Problem(sentence: "no step makes the output '\($0.path)'", place: $0.place)
    }
    for (number, step) in workflow.steps.enumerated() {
      for path in step.made where !isMade(path, by: words(of: [step])) {
        problems.append(
          Workflow.Problem(sentence: "step \(number + 1) does not make '\(path)'", place: step.place))
      }
    }
    return problems
  }

  /// Duplicate, unknown and unused names, and defaults that are not allowed.
  private static func parameters(of workflow: Workflow) -> [Workflow.Problem] {
    var problems: [Workflow.Problem] = []
    func report(_ sentence: String, at place: Int) {
      problems.append(Workflow.Problem(sentence: sentence, place: place))
    }
    let names = workflow.parameters.map(\.name)
    for (index, parameter) in workflow.parameters.enumerated() where names[..<index].contains(parameter.name)
    { report("the parameter '\(parameter.name)' is declared twice", at: parameter.place) }
    let used = workflow.steps.flatMap { step in
      step.commands.flatMap { $0.flatMap(Workflow.placeholders) }.map { (name: $0, place: step.place) }
    }
    let inFiles = (workflow.inputs + workflow.outputs).flatMap { file in
      Workflow.placeholders(in: file.path).map { (name: $0, place: file.place) }
    }
    let inMade = workflow.steps.flatMap { step in
      step.made.flatMap(Workflow.placeholders).map { (name: $0, place: step.place) }
    }
    var reported: Set<String> = []
    for (name, place) in used + inFiles + inMade where !names.contains(name) && reported.insert(name).inserted
    {
      let nearest = NearestName.nearest(to: name, among: names)
      let advice = nearest.map { "did you mean '{\($0)}'?" } ?? "write {{\(name)}} for the text itself"
      report("unknown parameter '\(name)'; \(advice)", at: place)
    }
    for parameter in workflow.parameters {
      if !used.contains(where: { $0.name == parameter.name }) {
        report("no step uses the parameter '\(parameter.name)'", at: parameter.place)
      }
      if let value = parameter.defaultValue,
        let problem = WorkflowValues.problem(of: Argument(value), for: parameter)
      {
        report("the default of '\(parameter.name)': \(problem)", at: parameter.place)
      }
    }
    return problems
  }

  /// Values of one kind each, for parameters whose value only a run knows.
  private static let openSamples = ["1", "true", "2001-01-01T00:00:00Z", "AAAA"]
  private static let maximumOpenParameters = 3

  /// A sample value for each name in the steps, to parse them.
  private static func samples(_ workflow: Workflow) -> [String: [Argument]] {
    var values: [String: [Argument]] = [:]
    for command in workflow.steps.flatMap(\.commands) {
      for name in command.flatMap(Workflow.placeholders) { values[name] = [Argument(name)] }
    }
    for parameter in workflow.parameters {
      let sample = parameter.defaultValue ?? parameter.allowed.first
      values[parameter.name] = [Argument(sample ?? (parameter.kind == .integer ? "1" : parameter.name))]
    }
    return values
  }

  /// A step's words with sample values; with the first ones that an option accepts for open parameters.
  private static func words(
    of command: [String], _ values: [String: [Argument]], _ workflow: Workflow
  ) -> [Argument] {
    let words = command.flatMap { Workflow.fill($0, values) }
    let parameters = Dictionary(workflow.parameters.map { ($0.name, $0) }) { first, _ in first }
    let open = Set(command.flatMap(Workflow.placeholders)).sorted().filter { name in
      guard let parameter = parameters[name] else { return true }
      return parameter.kind == .text && parameter.defaultValue == nil && parameter.allowed.isEmpty
    }
    if open.isEmpty { return words }
    func accepted(_ open: ArraySlice<String>, _ values: [String: [Argument]]) -> [Argument]? {
      guard let name = open.first else {
        let words = command.flatMap { Workflow.fill($0, values) }
        return problem(of: words) == nil ? words : nil
      }
      for sample in [name] + openSamples {
        var values = values
        values[name] = [Argument(sample)]
        if let words = accepted(open.dropFirst(), values) { return words }
      }
      return nil
    }
    return accepted(open.prefix(maximumOpenParameters), values) ?? words
  }

  static func problem(of words: [Argument]) -> String? {
    let isPlistBuddy = PlistBuddy.handles(words.first?.text)
    if isPlistBuddy || words.first?.text == "plutil" || Plutil.handles(words) {
      return "a step runs a command of pliant, not \(isPlistBuddy ? PlistBuddy.name : "plutil")"
    }
    do throws(UsageError) {
      guard case .run = try Program.commandSet.parse(words) else {
        return "'\(WorkflowWords.typed(words.map(\.shown)))' asks for help only"
      }
      return nil
    } catch { return error.message + (error.suggestion.map { "; \($0)" } ?? "") }
  }
}

/// The workflows called by steps during a check, by file; nil for one that cannot run.
final class CalledWorkflows { var workflows: [String: Workflow?] = [:] }

/// Values of parameters, from `--set` and defaults.
enum WorkflowValues {
  /// The problem with a value, regardless of the file system, or nil.
  static func problem(of word: Argument, for parameter: Workflow.Parameter) -> String? {
    let value = word.shown
    let isPath = [.file, .folder, .files].contains(parameter.kind)
    if word.text == nil && !isPath { return "invalid value '\(value)': expected valid UTF-8" }
    if !parameter.allowed.isEmpty, !parameter.allowed.contains(value) {
      let nearest = NearestName.suggestion(for: value, among: parameter.allowed)
      return "invalid value '\(value)': expected \(parameter.allowed.joined(beforeLast: "or"))"
        + (nearest.map { "; \($0)" } ?? "")
    }
    if parameter.kind == .integer, Int(value) == nil {
      return "invalid value '\(value)': expected a whole number"
    }
    if value.utf8.first == ASCII.hyphen, parameter.kind != .text && parameter.kind != .integer {
      return "'\(value)' looks like an option; './\(value)' is a file of that name"
    }
    if let pattern = parameter.pattern, let expression = try? IRegexp(pattern), !expression.matches(value) {
      return "'\(value)' does not match \(pattern)"
    }
    return nil
  }

  /// The problem with the settings of a step that runs a workflow, regardless of the file system, or nil.
  static func problem(of settings: [NamedArgument], for workflow: Workflow) -> String? {
    do throws(UsageError) {
      let given = try given(settings, for: workflow)
      for parameter in workflow.parameters {
        if let value = given[parameter.name], let problem = problem(of: value, for: parameter) {
          return "\(parameter.name): \(problem)"
        }
        guard given[parameter.name] != nil || parameter.defaultValue != nil else {
          throw missing(parameter, workflow)
        }
      }
      return nil
    } catch { return error.message + (error.suggestion.map { "; \($0)" } ?? "") }
  }

  private static func given(_ settings: [NamedArgument], for workflow: Workflow) throws(UsageError)
    -> [String: Argument]
  {
    var given: [String: Argument] = [:]
    for setting in settings {
      guard workflow.parameters.contains(where: { $0.name == setting.name }) else {
        throw UsageError(
          "unknown parameter '\(setting.name)' for \(workflow.name)",
          suggestion: NearestName.suggestion(for: setting.name, among: workflow.parameters.map(\.name)))
      }
      given[setting.name] = setting.value
    }
    return given
  }

  private static func missing(_ parameter: Workflow.Parameter, _ workflow: Workflow) -> UsageError {
    UsageError(
      "missing parameter '\(parameter.name)' for \(workflow.name): \(Markup.plain(parameter.help))",
      suggestion: "use --set \(parameter.name)=VALUE")
  }

  /// Returns the values of all parameters, with paths as the steps in the workflow's `folder` need them.
  ///
  /// Defaults are relative to it, given paths to the caller's directory.
  /// Throws a `UsageError` for an unknown or missing one, or an invalid value.
  static func make(
    for workflow: Workflow, settings: [NamedArgument], context: CommandContext, folder: String = ""
  ) throws(UsageError) -> [String: [Argument]] {
    let inFolder = context.inFolder(folder)
    let given = try given(settings, for: workflow)
    var values: [String: [Argument]] = [:]
    for parameter in workflow.parameters {
      let typed = given[parameter.name]
      if let typed, let problem = optionProblem(of: typed, for: parameter, in: workflow) {
        throw UsageError("\(parameter.name): \(problem)")
      }
      guard let value = typed ?? parameter.defaultValue.map({ Argument($0) }) else {
        throw missing(parameter, workflow)
      }
      let isCallers = typed != nil && workflow.isPath(parameter)
      let words = try words(value, for: parameter, of: workflow, isCallers ? context : inFolder)
      values[parameter.name] =
        isCallers ? words.map { word(ofPath: context.path($0.path, from: folder)) } : words
    }
    return values
  }

  /// A value at the beginning of a step's word must not become an option, unless the workflow allows it.
  private static func optionProblem(
    of word: Argument, for parameter: Workflow.Parameter, in workflow: Workflow
  ) -> String? {
    let value = word.shown
    guard parameter.kind == .text, value.utf8.first == ASCII.hyphen, value.utf8.count > 1,
      parameter.allowed.isEmpty, parameter.pattern == nil, value != parameter.defaultValue,
      workflow.steps.contains(where: { step in
        step.commands.contains {
          $0.contains { Workflow.pieces(of: $0).first == .placeholder(parameter.name) }
        }
      })
    else { return nil }
    return "'\(value)' would be read as an option; a workflow permits it with 'allowed' or 'pattern'"
  }

  private static func words(
    _ word: Argument, for parameter: Workflow.Parameter, of workflow: Workflow, _ context: CommandContext
  ) throws(UsageError) -> [Argument] {
    let value = word.path
    if let problem = problem(of: word, for: parameter) { throw UsageError("\(parameter.name): \(problem)") }
    let kind = Platform.status(context.resolve(value))?.kind
    switch parameter.kind {
    case .text, .integer: return [word]
    case .file where kind == nil || kind == .folder:
      throw UsageError("\(parameter.name): file not found: '\(Platform.displayPath(value))'")
    case .folder where kind == nil && workflow.isMade(parameter): return [word]
    case .folder where kind != .folder:
      throw UsageError("\(parameter.name): directory not found: '\(Platform.displayPath(value))'")
    case .file, .folder: return [word]
    case .files:
      let files = files(value, context)
      if files.isEmpty {
        throw UsageError("\(parameter.name): no file matches '\(Platform.displayPath(value))'")
      }
      return files.map(word(ofPath:))
    }
  }

  private static func word(ofPath path: String) -> Argument {
    Argument(bytes: Platform.pathBytes(path).dropLast())
  }

  private static func files(_ pattern: String, _ context: CommandContext) -> [String] {
    if Platform.status(context.resolve(pattern))?.kind == .regular { return [pattern] }
    let names = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let fixed = names.prefix { name in !name.contains { "*?[".contains($0) } }
    let rest = names.dropFirst(fixed.count).joined(separator: "/")
    let folder =
      fixed.isEmpty ? "." : fixed.count == 1 && fixed[0].isEmpty ? "/" : fixed.joined(separator: "/")
    guard !rest.isEmpty, let glob = GlobPattern("/" + rest) else { return [] }
    let prefix = folder == "/" ? folder : folder + "/"
    return FolderWalk().list(folder) { context.resolve($0) }.files.map(\.path).filter { path in
      glob.matches(path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path, isFolder: false)
    }
  }
}

/// A step that runs another workflow of the same folder: `workflow run [--set NAME=VALUE]... FILE`.
struct WorkflowCall {
  /// The file in the step.
  let name: String
  /// Its path in the caller's directory.
  let file: String
  let settings: [NamedArgument]

  /// Parses a step's words as a call; nil if they are another command.
  ///
  /// Throws a `UsageError` for invalid words, and for options that only a person may use.
  init?(_ words: [Argument], from caller: String) throws(UsageError) {
    guard words.first == Argument(WorkflowCommand.verb.name),
      case .run(_, let typed) = try Program.commandSet.parse(words)
    else { return nil }
    let subverb = typed.subverb.flatMap(WorkflowCommand.Subverb.init) ?? .run
    guard subverb == .run, !typed[WorkflowCommand.dryRun], let file = typed.paths.first else {
      throw UsageError("a step can only run a workflow")
    }
    guard !file.contains("/"), file != "-" else {
      throw UsageError("'\(Platform.displayPath(file))' is not in the workflow's own folder")
    }
    name = file
    let folder = caller == "-" ? "" : Paths.split(caller).folder
    self.file = folder.isEmpty || folder == "." ? file : Paths.join(folder, file)
    settings = typed[WorkflowCommand.set]
  }
}

extension CommandContext {
  /// The context of a workflow's steps, which run in its directory.
  func inFolder(_ folder: String) -> CommandContext {
    if folder.isEmpty { return self }
    var context = self
    context.workingDirectory = resolve(folder)
    return context
  }

  /// A path as it is from a directory, which may be a symbolic link.
  func path(_ path: String, from folder: String) -> String {
    if path.utf8.first == ASCII.solidus { return path }
    if path.hasPrefix(folder), path.utf8.count > folder.utf8.count {
      return String(path.dropFirst(folder.count))
    }
    return Paths.resolve(resolve(path), against: Platform.workingDirectory())
  }
}
