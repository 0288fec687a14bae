// Constraints that no value can satisfy, and defaults that violate those of their field.

extension MappingChecker {
  mutating func checkConstraints(_ field: Mapping.Field, _ record: Int) {
    let constraints = field.constraints
    if let low = constraints.minimumLength, let high = constraints.maximumLength, low > high {
      report(field, record, "has a length of at least \(low) and at most \(high)")
    }
    switch field.type {
    case .integer, .real, .decimal, .date, .duration: break
    default:
      if constraints.minimum != nil || constraints.maximum != nil {
        return report(field, record, "has min or max, which only numbers, dates and durations have")
      }
    }
    switch field.type {
    case .string, .url, .data, .xml: break
    default:
      if constraints.minimumLength != nil || constraints.maximumLength != nil {
        report(.warning, field, record, "has minLength or maxLength, which is meant for text and data")
      }
    }
    checkTexts(field, record)
  }

  /// Bounds, allowed values and the default, each as a value of the field.
  private mutating func checkTexts(_ field: Mapping.Field, _ record: Int) {
    if case .record = field.type { return }
    guard checkType(field, record) else { return }
    let constraints = field.constraints
    var bounds = Mapping.Constraints()
    // Tests the maximum against the minimum.
    bounds.minimum = constraints.minimum
    if let maximum = constraints.maximum, let problem = problem(maximum, field, bounds) {
      report(field, record, "can have no value: its max: \(problem)")
    }
    bounds.maximum = constraints.maximum
    bounds.pattern = constraints.pattern
    bounds.minimumLength = constraints.minimumLength
    bounds.maximumLength = constraints.maximumLength
    bounds.meanings = []
    for value in constraints.values {
      if let problem = problem(value, field, bounds) {
        report(field, record, "allows a value that cannot be: \(problem)")
      }
    }
    if let text = field.defaultText, let problem = problem(text, field, constraints) {
      report(field, record, "has a default that it does not allow: \(problem)")
    }
  }

  /// Whether the type parses with its bounds; reports the reason if not.
  private mutating func checkType(_ field: Mapping.Field, _ record: Int) -> Bool {
    var plain = field
    plain.constraints.pattern = nil
    plain.defaultText = nil
    do throws(Failure) {
      _ = try compiled(plain)
      return true
    } catch {
      // The message may begin with the text for a whole mapping, and end with the field's name.
      var message = error.message[...]
      for start in ["invalid mapping: ", "invalid date format: "]
      where message.hasPrefix(start) {
        message = message.dropFirst(start.count)
      }
      let end = " for .\(field.name)"
      if message.hasSuffix(end) { message = message.dropLast(end.count) }
      report(field, record, "cannot be read: \(message)")
      return false
    }
  }

  private func compiled(_ field: Mapping.Field) throws(Failure) -> CompiledField {
    try CompiledField(field, of: "", in: mapping, bytes: bytes, isInRoot: false)
  }

  /// The problem with a text as a value of the field under these constraints.
  private func problem(_ text: String, _ field: Mapping.Field, _ constraints: Mapping.Constraints) -> String?
  {
    var plain = field
    plain.constraints = constraints
    plain.defaultText = nil
    let value = Array(text.utf8)
    do throws(Failure) {
      let compiled = try compiled(plain)
      try value.withByteView { (view: ByteView) throws(Failure) in try compiled.check(view) }
      return nil
    } catch {
      // The message begins with the owner's and the field's name.
      let message = error.message
      let start = ".\(field.name): "
      return message.hasPrefix(start) ? String(message.dropFirst(start.count)) : message
    }
  }
}
