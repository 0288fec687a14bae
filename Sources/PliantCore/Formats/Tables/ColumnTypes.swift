/// The types that fit all cells of a column.
struct ColumnTypes {
  private let keepsDigits: Bool
  private var hasNumbers = true
  private var hasBooleans = true
  private var hasDates = true

  init(keepsDigits: Bool) { self.keepsDigits = keepsDigits }

  mutating func narrow(_ text: ByteView) {
    if hasNumbers { hasNumbers = isNumber(text) }
    if hasBooleans { hasBooleans = text == "true" || text == "false" }
    if hasDates {
      hasDates = ISO8601.seconds(from: text).flatMap(ISO8601.text(from:)).map { $0 == text.array } ?? false
    }
  }

  private func isNumber(_ text: ByteView) -> Bool {
    guard let kind = NumberText.kind(of: text) else { return false }
    // 1e2641 is a code rather than a number.
    if keepsDigits { return kind == .integer || NumberText.real(text).isFinite }
    return kind == .integer
      ? NumberText.integer(text) != nil && !(text == "-0") : NumberText.isShortestSpelling(text)
  }

  func send(_ text: ByteView, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    if hasNumbers, let kind = NumberText.kind(of: text) {
      try sink.number(text, kind: kind)
    } else if hasBooleans {
      try sink.boolean(text == "true")
    } else if hasDates, let seconds = ISO8601.seconds(from: text) {
      try sink.date(seconds)
    } else {
      try sink.string(text)
    }
  }
}
