// Automatic selection of the mapping with a document's root element and required elements.

import Synchronization

extension MappingLibrary {
  /// The mappings read so far, so that many documents cost one reading.
  final class Memory: Sendable {
    typealias Read = (key: String, mapping: Mapping)

    struct Content {
      var entries: [Entry]?
      /// By file or name; nil for unreadable files.
      var mappings: [String: Mapping?] = [:]
      var compiled: [String: CompiledMapping] = [:]
    }
    let content = Mutex(Content())
  }

  /// Returns the mapping whose root and required places a document has; of several, the strictest.
  ///
  /// Reads no further than needed: nothing if no mapping has this root element. A malformed document, or one
  /// that ends before the required elements, has no mapping; unreadable files are skipped. Throws if the mapping
  /// cannot be compiled.
  package func choose(for text: ByteView) throws(Failure) -> CompiledMapping? {
    var reader = XMLReader(text, options: .namespaces)
    guard reader.reachesRoot() else { return nil }
    let root = Mapping.Name(uri: reader.namespaceURI.string, local: reader.localName.string)
    guard let chosen = Self.choice(among: candidates(root), for: &reader) else { return nil }
    return try memory.content.withLock { content throws(Failure) in
      if let compiled = content.compiled[chosen.key] { return compiled }
      let compiled = try CompiledMapping(chosen.mapping)
      content.compiled[chosen.key] = compiled
      return compiled
    }
  }

  private func candidates(_ root: Mapping.Name) -> [Memory.Read] {
    memory.content.withLock { content in
      let entries = content.entries ?? self.entries
      content.entries = entries
      return entries.compactMap { entry in
        guard entry.file != nil || BuiltInMappings.hasRoot(root.local, entry.name) else { return nil }
        let key = entry.file ?? entry.name
        let mapping = content.mappings[key] ?? (try? self.mapping(entry))
        content.mappings[key] = .some(mapping)
        return mapping.flatMap { $0.isRoot(root) ? (key, $0) : nil }
      }
    }
  }

  /// The mapping whose required places all occur; reads on from the end of the root's start tag until the
  /// answer is certain.
  private static func choice(
    among candidates: [Memory.Read], for reader: inout XMLReader
  ) -> Memory.Read? {
    // The one that requires most comes first, so that a specific mapping wins over a general one.
    let candidates = candidates.enumerated().sorted {
      let counts = ($0.element.mapping.requiredPlaces.count, $1.element.mapping.requiredPlaces.count)
      return (counts.1, $0.offset) < (counts.0, $1.offset)
    }.map(\.element)
    // The required places that have not occurred yet.
    var missing = candidates.map(\.mapping.requiredPlaces)
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
          for (index, candidate) in candidates.enumerated() {
            missing[index].removeAll { $0.steps.map(\.name) == path.map(candidate.mapping.known) }
          }
        case .endElement:
          if path.count == depth && depth > 0 { path.removeLast() }
          depth -= 1
        case .endDocument, .needsInput: depth = -1
        default: break
        }
      }
    } catch { return nil }
    return missing.firstIndex(where: \.isEmpty).map { candidates[$0] }
  }
}
