// The changes of `repair` to documents that are almost XML, JSON or a property list, none of which needs a guess.
//
//   <a>AT&T&nbsp;x</a>     3…4 ampersands '&' → '&amp;', 8…14 entities '&nbsp;' → U+00A0

/// A kind of mistake that has one obvious repair.
package enum RepairKind: String, CaseIterable, Sendable {
  case ampersands
  case attributes
  case commas
  case comments
  case concatenated
  case controlCharacters = "control-characters"
  case doubleEscaping = "double-escaping"
  case endTags = "end-tags"
  case entities
  case escapes
  case innerQuotes = "inner-quotes"
  case keys
  case lessThan = "less-than"
  case literals
  case outsideRoot = "outside-root"
  case prefixes
  case quotationMarks = "quotation-marks"
  case sectionEnds = "section-ends"
  case semicolons
  case truncated
  case version

  /// Whether a repair without a choice of kinds includes it.
  package var isDefault: Bool { ![.doubleEscaping, .innerQuotes, .truncated].contains(self) }

  /// The kinds of a repair without a choice.
  package static let defaults = Set(allCases.filter(\.isDefault))

  package var summary: String {
    switch self {
    case .ampersands: "XML: `&` that begins no reference becomes `&amp;`"
    case .attributes:
      "XML: attributes get missing values, quotation marks and spaces; a repeated one is removed if it is equal"
    case .commas: "JSON, property lists: missing commas are added, trailing ones removed"
    case .comments: "XML: `--` in a comment becomes `- -`; JSON: comments are removed"
    case .concatenated: "JSON: several values become JSON Lines"
    case .controlCharacters:
      "XML: characters that it forbids are removed, also as references; JSON: they are escaped in strings"
    case .doubleEscaping: "feeds: doubly escaped text loses one level (only on request)"
    case .endTags: "XML: end tags get their missing `>`"
    case .entities: "XML: HTML's entities and pairs of surrogates become characters"
    case .escapes: "JSON: escapes that it lacks are rewritten"
    case .innerQuotes: "JSON: quotation marks inside strings become escapes (only on request)"
    case .keys: "JSON: keys get quotation marks"
    case .lessThan: "XML: `<` that begins no markup becomes `&lt;`"
    case .literals: "JSON: `True`, `None`, `NaN`, `.5` and the like become JSON's values"
    case .outsideRoot:
      "text before the XML declaration and a second declaration, text around the root element and around JSON, and after the last entry of a .strings file are removed"
    case .prefixes: "XML: known vocabularies are declared on the root element"
    case .quotationMarks: "JSON, property lists: curly and single quotation marks become straight double ones"
    case .sectionEnds: "XML: `]]>` in text becomes `]]&gt;`"
    case .semicolons: "property lists: missing semicolons are added"
    case .truncated: "truncated documents get their closing tags or brackets (only on request)"
    case .version: "XML 1.1 becomes XML 1.0"
    }
  }

  /// The rule under which lint reports the mistake.
  package func rule(in format: Format) -> DiagnosticRule {
    switch (self, format.traits.syntax) {
    case (_, .json?): .jsonSyntax
    case (_, .openStep?): format == .strings ? .stringsSyntax : .plistStructure
    case (.controlCharacters, _): .xmlIllegalCharacter
    case (.entities, _): .xmlUndefinedEntity
    case (.prefixes, _): .xmlNamespace
    default: .xmlNotWellFormed
    }
  }
}

/// One change of a text.
package struct Repair: Sendable {
  package let kind: RepairKind
  package let splice: TextSplice
  /// Whether it is white space that follows from another repair.
  package let isSecondary: Bool

  /// The change of the text, for people.
  package func sentence(in text: ByteView) -> String {
    let before = Self.quoted(text[splice.range])
    let after = splice.text.withByteView(Self.quoted)
    if splice.range.isEmpty { return "\(kind.rawValue): added \(after)" }
    return splice.text.isEmpty
      ? "\(kind.rawValue): removed \(before)" : "\(kind.rawValue): replaced \(before) with \(after)"
  }

  /// The beginning of a text in quotation marks; the number of a character that shows nothing.
  private static func quoted(_ text: ByteView) -> String {
    let scalars = text[0..<text.startOfCharacter(at: min(text.count, 200))].string.unicodeScalars
    if scalars.count == 1, let only = scalars.first, !only.isASCII || only.value < 0x20 {
      let number = String(only.value, radix: 16, uppercase: true)
      let name = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
      return only.properties.isWhitespace || only.value < 0xA0 ? name : "'\(only)' (\(name))"
    }
    return "'" + text.excerpt(60, ifLongerThan: 80) + "'"
  }
}

