// mdoc source: macros with their arguments, running text and literal text, correctly escaped.
//
//   "Writes to *PATH*, or with `--loss tag` (the default) not at all."     becomes
//
//   Writes to
//   .Ar PATH ,
//   or with
//   .Ql \-\-loss tag
//   (the default) not at all.

struct MdocWriter {
  private(set) var text = ""
  /// The width of source lines, below the maximum of mandoc's lint.
  private static let width = 72
  /// Columns of a literal line outside lists, so that a page fits 80 columns, and the indentation of each
  /// list.
  private static let literalWidth = 68
  private static let listIndentation = 8
  private var listDepth = 0

  /// Writes a macro line; the arguments are text, never macros or punctuation.
  mutating func macro(_ name: String, _ arguments: String...) {
    raw(([name] + arguments.map { Self.argument($0) }).joined(separator: " "))
  }

  /// Writes a line of mdoc unchanged.
  mutating func raw(_ line: String) {
    if line.hasPrefix("Bl ") { listDepth += 1 }
    if line == "El" { listDepth -= 1 }
    text += "." + line + "\n"
  }

  // MARK: Running text

  /// Writes a paragraph in the light markup, without a preceding `.Pp`.
  mutating func running(_ markup: String) {
    var line = ""
    let words = Markup.words(markup)
    for (index, word) in words.enumerated() {
      guard word.count == 1, case .text(let plain) = word[0], Self.pageReference(plain) == nil else {
        flush(&line)
        raw(Self.inline(word))
        continue
      }
      if !line.isEmpty && Self.escape(line + " " + plain).utf8.count > Self.width { flush(&line) }
      line += (line.isEmpty ? "" : " ") + plain
      // In mdoc, each sentence begins a line.
      if Self.endsSentence(plain), index + 1 < words.count, Self.beginsSentence(words[index + 1]) {
        flush(&line)
      }
    }
    flush(&line)
  }

  private mutating func flush(_ line: inout String) {
    if !line.isEmpty { text += Self.textLine(line) + "\n" }
    line = ""
  }

  private static func endsSentence(_ word: String) -> Bool {
    let bare = word.last == ")" ? word.dropLast() : Substring(word)
    return bare.last.map { ".!?".contains($0) } ?? false
  }

  private static func beginsSentence(_ word: [Markup.Run]) -> Bool {
    guard case .text(let text) = word[0] else { return true }
    return text.first?.isUppercase == true
  }

  /// Renders words as the rest of a line.
  static func line(_ words: [[Markup.Run]]) -> String { closingQuotations(words.map(inline)) }

  /// Macros in one line: `Ql` would quote the rest of the line, so a quotation that more than punctuation
  /// follows is opened and closed.
  private static func closingQuotations(_ parts: [String]) -> String {
    let last = parts.lastIndex { !$0.allSatisfy { ".,:;)]?! ".contains($0) } }
    return parts.enumerated().map { index, part in
      guard index != last, let macro = ["Ql ", "Ns Ql "].first(where: part.hasPrefix) else { return part }
      let comma = part.hasSuffix(" ,") ? " ," : ""
      return "\(macro.dropLast(3))So \(part.dropFirst(macro.count).dropLast(comma.count)) Sc\(comma)"
    }.joined(separator: " ")
  }

  /// A word with styled parts as macros in one line.
  static func inline(_ word: [Markup.Run]) -> String {
    var parts: [String] = []
    var opening = ""
    for (index, run) in word.enumerated() {
      guard case .text(let text) = run else {
        parts.append((opening.isEmpty && !parts.isEmpty ? "Ns " : "") + styled(run, opening: opening))
        opening = ""
        continue
      }
      if let (name, section, rest) = pageReference(text) {
        parts.append("Xr \(name) \(section)" + rest.map { " \($0)" }.joined())
      } else if index == 0 && text.allSatisfy({ "([".contains($0) }) {
        opening = text
      } else if index > 0 && text.allSatisfy({ ".,:;)]?!".contains($0) }) {
        parts.append(text.map(String.init).joined(separator: " "))
      } else {
        parts.append((index == 0 ? "No " : "Ns No ") + argument(text))
      }
    }
    return closingQuotations(parts)
  }

