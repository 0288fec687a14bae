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

  /// Checks a file, and a bundle also against the one of the development language.
  static func runProperties(
    _ source: LintText, _ name: String, _ collector: inout LintCollector
  ) throws(Failure) {
    let window = try DataChecks.whole(source.open())
    let entries = properties(in: window.text)
    checkDuplicates(entries, &collector)
    let otherFile = collector.options.otherFile
    guard let bytes = developmentBundles(of: name).lazy.compactMap({ otherFile?($0) }).first else { return }
    let others = bytes.withByteView { properties(in: $0) }
    let quotes = isMessageFormat(others, entries)
    var left: Texts = [:]
    for entry in others { left[entry.key] = entry.text }
    for entry in entries {
      guard let text = left.removeValue(forKey: entry.key), !entry.text.isEmpty else { continue }
      compare([text], entry.text, .java, mayLeaveOut: false, entry.key, &collector) { .text(entry.offset) }
      guard quotes, entry.text.utf8.contains(ASCII.apostrophe) else { continue }
      let message = Message(entry.text)
      if let number = Message(text).arguments.subtracting(message.arguments).intersection(message.quoted)
        .min()
      {
        report(
          "placeholder '{\(number)}' after an apostrophe, which quotes it; write '' for an apostrophe",
          entry.key,
          at: .text(entry.offset), &collector)
      }
    }
    reportMissing(left, &collector)
  }

  /// Reports repeated keys, but not in files with sections, and not the keys that Commons Configuration repeats.
  private static func checkDuplicates(_ entries: [Property], _ collector: inout LintCollector) {
    if entries.contains(where: { $0.key.hasPrefix("[") }) { return }
    var known: Set<String> = ["include"]
    for entry in entries where !known.insert(entry.key).inserted && entry.key != "include" {
      collector.add(
        .stringsDuplicateKey, at: .text(entry.offset), "duplicate key '\(entry.key.prefix(60))'")
    }
  }

  /// A message of java.text.MessageFormat, in which apostrophes quote braces.
  private struct Message {
    /// The numbers of the arguments, and of those that are quoted.
    var arguments: Set<Int> = []
    var quoted: Set<Int> = []
    /// Whether it has an apostrophe alone, or one that is doubled.
    var hasSingle = false
    var hasDouble = false

    init(_ text: String) {
      let bytes = Array(text.utf8)
      var isQuoted = false
      var at = 0
      while at < bytes.count {
        if bytes[at] == ASCII.apostrophe {
          let isDouble = at + 1 < bytes.count && bytes[at + 1] == ASCII.apostrophe
          if isDouble { hasDouble = true } else { (hasSingle, isQuoted) = (true, !isQuoted) }
          at += isDouble ? 1 : 0
        } else if bytes[at] == ASCII.leftBrace {
          let digits = bytes[(at + 1)...].prefix { $0.isDigit }
          if (1...2).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)) {
            if isQuoted { quoted.insert(number) } else { arguments.insert(number) }
          }
        }
        at += 1
      }
    }
  }

  /// Whether the messages with arguments show no sign of a reader to which apostrophes mean themselves.
  private static func isMessageFormat(_ source: [Property], _ target: [Property]) -> Bool {
    func counts(_ entries: [Property]) -> (single: Int, double: Int) {
      let messages = entries.map { Message($0.text) }.filter { !$0.arguments.isEmpty || !$0.quoted.isEmpty }
      return (messages.count { $0.hasSingle && !$0.hasDouble }, messages.count(where: \.hasDouble))
    }
    let (own, other) = (counts(source), counts(target))
    return own.single <= own.double && other.single <= max(2, own.double + other.double)
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
