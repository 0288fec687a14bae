// pliant-plutil(7): plutil's command line, and the differences from plutil.

extension Manual {
  static let plutil = ManualPage(
    "pliant-plutil", section: 7, summary: "plutil command lines, and the differences from plutil",
    text: text(
      PackageResources.plutil_txt, [("READERS", readerDifferences)]),
    seeAlso: ["convert", "extract", "insert", "replace", "remove", "type", "create", "print", "lint"])

  private static var readerDifferences: String {
    ReaderDifference.allCases.map { difference in
      let explanation = difference.explanation
      let readers = PropertyListConsumer.allCases.filter(explanation.readers.contains).map(\.rawValue)
      let concerned = "; `--readers` \(readers.joined(separator: ", "))"
      return "\(explanation.name) :: \(explanation.message)\(explanation.isDefault ? "" : concerned)."
    }.joined(separator: "\n")
  }
}
