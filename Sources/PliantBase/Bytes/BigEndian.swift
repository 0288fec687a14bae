// Conversions of big-endian numbers and UTF-16 text, as in binary property lists.

extension ByteView {
  /// The unsigned big-endian integer of `width` bytes at `index`.
  ///
  /// `width` is 1 to 8, but eight bytes must be readable from `index`: one load and one shift serve every
  /// width. The trailer of a binary property list guarantees that.
  @inlinable @inline(__always)
  package func bigEndian(at index: Int, width: Int) -> UInt64 {
    word(at: index).byteSwapped &>> UInt64(truncatingIfNeeded: 64 &- 8 &* width)
  }

  /// The index of the first byte above 0x7F, or nil.
  @inlinable @inline(__always)
  package var firstNonASCII: Int? {
    var index = 0
    while index &+ 8 <= count {
      if word(at: index) & 0x8080_8080_8080_8080 != 0 { break }
      index &+= 8
    }
    while index < count {
      if base[index] >= 0x80 { return index }
      index &+= 1
    }
    return nil
  }

  /// Writes the big-endian UTF-16 code units of the view to `target` as UTF-8 and returns their number.
  ///
  /// `target` must have room for three bytes per code unit. Stops at an unpaired surrogate, which UTF-8
  /// cannot represent, and returns minus one minus its index.
  package func transcodeUTF16BigEndian(to target: UnsafeMutablePointer<UInt8>) -> Int {
    let unitCount = count / 2
    var unit = 0
    var at = 0
    while unit < unitCount {
      let value = UInt32(base[unit &* 2]) &<< 8 | UInt32(base[unit &* 2 &+ 1])
      unit &+= 1
      if value < 0x80 {
        target[at] = UInt8(truncatingIfNeeded: value)
        at &+= 1
        // Four code units of ASCII at once: every other byte is zero, the rest move together.
        while unit &+ 4 <= unitCount {
          let word = word(at: unit &* 2)
          guard word & 0x80FF_80FF_80FF_80FF == 0 else { break }
          let pairs = word &>> 8 | word &>> 16
          let bytes = pairs & 0xFFFF | pairs &>> 16 & 0xFFFF_0000
          UnsafeMutableRawPointer(target + at).storeBytes(
            of: UInt32(truncatingIfNeeded: bytes).littleEndian, as: UInt32.self)
          unit &+= 4
          at &+= 4
        }
      } else if value < 0x800 {
        target[at] = UInt8(truncatingIfNeeded: 0xC0 | value &>> 6)
        target[at &+ 1] = UInt8(truncatingIfNeeded: 0x80 | value & 0x3F)
        at &+= 2
      } else if value & 0xF800 != 0xD800 {
        target[at] = UInt8(truncatingIfNeeded: 0xE0 | value &>> 12)
        target[at &+ 1] = UInt8(truncatingIfNeeded: 0x80 | (value &>> 6) & 0x3F)
        target[at &+ 2] = UInt8(truncatingIfNeeded: 0x80 | value & 0x3F)
        at &+= 3
      } else {
        guard value < 0xDC00, unit < unitCount else { return -unit }
        let low = UInt32(base[unit &* 2]) &<< 8 | UInt32(base[unit &* 2 &+ 1])
        guard low & 0xFC00 == 0xDC00 else { return -unit }
        unit &+= 1
        let scalar = 0x10000 &+ (value & 0x3FF) &<< 10 &+ (low & 0x3FF)
        target[at] = UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18)
        target[at &+ 1] = UInt8(truncatingIfNeeded: 0x80 | (scalar &>> 12) & 0x3F)
        target[at &+ 2] = UInt8(truncatingIfNeeded: 0x80 | (scalar &>> 6) & 0x3F)
        target[at &+ 3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
        at &+= 4
      }
    }
    return at
  }

  /// Does as `transcodeUTF16BigEndian` with U+FFFD for unpaired surrogates.
  package func repairUTF16BigEndian(to target: UnsafeMutablePointer<UInt8>) -> Int {
    var start = 0
    var at = 0
    while true {
      let rest = suffix(from: start)
      let length = rest.transcodeUTF16BigEndian(to: target + at)
      if length >= 0 { return at + length }
      let before = (-length - 1) * 2
      at += rest[0..<before].transcodeUTF16BigEndian(to: target + at)
      target[at] = 0xEF
      target[at + 1] = 0xBF
      target[at + 2] = 0xBD
      at += 3
      start += before + 2
    }
  }

  /// The number of UTF-16 code units in the view's valid UTF-8.
  @inlinable package var utf16Count: Int {
    var units = 0
    var index = 0
    while index &+ 8 <= count {
      let word = word(at: index)
      // A bit for each byte that continues a scalar, and one for each that begins one of four bytes.
      let continued = word &>> 7 & ~(word &>> 6) & 0x0101_0101_0101_0101
      let long = word & word &<< 1 & word &<< 2 & word &<< 3 & 0x8080_8080_8080_8080
      units &+= 8 &- continued.nonzeroBitCount &+ long.nonzeroBitCount
      index &+= 8
    }
    while index < count {
      let byte = base[index]
      index &+= 1
      if byte & 0xC0 != 0x80 { units &+= 1 }
      if byte >= 0xF0 { units &+= 1 }
    }
    return units
  }
}

extension OutputBuffer {
  /// Appends the low `width` bytes (1 to 8) of a value, the most significant one first.
  @inlinable @inline(__always)
  package mutating func appendBigEndian(_ value: UInt64, width: Int) {
    appendUninitialized(8) { target in
      // Stores all eight bytes at once; those beyond the width are overwritten next.
      UnsafeMutableRawPointer(target).storeBytes(
        of: (value &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width)).bigEndian, as: UInt64.self)
      return width
    }
  }

  /// Appends valid UTF-8 as big-endian UTF-16 code units.
  package mutating func appendUTF16BigEndian(_ text: ByteView) {
    appendUninitialized(text.count * 2) { target in
      var at = 0
      var index = 0
      func put(_ unit: UInt32) {
        target[at] = UInt8(truncatingIfNeeded: unit &>> 8)
        target[at &+ 1] = UInt8(truncatingIfNeeded: unit)
        at &+= 2
      }
      func continuation(_ offset: Int) -> UInt32 { UInt32(text[index &+ offset] & 0x3F) }
      while index < text.count {
        let first = UInt32(text[index])
        if first < 0x80 {
          put(first)
          index &+= 1
          // Four ASCII bytes at once: spreads them, each after a zero.
          while index &+ 8 <= text.count {
            let word = text.word(at: index)
            guard word & 0x8080_8080 == 0 else { break }
            let pairs = (word & 0xFFFF | word &<< 16 & 0x0000_FFFF_0000_0000) &<< 8
            let units = pairs & 0x0000_FF00_0000_FF00 | pairs &<< 8 & 0xFF00_0000_FF00_0000
            UnsafeMutableRawPointer(target + at).storeBytes(of: units.littleEndian, as: UInt64.self)
            index &+= 4
            at &+= 8
          }
        } else if first < 0xE0 {
          put((first & 0x1F) &<< 6 | continuation(1))
          index &+= 2
        } else if first < 0xF0 {
          put((first & 0x0F) &<< 12 | continuation(1) &<< 6 | continuation(2))
          index &+= 3
        } else {
          let scalar =
            (first & 0x07) &<< 18 | continuation(1) &<< 12 | continuation(2) &<< 6 | continuation(3)
          put(0xD7C0 &+ scalar &>> 10)
          put(0xDC00 | scalar & 0x3FF)
          index &+= 4
        }
      }
      return at
    }
  }
}
