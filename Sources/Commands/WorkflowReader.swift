/// Reads a workflow from a document and collects its problems.
struct WorkflowReader {
  private(set) var problems: [Workflow.Problem] = []

  private mutating func report(_ sentence: String, at value: DocumentValue) {
    problems.append(Workflow.Problem(sentence: sentence, place: value.index))
  }

  private static let keys = [
    "name", "purpose", "description", "parameters", "inputs", "outputs", "steps", "examples",
  ]

  static func looksLikeWorkflow(_ value: DocumentValue) -> Bool {
    value.value(forKey: "name")?.string != nil && value.value(forKey: "steps")?.isArray == true
  }

  /// Reads as much of the workflow as possible.
  mutating func read(_ root: DocumentValue) -> Workflow {
    if !root.isDictionary { report("the workflow must be a dictionary", at: root) }
    checkKeys(of: root, "the workflow", among: Self.keys)
    let name = text(root, "name", of: "the workflow")
    if !name.allSatisfy(Workflow.isNameCharacter) {
      report(
        "invalid name '\(name)': expected letters, digits, - and _", at: root.value(forKey: "name") ?? root)
    }
    let purpose = text(root, "purpose", of: "the workflow")
    if purpose.contains(where: \.isNewline) || TerminalText.escaped(purpose) != purpose {
      report(
        "the purpose must be one line without control characters", at: root.value(forKey: "purpose") ?? root)
    }
    return Workflow(
      name: name, purpose: purpose,
      description: paragraphs(root.value(forKey: "description")),
      parameters: list(root, "parameters").enumerated().map { parameter($1, $0 + 1) },
      inputs: list(root, "inputs").map { file($0, "an input") },
      outputs: list(root, "outputs").map { file($0, "an output") }, steps: steps(root),
      examples: list(root, "examples").map { example in
        checkKeys(of: example, "an example", among: ["run", "help"])
        return Workflow.Example(
          command: text(example, "run", of: "an example"), help: text(example, "help", of: "an example"),
          place: (example.value(forKey: "run") ?? example).index)
      })
  }

  private mutating func steps(_ root: DocumentValue) -> [Workflow.Step] {
    let steps = list(root, "steps")
    if steps.isEmpty { report("missing steps in the workflow", at: root.value(forKey: "steps") ?? root) }
    if steps.count > Workflow.maximumCount {
      report("more than \(Workflow.maximumCount) steps", at: steps[Workflow.maximumCount])
    }
    return steps.prefix(Workflow.maximumCount).enumerated().map { step($1, "step \($0 + 1)") }
  }

  private mutating func step(_ value: DocumentValue, _ owner: String) -> Workflow.Step {
    checkKeys(of: value, owner, among: ["run", "why", "accept", "unless-newer"])
    let why = text(value, "why", of: owner)
    let run = value.value(forKey: "run")
    var step = Workflow.Step(why: why, commands: commands(run, value, owner), place: (run ?? value).index)
    if let accept = value.value(forKey: "accept") { step.accepted = statuses(accept, owner) }
    if let made = value.value(forKey: "unless-newer") {
      step.made = paragraphs(made)
      if step.made.isEmpty {
        report("'unless-newer' of \(owner) must be the path of a file that it makes", at: made)
      }
      if step.commands.contains(where: { $0.first == WorkflowCommand.verb.name }) {
        report("\(owner) runs a workflow, whose steps know what is newer", at: made)
      }
    }
    return step
  }

  /// The accepted exit statuses: an array of integers, or their digits, as in XML.
  private mutating func statuses(_ value: DocumentValue, _ owner: String) -> Set<Int> {
    let words =
      value.isArray
      ? value.elements.map(scalar) : (scalar(value) ?? "").split(separator: " ").map(String.init)
    let statuses = words.compactMap { $0.flatMap { Int($0) } }.filter { (0...255).contains($0) }
    if statuses.isEmpty || statuses.count != words.count {
      report("'accept' of \(owner) must be exit statuses from 0 to 255, such as [0, 1]", at: value)
    }
    return Set(statuses)
  }

