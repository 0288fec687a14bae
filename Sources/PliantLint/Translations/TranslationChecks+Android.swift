// The translations in Android's resources, against those in `values`, and the errors of aapt in either.
//
//   <string name="a">N'oubliez pas</string>            an apostrophe that ends the text: write \'
//   <plurals name="b"><item quantity="one">…           a plural without the quantity 'other'

extension TranslationChecks {
  private struct Resource {
    /// `string`, `plurals` or `string-array`.
    var kind = ""
    var name = ""
    var offset = 0
    var product = ""
    var quantities: [String] = []
    /// Whether its arguments are those of String.format.
    var isFormatted = true
    var isTranslatable = true

    // MARK: The text
    var quantity: String?
    var text = ""
    var textOffset = 0
    /// The first apostrophe that no backslash precedes.
    var apostrophe: Int?
    /// The first `\u` that four hexadecimal digits do not follow.
    var escape: Int?
    /// Whether it has an unescaped quotation mark, a reference to a character or a CDATA section, which may protect apostrophes.
    var hasQuotes = false
    var hasMarkup = false
  }

  /// Checks resources against those in `values`.
  static func runAndroid(_ source: LintText, _ name: String, _ collector: inout LintCollector) throws(Failure)
  {
    let (folder, file) = Paths.split(name)
    let language = androidLanguage(folder)
    let parent = folder.split(separator: "/").dropLast().last ?? "res"
    // Resources of other libraries are not compiled by aapt.
    let isCompiled = parent.hasPrefix("res")
    var left: Texts = [:]
    var plurals: [String: [String]] = [:]
    let other = language.isEmpty ? nil : folder.dropLast(language.utf8.count + 1) + "values/" + file
    if let bytes = other.flatMap({ collector.options.otherFile?($0) }) {
      try bytes.withByteView { view throws(Failure) in
        try read(view) { resource, isEnd in
          guard !isEnd, resource.kind != "string-array", resource.isFormatted, resource.isTranslatable else {
            return
          }
          guard let quantity = resource.quantity else { return left[resource.name] = resource.text }
          if !mayLeaveOut(quantity) { plurals[resource.name, default: []].append(resource.text) }
        }
      }
    }
    var names: Set<[String]> = []
    let window = try DataChecks.whole(source.open())
    try read(window.text) { resource, isEnd in
      if isEnd {
        if isCompiled { check(resource, &names, &collector) }
        return
      }
      if isCompiled { checkText(resource, &collector) }
      let texts: [String]
      if resource.quantity == nil {
        texts = left.removeValue(forKey: resource.name).map { [$0] } ?? []
      } else {
        texts = plurals[resource.name] ?? []
      }
      guard !texts.isEmpty, resource.isFormatted, resource.isTranslatable else { return }
      compare(
        texts, resource.text, .java, mayLeaveOut: mayLeaveOut(resource.quantity ?? ""), resource.name,
        &collector
      ) { .text(resource.textOffset) }
    }
    reportMissing(left, &collector)
  }

  /// Passes each text to `body`, of arrays only those with an apostrophe, and each resource at its end.
  private static func read(_ text: ByteView, _ body: (Resource, _ isEnd: Bool) -> Void) throws(Failure) {
    var resource = Resource()
    var depth = 0
    var isText = false
    try XMLEventLoop.run(TextWindow(text: text)) { reader, event in
      switch event {
      case .startElement:
        depth += 1
        let name = reader.name.string
        if depth == 1 { return name == "resources" }
        if depth == 2 {
          isText = name == "string"
          resource = Resource(
            kind: name, name: reader.string(ofAttribute: "name") ?? "", offset: reader.tokenStart)
          resource.textOffset = reader.tokenStart
          resource.isFormatted = reader.string(ofAttribute: "formatted") != "false"
          resource.isTranslatable = reader.string(ofAttribute: "translatable") != "false"
          resource.product = reader.string(ofAttribute: "product") ?? ""
        } else if depth == 3, name == "item", ["plurals", "string-array"].contains(resource.kind) {
          isText = true
          (resource.text, resource.apostrophe, resource.escape, resource.hasQuotes) = ("", nil, nil, false)
          resource.textOffset = reader.tokenStart
          resource.quantity = reader.string(ofAttribute: "quantity")
        } else if isText && !name.hasSuffix(":g") {
          resource.hasMarkup = true
        }
      case .text where isText:
        resource.text += reader.text.string
        let start = min(reader.tokenStart, text.count)
        scan(text[start..<max(start, min(reader.tokenEnd, text.count))], at: start, &resource)
      case .endElement:
        depth -= 1
        if isText, depth == (resource.kind == "string" ? 1 : 2) {
          isText = false
          if resource.kind != "string-array" || resource.apostrophe != nil || resource.escape != nil {
            body(resource, false)
          }
          resource.quantity.map { resource.quantities.append($0) }
        }
        if depth == 1 { body(resource, true) }
      default: break
      }
      return true
    }
  }

