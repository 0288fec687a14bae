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
    var choice = MappingChoice(candidates(root))
    return choice.read(&reader)
  }

  /// The mappings for documents with this root element.
  private func candidates(_ root: Mapping.Name) -> [Mapping] {
    var found: [Mapping] = []
    for entry in entries where entry.file != nil || BuiltInMappings.hasRoot(root.local, entry.name) {
      do throws(Problem) {
        let mapping = try mapping(entry)
        if mapping.isRoot(root) { found.append(mapping) }
      } catch { continue }
    }
    return found
  }
}

/// The mappings whose required places all occur below the root.
private struct MappingChoice {
  private struct Candidate {
    let mapping: Mapping
    /// The required places that have not occurred yet.
    var missing: [Mapping.Place]
  }

  private var candidates: [Candidate]

  init(_ mappings: [Mapping]) {
    // The one that requires most comes first, so that a specific mapping wins over a general one.
    let sorted = mappings.enumerated().sorted {
      ($1.element.requiredPlaces.count, $0.offset) < ($0.element.requiredPlaces.count, $1.offset)
    }
    candidates = sorted.map { Candidate(mapping: $0.element, missing: $0.element.requiredPlaces) }
  }

  private var best: Mapping? {
    guard let first = candidates.first, first.missing.isEmpty else { return nil }
    return first.mapping
  }

  /// Reads on from the end of the root's start tag until the answer is certain.
  mutating func read(_ reader: inout XMLReader) -> Mapping? {
    guard !candidates.isEmpty else { return nil }
    // The names of the open elements below the root, to the depth of the places.
    var path: [Mapping.Name] = []
    var depth = 0
    let deepest = candidates.flatMap(\.missing).map(\.steps.count).max() ?? 0
    do throws(Failure) {
      while best == nil && depth >= 0 {
        switch try reader.next() {
        case .startElement:
          depth += 1
          if depth <= deepest {
            path.append(Mapping.Name(uri: reader.namespaceURI.string, local: reader.localName.string))
            meet(path)
          }
        case .endElement:
          if path.count == depth && depth > 0 { path.removeLast() }
          depth -= 1
        case .endDocument, .needsInput: depth = -1
        default: break
        }
      }
    } catch { return nil }
    return best ?? candidates.first { $0.missing.isEmpty }?.mapping
  }

  private mutating func meet(_ path: [Mapping.Name]) {
    for index in candidates.indices {
      let mapping = candidates[index].mapping
      candidates[index].missing.removeAll { $0.steps.map(\.name) == path.map(mapping.known) }
    }
  }
}
