// The translations in Java's resource bundles: messages_de.properties against messages.properties.
//
//   greeting = Hello {0}, you have {1}     the arguments 0 and 1, in any order
//   total: %d of \
//          %d                              two placeholders, on a continued line

extension TranslationChecks {
  /// An entry of a .properties file, and its offset.
  private struct Property {
    let key: String
    let text: String
    let offset: Int
  }

  /// Checks a bundle against the one of the development language; nothing is known without that one.
  static func runProperties(
    _ source: LintText, _ name: String, _ collector: inout LintCollector
  ) throws(Failure) {
    let otherFile = collector.options.otherFile
    guard let bytes = developmentBundles(of: name).lazy.compactMap({ otherFile?($0) }).first else { return }
    var left: Texts = [:]
    bytes.withByteView { for entry in properties(in: $0) { left[entry.key] = entry.text } }
    let window = try DataChecks.whole(source.open())
    for entry in properties(in: window.text) {
      guard let text = left.removeValue(forKey: entry.key), !entry.text.isEmpty else { continue }
      let position = LintPosition.text(entry.offset)
      if let difference = difference(arguments(of: text), arguments(of: entry.text)) {
        report(difference, entry.key, at: position, &collector)
      }
      compare(text, entry.text, .java, mayLeaveOut: false, entry.key, &collector) { position }
    }
    reportMissing(left, &collector)
  }

  /// The bundles in the development language for one in another, such as `a_pt_BR.properties`; none for others.
  static func developmentBundles(of name: String) -> [String] {
    let (folder, file) = Paths.split(name)
    let parts = file.dropLast(".properties".count).split(separator: "_" as Character)
    let languages = parts.indices.dropFirst().filter {
      (2...3).contains(parts[$0].count) && parts[$0].allSatisfy(\.isLowercase)
    }
    guard let first = languages.first, parts.count - first <= 3 else { return [] }
    let base = folder + parts[..<first].joined(separator: "_")
    return ["", "_en", "_en_US"].map { base + $0 + ".properties" }.filter { $0 != name }
  }

  /// The numbers of the arguments of java.text.MessageFormat.
  private static func arguments(of text: String) -> Set<Int> {
    let bytes = Array(text.utf8)
    var numbers: Set<Int> = []
    for start in bytes.indices where bytes[start] == ASCII.leftBrace {
      let digits = bytes[(start + 1)...].prefix { $0.isDigit }
      guard digits.endIndex < bytes.count, !digits.isEmpty, digits.count < 3,
        bytes[digits.endIndex] == ASCII.rightBrace || bytes[digits.endIndex] == ASCII.comma
      else { continue }
      numbers.insert(Int(String(decoding: digits, as: UTF8.self)) ?? 0)
    }
    return numbers
  }

  private static func difference(_ source: Set<Int>, _ target: Set<Int>) -> String? {
    // Without any in the text, it may be no message with arguments.
    if source.isEmpty { return nil }
    if let missing = source.subtracting(target).min() { return "missing placeholder '{\(missing)}'" }
    return target.subtracting(source).min().map { "placeholder '{\($0)}', which the text lacks" }
  }

  /// The entries in the text of a .properties file.
  private static func properties(in text: ByteView) -> [Property] {
    var entries: [Property] = []
    var at = 0
    while at < text.count {
      at = text.endOfSpace(from: at)
      let start = at
      guard let first = text.byte(at: at) else { break }
      if first == ASCII.numberSign || first == ASCII.exclamationMark {
        at = text.endOfLine(from: at)
        continue
      }
      let key = word(in: text, from: &at) { $0 == ASCII.equalsSign || $0 == ASCII.colon || $0.isWhitespace }
      func skipBlanks() {
        while let byte = text.byte(at: at), byte.isWhitespace, !byte.isLineEnd { at += 1 }
      }
      skipBlanks()
      if let sign = text.byte(at: at), sign == ASCII.equalsSign || sign == ASCII.colon {
        at += 1
        skipBlanks()
      }
      let value = word(in: text, from: &at) { _ in false }
      entries.append(Property(key: key, text: value, offset: start))
    }
    return entries
  }

  /// The text up to the end of the line, or to a byte that ends it, with continued lines joined.
  private static func word(in text: ByteView, from at: inout Int, until isEnd: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    while let byte = text.byte(at: at), !byte.isLineEnd, !isEnd(byte) {
      at += 1
      guard byte == ASCII.reverseSolidus, let next = text.byte(at: at) else {
        bytes.append(byte)
        continue
      }
      if next.isLineEnd {
        at = text.endOfSpace(from: at)
      } else {
        // Placeholders have no other escapes.
        bytes += [byte, next]
        at += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
