/// The type of a model's attribute, with its constraints and default, in a mapping.
struct CoreDataAttributeType {
  private(set) var type = Mapping.ValueType.string
  private(set) var constraints = Mapping.Constraints()
  private(set) var defaultText: String?
  /// Whether the value can be text of any length, with lines.
  private(set) var isText = false
  /// A constraint that the mapping cannot enforce.
  private(set) var note: String?

  init(_ attribute: CoreDataModel.Attribute) {
    defaultText = attribute.defaultText
    switch attribute.type {
    case "Integer 16": integer(attribute, Int64(Int16.min), Int64(Int16.max))
    case "Integer 32": integer(attribute, Int64(Int32.min), Int64(Int32.max))
    case "Integer 64": integer(attribute, .min, .max)
    case "Decimal", "Double", "Float":
      type = .real
      constraints.minimum = attribute.minimum
      constraints.maximum = attribute.maximum
    case "Boolean": type = CoreDataMapping.yesNo.type
    case "Date": date(attribute)
    case "String": string(attribute)
    case "Binary", "Transformable":
      type = .data(.base64)
      isText = true
      if attribute.type == "Transformable" { defaultText = nil }
    case "URI": type = .url
    case "UUID": constraints.pattern = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    case "Composite":
      type = .xml
      isText = true
      defaultText = nil
    default:
      isText = true
      if attribute.type != "Undefined" { note = "the type \(attribute.type) is taken as text" }
    }
  }

  private mutating func integer(_ attribute: CoreDataModel.Attribute, _ lowest: Int64, _ highest: Int64) {
    type = .integer
    let minimum = attribute.minimum.flatMap { Int64($0) }
    let maximum = attribute.maximum.flatMap { Int64($0) }
    constraints.minimum = String(max(minimum ?? lowest, lowest))
    constraints.maximum = String(min(maximum ?? highest, highest))
    if attribute.minimum != nil && minimum == nil || attribute.maximum != nil && maximum == nil {
      note = "its range is not a range of integers, and is not enforced"
    }
  }

  private mutating func date(_ attribute: CoreDataModel.Attribute) {
    type = .date(format: "iso8601", zone: nil)
    constraints.minimum = Self.dateText(attribute.minimumSeconds)
    constraints.maximum = Self.dateText(attribute.maximumSeconds)
    defaultText = Self.dateText(attribute.defaultSeconds)
  }

  /// The ISO 8601 text of seconds since 2001.
  private static func dateText(_ seconds: String?) -> String? {
    guard let seconds = seconds.flatMap(Double.init), seconds.isFinite else { return nil }
    return ISO8601.text(from: seconds).map { String(decoding: $0, as: UTF8.self) }
  }

  /// For text, minimum and maximum limit the length.
  private mutating func string(_ attribute: CoreDataModel.Attribute) {
    isText = true
    constraints.minimumLength = attribute.minimum.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    constraints.maximumLength = attribute.maximum.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    guard let expression = attribute.pattern else { return }
    constraints.pattern = Self.pattern(expression)
    if constraints.pattern == nil {
      note = "its regular expression \(expression) is not an I-Regexp (RFC 9485) and is not enforced"
    }
  }

  /// An ICU regular expression as I-Regexp, or nil if it has no equivalent.
  static func pattern(_ expression: String) -> String? {
    var scalars = Array(expression.unicodeScalars)
    // MATCHES compares the whole text anyway.
    if scalars.first == "^" { scalars.removeFirst() }
    if scalars.last == "$" && scalars.dropLast().last != "\\" { scalars.removeLast() }
    var text = ""
    var at = 0
    var isInClass = false
    while at < scalars.count {
      let scalar = scalars[at]
      let next = at + 1 < scalars.count ? scalars[at + 1] : " "
      at += 1
      switch (scalar, next) {
      case ("\\", "d"), ("\\", "w"), ("\\", "s"):
        let inside = next == "d" ? "0-9" : next == "w" ? "A-Za-z0-9_" : " \\t\\n\\r"
        text += isInClass ? inside : "[\(inside)]"
        at += 1
      case ("\\", _):
        // ICU allows escapes of all punctuation, I-Regexp only of special characters.
        let isNeedless =
          next.isASCII && !next.properties.isAlphabetic
          && !"()*+-.?[\\]^{|}0123456789".unicodeScalars.contains(next)
        text.unicodeScalars += isNeedless ? [next] : ["\\", next]
        at += 1
      case ("(", "?"):
        guard !isInClass, at + 1 < scalars.count, scalars[at + 1] == ":" else { return nil }
        text += "("
        at += 2
      default:
        if scalar == "[" { isInClass = true }
        if scalar == "]" { isInClass = false }
        text.unicodeScalars.append(scalar)
      }
    }
    return (try? IRegexp(text)) == nil ? nil : text
  }
}
