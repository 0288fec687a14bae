// Running another program with its input and output in memory.

import CLibrary
import Synchronization

#if canImport(Darwin)
  import MachO
#endif

/// The exit status and output of a child process.
package struct ChildResult: Sendable {
  package let exitCode: Int32
  /// The signal that ended it, if any.
  package let signal: Int32?
  package let output: [UInt8]
}

/// A child process that reads what is written to it; posix_spawn(3).
package final class RunningChild {
  private let child: pid_t
  private let toChild: Platform.Pipe
  private let fromChild: Platform.Pipe

  /// Starts a program that reads all its input before it writes more than a few lines.
  ///
  /// Discards its standard error, or merges it with the output if `mergesErrors`. Throws `child.start` if it
  /// cannot be started.
  package init(_ path: String, _ arguments: [String], mergesErrors: Bool = false) throws(Failure) {
    // A child that ends before reading everything must not end this process.
    signal(SIGPIPE, SIG_IGN)
    (child, toChild, fromChild) = try spawnLock.withLock {
      (_) throws(Failure) -> (pid_t, Platform.Pipe, Platform.Pipe) in
      guard let toChild = Platform.Pipe(), let fromChild = Platform.Pipe() else {
        throw Platform.startFailure(path, errno)
      }
      let child = try Platform.spawn(
        path, arguments, input: toChild.readEnd, output: fromChild.writeEnd, mergesErrors: mergesErrors)
      return (child, toChild, fromChild)
    }
    toChild.closeReadEnd()
    fromChild.closeWriteEnd()
  }

  /// The child's input; a child that ends early breaks the pipe, and its status says why.
  package var input: Int32 { toChild.writeEnd }

  /// Ends the child's input and waits for its end.
  package func finish() -> ChildResult {
    toChild.closeWriteEnd()
    let output = Platform.readAll(fromChild.readEnd)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    let ending = status & 0x7F
    return ChildResult(exitCode: status >> 8 & 0xFF, signal: ending == 0 ? nil : ending, output: output)
  }
}

extension Platform {
  /// The running program's own path with all symbolic links followed, or nil.
  package static func executablePath() -> String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size) + 1)
      return _NSGetExecutablePath(&buffer, &size) == 0 ? text(freeing: realpath(buffer, nil)) : nil
    #else
      return text(freeing: realpath("/proc/self/exe", nil))
    #endif
  }

  package static func isExecutable(_ path: String) -> Bool { withPath(path) { access($0, X_OK) == 0 } }

  /// A signal's number and name for messages.
  package static func signalName(_ signal: Int32) -> String {
    "signal \(signal)" + (text(cString: strsignal(signal)).map { ", \($0)" } ?? "")
  }

  /// Runs a program with its whole input, as `RunningChild`, and waits until it ends.
  ///
  /// Throws `child.start` if it cannot be started.
  package static func runChild(
    _ path: String, _ arguments: [String], input: [ByteView], mergesErrors: Bool = false
  ) throws(Failure) -> ChildResult {
    let child = try RunningChild(path, arguments, mergesErrors: mergesErrors)
    for part in input { do throws(Failure) { try writeAll(child.input, part) } catch { break } }
    return child.finish()
  }

  fileprivate static func startFailure(_ path: String, _ code: Int32) -> Failure {
    Failure(.childStart, "\(displayPath(path)): \(errorText(code))")
  }

  fileprivate static func spawn(
    _ path: String, _ arguments: [String], input: Int32, output: Int32, mergesErrors: Bool
  ) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if mergesErrors {
      posix_spawn_file_actions_adddup2(&actions, output, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { word in
      withPath(word) { strdup($0) }
    }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let code = withPath(path) { posix_spawn(&child, $0, &actions, nil, words, environment) }
    guard code == 0 else { throw startFailure(path, code) }
    return child
  }

  /// The environment of a child.
  private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }

  fileprivate static func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes = OutputBuffer()
    let size = 64 * 1024
    while true {
      let count = bytes.count
      bytes.appendUninitialized(size) { readSome(descriptor, into: $0, count: size) ?? 0 }
      if bytes.count == count { return bytes.bytes }
    }
  }

  /// A pipe whose ends close with it and are not inherited.
  fileprivate final class Pipe {
    private(set) var readEnd: Int32 = -1
    private(set) var writeEnd: Int32 = -1

    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      readEnd = ends[0]
      writeEnd = ends[1]
    }

    func closeReadEnd() { Self.close(&readEnd) }
    func closeWriteEnd() { Self.close(&writeEnd) }

    private static func close(_ end: inout Int32) {
      if end >= 0 { _ = Platform.closeDescriptor(end) }
      end = -1
    }

    deinit {
      closeReadEnd()
      closeWriteEnd()
    }
  }
}

/// Serialises the creation of pipes and children: a child of another thread must not inherit them.
private let spawnLock = Mutex(())
