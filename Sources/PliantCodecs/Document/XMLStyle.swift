/// The correspondence of application XML and other formats without a mapping.
package enum XMLStyle: String, CaseIterable, Sendable {
  /// xmltodict's: `@name` for attributes, `#text` for text next to them, an array for repeated elements.
  case attributes
  /// JsonML's: `["name", {attributes}, children…]`.
  case jsonml
  /// A tree in which names, attributes, text, comments, CDATA and instructions are in order.
  case lossless
}

extension DiagnosticCode {
  package static var xmlStyleShape: DiagnosticCode {
    DiagnosticCode("xml.style", rule: "xml/style", "the document does not follow the XML style: %")
  }
  package static var xmlStyleName: DiagnosticCode {
    DiagnosticCode(
      "xml.style-name", rule: "xml/style", "'%' cannot be the name of an XML element or attribute")
  }
  package static var xmlStyleNeeded: DiagnosticCode {
    DiagnosticCode(
      "xml.style-needed", rule: "xml/style",
      "writing application XML needs a mapping or a style; use xml1 for an XML property list",
      advice: "use --mapping NAME or --xml-style STYLE")
  }
}
