// The tape: what goes in comes out, in order, sorted, deduplicated, tagged or expanded.

import PliantCore
import TestSupport
import Testing

@Suite struct DocumentTests {
  /// Builds a document from calls on a builder.
  private func build(_ fill: (inout DocumentBuilder) throws -> Void) throws -> Document {
    var builder = DocumentBuilder(source: .empty)
    try fill(&builder)
    return try builder.finish()
  }

  @Test func everyTypeComesBack() throws {
    let document = try build { tape in
      tape.beginArray(count: nil)
      tape.null()
      tape.boolean(true)
      tape.boolean(false)
      for value in [0, -1, 1 << 59 - 1, -(1 << 59), 1 << 59, Int64.max, .min] { tape.integer(value) }
      tape.wideInteger(Int128.max)
      tape.wideInteger(-Int128(1) << 64)
      tape.real(-0.0)
      tape.number(ByteView("1e400"), kind: .real)
      tape.number(ByteView("12"), kind: .integer)
      tape.number(ByteView("-0"), kind: .integer)
      tape.number(ByteView("-12345678901234567"), kind: .integer)
      tape.date(0.5)
      tape.data(ByteView("\u{1}\u{2}"))
      tape.uid(.max)
      tape.string(ByteView("ü"))
      tape.beginSet(count: 1)
      tape.endSet()
      tape.beginDictionary(count: nil)
      tape.endDictionary()
      tape.endArray()
    }
    #expect(
      try document.log() == """
        [null true false 0 -1 576460752303423487 -576460752303423488 576460752303423488 9223372036854775807 \
        -9223372036854775808 170141183460469231731687303715884105727w -18446744073709551616w -0.0r 1e400nr 12 -0n \
        -12345678901234567n 0.5d \
        <1 2> 18446744073709551615u 'ü' () {}]
        """)
  }

  @Test func longTextKeepsItsLength() throws {
    let long = [UInt8](repeating: ASCII.lowerA, count: 1 << 20)
    let document = try build { tape in
      tape.beginArray(count: 2)
      for length in [1 << 20 - 2, 1 << 20 - 1, 1 << 20] {
        long.withByteView { tape.string($0[0..<length]) }
      }
      tape.endArray()
    }
    var at = 2
    for length in [1 << 20 - 2, 1 << 20 - 1, 1 << 20] {
      #expect(document.text(at: at).count == length)
      at = document.next(after: at)
    }
  }

  @Test func keysSortByUTF16() throws {
    let document = try build { tape in
      tape.beginDictionary(count: nil)
      for key in ["b", "\u{1F600}", "\u{FF5E}", "a", "ä", "aa", "B"] as [StaticString] {
        tape.key(ByteView(key))
        tape.beginDictionary(count: nil)
        tape.key("y")
        tape.integer(1)
        tape.key("x")
        tape.beginArray(count: nil)
        tape.endArray()
        tape.endDictionary()
      }
      tape.endDictionary()
    }
    var options = ReplayOptions()
    options.sortKeys = true
    let inner = "{x: [] y: 1}"
    #expect(
      try document.log(options) == "{"
        + ["B", "a", "aa", "b", "ä", "\u{1F600}", "\u{FF5E}"].map { "\($0): \(inner)" }.joined(separator: " ")
        + "}")
  }

  @Test(arguments: [3, 40]) func lastDuplicateStandsInTheFirstPlace(keys: Int) throws {
    let document = try build { tape in
      tape.beginDictionary(count: nil)
      for index in 0..<keys {
        Array("k\(index)".utf8).withByteView { tape.key($0) }
        tape.integer(Int64(index))
      }
      tape.key("k1")
      tape.beginArray(count: nil)
      tape.string(ByteView("last"))
      tape.endArray()
      tape.endDictionary()
    }
    let expected = (0..<keys).map { $0 == 1 ? "k1: ['last']" : "k\($0): \($0)" }.joined(separator: " ")
    #expect(try document.log() == "{\(expected)}")
    #expect(document.duplicateKeys.map(\.key) == ["k1"])
    #expect(document.count(at: 0) == keys)
  }

  @Test func duplicatesInsideADroppedDuplicateAreGone() throws {
    let document = try build { tape in
      tape.beginDictionary(count: nil)
      for round in 0..<3 {
        tape.key("a")
        tape.beginDictionary(count: nil)
        tape.key("b")
        tape.integer(Int64(round))
        tape.key("b")
        tape.integer(Int64(round + 10))
        tape.endDictionary()
      }
      tape.endDictionary()
    }
    #expect(try document.log() == "{a: {b: 12}}")
  }

  @Test func equivalentTextIsNotTheSameKey() throws {
    let document = try build { tape in
      tape.beginDictionary(count: nil)
      tape.key(ByteView("é"))
      tape.integer(1)
      tape.key(ByteView("e\u{301}"))
      tape.integer(2)
      tape.endDictionary()
    }
    #expect(document.duplicateKeys.isEmpty)
  }

  /// An array of two references to an array of two references …, `levels` deep.
  private func shared(levels: Int) throws -> Document {
    try build { tape in
      for level in 0..<levels {
        _ = tape.reuse(level)
        tape.beginArray(count: 2)
      }
      tape.string(ByteView("x"))
      for level in (0..<levels).reversed() {
        tape.endArray()
        if level > 0 {
          let isKnown = tape.reuse(level)
          #expect(isKnown)
        }
      }
    }
  }

  @Test func sharedContainersAreWrittenOut() throws {
    #expect(try shared(levels: 3).log() == "[[['x'] ['x']] [['x'] ['x']]]")
  }

  @Test func expansionStaysWithinItsBudget() throws {
    let document = try shared(levels: 60)
    var options = ReplayOptions()
    options.expandedValues = 10_000
    #expect(throws: Failure(.expansionTooLarge)) { try document.log(options) }
  }

  @Test func tagsAreWrittenAndUnderstood() throws {
    let document = try build { tape in
      tape.beginArray(count: nil)
      tape.date(0)
      tape.date(0.25)
      tape.data(ByteView("hi"))
      tape.uid(7)
      tape.real(.nan)
      tape.real(-.infinity)
      tape.real(1.5)
      for key in ["$date", "$$date", "$dates"] as [StaticString] {
        tape.beginDictionary(count: nil)
        tape.key(ByteView(key))
        tape.string(ByteView("2001-01-01T00:00:00Z"))
        tape.endDictionary()
      }
      tape.endArray()
    }
    var encoding = ReplayOptions()
    encoding.encodesTags = .json
    let tagged = try document.log(encoding)
    #expect(
      tagged == """
        [{$date: '2001-01-01T00:00:00Z'} {$date: '2001-01-01T00:00:00.25Z'} {$data: 'aGk='} {$uid: 7} {$real: 'nan'} \
        {$real: '-inf'} 1.5r {$$date: '2001-01-01T00:00:00Z'} {$$$date: '2001-01-01T00:00:00Z'} \
        {$dates: '2001-01-01T00:00:00Z'}]
        """)
    var again = DocumentBuilder(source: .empty)
    try document.send(options: encoding, into: &again)
    var decoding = ReplayOptions()
    decoding.decodesTags = .json
    let log = try again.finish().log(decoding)
    #expect(log == (try document.log()))
    var both = encoding
    both.decodesTags = .json
    var third = DocumentBuilder(source: .empty)
    try document.send(options: encoding, into: &third)
    #expect(try third.finish().log(both) == tagged)
  }

  @Test func nullsGoByPolicy() throws {
    let document = try build { tape in
      tape.beginDictionary(count: nil)
      tape.key("a")
      tape.null()
      tape.key("b")
      tape.beginArray(count: nil)
      tape.null()
      tape.integer(1)
      tape.endArray()
      tape.endDictionary()
    }
    var options = ReplayOptions()
    options.null = .drop
    #expect(try document.log(options) == "{b: [1]}")
    options.null = .string
    #expect(try document.log(options) == "{a: 'null' b: ['null' 1]}")
    options.null = .keep
    options.encodesTags = .propertyList
    #expect(try document.log(options) == "{a: {$null: true} b: [{$null: true} 1]}")
  }
}

extension DocumentBuilder {
  fileprivate mutating func key(_ text: StaticString) { key(ByteView(text)) }
}
