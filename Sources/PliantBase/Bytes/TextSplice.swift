// Changes of a text that keep all bytes outside them.

/// A part of a text, and its replacement.
package struct TextSplice: Equatable, Sendable {
  package let range: Range<Int>
  package let text: [UInt8]

  package init(_ range: Range<Int>, _ text: [UInt8] = []) {
    self.range = range
    self.text = text
  }

  /// The shortest splice of whole characters that turns one text into another.
  package init(from old: ByteView, to new: ByteView) {
    let common = min(old.count, new.count)
    let start = old.startOfCharacter(at: (0..<common).first { old[$0] != new[$0] } ?? common)
    var tail = 0
    while tail < common - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    while tail > 0, old[old.count - tail] & 0xC0 == 0x80 { tail -= 1 }
    self.init(start..<old.count - tail, new[start..<new.count - tail].array)
  }

  package static func apply(_ splices: [TextSplice], to text: ByteView) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += text[at..<max(at, splice.range.lowerBound)].array + splice.text
      at = max(at, splice.range.upperBound)
    }
    return result + text.suffix(from: at).array
  }
}
