// The programs that the package builds, run as a user runs them.

import Foundation

/// A program of the package, built beside the running tests.
public func builtProgram(_ name: String) -> URL {
  let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
  let tests = bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])
  let beside = tests.deletingLastPathComponent().appendingPathComponent(name)
  if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
  return packageRoot.appendingPathComponent(".build/debug").appendingPathComponent(name)
}

/// Whether a sanitizer watches the tests and the programs: it needs more addresses and memory than some tests leave it.
public let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

/// How a program ended and what it wrote.
public struct Ended: Sendable {
  /// The exit code; nil if it died of a signal.
  public let code: Int32?
  /// The signal it died of.
  public let signal: Int32?
  /// Standard output.
  public let output: String
  /// Standard error.
  public let error: String
}

/// A shell in a folder, in which `pliant` is the built program; runs a script and waits for its end.
public func shell(_ script: String, in folder: URL, input: String = "") throws -> Ended {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", script]
  process.currentDirectoryURL = folder
  var environment = ProcessInfo.processInfo.environment
  let programs = builtProgram("pliant").deletingLastPathComponent().path
  environment["PATH"] = programs + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
  process.environment = environment
  let files = try (0..<3).map { _ in
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(input.utf8).write(to: url)
    return url
  }
  defer { for url in files { try? FileManager.default.removeItem(at: url) } }
  process.standardInput = try FileHandle(forReadingFrom: files[0])
  for url in files[1...] { try Data().write(to: url) }
  process.standardOutput = try FileHandle(forWritingTo: files[1])
  process.standardError = try FileHandle(forWritingTo: files[2])
  try process.run()
  process.waitUntilExit()
  let died = process.terminationReason == .uncaughtSignal
  return Ended(
    code: died ? nil : process.terminationStatus, signal: died ? process.terminationStatus : nil,
    output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
    error: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
}

/// Whether `condition` holds within some seconds.
public func eventually(seconds: Double = 60, _ condition: () -> Bool) -> Bool {
  let end = Date().addingTimeInterval(seconds)
  while Date() < end {
    if condition() { return true }
    usleep(5000)
  }
  return condition()
}
