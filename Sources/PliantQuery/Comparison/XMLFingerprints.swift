// The fingerprints of XML in JsonML by canonical meaning: names by namespace and local name, and exact text.
// White space between elements, comments and namespace declarations are irrelevant.
//
//   ["a", {"xmlns:p": "u"}, "\n ", ["p:b", "x"], ["!--", "k"], "y"]   {u}b with the text x, then the text y
//
// White space is layout in an element that has elements and no other text, unless xml:space preserves it.

extension DocumentFingerprints {
  struct Namespaces: Equatable {
    /// Declared but unused in names, such as those of QNames in text.
    var unused: Set<Fingerprint> = []
    /// Each declaration: the prefix and its URI.
    var prefixes: Set<Fingerprint> = []
  }

  /// Returns the fingerprints of a document in JsonML, and its namespaces; with `comparesPrefixes`, prefixes
  /// and declarations count.
  static func xml(
    _ document: Document, isUnordered: Bool, comparesPrefixes: Bool
  ) -> (fingerprints: DocumentFingerprints, namespaces: Namespaces) {
    var pass = XMLFingerprintPass(document, isUnordered: isUnordered, comparesPrefixes: comparesPrefixes)
    pass.walk()
    let namespaces = Namespaces(unused: pass.declared.subtracting(pass.used), prefixes: pass.prefixes)
    return (DocumentFingerprints(document, xml: pass.values, isUnordered: isUnordered), namespaces)
  }
}

private struct XMLFingerprintPass: ~Copyable {
  private struct Open {
    let place: Int
    let end: Int
    /// The fingerprint of the name and the attributes.
    var head = Fingerprint.zero
    var content = Fingerprint.zero
    var childCount = 0
    var lastChild = Fingerprint.zero
    var isLayout: Bool
    var preservesSpace: Bool
    var isDocument = false
    var declarations: [Fingerprint] = []
  }

  private let document: Document
  private let isUnordered: Bool
  private let comparesPrefixes: Bool
  /// Whether white space that is the whole content of an element is layout, as in Xcode's schemes.
  private let blankIsEmpty: Bool
  var values = GrowableBuffer<UInt64>()
  var declared: Set<Fingerprint> = []
  var used: Set<Fingerprint> = []
  var prefixes: Set<Fingerprint> = []
  private var open: [Open] = []
  /// The URIs of each prefix, the innermost last.
  private var scope: [Fingerprint: [Fingerprint]] = [:]
  /// Text that may continue.
  private var run = GrowableBuffer<UInt8>(capacity: 256)

  init(_ document: Document, isUnordered: Bool, comparesPrefixes: Bool) {
    self.document = document
    self.isUnordered = isUnordered
    self.comparesPrefixes = comparesPrefixes
    blankIsEmpty = document.isXcodeLayout
    values.append(repeating: 0, count: document.wordCount)
  }

  mutating func walk() {
    var at = 0
    while at < document.wordCount || !open.isEmpty {
      if let last = open.last, last.end == at {
        close()
      } else if document.tag(at: at) == .container {
        at = element(at)
      } else {
        text(at)
        at = document.next(after: at)
      }
    }
  }

  // MARK: Nodes

  private mutating func text(_ index: Int) {
    let text = document.text(at: index)
    guard let last = open.last else { return }
    if last.isLayout && text.isWhitespaceOnly {
      values[index] = DocumentFingerprints.ignored
    } else {
      _ = run.append(text)
    }
  }

  private mutating func endRun() {
    guard run.count > 0 else { return }
    add(Fingerprint(run.view, kind: 7))
    run.truncate(to: 0)
  }

  private mutating func add(_ child: Fingerprint) {
    guard let last = open.indices.last else { return }
    open[last].childCount += 1
    open[last].lastChild = child
    open[last].content =
      isUnordered ? open[last].content.joined(with: child) : open[last].content.followed(by: child)
  }

  /// Processes an array up to its children, or a whole comment or instruction; returns the next index.
  private mutating func element(_ place: Int) -> Int {
    let end = document.word(at: place).end
    let name = place + 2
    let first = document.text(at: name)
    if first == "!--" {
      (values[place], values[place + 1]) = (DocumentFingerprints.ignored, 0)
      return end
    }
    endRun()
    if first.byte(at: 0) == ASCII.questionMark {
      set(instruction(name, end), at: place)
      return end
    }
    var element = Open(
      place: place, end: end, isLayout: false, preservesSpace: open.last?.preservesSpace ?? false)
    var at = document.next(after: name)
    let attributes = at < end && document.containerKind(at: at) == .dictionary ? at : nil
    if let attributes {
      at = document.next(after: at)
      readDeclarations(attributes, of: &element)
    }
    element.isDocument = first.byte(at: 0) == ASCII.numberSign
    element.isLayout = !element.preservesSpace && isLayout(at, end)
    element.head = elementName(name)
    values[name] = element.head.low
    element.head = element.head.followed(by: attributes.map { self.attributes($0) } ?? .zero)
    open.append(element)
    return at
  }

  private mutating func set(_ fingerprint: Fingerprint, at place: Int) {
    (values[place], values[place + 1]) = (fingerprint.low, fingerprint.high)
    add(fingerprint)
  }

