// The objects of `--loss tag`: {"$date": …}, {"$data": …}, {"$uid": …}, {"$real": "nan"} in JSON and {"$null": true}
// in property lists. A dictionary that only looks like one gets a second dollar sign.

/// The formats whose missing types are tagged.
package enum TagFamily: Sendable {
  /// JSON, OpenStep and strings lack dates, data, UIDs and non-finite reals.
  case json
  /// Property lists lack null.
  case propertyList
}

enum TaggedObject {
  /// Whether the only key of a dictionary makes it a tagged object.
  static func isTag(_ key: ByteView, _ family: TagFamily) -> Bool {
    switch family {
    case .json: key == "$date" || key == "$data" || key == "$uid" || key == "$real"
    case .propertyList: key == "$null"
    }
  }

  /// Whether the key is a tag after one or more additional dollar signs.
  static func isEscaped(_ key: ByteView, _ family: TagFamily) -> Bool {
    var at = 0
    while key.byte(at: at + 1) == ASCII.dollarSign && key[at] == ASCII.dollarSign { at += 1 }
    return at > 0 && isTag(key.suffix(from: at), family)
  }

  /// The value of the tagged object `{key: value}`, or nil if it is an ordinary dictionary; data is in `data`.
  ///
  /// Throws `document.bad-tag` if the key is a tag and the value is invalid.
  static func read(
    _ key: ByteView, _ family: TagFamily, _ document: Document, valueAt index: Int, data: inout [UInt8]
  ) throws(Failure) -> ValueEvent? {
    guard isTag(key, family) else { return nil }
    let tag = document.tag(at: index)
    // Keyed archives have other values.
    if key == "$null" { return tag == .true ? .null : nil }
    if key == "$uid", case .integer(let number) = DocumentNumber(document, at: index),
      let value = UInt64(exactly: number)
    {
      return .uid(value)
    }
    guard tag == .string else { throw Failure(.badTag, key.string) }
    let text = document.text(at: index)
    if key == "$date", let seconds = ISO8601.seconds(from: text) { return .date(seconds) }
    if key == "$data", let bytes = Base64.decode(text) {
      data = bytes
      return .data(.empty)
    }
    if key == "$real" {
      if text == "nan" { return .real(.nan) }
      if text == "inf" { return .real(.infinity) }
      if text == "-inf" { return .real(-.infinity) }
    }
    throw Failure(.badTag, key.string)
  }

  static func send<Sink: ValueSink & ~Copyable>(_ value: ValueEvent, into sink: inout Sink) throws(Failure) {
    switch value {
    case .null: try send("$null", .boolean(true), into: &sink)
    case .real(let real):
      try send("$real", .string(ByteView(real.isNaN ? "nan" : real > 0 ? "inf" : "-inf")), into: &sink)
    case .date(let seconds):
      guard let text = ISO8601.text(from: seconds) else { throw Failure(.dateOutOfRange) }
      try text.withByteView { (view: ByteView) throws(Failure) in
        try send("$date", .string(view), into: &sink)
      }
    case .uid(let number): try send("$uid", .integer(wide: Int128(number)), into: &sink)
    case .data(let bytes):
      try Base64.encode(bytes).withByteView { (view: ByteView) throws(Failure) in
        try send("$data", .string(view), into: &sink)
      }
    default: try sink.send(value)
    }
  }

  private static func send<Sink: ValueSink & ~Copyable>(
    _ tag: StaticString, _ value: ValueEvent, into sink: inout Sink
  ) throws(Failure) {
    try sink.beginDictionary(count: 1)
    try sink.key(ByteView(tag))
    try sink.send(value)
    try sink.endDictionary()
  }
}
