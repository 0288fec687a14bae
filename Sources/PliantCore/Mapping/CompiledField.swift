// A compiled field: its type with compiled patterns, its constraints, and the parsing of its texts.

/// The properties of a field that every value needs; trivial to copy.
struct FieldTraits: BitwiseCopyable {
  /// The type, without its parameters.
  enum Kind: UInt8 {
    case string, integer, real, decimal, boolean, date, dateText, data, url, duration, xml, runs, dictionary,
      record
  }
  var kind: Kind
  /// Whether its value is an array.
  var isList = false
  /// Whether the array has one string per piece of text.
  var hasAllPieces = false
  /// Whether the array's values are in one text.
  var isSplit = false
  /// Whether its text is unconstrained.
  var isFree = false
  /// Whether it is the text of a separate element, so that an empty one is significant.
  var isElement = false
  /// Whether its values are remembered as references.
  var isReference = false
  /// Whether its values in keys and references are compared as doubles.
  var isRealKey = false
  /// Whether a value of another type is text rather than an error.
  var isLenient = false
  var isRequired = false
  /// Whether only the type, a common one, constrains a value.
  var isQuick = false
  /// Whether it is a list with a minimum or maximum number of values.
  var hasBounds = false
  var hasDefault = false
  /// Whether it is a list of elements in the record's own element, where no elements mean an empty list.
  var isDirectList = false
  /// Its number among the fields of its record type.
  var slot: Int32 = 0
  /// The record type of its values, or -1.
  var record: Int32 = -1
  var pieces = Mapping.TextPieces.joined
  var whitespace = Mapping.Whitespace.trim

  /// Whether it needs no check at the end of a record in which it has a value.
  var isCompleteOnceFilled: Bool { !hasBounds && !(isRequired && isDirectList) }

  /// Whether it contains an element's content.
  var isMarkup: Bool { kind == .xml || kind == .runs || kind == .dictionary }

  /// Whether one text is the whole array.
  var isListInOneText: Bool { hasAllPieces || isSplit }

  /// Whether white space around its text is significant.
  var keepsSpace: Bool { if case .keep = whitespace { true } else { false } }
}

/// The first spellings of a boolean's values.
struct BooleanTexts: BitwiseCopyable {
  var yes = ByteView.empty
  var no = ByteView.empty
}

/// A value of a simple type.
enum MappedScalar {
  case text(ByteView)
  case integer(Int64)
  case wideInteger(Int128)
  /// An integer's or a real's text in RFC 8259's grammar.
  case number(ByteView, NumberKind)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001.
  case date(Double)
  /// The bytes are in the buffer passed to `CompiledField.value`.
  case data
}

