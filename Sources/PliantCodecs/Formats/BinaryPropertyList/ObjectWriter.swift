// The second pass of writing: the objects in the order of their numbers, then the offset table and the trailer.

struct ObjectWriter<Index: ObjectIndex>: ~Copyable {
  private let document: Document
  private let options: BinaryPropertyListWriter.Options
  /// Once an object is written, the low part of its offset replaces its tape index.
  private var numbered: NumberedObjects<Index>
  /// The next container's first reference; the first of all is the top object's.
  private var cursor = 1
  private let referenceWidth: Int
  private let start: Int
  /// The objects from which the offsets' high part increases by one, if an index is narrower than an offset.
  private var carries: [Int] = []

  init(
    _ document: Document, _ numbering: consuming ObjectNumbering<Index>,
    options: BinaryPropertyListWriter.Options, startingAt start: Int
  ) {
    self.document = document
    self.options = options
    self.start = start
    numbered = numbering.finish()
    referenceWidth = Self.width(of: UInt64(numbered.objects.count))
  }

  /// The number of bytes for a count or offset: 1, 2, 4 or 8.
  private static func width(of value: UInt64) -> Int {
    value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
  }

  mutating func run(to output: inout OutputBuffer) throws(Failure) {
    output.append("bplist00")
    var high = 0
    for number in 0..<numbered.objects.count {
      let place = Int(truncatingIfNeeded: numbered.objects[number])
      let offset = output.totalCount &- start
      while offset >> Index.bitWidth > high && Index.bitWidth < Int.bitWidth {
        carries.append(number)
        high += 1
      }
      numbered.objects[number] = Index(truncatingIfNeeded: offset)
      append(place, to: &output)
      try output.drainIfFull()
    }
    try appendTable(to: &output)
  }

  // MARK: objects

  @inline(__always)
  private mutating func append(_ place: Int, to output: inout OutputBuffer) {
    if document.tag(at: place) == .container,
      !options.convertsUIDDictionaries || BinaryScalar.uid(document, at: place) == nil
    {
      return appendContainer(place, to: &output)
    }
    switch BinaryScalar(document, at: place) {
    case .string(let text): Self.append(string: text, to: &output)
    case .integer(let value): Self.append(integer: value, to: &output)
    case .null: output.append(0x00)
    case .boolean(let value): output.append(value ? 0x09 : 0x08)
    case .wideInteger(let value):
      output.append(0x14)
      output.appendBigEndian(UInt64(truncatingIfNeeded: value >> 64), width: 8)
      output.appendBigEndian(UInt64(truncatingIfNeeded: value), width: 8)
    case .real(let bits):
      output.append(0x23)
      output.appendBigEndian(bits, width: 8)
    case .date(let bits):
      output.append(0x33)
      output.appendBigEndian(bits, width: 8)
    case .data(let bytes):
      Self.append(kind: BinaryObjectTable.Kind.data, count: bytes.count, to: &output)
      output.append(bytes)
    case .uid(let value):
      let width = Self.width(of: value)
      output.append(BinaryObjectTable.Kind.uid << 4 | UInt8(width - 1))
      output.appendBigEndian(value, width: width)
    }
  }

  /// Up to 32 bits integers are unsigned; beyond, and below zero, they have 64 bits.
  @inline(__always)
  private static func append(integer value: Int64, to output: inout OutputBuffer) {
    let bits = UInt64(bitPattern: value)
    let shift: UInt8 = bits <= 0xFF ? 0 : bits <= 0xFFFF ? 1 : bits <= 0xFFFF_FFFF ? 2 : 3
    output.append(BinaryObjectTable.Kind.integer << 4 | shift)
    output.appendBigEndian(bits, width: 1 &<< Int(shift))
  }

  @inline(__always)
  private static func append(kind: UInt8, count: Int, to output: inout OutputBuffer) {
    if count < 15 { return output.append(kind << 4 | UInt8(truncatingIfNeeded: count)) }
    output.append(kind << 4 | 0xF)
    append(integer: Int64(count), to: &output)
  }

  @inline(__always)
  private static func append(string text: ByteView, to output: inout OutputBuffer) {
    if text.firstNonASCII == nil {
      append(kind: BinaryObjectTable.Kind.ascii, count: text.count, to: &output)
      output.append(text)
    } else {
      append(kind: BinaryObjectTable.Kind.utf16, count: text.utf16Count, to: &output)
      output.appendUTF16BigEndian(text)
    }
  }

  @inline(__always)
  private mutating func appendContainer(_ place: Int, to output: inout OutputBuffer) {
    let count = document.count(at: place)
    let kind = document.word(at: place).containerKind
    let marker =
      switch kind {
      case .dictionary: BinaryObjectTable.Kind.dictionary
      case .array: BinaryObjectTable.Kind.array
      case .set: BinaryObjectTable.Kind.set
      }
    Self.append(kind: marker, count: count, to: &output)
    let end = cursor &+ (kind == .dictionary ? 2 &* count : count)
    while cursor < end {
      output.appendBigEndian(UInt64(truncatingIfNeeded: numbered.references[cursor]), width: referenceWidth)
      cursor &+= 1
    }
  }

  // MARK: table and trailer

  private func appendTable(to output: inout OutputBuffer) throws(Failure) {
    let tableStart = UInt64(output.totalCount - start)
    let width = Self.width(of: tableStart)
    var high: UInt64 = 0
    var carry = 0
    for number in 0..<numbered.objects.count {
      while carry < carries.count && carries[carry] == number {
        carry += 1
        high += 1
      }
      let upper = Index.bitWidth < 64 ? high &<< UInt64(Index.bitWidth) : 0
      output.appendBigEndian(upper | UInt64(truncatingIfNeeded: numbered.objects[number]), width: width)
      try output.drainIfFull()
    }
    output.append(repeating: 0, count: 6)
    output.append(UInt8(width))
    output.append(UInt8(referenceWidth))
    output.appendBigEndian(UInt64(numbered.objects.count), width: 8)
    output.appendBigEndian(0, width: 8)
    output.appendBigEndian(tableStart, width: 8)
  }
}
