// The SQL key of a record without one, derived from its content: an unchanged record keeps its key.

enum SQLSubstituteKey {
  /// Distinguishes such a key from one in a document.
  static let prefix = "pliant:keyless:"

  /// The key for a record, the same in every process.
  static func text(for record: DocumentValue) throws(Failure) -> String {
    // Dates and data in JSON look as in documents without types for them.
    var writer = JSONWriter()
    var replay = Replay(record.document, from: record.index)
    try replay.run(into: &writer)
    let output = writer.finish()
    return output.withHeldBytes { bytes in
      prefix + ByteHash.hash(bytes, seed: 0x243F_6A88_85A3_08D3).hexadecimal(16, uppercase: false)
        + ByteHash.hash(bytes, seed: 0x1319_8A2E_0370_7344).hexadecimal(16, uppercase: false)
    }
  }
}
