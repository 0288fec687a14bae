// The mappings that come with pliant: the files of `Mappings`, embedded in the program.

/// The built-in mappings, in the order of listing and trying them.
package enum BuiltInMappings {
  package struct Entry: Sendable {
    package let name: String
    /// The local names of its root elements, so that the text is parsed only for such documents.
    package let roots: [String]
    /// Whether it only shows how mappings are written, so that it is never selected automatically.
    var isExample = false
    /// The mapping file in JSON.
    package let bytes: [UInt8]
  }

  // Real feeds lack elements that RSS requires, and spell dates, lengths and durations freely. The mappings of feeds
  // therefore require only the channel or the body; they keep other values as text, with a note (`lenient`).
  package static let all = [
    Entry(name: "site-schedule", roots: ["schedule"], bytes: PackageResources.site_schedule_json),
    Entry(name: "users", roots: ["users"], isExample: true, bytes: PackageResources.users_json),
    Entry(name: "podcast", roots: ["rss"], bytes: PackageResources.podcast_json),
    Entry(name: "rss1", roots: ["RDF"], bytes: PackageResources.rss1_json),
    Entry(name: "atom", roots: ["feed"], bytes: PackageResources.atom_json),
    Entry(name: "opml", roots: ["opml"], bytes: PackageResources.opml_json),
    Entry(name: "gpx", roots: ["gpx"], bytes: PackageResources.gpx_json),
    Entry(name: "kml", roots: ["kml"], bytes: PackageResources.kml_json),
    Entry(name: "xliff", roots: ["xliff"], bytes: PackageResources.xliff_json),
    Entry(name: "android-strings", roots: ["resources"], bytes: PackageResources.android_strings_json),
    Entry(name: "junit", roots: ["testsuites", "testsuite"], bytes: PackageResources.junit_json),
    Entry(name: "health", roots: ["HealthData"], bytes: PackageResources.health_json),
    Entry(name: "xcdatamodel", roots: ["model"], bytes: PackageResources.xcdatamodel_json),
  ]

  static func named(_ name: String) -> Entry? { all.first { $0.name == name } }

  /// Whether the built-in mapping with a name may be selected for root elements with this local name.
  static func hasRoot(_ local: String, _ name: String) -> Bool {
    named(name).map { !$0.isExample && $0.roots.contains(local) } ?? false
  }
}
