// Random application XML.

/// Random application XML: repeated and single elements, mixed content, attributes, namespaces, entities.
package struct XMLSample {
  private var random: SeededGenerator
  private var root = Node.element("a", [], [])
  private let isMixed: Bool
  /// Whether `document()` is to be compared with another rather than with itself changed.
  package let isOther: Bool

  private indirect enum Node {
    case element(String, [(String, String)], [Node])
    case leaf(String)
  }

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isMixed = seed % 3 == 0
    isOther = seed % 4 == 1
  }

  private mutating func below(_ count: Int) -> Int { random.below(count) }
  private mutating func pick<Value>(_ values: [Value]) -> Value { random.pick(values) }

  package mutating func document() -> String {
    root = .element(
      "r", below(3) == 0 ? [("xmlns:p", pick(["u", "v"]))] : [("xmlns:p", "u")], children(depth: 0))
    return text()
  }

  /// The same document with some changes.
  package mutating func mutated() -> String {
    for _ in 0...below(3) { root = changed(root, depth: 0) }
    return text()
  }

  private mutating func text() -> String {
    let head = "<!DOCTYPE r [<!ENTITY e 'ent&#38;amp;ity'>]>\n"
    return head + pick(["", "<!-- before -->\n"]) + serialized(root, indentation: isMixed ? nil : "\n")
  }

  private mutating func children(depth: Int) -> [Node] {
    if depth > 3 { return [] }
    var nodes: [Node] = []
    for _ in 0..<below(5) {
      switch below(isMixed ? 8 : 6) {
      case 0: nodes.append(.leaf(pick(["<!-- c -->", "<?p q?>", "<!---->"])))
      case 6, 7: nodes.append(.leaf(words()))
      default: nodes.append(element(depth: depth))
      }
    }
    if nodes.isEmpty, below(2) == 0 { nodes.append(.leaf(words())) }
    return nodes
  }

  private mutating func element(depth: Int) -> Node {
    var attributes: [(String, String)] = []
    for name in ["x", "p:y", "z"] where below(3) == 0 {
      attributes.append((name, pick(["1", "", "a&lt;b", "&e;", "ü"])))
    }
    if below(12) == 0 { attributes.append(("xmlns", pick(["w", ""]))) }
    return .element(pick(["a", "b", "b", "c", "p:d", "children"]), attributes, children(depth: depth + 1))
  }

  private mutating func words() -> String {
    pick([
      "t", "one two", " spaced ", "&amp;&e;", "<![CDATA[<raw>]]>", "x<![CDATA[]]>y", "&#x20;", "\u{1F600}",
      "]]&gt;",
    ])
  }

  private mutating func changed(_ node: Node, depth: Int) -> Node {
    guard case .element(let name, var attributes, var nodes) = node else { return .leaf(words()) }
    switch below(6) {
    case 0 where depth > 0:
      attributes = attributes.filter { $0.0 != "x" } + (below(2) == 0 ? [("x", pick(["7", "8"]))] : [])
    case 1 where !nodes.isEmpty: nodes.remove(at: below(nodes.count))
    case 2: nodes.insert(element(depth: depth + 1), at: below(nodes.count + 1))
    case 3 where !nodes.isEmpty: nodes.append(nodes[below(nodes.count)])
    default:
      if nodes.isEmpty {
        nodes = [.leaf(words())]
      } else {
        let place = below(nodes.count)
        if case .leaf(let text) = nodes[place], text.hasPrefix("<!--") || text.hasPrefix("<?") { break }
        nodes[place] = changed(nodes[place], depth: depth + 1)
      }
    }
    return .element(name, attributes, nodes)
  }

  private func serialized(_ node: Node, indentation: String?) -> String {
    guard case .element(let name, let attributes, let nodes) = node else {
      if case .leaf(let text) = node { return text }
      return ""
    }
    let tag = attributes.reduce("<" + name) { $0 + " \($1.0)='\($1.1)'" }
    if nodes.isEmpty { return tag + "/>" }
    let isPlain = nodes.contains {
      if case .leaf(let text) = $0 { !text.hasPrefix("<!--") && !text.hasPrefix("<?") } else { false }
    }
    let inner = isPlain ? nil : indentation.map { $0 + "  " }
    let content = nodes.map { (inner ?? "") + serialized($0, indentation: inner) }.joined()
    return tag + ">" + content + (inner == nil ? "" : indentation ?? "") + "</" + name + ">"
  }
}
