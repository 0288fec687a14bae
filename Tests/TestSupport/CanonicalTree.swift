// Canonical XML as a tree that knows no format of ours, for proofs from outside: two documents have the same content where
// their trees say the same.

/// The elements, attributes and texts of a text in canonical form.
public struct CanonicalTree {
  /// What does not count.
  public struct Options: Sendable {
    /// Prefixes and the places where namespaces are declared.
    public var expandsNames = false
    /// The order of siblings.
    public var sortsSiblings = false
    /// Processing instructions.
    public var ignoresInstructions = false

    /// Everything counts but what is said.
    public init(expandsNames: Bool = false, sortsSiblings: Bool = false) {
      self.expandsNames = expandsNames
      self.sortsSiblings = sortsSiblings
    }

    /// Takes out of what was told what says only that things were dropped that are not compared, or not any more.
    public mutating func takeOutAnnotations(_ told: String) -> [String] {
      if told.contains("processing instruction") { ignoresInstructions = true }
      let dropped = ["comment", "processing instruction", "CDATA section", "DOCTYPE", "element"]
      let change = [" dropped", " became plain text", " with the DTD's default attributes"]
      return told.split(separator: "\n").map(String.init).filter { line in
        !dropped.contains { line.contains(" \($0)") } || !change.contains { line.contains($0) }
          || line.contains("empty element")
      }
    }
  }

  private typealias Bytes = [UInt8]

  private struct Element {
    var tag: Bytes = []
    /// Each child or text as it is written in the end, and whether it is a text.
    var content: [(text: Bytes, isText: Bool)] = []
    var namespaces: [Bytes: Bytes] = [:]
    var preservesSpace = false
  }

  private let text: Bytes
  private var at = 0
  private let options: Options

  /// The content without white space between elements, which is not under `xml:space="preserve"`.
  public static func content(of canonical: some Collection<UInt8>, _ options: Options = Options()) -> [UInt8]
  {
    var tree = CanonicalTree(text: Array(canonical), options: options)
    return tree.read()
  }

  private init(text: Bytes, options: Options) {
    self.text = text
    self.options = options
  }

  private mutating func read() -> Bytes {
    var open = [Element()]
    open[0].namespaces = [Array("xml".utf8): Array("xml".utf8)]
    while at < text.count {
      let last = open.count - 1
      let start = at
      guard text[at] == UInt8(ascii: "<") else {
        while at < text.count, text[at] != UInt8(ascii: "<") { at += 1 }
        open[last].content.append((Bytes(text[start..<at]), true))
        continue
      }
      switch text[at + 1] {
      case UInt8(ascii: "!"):
        at += 4
        skip(past: "-->")
      case UInt8(ascii: "?"):
        skip(past: "?>")
        if !options.ignoresInstructions { open[last].content.append((Bytes(text[start..<at]), false)) }
      case UInt8(ascii: "/"):
        skip(past: ">")
        // A text that is cut off says nothing.
        guard last > 0 else { return [] }
        let ended = open.removeLast()
        open[last - 1].content.append((serialized(ended, isRoot: false), false))
      default: open.append(begin(in: open[last]))
      }
    }
    return serialized(open[0], isRoot: true)
  }

  private mutating func skip(past end: String) {
    let end = Bytes(end.utf8)
    while at < text.count, !text[at...].starts(with: end) { at += 1 }
    at = min(at + end.count, text.count)
  }

  /// Reads a start tag.
  private mutating func begin(in outer: Element) -> Element {
    let start = at
    at += 1
    let name = take { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
    var attributes: [(name: Bytes, value: Bytes)] = []
    while text[at] == UInt8(ascii: " ") {
      at += 1
      let name = take { $0 != UInt8(ascii: "=") }
      at += 2
      attributes.append((name, take { $0 != UInt8(ascii: "\"") }))
      at += 1
    }
    at += 1
    var element = Element(namespaces: outer.namespaces, preservesSpace: outer.preservesSpace)
    for (name, value) in attributes {
      if name == Bytes("xmlns".utf8) { element.namespaces[[]] = value }
      if name.starts(with: "xmlns:".utf8) { element.namespaces[Bytes(name.dropFirst(6))] = value }
      if name == Bytes("xml:space".utf8) { element.preservesSpace = value == Bytes("preserve".utf8) }
    }
    guard options.expandsNames else {
      element.tag = Bytes(text[start..<at])
      return element
    }
    let named = attributes.filter { !$0.name.starts(with: "xmlns".utf8) }
      .map { expanded($0.name, isAttribute: true, element) + Bytes("=\"".utf8) + $0.value + [0x22] }
      .sorted { $0.lexicographicallyPrecedes($1) }
    element.tag = Bytes("<".utf8) + expanded(name, isAttribute: false, element)
    for attribute in named { element.tag += [0x20] + attribute }
    element.tag.append(UInt8(ascii: ">"))
    return element
  }

  private mutating func take(while isMeant: (UInt8) -> Bool) -> Bytes {
    let start = at
    while isMeant(text[at]) { at += 1 }
    return Bytes(text[start..<at])
  }

  private func expanded(_ name: Bytes, isAttribute: Bool, _ element: Element) -> Bytes {
    let colon = name.firstIndex(of: UInt8(ascii: ":"))
    if colon == nil && isAttribute { return name }
    let uri = element.namespaces[colon.map { Bytes(name[..<$0]) } ?? []] ?? []
    return Bytes("{".utf8) + uri + Bytes("}".utf8) + (colon.map { Bytes(name[($0 + 1)...]) } ?? name)
  }

  private func serialized(_ element: Element, isRoot: Bool) -> Bytes {
    let hasChildren = isRoot || element.content.contains { !$0.isText }
    let hasText = element.content.contains { $0.isText && !Self.isSpace($0.text) }
    var parts = element.content
    if hasChildren && !hasText && !element.preservesSpace { parts.removeAll(where: \.isText) }
    if options.sortsSiblings && hasChildren {
      parts.sort { $0.text.lexicographicallyPrecedes($1.text) }
    }
    return element.tag + parts.flatMap(\.text) + Bytes(isRoot ? "".utf8 : "</>".utf8)
  }

  private static func isSpace(_ text: Bytes) -> Bool {
    text.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }
  }
}
