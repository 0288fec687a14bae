// The representation of a document in memory: a flat array of 64-bit words, in the order of the text.
//
// {"a": [1, "b"], "c": 2.5}  over the input bytes  {"a": [1, "b"], "c": 2.5}
//
//   0  dictionary, end 11      the two words of a container: kind and index after its last word, then its count
//   1  count 2
//   2  key     input 2, length 1
//   3  array, end 7
//   4  count 2
//   5  number  input 7, length 1
//   6  string  input 11, length 1
//   7  key     input 17, length 1
//   8  number  input 21, length 3
//
// Text is a slice of the input if it occurs there unescaped, otherwise of the document's arena. A repeated
// container is one word that refers to its first occurrence.

package enum TapeTag: UInt8, Sendable {
  case null
  case `false`
  case `true`
  /// The payload is the signed value.
  case smallInteger
  /// The next word is the value.
  case integer
  /// The next two words are the value, low half first.
  case wideInteger
  /// The next word is the bit pattern.
  case real
  /// The next word is the bit pattern of the seconds since 2001.
  case date
  case string
  case key
  case data
  case integerText
  case realText
  case container
  /// The payload is the index of the repeated container.
  case shared
  /// The next word is the value.
  case uid
}

package enum ContainerKind: UInt8, Sendable {
  case dictionary
  case array
  case set
}

/// One word of the tape: 4 bits of tag, 60 of payload.
package struct TapeWord: BitwiseCopyable, Sendable {
  package var bits: UInt64

  package static let payloadBits: UInt64 = 60
  package static let payloadMask: UInt64 = 1 << 60 - 1
  /// Text: 1 bit arena, 20 bits length, 39 bits offset; a length of all ones is in the next word.
  package static let lengthBits: UInt64 = 20
  package static let longLength: UInt64 = 1 << 20 - 1
  package static let offsetBits: UInt64 = 39
  package static let arenaFlag: UInt64 = 1 << 59
  /// Container: 2 bits kind, 58 bits end.
  package static let endBits: UInt64 = 58

  @inline(__always)
  package init(bits: UInt64) { self.bits = bits }

  @inline(__always)
  package init(_ tag: TapeTag, payload: UInt64 = 0) {
    self.bits = UInt64(tag.rawValue) &<< Self.payloadBits | payload
  }

  @inline(__always)
  package var tag: TapeTag {
    // All sixteen values of the four bits are tags, in the order of the cases; init(rawValue:) would look them up.
    unsafeBitCast(UInt8(truncatingIfNeeded: bits &>> Self.payloadBits), to: TapeTag.self)
  }

  @inline(__always)
  package var payload: UInt64 { bits & Self.payloadMask }

  /// A text of fewer than `longLength` bytes, or the first word of a longer one.
  ///
  /// Text outside `source` is copied to the arena.
  @inline(__always)
  package init(_ tag: TapeTag, text: ByteView, in source: ByteView, or arena: inout GrowableBuffer<UInt8>) {
    var location: UInt64
    if let offset = text.offset(in: source) {
      location = UInt64(truncatingIfNeeded: offset)
    } else {
      location = UInt64(truncatingIfNeeded: arena.append(text)) | Self.arenaFlag
    }
    location |= min(UInt64(truncatingIfNeeded: text.count), Self.longLength) &<< Self.offsetBits
    self.init(tag, payload: location)
  }

  @inline(__always)
  package var smallInteger: Int64 { Int64(bitPattern: bits &<< 4) &>> 4 }

  @inline(__always)
  package var containerKind: ContainerKind {
    switch payload &>> Self.endBits {
    case 0: .dictionary
    case 1: .array
    default: .set
    }
  }

  /// The index after the container's last word.
  @inline(__always)
  package var end: Int { Int(truncatingIfNeeded: bits & (1 &<< Self.endBits &- 1)) }

  @inline(__always)
  package var hasLongLength: Bool { bits &>> Self.offsetBits & Self.longLength == Self.longLength }
}

/// Reads text and lengths from a tape under construction.
struct TapeText {
  let arena: ByteView
  let source: ByteView

  @inline(__always)
  func text(_ words: borrowing GrowableBuffer<UInt64>, at index: Int) -> ByteView {
    let word = TapeWord(bits: words[index])
    let offset = Int(truncatingIfNeeded: word.bits & (1 &<< TapeWord.offsetBits &- 1))
    let short = word.bits &>> TapeWord.offsetBits & TapeWord.longLength
    let length = Int(truncatingIfNeeded: short == TapeWord.longLength ? words[index &+ 1] : short)
    return (word.bits & TapeWord.arenaFlag != 0 ? arena : source)[offset..<offset &+ length]
  }

  @inline(__always)
  static func next(_ words: borrowing GrowableBuffer<UInt64>, after index: Int) -> Int {
    let word = TapeWord(bits: words[index])
    switch word.tag {
    case .null, .false, .true, .smallInteger, .shared: return index &+ 1
    case .integer, .real, .date, .uid: return index &+ 2
    case .wideInteger: return index &+ 3
    case .string, .key, .data, .integerText, .realText: return index &+ (word.hasLongLength ? 2 : 1)
    case .container: return word.end
    }
  }
}
