// What `Platform` leaves out: comparing files, the machine, running a program and measuring its time and memory.

import CLibrary
import PliantBase

struct BenchError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// The cost of one run of a program.
struct Measurement {
  var userSeconds: Double
  /// User and system time, in seconds.
  var seconds: Double
  var wallSeconds: Double
  /// Peak resident memory, in bytes.
  var peakMemory: Int
  var exitCode: Int32
}

/// The operating system's functions that the benchmark uses.
enum System {
  static func exists(_ path: String) -> Bool { Platform.status(path) != nil }

  static func size(_ path: String) -> Int { Platform.status(path)?.size ?? 0 }

  static func find(_ program: String) -> String? {
    (Platform.variable("PATH") ?? "").split(separator: ":").map { "\($0)/\(program)" }
      .first(where: Platform.isExecutable)
  }

  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw BenchError("cannot make \(path)") }
  }

  /// The processors and the memory, for the head of the results.
  static var machine: String {
    let memory = Double(sysconf(Int32(_SC_PHYS_PAGES))) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e9
    let model = (contents("/proc/cpuinfo") ?? "").split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last?.drop { $0 == " " } ?? "unknown processor"
    return "\(name), \(Platform.processorCount()) processors, \(Int(memory.rounded())) GB of memory"
  }

  static func say(_ text: String) { try? Platform.writeAll(2, text + "\n") }

  /// Flushes each line, also in a pipe.
  static func flush() { fflush(nil) }

  /// A short file's text.
  static func contents(_ path: String) -> String? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Calls `body` with each line of a file, without its end.
  static func forEachLine(of path: String, _ body: (String) throws -> Void) throws {
    guard let file = fopen(path, "rb") else { throw BenchError("cannot read \(path)") }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0 { if let line { try body(String(cString: line)) } }
  }

  /// Whether two files have the same bytes; cmp(1) compares them to keep this process small.
  static func sameBytes(_ first: String, _ second: String) -> Bool {
    guard let cmp = find("cmp") else { return false }
    return (try? run([cmp, "-s", first, second]))?.exitCode == 0
  }

  /// Runs a program and waits; standard output goes to `output`, standard error to /dev/null unless `showErrors`.
  ///
  /// Peak memory comes from wait4(2); on Linux it is never below the few megabytes of this process itself.
  static func run(
    _ command: [String], input: String? = nil, output: String = "/dev/null", showErrors: Bool = false
  ) throws -> Measurement {
    var actions = makeActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    if !showErrors { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let start = Platform.monotonicSeconds()
    guard posix_spawn(&child, command[0], &actions, nil, arguments, inheritedVariables) == 0 else {
      throw BenchError("cannot run \(command[0])")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw BenchError("lost \(command[0])") }
    }
    let exited = status & 0x7F == 0
    return Measurement(
      userSeconds: seconds(usage.ru_utime), seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      wallSeconds: Platform.monotonicSeconds() - start, peakMemory: bytes(usage.ru_maxrss),
      exitCode: exited ? status >> 8 & 0xFF : -1)
  }

  #if canImport(Darwin)
    private static func makeActions() -> posix_spawn_file_actions_t? { nil }
    private static func bytes(_ maximum: Int) -> Int { maximum }
    private static var inheritedVariables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
      _NSGetEnviron().pointee
    }
  #else
    private static func makeActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    private static func bytes(_ maximum: Int) -> Int { maximum * 1024 }
    private static var inheritedVariables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
  #endif

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}

/// A file that appears once it is complete.
final class FileWriter {
  private static let delivery = Delivery(isSynchronized: false)
  private let file: AtomicFile
  private var buffer: OutputBuffer

  init(_ path: String) throws(Failure) {
    file = try Self.delivery.open(path)
    buffer = OutputBuffer(to: .descriptor(file.descriptor))
  }

  func write(_ text: String) throws(Failure) {
    buffer.append(text)
    try buffer.drainIfFull()
  }

  func close() throws(Failure) {
    try buffer.drain()
    try Self.delivery.commit(file)
  }

  /// Writes files unless they exist; the first one appears last, once all are complete.
  static func make(_ paths: [String], _ write: ([FileWriter]) throws -> Void) throws {
    guard !System.exists(paths[0]) else { return }
    System.say("making \(paths[0])")
    let files = try paths.map { try FileWriter($0) }
    try write(files)
    for file in files.reversed() { try file.close() }
  }
}
