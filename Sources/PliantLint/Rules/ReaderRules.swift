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
    /// The value of a property list with it, or a whole document.
    package let example: String
  }

  package var explanation: Explanation {
    let apple = PropertyListConsumer.apple
    let everyone = Set(PropertyListConsumer.allCases)
    switch self {
    case .sharedValue:
      return Explanation(
        name: "ID and IDREF",
        message: "only the kernel and pliant resolve IDREF; other readers read an empty value",
        readers: everyone, isDefault: true,
        example: "<array><string ID=\"1\">a</string><string IDREF=\"1\"/></array>")
    case .hexadecimalData:
      return Explanation(
        name: "Data with format=\"hex\"",
        message: "only the kernel and pliant read format=\"hex\"; other readers decode the digits as Base64",
        readers: everyone, isDefault: true, example: "<data format=\"hex\">DEADBEEF</data>")
    case .unknownAttribute:
      return Explanation(
        name: "Other attributes", message: "unknown attribute, which every reader ignores",
        readers: everyone, isDefault: true, example: "<string lang=\"en\">a</string>")
    case .incompleteData:
      return Explanation(
        name: "Incomplete Base64",
        message: "incomplete last group of Base64 digits: Foundation drops it, Python rejects it",
        readers: apple.union([.python]), isDefault: true, example: "<data>ESIzRA</data>")
    case .dataAfterPadding:
      return Explanation(
        name: "Base64 after its padding",
        message: DiagnosticCode.plistDataAfterPadding.text.description,
        readers: apple.union([.python]), isDefault: true, example: "<data>QUJDRA==RA==</data>")
    case .markupInValue:
      return Explanation(
        name: "Comments and instructions in values",
        message: "comment or processing instruction in a value: Foundation rejects it",
        readers: apple, isDefault: true, example: "<string>a<!-- b --></string>")
    case .sectionInValue:
      return Explanation(
        name: "CDATA in numbers, dates and data",
        message: "CDATA section in a number, date or data: Foundation rejects it",
        readers: apple, isDefault: true, example: "<integer><![CDATA[1]]></integer>")
    case .wideInteger:
      return Explanation(
        name: "Integers of more than 64 bits", message: "integer of more than 64 bits: Foundation rejects it",
        readers: apple, isDefault: true, example: "<integer>18446744073709551616</integer>")
    case .documentTypeSubset:
      return Explanation(
        name: "Declarations in the DOCTYPE", message: "declarations in the DOCTYPE: Foundation rejects them",
        readers: apple.union([.python]), isDefault: true,
        example: "<!DOCTYPE plist [<!ENTITY a \"b\">]>\n<plist version=\"1.0\"><string>&a;</string></plist>\n"
      )
    case .commentStart:
      return Explanation(
        name: "Comments that begin with > or ->",
        message:
          "comment that begins with '>' or '->': some parsers of Apple end it there, and read what follows",
        readers: [.codesign, .launchd], isDefault: true, example: "<array><!---><!--><true/></array>")
    case .carriageReturn:
      return Explanation(
        name: "Carriage returns in strings",
        message: "carriage return in a string: Foundation keeps it, XML readers read a line feed",
        readers: apple.union([.expat, .python]), isDefault: false, example: "<string>a\r\nb</string>")
    case .bareValue:
      return Explanation(
        name: "Text before <?xml and <plist>",
        message: "the document begins neither with <?xml nor with <plist: Python does not recognise it",
        readers: [.python], isDefault: false, example: "<dict/>\n")
    }
  }

  /// The example as a document.
  package var exampleDocument: String {
    let example = explanation.example
    return self == .documentTypeSubset || self == .bareValue
      ? example : "<plist version=\"1.0\">\n" + example + "\n</plist>\n"
  }
}

extension LintOptions {
  func wants(_ difference: ReaderDifference) -> Bool {
    difference.explanation.isDefault || select.contains(.rule(.plistReaders))
      || !readers.isDisjoint(with: difference.explanation.readers)
  }
}

extension LintRule {
  static let plistReaders = LintRule(
    .plistReaders, summary: "a construct that readers of property lists treat differently",
    why: """
      One program sees a value, another one an empty or shorter one, or none. Without `--readers`, pliant reports only \
      constructs with which Apple's readers lose data or that they reject.
      """,
    bad: .propertyList("<data>ESIzRA</data>"),
    good: .propertyList("<data>ESIzRA==</data>"))

  static func check(_ differences: ReaderDifferences, base: Int, _ collector: inout LintCollector) {
    for difference in ReaderDifference.allCases {
      let found = differences[difference]
      guard found.count > 0, collector.options.wants(difference) else { continue }
      let others = found.count == 1 ? "" : "; \(found.count - 1) more like it"
      collector.add(.plistReaders, at: .text(found.offset + base), difference.explanation.message + others)
    }
  }
}