/// The changes of one text, in its order.
struct RepairLog {
  private let kinds: Set<RepairKind>
  private(set) var repairs: [Repair] = []

  init(_ kinds: Set<RepairKind>) { self.kinds = kinds }

  func repairs(_ kind: RepairKind) -> Bool { kinds.contains(kind) }

  mutating func add(_ kind: RepairKind, _ range: Range<Int>, _ text: [UInt8] = [], isSecondary: Bool = false)
  {
    guard kinds.contains(kind) else { return }
    repairs.append(Repair(kind: kind, splice: TextSplice(range, text), isSecondary: isSecondary))
  }

  mutating func add(_ kind: RepairKind, _ range: Range<Int>, _ text: String) {
    add(kind, range, Array(text.utf8))
  }

  mutating func add(_ kind: RepairKind, insert text: String, at place: Int) {
    add(kind, place..<place, Array(text.utf8))
  }

  /// The number of repairs, to take later ones back.
  var mark: Int { repairs.count }
  mutating func takeBack(to mark: Int) { repairs.removeSubrange(mark...) }
}

/// The repairs of a text, and the first mistake that remains.
package struct RepairedText {
  package let repairs: [Repair]
  /// The format of the result: JSON Lines if the text has several values.
  package let format: Format
  /// The text with the repairs.
  package let text: [UInt8]
  /// The first mistake that remains, at its offset in `text`; nil if the result is valid.
  package let remaining: Failure?

  /// Repairs a text; one that is valid remains unchanged, but for XML 1.1 and text that is escaped twice.
  ///
  /// `removedCharacter` takes the place of characters that XML forbids. Takes linear time.
  package init(_ text: ByteView, format: Format, kinds: Set<RepairKind>, removedCharacter: [UInt8] = []) {
    var repairs: [Repair] = []
    var result = format
    let isValid = Self.mistake(in: text, format) == nil
    switch format.traits.syntax {
    case _ where !isValid && ConflictMarkers.first(in: text) != nil: break
    case .xml:
      // A valid document has no other mistakes.
      let wanted = isValid ? kinds.intersection([.version, .controlCharacters, .doubleEscaping]) : kinds
      if !isValid || XMLRepairer.mayChangeValid(text, wanted) {
        var repairer = XMLRepairer(text, RepairLog(wanted), removedCharacter)
        repairs = repairer.repairAll()
      }
    case .json where !isValid:
      var repairer = JSONRepairer(text, RepairLog(kinds.subtracting(Self.allowed(in: format))), format)
      repairs = repairer.repairAll()
      if repairer.valueCount > 1 { result = .jsonl }
    case .openStep where !isValid:
      var repairer = OpenStepRepairer(text, RepairLog(kinds), isStrings: format == .strings)
      repairs = repairer.repairAll()
    default: break
    }
    self.repairs = Self.inOrder(repairs)
    self.format = result
    self.text = TextSplice.apply(self.repairs.map(\.splice), to: text)
    remaining =
      self.repairs.isEmpty && isValid ? nil : self.text.withByteView { Self.mistake(in: $0, result) }
  }

  /// The mistakes of JSON that a dialect allows.
  private static func allowed(in format: Format) -> Set<RepairKind> {
    switch format {
    case .jsonc: [.comments]
    case .json5: [.comments, .escapes, .keys, .literals, .quotationMarks]
    default: []
    }
  }

  /// The repairs by place, insertions first, without those inside a part that another one removes.
  private static func inOrder(_ repairs: [Repair]) -> [Repair] {
    let sorted = repairs.enumerated().sorted { left, right in
      let (one, other) = (left.element.splice.range, right.element.splice.range)
      if one.lowerBound != other.lowerBound { return one.lowerBound < other.lowerBound }
      return one.isEmpty != other.isEmpty ? one.isEmpty : left.offset < right.offset
    }
    var end = 0
    return sorted.compactMap { _, repair in
      guard repair.splice.range.lowerBound >= end else { return nil }
      end = repair.splice.range.upperBound
      return repair
    }
  }

  /// The changes of the text.
  package var splices: [TextSplice] { repairs.map(\.splice) }

  /// The offset in the original text of one in the result.
  package func originalOffset(of place: Int) -> Int {
    var shift = 0
    for repair in repairs {
      if repair.splice.range.lowerBound + shift + repair.splice.text.count > place { break }
      shift += repair.splice.text.count - repair.splice.range.count
    }
    return max(0, place - shift)
  }

  /// The rules whose findings a repair may remove.
  package static let rules: Set<DiagnosticRule> = [
    .jsonSyntax, .plistStructure, .stringsSyntax, .xmlIllegalCharacter, .xmlNamespace, .xmlNotWellFormed,
    .xmlUndefinedEntity,
  ]

  /// The number of bytes up to which an error is worth a trial.
  package static let trialBytes = 16 * 1024 * 1024

  /// The advice on an error in bytes that a repair without a choice of kinds makes valid; nil if none does.
  package static func advice(for bytes: ByteView, _ format: Format) -> String? {
    guard bytes.count <= trialBytes, format.traits.text != nil else { return nil }
    let text = DecodedText(bytes, kind: .init(format))
    guard text.problem == nil else { return nil }
    return text.withText { isMadeValid($0, format, by: RepairKind.defaults) }
      ? "pliant repair fixes this" : nil
  }

  /// The advice on a text that only a repair on request makes valid; nil if none does.
  package static func requestAdvice(for text: ByteView, _ format: Format) -> String? {
    guard text.count <= trialBytes else { return nil }
    // Doubly escaped text is valid.
    let guesses = [RepairKind.truncated] + (format.traits.syntax == .json ? [.innerQuotes] : [])
    let kind = guesses.first { isMadeValid(text, format, by: [$0]) }
    return kind.map { "if that is meant, pliant repair --only \($0.rawValue) fixes this" }
  }

  private static func isMadeValid(_ text: ByteView, _ format: Format, by kinds: Set<RepairKind>) -> Bool {
    let repaired = RepairedText(text, format: format, kinds: kinds)
    return !repaired.repairs.isEmpty && repaired.remaining == nil
  }

  /// Whether the text outside the repairs is the same in both texts, and the repairs are in the second one.
  package func isSameOutside(_ old: ByteView, _ new: ByteView) -> Bool {
    var (oldAt, newAt) = (0, 0)
    for repair in repairs {
      let kept = repair.splice.range.lowerBound - oldAt
      guard kept >= 0, newAt + kept <= new.count,
        old[oldAt..<oldAt + kept] == new[newAt..<newAt + kept]
      else { return false }
      (oldAt, newAt) = (repair.splice.range.upperBound, newAt + kept)
      // A character that the encoding lacks is a reference or an escape in the result.
      guard let end = Self.end(of: repair.splice.text, in: new, at: newAt) else { return false }
      newAt = end
    }
    return old.suffix(from: oldAt) == new.suffix(from: newAt)
  }

  private static func end(of replacement: [UInt8], in text: ByteView, at start: Int) -> Int? {
    if replacement.withByteView({ text.starts(with: $0, at: start) }) { return start + replacement.count }
    guard replacement.contains(where: { $0 >= 0x80 }) else { return nil }
    var at = start
    for _ in String(decoding: replacement, as: UTF8.self).unicodeScalars {
      guard text.starts(with: "&#x", at: at), let end = text.end(of: ";", from: at) else { return nil }
      at = end
    }
    return at
  }

  /// The first mistake of a text, strictly read.
  package static func mistake(in text: ByteView, _ format: Format) -> Failure? {
    do throws(Failure) {
      if format.traits.syntax == .xml {
        var reader = XMLReader(text, options: .namespaces)
        try reader.readToEnd()
      }
      if format != .xml { try DocumentSource(format: format, text: text).check() }
      return nil
    } catch { return ConflictMarkers.cause(of: error, in: text) }
  }
}
