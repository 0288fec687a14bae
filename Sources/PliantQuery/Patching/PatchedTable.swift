/// Verifies a patched table: read back, it has the same columns, and the same cells as text.
enum PatchedTable {
  /// Throws `patch.table` for a document that is not a table with columns, and `file.unproved` for other bytes.
  static func check(
    _ output: borrowing OutputBuffer, _ document: Document, _ reading: Reading
  ) throws(Failure) {
    let wanted = try digest(of: document)
    let found = try output.withHeldBytes { (bytes: ByteView) throws(Failure) -> UInt64 in
      let read: LoadedDocument
      do throws(Diagnostic) { read = try reading.load(bytes) } catch { throw Failure(.outputUnproved) }
      return try digest(of: read.document)
    }
    if wanted != found { throw Failure(.outputUnproved) }
  }

  /// The digest of a table's columns and cells: a missing value or null is an empty text, any other its JSON.
  private static func digest(of document: Document) throws(Failure) -> UInt64 {
    let root = DocumentValue(document)
    guard root.isArray else { throw Failure(.patchTable, "the document is not a list of rows") }
    var columns: [[UInt8]: Int] = [:]
    var state = ByteHash.seed
    var isKeyed: Bool?
    for row in root.elements {
      guard row.isDictionary || row.isArray, isKeyed ?? row.isDictionary == row.isDictionary else {
        throw Failure(.patchTable, "every row is a dictionary with the columns as keys")
      }
      isKeyed = row.isDictionary
      guard row.isDictionary else { continue }
      for entry in row.entries where columns[entry.key.array] == nil {
        columns[entry.key.array] = columns.count
        state = ByteHash.hash(entry.key, seed: state)
      }
    }
    guard isKeyed != nil else { throw Failure(.patchTable, "without a row it has no columns") }
    for row in root.elements {
      var cells = [[UInt8]](repeating: [], count: columns.count)
      if row.isDictionary {
        for entry in row.entries { cells[columns[entry.key.array] ?? 0] = try text(of: entry.value) }
      } else {
        cells = []
        for element in row.elements { cells.append(try text(of: element)) }
      }
      for cell in cells {
        state = ByteHash.hash(UInt64(cell.count), seed: cell.withByteView { ByteHash.hash($0, seed: state) })
      }
    }
    return state
  }

  private static func text(of value: DocumentValue) throws(Failure) -> [UInt8] {
    if let text = value.text { return text.array }
    if value.tag == .null { return [] }
    var writer = JSONWriter()
    try value.document.send(from: value.index, into: &writer)
    return writer.finish().bytes
  }
}
