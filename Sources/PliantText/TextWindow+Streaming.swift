extension TextWindow {
  /// The window for the readers of PliantCodecs, which link no decoders.
  package consuming func streamed() -> any StreamedText { StreamedWindow(self) }
}

private final class StreamedWindow: StreamedText {
  private var window: TextWindow

  init(_ window: consuming TextWindow) { self.window = window }

  var text: ByteView { window.text }
  var isAtEnd: Bool { window.isAtEnd }
  var problem: Failure? { window.problem }
  func consume(_ count: Int) { window.consume(count) }
  func refill() throws(Failure) -> Bool { try window.refill() }
  func diagnostic(_ failure: Failure) -> Diagnostic { window.diagnostic(failure) }
}
