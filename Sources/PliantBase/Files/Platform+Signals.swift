// Ending on a signal: handlers that may only do what is safe inside one.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Synchronization

extension Platform {
  /// The signals that end a program.
  private static var endingSignals: [Int32] {
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGABRT]
  }

  /// Those of a program that fails, without the ones for memory.
  private static var crashSignals: [Int32] { [SIGILL, SIGTRAP, SIGFPE, SIGSYS] }

  /// Whether the process is ours, so that its signals are ours to handle; never in a program that uses the library.
  private static let ownsProcess = Atomic<Bool>(false)

  /// Turns broken pipes and size limits into write errors, and allows handlers for the signals that end a program.
  ///
  /// Called once, at the start of the program.
  package static func ownProcess() {
    ownsProcess.store(true, ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // A parent that starts us from a thread with blocked signals does not mean us to be deaf to them.
    var ending = sigset_t()
    sigemptyset(&ending)
    for number in endingSignals { sigaddset(&ending, number) }
    // Swift's runtime writes a backtrace on these in some installations, which takes a minute.
    var action = sigaction()
    sigaction(SIGQUIT, nil, &action)
    if !isDefault(action) {
      for number in crashSignals + [SIGQUIT, SIGABRT, SIGBUS, SIGSEGV] { signal(number, SIG_DFL) }
    }
    pthread_sigmask(SIG_UNBLOCK, &ending, nil)
  }

  /// Has the signals that end the program clean up, from the first thing on that needs it.
  ///
  /// That is a temporary file, a mapped file or a line that shows progress: a program without them just ends.
  static func handleSignals() {
    if ownsProcess.load(ordering: .relaxed) { _ = handlersAreInstalled }
  }

  /// A signal that the caller ignores (nohup) remains ignored.
  private static let handlersAreInstalled: Bool = {
    TemporaryFiles.prepare()
    MappedFiles.prepare()
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

  /// Takes temporary files along where the program itself fails: its checks trap, its stack overflows.
  private static func installCrashHandler() {
    useSignalStack()
    var action = sigaction()
    setHandler(of: &action) { number in
      TemporaryFiles.removeAllInHandler()
      Platform.terminateBySignal(number)
    }
    action.sa_flags = Int32(truncatingIfNeeded: SA_ONSTACK)
    for number in crashSignals { sigaction(number, &action, nil) }
    #if !canImport(Darwin)
      sigaction(SIGSEGV, &action, nil)
    #endif
  }

  private static func setHandler(of action: inout sigaction, _ handler: @convention(c) (Int32) -> Void) {
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #elseif canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #endif
  }

  private static let signalStackSize = 64 * 1024
  /// What handlers run on; held here, so that it is no leak to a sanitizer.
  private nonisolated(unsafe) static let signalStackBase = reallocate(nil, byteCount: signalStackSize)

  /// Gives the main thread's handlers a stack of their own, since its own may be what has overflowed.
  private static func useSignalStack() {
    var signalStack = stack_t()
    signalStack.ss_sp = signalStackBase
    signalStack.ss_size = signalStackSize
    sigaltstack(&signalStack, nil)
  }

  // Functions cannot be compared; the system's SIG_IGN and SIG_DFL are numbers in the guise of one.
  private static func isIgnored(_ action: sigaction) -> Bool {
    address(of: action) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  /// Whether nobody handles the signal, and nobody asked to have it ignored.
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
    let handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void =
      {
        number, info, _ in
        if let info, let address = Platform.faultAddress(info), MappedFiles.reportChangeInHandler(at: address)
        {
          TemporaryFiles.removeAllInHandler()
          _exit(ProcessEnd.troubleCode.load(ordering: .relaxed))
        }
        // Not one of our files, or sent by somebody: the clean-up is final, so the process ends here.
        TemporaryFiles.removeAllInHandler()
        Platform.terminateBySignal(number)
      }
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_sigaction = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_sigaction = handler
    #elseif canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = handler
    #endif
    action.sa_flags = Int32(truncatingIfNeeded: SA_SIGINFO)
    sigaction(SIGBUS, &action, nil)
    #if canImport(Darwin)
      sigaction(SIGSEGV, &action, nil)  // which of the two a vanished page raises differs there
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

  /// Ends the process as if the signal had not been caught, so that the caller sees its true cause.
  package static func terminateBySignal(_ number: Int32) {
    signal(number, SIG_DFL)
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
  }

  /// Ends as a program ends whose output nobody reads any more.
  package static func terminateByBrokenPipe() -> Never {
    TemporaryFiles.removeAllInHandler()
    terminateBySignal(SIGPIPE)
    exit(141)  // 128 + SIGPIPE, should the signal be blocked
  }

  /// Runs `body` with this thread's signals held back.
  static func withoutSignals<Result>(_ body: () -> Result) -> Result {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// Runs `body` so that writing to a pipe that nobody reads is an error of the write and no signal for the process.
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

  /// Waits for the end of the process, which another thread has begun.
  static func waitForever() -> Never {
    while true { pause() }
  }

  /// A short wait that is allowed inside a signal handler.
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
