// Values that a target format cannot represent, and their treatment.

/// The treatment of values that the target cannot represent.
package enum LossPolicy: String, Sendable, CaseIterable {
  /// Convert, and note each kind of change once.
  case note
  /// Fail before anything is written.
  case refuse
  /// Write tagged objects if possible, and note other changes.
  case tag
}

/// The treatment of losses: the policy, and whether it extends to annotations.
package struct LossRule: Sendable, Equatable {
  package var policy = LossPolicy.note
  /// Whether `LossPolicy.refuse` also applies to comments and other annotations.
  package var refusesAnnotations = true
  private var refusedAlone: Loss?

  package init(_ policy: LossPolicy = .note, refusesAnnotations: Bool = true) {
    self.policy = policy
    self.refusesAnnotations = refusesAnnotations
  }

  /// Refuses one kind of loss, and notes others.
  package init(only loss: Loss) {
    self.init(.note)
    refusedAlone = loss
  }

  /// The requested policy, or the default: losses of values are refused if the output replaces its source.
  package init(asked: LossPolicy?, replacesSource: Bool) {
    self.init(asked ?? (replacesSource ? .refuse : .note), refusesAnnotations: asked == .refuse)
  }

  package func refuses(_ loss: Loss) -> Bool {
    loss == refusedAlone || policy == .refuse && (refusesAnnotations || !loss.isAnnotation)
  }
}

