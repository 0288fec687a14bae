// Conversion of paths between Swift strings and the system's bytes, without losing names that are not UTF-8.
//
// A byte that is not valid UTF-8 is represented in a String by one of the last 128 scalars, U+10FF80 for 0x80
// … U+10FFFF for 0xFF. In a name that contains one of these scalars, its four bytes are represented so, and
// every name converts back exactly.

import CLibrary

extension Platform {
  private static let firstStandIn: UInt32 = 0x10FF80

  /// A path, argument or variable from the system as a String that `withPath` converts back to the same
  /// bytes.
  package static func text(_ bytes: ByteView) -> String {
    // The scalars for invalid bytes begin with 0xF4.
    if bytes.firstIndex(of: 0xF4) == nil, UTF8Validation.firstInvalidOffset(in: bytes) == nil {
      return bytes.string
    }
    var text = String.UnicodeScalarView()
    var at = 0
    while at < bytes.count {
      let length = UTF8Validation.sequenceLength(in: bytes, at: at)
      if length > 0, let scalar = Unicode.Scalar(UTF8Validation.scalar(in: bytes, at: at).value),
        scalar.value < firstStandIn
      {
        text.append(scalar)
        at += length
      } else {
        if let standIn = Unicode.Scalar(firstStandIn + UInt32(bytes[at]) - 0x80) { text.append(standIn) }
        at += 1
      }
    }
    return String(text)
  }

  /// A C string from the system as text; nil for nil.
  package static func text(cString: UnsafePointer<CChar>?) -> String? { cString.map { text(bytes(of: $0)) } }

  /// The same, and frees the C string.
  static func text(freeing cString: UnsafeMutablePointer<CChar>?) -> String? {
    defer { free(cString) }
    return text(cString: cString)
  }

  /// The system's bytes of a path, with a terminating zero.
  package static func pathBytes(_ path: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.utf8.count + 1)
    for scalar in path.unicodeScalars {
      if scalar.value >= firstStandIn {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value - firstStandIn + 0x80))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
    bytes.append(0)
    return bytes
  }

  /// Whether the text's UTF-8 contains the byte.
  package static func holds(_ byte: UInt8, _ text: String) -> Bool {
    let found = text.utf8.withContiguousStorageIfAvailable { bytes in
      ByteView(UnsafeRawBufferPointer(bytes)).firstIndex(of: byte) != nil
    }
    return found ?? text.utf8.contains(byte)
  }

  /// Runs `body` on the system's bytes of a path.
  package static func withPath<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    if !holds(0xF4, path) { return path.withCString(body) }
    return pathBytes(path).withUnsafeBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        guard let base = text.baseAddress else { return path.withCString(body) }
        return body(base)
      }
    }
  }

  /// A path as a value of a document: its text, or its display form if it is not UTF-8.
  package static func pathText(_ path: String) -> String {
    if !holds(0xF4, path) { return path }
    return String(validating: pathBytes(path).dropLast(), as: UTF8.self) ?? displayPath(path)
  }

  /// The path in a text of a document.
  package static func path(named text: String) -> String {
    if !holds(0xF4, text) { return text }
    return Array(text.utf8).withByteView { Platform.text($0) }
  }

  /// A path for display: bytes that are not UTF-8 and control characters as `\xNN`.
  package static func displayPath(_ path: String) -> String {
    if path.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return path }
    var shown = ""
    for scalar in path.unicodeScalars {
      if scalar.value >= firstStandIn {
        shown += hexEscape(UInt8(truncatingIfNeeded: scalar.value - firstStandIn + 0x80))
      } else if scalar.value < 0x20 || scalar.value == 0x7F {
        shown += hexEscape(UInt8(truncatingIfNeeded: scalar.value))
      } else if !TerminalText.isHarmless(scalar) {
        shown += TerminalText.escaped(String(Character(scalar)))
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func hexEscape(_ byte: UInt8) -> String { "\\x" + byte.hexadecimal(2) }
}
