// JSON from and to strings, for tests.

import PliantCore
import TestSupport

/// Reads a JSON text through the tape and writes it again.
func rewriteJSON(_ text: String, style: JSONStyle = .compact, sortKeys: Bool = false) throws(Failure)
  -> String
{
  try Array(text.utf8).withByteView { (view: ByteView) throws(Failure) in
    var builder = DocumentBuilder(source: view)
    try JSONReader.read(view, into: &builder)
    let document = try builder.finish()
    var options = ReplayOptions()
    options.sortKeys = sortKeys
    var replay = Replay(document, options: options)
    var writer = JSONWriter(style: style)
    try replay.run(into: &writer)
    return String(decoding: writer.finish().bytes, as: UTF8.self)
  }
}

/// The failure that reading the text ends with, or nil.
func jsonFailure(_ bytes: [UInt8]) -> Failure? {
  bytes.withByteView { view in
    var log = EventLog()
    do throws(Failure) {
      try JSONReader.read(view, into: &log)
      return nil
    } catch {
      return error
    }
  }
}

/// Whether the bytes are accepted, valid UTF-8 and an optional byte order mark included.
func acceptsJSON(_ bytes: [UInt8]) -> Bool {
  guard String(validating: bytes, as: UTF8.self) != nil else { return false }
  let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
  return jsonFailure(hasMark ? Array(bytes.dropFirst(3)) : bytes) == nil
}
