/// The number of references to each object, up to two, counted before reading, and whether it is open.
struct ObjectReferenceCounts {
  /// One bit per reference, up to two.
  private static let countMask: UInt8 = 0x03
  private static let openBit: UInt8 = 0x80

  /// The maximum size of all containers' references, as a multiple of the file's: overlapping containers
  /// would take quadratic time.
  private static let overlapFactor = 8
  private static let overlapFloor = 64 * 1024

  private var states: [UInt8]

  /// Counts the references of all containers, in the order of the object table.
  ///
  /// Skips invalid containers: nothing may refer to them.
  init(of table: borrowing BinaryObjectTable) throws(Failure) {
    var states = [UInt8](repeating: 0, count: table.trailer.objectCount)
    let width = table.trailer.referenceWidth
    let objectCount = UInt64(truncatingIfNeeded: table.trailer.objectCount)
    var budget = table.bytes.count * Self.overlapFactor + Self.overlapFloor
    for number in 0..<table.trailer.objectCount {
      let offset = table.offset(of: number)
      let kind = table.bytes[offset] >> 4
      guard kind >= BinaryObjectTable.Kind.array else { continue }
      let isDictionary = kind == BinaryObjectTable.Kind.dictionary
      guard isDictionary || kind == BinaryObjectTable.Kind.array || kind == BinaryObjectTable.Kind.set,
        let extent = try? table.references(at: offset, perEntry: isDictionary ? 2 : 1)
      else { continue }
      let length = (isDictionary ? 2 &* extent.count : extent.count) &* width
      budget &-= length
      guard budget > 0 else { throw Failure(.binaryOverlap, at: offset) }
      var place = extent.start
      let end = place &+ length
      while place < end {
        let reference = table.bytes.bigEndian(at: place, width: width)
        place &+= width
        guard reference < objectCount else { continue }
        let index = Int(truncatingIfNeeded: reference)
        states[index] = (states[index] &<< 1 | 1) & Self.countMask
      }
    }
    self.states = states
  }

  func isShared(_ number: Int) -> Bool { states[number] & Self.countMask == Self.countMask }

  /// Whether the object's end has not been reached yet.
  func isOpen(_ number: Int) -> Bool { states[number] & Self.openBit != 0 }

  mutating func open(_ number: Int) { states[number] |= Self.openBit }

  mutating func close(_ number: Int) { states[number] &= ~Self.openBit }
}