  private mutating func commands(_ run: DocumentValue?, _ step: DocumentValue, _ owner: String) -> [[String]]
  {
    guard let run else {
      report("missing 'run' in \(owner)", at: step)
      return []
    }
    if run.isArray { return commands(run, owner) }
    guard let line = run.string else {
      report("'run' of \(owner) must be a command line, or an array of its words", at: run)
      return []
    }
    let (commands, problem) = WorkflowWords.split(line)
    if let problem { report("\(owner): \(problem)", at: run) }
    return commands
  }

  /// Words in an array; the word `|` separates commands.
  private mutating func commands(_ run: DocumentValue, _ owner: String) -> [[String]] {
    var commands: [[String]] = [[]]
    for element in run.elements {
      guard let word = element.string else {
        report("a word of \(owner) is not a string", at: element)
        continue
      }
      if word == "|" { commands.append([]) } else { commands[commands.count - 1].append(word) }
    }
    for index in commands.indices where commands[index].first == "pliant" { commands[index].removeFirst() }
    if commands.contains(where: \.isEmpty) { report("\(owner) has a command without words", at: run) }
    return commands
  }

  private mutating func parameter(_ value: DocumentValue, _ number: Int) -> Workflow.Parameter {
    let name = text(value, "name", of: "parameter \(number)")
    let owner = "the parameter '\(name)'"
    checkKeys(of: value, owner, among: ["name", "help", "default", "kind", "allowed", "pattern"])
    if !name.allSatisfy(Workflow.isNameCharacter) {
      report("\(owner) may contain only letters, digits, - and _", at: value.value(forKey: "name") ?? value)
    }
    let kindName = value.value(forKey: "kind")?.string ?? "text"
    let kind = Workflow.Parameter.Kind(rawValue: kindName)
    let kinds = Workflow.Parameter.Kind.allCases.map(\.rawValue)
    if kind == nil {
      report(
        "unknown kind '\(kindName)' of \(owner): expected \(kinds.joined(beforeLast: "or"))",
        at: value.value(forKey: "kind") ?? value)
    }
    let pattern = value.value(forKey: "pattern")?.string
    if let pattern {
      do throws(Failure) { _ = try IRegexp(pattern) } catch {
        report("the pattern of \(owner): \(error.message)", at: value.value(forKey: "pattern") ?? value)
      }
    }
    return Workflow.Parameter(
      name: name, kind: kind ?? .text, help: text(value, "help", of: owner),
      defaultValue: scalar(value.value(forKey: "default")),
      allowed: (value.value(forKey: "allowed").map { Array($0.elements) } ?? []).compactMap(scalar),
      pattern: pattern, place: (value.value(forKey: "name") ?? value).index)
  }

  private mutating func file(_ value: DocumentValue, _ owner: String) -> Workflow.File {
    checkKeys(of: value, owner, among: ["path", "help"])
    return Workflow.File(
      path: text(value, "path", of: owner), help: text(value, "help", of: owner),
      place: (value.value(forKey: "path") ?? value).index)
  }

  // MARK: Values

  private func scalar(_ value: DocumentValue?) -> String? {
    value.flatMap { $0.string ?? $0.integer.map(String.init) ?? $0.boolean.map(String.init) }
  }

  private mutating func text(_ value: DocumentValue, _ key: StaticString, of owner: String) -> String {
    if let text = value.value(forKey: key)?.string, !text.isEmpty { return text }
    report("missing '\(key)' in \(owner); expected a string", at: value)
    return ""
  }

  /// A string, or an array of strings.
  private mutating func paragraphs(_ value: DocumentValue?) -> [String] {
    guard let value else { return [] }
    if let text = value.string { return [text] }
    return value.elements.compactMap(\.string)
  }

  private mutating func list(_ root: DocumentValue, _ key: StaticString) -> [DocumentValue] {
    guard let value = root.value(forKey: key) else { return [] }
    if !value.isArray { report("'\(key)' must be an array", at: value) }
    return Array(value.elements)
  }

  private mutating func checkKeys(of value: DocumentValue, _ owner: String, among keys: [String]) {
    for entry in value.entries {
      let key = entry.key.string
      guard !keys.contains(key) else { continue }
      let nearest = NearestName.nearest(to: key, among: keys)
      problems.append(
        Workflow.Problem(
          sentence: "unknown key '\(key)' in \(owner)" + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
          place: entry.keyIndex))
    }
  }
}
