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

  private init() {
    let base = Platform.variable("TMPDIR") ?? "/tmp"
    folder = base + "/pliant-fuzz-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    guard mkdir(folder, 0o700) == 0, let input = Platform.makeAnonymousFile(),
      let output = Platform.makeAnonymousFile(), let error = Platform.makeAnonymousFile()
    else { fatalError("no place for temporary files") }
    (self.input, self.output, self.error) = (input, output, error)
  }

  /// What a command line prints; nil unless it succeeds.
  func run(_ words: [String], input bytes: [UInt8]) -> [UInt8]? {
    Self.fill(input, bytes)
    Self.fill(output, [])
    Self.fill(error, [])
    let context = CommandContext(
      standardInput: input, standardOutput: output, standardError: error, workingDirectory: folder,
      environment: { _ in nil })
    guard Program.run(words, context: context) == .success else { return nil }
    Platform.seek(output, to: 0)
    return (try? InputFile(descriptor: output, name: "output")).map { $0.withBytes { $0.array } }
  }

  /// Makes a file in the folder.
  func write(_ name: String, _ bytes: [UInt8]) {
    guard let file = try? AtomicFile(path: folder + "/" + name) else { return }
    var buffer = OutputBuffer(to: .descriptor(file.descriptor))
    bytes.withByteView { buffer.append($0) }
    try? buffer.drain()
    try? file.commit(synchronizesFolder: false)
  }

  /// The bytes of a file in the folder, or nil.
  func read(_ name: String) -> [UInt8]? {
    (try? InputFile(path: folder + "/" + name)).map { $0.withBytes { $0.array } }
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
