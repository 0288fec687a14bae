// A bar on the terminal for work that takes more than a second; it disappears without a trace.
//
//   [==========>                   ]  36%  3600 of 10000 files
//   [==========>                   ]  36%  312 of 868 MB read  large.plist

/// Shows the progress on several inputs, or on a large one.
package final class ProgressBar: Sendable {
  private struct State: Sendable {
    var finished = 0
    var name = ""
    var isDrawn = false
    var isStopped = false
    /// Bytes written before the current input.
    var writtenBefore = 0
  }

  private static let delay = 1.0
  private static let interval = 0.1

  private let state = SharedState(State())
  private let total: Int
  private let error: Int32
  private let began = Platform.monotonicSeconds()
  fileprivate let ticker: SharedState<WorkerThread?> = SharedState(nil)

  fileprivate init(total: Int, error: Int32) {
    self.total = total
    self.error = error
  }

  /// Watches the work on an input, if there is only one.
  func begin(_ input: InputOperand) {
    begin(.reading, named: input.name)
    opened(input.name, input.path.flatMap { Platform.status($0) })
  }

  /// Watches a phase, if there is only one input.
  func begin(_ phase: WorkProgress.Phase, named name: String) {
    guard total == 1 else { return }
    WorkProgress.watch(true)
    WorkProgress.begin(phase)
    state.withLock {
      $0.name = name
      $0.writtenBefore = WorkProgress.written
    }
  }

  /// Shows the file being read: the input, or another one that belongs to it.
  func opened(_ name: String, _ status: FileStatus?) {
    guard total == 1 else { return }
    WorkProgress.begin(.reading, of: status?.kind == .regular ? status?.size ?? 0 : 0)
    state.withLock { $0.name = name }
  }

  func finished(_ count: Int) { state.withLock { $0.finished += count } }

  func hidden(_ body: () -> Void) {
    state.withLock { state in
      clear(&state)
      body()
    }
  }

  func stop() {
    WorkProgress.watch(false)
    WorkProgress.yield(before: -1, nil)
    end()
    ticker.withLock { $0 }?.join()
  }

  fileprivate func end() {
    state.change { state in
      clear(&state)
      state.isStopped = true
    }
  }

  fileprivate func run() {
    while true {
      let isStopped = state.withLock { state in
        if !state.isStopped, Platform.monotonicSeconds() - began >= Self.delay { draw(&state) }
        return state.isStopped
      }
      if isStopped { return }
      state.waitForChange(seconds: Self.interval) { $0.isStopped }
    }
  }

  private func clear(_ state: inout State) {
    guard state.isDrawn else { return }
    try? Platform.writeAll(error, "\r\u{1B}[K")
    state.isDrawn = false
    WorkProgress.isShown = false
  }

  private func draw(_ state: inout State) {
    WorkProgress.isShown = true
    state.isDrawn = true
    let width = (Platform.terminalWidth(error) ?? 80) - 1
    let line = Self.line(fraction: fraction(state), text: text(state), width: width)
    try? Platform.writeAll(error, "\r" + line + "\u{1B}[K")
  }

  /// The completed part of the phase, from 0 to 1; nil if its size is unknown.
  private func fraction(_ state: State) -> Double? {
    if total > 1 { return Double(state.finished) / Double(total) }
    return WorkProgress.size > 0 ? min(Double(WorkProgress.offset) / Double(WorkProgress.size), 1) : nil
  }

  private func text(_ state: State) -> String {
    if total > 1 { return "\(state.finished) of \(total) files" }
    let written = WorkProgress.written - state.writtenBefore
    return Self.text(
      WorkProgress.phase, offset: WorkProgress.offset, size: WorkProgress.size, written: written) + "  "
      + Platform.displayPath(state.name)
  }

  package static func text(_ phase: WorkProgress.Phase, offset: Int, size: Int, written: Int) -> String {
    let done = size == 0 ? megabytes(offset) : "\(megabytes(min(offset, size))) of \(megabytes(size))"
    switch phase {
    case .reading:
      return "\(done) MB read" + (written > 1_000_000 ? ", \(megabytes(written)) MB written" : "")
    case .writing: return "\(megabytes(written)) MB written"
    case .checking: return size == 0 ? "measuring" : "\(done) MB checked"
    case .loading: return "loading"
    }
  }

  private static func megabytes(_ bytes: Int) -> String { String((bytes + 500_000) / 1_000_000) }

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
}

extension CommandContext {
  /// Starts the bar of this context if standard error is a terminal; it ends before the first result reaches a
  /// terminal or a pager.
  mutating func startProgress(total: Int) -> ProgressBar? {
    guard errorIsTerminal, !isQuiet, environment("TERM") != "dumb" else { return nil }
    let bar = ProgressBar(total: total, error: standardError)
    let thread = WorkerThread.start { bar.run() }
    bar.ticker.withLock { $0 = thread }
    // A pipe may lead to a pager.
    if outputIsTerminal || Platform.status(descriptor: standardOutput)?.kind == .pipe {
      WorkProgress.yield(before: standardOutput) { bar.end() }
    }
    progress = bar
    return bar
  }
}
