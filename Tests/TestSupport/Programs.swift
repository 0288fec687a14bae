// Programs that tests run where they are installed.

import Foundation
import Testing

/// The path of an installed program, or nil.
public func find(_ program: String) -> String? {
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
  return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// What a program writes to standard output; nil if it cannot be started.
public func output(_ program: String, _ arguments: [String]) -> String? {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return nil }
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}

/// Runs a program in a folder to its end, with its input from a file (none where nil).
///
/// Throws where it cannot be started.
public func run(
  _ program: String, _ arguments: [String], in folder: URL, input: URL? = nil,
  environment: [String: String]? = nil
) throws -> (status: Int32, output: Data, errors: Data) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.currentDirectoryURL = folder
  if let environment { process.environment = environment }
  let (output, errors) = (Pipe(), Pipe())
  process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  let text = output.fileHandleForReading.readDataToEndOfFile()
  let talk = errors.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, text, talk)
}

/// What mandoc's lint says of a page, style included; skips the test where it is not installed.
///
/// References to pages that are not installed, and the state of mandoc's database, are no errors.
public func mandocErrors(_ file: URL) throws -> [String] {
  guard let mandoc = find("mandoc") else { try Test.cancel("mandoc is not installed") }
  let lines = (output(mandoc, ["-T", "lint", "-W", "style", file.path]) ?? "").split(separator: "\n")
  let harmless = ["referenced manual not found", "outdated mandoc.db"]
  return lines.map(String.init).filter { line in !harmless.contains { line.contains($0) } }
}
