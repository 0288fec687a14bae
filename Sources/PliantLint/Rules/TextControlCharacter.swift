// text/control-character: NUL, escape, delete and the like in a text.

extension LintRule {
  static let textControlCharacter = LintRule(
    .textControlCharacter,
    check: .text { rule, text, analysis, collector throws(Failure) in
      // Reports each character once, with its count.
      guard try analysis.signs(of: text).hasControlCharacters else { return }
      var first = [Int?](repeating: nil, count: 128)
      var counts = [Int](repeating: 0, count: 128)
      let hasKeys = analysis.subject.hasKeyCodes
      let isShifted = analysis.verdict.evidence == .escapes
      // The node separator of info(1).
      var isInfo = analysis.subject.name.hasSuffix(".info")
      try text.eachPart { part, offset, isLast in
        if offset == 0 {
          isInfo = isInfo || part.starts(with: "This is ") && part.firstIndex(of: 0x1F) != nil
        }
        for at in 0..<part.count where ControlCharacters.contains(part[at]) {
          let byte = part[at]
          if byte == 0x0B || byte == 0x1A && isLast && at >= part.count - 2 { continue }
          if hasKeys && byte != ASCII.null { continue }
          if isShifted && (byte == ASCII.escape || byte == 0x0E || byte == 0x0F) { continue }
          if isInfo && (byte == 0x1F || byte == ASCII.delete) { continue }
          first[Int(byte)] = first[Int(byte)] ?? offset + at
          counts[Int(byte)] += 1
        }
      }
      for (byte, place) in first.enumerated() {
        guard let place else { continue }
        let others = counts[byte] > 1 ? "; \(counts[byte] - 1) more in the file" : ""
        collector.add(
          rule, at: .text(place), "control character \(name(of: UInt8(byte)))\(others)")
      }
    })

  /// `U+001B (escape)`.
  private static func name(of byte: UInt8) -> String {
    let names: [UInt8: String] = [0: "null", 7: "bell", 8: "backspace", 0x1B: "escape", 0x7F: "delete"]
    return names[byte].map { "\(byte.codePoint) (\($0))" } ?? byte.codePoint
  }
}
