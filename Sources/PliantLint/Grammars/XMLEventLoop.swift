// Reads XML for its meaning, after the XML checks have reported its syntax errors.

enum XMLEventLoop {
  /// Sends the events of a document until it ends, is malformed, or `body` returns false.
  static func run(
    _ window: consuming TextWindow, skipsWhitespace: Bool = false, processesNamespaces: Bool = false,
    _ body: (borrowing XMLReader, XMLEvent) throws(Failure) -> Bool
  ) throws(Failure) {
    _ = try window.refill()
    var options = XMLReader.Options()
    options.processesNamespaces = processesNamespaces
    options.collectsProblems = true
    options.skipsWhitespace = skipsWhitespace
    var reader = XMLReader(window.text, options: options, isFinal: window.isAtEnd)
    while true {
      let event: XMLEvent
      do throws(Failure) { event = try reader.next() } catch { return }
      switch event {
      case .needsInput:
        window.consume(reader.prepareToRefill(countingPlaces: false))
        _ = try window.refill()
        reader.refill(window.text, isFinal: window.isAtEnd)
      case .endDocument: return
      default: guard try body(reader, event) else { return }
      }
    }
  }
}

extension XMLReader {
  /// The value of an attribute of the current tag, or nil.
  func string(ofAttribute name: StaticString) -> String? { value(ofAttribute: name)?.string }
}
