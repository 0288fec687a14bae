// Feeds: doubly escaped text, and requirements of RSS 2.0 and the iTunes namespace beyond the mapping podcast.

/// Checks a feed, if the document is one, for doubly escaped text; with `isPodcast` also for missing elements
/// and relative URLs.
enum FeedChecks {
  static func run(
    _ source: LintText, isPodcast: Bool, _ collector: inout LintCollector
  ) throws(Failure) {
    var feed = Feed(isPodcast: isPodcast)
    try XMLEventLoop.run(source.open(), skipsWhitespace: true, processesNamespaces: true) { reader, event in
      switch event {
      case .startElement: return feed.begin(reader, &collector)
      case .text, .cdata: feed.add(reader.text)
      case .endElement: feed.end(&collector)
      default: break
      }
      return true
    }
  }
}

/// The open elements, and the elements that occurred in the channel and in the item.
private struct Feed {
  private struct Element {
    let name: String
    let offset: Int
    var children: Set<String> = []
    /// Its text must be an absolute URL.
    var isURL = false
    /// Its text is not markup.
    var isPlain = false
  }

  let isPodcast: Bool

  private var open: [Element] = []
  private var text = ""
  private var usesITunes = false
  private static let addresses: Set<String> = ["link", "url", "docs", "comments", "itunes:new-feed-url"]

  init(isPodcast: Bool) { self.isPodcast = isPodcast }

  /// Begins an element; false if the root is not that of a feed.
  mutating func begin(_ reader: borrowing XMLReader, _ collector: inout LintCollector) -> Bool {
    if open.isEmpty, !isPodcast, !Self.roots.contains(reader.localName.string) { return false }
    let name = Self.name(reader)
    if name.hasPrefix("itunes:") { usesITunes = true }
    if !open.isEmpty { open[open.count - 1].children.insert(name) }
    let parent = open.last?.name ?? ""
    var element = Element(name: name, offset: reader.tokenStart)
    let type = reader.value(ofAttribute: "type")
    element.isPlain = DoubleEscaping.isPlain(reader.name) && (type.map { $0 == "text" } ?? true)
    defer {
      open.append(element)
      text = ""
    }
    guard isPodcast else { return true }
    element.isURL = Self.addresses.contains(name) && parent != "textInput"
    switch name {
    case "rss" where open.isEmpty && reader.value(ofAttribute: "version") == nil:
      collector.add(
        .mappingMissing, at: .text(element.offset), "<rss> has no attribute version, which RSS 2.0 requires")
    case "guid":
      let isPermaLink = reader.value(ofAttribute: "isPermaLink")?.string ?? "true"
      element.isURL = parent == "item" && isPermaLink == "true"
    case "enclosure":
      for attribute in ["url", "length", "type"] as [StaticString]
      where reader.value(ofAttribute: attribute) == nil {
        collector.add(
          .mappingMissing, at: .text(element.offset),
          "<enclosure> has no attribute \(ByteView(attribute).string), which RSS 2.0 requires")
      }
      checkAddress(reader.value(ofAttribute: "url")?.string, element.offset, &collector)
    case "itunes:image":
      checkAddress(reader.value(ofAttribute: "href")?.string ?? "", element.offset, &collector)
    default: break
    }
    return true
  }

  private static let roots: Set<String> = ["rss", "feed", "RDF"]

  mutating func add(_ piece: ByteView) {
    guard let last = open.last, last.isURL || last.isPlain, text.utf8.count < 4096 else { return }
    text += piece.string
  }

  mutating func end(_ collector: inout LintCollector) {
    guard let element = open.popLast() else { return }
    if element.isURL { checkAddress(text, element.offset, &collector) }
    if element.isPlain, let read = Array(text.utf8).withByteView(DoubleEscaping.unescaped) {
      collector.add(
        .feedDoubleEscaped, at: .text(element.offset),
        "the text of <\(element.name)> is doubly escaped; readers show '\(text.prefix(60))' instead of "
          + "'\(String(decoding: read, as: UTF8.self).prefix(60))'")
    }
    text = ""
    guard isPodcast else { return }
    switch (element.name, open.last?.name) {
    case ("channel", "rss"):
      require(["title", "link", "description"], in: element, by: "RSS 2.0", &collector)
      if usesITunes {
        require(
          ["language", "itunes:image", "itunes:category", "itunes:explicit"], in: element,
          by: "Apple Podcasts", &collector)
      }
    case ("item", "channel"):
      if !element.children.contains("title") && !element.children.contains("description") {
        collector.add(
          .mappingMissing, at: .text(element.offset),
          "<item> has neither <title> nor <description>; RSS 2.0 requires one")
      } else if usesITunes {
        require(["title", "enclosure"], in: element, by: "Apple Podcasts", &collector)
      }
    default: break
    }
  }

  private func require(
    _ names: [String], in element: Element, by authority: String, _ collector: inout LintCollector
  ) {
    for name in names where !element.children.contains(name) {
      collector.add(
        .mappingMissing, at: .text(element.offset),
        "<\(element.name)> has no <\(name)>, which \(authority) requires")
    }
  }

  private func checkAddress(_ text: String?, _ offset: Int, _ collector: inout LintCollector) {
    guard let text else { return }
    let address = text.split { $0 == " " || $0.isNewline || $0 == "\t" }.joined(separator: " ")
    if !Self.isAbsolute(address) {
      collector.add(.mappingValue, at: .text(offset), "'\(address)' is not an absolute URL")
    }
  }

  /// A scheme, a colon and a rest; with a host for web URLs.
  private static func isAbsolute(_ address: String) -> Bool {
    let parts = address.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let first = parts[0].utf8.first, first.isLetter,
      parts[0].utf8.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }),
      !address.contains(" " as Character)
    else { return false }
    let isWeb = ["http", "https"].contains(parts[0].lowercased())
    return !isWeb || parts[1].hasPrefix("//") && parts[1].utf8.count > 2
  }

  private static func name(_ reader: borrowing XMLReader) -> String {
    let space = reader.namespaceURI
    let local = reader.localName.string
    if space.containsIgnoringCase("itunes.com/dtds/podcast") { return "itunes:" + local }
    let isRSS =
      space.isEmpty || space.containsIgnoringCase("backend.userland.com")
      || space.containsIgnoringCase("harvard.edu/tech/rss")
    return isRSS ? local : space.string.lowercased() + " " + local
  }
}
