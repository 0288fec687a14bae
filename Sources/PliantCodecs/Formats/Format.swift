/// A document format, called as on the command line.
///
/// The constant of a format is next to its definition (see `FormatDefinition`); here are those of this module.
@usableFromInline
package struct Format: Hashable, Sendable, CustomStringConvertible {
  /// The name's bytes, the first one lowest: formats compare like integers.
  @usableFromInline let packed: UInt64

  /// Creates the format with a name of up to 8 ASCII letters and digits.
  @inlinable @inline(__always)
  package init(_ name: StaticString) {
    var packed: UInt64 = 0
    for at in 0..<name.utf8CodeUnitCount { packed |= UInt64(name.utf8Start[at]) << (8 * UInt64(at)) }
    self.packed = packed
  }

  /// Creates the format with a name of up to 8 ASCII letters and digits, which is known to be one.
  package init(named name: String) {
    packed = name.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @usableFromInline package var description: String { rawValue }

  /// The name.
  @usableFromInline
  package var rawValue: String {
    let bytes = (0..<UInt64(8)).map { UInt8(truncatingIfNeeded: packed >> (8 * $0)) }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension Format {
  /// An XML property list.
  @inlinable package static var xml1: Format { Format("xml1") }
  @inlinable package static var binary1: Format { Format("binary1") }
  /// JSON (RFC 8259).
  @inlinable package static var json: Format { Format("json") }
  /// JSON with comments and trailing commas.
  @inlinable package static var jsonc: Format { Format("jsonc") }
  /// JSON5.
  @inlinable package static var json5: Format { Format("json5") }
  /// One JSON value per line.
  @inlinable package static var jsonl: Format { Format("jsonl") }
  /// Application XML.
  @inlinable package static var xml: Format { Format("xml") }
}
