// The files that lint looks for, and their grammars, according to file name extension and beginning.

/// File names that lint looks for in directories.
package enum LintedFileTypes {
  private static let xml = [
    "xml", "plist", "entitlements", "storyboard", "xib", "svg", "gpx", "kml", "opml", "rss", "atom", "xsd",
    "xsl", "xslt", "xhtml", "xcscheme", "xcworkspacedata", "mobileconfig", "webloc", "stringsdict", "sdef",
    "tmlanguage", "tmtheme", "tmsnippet", "tmpreferences", "xcprivacy", "xcsettings", "xcmappingmodel",
    "wsdl", "rdf", "xlf", "xliff", "resx", "nuspec", "csproj", "pom", "glade", "ui", "provisionprofile",
    "xcbkptlist", "intentdefinition", "mobileprovision", "vcxproj", "fsproj", "vbproj", "xaml", "xspf",
  ]
  private static let propertyLists = [
    "plist", "entitlements", "mobileconfig", "webloc", "stringsdict", "tmlanguage", "tmtheme", "tmsnippet",
    "tmpreferences", "xcprivacy", "xcsettings", "pbxproj", "xcuserstate", "nib", "bplist", "provisionprofile",
    "mobileprovision",
  ]
  private static let json = [
    "json", "webmanifest", "geojson", "xcstrings", "xctestplan", "storekit", "resolved", "arb", "har",
    "ipynb", "avsc", "topojson", "jsonld",
  ]

  /// Extensions that promise certain root elements; none are listed if only that of HTML is another kind for sure.
  private static let roots: [String: [String]] = {
    var roots = [
      "storyboard": ["document", "archive"], "xib": ["document", "archive"], "xcscheme": ["Scheme"],
      "xcworkspacedata": ["Workspace"], "xlf": ["xliff"], "xliff": ["xliff"],
    ]
    for ending in [
      "svg", "gpx", "kml", "opml", "rss", "atom", "sdef", "wsdl", "rdf", "resx", "nuspec", "csproj",
      "vcxproj",
      "fsproj", "vbproj", "xspf",
    ] { roots[ending] = [] }
    return roots
  }()

  private struct Meaning: OptionSet {
    let rawValue: UInt16
    static let xml = Meaning(rawValue: 1)
    static let propertyList = Meaning(rawValue: 2)
    static let json = Meaning(rawValue: 4)
    static let jsonLines = Meaning(rawValue: 8)
    static let strings = Meaning(rawValue: 16)
    /// Included when walking directories.
    static let linted = Meaning(rawValue: 32)
    /// May begin like an XML document without being one.
    static let fragment = Meaning(rawValue: 64)
    /// A property list that is always in the old style.
    static let oldStyle = Meaning(rawValue: 128)
    /// Of a format of the table that lint checks by reading it.
    static let ofTable = Meaning(rawValue: 256)
  }

  private static let meanings: [String: Meaning] = {
    let groups: [([String], Meaning)] = [
      (xml, [.xml, .linted]), (propertyLists, .propertyList), (["pbxproj", "bplist"], .linted),
      (["pbxproj"], .oldStyle), (json, [.json, .linted]),
      (["jsonl", "ndjson"], [.jsonLines, .linted]), (["strings"], [.strings, .linted]),
      (["dtd", "ent", "mod"], .fragment),
      // Notes, and templates of documents.
      (["txt", "md", "rst", "in", "tmpl", "tpl", "template", "j2", "jinja", "erb", "mustache"], .fragment),
    ]
    var meanings: [String: Meaning] = [:]
    let read = Format.all.map { $0.traits }.filter { $0.syntaxRule != nil }
    for (endings, meaning) in groups + read.map({ ($0.decisiveExtensions, [.ofTable, .linted]) }) {
      for ending in endings { meanings[ending, default: []].formUnion(meaning) }
    }
    return meanings
  }()

  private static func meaning(of name: String) -> Meaning {
    if Format(jsonDialectOf: name) != nil { return [.json, .linted] }
    guard let dot = name.utf8.lastIndex(of: ASCII.fullStop) else { return [] }
    return meanings[name[name.utf8.index(after: dot)...].lowercasedASCII] ?? []
  }

  /// Whether a name promises JSON or JSON Lines.
  package static func isJSON(_ name: String) -> Bool {
    !meaning(of: name).intersection([.json, .jsonLines]).isEmpty
  }

  /// Whether a name promises a .strings file or a property list.
  package static func isOpenStep(_ name: String) -> Bool {
    !meaning(of: name).intersection([.strings, .oldStyle]).isEmpty || Paths.pathExtension(name) == "plist"
  }

  private static let code: Set<String> = [
    "ada", "adb", "ads", "asm", "awk", "bash", "bat", "c", "cc", "cjs", "clj", "cmake", "cmd", "cpp", "cs",
    "css", "cxx", "d", "dart", "el", "erl", "ex", "exs", "f", "f90", "fish", "fs", "go", "gradle", "groovy",
    "h", "hcl", "hh", "hpp", "hs", "java", "jl", "js", "jsx", "kt", "kts", "less", "lisp", "lua", "m", "mjs",
    "mk", "ml", "mli", "mm", "nim", "pas", "php", "pl", "pm", "proto", "ps1", "py", "pyi", "pyx", "r", "rb",
    "rs", "s", "scala", "scm", "scss", "sed", "sh", "sql", "sv", "svelte", "swift", "t", "tcl", "tf", "toml",
    "ts", "tsx", "v", "vb", "vhd", "vue", "yaml", "yml", "zig", "zsh",
  ]

  /// Whether a name promises source code or configuration.
  static func isCode(_ name: String) -> Bool {
    if let ending = Paths.pathExtension(name) { return code.contains(ending.lowercased()) }
    return ["Makefile", "Dockerfile", "Jenkinsfile", "Rakefile", "Gemfile"].contains(Paths.split(name).name)
  }

  /// Whether a name promises a document.
  package static func isLinted(_ name: String) -> Bool { meaning(of: name).contains(.linted) }

  /// Whether the first bytes identify an unsupported binary format.
  static func isKnownBinary(_ input: LintInput) -> Bool {
    input.head.starts(with: "bplist") || SignedData.isSigned(input.head)
      || FileSignature.find(in: input.head, count: input.count) != nil
  }

  /// Returns a finding about a text that is of another kind than its name promises, or nil; `isOther` if no check for
  /// the promised kind makes sense.
  static func contradiction(
    of name: String, _ text: ByteView
  ) -> (rule: LintRule, offset: Int, message: String, isOther: Bool)? {
    let meaning = meaning(of: name)
    let ending = Paths.pathExtension(name)?.lowercasedASCII ?? ""
    let isPropertyList = meaning.contains(.propertyList) && ending != "nib"
    let isStrings = meaning.contains(.strings)
    guard isPropertyList || isStrings || roots[ending] != nil else { return nil }
    let rule: LintRule = isPropertyList ? .plistStructure : isStrings ? .stringsSyntax : .fileUnrecognised
    let expected =
      isPropertyList ? "a property list" : isStrings ? "a .strings file" : "a .\(ending) document"
    let start = text.endOfSpace(from: 0)
    switch FormatDetector.detect(text) {
    case .xml:
      guard let root = rootElement(of: text) else { return nil }
      let isHTML = root.name.lowercasedASCII == "html"
      let allowed = roots[ending] ?? []
      let isOther = isPropertyList || isStrings || !allowed.isEmpty && !root.name.hasText(":")
      guard isHTML || isOther && !allowed.contains(root.name) else { return nil }
      return (
        rule, root.offset, "expected \(expected), found \(isHTML ? "HTML" : "the element <\(root.name)>")",
        true
      )
    case .json
    where looksLikeJSON(text) && !meaning.contains(.oldStyle) && !ContentDetector.isEmptyDictionary(text):
      let advice = isPropertyList ? ", which Apple's readers reject" : ""
      return (rule, start, "expected \(expected), found JSON\(advice)", !isPropertyList)
    default: return nil
    }
  }

  /// The name and the offset of the first element after declarations, comments and a document type.
  private static func rootElement(of text: ByteView) -> (name: String, offset: Int)? {
    var at = text.endOfSpace(from: 0)
    while ["<?", "<!"].contains(where: { text.starts(with: $0 as StaticString, at: at) }) {
      // A document type says it for a text whose elements it lets be left out.
      if text.starts(with: "<!doctype html", at: at) || text.starts(with: "<!DOCTYPE html", at: at) {
        return ("html", at)
      }
      guard let end = XMLMarkupScanner.end(in: text, at: at) else { return nil }
      at = text.endOfSpace(from: end)
    }
    guard text.byte(at: at) == ASCII.lessThan else { return nil }
    let end = XMLCharacters.nameEnd(in: text, from: at + 1)
    return end > at + 1 && end < text.count ? (text[(at + 1)..<end].string, at) : nil
  }

  /// Returns the format of a text according to its name and beginning; nil if it has no grammar to check.
  static func format(of name: String, content: Format?, head: ByteView) -> Format? {
    let meaning = meaning(of: name)
    if content == .binary1 { return .binary1 }
    if meaning.contains(.fragment) { return nil }
    if meaning.contains(.jsonLines) { return .jsonl }
    if meaning.contains(.strings) {
      return content == .xml1 ? .xml1 : looksLikeStrings(head) ? .strings : nil
    }
    if meaning.contains(.json) { return .json }
    if meaning.contains(.propertyList) {
      switch content {
      case .xml, .xml1: return content
      case nil: return meaning.contains(.oldStyle) ? .openstep : .xml1
      case .json where looksLikeJSON(head): return .json
      default: return .openstep
      }
    }
    // Source code and settings may begin like JSON or XML.
    let isNameless = Paths.pathExtension(name) == nil
    let isHidden = Paths.split(name).name.hasPrefix(".")
    switch content {
    case .xml1: return .xml1
    case .xml where meaning.contains(.xml) || looksLikeXML(head): return .xml
    case .xml where isNameless && !isHidden && beginsWithMarkup(head): return .xml
    case .jsonc where isNameless && (!isHidden || JSONBeginning.isJSON(head)): return .jsonc
    case .json where isNameless && looksLikeJSON(head) && (!isHidden || JSONBeginning.isJSON(head)):
      return .json
    default: return meaning.contains(.xml) ? .xml : meaning.contains(.ofTable) ? Format(hiddenIn: name) : nil
    }
  }

  /// Whether the first line with more than a comment contains a quotation mark or an equals sign, unlike
  /// files of other programs with this extension.
  private static func looksLikeStrings(_ head: ByteView) -> Bool {
    if head.firstIndex(of: ASCII.null) != nil { return true }
    var at = 0
    while at < head.count {
      let end = head.endOfLine(from: at)
      let start = min(end, head.endOfSpace(from: at))
      if start < end {
        let line = head[start..<end]
        if [ASCII.solidus, ASCII.quotationMark].contains(line[0]) { return true }
        return line.firstIndex(of: ASCII.equalsSign) != nil || line.firstIndex(of: ASCII.semicolon) != nil
      }
      at = end + 1
    }
    return true
  }

  private static func looksLikeXML(_ head: ByteView) -> Bool {
    let at = head.endOfSpace(from: 0)
    return head.starts(with: "<?xml", at: at) || head.starts(with: "<!DOCTYPE plist", at: at)
  }

  /// Whether text closes an element, or at least does not continue with words after its first tag.
  private static func isFollowedByTag(_ head: ByteView, _ start: Int) -> Bool {
    if head.firstIndex(of: "</") != nil || head.firstIndex(of: "/>") != nil { return true }
    guard var at = head.firstIndex(of: ASCII.greaterThan, from: start) else { return true }
    repeat { at += 1 } while head.byte(at: at)?.isWhitespace == true
    return at >= head.count || head[at] == ASCII.lessThan
  }

  /// Whether the text begins with a tag or a declaration, rather than a URL in angle brackets.
  private static func beginsWithMarkup(_ head: ByteView) -> Bool {
    guard let start = head.firstIndex(of: ASCII.lessThan), !head.starts(with: "<?php", at: start),
      isFollowedByTag(head, start)
    else { return false }
    let end = XMLCharacters.nameEnd(in: head, from: start + 1)
    guard end > start + 1, let next = head.byte(at: end) else { return true }
    return next != UInt8(ascii: "@") && (next != ASCII.solidus || head.byte(at: end + 1) == ASCII.greaterThan)
  }

  /// Whether the text begins like JSON, rather than a template in curly brackets or a list in square ones.
  private static func looksLikeJSON(_ head: ByteView) -> Bool {
    var at = 0
    func next() -> UInt8? {
      at = head.endOfSpace(from: at) + 1
      return head.byte(at: at - 1)
    }
    switch next() {
    case ASCII.leftBrace:
      let first = next()
      return first == ASCII.quotationMark || first == ASCII.rightBrace
    case ASCII.leftBracket:
      // `[[source]]` begins a table of TOML.
      var inner = next()
      while inner == ASCII.leftBracket { inner = next() }
      guard let first = inner else { return false }
      let openers = [ASCII.quotationMark, ASCII.leftBrace, ASCII.rightBracket, ASCII.hyphen]
      return first.isDigit || openers.contains(first)
        || (["true", "false", "null"] as [StaticString]).contains { head.starts(with: $0, at: at - 1) }
    default: return false
    }
  }
}
