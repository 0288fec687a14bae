// Conversion between encodings by the C library: iconv(3).

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
#if canImport(iconv)
  import iconv
#endif

/// A conversion descriptor of iconv(3), with its shift state.
package final class CharacterConverter {
  /// How a step ended.
  package enum Outcome {
    /// All input was converted.
    case done
    /// The output is full.
    case outputFull
    /// The input ends inside a character.
    case incomplete
    /// The input's next character is malformed, or the target lacks it.
    case invalid
  }

  private let descriptor: iconv_t

  /// Opens a conversion; nil for names that the system does not know.
  package init?(from source: String, to target: String) {
    let opened: iconv_t? = iconv_open(target, source)
    guard let opened, Int(bitPattern: opened) != -1 else { return nil }
    descriptor = opened
  }

  deinit { iconv_close(descriptor) }

  /// Converts as much as fits; tells how many bytes were read and written.
  func convert(
    _ bytes: ByteView, into output: UnsafeMutablePointer<UInt8>, capacity: Int
  ) -> (consumed: Int, produced: Int, outcome: Outcome) {
    var input: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: bytes.base)
      .assumingMemoryBound(
        to: CChar.self)
    var inputLeft = bytes.count
    var target: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(output).assumingMemoryBound(
      to: CChar.self)
    var outputLeft = capacity
    let result = iconv(descriptor, &input, &inputLeft, &target, &outputLeft)
    let outcome: Outcome =
      if result != -1 { .done } else {
        switch errno {
        case E2BIG: .outputFull
        case EINVAL: .incomplete
        default: .invalid
        }
      }
    return (bytes.count - inputLeft, capacity - outputLeft, outcome)
  }

  /// Writes what returns the output to its initial shift state, and forgets the state.
  func finish(into output: UnsafeMutablePointer<UInt8>, capacity: Int) -> Int {
    var target: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(output).assumingMemoryBound(
      to: CChar.self)
    var outputLeft = capacity
    _ = iconv(descriptor, nil, nil, &target, &outputLeft)
    return capacity - outputLeft
  }
}
