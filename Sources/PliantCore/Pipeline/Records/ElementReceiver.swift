/// A receiver of records or of the elements of an array, called dynamically once for each.
package protocol ElementReceiver: AnyObject {
  func beginElements() throws(Failure)
  func take(_ element: Document) throws(Failure)
  func endElements() throws(Failure)
}

extension ElementReceiver {
  package func beginElements() {}
  package func endElements() {}
}

/// Sends elements to a sink, with the changes of a replay.
final class ElementReplay<Sink: ValueSink & ~Copyable>: ElementReceiver {
  /// Nil after `finish`.
  private var sink: Sink?
  private let options: ReplayOptions

  init(into sink: consuming Sink, options: ReplayOptions) {
    self.sink = consume sink
    self.options = options
  }

  /// Returns the sink; nothing can be sent afterwards.
  func finish() -> Sink { sink.take()! }

  func beginElements() throws(Failure) { try sink!.beginArray(count: nil) }

  func take(_ element: Document) throws(Failure) {
    let element = try options.fields?.project(element) ?? element
    try element.send(options: options, into: &sink!)
  }

  func endElements() throws(Failure) { try sink!.endArray() }
}
