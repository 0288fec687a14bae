// The rule plist/readers: constructs of XML property lists that readers treat differently.

/// A reader of property lists.
package enum PropertyListConsumer: String, CaseIterable, Sendable {
  case foundation
  case corefoundation
  case launchd
  case codesign
  case expat
  case python

  /// Those that read with CoreFoundation.
  static var apple: Set<PropertyListConsumer> { [.foundation, .corefoundation, .launchd] }
}

extension ReaderDifference {
  /// The behaviour of readers, for the finding and for pliant-plutil(7).
  package struct Explanation: Sendable {
    /// A short name of the construct.
    package let name: String
    package let message: String
    /// Those that lose or refuse the construct, or read something else than XML and the DTD say.
    package let readers: Set<PropertyListConsumer>
    /// Whether lint reports it without `--readers`: Apple's readers lose or refuse data.
    package let isDefault: Bool

    fileprivate init(
      _ name: String, _ message: String, _ readers: Set<PropertyListConsumer>, isDefault: Bool = true
    ) {
      (self.name, self.message, self.readers, self.isDefault) = (name, message, readers, isDefault)
    }
  }

  package var explanation: Explanation {
    let apple = PropertyListConsumer.apple
    let everyone = Set(PropertyListConsumer.allCases)
    switch self {
    case .sharedValue:
      return Explanation(
        "ID and IDREF", "only the kernel and pliant resolve IDREF; other readers read an empty value",
        everyone)
    case .hexadecimalData:
      return Explanation(
        "Data with format=\"hex\"",
        "only the kernel and pliant read format=\"hex\"; other readers decode the digits as Base64", everyone)
    case .unknownAttribute:
      return Explanation("Other attributes", "unknown attribute, which every reader ignores", everyone)
    case .incompleteData:
      return Explanation(
        "Incomplete Base64", "incomplete last group of Base64 digits: Foundation drops it, Python rejects it",
        apple.union([.python]))
    case .dataAfterPadding:
      return Explanation(
        "Base64 after its padding", DiagnosticCode.plistDataAfterPadding.text.description,
        apple.union([.python]))
    case .markupInValue:
      return Explanation(
        "Comments and instructions in values",
        "comment or processing instruction in a value: Foundation rejects it", apple)
    case .sectionInValue:
      return Explanation(
        "CDATA in numbers, dates and data", "CDATA section in a number, date or data: Foundation rejects it",
        apple)
    case .wideInteger:
      return Explanation(
        "Integers of more than 64 bits", "integer of more than 64 bits: Foundation rejects it", apple)
    case .documentTypeSubset:
      return Explanation(
        "Declarations in the DOCTYPE", "declarations in the DOCTYPE: Foundation rejects them",
        apple.union([.python]))
    case .commentStart:
      return Explanation(
        "Comments that begin with > or ->",
        "comment that begins with '>' or '->': some parsers of Apple end it there, and read what follows",
        [.codesign, .launchd])
    case .carriageReturn:
      return Explanation(
        "Carriage returns in strings",
        "carriage return in a string: Foundation keeps it, XML readers read a line feed",
        apple.union([.expat, .python]), isDefault: false)
    case .bareValue:
      return Explanation(
        "Text before <?xml and <plist>",
        "the document begins neither with <?xml nor with <plist: Python does not recognise it", [.python],
        isDefault: false)
    }
  }
}

extension LintOptions {
  func wants(_ difference: ReaderDifference) -> Bool {
    difference.explanation.isDefault || select.contains(.rule(.plistReaders))
      || !readers.isDisjoint(with: difference.explanation.readers)
  }
}

extension LintRule {
  static func check(_ differences: ReaderDifferences, base: Int, _ collector: inout LintCollector) {
    for difference in ReaderDifference.allCases {
      let found = differences[difference]
      guard found.count > 0, collector.options.wants(difference) else { continue }
      let others = found.count == 1 ? "" : "; \(found.count - 1) more like it"
      collector.add(.plistReaders, at: .text(found.offset + base), difference.explanation.message + others)
    }
  }
}