  private func instruction(_ name: Int, _ end: Int) -> Fingerprint {
    let target = Fingerprint(document.text(at: name), kind: 8)
    let data = document.next(after: name)
    return data < end ? target.followed(by: Fingerprint(document.text(at: data), kind: 8)) : target
  }

  /// Whether white space among the children is layout: there are elements, no other text, and no space between two
  /// of them that separates words.
  private func isLayout(_ start: Int, _ end: Int) -> Bool {
    var hasElements = false
    var (isAfterElement, separatesWords) = (false, false)
    var at = start
    while at < end {
      if document.tag(at: at) == .string {
        let text = document.text(at: at)
        guard text.isWhitespaceOnly else { return false }
        (isAfterElement, separatesWords) = (false, isAfterElement && text.separatesWords)
      } else {
        let first = document.text(at: at + 2).byte(at: 0)
        let isElement = first != ASCII.questionMark && first != ASCII.exclamationMark
        if isElement && separatesWords { return false }
        hasElements = hasElements || isElement
        (isAfterElement, separatesWords) = (isElement, false)
      }
      at = document.next(after: at)
    }
    return hasElements || blankIsEmpty
  }

  private mutating func close() {
    endRun()
    let element = open.removeLast()
    for prefix in element.declarations { _ = scope[prefix]?.popLast() }
    // A document with nothing but its root element equals that element.
    let isRoot = element.isDocument && element.childCount == 1
    set(isRoot ? element.lastChild : element.head.followed(by: element.content), at: element.place)
  }

  // MARK: Names

  private static let defaultPrefix = Fingerprint(key: .empty)

  private mutating func readDeclarations(_ attributes: Int, of element: inout Open) {
    for entry in DocumentValue(document, at: attributes).entries {
      let value = entry.value.text ?? .empty
      if entry.key == "xml:space" { element.preservesSpace = value == "preserve" }
      guard entry.key.declaresNamespace else { continue }
      let prefix = Fingerprint(key: entry.key.suffix(from: min(6, entry.key.count)))
      let uri = value.isEmpty ? Fingerprint.zero : Fingerprint(key: value)
      scope[prefix, default: []].append(uri)
      element.declarations.append(prefix)
      prefixes.insert(prefix.followed(by: uri))
      if !value.isEmpty { declared.insert(uri) }
    }
  }

  /// The URI of a prefix; an undeclared one represents itself.
  private mutating func uri(_ prefix: Fingerprint) -> Fingerprint? {
    guard let uri = scope[prefix]?.last else { return nil }
    used.insert(uri)
    return uri
  }

  private mutating func elementName(_ index: Int) -> Fingerprint {
    let name = document.text(at: index)
    guard let colon = name.firstIndex(of: ASCII.colon) else {
      return named(uri(Self.defaultPrefix) ?? .zero, name)
    }
    return prefixed(name, colon)
  }

  private mutating func prefixed(_ name: ByteView, _ colon: Int) -> Fingerprint {
    let prefix = Fingerprint(key: name[0..<colon])
    return named(uri(prefix) ?? prefix, name.suffix(from: colon + 1), prefix: prefix)
  }

  private func named(_ uri: Fingerprint, _ local: ByteView, prefix: Fingerprint = .zero) -> Fingerprint {
    var name = uri.followed(by: Fingerprint(key: local))
    if comparesPrefixes { name = name.followed(by: prefix) }
    return Fingerprint(low: max(name.low, DocumentFingerprints.ignored + 1), high: 0)
  }

  private mutating func attributes(_ dictionary: Int) -> Fingerprint {
    var sum = Fingerprint.zero
    var count = 0
    for entry in DocumentValue(document, at: dictionary).entries {
      let isDeclaration = entry.key.declaresNamespace
      if isDeclaration && !comparesPrefixes {
        values[entry.keyIndex] = DocumentFingerprints.ignored
        continue
      }
      let colon = isDeclaration ? nil : entry.key.firstIndex(of: ASCII.colon)
      let name = colon.map { prefixed(entry.key, $0) } ?? named(.zero, entry.key)
      values[entry.keyIndex] = name.low
      sum = sum.joined(with: name.followed(by: Fingerprint(entry.value.text ?? .empty, kind: 9)))
      count += 1
    }
    (values[dictionary], values[dictionary + 1]) =
      count == 0 ? (DocumentFingerprints.ignored, 0) : (sum.low, sum.high)
    return sum
  }
}

extension Document {
  /// Whether an element in JsonML is a file of Xcode's, whose elements without content have two tags on two lines.
  var isXcodeLayout: Bool {
    guard containerKind(at: 0) == .array, count(at: 0) > 0 else { return false }
    let names: [StaticString] = ["Scheme", "Workspace", "Bucket"]
    func isXcodes(_ element: Int) -> Bool {
      containerKind(at: element) == .array && count(at: element) > 0
        && names.contains { text(at: element + 2) == ByteView($0) }
    }
    guard text(at: 2) == "#document" else { return isXcodes(0) }
    return elements(of: 0).contains { isXcodes($0) }
  }
}
