// UTF-16 and UTF-32 without a mark: zero bytes stand at one place of the units, and the units are characters.

/// Recognises wide encodings by all their units.
enum WideDetection {
  /// The wide encoding that `bytes` are in, or nil.
  static func encoding(of bytes: ByteView) -> TextEncoding? {
    guard bytes.count >= 2, bytes.count % 2 == 0, bytes.firstIndex(of: ASCII.null) != nil else { return nil }
    var zeros = [0, 0, 0, 0]
    let looked = min(bytes.count, 1 << 20) & ~3
    for at in 0..<(looked == 0 ? bytes.count : looked) where bytes[at] == 0 { zeros[at & 3] += 1 }
    let units = looked / 4
    if units == 0 { return bytes[0] == 0 ? .utf16(.bigEndian) : .utf16(.littleEndian) }
    if bytes.count % 4 == 0 {
      if zeros[0] == units && zeros[1] > units / 2 && zeros[3] <= units / 4 {
        return checked(.utf32(.bigEndian), bytes)
      }
      if zeros[3] == units && zeros[2] > units / 2 && zeros[0] <= units / 4 {
        return checked(.utf32(.littleEndian), bytes)
      }
    }
    let even = zeros[0] + zeros[2]
    let odd = zeros[1] + zeros[3]
    // Latin text has a zero in every unit, other scripts in their spaces and marks; a short text must have most.
    let enough = units < 64 ? units : max(units * 2 / 5, 1)
    if even > 8 * odd, even > enough { return checked(.utf16(.bigEndian), bytes) }
    if odd > 8 * even, odd > enough { return checked(.utf16(.littleEndian), bytes) }
    return nil
  }

  /// The encoding if the beginning of the text can be decoded by it.
  private static func checked(_ encoding: TextEncoding, _ bytes: ByteView) -> TextEncoding? {
    var output = OutputBuffer()
    let part = bytes[0..<min(bytes.count, 64 * 1024)]
    do throws(Failure) {
      var decoder = try TextDecoder(encoding)
      _ = try decoder.decode(part, isLast: part.count == bytes.count, into: &output)
      return encoding
    } catch {
      return nil
    }
  }
}
