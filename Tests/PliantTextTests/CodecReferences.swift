// What Python's codecs and the C library's iconv(3), both asked by a Python script, make of codes.

import Testing
import Foundation
import TestSupport

/// The text that others read from the bytes of one code, in UTF-8; nil where they refuse it.
struct CodecReferences {
  let python: [UInt8]?
  let iconv: [UInt8]?

  /// Reads a line of hexadecimal digits a code, and writes both answers a line, `-` for none.
  private static let script = """
    import ctypes, sys
    name, system, path = sys.argv[1:]
    library = ctypes.CDLL(None)
    library.iconv_open.restype = ctypes.c_void_p
    library.iconv_open.argtypes = [ctypes.c_char_p] * 2
    library.iconv.restype = ctypes.c_size_t
    library.iconv.argtypes = [ctypes.c_void_p] * 5
    descriptor = library.iconv_open(b'UTF-8', system.encode())
    if descriptor in (None, 2 ** 64 - 1): sys.exit('no converter')
    room = ctypes.create_string_buffer(64)
    def convert(code):
        source = ctypes.create_string_buffer(code, len(code))
        at, to = ctypes.c_void_p(ctypes.addressof(source)), ctypes.c_void_p(ctypes.addressof(room))
        left, free = ctypes.c_size_t(len(code)), ctypes.c_size_t(64)
        refs = [ctypes.byref(item) for item in (at, left, to, free)]
        library.iconv(descriptor, None, None, None, None)
        if library.iconv(descriptor, *refs) == 2 ** 64 - 1: return '-'
        library.iconv(descriptor, None, None, *refs[2:])
        library.iconv(descriptor, None, None, *refs[2:])
        return room.raw[:64 - free.value].hex()
    lines = []
    for line in open(path):
        code = bytes.fromhex(line)
        try: answer = code.decode(name).encode().hex()
        except (UnicodeError, LookupError): answer = '-'
        lines.append(answer + ' ' + convert(code))
    print('\\n'.join(lines))
    """

  /// The answers for each of `codes`; nil, with a word about it, where there is no Python or no glibc.
  static func of(_ codes: [[UInt8]], python: String, iconv: String) throws -> [CodecReferences]? {
    #if os(Linux)
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("codes-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      var lines: [UInt8] = []
      for code in codes {
        for byte in code { lines += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        lines.append(0x0A)
      }
      try Data(lines).write(to: file)
      if let program = find("python3"),
        let text = output(program, ["-c", script, python, iconv, file.path]), !text.isEmpty
      {
        return text.split(separator: "\n").map { line in
          let answers = line.split(separator: " ")
          return CodecReferences(python: bytes(answers[0]), iconv: bytes(answers[1]))
        }
      }
    #endif
    try Test.cancel("there is no Python with glibc's iconv(3) for \(iconv)")
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func bytes(_ hexadecimal: Substring) -> [UInt8]? {
    if hexadecimal == "-" { return nil }
    let values = hexadecimal.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}
