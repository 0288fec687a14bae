// The key in SQL of a record that has none: made of its content, so that the same record is met again as long as it does
// not change.

import PliantCore

enum SQLSubstituteKey {
  /// What tells such a key from one that a document has.
  static let prefix = "pliant:keyless:"

  /// The key for a record, the same in every process.
  static func text(for record: DocumentValue) throws(Failure) -> String {
    // Dates and data are in JSON what they are in documents that have no types for them.
    var writer = JSONWriter()
    var replay = Replay(record.document, from: record.index)
    try replay.run(into: &writer)
    let output = writer.finish()
    return output.withHeldBytes { bytes in
      prefix + digits(ByteHash.hash(bytes, seed: 0x243F_6A88_85A3_08D3))
        + digits(ByteHash.hash(bytes, seed: 0x1319_8A2E_0370_7344))
    }
  }

  private static func digits(_ value: UInt64) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}
