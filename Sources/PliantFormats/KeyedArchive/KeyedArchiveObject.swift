// The representation of an object of a keyed archive.
//
//   NSString NSMutableString NSNumber NSDecimalNumber NSDate NSData NSMutableData NSUUID NSURL NSNull   the value
//   NSArray NSOrderedSet NSIndexPath           an array          NSSet        a set
//   NSDictionary with strings as keys          a dictionary      otherwise    an array of [key, value]
//   NSCountedSet                               an array of [element, count]
//   NSIndexSet                                 an array of {"location": n, "length": n}
//   NSAttributedString                         an array of {"string": text, "attributes": a dictionary}
//   everything else                            a dictionary of `$class` and the fields
//
// Mutable classes look like immutable ones. An object whose fields are not exactly those of its class is a
// dictionary like everything else, so nothing is lost.

enum KeyedArchiveShape {
  case null
  /// The value at a tape index, which is not a container.
  case stored(Int)
  case string([UInt8])
  /// A number as RFC 8259 text.
  case decimal([UInt8])
  case date(Double)
  case integers([UInt64])
  case ranges([(location: UInt64, length: UInt64)])
  case array([Int])
  case set([Int])
  case dictionary(keys: [Int], values: [Int])
  case pairs(first: [Int], second: [Int])
  case runs([KeyedArchiveRun])
  /// A dictionary of fields; `name` is the tape index of the class's name, nil for a dictionary without class.
  case fields(name: Int?)

  /// Whether every reference repeats it: it is small, refers to nothing and is immutable.
  package var isValue: Bool {
    switch self {
    case .null, .stored, .string, .decimal, .date, .integers, .ranges: true
    case .array, .set, .dictionary, .pairs, .runs, .fields: false
    }
  }
}

extension KeyedArchive {
  func shape(of object: Int) throws(Failure) -> KeyedArchiveShape {
    switch document.containerKind(at: object) {
    case nil: return .stored(object)
    case .array: return .array(document.elements(of: object))
    case .set: return .set(document.elements(of: object))
    case .dictionary: break
    }
    guard let name = try className(of: object) else { return .fields(name: nil) }
    let fields = KeyedArchiveFields(self, of: object)
    return try known(document.text(at: name).string, fields) ?? .fields(name: name)
  }

  /// The representation of an object of Foundation's classes; nil for other classes, and for unexpected
  /// fields.
  private func known(_ name: String, _ fields: KeyedArchiveFields) throws(Failure) -> KeyedArchiveShape? {
    switch name {
    case "NSString", "NSMutableString": try string(fields)
    case "NSArray", "NSMutableArray", "NSOrderedSet", "NSMutableOrderedSet":
      fields.collection.map { .array($0) }
    case "NSSet", "NSMutableSet": fields.collection.map { .set($0) }
    case "NSDictionary", "NSMutableDictionary": try dictionary(fields)
    case "NSData", "NSMutableData":
      try fields.only("NS.data", "NS.bytes").flatMap { $0.tag == .data ? .stored($0.index) : nil }
    case "NSDate": try fields.only("NS.time")?.double.map { .date($0) }
    case "NSNull": fields.count == 0 ? .null : nil
    case "NSURL": try url(fields)
    case "NSUUID": try uuid(fields)
    case "NSNumber": try number(fields)
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder": try decimal(fields)
    case "NSCountedSet": fields.countedEntries.map { .pairs(first: $0.elements, second: $0.counts) }
    case "NSAttributedString", "NSMutableAttributedString", "NSConcreteAttributedString",
      "NSConcreteMutableAttributedString":
      try attributedString(fields)
    case "NSIndexSet", "NSMutableIndexSet": try indexSet(fields)
    case "NSIndexPath": try indexPath(fields)
    default: nil
    }
  }

  private func string(_ fields: KeyedArchiveFields) throws(Failure) -> KeyedArchiveShape? {
    guard let value = try fields.only("NS.string", "NS.bytes") else { return nil }
    if value.tag == .string { return .stored(value.index) }
    guard value.tag == .data else { return nil }
    let bytes = document.text(at: value.index)
    return UTF8Validation.firstInvalidOffset(in: bytes) == nil ? .string(bytes.array) : nil
  }

  private func dictionary(_ fields: KeyedArchiveFields) throws(Failure) -> KeyedArchiveShape? {
    guard let (keys, values) = fields.entries else { return nil }
    for key in keys where try stringText(at: key) == nil { return .pairs(first: keys, second: values) }
    return .dictionary(keys: keys, values: values)
  }

  /// The text of a string at a tape index, directly or through a reference; nil for any other value.
  func stringText(at index: Int) throws(Failure) -> ByteView? {
    let object = try followed(index)
    if document.tag(at: object) == .string { return document.text(at: object) }
    // A string has its class and one field; this avoids repeated searches of objects with many fields.
    guard document.containerKind(at: object) == .dictionary, document.count(at: object) == 2,
      let name = try className(of: object).map(document.text),
      name == "NSString" || name == "NSMutableString",
      case .stored(let text)? = try string(KeyedArchiveFields(self, of: object))
    else { return nil }
    return document.text(at: text)
  }

  /// A URL is its text, resolved recursively against its base if it has one.
  private func url(_ fields: KeyedArchiveFields) throws(Failure) -> KeyedArchiveShape? {
    var fields = fields
    var texts: [Int] = []
    while texts.count < Limits.urlBases {
      guard fields.count == 2, let base = fields["NS.base"], let relative = try fields.value("NS.relative"),
        relative.tag == .string
      else { return nil }
      texts.append(relative.index)
      let place = document.resolved(base)
      guard let number = reference(at: place), !isNull(number) else {
        guard reference(at: place) != nil || document.tag(at: place) == .null else { return nil }
        return texts.count == 1 ? .stored(relative.index) : .string(resolvedURL(texts))
      }
      let object = try object(number)
      guard let name = try className(of: object), document.text(at: name) == "NSURL" else { return nil }
      fields = KeyedArchiveFields(self, of: object)
    }
    return nil
  }

  /// The first text, relative to the second, and so on.
  private func resolvedURL(_ texts: [Int]) -> [UInt8] {
    var url: URLReference?
    for index in texts.reversed() {
      let reference = URLReference(document.text(at: index).array)
      url = url.map { reference.resolved(against: $0) } ?? reference
    }
    return url?.text ?? []
  }

  private func uuid(_ fields: KeyedArchiveFields) throws(Failure) -> KeyedArchiveShape? {
    guard let value = try fields.only("NS.uuidbytes"), value.tag == .data else { return nil }
    let bytes = document.text(at: value.index)
    guard bytes.count == 16 else { return nil }
    var text = OutputBuffer()
    for part in [0..<4, 4..<6, 6..<8, 8..<10, 10..<16] {
      if part.lowerBound > 0 { text.append(ASCII.hyphen) }
      text.appendHexadecimal(bytes[part], uppercase: true)
    }
    return .string(text.bytes)
  }

  private func number(_ fields: KeyedArchiveFields) throws(Failure) -> KeyedArchiveShape? {
    let value = try fields.only("NS.number", "NS.intval", "NS.dblval", "NS.boolval")
    switch value?.tag {
    case .smallInteger, .integer, .wideInteger, .real, .integerText, .realText, .true, .false:
      return value.map { .stored($0.index) }
    default: return nil
    }
  }
}
