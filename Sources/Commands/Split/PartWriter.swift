// The parts of a split document: temporary files, which get their names together once all are complete.

/// Writes parts and decides where one ends.
final class PartWriter {
  private let names: SplitNames
  private let amount: SplitAmount
  private var gate: OutputGate
  private let context: CommandContext
  private var files: [AtomicFile] = []
  private var output = OutputBuffer(to: .nowhere)
  private var isOpen = false
  private var recordsInPart = 0
  private(set) var recordCount = 0
  var partCount: Int { files.count }

  init(_ names: SplitNames, _ amount: SplitAmount, _ gate: OutputGate, in context: CommandContext) {
    self.names = names
    self.amount = amount
    self.gate = gate
    self.context = context
  }

  /// Whether the part ends before a record of this many bytes at offset `progress`, if the part needs
  /// `closing` bytes to end.
  func endsBefore(recordBytes: Int, closing: Int, progress: Int) -> Bool {
    guard isOpen, recordsInPart > 0 else { return false }
    switch amount {
    case .records(let count): return recordsInPart >= count
    case .bytes(let size): return output.totalCount + recordBytes + closing > size
    case .parts(let count, let length):
      guard files.count < count else { return false }
      // The first record that begins after the n-th part of the input.
      return Double(progress) * Double(count) >= Double(length) * Double(files.count)
    }
  }

  func begin() throws(Failure) {
    guard files.count < Limits.splitParts else { throw Failure(.splitTooManyParts, "\(Limits.splitParts)") }
    let name = names.name(of: files.count + 1)
    do throws(UsageError) { try gate.add(name, typed: "") } catch { throw Failure(.splitOwnInput, name) }
    let file = try context.delivery.open(context.resolve(name))
    files.append(file)
    output = OutputBuffer(to: .descriptor(file.descriptor))
    isOpen = true
    recordsInPart = 0
  }

  func append(_ bytes: ByteView) throws(Failure) {
    output.append(bytes)
    try output.drainIfFull()
  }

  func append(record bytes: ByteView) throws(Failure) {
    recordsInPart += 1
    recordCount += 1
    try append(bytes)
  }

  func end() throws(Failure) {
    guard isOpen, let file = files.last else { return }
    isOpen = false
    try output.drain()
    try file.seal()
  }

  func commit() throws(Failure) {
    try end()
    try context.delivery.commit(files)
  }

  func discard() {
    for file in files { file.discard() }
    files = []
  }
}
