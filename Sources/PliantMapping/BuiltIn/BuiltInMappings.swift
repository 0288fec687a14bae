// The mappings that come with pliant; each is the text of a mapping file, in a file of its own.

import PliantCore

/// The built-in mappings, in the order in which they are listed and tried.
package enum BuiltInMappings {
  /// A mapping's name and its file's text.
  package struct Entry: Sendable {
    package let name: StaticString
    package let text: StaticString
  }

  package static let all: [Entry] = [
    Entry(name: "site-schedule", text: siteSchedule),
    Entry(name: "users", text: users),
    Entry(name: "podcast", text: podcast),
    Entry(name: "opml", text: opml),
    Entry(name: "gpx", text: gpx),
    Entry(name: "xcdatamodel", text: xcdatamodel),
  ]
}
