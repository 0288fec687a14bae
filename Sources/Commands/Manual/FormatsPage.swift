// pliant-formats(7): the formats, and losses in conversions between them.

extension Manual {
  static let formats = ManualPage(
    "pliant-formats", section: 7, summary: "formats and conversion losses",
    text: text(PackageResources.formats_txt, [("FORMATS", formatRows)]), seeAlso: ["convert", "info"])

  private static var formatRows: String {
    Format.all.map { format in
      let (reads, writes) = (format.isReadable ? "yes" : "no", format.isWritable ? "yes" : "no")
      return "| `\(format.rawValue)` | \(format.traits.summary) | \(reads) | \(writes)"
    }.joined(separator: "\n")
  }
}
