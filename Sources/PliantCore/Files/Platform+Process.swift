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

  /// Ends the process.
  package static func exitProcess(_ code: Int32) -> Never { exit(code) }
}
