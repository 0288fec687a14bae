// A request to pliant-foundation: arguments, and the bytes on standard input.
//
//   pliant-foundation convert --version 0.1.0 --source xml1 --target json …   the input
//   pliant-foundation verify  --version 0.1.0 --source xml1 --target json …   "1234\n", input, output

/// One conversion or verification, for both programs.
package struct EngineRequest: Sendable, Equatable {
  package enum Task: String, Sendable {
    /// Do the conversion and answer with the output.
    case convert
    /// Read the output back and compare it with the input.
    case verify
  }

  package var task: Task
  /// The requesting program's version.
  package var version = Version.text
  package var source: Format
  package var target: Format
  /// Whether values that the target cannot represent become tagged objects.
  package var encodesTags = false
  package var null = NullPolicy.keep
  package var controls = ControlCharacterPolicy.refuse
  package var sortsKeys = false
  package var isPretty = false
  package var maximumExpansion = Limits.expandedBytes

  package init(_ task: Task, from source: Format, to target: Format) {
    self.task = task
    self.source = source
    self.target = target
  }

  package var arguments: [String] {
    var words = [
      task.rawValue, "--version", version, "--source", source.rawValue, "--target", target.rawValue,
      "--json-null", null.rawValue, "--control", controls.rawValue, "--max-output", String(maximumExpansion),
    ]
    if sortsKeys { words.append("--sort-keys") }
    if isPretty { words.append("--pretty") }
    if encodesTags { words.append("--tag") }
    return words
  }

  /// Parses a request from arguments; nil if they are invalid.
  package init?(arguments: [String]) {
    guard let task = arguments.first.flatMap(Task.init(rawValue:)) else { return nil }
    self.init(task, from: .xml1, to: .xml1)
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      switch name {
      case "--sort-keys": sortsKeys = true
      case "--pretty": isPretty = true
      case "--tag": encodesTags = true
      default:
        guard let value = rest.popFirst(), take(name, value) else { return nil }
      }
    }
  }

  private mutating func take(_ name: String, _ value: String) -> Bool {
    func set<Value>(_ target: inout Value, _ new: Value?) -> Bool {
      guard let new else { return false }
      target = new
      return true
    }
    switch name {
    case "--version": return set(&version, value)
    case "--source": return set(&source, Format(rawValue: value))
    case "--target": return set(&target, Format(rawValue: value))
    case "--json-null": return set(&null, NullPolicy(rawValue: value))
    case "--control": return set(&controls, ControlCharacterPolicy(rawValue: value))
    case "--max-output": return set(&maximumExpansion, Int(value))
    default: return false
    }
  }

  /// Whether the engine converts documents of the format.
  package static func handles(_ format: Format) -> Bool { format.traits.isFoundationFormat }
}
