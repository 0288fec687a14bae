// Every example that is shown anywhere is run, and prints what is shown.

import Commands
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit

@Suite struct ExampleTests {
  static let commands = Program.commandSet

  /// Where an example is, for messages.
  struct Shown: CustomTestStringConvertible, Sendable {
    let owner: String
    let example: Example
    var testDescription: String { "\(owner): \(example.command)" }
  }

  static let shown: [Shown] = {
    var shown: [Shown] = []
    func add(_ examples: [Example], of owner: String) {
      for example in examples { shown.append(Shown(owner: owner, example: example)) }
    }
    // `GitTests` runs those of `git` in a repository.
    for verb in commands.verbs where verb.name != "git" {
      add(verb.examples, of: verb.name)
      for subverb in verb.subverbs { add(subverb.examples, of: verb.name) }
      for section in verb.manual { add(examples(section), of: verb.name) }
    }
    for page in commands.pages {
      for section in page.sections { add(examples(section), of: page.name) }
    }
    for section in commands.manual { add(examples(section), of: commands.program) }
    add(ReadmeExamples.all, of: "README")
    return shown
  }()

  private static func examples(_ section: ManualSection) -> [Example] {
    section.blocks.compactMap { block in if case .example(let example) = block { example } else { nil } }
  }

  @Test func printsWhatIsShown() async throws {
    try await forEachRow(of: Self.shown) { (shown: Shown) in
      try withTemporaryFolder { folder in
        // Whoever reads the manual has only what is installed.
        if shown.owner == "README" {
          for name in ["README.md", "man", "testdata"] {
            try FileManager.default.copyItem(
              at: packageRoot.appendingPathComponent(name), to: folder.appendingPathComponent(name))
          }
        } else {
          #expect(!shown.example.command.contains("testdata/"))
        }
        // Pages name the installed examples without a folder.
        for source in ["examples", "workflows"] {
          for name in try FileManager.default.contentsOfDirectory(atPath: testdata(source).path) {
            try FileManager.default.copyItem(
              at: testdata("\(source)/\(name)"), to: folder.appendingPathComponent(name))
          }
        }
        guard let result = try ExampleRun(shown.example.command, in: folder).run() else { return }
        if shown.example.status != 2 {
          #expect(!result.error.contains("\nSee 'pliant help"), "\(result.error)")
        }
        if shown.owner != "README" {
          #expect(Int(result.code.rawValue) == shown.example.status, "\(result.error)")
        }
        guard let output = shown.example.output else { return }
        #expect(Self.matches(output, result), "shown:\n\(output)\nprinted:\n\(result.output)\(result.error)")
      }
    }
  }

  /// What is shown is all that is seen, in whichever order; a last line `…` stands for the rest.
  private static func matches(_ shown: String, _ result: ExampleRun.Result) -> Bool {
    // A page shows CSV's line ends as it shows all others.
    let orders = [result.output + result.error, result.error + result.output].map {
      $0.replacing("\r\n", with: "\n")
    }
    for end in ["…", "…\n"] where shown.hasSuffix("\n" + end) {
      return orders.contains { $0.hasPrefix(shown.dropLast(end.count)) }
    }
    return orders.contains { $0 == shown || $0 == shown + "\n" }
  }
}

/// A command line as a reader would type it: words in quotation marks, pipes, and a redirection at the end.
struct ExampleRun {
  struct Result {
    var code = ExitCode.success
    var output = ""
    var error = ""
  }

  private var stages: [[String]] = [[]]
  private let folder: URL

  init(_ command: String, in folder: URL) throws {
    self.folder = folder
    var word: String?
    var quote: Character?
    for character in command {
      switch (character, quote) {
      case (_, .some(let mark)) where character == mark: quote = nil
      case (_, .some): word = (word ?? "") + String(character)
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (" ", nil):
        if let word { stages[stages.count - 1].append(word) }
        word = nil
      case ("|", nil) where word == nil: stages.append([])
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { stages[stages.count - 1].append(word) }
    #expect(quote == nil, "unbalanced quotation marks in \(command)")
  }

  /// Runs the stages one after another; nil where a program is not installed.
  func run() throws -> Result? {
    var result = Result()
    var input: [UInt8]?
    for stage in stages {
      var words = stage
      var target: String?
      if words.count > 2, words[words.count - 2] == ">" {
        target = words.removeLast()
        words.removeLast()
      }
      if words.count > 2, words[words.count - 2] == "<" {
        input = Array(try Data(contentsOf: folder.appendingPathComponent(words.removeLast())))
        words.removeLast()
      }
      if words.starts(with: ["swift", "run", "pliant"]) { words.removeFirst(2) }
      if words.first == "pliant" {
        let run = try CapturedRun(input: input, in: folder)
        result.code.worsen(to: Program.run(Array(words.dropFirst()), context: run.context))
        input = run.outputBytes
        result.error += run.errorText
      } else {
        guard let program = find(words.first ?? "") else {
          print("skipped: \(words.first ?? "") is not installed")
          return nil
        }
        input = try Self.output(program, Array(words.dropFirst()), input, in: folder)
      }
      if let target {
        try Data(input ?? []).write(to: folder.appendingPathComponent(target))
        input = []
      }
    }
    result.output = String(decoding: input ?? [], as: UTF8.self)
    return result
  }

  private static func output(
    _ program: String, _ arguments: [String], _ input: [UInt8]?, in folder: URL
  ) throws -> [UInt8] {
    let process = Process()
    let (source, sink) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = source
    process.standardOutput = sink
    try process.run()
    let writer = Thread {
      try? source.fileHandleForWriting.write(contentsOf: Data(input ?? []))
      try? source.fileHandleForWriting.close()
    }
    writer.start()
    let data = sink.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(data)
  }
}

/// The command lines of README.md: in an indented block, `$ ` begins a command and the lines below are its output.
enum ReadmeExamples {
  static let all: [Example] = {
    let text =
      (try? String(contentsOf: packageRoot.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""
    var examples: [Example] = []
    var command: String?
    var output: [String] = []
    func finish() {
      while output.last == "" { output.removeLast() }
      if let command, isRun(command) {
        let shown = output.isEmpty ? nil : output.joined(separator: "\n") + "\n"
        examples.append(Example(command: command, explanation: "", output: shown, status: 0))
      }
      (command, output) = (nil, [])
    }
    for line in text.components(separatedBy: "\n") {
      guard line.hasPrefix("    ") || line.isEmpty else {
        finish()
        continue
      }
      let code = String(line.dropFirst(4))
      if code.hasPrefix("$ ") {
        finish()
        command = String(code.dropFirst(2))
      } else if command != nil {
        output.append(code)
      } else if code.contains("pliant convert ") {
        if isRun(code) { examples.append(Example(command: code, explanation: "", output: nil, status: 0)) }
      }
    }
    finish()
    return examples
  }()

  private static func isRun(_ command: String) -> Bool {
    command.hasPrefix("pliant ") || command.hasPrefix("swift run pliant ")
      || command.contains(" | pliant ")
  }
}
