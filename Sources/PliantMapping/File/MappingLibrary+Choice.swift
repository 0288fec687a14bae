// Automatic selection of the mapping with a document's root element and required elements.

extension MappingLibrary {
  /// Returns the mapping whose root and required places a document has; of several, the strictest.
  ///
  /// Reads no further than needed: nothing if no mapping has this root element. A malformed document, or one
  /// that ends before the required elements, has no mapping; unreadable files are skipped.
  package func choose(for text: ByteView) -> Mapping? {
    var reader = XMLReader(text, options: .namespaces)
    guard reader.reachesRoot() else { return nil }
    let root = Mapping.Name(uri: reader.namespaceURI.string, local: reader.localName.string)
    return Self.choice(among: candidates(root), for: &reader)
  }

  private func candidates(_ root: Mapping.Name) -> [Mapping] {
    entries.filter { $0.file != nil || BuiltInMappings.hasRoot(root.local, $0.name) }
      .compactMap { try? mapping($0) }.filter { $0.isRoot(root) }
  }

  /// The mapping whose required places all occur; reads on from the end of the root's start tag until the
  /// answer is certain.
  private static func choice(among candidates: [Mapping], for reader: inout XMLReader) -> Mapping? {
    // The one that requires most comes first, so that a specific mapping wins over a general one.
    let mappings = candidates.enumerated().sorted {
      ($1.element.requiredPlaces.count, $0.offset) < ($0.element.requiredPlaces.count, $1.offset)
    }.map(\.element)
    // The required places that have not occurred yet.
    var missing = mappings.map(\.requiredPlaces)
    let deepest = missing.joined().map(\.steps.count).max() ?? 0
    // The names of the open elements below the root, to the depth of the places.
    var path: [Mapping.Name] = []
    var depth = 0
    do throws(Failure) {
      while let first = missing.first, !first.isEmpty, depth >= 0 {
        switch try reader.next() {
        case .startElement:
          depth += 1
          if depth > deepest { continue }
          path.append(Mapping.Name(uri: reader.namespaceURI.string, local: reader.localName.string))
          for (index, mapping) in mappings.enumerated() {
            missing[index].removeAll { $0.steps.map(\.name) == path.map(mapping.known) }
          }
        case .endElement:
          if path.count == depth && depth > 0 { path.removeLast() }
          depth -= 1
        case .endDocument, .needsInput: depth = -1
        default: break
        }
      }
    } catch { return nil }
    return missing.firstIndex(where: \.isEmpty).map { mappings[$0] }
  }
}
