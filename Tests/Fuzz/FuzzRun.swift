// Verbs run in process, with input and output in unnamed files and a folder that nobody else uses.

import Commands
import Foundation
import PliantCore

/// The surroundings of all runs.
final class FuzzRun {
  nonisolated(unsafe) static let shared = FuzzRun()

  /// Where verbs find and leave their files.
  let folder: String
  private let input: Int32
  private let output: Int32
  private let error: Int32
  /// What the last run said.
  private(set) var told = ""

  private init() {
    let base = Platform.variable("TMPDIR") ?? "/tmp"
    folder = base + "/pliant-fuzz-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    guard mkdir(folder, 0o700) == 0, let input = Platform.makeAnonymousFile(),
      let output = Platform.makeAnonymousFile(), let error = Platform.makeAnonymousFile()
    else { fatalError("no place for temporary files") }
    (self.input, self.output, self.error) = (input, output, error)
  }

  /// What a command line prints; nil unless it succeeds.
  ///
  /// Its messages must be harmless for a terminal, and so must the output of those that report.
  func run(_ words: [String], input bytes: [UInt8] = [], isReport: Bool = false) -> [UInt8]? {
    Self.fill(input, bytes)
    Self.fill(output, [])
    Self.fill(error, [])
    let context = CommandContext(
      standardInput: input, standardOutput: output, standardError: error, workingDirectory: folder,
      environment: { _ in nil })
    let code = Program.run(words.map { Argument($0) }, context: context)
    let written = Self.contents(output)
    told = String(decoding: Self.contents(error), as: UTF8.self)
    if !words.contains("--color") {
      Self.checkIsHarmless(Self.contents(error))
      if isReport { Self.checkIsHarmless(written) }
    }
    return code == .success ? written : nil
  }

  /// Stops where something that is shown could steer a terminal.
  private static func checkIsHarmless(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard TerminalText.escaped(text, keepsLines: true) == text else {
      fatalError("not harmless: \(text.debugDescription)")
    }
  }

  /// Makes a file in the folder.
  func write(_ name: String, _ bytes: [UInt8]) {
    _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: Data(bytes))
  }

  /// The bytes of a file in the folder, or nil.
  func read(_ name: String) -> [UInt8]? {
    (try? InputFile(path: folder + "/" + name)).map { $0.withBytes { $0.array } }
  }

  private static func contents(_ descriptor: Int32) -> [UInt8] {
    Platform.seek(descriptor, to: 0)
    return (try? InputFile(descriptor: descriptor, name: "output")).map { $0.withBytes { $0.array } } ?? []
  }

  private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) {
    Platform.seek(descriptor, to: 0)
    ftruncate(descriptor, 0)
    var buffer = OutputBuffer(to: .descriptor(descriptor))
    bytes.withByteView { buffer.append($0) }
    try? buffer.drain()
    Platform.seek(descriptor, to: 0)
  }
}