package final class CompiledField: @unchecked Sendable {
  enum Bound: Sendable {
    case integer(Int128)
    case real(Double)
  }

  let model: Mapping.Field
  let name: ByteView
  let traits: FieldTraits
  /// The record type's name.
  let owner: String
  /// The node at the end of its place; set once the tree is built.
  var node = -1
  /// The record type of its values, or -1.
  let record: Int
  /// Whether its values are alternatives of a choice, which have no separate element.
  var isChoice: Bool { model.place.end == .children }
  let date: DatePattern?
  let trueTexts: [ByteView]
  let falseTexts: [ByteView]
  let defaultText: ByteView?
  private let hasConstraints: Bool
  private let regexp: IRegexp?
  private let allowed: [ByteView]
  /// The value in data for each of `allowed`; empty if they are the same.
  private let meanings: [ByteView]
  private var minimum: Bound?
  private var maximum: Bound?

  /// Throws `mapping.unusable`, `date.*` or `regexp.*` for an invalid definition.
  package init(
    _ field: Mapping.Field, of owner: String, in mapping: Mapping, bytes: ByteStore, isInRoot: Bool
  ) throws(Failure) {
    model = field
    self.owner = owner
    name = bytes.keep(field.name)
    var traits = FieldTraits(kind: Self.kind(of: field.type))
    traits.hasAllPieces = field.pieces == .all
    traits.isSplit = field.isSplit
    traits.isList = field.list != nil || traits.isListInOneText
    traits.isElement = field.place.end == .element
    traits.isReference = field.reference != nil
    traits.whitespace = field.whitespace
    traits.isLenient = field.isLenient
    traits.isRequired = field.isRequired
    traits.pieces = field.pieces
    hasConstraints = field.constraints != Mapping.Constraints()
    traits.isFree = field.type == .string && field.constraints == Mapping.Constraints() && !traits.isSplit
    traits.isDirectList = field.list != nil && isInRoot && !traits.isListInOneText && !field.isSparse
    var (record, date): (Int, DatePattern?) = (-1, nil)
    var (trueTexts, falseTexts): ([ByteView], [ByteView]) = ([], [])
    switch field.type {
    case .record(let number):
      guard mapping.records.indices.contains(number) else {
        throw Failure(.mappingUnusable, "\(owner).\(field.name) is of a record type that does not exist")
      }
      record = number
    case .date(let format, let zone): date = try DatePattern(format, zone: zone)
    // The zone only allows dates without an offset.
    case .dateText(let format): date = try DatePattern(format, zone: "UTC")
    case .boolean(let yes, let no):
      trueTexts = yes.map(bytes.keep)
      falseTexts = no.map(bytes.keep)
      guard !yes.isEmpty, !no.isEmpty else {
        throw Failure(.mappingUnusable, "\(owner).\(field.name) has no literal for true or false")
      }
    default: break
    }
    if let reference = field.reference, !mapping.records.indices.contains(reference.record) {
      throw Failure(.mappingUnusable, "\(owner).\(field.name) refers to a record type that does not exist")
    }
    traits.record = Int32(truncatingIfNeeded: record)
    traits.hasBounds = (field.list?.minimum ?? 0) > 0 || field.list?.maximum != nil
    traits.hasDefault = field.defaultText != nil
    switch traits.kind {
    case .integer, .boolean, .date: traits.isQuick = !hasConstraints && !traits.isReference && !traits.isSplit
    default: break
    }
    self.traits = traits
    self.record = record
    self.date = date
    self.trueTexts = trueTexts
    self.falseTexts = falseTexts
    regexp = if let pattern = field.constraints.pattern { try IRegexp(pattern) } else { nil }
    allowed = field.constraints.values.map(bytes.keep)
    meanings = field.constraints.meanings.map(bytes.keep)
    defaultText = field.defaultText.map(bytes.keep)
    minimum = try bound(field.constraints.minimum)
    maximum = try bound(field.constraints.maximum)
    if let text = defaultText {
      var buffer = GrowableBuffer<UInt8>()
      if value(of: text, decoding: &buffer) == nil {
        throw Failure(
          .mappingUnusable, "the default '\(text.string)' of \(owner).\(field.name) is not of its type")
      }
    }
  }

  private static func kind(of type: Mapping.ValueType) -> FieldTraits.Kind {
    switch type {
    case .string: .string
    case .integer: .integer
    case .real: .real
    case .decimal: .decimal
    case .boolean: .boolean
    case .date: .date
    case .dateText: .dateText
    case .data: .data
    case .url: .url
    case .duration: .duration
    case .xml: .xml
    case .runs: .runs
    case .dictionary: .dictionary
    case .record: .record
    }
  }

  /// Whether a record without it needs a check at its end.
  var isCheckedAtEnd: Bool { model.isRequired || model.list != nil || defaultText != nil }

  private func bound(_ text: String?) throws(Failure) -> Bound? {
    guard let text else { return nil }
    var buffer = GrowableBuffer<UInt8>()
    let value = Array(text.utf8).withByteView { self.value(of: $0, decoding: &buffer).flatMap(Self.bound) }
    if let value { return value }
    throw Failure(.mappingUnusable, "'\(text)' is not a bound for \(owner).\(model.name)")
  }

  private static func bound(_ value: MappedScalar) -> Bound? {
    switch value {
    case .integer(let value): .integer(Int128(value))
    case .wideInteger(let value): .integer(value)
    case .number(let text, _): .real(NumberText.real(text))
    case .real(let value), .date(let value): .real(value)
    case .text, .boolean, .data: nil
    }
  }
}

// MARK: Values

extension CompiledField {
  /// Parses the text, or returns nil if it is not of the type; data go into `buffer`.
  ///
  /// White space must already be normalised.
  @inline(never)
  func value(of text: ByteView, decoding buffer: inout GrowableBuffer<UInt8>) -> MappedScalar? {
    switch traits.kind {
    case .string, .xml, .runs, .record: return .text(text)
    case .dictionary: return XMLDictionary.shape(of: text).isDictionary ? .text(text) : nil
    case .integer: return MappedNumber.integer(text)
    case .real: return MappedNumber.real(text)
    case .decimal: return MappedDecimal.value(text)
    case .boolean:
      for literal in trueTexts where literal.isEqual(text) { return .boolean(true) }
      for literal in falseTexts where literal.isEqual(text) { return .boolean(false) }
      return nil
    case .date: return date?.seconds(from: text).map { .date($0) }
    case .dateText: return date?.seconds(from: text) == nil ? nil : .text(text)
    case .data:
      buffer.truncate(to: 0)
      if case .data(.hex) = model.type { return MappedData.decodeHex(text, into: &buffer) ? .data : nil }
      return Base64.decode(text, into: &buffer) == nil ? .data : nil
    case .url: return MappedURL.isReference(text) ? .text(text) : nil
    case .duration: return MappedNumber.duration(text)
    }
  }

  /// Checks that the text is valid.
  ///
  /// Throws `mapping.value` if it does not.
  package func check(_ text: ByteView) throws(Failure) {
    var buffer = GrowableBuffer<UInt8>(capacity: 64)
    _ = try checkedValue(of: text, decoding: &buffer)
  }