/// A way in which a value changes because the target cannot represent it.
package enum Loss: Int, CaseIterable, Sendable {
  case dateAsString
  case dataAsString
  case nonFiniteAsString
  case setAsArray
  case fractionOfSecond
  case wideIntegerAsString
  case hugeRealAsString
  case digitsBeyondDouble
  case numberAsString
  case booleanAsString
  case uidAsDictionary
  case comments
  case instructions
  case mixedOrder
  case siblingOrder
  case trimmedText
  case cdataAsText
  case unmapped
  case keyFromContent
  case entityReferences
  case documentType
  case defaultedAttributes
  case loneSurrogates
  case bytesAboveASCII
  case unknownEscapes
  case duplicateKeys
  case integerBeyond64Bits
  case nestedAsJSON
  case emptyStringAsMissing
  case missingAsEmptyString
  case falseDeclaration
  case dateZones
  case repeatedKeys
  case numberSpelling
  case valueSpelling
  case emptyValues
  case defaultedFields
  case otherNamespaces
  case carriageReturnAsLineFeed
  case columnName
  case columnsWithoutRows
  case rowWithoutCells
  case attributes
  case incompleteData
  case controlCharacters
  case controlCharactersWritten
  case emptyArrays
  case spacedQuotation
  case quotedName
  case secondMark

  /// Whether only annotations of values are lost: noted, and refused only on request.
  package var isAnnotation: Bool {
    switch self {
    case .comments, .instructions, .cdataAsText, .documentType, .defaultedAttributes, .integerBeyond64Bits,
      .dateZones, .numberSpelling, .valueSpelling, .defaultedFields, .otherNamespaces, .unknownEscapes,
      .attributes, .controlCharactersWritten, .spacedQuotation, .quotedName, .secondMark:
      true
    default: false
    }
  }

  package var refusalCode: DiagnosticCode {
    switch self {
    case .falseDeclaration: .falseDeclarationRefused
    case .duplicateKeys: .duplicateKeyLost
    default: .lossRefused
    }
  }

  /// The advice for its error, unless it is the code's.
  package func advice() -> String? {
    switch self {
    case .dateAsString, .dataAsString, .nonFiniteAsString, .uidAsDictionary, .numberAsString,
      .booleanAsString:
      "use --loss note to convert anyway, or --loss tag to keep it as a tagged object"
    case .dateZones: "use --loss note to convert anyway, or zone=keep in the mapping to keep it"
    case .mixedOrder, .siblingOrder:
      "use --xml-style lossless or jsonml to keep it, or -o or --loss note to convert anyway"
    default: nil
    }
  }

  /// The note for `count` values, with advice to preserve them.
  package func note(count: Int, first: LossPlace? = nil) -> Diagnostic {
    var advice: String?
    if self == .mixedOrder || self == .siblingOrder { advice = "--xml-style lossless or jsonml keeps it" }
    return Diagnostic(
      .note, at: first?.place ?? .wholeFile, text(count: count) + (first?.suffix(count: count) ?? ""),
      advice: advice, rule: .conversionLoss)
  }

  package func refused(count: Int) -> Failure {
    Failure(.lossRefused, refusal(count: count), advice: advice())
  }

  /// The note's sentence for `count` values.
  package func text(count: Int) -> String { sentence(count, isDone: true) }

  /// The error's sentence for `count` values.
  package func refusal(count: Int) -> String { sentence(count, isDone: false) }

  private func sentence(_ count: Int, isDone: Bool) -> String {
    let parts = wording.split(separator: "|")
    let isOne = count == 1
    let verb =
      switch parts[2] {
      case "become": isDone ? "became" : "would become"
      case "lose": isDone ? "lost" : "would lose"
      default: isDone ? isOne ? "was" : "were" : "would be"
      }
    return "\(count) \(parts[isOne ? 0 : 1]) \(verb) \(parts[isOne ? 3 : parts.count - 1])"
  }

  /// The subject of one and of several, the change, and its result for one and for several.
  private var wording: String {
    switch self {
    case .dateAsString: "date|dates|become|an ISO 8601 string|ISO 8601 strings"
    case .dataAsString: "data value|data values|become|a Base64 string|Base64 strings"
    case .nonFiniteAsString: "real that is not finite|reals that are not finite|become|a string|strings"
    case .setAsArray: "set|sets|become|an array|arrays"
    case .fractionOfSecond: "date|dates|lose|its fraction of a second|their fraction of a second"
    case .wideIntegerAsString:
      "integer of more than 128 bits|integers of more than 128 bits|become|a string|strings"
    case .hugeRealAsString:
      "number beyond the range of a double|numbers beyond the range of a double|become|a string|strings"
    case .digitsBeyondDouble: "number|numbers|lose|digits that a double cannot represent"
    case .numberAsString: "number|numbers|become|a string|strings"
    case .booleanAsString: "boolean|booleans|become|a string|strings"
    case .uidAsDictionary: "UID|UIDs|become|a dictionary|dictionaries"
    case .comments: "comment|comments|be|dropped"
    case .instructions: "processing instruction|processing instructions|be|dropped"
    case .mixedOrder:
      "element|elements|lose|the order of its text and children|the order of their text and children"
    case .siblingOrder: "element|elements|lose|the order of its children|the order of their children"
    case .trimmedText: "text|texts|lose|white space"
    case .cdataAsText: "CDATA section|CDATA sections|become|plain text"
    case .entityReferences:
      "reference to an entity that is not in the document|references to entities that are not in the document|"
        + "become|plain text"
    case .loneSurrogates:
      "string with half of a surrogate pair|strings with half of a surrogate pair|"
        + "become|one with U+FFFD|ones with U+FFFD"
    case .bytesAboveASCII:
      "ASCII string with bytes above 0x7F|ASCII strings with bytes above 0x7F|"
        + "become|one read as ISO-8859-1|ones read as ISO-8859-1"
    case .unknownEscapes:
      "escape \\u of GNUstep|escapes \\u of GNUstep|be|read as the letter u, as Apple's parsers do"
    case .documentType: "DOCTYPE|DOCTYPEs|be|dropped"
    case .defaultedAttributes:
      "element|elements|become|one with the DTD's default attributes|ones with the DTD's default attributes"
    case .unmapped: "record|records|lose|content that the mapping does not cover"
    case .keyFromContent:
      "record without a key|records without a key|"
        + "become|one with a key made of its content|ones with a key made of their content"
    case .integerBeyond64Bits:
      "integer of more than 64 bits, which Foundation cannot read,|"
        + "integers of more than 64 bits, which Foundation cannot read,|be|written"
    case .nestedAsJSON: "dictionary or array|dictionaries and arrays|become|JSON in a cell|JSON in cells"
    case .rowWithoutCells: "row without cells|rows without cells|become|a blank line|blank lines"
    case .missingAsEmptyString: "empty cell|empty cells|become|an empty string|empty strings"
    case .emptyStringAsMissing: "empty string|empty strings|become|an empty cell|empty cells"
    case .falseDeclaration:
      "declaration of the encoding|declarations of the encoding|be|believed although the bytes contradict it"
    case .dateZones:
      "date|dates|lose|its zone or digits of its fraction|their zones or digits of their fractions"
    case .numberSpelling: "number|numbers|lose|its spelling|their spelling"
    case .valueSpelling: "value|values|lose|its spelling|their spelling"
    case .emptyValues: "empty element or attribute|empty elements or attributes|be|dropped"
    case .defaultedFields:
      "field|fields|become|one with the mapping's default|ones with the mapping's defaults"
    case .otherNamespaces: "namespace|namespaces|become|that of the mapping|those of the mapping"
    case .carriageReturnAsLineFeed:
      "string with carriage returns|strings with carriage returns|"
        + "become|one with line feeds|ones with line feeds"
    case .columnName: "column|columns|become|one with another name|ones with other names"
    case .columnsWithoutRows: "header without rows|headers without rows|be|dropped"
    case .emptyArrays: "empty array|empty arrays|be|dropped"
    case .attributes: "element|elements|lose|its attributes|their attributes"
    case .incompleteData:
      "Base64 text|Base64 texts|lose|its incomplete last group, which Foundation ignores|"
        + "their incomplete last groups, which Foundation ignores"
    case .controlCharacters: "control character|control characters|be|dropped"
    case .controlCharactersWritten:
      "control character that XML forbids|control characters that XML forbids|be|written"
    case .spacedQuotation:
      "cell with spaces around its quotation marks|cells with spaces around their quotation marks|"
        + "be|read as quoted"
    case .quotedName:
      "column name with quotation marks|column names with quotation marks|"
        + "be|read as in TSV; -f csv omits the marks"
    case .secondMark: "second byte order mark|second byte order marks|be|dropped"
    case .repeatedKeys:
      "record with the key of an earlier one|records with the key of an earlier one|be|put in its place"
    case .duplicateKeys: "earlier value of a duplicate key|earlier values of duplicate keys|be|dropped"
    }
  }
}

