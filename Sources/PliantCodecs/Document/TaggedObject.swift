// The objects of `--loss tag`: {"$date": …}, {"$data": …}, {"$uid": …}, {"$real": "nan"} in JSON and {"$null": true}
// in property lists. A dictionary that only looks like one gets a second dollar sign.

/// The formats whose missing types are tagged.
package enum TagFamily: Sendable {
  /// JSON, OpenStep and strings lack dates, data, UIDs and non-finite reals.
  case json
  /// Property lists lack null.
  case propertyList
}

/// The value of a tagged object.
enum TaggedObject {
  case null
  case real(Double)
  case date(Double)
  case uid(UInt64)
  case data(ByteView)
  case dataArray([UInt8])

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

  /// Sends the key with one more dollar sign.
  static func sendEscapedKey<Sink: ValueSink & ~Copyable>(_ key: ByteView, into sink: inout Sink)
    throws(Failure)
  {
    try ([ASCII.dollarSign] + key.array).withByteView { (view: ByteView) throws(Failure) in try sink.key(view)
    }
  }

  /// The value of the tagged object `{key: value}`, or nil if it is an ordinary dictionary.
  ///
  /// Throws `document.bad-tag` if the key is a tag and the value is invalid.
  static func read(
    _ key: ByteView, _ family: TagFamily, _ document: Document, valueAt index: Int
  ) throws(Failure) -> TaggedObject? {
    guard isTag(key, family) else { return nil }
    let tag = document.tag(at: index)
    if key == "$null" {
      guard tag == .true else { throw Failure(.badTag, key.string) }
      return .null
    }
    if key == "$uid" {
      guard let value = unsigned(document, at: index) else { throw Failure(.badTag, key.string) }
      return .uid(value)
    }
    guard tag == .string else { throw Failure(.badTag, key.string) }
    let text = document.text(at: index)
    if key == "$date", let seconds = ISO8601.seconds(from: text) { return .date(seconds) }
    if key == "$data", let bytes = Base64.decode(text) { return .dataArray(bytes) }
    if key == "$real" {
      if text == "nan" { return .real(.nan) }
      if text == "inf" { return .real(.infinity) }
      if text == "-inf" { return .real(-.infinity) }
    }
    throw Failure(.badTag, key.string)
  }

  private static func unsigned(_ document: Document, at index: Int) -> UInt64? {
    switch document.tag(at: index) {
    case .smallInteger: UInt64(exactly: document.word(at: index).smallInteger)
    case .integer: UInt64(exactly: Int64(bitPattern: document.bits(at: index)))
    case .wideInteger: UInt64(exactly: document.wideInteger(at: index))
    case .integerText: UInt64(document.text(at: index).string)
    default: nil
    }
  }

  /// Sends the tagged object.
  static func send<Sink: ValueSink & ~Copyable>(_ value: TaggedObject, into sink: inout Sink) throws(Failure)
  {
    try value.withEntry { (key, event) throws(Failure) in
      try sink.beginDictionary(count: 1)
      try sink.key(ByteView(key))
      try sink.send(event)
      try sink.endDictionary()
    }
  }

  /// Calls `body` with the object's key and its value.
  private func withEntry(_ body: (StaticString, ValueEvent) throws(Failure) -> Void) throws(Failure) {
    switch self {
    case .null: try body("$null", .boolean(true))
    case .real(let real):
      try body("$real", .string(ByteView(real.isNaN ? "nan" : real > 0 ? "inf" : "-inf")))
    case .date(let seconds):
      guard let text = ISO8601.text(from: seconds) else { throw Failure(.dateOutOfRange) }
      try text.withByteView { (view: ByteView) throws(Failure) in try body("$date", .string(view)) }
    case .uid(let number):
      try body("$uid", Int64(exactly: number).map { .integer($0) } ?? .wideInteger(Int128(number)))
    case .data(let bytes):
      try Base64.encode(bytes).withByteView { (view: ByteView) throws(Failure) in
        try body("$data", .string(view))
      }
    case .dataArray(let bytes):
      try bytes.withByteView { (view: ByteView) throws(Failure) in
        try TaggedObject.data(view).withEntry(body)
      }
    }
  }
}