  private static func styled(_ run: Markup.Run, opening: String) -> String {
    let opening = opening.map { " \($0)" }.joined()
    switch run {
    case .text(let text): return "No" + opening + " " + argument(text)
    case .variable(let name): return "Ar" + opening + " " + argument(name)
    case .code(let code):
      if code.count > 1, code.hasPrefix("-"), code != "--", !code.contains(" ") {
        return "Fl" + opening + " " + argument(String(code.dropFirst()))
      }
      return "Ql" + opening + " " + argument(code, isLiteral: true)
    }
  }

  /// The name, section and trailing punctuation of a reference to one of the program's own pages.
  static func pageReference(_ word: String) -> (name: String, section: String, rest: Substring)? {
    guard word.hasPrefix("pliant"), let open = word.firstIndex(of: "("),
      let close = word[open...].firstIndex(of: ")")
    else { return nil }
    let name = word[..<open]
    let section = word[word.index(after: open)..<close]
    let rest = word[word.index(after: close)...]
    guard section.count == 1, section.allSatisfy(\.isNumber),
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }),
      rest.allSatisfy({ ".,:;)]?!".contains($0) })
    else { return nil }
    return (String(name), String(section), rest)
  }

  // MARK: Literal text

  /// Writes literal text in a display; a line that is too wide continues, indented further, on the next.
  mutating func literal(_ literal: String) { display(LineFolding.literal(literal, width: literalLimit)) }

  /// Writes a command line, continued with backslashes if it is too wide, and its output, truncated if it is
  /// too wide.
  mutating func example(_ command: String, output: String) {
    display(
      LineFolding.command("$ " + command, width: literalLimit)
        + LineFolding.output(output, width: literalLimit))
  }

  private var literalLimit: Int { Self.literalWidth - Self.listIndentation * listDepth }

  private mutating func display(_ lines: [String]) {
    raw("Bd -literal -offset indent")
    for line in lines { text += Self.textLine(line, isLiteral: true) + "\n" }
    raw("Ed")
  }

  // MARK: Escapes

  /// A text line, with a leading control character protected.
  static func textLine(_ line: String, isLiteral: Bool = false) -> String {
    let escaped = escape(line, isLiteral: isLiteral)
    let needsGuard = line.hasPrefix(".") || (line.hasPrefix("'") && !isLiteral)
    let isBlank = !line.isEmpty && line.allSatisfy { $0 == " " }
    if isBlank { return "\\&" }
    // White space at a line's end would be lost, and lint reports it.
    return (needsGuard ? "\\&" : "") + escaped + (line.hasSuffix(" ") ? "\\&" : "")
  }

  /// A macro's argument: quoted if it has spaces, and never a macro or punctuation.
  static func argument(_ text: String, isLiteral: Bool = false) -> String {
    let escaped = escape(text, isLiteral: isLiteral)
    let mayBeMacro =
      (2...3).contains(text.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "%") }
    let isPunctuation = text.count == 1 && text.allSatisfy(".,:;()[]?!|".contains)
    let endsInPunctuation = text.count > 1 && text.last.map { ".,:;)]?!".contains($0) } == true
    let guarded = (mayBeMacro || isPunctuation ? "\\&" : "") + escaped + (endsInPunctuation ? "\\&" : "")
    return text.isEmpty || text.contains(" ") || text.contains("\t") ? "\"\(guarded)\"" : guarded
  }

  /// Escapes characters that roff interprets; literal text keeps its ASCII quotes and hyphens.
  static func escape(_ text: String, isLiteral: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "\"": escaped += "\\(dq"
      case "-" where isLiteral: escaped += "\\-"
      case "'" where isLiteral: escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\t": escaped += "    "
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: escaped += "\\(bu"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return escaped
  }
}
