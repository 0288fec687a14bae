// Runs commands in process: streams are anonymous files, paths are relative to a folder of the test's.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

/// The three streams of a run, its surroundings, and what was written.
final class CapturedRun {
  var context: CommandContext
  private let input: Int32
  private let output: Int32
  private let error: Int32

  /// A run with this standard input (nil: a terminal) in this folder.
  init(input text: [UInt8]? = nil, in folder: URL? = nil, environment: [String: String] = [:]) throws {
    input = try #require(Platform.makeAnonymousFile())
    output = try #require(Platform.makeAnonymousFile())
    error = try #require(Platform.makeAnonymousFile())
    var bytes = OutputBuffer(to: .descriptor(input))
    (text ?? []).withByteView { bytes.append($0) }
    try bytes.drain()
    Platform.seek(input, to: 0)
    context = CommandContext(
      standardInput: input, standardOutput: output, standardError: error, workingDirectory: folder?.path,
      environment: { environment[$0] }, inputIsTerminal: text == nil)
  }

  deinit {
    for descriptor in [input, output, error] { Platform.closeDescriptor(descriptor) }
  }

  /// Runs a command line in these surroundings.
  func run(_ words: String...) -> ExitCode { Program.run(words, context: context) }

  /// What was written to standard output so far.
  var outputBytes: [UInt8] { contents(output) }
  var outputText: String { String(decoding: contents(output), as: UTF8.self) }
  /// What was written to standard error so far.
  var errorText: String { String(decoding: contents(error), as: UTF8.self) }

  private func contents(_ descriptor: Int32) -> [UInt8] {
    Platform.seek(descriptor, to: 0)
    guard let file = try? InputFile(descriptor: descriptor, name: "captured") else { return [] }
    return file.withBytes { $0.array }
  }
}

extension Program {
  /// Runs a command line of texts.
  static func run(_ words: [String], context: CommandContext) -> ExitCode {
    run(words.map { Argument($0) }, context: context)
  }
}

/// Makes files in a folder.
func write(_ files: [String: String], in folder: URL) throws {
  for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
}

/// The text of a file in a folder, or nil.
func read(_ name: String, in folder: URL) -> String? {
  try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
}
