// What is to be removed once all records have their places, kept short: of the rows beyond the elements of an owner's list
// only the owner's key and their number.

import PliantCore

/// Notes of what is to be removed, in order.
struct SQLRemovals: ~Copyable {
  enum Kind: Equatable {
    /// Statements as they are.
    case text
    /// Rows of a table, owned through one of its owners, of a record type, from a position on.
    case positions(table: Int, owner: Int, record: Int, count: Int)
  }

  struct Note: BitwiseCopyable {
    var start: Int
    var count: Int
    /// -1 for text.
    var table: Int32 = -1
    var owner: Int32 = 0
    var record: Int32 = 0
    var position: Int = 0
  }

  private var notes = GrowableBuffer<Note>(capacity: 64)
  private var bytes = GrowableBuffer<UInt8>(capacity: 1024)

  var count: Int { notes.count }

  mutating func append(_ text: String) {
    var text = text
    let (start, count) = text.withUTF8 { (bytes.append(ByteView(UnsafeRawBufferPointer($0))), $0.count) }
    notes.append(Note(start: start, count: count))
  }

  /// Notes rows from a position on; `key` are the literals of their owner's.
  mutating func append(table: Int, owner: Int, record: Int, from position: Int, key: [String]) {
    let start = bytes.count
    for (number, literal) in key.enumerated() {
      // No literal has a NUL.
      if number > 0 { bytes.append(0) }
      for byte in literal.utf8 { bytes.append(byte) }
    }
    notes.append(
      Note(
        start: start, count: bytes.count - start, table: Int32(truncatingIfNeeded: table),
        owner: Int32(truncatingIfNeeded: owner), record: Int32(truncatingIfNeeded: record), position: position
      ))
  }

  func kind(_ number: Int) -> Kind {
    let note = notes[number]
    if note.table < 0 { return .text }
    return .positions(
      table: Int(note.table), owner: Int(note.owner), record: Int(note.record), count: note.position)
  }

  func withText(_ number: Int, _ body: (ByteView) -> Void) {
    body(bytes.view[notes[number].start..<notes[number].start + notes[number].count])
  }

  /// The literals of the owner's key.
  func key(_ number: Int) -> [String] {
    let note = notes[number]
    if note.count == 0 { return [] }
    return bytes.view[note.start..<note.start + note.count].string
      .split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
  }
}
