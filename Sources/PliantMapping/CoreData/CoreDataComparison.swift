/// The names by which two Core Data models are compared.
package enum CoreDataComparison {
  package static let key = KeyPath(components: [Array("@name".utf8)])
  /// Elements of a model that may occur once.
  package static let lists = [
    "attribute", "configuration", "element", "entity", "fetchedProperty", "fetchIndex", "fetchIndexElement",
    "fetchRequest",
    "memberEntity", "relationship", "uniquenessConstraint",
  ]

  /// Whether XML is the `contents` of an `.xcdatamodel`.
  package static func isModel(_ text: ByteView) -> Bool {
    var reader = XMLReader(text, options: XMLReader.Options())
    do throws(Failure) {
      while true {
        switch try reader.next() {
        case .startElement:
          let type = reader.value(ofAttribute: "type")
          return reader.name == "model" && type?.starts(with: "com.apple.IDECoreDataModeler") == true
        case .endDocument: return false
        default: break
        }
      }
    } catch { return false }
  }
}
