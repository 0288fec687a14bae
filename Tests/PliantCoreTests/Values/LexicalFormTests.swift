// Dates and Base64, against Foundation and by table.

import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct ISO8601Tests {
  private func seconds(_ text: String) -> Double? {
    Array(text.utf8).withByteView { ISO8601.seconds(from: $0) }
  }

  @Test func reads() async throws {
    try await forEachRow(of: [
      ("2001-01-01T00:00:00Z", 0.0), ("2000-12-31T23:59:59Z", -1), ("2012-03-01T06:00:00Z", 352_274_400),
      ("0001-01-01T00:00:00Z", -63_113_904_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
      ("0000-12-30T00:00:00Z", -63_114_076_800), ("-002-11-27T00:00:00Z", -63_180_086_400),
      ("-29688-04-06T22:13:20Z", -1e12), ("-314887-08-14T06:13:20Z", -1e13),
      ("10000-01-01T00:00:01Z", 252_423_993_601),
      ("33689-09-27T01:46:40Z", 1e12), ("31690739-07-06T01:46:40Z", 1e15),
      ("2145329597-11-29T19:33:20Z", 6.77e16),
      ("0000-02-29T00:00:00Z", -63_140_428_800), ("0000-12-31T23:59:59.5Z", -63_113_904_000.5),
      ("2000-02-29T00:00:00Z", -26_524_800), ("2001-01-01T00:00:00.5Z", 0.5),
      ("2001-01-01T00:00:00.125Z", 0.125),
    ]) { (text: String, expected: Double) in
      #expect(seconds(text) == expected)
      #expect(ISO8601.text(from: expected).map { String(decoding: $0, as: UTF8.self) } == text)
    }
  }

  @Test func refuses() async throws {
    try await forEachRow(of: [
      "2001-02-30T00:00:00Z", "1900-02-29T00:00:00Z", "2001-13-01T00:00:00Z", "2001-00-01T00:00:00Z",
      "2001-01-00T00:00:00Z", "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z", "2001-01-01T00:00:60Z",
      "2001-01-01T00:00:00", "2001-01-01 00:00:00Z", "2001-1-1T00:00:00Z", "2001-1x-01T00:00:00Z", "", "Z",
      "-2001-1x-01T00:00:00Z", "-001-02-29T00:00:00Z", "2147483648-01-01T00:00:00Z", "--01-01T00:00:00Z",
      "12345678901234567890-01-01T00:00:00Z",
      "2001-01-01T00:00:00.Z", "2001-01-01T00:00:00Zx", "+001-01-01T00:00:00Z", "2001-04-31T00:00:00Z",
    ]) { (text: String) in
      #expect(seconds(text) == nil)
    }
  }

  @Test func agreesWithFoundationOnEveryDay() {
    let formatter = ISO8601DateFormatter()
    for day in stride(from: -730_485, through: 2_921_573, by: 373) {
      let date = Double(day) * 86_400 + 3_661
      guard let text = ISO8601.text(from: date).map({ String(decoding: $0, as: UTF8.self) }) else {
        Issue.record("no text for day \(day)")
        continue
      }
      #expect(seconds(text) == date)
      // Foundation's formatter is Julian before 1582.
      if day > -152_000 {
        #expect(text == formatter.string(from: Date(timeIntervalSinceReferenceDate: date)))
      }
    }
  }

  @Test(arguments: [("1-01-01T00:00:00Z", -63_113_904_000.0), ("-10-01-01T00:00:00Z", -63_461_059_200)])
  func readsYearsOfFewDigits(text: String, expected: Double) { #expect(seconds(text) == expected) }

  @Test(arguments: [-6.78e16, 6.78e16, .nan, .infinity, -1e300])
  func hasNoTextOutsideItsYears(seconds: Double) {
    #expect(ISO8601.text(from: seconds) == nil)
  }

  @Test func fractionsComeBackToTheBit() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let value = Double.random(in: -1e9...1e9, using: &generator)
      let text = ISO8601.text(from: value) ?? []
      #expect(text.withByteView { ISO8601.seconds(from: $0) } == value)
    }
  }
}

@Suite struct Base64Tests {
  @Test func agreesWithFoundation() {
    for count in 0..<200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      let text = bytes.withByteView { Base64.encode($0) }
      #expect(String(decoding: text, as: UTF8.self) == Data(bytes).base64EncodedString())
      #expect(text.withByteView { Base64.decode($0) } == bytes)
    }
  }

  @Test(arguments: [(" a G\tk\r\n=\n", "hi"), ("", ""), ("  ", ""), ("aGk=\n", "hi")])
  func allowsWhiteSpaceAnywhere(text: String, expected: String) {
    #expect(Array(text.utf8).withByteView { Base64.decode($0) } == Array(expected.utf8))
  }

  @Test func tellsWhereItBreaks() async throws {
    try await forEachRow(of: [
      ("aGk", 3), ("a", 1), ("=", 0), ("a===", 1), ("aGk==", 4), ("aGk=a", 4), ("aG*k", 2), ("aGk=aGk=", 4),
      ("aG=", 3),
    ]) { (text: String, offset: Int) in
      var output = GrowableBuffer<UInt8>()
      let broken = Array(text.utf8).withByteView { Base64.decode($0, into: &output) }
      #expect(broken?.offset == offset)
    }
  }

  @Test func dataOfEveryLengthWithLineBreaksAndMistakesAnywhere() {
    for count in 0..<40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      let text = bytes.withByteView { Base64.encode($0) }
      for place in 0...text.count {
        let broken = Array(text[..<place]) + Array("\n\t\t".utf8) + Array(text[place...])
        var output = GrowableBuffer<UInt8>()
        let problem = broken.withByteView { Base64.decode($0, .coreFoundation, into: &output) }
        let decoded = output.view.array
        #expect(problem == nil)
        #expect(decoded == bytes, "\(count) bytes, line end at \(place)")
        guard place < text.count else { continue }
        for foreign: UInt8 in [0x2A, 0x00, 0xE9] {
          var wrong = text
          wrong[place] = foreign
          var output = GrowableBuffer<UInt8>()
          let problem = wrong.withByteView { Base64.decode($0, .coreFoundation, into: &output) }
          #expect(problem != nil, "\(count) bytes, \(foreign) at \(place)")
        }
      }
    }
  }
}
