// The events that readers send to writers: a document in the order of its text.
//
// {"a": [1, true]}  →  beginDictionary, key a, beginArray, number 1, boolean true, endArray, endDictionary

package enum NumberKind: Sendable {
  case integer
  case real
}

/// A receiver of a document's values in order.
///
/// Readers guarantee: keys occur only inside dictionaries, each followed by one value; begin and end are
/// balanced and at most `Limits.depth` deep; text is valid UTF-8; views are valid only during the call. A
/// sink throws a `Failure` without an offset; the calling reader adds one.
package protocol ValueSink: ~Copyable {
  /// JSON's null, and the null object of a binary property list.
  mutating func null() throws(Failure)
  mutating func boolean(_ value: Bool) throws(Failure)
  mutating func integer(_ value: Int64) throws(Failure)
  /// An integer of more than 64 bits.
  mutating func wideInteger(_ value: Int128) throws(Failure)
  mutating func real(_ value: Double) throws(Failure)
  /// A number as RFC 8259 text, if it may exceed Int128 or Double: all JSON numbers, and reals of XML
  /// property lists. Kind is integer when the text has neither fraction nor exponent.
  mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure)
  /// Seconds since 2001-01-01T00:00:00Z.
  mutating func date(_ seconds: Double) throws(Failure)
  mutating func data(_ bytes: ByteView) throws(Failure)
  /// A keyed archiver's reference.
  mutating func uid(_ value: UInt64) throws(Failure)
  mutating func string(_ text: ByteView) throws(Failure)

  mutating func key(_ text: ByteView) throws(Failure)
  /// `count` is the number of entries if the format specifies it beforehand.
  mutating func beginDictionary(count: Int?) throws(Failure)
  mutating func endDictionary() throws(Failure)
  mutating func beginArray(count: Int?) throws(Failure)
  mutating func endArray() throws(Failure)
  mutating func beginSet(count: Int?) throws(Failure)
  mutating func endSet() throws(Failure)

  /// A string, a key or a number's text within a larger text; a string or key contains no quotation mark,
  /// backslash or control character. By default treated like any other.
  mutating func plainString(_ text: ByteRun) throws(Failure)
  mutating func plainKey(_ text: ByteRun) throws(Failure)
  mutating func number(_ text: ByteRun, kind: NumberKind) throws(Failure)
  /// Takes the key that begins at `start` of JSON or XML and ends before `closing`, if the sink expects it.
  ///
  /// Returns its end, or nil. Most keys of records need not be scanned.
  mutating func takeExpectedKey(
    in text: ByteView, at start: Int, before closing: StaticString
  ) throws(Failure) -> Int?
  /// Whether a string may be sent as JSON spells it, if it has only the escapes of RFC 8785.
  var takesQuotedStrings: Bool { get }
  mutating func quotedString(_ text: ByteRun) throws(Failure)

  /// Announces that the next container has this identity in the input (a binary property list's object
  /// number); returns true if the sink already has the complete container and will refer to it, so that it
  /// need not be sent again.
  mutating func reuse(_ identity: Int) throws(Failure) -> Bool

  /// Requests the string or key with this identity; true if the sink has it and has used it.
  mutating func reuseText(_ identity: Int, isKey: Bool) throws(Failure) -> Bool
  /// Reports that the string or key just sent has this identity.
  mutating func rememberText(_ identity: Int) throws(Failure)
  /// Whether to announce every container with `reuse`, not only repeated ones: the sink skips most.
  var wantsEveryContainer: Bool { get }

  /// Bytes that the sink has written so far; 0 if it does not write.
  var writtenBytes: Int { get }

  /// Whether the next container need only be checked; a text reader reports that with `skipNext`.
  var skipsNext: Bool { get }
  /// Reports a container that was checked and not sent.
  mutating func skipNext()

  /// Receives the events of a replay; a requirement, because a generic function is not specialised in other modules,
  /// but the witnesses of this module's sinks are specialised here.
  mutating func receive(_ replay: inout Replay) throws(Failure)
}

extension ValueSink where Self: ~Copyable {
  @inline(__always)
  package mutating func plainString(_ text: ByteRun) throws(Failure) { try string(text.bytes) }
  @inline(__always)
  package mutating func plainKey(_ text: ByteRun) throws(Failure) { try key(text.bytes) }
  @inline(__always)
  package mutating func number(_ text: ByteRun, kind: NumberKind) throws(Failure) {
    try number(text.bytes, kind: kind)
  }
  @inline(__always)
  package mutating func takeExpectedKey(
    in text: ByteView, at start: Int, before closing: StaticString
  ) throws(Failure) -> Int? { nil }
  @inline(__always)
  package var takesQuotedStrings: Bool { false }
  @inline(__always)
  package mutating func quotedString(_ text: ByteRun) throws(Failure) {}

  @inline(__always)
  package mutating func reuse(_ identity: Int) throws(Failure) -> Bool { false }

  @inline(__always)
  package mutating func reuseText(_ identity: Int, isKey: Bool) throws(Failure) -> Bool { false }

  @inline(__always)
  package mutating func rememberText(_ identity: Int) throws(Failure) {}
  @inline(__always)
  package var wantsEveryContainer: Bool { false }

  package var writtenBytes: Int { 0 }
  @inline(__always)
  package var skipsNext: Bool { false }
  @inline(__always)
  package mutating func skipNext() {}

  package mutating func receive(_ replay: inout Replay) throws(Failure) { try replay.send(into: &self) }
}