  /// Finds apostrophes and quotation marks in the source of a text.
  private static func scan(_ text: ByteView, at offset: Int, _ resource: inout Resource) {
    let others: [StaticString] = ["&apos;", "&quot;", "&#", "<![CDATA["]
    if others.contains(where: { text.firstIndex(of: $0) != nil }) { resource.hasQuotes = true }
    var at = 0
    while at < text.count {
      switch text[at] {
      case ASCII.reverseSolidus:
        at += 1
        let isWhole = (1...4).allSatisfy { text.byte(at: at + $0)?.hexadecimalValue != nil }
        if text.byte(at: at) == ASCII.lowerU, !isWhole {
          resource.escape = resource.escape ?? offset + at - 1
        }
      case ASCII.quotationMark: resource.hasQuotes = true
      case ASCII.apostrophe: resource.apostrophe = resource.apostrophe ?? offset + at
      default: break
      }
      at += 1
    }
  }

  private static func checkText(_ resource: Resource, _ collector: inout LintCollector) {
    let name = resource.name.prefix(60)
    if let offset = resource.escape {
      collector.add(
        .stringsSyntax, at: .text(offset), "'\(name)': '\\u' without four hexadecimal digits")
    }
    if let offset = resource.apostrophe, !resource.hasQuotes {
      collector.add(.stringsSyntax, at: .text(offset), "'\(name)': unescaped apostrophe; write \\'")
    }
    guard resource.kind == "string", resource.isFormatted, resource.isTranslatable, !resource.hasMarkup,
      Placeholders.hasSeveralWithoutPosition(resource.text)
    else { return }
    collector.add(
      .stringsSyntax, at: .text(resource.textOffset),
      "'\(name)': several arguments without positions; write %1$s, or add formatted=\"false\"")
  }

  private static func check(
    _ resource: Resource, _ names: inout Set<[String]>, _ collector: inout LintCollector
  ) {
    guard ["string", "plurals", "string-array"].contains(resource.kind), !resource.name.isEmpty else {
      return
    }
    let name = resource.name.prefix(60)
    let isPlural = resource.kind == "plurals"
    let position = { LintPosition.text(resource.offset) }
    if !names.insert([resource.kind, resource.name, resource.product]).inserted {
      collector.add(.stringsDuplicateKey, at: position(), "duplicate name '\(name)' of a <\(resource.kind)>")
    }
    guard isPlural else { return }
    for quantity in resource.quantities { checkCategory(quantity, resource.name, at: position, &collector) }
    // With few and many, no whole number may be left for it.
    let isWhole = ["few", "many"].allSatisfy(resource.quantities.contains)
    if !resource.quantities.isEmpty, !resource.quantities.contains("other"), !isWhole {
      collector.add(.stringsPlurals, at: position(), "'\(name)': missing plural form 'other'")
    }
  }
}

extension Placeholders {
  /// Whether a text has several arguments and one without a position, as aapt counts them; false for texts of
  /// Time.format, whose conversions String.format lacks.
  static func hasSeveralWithoutPosition(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var (count, hasPlain, at) = (0, false, 0)
    while let sign = bytes[min(at, bytes.count)...].firstIndex(of: ASCII.percentSign), sign + 1 < bytes.count
    {
      at = sign + 2
      if bytes[sign + 1] == ASCII.percentSign || bytes[sign + 1] == ASCII.lowerN { continue }
      let digits = bytes[(sign + 1)...].prefix { $0.isDigit }
      let isNumbered =
        !digits.isEmpty && digits.endIndex < bytes.count && bytes[digits.endIndex] == ASCII.dollarSign
      let start = isNumbered ? digits.endIndex + 1 : sign + 1
      guard let end = bytes[start...].firstIndex(where: { !"-#+ 0,(<.123456789$".utf8.contains($0) }),
        "bBhHsScCdoxXeEfgGaAtT".utf8.contains(bytes[end])
      else { return false }
      count += 1
      hasPlain = hasPlain || !isNumbered
      at = end + 1
    }
    return count > 1 && hasPlain
  }
}
