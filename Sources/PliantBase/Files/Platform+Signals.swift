// Handling of signals that end the process: handlers may only make async-signal-safe calls.

import CLibrary
import Synchronization

extension Platform {
  private static var endingSignals: [Int32] {
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGABRT]
  }

  /// The signals of a crash, except those for memory.
  private static var crashSignals: [Int32] { [SIGILL, SIGTRAP, SIGFPE, SIGSYS] }

  /// Turns broken pipes and file size limits into write errors, and allows handlers for the signals that end
  /// a program.
  ///
  /// Call once, when the program starts, with _exit(2).
  package static func ownProcess(endingBy exit: @convention(c) (Int32) -> Void) {
    ProcessEnd.exit = exit
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Unblocks signals that a parent thread blocked unintentionally.
    var ending = sigset_t()
    sigemptyset(&ending)
    for number in endingSignals { sigaddset(&ending, number) }
    // In some installations, Swift's runtime writes a backtrace for these, which takes a minute.
    var action = sigaction()
    sigaction(SIGQUIT, nil, &action)
    if !isDefault(action) {
      for number in crashSignals + [SIGQUIT, SIGABRT, SIGBUS, SIGSEGV] { signal(number, SIG_DFL) }
    }
    pthread_sigmask(SIG_UNBLOCK, &ending, nil)
  }

  /// Installs handlers that clean up after ending signals, when something first needs them.
  ///
  /// That is a temporary file, a mapped file or a progress line: a program without them needs no handler.
  static func handleSignals() { if ProcessEnd.exit != nil { _ = handlersAreInstalled } }

  /// A signal ignored by the caller (nohup) remains ignored.
  private static let handlersAreInstalled: Bool = {
    TemporaryFiles.prepare()
    MemoryMaps.prepare()
    WorkProgress.prepare()
    for number in endingSignals {
      var action = sigaction()
      sigaction(number, nil, &action)
      if isIgnored(action) { continue }
      signal(number) { number in
        TemporaryFiles.removeAllInHandler()
        WorkProgress.clearInHandler()
        Platform.terminateBySignal(number)
      }
    }
    installBusErrorHandler()
    installCrashHandler()
    return true
  }()

  /// Deletes temporary files also if the program itself crashes: a failed check, a stack overflow.
  private static func installCrashHandler() {
    useSignalStack()
    var action = sigaction()
    setHandler(of: &action) { number, _, _ in
      TemporaryFiles.removeAllInHandler()
      Platform.terminateBySignal(number)
    }
    action.sa_flags |= Int32(truncatingIfNeeded: SA_ONSTACK)
    for number in crashSignals { sigaction(number, &action, nil) }
    #if !canImport(Darwin)
      sigaction(SIGSEGV, &action, nil)
    #endif
  }

  private static func setHandler(
    of action: inout sigaction,
    _ handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
  ) {
    #if canImport(Glibc)
      action.__sigaction_handler.sa_sigaction = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_sigaction = handler
    #elseif canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = handler
    #endif
    action.sa_flags = Int32(truncatingIfNeeded: SA_SIGINFO)
  }

  private static let signalStackSize = 64 * 1024
  /// The stack for handlers; referenced here, so that it is not a leak for a sanitizer.
  private nonisolated(unsafe) static let signalStackBase = reallocate(nil, byteCount: signalStackSize)

  /// Sets a separate stack for the main thread's handlers, because its own may have overflowed.
  private static func useSignalStack() {
    var signalStack = stack_t()
    signalStack.ss_sp = signalStackBase
    signalStack.ss_size = signalStackSize
    sigaltstack(&signalStack, nil)
  }

  // Functions are not comparable; the system's SIG_IGN and SIG_DFL are numbers typed as functions.
  private static func isIgnored(_ action: sigaction) -> Bool {
    address(of: action) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  /// Whether the signal is neither handled nor ignored.
  private static func isDefault(_ action: sigaction) -> Bool { address(of: action) == 0 || isIgnored(action) }

  private static func address(of action: sigaction) -> UInt {
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #elseif canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: UInt.self)
  }

  private static func installBusErrorHandler() {
    var action = sigaction()
    setHandler(of: &action) { number, info, _ in
      if let info, let address = Platform.faultAddress(info), MemoryMaps.reportChangeInHandler(at: address) {
        TemporaryFiles.removeAllInHandler()
        ProcessEnd.exit?(ProcessEnd.troubleCode.load(ordering: .relaxed))
      }
      // Not a mapped file, or sent by another process: the process ends after cleaning up.
      TemporaryFiles.removeAllInHandler()
      Platform.terminateBySignal(number)
    }
    sigaction(SIGBUS, &action, nil)
    #if canImport(Darwin)
      sigaction(SIGSEGV, &action, nil)  // a vanished page raises either of the two
    #endif
  }

  private static func faultAddress(_ info: UnsafeMutablePointer<siginfo_t>) -> UInt? {
    #if canImport(Glibc)
      return UInt(bitPattern: info.pointee._sifields._sigfault.si_addr)
    #elseif canImport(Musl)
      return UInt(bitPattern: info.pointee.__si_fields.__sigfault.si_addr)
    #elseif canImport(Darwin)
      return UInt(bitPattern: info.pointee.si_addr)
    #endif
  }

  /// Ends the process as if the signal were unhandled, so that the caller sees its cause.
  package static func terminateBySignal(_ number: Int32) {
    signal(number, SIG_DFL)
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
  }

  /// Ends the process as after a closed output pipe, unless the signal is blocked.
  package static func terminateByBrokenPipe() {
    TemporaryFiles.removeAllInHandler()
    terminateBySignal(SIGPIPE)
  }

  /// Runs `body` with this thread's signals blocked.
  static func withoutSignals<Result>(_ body: () -> Result) -> Result {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// Runs `body` so that writing to a closed pipe is an error rather than a signal.
  package static func withoutBrokenPipeSignal<Result, Problem: Error>(
    _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    var pipe = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer {
      sigpending(&pending)
      var number: Int32 = 0
      if !wasPending && sigismember(&pending, SIGPIPE) == 1 { sigwait(&pipe, &number) }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }

  /// Blocks until another thread has ended the process.
  static func waitForever() -> Never { while true { pause() } }

  /// A short wait allowed inside a signal handler.
  static func sleepInHandler() {
    var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
    nanosleep(&time, nil)
  }

  /// rename(2) of C strings; allowed inside a signal handler.
  static func renameInHandler(_ path: UnsafePointer<CChar>, to target: UnsafePointer<CChar>) {
    rename(path, target)
  }

  /// unlink(2) of a C string; allowed inside a signal handler.
  static func unlinkInHandler(_ path: UnsafePointer<CChar>) { unlink(path) }

  /// write(2) to standard error; allowed inside a signal handler.
  static func writeErrorInHandler(_ text: UnsafePointer<CChar>) { _ = write(2, text, strlen(text)) }
}
