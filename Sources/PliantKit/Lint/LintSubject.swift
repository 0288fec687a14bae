// What is to be linted, and by which grammar: told by content, and by the name where the content leaves it open.

/// The grammar that a file is checked against.
enum LintGrammar: Sendable {
  case xml
  case propertyList
  case json
  case jsonLines
  case openStep
  case strings
  case binary
  /// Only its encoding is checked.
  case text
}

/// File names that lint looks for in folders.
package enum LintNames {
  private static let xml: Set<String> = [
    "xml", "plist", "entitlements", "storyboard", "xib", "svg", "gpx", "kml", "opml", "rss", "atom", "xsd",
    "xsl",
    "xslt", "xhtml", "xcscheme", "xcworkspacedata", "mobileconfig", "webloc", "stringsdict", "sdef",
    "tmlanguage",
    "tmtheme", "tmsnippet", "tmpreferences", "xcprivacy", "xcsettings", "dtd", "xcmappingmodel", "wsdl",
    "rdf",
    "xlf", "xliff", "resx", "nuspec", "csproj", "pom", "glade", "ui", "provisionprofile", "xcbkptlist",
  ]
  private static let propertyLists: Set<String> = [
    "plist", "entitlements", "mobileconfig", "webloc", "stringsdict", "tmlanguage", "tmtheme", "tmsnippet",
    "tmpreferences", "xcprivacy", "xcsettings", "pbxproj", "xcuserstate", "nib", "bplist", "provisionprofile",
  ]
  private static let other: Set<String> = [
    "json", "jsonl", "ndjson", "strings", "pbxproj", "webmanifest", "geojson", "bplist",
  ]

  /// The name's extension in lower case.
  static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Whether a file found in a folder is linted.
  package static func isLinted(_ name: String) -> Bool {
    let ending = ending(of: name)
    return xml.contains(ending) && ending != "dtd" || other.contains(ending)
  }

  /// The grammar of a text by its name and its beginning.
  static func grammar(of name: String, content: Format?, head: ByteView) -> LintGrammar {
    let ending = ending(of: name)
    if content == .binary1 { return .binary }
    if ending == "jsonl" || ending == "ndjson" { return .jsonLines }
    if ending == "strings" { return content == .xml1 ? .propertyList : .strings }
    if ending == "json" || ending == "webmanifest" || ending == "geojson" { return .json }
    if propertyLists.contains(ending) {
      switch content {
      case .xml: return .xml
      case .xml1, nil: return .propertyList
      case .json: return .json
      default: return .openStep
      }
    }
    switch content {
    case .xml1: return .propertyList
    case .xml where xml.contains(ending) || looksLikeXML(head): return .xml
    case .json where looksLikeJSON(head): return .json
    default: return xml.contains(ending) && ending != "dtd" ? .xml : .text
    }
  }

  private static func looksLikeXML(_ head: ByteView) -> Bool {
    var at = 0
    while head.byte(at: at)?.isWhitespace == true { at += 1 }
    return head.starts(with: "<?xml", at: at) || head.starts(with: "<!DOCTYPE plist", at: at)
  }

  private static func looksLikeJSON(_ head: ByteView) -> Bool {
    var at = 0
    while head.byte(at: at)?.isWhitespace == true { at += 1 }
    return head.byte(at: at) == ASCII.leftBrace || head.byte(at: at) == ASCII.leftBracket
  }
}

/// One file on its way through the checks.
struct LintSubject {
  let bytes: ByteView
  let name: String
  let verdict: EncodingVerdict
  let grammar: LintGrammar
  let declared: DeclaredEncoding?
  var mark: ByteOrderMark? { verdict.byteOrderMark }

  init(_ bytes: ByteView, name: String) {
    self.bytes = bytes
    self.name = name
    let verdict = EncodingDetector.judge(bytes)
    self.verdict = verdict
    let content = FormatDetector.detect(bytes)
    grammar = LintNames.grammar(
      of: name, content: content, head: bytes.suffix(from: verdict.byteOrderMark?.length ?? 0))
    declared =
      grammar == .binary || verdict.evidence == .binary
      ? nil : DeclaredEncoding.find(in: bytes, actual: verdict.encoding, mark: verdict.byteOrderMark)
  }

  /// How the readers find the encoding.
  var kind: DecodedText.Kind {
    switch grammar {
    case .xml, .propertyList: .xml
    case .json, .jsonLines: .json
    case .openStep, .strings: .openStep
    case .text, .binary: .text
    }
  }
}

/// Findings of one file, as they are gathered.
struct LintCollector {
  /// Findings after which a file is not checked further.
  static let limit = 1000

  let options: LintOptions
  private(set) var findings: [Finding] = []
  /// Whether a rule found fault with the encoding, wanted or not.
  private(set) var hasEncodingProblem = false

  init(_ options: LintOptions) { self.options = options }

  mutating func add(_ rule: LintRule, at place: Place, _ message: String, fixes: [LintFix] = []) {
    if rule.family == "encoding" && rule.severity == .error { hasEncodingProblem = true }
    guard options.wants(rule.id), findings.count < Self.limit else { return }
    let finding = Finding(rule, at: place, message, fixes: fixes)
    if !findings.contains(finding) { findings.append(finding) }
  }

  /// A reader's failure, under the rule that its code names.
  mutating func add(_ failure: Failure, at place: Place, default fallback: LintRule) {
    let rule = LintRule.named(failure.code.rule.description) ?? fallback
    add(rule, at: place, failure.message)
  }

  /// Forgets the findings for which `isKept` is false.
  mutating func keep(_ isKept: (Finding) -> Bool) { findings = findings.filter(isKept) }

  /// The findings in the order of the text.
  mutating func sorted() -> [Finding] {
    findings.enumerated().sorted { left, right in
      (left.element.line, left.element.column, left.offset)
        < (right.element.line, right.element.column, right.offset)
    }.map(\.element)
  }
}
