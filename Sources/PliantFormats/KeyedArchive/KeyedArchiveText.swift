// Attributed strings and colours of keyed archives: text whose runs are packed into data, and numbers spelled in data.
//
//   NSString "Hello you", NSAttributeInfo 06 00 03 01,      [{"string": "Hello ", "attributes": {…}},
//   NSAttributes [{…}, {…}]                                  {"string": "you", "attributes": {…}}]
//
//   NSColor, NSRGB "1 0.5 0 0.25"                           {"$class": "NSColor", …, "NSRGB": [1, 0.5, 0, 0.25]}

struct KeyedArchiveRun {
  let text: [UInt8]
  /// The tape index of its attributes; nil for text without.
  let attributes: Int?
}

extension KeyedArchive {
  /// An attributed string as its runs; nil if the fields contradict each other.
  func attributedString(_ fields: KeyedArchiveFields) throws(Failure) -> KeyedArchiveShape? {
    guard let string = fields["NSString"], let text = try stringText(at: string) else { return nil }
    let (attributes, info) = (fields["NSAttributes"], fields["NSAttributeInfo"])
    guard fields.count == 1 + (attributes == nil ? 0 : 1) + (info == nil ? 0 : 1) else { return nil }
    guard info != nil else { return .runs([KeyedArchiveRun(text: text.array, attributes: attributes)]) }
    guard let attributes, case .array(let lists) = try shape(of: try followed(attributes)),
      let numbers = try packed("NSAttributeInfo", fields), numbers.count % 2 == 0
    else { return nil }
    // A length and the number of the attributes, for each run.
    var runs: [KeyedArchiveRun] = []
    var start = 0
    for at in stride(from: 0, to: numbers.count, by: 2) {
      guard let end = Self.end(ofUTF16Units: numbers[at], from: start, in: text),
        numbers[at + 1] < UInt64(lists.count)
      else { return nil }
      runs.append(KeyedArchiveRun(text: text[start..<end].array, attributes: lists[Int(numbers[at + 1])]))
      start = end
    }
    return start == text.count ? .runs(runs) : nil
  }

  /// The end of this many UTF-16 units of UTF-8; nil beyond the text and inside a character.
  private static func end(ofUTF16Units count: UInt64, from start: Int, in text: ByteView) -> Int? {
    var (left, at) = (count, start)
    while left > 0 {
      guard at < text.count else { return nil }
      let lead = text[at]
      let units: UInt64 = lead >= 0xF0 ? 2 : 1
      guard units <= left else { return nil }
      left -= units
      at += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }
    return at <= text.count ? at : nil
  }

  /// The fields of a colour whose data contains numbers as text.
  private static let componentFields: [StaticString] = ["NSRGB", "NSWhite", "NSCMYK", "NSComponents"]

  /// The numbers in the zero-terminated text of a colour's field; nil for other fields.
  func components(ofField key: ByteView, at index: Int) throws(Failure) -> [(
    text: ByteView, kind: NumberKind
  )]? {
    guard Self.componentFields.contains(where: { key == $0 }), let data = try data(at: index),
      data.count <= Limits.archiveColorBytes
    else { return nil }
    let end = data.count > 0 && data[data.count - 1] == 0 ? data.count - 1 : data.count
    var numbers: [(text: ByteView, kind: NumberKind)] = []
    var start = 0
    for at in 0...end where at == end || data[at] == ASCII.space {
      let number = data[start..<at]
      guard let found = JSONScanner.endOfNumber(in: number, from: 0), found.end == number.count else {
        return nil
      }
      numbers.append((number, found.kind))
      start = at + 1
    }
    return numbers
  }
}
