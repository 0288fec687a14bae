// The mappings that come with pliant, in a short form of mapping files:
//
//   fields: @version, waypoints = wpt Point list    →   "fields": {"version": "@version", "waypoints": "wpt Point list"},
//   Way $abstract: name, time date                  →   "records": {"Way": {"$abstract": true, "name": "name", …}}

/// The built-in mappings, in the order of listing and trying them.
package enum BuiltInMappings {
  package struct Entry: Sendable {
    package let name: String
    private let about: String
    private let root: String
    private let record: String?
    private let isOrdered: Bool
    /// Whether it only shows how mappings are written, so that it is never selected automatically.
    let isExample: Bool
    private let requires: [String]
    private let sections: [String]

    init(
      _ name: String, about: String, root: String, record: String? = nil, isOrdered: Bool = true,
      isExample: Bool = false, requires: [String] = [], _ sections: String...
    ) {
      (self.name, self.about, self.root, self.record) = (name, about, root, record)
      (self.isOrdered, self.isExample) = (isOrdered, isExample)
      (self.requires, self.sections) = (requires, sections)
    }

    /// The local names of its root elements, so that the text is parsed only for such documents.
    package var roots: [String] {
      root.split(separator: "|").map { name in
        String(name.split(separator: ":").last ?? "").filter { $0 != " " }
      }
    }

    /// The mapping file in JSON.
    package var text: String {
      var text = "{" + Self.pair("mapping", name) + ", " + Self.pair("about", about)
      text += ", " + Self.pair("root", root)
      if let record { text += ", " + Self.pair("record", record) }
      if !isOrdered { text += ", \"ordered\": false" }
      if !requires.isEmpty { text += ", \"requires\": \(Self.array(requires))" }
      var records = ""
      for section in Self.joinedLines(of: sections) {
        let parts = section.utf8.split(separator: ASCII.colon, maxSplits: 1)
        let words = Self.words(parts[0])
        let settings = words.dropFirst().map { Self.setting($0.utf8.split(separator: ASCII.equalsSign)) }
        let entries = Self.items(in: parts[1]).map { Self.entry($0, isNamespace: words[0] == "namespaces") }
        let value = "\"\(words[0])\": {\((settings + entries).joined(separator: ", "))}"
        if ["namespaces", "types", "fields"].contains(words[0]) {
          text += ", " + value
        } else {
          records += (records.isEmpty ? "" : ", ") + value
        }
      }
      return text + ", \"records\": {" + records + "}}"
    }

    // By bytes, because this text is made at each start with a built-in mapping.
    private typealias Bytes = Substring.UTF8View

    private static func words(_ text: Bytes) -> [Substring] {
      text.split(separator: ASCII.space).map { Substring($0) }
    }

    /// The lines, each with the indented ones after it.
    private static func joinedLines(of sections: [String]) -> [String] {
      var lines: [String] = []
      for line in sections.flatMap({ $0.utf8.split(separator: ASCII.lineFeed) }) {
        if line.first == ASCII.space {
          lines[lines.count - 1] += Substring(line.dropFirst())
        } else {
          lines.append(String(Substring(line)))
        }
      }
      return lines
    }

    private static func pair(_ key: some StringProtocol, _ text: some StringProtocol) -> String {
      "\"" + key + "\": \"" + text + "\""
    }

    private static func array(_ texts: [String]) -> String {
      "[\(texts.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }

    /// `$abstract`, `$extends=Way`.
    private static func setting(_ parts: [Bytes]) -> String {
      parts.count == 1 ? "\"\(Substring(parts[0]))\": true" : pair(Substring(parts[0]), Substring(parts[1]))
    }

    /// `name = text`; without a name, a field is called like its attribute or element.
    private static func entry(_ item: Bytes, isNamespace: Bool) -> String {
      let name = item.prefix { $0 != ASCII.space }
      let rest = item[name.endIndex...]
      guard rest.starts(with: " = ".utf8) else {
        let bare = name.lastIndex { [ASCII.colon, ASCII.commercialAt].contains($0) }
        return pair(Substring(bare.map { name[$0...].dropFirst() } ?? name), Substring(item))
      }
      let (key, text) = (Substring(name), Substring(rest.dropFirst(3)))
      guard isNamespace else { return pair(key, text) }
      let uris = words(text.utf8).map { $0 == "''" ? "" : String($0) }
      return "\"\(key == "''" ? "" : key)\": \(array(uris))"
    }

    /// The parts between commas outside quotation marks.
    private static func items(in text: Bytes) -> [Bytes] {
      var isQuoted = false
      return text.split { byte in
        if byte == ASCII.apostrophe { isQuoted.toggle() }
        return byte == ASCII.comma && !isQuoted
      }.map { $0.drop { $0 == ASCII.space } }
    }
  }

  package static let all = [
    siteSchedule, users, podcast, rss1, atom, opml, gpx, kml, xliff, androidStrings, junit, health,
    xcdatamodel,
  ]

  static func named(_ name: String) -> Entry? { all.first { $0.name == name } }

  /// Whether the built-in mapping with a name may be selected for root elements with this local name.
  static func hasRoot(_ local: String, _ name: String) -> Bool {
    named(name).map { !$0.isExample && $0.roots.contains(local) } ?? false
  }
}
