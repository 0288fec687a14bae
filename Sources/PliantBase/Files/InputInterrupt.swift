/// Ends another thread's wait for input that may never arrive, on a pipe or a terminal.
package final class InputInterrupt: Sendable {
  private let ends: Platform.PipeEnds
  private let onWait: @Sendable () -> Void

  /// Creates one whose waiting thread first calls `onWait`; nil if the system has no more descriptors.
  package init?(onWait: @escaping @Sendable () -> Void = {}) {
    guard let ends = Platform.openPipe() else { return nil }
    self.ends = ends
    self.onWait = onWait
  }

  deinit {
    Platform.closeDescriptor(ends.reading)
    Platform.closeDescriptor(ends.writing)
  }

  /// Ends the wait, and each later one.
  package func interrupt() { Platform.writeByte(to: ends.writing) }

  /// Waits until the descriptor has input or has ended; false if interrupted.
  package func waits(for descriptor: Int32) -> Bool {
    if let isReadable = Platform.waitForInput(descriptor, or: ends.reading, isWaiting: false) {
      return isReadable
    }
    onWait()
    // If the wait itself fails, reading reports why.
    return Platform.waitForInput(descriptor, or: ends.reading, isWaiting: true) ?? true
  }
}
