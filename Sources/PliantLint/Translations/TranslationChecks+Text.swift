// The translations in XLIFF, in Android's resources, and in catalogues of gettext.

extension TranslationChecks {
  private struct Unit {
    var key = ""
    var quantity: String?
    var source: String?
    var text = ""
    var offset = 0
    /// Whether inline elements or an attribute say that the text is not a plain one.
    var isSkipped = false
  }

  /// Checks XLIFF, or Android's resources against those in `values`.
  static func runXML(_ source: LintText, _ name: String, _ collector: inout LintCollector) throws(Failure) {
    let (folder, file) = Paths.split(name)
    let android = androidLanguage(folder)
    guard !android.isEmpty else {
      return try read(source.open()) { unit in
        let mayLeaveOut = ["zero", "one", "two"].contains {
          unit.key.hasText("/\($0):") || unit.key.hasSuffix("." + $0)
        }
        compare(unit.source ?? "", unit.text, .apple, mayLeaveOut: mayLeaveOut, unit.key, &collector) {
          .text(unit.offset)
        }
      }
    }
    guard let bytes = collector.options.otherFile?(folder.dropLast(android.utf8.count + 1) + "values/" + file)
    else { return }
    var left: Texts = [:]
    var plurals: Texts = [:]
    try bytes.withByteView { view throws(Failure) in
      try read(TextWindow(InputWindow(held: view), kind: .xml)) { unit in
        if unit.quantity == nil { left[unit.key] = unit.text } else { plurals[unit.key] = unit.text }
      }
    }
    try read(source.open()) { unit in
      let text = unit.quantity == nil ? left.removeValue(forKey: unit.key) : plurals[unit.key]
      guard let text else { return }
      compare(text, unit.text, .java, mayLeaveOut: mayLeaveOut(unit.quantity ?? ""), unit.key, &collector) {
        .text(unit.offset)
      }
    }
    reportMissing(left, &collector)
  }

  /// Reads the units of XLIFF with a target, and the strings and forms of plurals of Android's resources.
  private static func read(_ window: consuming TextWindow, _ body: (Unit) -> Void) throws(Failure) {
    var unit = Unit()
    var (isInside, isAlternative) = (false, false)
    try XMLEventLoop.run(window) { reader, event in
      switch event {
      case .startElement:
        let name = reader.name.string
        switch name {
        case "trans-unit", "unit", "plurals", "string":
          unit = Unit(
            key: (reader.value(ofAttribute: name.hasSuffix("unit") ? "id" : "name") ?? .empty).string)
          let isPlain = reader.value(ofAttribute: "formatted")?.string != "false"
          unit.isSkipped = !isPlain || reader.value(ofAttribute: "translatable")?.string == "false"
          isInside = name == "string"
        case "alt-trans": isAlternative = true
        case "source", "target": isInside = !isAlternative
        case "item":
          unit.quantity = reader.value(ofAttribute: "quantity")?.string
          isInside = unit.quantity != nil
        case "x", "ph", "bx", "ex", "pc", "sc", "mrk": unit.isSkipped = true
        default: break
        }
        if isInside && texts.contains(name) { (unit.text, unit.offset) = ("", reader.tokenStart) }
      case .text, .cdata: if isInside { unit.text += reader.text.string }
      case .endElement:
        let name = reader.name.string
        if name == "alt-trans" { isAlternative = false }
        guard isInside, texts.contains(name) else { return true }
        isInside = false
        if name == "source" { unit.source = unit.text } else if !unit.isSkipped { body(unit) }
      default: break
      }
      return true
    }
  }

  /// The elements that contain a text.
  private static let texts: Set<String> = ["source", "target", "item", "string"]

  /// Checks the entries of a gettext catalogue whose flags say that they have placeholders.
  static func runCatalogue(_ source: LintText, _ collector: inout LintCollector) throws(Failure) {
    let window = try DataChecks.whole(source.open())
    let text = window.text
    var style: Placeholders.Style?
    var texts: [(name: String, text: String, offset: Int)] = []
    func finish() {
      let id = (texts.last { $0.name == "msgid_plural" } ?? texts.first { $0.name == "msgid" })?.text
      guard let id, let style, !id.isEmpty else { return }
      for entry in texts where entry.name.hasPrefix("msgstr") {
        compare(id, entry.text, style, mayLeaveOut: entry.name != "msgstr", id, &collector) {
          .text(entry.offset)
        }
      }
    }
    var at = 0
    while at < text.count {
      let end = text.endOfLine(from: at)
      let line = text[at..<end].string
      if line.hasPrefix("\"") {
        if let last = texts.indices.last {
          texts[last].text += line.dropFirst().prefix { $0 != "\r" }.dropLast()
        }
      } else if line.hasPrefix("msg") {
        let name = line.prefix { $0 != " " && $0 != "\"" }
        let value = line.dropFirst(name.count).drop { $0 == " " }.dropFirst().prefix { $0 != "\r" }.dropLast()
        texts.append((String(name), String(value), at))
      } else {
        finish()
        texts = []
        if line.hasPrefix("#,") {
          let isFuzzy = String(line).hasText("fuzzy")
          let isObjective = String(line).hasText("objc-format")
          let isKnown = [" c-format", " python-format", " objc-format"].contains { String(line).hasText($0) }
          style = isFuzzy || !isKnown ? nil : isObjective ? .apple : .c
        } else if !line.hasPrefix("#") {
          style = nil
        }
      }
      at = end + 1
    }
    finish()
  }
}
