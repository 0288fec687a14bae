// The mappings that come with pliant; each is the text of a mapping file, in a separate Swift file.

/// The built-in mappings, in the order of listing and trying them.
package enum BuiltInMappings {
  /// A mapping's name and its file's text.
  package struct Entry: Sendable {
    package let name: StaticString
    /// The local names of its root elements, so that the text is parsed only for such documents.
    package let roots: [StaticString]
    private let parts: [StaticString]

    fileprivate init(name: StaticString, roots: [StaticString], text: StaticString...) {
      (self.name, self.roots, parts) = (name, roots, text)
    }

    package var text: String { parts.map(\.description).joined() }
  }

  package static let all: [Entry] = [
    Entry(name: "site-schedule", roots: ["schedule"], text: siteSchedule),
    Entry(name: "users", roots: ["users"], text: users),
    Entry(name: "podcast", roots: ["rss"], text: podcast, mediaRecords),
    Entry(name: "rss1", roots: ["RDF"], text: rss1),
    Entry(name: "atom", roots: ["feed"], text: atom, mediaRecords),
    Entry(name: "opml", roots: ["opml"], text: opml),
    Entry(name: "gpx", roots: ["gpx"], text: gpx),
    Entry(name: "kml", roots: ["kml"], text: kml),
    Entry(name: "xliff", roots: ["xliff"], text: xliff),
    Entry(name: "android-strings", roots: ["resources"], text: androidStrings),
    Entry(name: "junit", roots: ["testsuites", "testsuite"], text: junit),
    Entry(name: "health", roots: ["HealthData"], text: health),
    Entry(name: "xcdatamodel", roots: ["model"], text: xcdatamodel),
  ]

  /// Whether the built-in mapping with a name accepts root elements with this local name.
  static func hasRoot(_ local: String, _ name: String) -> Bool {
    all.contains { entry in
      entry.name.description == name && entry.roots.contains { $0.description == local }
    }
  }
}
