// The grammar in which transcode escapes characters: that of the content, if the file name agrees.
//
//   var x = "5 €";    in a .strings file \U20ac; in a .js file, or without a name, there is no escape

struct TranscodeGrammar {
  let head: ByteView
  let format: Format?
  /// Whether `--from` specifies the format.
  let isForced: Bool
  let isHTML: Bool

  /// Extensions of files that may begin like XML or HTML but contain other syntax.
  private static let otherText: Set<String> = [
    "asp", "aspx", "c", "cc", "cfg", "conf", "cpp", "cs", "csv", "ejs", "erb", "go", "h", "haml", "hbs",
    "ini", "j2", "java", "js", "jsp", "jsx", "kt", "less", "log", "lua", "m", "markdown", "md", "mjs", "mm",
    "mustache", "php", "phtml", "pl", "pm", "py", "rb", "rs", "rst", "sass", "scss", "sh", "sql", "svelte",
    "swift", "tex", "toml", "tpl", "ts", "tsv", "tsx", "twig", "txt", "vim", "vue", "yaml", "yml",
  ]

  private static func ending(of name: String) -> String? {
    name == InputOperand.standardInputName ? nil : Paths.pathExtension(name)?.lowercased()
  }

  /// Whether only the whole text determines its grammar.
  static func needsWhole(_ head: ByteView, name: String) -> Bool {
    guard ending(of: name) == nil, let format = FormatDetector.detect(head) else { return false }
    return [.json, .openStep].contains(format.traits.syntax)
  }

  /// The grammar of a text called `name`; `isWhole` if the head is all of it.
  func grammar(name: String, isWhole: Bool) -> EscapeContext.Grammar {
    let ending = Self.ending(of: name)
    // A style sheet may look like an old-style property list.
    if !isForced, ending == "css" || ending == nil && head.starts(with: "@charset \"") { return .css }
    if !isForced, ending == "properties" { return .properties }
    switch format?.traits.syntax {
    case .xml:
      let isXML =
        isForced || XMLDeclaration(head) != nil || ending.map { !Self.otherText.contains($0) } ?? true
      if !isXML { return .plain }
      let isFragment = XMLDeclaration(head) == nil && (ending == "html" || ending == "htm")
      return isHTML || isFragment ? .html : .xml
    case .json:
      if isForced || LintedFileTypes.isJSON(name) { return .json }
      return ending == nil && isWhole && isJSON ? .json : .plain
    case .openStep:
      if isForced || LintedFileTypes.isOpenStep(name) { return .openStep }
      return ending == nil && isWhole && isStrings ? .openStep : .plain
    case nil: return isHTML ? .html : .plain
    }
  }

  private var isJSON: Bool {
    let decoded = DecodedText(head, kind: .json)
    return decoded.problem == nil && decoded.withText { (try? JSONReader.check($0)) != nil }
  }

  /// Whether all of a text is `"key" = "value";`, unlike any program.
  private var isStrings: Bool {
    let decoded = DecodedText(head, kind: .openStep)
    return decoded.problem == nil && decoded.withText { Self.isStrings($0) }
  }

  /// Whether the tokens of a text are a string, an equals sign, a string and a semicolon, repeatedly.
  private static func isStrings(_ text: ByteView) -> Bool {
    var at = 0
    var expected = 0
    while let token = OpenStepScanner.nextToken(in: text, from: at) {
      at = token.end
      guard token.isTerminated else { return false }
      if token.isComment { continue }
      guard text[token.range.lowerBound] == tokens[expected] else { return false }
      expected = (expected + 1) % tokens.count
    }
    return expected == 0
  }

  private static let tokens = [ASCII.quotationMark, ASCII.equalsSign, ASCII.quotationMark, ASCII.semicolon]
}
