/// The correspondence of application XML and other formats without a mapping.
package enum XMLStyle: String, CaseIterable, Sendable {
  /// xmltodict's: `@name` for attributes, `#text` for text next to them, an array for repeated elements.
  case attributes
  /// JsonML's: `["name", {attributes}, children…]`.
  case jsonml
  /// A tree in which names, attributes, text, comments, CDATA and instructions are in order.
  case lossless
}
