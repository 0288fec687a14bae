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
    private let requires: [String]
    private let sections: [String]

    init(
      _ name: String, about: String, root: String, record: String? = nil, isOrdered: Bool = true,
      requires: [String] = [], _ sections: String...
    ) {
      (self.name, self.about, self.root, self.record) = (name, about, root, record)
      (self.isOrdered, self.requires, self.sections) = (isOrdered, requires, sections)
    }

    /// The local names of its root elements, so that the text is parsed only for such documents.
    package var roots: [String] {
      root.split(separator: "|").map { name in
        String(name.split(separator: ":").last ?? "").filter { $0 != " " }
      }
    }

    /// The mapping file in JSON.
    package var text: String {
      var keys = [Self.pair("mapping", name), Self.pair("about", about), Self.pair("root", root)]
      if let record { keys.append(Self.pair("record", record)) }
      if !isOrdered { keys.append("\"ordered\": false") }
      if !requires.isEmpty { keys.append("\"requires\": \(Self.array(requires))") }
      var records: [String] = []
      for section in Self.joinedLines(of: sections) {
        let parts = section.split(separator: ":", maxSplits: 1)
        let words = parts[0].split(separator: " ")
        let settings = words.dropFirst().map { Self.setting($0.split(separator: "=")) }
        let entries = Self.items(in: parts[1]).map { Self.entry($0, isNamespace: words[0] == "namespaces") }
        let text = "\"\(words[0])\": {\((settings + entries).joined(separator: ", "))}"
        if ["namespaces", "types", "fields"].contains(words[0]) {
          keys.append(text)
        } else {
          records.append(text)
        }
      }
      return "{\(keys.joined(separator: ", ")), \"records\": {\(records.joined(separator: ", "))}}"
    }

    /// The lines, each with the indented ones after it.
    private static func joinedLines(of sections: [String]) -> [String] {
      var lines: [String] = []
      for line in sections.flatMap({ $0.split(separator: "\n") }) {
        if line.first == " " {
          lines[lines.count - 1] += line.dropFirst()
        } else {
          lines.append(String(line))
        }
      }
      return lines
    }

    private static func pair(_ key: some StringProtocol, _ text: some StringProtocol) -> String {
      "\"\(key)\": \"\(text)\""
    }

    private static func array(_ texts: [String]) -> String {
      "[\(texts.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }

    /// `$abstract`, `$extends=Way`.
    private static func setting(_ parts: [Substring]) -> String {
      parts.count == 1 ? "\"\(parts[0])\": true" : pair(parts[0], parts[1])
    }

    /// `name = text`; without a name, a field is called like its attribute or element.
    private static func entry(_ item: Substring, isNamespace: Bool) -> String {
      let parts = item.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, parts[1] == "=" else {
        return pair(parts[0].drop { $0 == "@" }.split(separator: ":").last ?? "", item)
      }
      guard isNamespace else { return pair(parts[0], parts[2]) }
      let uris = parts[2].split(separator: " ").map { $0 == "''" ? "" : String($0) }
      return "\"\(parts[0] == "''" ? "" : parts[0])\": \(array(uris))"
    }

    /// The parts between commas outside quotation marks.
    private static func items(in text: Substring) -> [Substring] {
      var isQuoted = false
      return text.split { character in
        if character == "'" { isQuoted.toggle() }
        return character == "," && !isQuoted
      }.map { $0.drop { $0 == " " } }
    }
  }

  package static let all = [
    siteSchedule, users, podcast, rss1, atom, opml, gpx, kml, xliff, androidStrings, junit, health,
    xcdatamodel,
  ]

  static func named(_ name: String) -> Entry? { all.first { $0.name == name } }

  /// Whether the built-in mapping with a name accepts root elements with this local name.
  static func hasRoot(_ local: String, _ name: String) -> Bool { named(name)?.roots.contains(local) == true }
}
