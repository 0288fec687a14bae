// The catalogues of gettext: their syntax, the number of plural forms, and the placeholders of translations.
//
//   #, c-format
//   msgid "%d file"
//   msgid_plural "%d files"
//   msgstr[0] "%d Datei"           as many as nplurals in the header says

extension TranslationChecks {
  private struct Entry {
    var texts: [(name: String, text: String, offset: Int)] = []
    var flags = ""

    func text(_ name: String) -> String? { texts.first { $0.name == name }?.text }
    var isTranslated: Bool { texts.contains { $0.name.hasPrefix("msgstr") } }

    /// How the flags type the arguments; nil if they do not say.
    var style: Placeholders.Style? {
      let styles: [(String, Placeholders.Style)] = [
        (" objc-format", .apple), (" c-format", .c), (" python-format", .script), (" php-format", .script),
        (" qt-format", .qt), (" qt-plural-format", .qt), (" kde-format", .qt),
      ]
      return styles.first { flags.hasText($0.0) }?.1
    }
  }

  /// The state after the previous entries.
  private struct Catalogue {
    var known: Set<[String]> = []
    /// The number of plural forms that the header declares.
    var forms: Int?
  }

  private static let keywords: Set<Substring> = ["domain", "msgctxt", "msgid", "msgid_plural", "msgstr"]

  static func runCatalogue(_ source: LintText, _ collector: inout LintCollector) throws(Failure) {
    let window = try DataChecks.whole(source.open())
    let text = window.text
    guard text.starts(with: "msgid") || text.firstIndex(of: "\nmsgid") != nil else { return }
    var catalogue = Catalogue()
    var entry = Entry()
    func finish() {
      if !entry.texts.isEmpty { check(entry, &catalogue, &collector) }
      entry = Entry()
    }
    var at = 0
    while at < text.count {
      let end = text.endOfLine(from: at)
      let start = min(end, text.endOfSpace(from: at))
      let line = text[start..<end].string
      at = end + 1
      if line.isEmpty { continue }
      if line.hasPrefix("#") {
        if entry.isTranslated || line.hasPrefix("#~") { finish() }
        if line.hasPrefix("#,") { entry.flags += " " + line.dropFirst(2) }
        continue
      }
      let name = line.prefix { $0 != " " && $0 != "\"" && $0 != "\t" }
      let keyword = name.prefix { $0 != "[" }
      if !name.isEmpty {
        guard keywords.contains(keyword) else {
          collector.add(.stringsSyntax, at: .text(start), "unknown keyword '\(name.prefix(40))'")
          continue
        }
        if keyword == "domain" || entry.isTranslated && ["msgid", "msgctxt"].contains(name) { finish() }
        entry.texts.append((String(name), "", start))
      }
      let (value, mistake) = strings(in: line.dropFirst(name.count))
      if let mistake { collector.add(.stringsSyntax, at: .text(start), mistake) }
      if let last = entry.texts.indices.last { entry.texts[last].text += value }
    }
    finish()
  }

  /// The text of the strings in quotation marks to the end of the line, and the first error.
  private static func strings(in line: Substring) -> (text: String, mistake: String?) {
    let bytes = Array(line.utf8)
    var text: [UInt8] = []
    var at = 0
    var count = 0
    while let start = bytes[at...].firstIndex(where: { !$0.isWhitespace }) {
      guard bytes[start] == ASCII.quotationMark else {
        let mistake =
          count > 0
          ? DiagnosticCode.openStepStrayQuote.text.description
          : "missing quotation mark before the string"
        return (String(decoding: text, as: UTF8.self), mistake)
      }
      at = start + 1
      while at < bytes.count, bytes[at] != ASCII.quotationMark {
        at += bytes[at] == ASCII.reverseSolidus ? 2 : 1
      }
      let end = min(at, bytes.count)
      text += bytes[(start + 1)..<end]
      count += 1
      guard at < bytes.count else {
        return (String(decoding: text, as: UTF8.self), DiagnosticCode.jsonUnterminatedString.text.description)
      }
      at += 1
    }
    return (String(decoding: text, as: UTF8.self), count == 0 ? "missing string after the keyword" : nil)
  }

  private static func check(
    _ entry: Entry, _ catalogue: inout Catalogue, _ collector: inout LintCollector
  ) {
    guard let start = entry.texts.first(where: { $0.name == "msgid" }) else { return }
    let id = start.text
    if !catalogue.known.insert([id, entry.text("msgctxt") ?? "\u{4}"]).inserted {
      collector.add(.stringsDuplicateKey, at: .text(start.offset), "duplicate msgid '\(id.prefix(60))'")
    }
    if !entry.isTranslated {
      collector.add(.stringsSyntax, at: .text(start.offset), "missing msgstr of '\(id.prefix(60))'")
    }
    if id.isEmpty, entry.text("msgctxt") == nil, let header = entry.text("msgstr") {
      let declared = header.byteOffset(of: "nplurals=").map { header.utf8.dropFirst($0 + 9) }
      catalogue.forms = declared.flatMap { Int(String(decoding: $0.prefix { $0.isDigit }, as: UTF8.self)) }
    }
    guard !entry.flags.hasText("fuzzy"), !id.isEmpty else { return }
    let forms = entry.texts.filter { $0.name.hasPrefix("msgstr[") }
    if let declared = catalogue.forms, !forms.isEmpty, forms.count != declared,
      forms.contains(where: { !$0.text.isEmpty })
    {
      collector.add(
        .stringsPlurals, at: .text(start.offset),
        "'\(id.prefix(60))' has \(LintCoverage.count(forms.count, "plural form")); the header declares \(declared)"
      )
    }
    let plural = entry.text("msgid_plural") ?? id
    // Only the last form is certainly one of several numbers.
    let last = "msgstr[\((catalogue.forms ?? forms.count) - 1)]"
    for form in entry.texts where form.name.hasPrefix("msgstr") {
      if !form.text.isEmpty, endsLine(form.text) != endsLine(id) {
        let verb = endsLine(id) ? "must end" : "must not end"
        collector.add(
          .stringsSyntax, at: .text(form.offset), "\(form.name) \(verb) with '\\n', as '\(id.prefix(60))'")
      }
      let mayLeaveOut = form.name != "msgstr" && form.name != last
      compare([plural], form.text, entry.style, mayLeaveOut: mayLeaveOut, plural, &collector) {
        .text(form.offset)
      }
    }
  }

  /// Whether a text ends with `\n` whose backslash is not escaped itself.
  private static func endsLine(_ text: String) -> Bool {
    text.utf8.last == UInt8(ascii: "n")
      && text.utf8.dropLast().reversed().prefix { $0 == ASCII.reverseSolidus }.count % 2 == 1
  }
}
