// The response of pliant-foundation: lines of messages, an empty line, and the output.
//
//   pliant-foundation 0.1.0
//   loss 0 3 items.0.date        three values changed in the way of that raw value, the first at that key path
//   note …                       shown as it is
//   unverified …                 what could not be compared
//   error …                      the end of the matter

package struct EngineResponse: Sendable, Equatable {
  package enum Line: Sendable, Equatable {
    case loss(Loss, Int, at: String)
    case note(String)
    case unverified(String)
    case error(String)
  }

  private static let program = "pliant-foundation"

  package var version = Version.text
  package var lines: [Line] = []
  package var payload: [UInt8] = []

  package init() {}

  package var error: String? {
    for case .error(let text) in lines { return text }
    return nil
  }

  package var bytes: [UInt8] {
    var text = "\(Self.program) \(version)\n"
    for line in lines {
      switch line {
      case .loss(let loss, let count, let path):
        text += "loss \(loss.rawValue) \(count) \(Self.oneLine(path))\n"
      case .note(let note): text += "note \(Self.oneLine(note))\n"
      case .unverified(let what): text += "unverified \(Self.oneLine(what))\n"
      case .error(let problem): text += "error \(Self.oneLine(problem))\n"
      }
    }
    return Array(text.utf8) + [ASCII.lineFeed] + payload
  }

  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }

  /// Parses a response; nil if it is invalid or incomplete.
  package init?(_ bytes: ByteView) {
    var at = 0
    var isFirst = true
    while let end = bytes.firstIndex(of: ASCII.lineFeed, from: at) {
      let words = bytes[at..<end].string.split(separator: " ", maxSplits: 1).map(String.init)
      at = end + 1
      if isFirst {
        guard words.count == 2, words[0] == Self.program else { return nil }
        version = words[1]
        isFirst = false
      } else if words.isEmpty {
        payload = bytes.suffix(from: at).array
        return
      } else {
        guard words.count == 2, let line = Self.line(words[0], words[1]) else { return nil }
        lines.append(line)
      }
    }
    return nil
  }

  private static func line(_ kind: String, _ text: String) -> Line? {
    switch kind {
    case "note": return .note(text)
    case "unverified": return .unverified(text)
    case "error": return .error(text)
    case "loss":
      let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard words.count == 3, let number = Int(words[0]), let loss = Loss(rawValue: number),
        let count = Int(words[1])
      else { return nil }
      return .loss(loss, count, at: String(words[2]))
    default: return nil
    }
  }
}