/// The place of the first value of a kind of loss.
package struct LossPlace: Sendable, Equatable {
  package let place: Place
  /// The key path of the value; nil if it is unknown or the whole document.
  package let path: String?

  package init(_ place: Place, path: String? = nil) {
    self.place = place
    self.path = path
  }

  /// The key path after a sentence about `count` values.
  package func suffix(count: Int) -> String {
    guard let path, !path.isEmpty else { return "" }
    return count == 1 ? " at \(path)" : ", the first at \(path)"
  }
}

/// Counts or refuses a writer's changes.
package struct LossReport: Sendable, Equatable {
  package let rule: LossRule
  /// The number of changed values by the kind's raw value.
  package private(set) var counts: [Int]
  /// The known places of the first value of each kind.
  private var firsts: [Loss: LossPlace] = [:]

  package init(_ rule: LossRule = LossRule()) {
    self.rule = rule
    self.counts = [Int](repeating: 0, count: Loss.allCases.count)
  }

  package init(policy: LossPolicy) { self.init(LossRule(policy)) }

  /// Notes changed values; throws `conversion.loss` if the policy refuses them.
  @inline(never)
  package mutating func record(_ loss: Loss, count: Int = 1) throws(Failure) {
    guard count > 0 else { return }
    guard !refuses(loss) else { throw loss.refused(count: count) }
    counts[loss.rawValue] += count
  }

  package mutating func add(_ other: LossReport) {
    for (kind, count) in other.counts.enumerated() { counts[kind] += count }
  }

  package func refuses(_ loss: Loss) -> Bool { rule.refuses(loss) }

  /// Notes changed values that an option requests; throws only during the search for their place.
  package mutating func agreed(_ loss: Loss, count changed: Int) throws(Failure) {
    if changed > 0, rule == LossRule(only: loss) { throw loss.refused(count: changed) }
    count(loss, changed)
  }

  /// Notes a number of changed values, whatever the policy.
  package mutating func count(_ loss: Loss, _ count: Int, first: LossPlace? = nil) {
    counts[loss.rawValue] += count
    if firsts[loss] == nil { firsts[loss] = first }
  }

  package func first(of loss: Loss) -> LossPlace? { firsts[loss] }

  /// The kinds of changed values whose first place is unknown.
  package var unplaced: [Loss] {
    Loss.allCases.filter { counts[$0.rawValue] > 0 && firsts[$0] == nil }
  }

  package var notes: [String] { diagnostics.map(\.sentence) }

  /// A note for each kind of loss, with advice to avoid it.
  package var diagnostics: [Diagnostic] {
    Loss.allCases.compactMap {
      counts[$0.rawValue] > 0 ? $0.note(count: counts[$0.rawValue], first: firsts[$0]) : nil
    }
  }
}

/// A writer that counts its changes.
package protocol LossReportingSink: ValueSink, ~Copyable {
  var losses: LossReport { get }
}
