// pliant-encodings(7): every encoding with a description, its names, and whether pliant detects it.

extension Manual {
  static let encodings = ManualPage(
    "pliant-encodings", section: 7, summary: "the encodings that pliant reads and writes, and their names",
    text: text(
      PackageResources.encodings_txt, [("ENCODINGS", EncodingNames.entries.map(term).joined(separator: "\n"))]
    ), seeAlso: ["encoding", "transcode", "lint"])

  /// The rows of Pages/encoding-descriptions.txt, `NAME|DESCRIPTION`.
  private static let descriptions = rows(PackageResources.encoding_descriptions_txt)

  private static func term(_ entry: EncodingNames.Entry) -> String {
    let detected = entry.encoding.isDetected ? "Detected." : "Not detected."
    return "`\(entry.name)` :: \(descriptions[Substring(entry.name)] ?? ""). \(detected)"
  }
}
