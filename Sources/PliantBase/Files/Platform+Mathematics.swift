// The C library's mathematical functions.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
  /// The exponential function; expf(3).
  package static func exponential(_ value: Float) -> Float { expf(value) }
}
