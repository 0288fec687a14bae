// A bar on the terminal for work that takes more than a second; it goes without a trace.
//
//   [==========>                   ]  36%  3600 of 10000 files
//   [==========>                   ]  36%  312 of 868 MB read  large.plist

import PliantCore

/// Shows how far the work on several inputs, or on one large one, has come.
package final class ProgressBar: Sendable {
  private struct State: Sendable {
    var finished = 0
    var name = ""
    var size = 0
    var isDrawn = false
    var isStopped = false
    /// What was written to files before the present input.
    var writtenBefore = 0
  }

  private static let delay = 1.0
  private static let interval = 0.1

  private let state = SharedState(State())
  private let total: Int
  private let error: Int32
  private let began = Platform.monotonicSeconds()
  private let ticker: SharedState<WorkerThread?> = SharedState(nil)

  private init(total: Int, error: Int32) {
    self.total = total
    self.error = error
  }

  /// A bar, if standard error is a terminal that nothing else is printed on.
  static func start(for plan: [PlannedInput], in context: CommandContext) -> ProgressBar? {
    let prints = plan.contains { $0.target == .standardOutput }
    return prints && context.outputIsTerminal ? nil : start(total: plan.count, in: context)
  }

  /// A bar for inputs of which nothing is printed before it is stopped, if standard error is a terminal.
  static func start(total: Int, in context: CommandContext) -> ProgressBar? {
    guard context.errorIsTerminal, !context.isQuiet, context.environment("TERM") != "dumb" else { return nil }
    let bar = ProgressBar(total: total, error: context.standardError)
    let thread = WorkerThread.start { bar.run() }
    bar.ticker.withLock { $0 = thread }
    return bar
  }

  /// Says which input is worked on, where it is one at a time.
  func begin(_ input: InputOperand) {
    guard total == 1 else { return }
    let size = input.path.flatMap { Platform.status($0) }.map { $0.kind == .regular ? $0.size : 0 } ?? 0
    WorkProgress.watch(true)
    state.withLock {
      $0.name = input.name
      $0.size = size
      $0.writtenBefore = WorkProgress.written
    }
  }

  /// Counts inputs as done.
  func finished(_ count: Int) { state.withLock { $0.finished += count } }

  /// Runs `body` while the bar is not there.
  func hidden(_ body: () -> Void) {
    state.withLock { state in
      clear(&state)
      body()
    }
  }

  /// Ends the bar and clears its line.
  func stop() {
    WorkProgress.watch(false)
    state.change { $0.isStopped = true }
    ticker.withLock { $0 }?.join()
  }

  private func run() {
    while true {
      let isStopped = state.withLock { state in
        if state.isStopped {
          clear(&state)
        } else if Platform.monotonicSeconds() - began >= Self.delay {
          draw(&state)
        }
        return state.isStopped
      }
      if isStopped { return }
      state.waitForChange(seconds: Self.interval) { $0.isStopped }
    }
  }

  private func clear(_ state: inout State) {
    guard state.isDrawn else { return }
    put("\r\u{1B}[K")
    state.isDrawn = false
    WorkProgress.isShown = false
  }

  private func draw(_ state: inout State) {
    WorkProgress.isShown = true
    state.isDrawn = true
    let width = (Platform.terminalWidth(error) ?? 80) - 1
    put("\r" + Self.line(fraction: fraction(state), text: text(state), width: width) + "\u{1B}[K")
  }

  /// How much is done, from 0 to 1; nil where that cannot be told.
  private func fraction(_ state: State) -> Double? {
    if total > 1 { return Double(state.finished) / Double(total) }
    return state.size > 0 ? min(Double(WorkProgress.offset) / Double(state.size), 1) : nil
  }

  private func text(_ state: State) -> String {
    if total > 1 { return "\(state.finished) of \(total) files" }
    let written = WorkProgress.written - state.writtenBefore
    let read = WorkProgress.offset
    let count =
      state.size == 0
      ? "\(Self.megabytes(read)) MB read"
      : "\(Self.megabytes(min(read, state.size))) of \(Self.megabytes(state.size)) MB read"
    let more = written > 1_000_000 ? ", \(Self.megabytes(written)) MB written" : ""
    return count + more + "  " + Platform.displayPath(state.name)
  }

  private static func megabytes(_ bytes: Int) -> Int { (bytes + 500_000) / 1_000_000 }

  /// The line for a terminal of this width.
  package static func line(fraction: Double?, text: String, width: Int) -> String {
    var line = ""
    let room = min(30, width - 40)
    if let fraction {
      if room >= 10 {
        let filled = Int(fraction * Double(room))
        let tip = filled < room ? ">" : ""
        let bar = String(repeating: "=", count: filled) + tip
        line = "[" + bar + String(repeating: " ", count: room - filled - tip.utf8.count) + "] "
      }
      let percent = String(Int(fraction * 100))
      line += String(repeating: " ", count: 3 - percent.utf8.count) + percent + "%  "
    }
    return String((line + text).prefix(max(width, 0)))
  }

  private func put(_ text: String) {
    var output = OutputBuffer(to: .descriptor(error))
    output.append(text)
    do throws(Failure) { try output.drain() } catch { return }
  }
}
