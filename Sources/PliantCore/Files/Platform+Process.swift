// The process's surroundings: arguments, environment, working directory, terminals, processors, time.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
  /// The arguments of the process, the program's name first; names that are not UTF-8 survive (see `withPath`).
  package static func arguments() -> [String] {
    (0..<Int(CommandLine.argc)).compactMap { text(cString: CommandLine.unsafeArgv[$0]) }
  }

  /// The value of an environment variable, or nil.
  package static func variable(_ name: String) -> String? { text(cString: getenv(name)) }

  /// The process's working directory, or nil where it cannot be told.
  package static func workingDirectory() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return text(cString: path)
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal, or nil where it is none or does not say.
  package static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The processors that this process may use.
  package static func processorCount() -> Int { max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }

  /// Seconds on a clock that only goes forward.
  package static func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The bytes of address space that the process's limits (`ulimit -v`, `ulimit -d`) allow; nil where they allow all.
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

  /// Ends the process where an allocation has failed: there is nothing left to go on with.
  static func endOutOfMemory() -> Never {
    complainInHandler("pliant: error: out of memory [limit/memory]\n")
    TemporaryFiles.removeAllInHandler()
    _exit(ProcessEnd.troubleCode.load(ordering: .relaxed))
  }

  /// Ends the process.
  package static func exitProcess(_ code: Int32) -> Never { exit(code) }
}
