// The XML reader's input: a window of the document, or the text of an entity in its place.

extension XMLReader {
  /// The input and the position in it.
  ///
  /// An index counts in `input`, an offset from the beginning of the document.
  @usableFromInline
  struct Source: ~Copyable {
    /// The window, or the text of the innermost entity.
    @usableFromInline private(set) var input: ByteView
    /// The index up to which the input was read.
    @usableFromInline var position = 0
    /// The offset of the window's first byte.
    @usableFromInline private(set) var windowOffset = 0
    /// Whether the document ends with the window.
    @usableFromInline private(set) var isFinal: Bool
    /// Whether the window's end caused the last failure.
    var hitEnd = false
    /// The open entities, innermost last, with the input around each.
    private(set) var frames = GrowableBuffer<XMLEntityFrame>(capacity: 1)
    /// The start and end of the reference to the outermost open entity; -1 outside entities.
    @usableFromInline var referenceStart = -1
    @usableFromInline var referenceEnd = -1
    /// Lines and columns up to the window's beginning, if counted.
    private var start = TextPositionCounter()

    init(_ text: ByteView, isFinal: Bool) {
      input = text
      self.isFinal = isFinal
    }

    /// Whether the input is an entity's replacement text rather than the document.
    @inlinable var isInEntity: Bool { referenceStart >= 0 }

    var innermostEntity: XMLEntityFrame { frames[frames.count - 1] }

    /// The bytes of the document up to the window's end.
    var documentCount: Int { windowOffset + (isInEntity ? frames[0].input : input).count }

    @inlinable mutating func advance(to index: Int) { position = index }

    // MARK: Offsets and places

    /// The offset of an index; in an entity, that of the outermost reference.
    @inlinable func offset(of index: Int) -> Int { isInEntity ? referenceStart : windowOffset &+ index }

    /// The offset of a token's end index.
    @inlinable func endOffset(of index: Int) -> Int { isInEntity ? referenceEnd : windowOffset &+ index }

    /// Line and column, from 1, of an offset, clamped to the window.
    func place(of offset: Int) -> TextPosition {
      var places = self.places
      return places.place(of: min(max(windowOffset, offset), documentCount)) ?? start.position
    }

    /// Lines and columns in the window.
    var places: XMLWindowPlaces {
      XMLWindowPlaces(isInEntity ? frames[0].input : input, at: windowOffset, start)
    }

    // MARK: Windows

    /// Counts lines and columns up to the position, where the next window begins.
    mutating func countPlaces() { start.advance(over: input[0..<position]) }

    /// Continues with a window that begins at the position.
    mutating func refill(_ window: ByteView, isFinal: Bool) {
      windowOffset += position
      position = 0
      input = window
      self.isFinal = isFinal
    }

    /// Sets line and column of the next window's beginning.
    mutating func setPlace(_ place: TextPosition) { start = TextPositionCounter(at: place) }

    // MARK: Entities

    /// Replaces the input with an entity's text.
    ///
    /// - Parameters:
    ///   - reference: The indices of its reference.
    ///   - elementCount: The number of open elements.
    mutating func enterEntity(_ number: Int, _ text: ByteView, reference: Range<Int>, elementCount: Int) {
      if !isInEntity {
        referenceEnd = windowOffset + reference.upperBound
        referenceStart = windowOffset + reference.lowerBound
      }
      frames.append(
        XMLEntityFrame(
          input: input, position: reference.upperBound, entity: number, elementCount: elementCount))
      input = text
      position = 0
    }

    /// Whether the entity's text is being read.
    func isOpen(_ number: Int) -> Bool {
      for index in 0..<frames.count where frames[index].entity == number { return true }
      return false
    }

    /// Continues after the reference to the innermost entity.
    mutating func leaveEntity() {
      let frame = frames.removeLast()
      input = frame.input
      position = frame.position
      if frames.count == 0 {
        referenceStart = -1
        referenceEnd = -1
      }
    }

    // MARK: Scanning

    @inline(__always)
    func skipSpace(from start: Int) -> Int {
      var at = start
      while at < input.count, input[at].isWhitespace { at &+= 1 }
      return at
    }

    /// The end of white space before markup; `start` if something else follows.
    @inline(__always)
    func whitespaceEnd(from start: Int) -> Int {
      var at = start
      while at < input.count {
        let byte = input[at]
        if byte == ASCII.lessThan { return at }
        guard byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.tab else { return start }
        at &+= 1
      }
      return start
    }

    /// Whether the literal is at `index`; requests more input if the window ends in it.
    @inline(__always)
    mutating func matches(_ literal: StaticString, at index: Int) throws(Failure) -> Bool {
      if input.starts(with: literal, at: index) { return true }
      if !isFinal { try checkCut(literal, at: index) }
      return false
    }

    @inline(never)
    private mutating func checkCut(_ literal: StaticString, at index: Int) throws(Failure) {
      let left = input.count - index
      guard !isInEntity, left < literal.utf8CodeUnitCount else { return }
      if input.suffix(from: index) == ByteView(literal)[0..<left] { throw cut(.xmlBadTag, at: index) }
    }

    /// The failure of input that ends in a token, at or after `index`.
    @inline(never)
    mutating func cut(_ code: DiagnosticCode, at index: Int, _ subject: ByteView? = nil) -> Failure {
      hitEnd = !isInEntity
      return Failure(code, at: offset(of: index), subject?.string)
    }
  }
}

/// Lines and columns in a window, of offsets that do not decrease.
package struct XMLWindowPlaces {
  private let window: ByteView
  private let windowOffset: Int
  private var counter: TextPositionCounter
  private var at = 0

  fileprivate init(_ window: ByteView, at offset: Int, _ start: TextPositionCounter) {
    self.window = window
    windowOffset = offset
    counter = start
  }

  /// Line and column, from 1, of an offset in the window or at its end, otherwise nil.
  package mutating func place(of offset: Int) -> TextPosition? {
    let end = offset - windowOffset
    guard end >= at, end <= window.count else { return nil }
    counter.advance(over: window[at..<end])
    at = end
    return counter.position
  }
}
