// text/bidirectional-control: a control that changes the visible order of text (CVE-2021-42574).
//
//   access = "user<RLO> <LRI>// only for admins<PDI> <LRI>"    shown as  access = "user // only for admins"

extension LintRule {
  static let textBidirectionalControl = LintRule(
    .textBidirectionalControl,
    check: .text { rule, text, analysis, collector throws(Failure) in
      guard try analysis.signs(of: text).hasBidirectionalControls else { return }
      var found: [(offset: Int, message: String)] = []
      var isCode = LintedFileTypes.isCode(analysis.subject.name)
      try text.eachPart { part, offset, _ in
        if offset == 0 { isCode = isCode || part.starts(with: "#!") }
        var start = 0
        while start < part.count {
          let end = part.endOfLine(from: start)
          var line = BidirectionalLine(isCode: isCode)
          if let (at, message) = line.mistake(in: part[start..<end]) {
            found.append((offset + start + at, message))
          }
          start = max(end, start) + 1
        }
      }
      for (offset, message) in found { collector.add(rule, at: .text(offset), message) }
    })
}

/// The bidirectional controls of one line, whose end closes all of them.
private struct BidirectionalLine {
  private struct Opener {
    let offset: Int
    let value: UInt32
    var isIsolate: Bool { value >= 0x2066 }
    var isOverride: Bool { value == 0x202D || value == 0x202E }
  }

  let isCode: Bool
  private var open: [Opener] = []

  init(isCode: Bool) { self.isCode = isCode }

  /// Returns the first control that changes the visible order, and a message.
  mutating func mistake(in line: ByteView) -> (offset: Int, message: String)? {
    var at = 0
    while let lead = line.firstIndex(of: 0xE2, from: at) {
      at = lead + 1
      let (value, length) = UTF8Validation.scalar(in: line, at: lead)
      guard length == 3 else { continue }
      switch value {
      case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068:
        open.append(Opener(offset: lead, value: value))
      case 0x202C:
        guard let last = open.last, !last.isIsolate else { continue }
        open.removeLast()
        if let message = spanning(last, in: line[last.offset..<lead]) { return (last.offset, message) }
      case 0x2069:
        guard let index = open.lastIndex(where: \.isIsolate) else { continue }
        let opener = open[index]
        open.removeSubrange(index...)
        if let message = spanning(opener, in: line[opener.offset..<lead]) { return (opener.offset, message) }
      default: break
      }
    }
    guard let left = open.first(where: { isCode || $0.isOverride }) else { return nil }
    return (
      left.offset,
      "the bidirectional control \(left.value.codePoint) reorders the rest of the line: it is not closed"
    )
  }

  /// The message for a control that closes outside the quotation or comment in which it opens; nil for any
  /// other.
  private func spanning(_ opener: Opener, in text: ByteView) -> String? {
    guard isCode else { return nil }
    let marks: [StaticString] = ["\"", "'", "`", "//", "/*", "*/", "#", "--"]
    guard marks.contains(where: { text.firstIndex(of: $0) != nil }) else { return nil }
    return "the bidirectional control \(opener.value.codePoint) reorders the marks of strings or comments"
  }
}
