// The C library's exact printing of doubles, and its mathematical functions.

import CLibrary

extension Platform {
  /// The exponential function; expf(3).
  package static func exponential(_ value: Float) -> Float { expf(value) }
  package static func binaryLogarithm(_ value: Float) -> Float { log2f(value) }

  /// A finite double with this many decimals; snprintf(3) with `%.*f`.
  package static func fixedText(_ value: Double, decimals: Int) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: decimals + 330)
    let length = text.withUnsafeMutableBytes { buffer in
      withVaList([Int32(clamping: decimals), value]) { list in
        vsnprintf(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, "%.*f", list)
      }
    }
    return Array(text.prefix(max(0, Int(length))))
  }
}
