// The C library's part: files, the search path, and running a program and measuring its time and memory.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// rename(2), which a member of `System` hides.
private func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  rename(old, new)
}

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
  static var arguments: [String] { CommandLine.arguments }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The path with all symbolic links followed.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func find(_ program: String) -> String? {
    (environment("PATH") ?? "").split(separator: ":").map { "\($0)/\(program)" }.first(where: isExecutable)
  }

  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw BenchError("cannot make \(path)") }
  }

  static func remove(_ path: String) { unlink(path) }

  static func rename(_ path: String, to target: String) throws {
    let result = path.withCString { old in target.withCString { new in systemRename(old, new) } }
    guard result == 0 else { throw BenchError("cannot rename \(path)") }
  }

  /// The processors and the memory, for the head of the results.
  static var machine: String {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let memory = Double(sysconf(Int32(_SC_PHYS_PAGES))) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e9
    let model = (contents("/proc/cpuinfo") ?? "").split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last?.drop { $0 == " " } ?? "unknown processor"
    return "\(name), \(processors) processors, \(Int(memory.rounded())) GB of memory"
  }

  static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(2, line, line.count)
  }

  static func exit(_ code: Int32) -> Never {
    flush()
    _exit(code)
  }

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
  static func forEachLine(of path: String, _ body: (String) -> Void) throws {
    guard let file = fopen(path, "rb") else { throw BenchError("cannot read \(path)") }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0 { if let line { body(String(cString: line)) } }
  }

  /// Whether two files have the same bytes; compared in chunks to keep this process small.
  static func sameBytes(_ first: String, _ second: String) -> Bool {
    guard size(first) == size(second), let left = fopen(first, "rb"), let right = fopen(second, "rb") else {
      return false
    }
    defer {
      fclose(left)
      fclose(right)
    }
    var one = [UInt8](repeating: 0, count: 1 << 16)
    var other = one
    while true {
      let count = fread(&one, 1, one.count, left)
      guard fread(&other, 1, other.count, right) == count else { return false }
      if count == 0 { return true }
      guard one[..<count] == other[..<count] else { return false }
    }
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
    let start = now
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
      wallSeconds: now - start, peakMemory: bytes(usage.ru_maxrss), exitCode: exited ? status >> 8 & 0xFF : -1
    )
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

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}

/// A file that is written through a block of memory.
final class FileWriter {
  private let file: UnsafeMutablePointer<FILE>
  private var buffer: [UInt8] = []

  init(_ path: String) throws {
    guard let file = fopen(path, "wb") else { throw BenchError("cannot write \(path)") }
    self.file = file
    buffer.reserveCapacity(1 << 17)
  }

  func write(_ text: some StringProtocol) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { flush() }
  }

  private func flush() {
    fwrite(buffer, 1, buffer.count, file)
    buffer.removeAll(keepingCapacity: true)
  }

  func close() {
    flush()
    fclose(file)
  }

  /// Writes files unless they exist; the first one appears last, once all are complete.
  static func make(_ paths: [String], _ write: ([FileWriter]) throws -> Void) throws {
    guard !System.exists(paths[0]) else { return }
    System.say("making \(paths[0])")
    let files = try [FileWriter(paths[0] + ".part")] + paths.dropFirst().map { try FileWriter($0) }
    try write(files)
    for file in files { file.close() }
    try System.rename(paths[0] + ".part", to: paths[0])
  }
}