  /// Parses and checks the text.
  ///
  /// Throws `mapping.value` if it is not of the type or a constraint forbids it.
  func checkedValue(
    of text: ByteView, decoding buffer: inout GrowableBuffer<UInt8>
  ) throws(Failure) -> MappedScalar {
    guard let value = value(of: text, decoding: &buffer) else {
      if let zone = skippingZone(text) {
        throw problem("'\(Self.shortened(text))' does not exist in \(zone), where clocks skip this time")
      }
      throw problem("'\(Self.shortened(text))' is not \(typeDescription)")
    }
    if hasConstraints { try check(text, value, dataCount: buffer.count) }
    if !meanings.isEmpty, let index = allowed.firstIndex(where: { $0 == text }) {
      return .text(meanings[index])
    }
    return value
  }

  /// Returns the text in XML for a text in data.
  ///
  /// Throws `mapping.value` if the allowed values are translated, and it is not one of them.
  func spelling(of text: ByteView) throws(Failure) -> ByteView {
    if meanings.isEmpty { return text }
    if let index = meanings.firstIndex(where: { $0 == text }) { return allowed[index] }
    let names = model.constraints.meanings.map { "'\($0)'" }.joined(separator: ", ")
    throw problem("'\(Self.shortened(text))' is not an allowed value; expected \(names)")
  }

  /// The name of the zone that skips the local time of the text, or nil.
  private func skippingZone(_ text: ByteView) -> String? {
    guard case .date(let format, let zone?) = model.type, let plain = try? DatePattern(format),
      plain.seconds(from: text) != nil
    else { return nil }
    return zone
  }

  private func check(_ text: ByteView, _ value: MappedScalar, dataCount: Int) throws(Failure) {
    let constraints = model.constraints
    if !allowed.isEmpty && !allowed.contains(where: { $0 == text }) {
      let names = constraints.values.map { "'\($0)'" }.joined(separator: ", ")
      throw problem("'\(Self.shortened(text))' is not an allowed value; expected \(names)")
    }
    if let regexp, !regexp.matches(text.string) {
      throw problem("'\(Self.shortened(text))' does not match \(constraints.pattern ?? "")")
    }
    if constraints.minimumLength != nil || constraints.maximumLength != nil {
      let isData = traits.kind == .data
      let length = isData ? dataCount : text.scalarCount
      let unit = isData ? "bytes" : "characters"
      if let least = constraints.minimumLength, length < least {
        throw problem("'\(Self.shortened(text))' has \(length) \(unit), fewer than \(least)")
      }
      if let most = constraints.maximumLength, length > most {
        throw problem("'\(Self.shortened(text))' has \(length) \(unit), more than \(most)")
      }
    }
    if Self.isLess(Self.bound(value), minimum) {
      throw problem("\(Self.shortened(text)) is less than \(constraints.minimum ?? "")")
    }
    if Self.isLess(maximum, Self.bound(value)) {
      throw problem("\(Self.shortened(text)) is more than \(constraints.maximum ?? "")")
    }
  }

  private static func isLess(_ left: Bound?, _ right: Bound?) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.integer(let left), .real(let right)): Double(left) < right
    case (.real(let left), .real(let right)): left < right
    case (.real(let left), .integer(let right)): left < Double(right)
    case (nil, _), (_, nil): false
    }
  }

  // MARK: Messages

  /// A `mapping.value` failure for the field.
  @inline(never)
  func problem(_ text: String) -> Failure { Failure(.mappingValue, "\(owner).\(model.name): \(text)") }

  private var typeDescription: String {
    switch model.type {
    case .string: "a string"
    case .integer: "an integer"
    case .real: "a number"
    case .decimal: "a decimal number"
    case .boolean(let yes, let no):
      "a boolean: \(yes.joined(separator: ", ")) or \(no.joined(separator: ", "))"
    case .date(let format, _), .dateText(let format):
      switch format {
      case "iso8601": "an ISO 8601 date"
      case "rfc822": "an RFC 822 date"
      case "unix": "a number of seconds since 1970"
      default: "a date of the form \(format)"
      }
    case .data(.base64): "Base64 text"
    case .data(.hex): "hexadecimal text"
    case .url: "a URL"
    case .duration: "a duration (SECONDS, MM:SS or HH:MM:SS)"
    case .dictionary: "a sequence of elements with different names, without attributes, that hold text"
    case .xml, .runs, .record: "a value of its type"
    }
  }

  /// A text short enough for a message.
  static func shortened(_ text: ByteView) -> String {
    let string = text[0..<min(text.count, 400)].string
    return string.unicodeScalars.count <= 60
      ? string : String(String.UnicodeScalarView(string.unicodeScalars.prefix(60))) + "…"
  }
}

extension ByteView {
  /// The Unicode scalars of valid UTF-8.
  package var scalarCount: Int {
    var scalars = 0
    for index in 0..<count where self[index] & 0xC0 != 0x80 { scalars += 1 }
    return scalars
  }
}
