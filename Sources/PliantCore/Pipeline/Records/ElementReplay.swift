package final class ElementReplay<Sink: ValueSink & ~Copyable>: ElementReceiver {
  /// Nil after `finish`.
  private var sink: Sink?
  private let options: ReplayOptions

  init(into sink: consuming Sink, options: ReplayOptions) {
    self.sink = consume sink
    self.options = options
  }

  /// Returns the sink; nothing can be sent afterwards.
  func finish() -> Sink { sink.take()! }

  package func beginElements() throws(Failure) { try sink!.beginArray(count: nil) }

  package func take(_ element: Document) throws(Failure) {
    var replay = Replay(try options.fields?.project(element) ?? element, options: options)
    try replay.run(into: &sink!)
  }

  package func endElements() throws(Failure) { try sink!.endArray() }
}

final class ElementCall: ElementReceiver {
  private let body: (Document) throws(Failure) -> Void

  init(_ body: @escaping (Document) throws(Failure) -> Void) { self.body = body }

  package func beginElements() {}
  package func take(_ element: Document) throws(Failure) { try body(element) }
  package func endElements() {}
}
