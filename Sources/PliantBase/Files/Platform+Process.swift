// The process's environment: arguments, variables, working directory, terminals, processors, time.

// For `environ`, which is read before threads start.
@preconcurrency import CLibrary

extension Platform {
  /// The bytes of the arguments of the process, the program's name first.
  ///
  /// Call when the process starts, before its environment changes.
  package static func arguments() -> [[UInt8]] {
    #if canImport(Glibc) || canImport(Musl)
      if CommandLine.argc == 0 { return argumentsBeforeEnvironment() }
    #endif
    return (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0].map { bytes(of: $0).array } }
  }

  #if canImport(Glibc) || canImport(Musl)
    /// The arguments if the Swift runtime has none, because it reads them from /proc: Linux stores their
    /// number, their addresses and a zero before the addresses of the environment.
    private static func argumentsBeforeEnvironment() -> [[UInt8]] {
      environ.withMemoryRebound(to: Int.self, capacity: 1) { words in
        guard words[-1] == 0 else { return [] }
        var count = 0
        while words[-2 - count] != count { count += 1 }
        return (0..<count).compactMap {
          UnsafePointer(bitPattern: words[$0 - count - 1]).map { bytes(of: $0).array }
        }
      }
    }
  #endif

  /// The value of an environment variable, or nil.
  package static func variable(_ name: String) -> String? { text(cString: getenv(name)) }

  /// The process's working directory, or nil if unknown.
  package static func workingDirectory() -> String? { text(freeing: getcwd(nil, 0)) }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal, or nil if it is not a terminal or its width is unknown.
  package static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The processors that this process may use.
  package static func processorCount() -> Int { max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }

  package static func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The current time, in whole seconds since 2001, as in property lists.
  package static func secondsSince2001() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) - 978_307_200
  }

  /// The bytes of address space that the process's limits (`ulimit -v`, `ulimit -d`) allow; nil if unlimited.
  static func addressSpaceLimit() -> Int? {
    #if canImport(Glibc)
      let resources = [__rlimit_resource_t(RLIMIT_AS.rawValue), __rlimit_resource_t(RLIMIT_DATA.rawValue)]
    #else
      let resources = [RLIMIT_AS, RLIMIT_DATA]
    #endif
    let limits = resources.compactMap { resource -> Int? in
      var limit = rlimit()
      guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int.max) else { return nil }
      return Int(limit.rlim_cur)
    }
    return limits.min()
  }

  /// The bytes of the machine's memory, or of the control group's share if that is less; nil if unknown.
  static func machineMemory() -> Int? {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let machine = pages > 0 ? Int(pages) * Int(sysconf(Int32(_SC_PAGESIZE))) : nil
    var text = [UInt8](repeating: 0, count: 32)
    let descriptor = open("/sys/fs/cgroup/memory.max", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return machine }
    defer { close(descriptor) }
    let count = read(descriptor, &text, text.count)
    let digits = text.prefix(max(count, 0)).prefix { $0.isDigit }
    let share = Int(String(decoding: digits, as: UTF8.self))
    return [machine, share].compactMap { $0 }.min()
  }

  /// The bytes that the process occupies: of addresses, and of memory; 0 if unknown.
  static func occupied() -> (addresses: Int, memory: Int) {
    #if canImport(Darwin)
      var usage = rusage()
      let memory = getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : 0
      return (memory, memory)
    #else
      var text = [UInt8](repeating: 0, count: 64)
      let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return (0, 0) }
      defer { close(descriptor) }
      let count = read(descriptor, &text, text.count)
      let pages = text.prefix(max(count, 0)).split(separator: ASCII.space).prefix(2)
      let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
      let sizes = pages.map { (Int(String(decoding: $0, as: UTF8.self)) ?? 0) * pageSize }
      return sizes.count == 2 ? (sizes[0], sizes[1]) : (0, 0)
    #endif
  }

  /// Handles a failed allocation: the program cleans up and ends; in another program it is an error as of Swift's own
  /// collections.
  ///
  /// The failed allocation may be for a table that the clean-up needs, whose lock this thread then holds.
  static func endOutOfMemory() -> Never {
    if let end = ProcessEnd.exit {
      writeErrorInHandler("pliant: error: out of memory [limit/memory]\n")
      TemporaryFiles.removeAllInHandler()
      end(ProcessEnd.troubleCode.load(ordering: .relaxed))
    }
    fatalError("out of memory")
  }
}
