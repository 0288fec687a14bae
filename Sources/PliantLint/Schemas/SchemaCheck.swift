// A document against a schema: the rules plist/type, plist/required, plist/value and plist/unknown-key.

struct SchemaCheck {
  private let schema: LintSchema
  /// Whether the format has only strings, so that they may spell other types.
  private let hasOnlyStrings: Bool
  private let isJSON: Bool
  private var unique: [String: Int] = [:]
  /// The checked pairs of container and type: a container may be shared.
  private var seen: Set<[Int]> = []
  /// Whether a value is of one of several types.
  private var matches: [[Int]: Bool] = [:]
  /// Whether findings are counted only, to choose one of several types.
  private var isTrial = false
  private var hasFailed = false

  private init(_ schema: LintSchema, _ format: Format) {
    self.schema = schema
    hasOnlyStrings = format == .openstep || format == .strings
    isJSON = format.traits.values == .json
  }

  static func run(
    _ schema: LintSchema, _ format: Format, _ linted: inout LintedDocument, _ collector: inout LintCollector
  ) {
    var check = SchemaCheck(schema, format)
    let top = DocumentValue(linted.document)
    var open = [(value: top, node: schema.root, key: -1)]
    if format == .jsonl { open = top.elements.map { ($0, schema.root, -1) }.reversed() }
    while let (value, node, key) = open.popLast() {
      let below = check.check(value, node, key: key, &linted, &collector)
      open += below.reversed().filter { check.mustEnter($0.value, $0.node) }
    }
  }

  private mutating func mustEnter(_ value: DocumentValue, _ node: Int) -> Bool {
    value.container == nil || seen.insert([value.index, node]).inserted
  }

  /// Whether a value and those inside are of a type.
  private mutating func isOf(
    _ node: Int, _ value: DocumentValue, _ linted: inout LintedDocument, _ collector: inout LintCollector
  ) -> Bool {
    if let known = matches[[value.index, node]] { return known }
    let before = (isTrial, hasFailed)
    (isTrial, hasFailed) = (true, false)
    let below = check(value, node, key: -1, &linted, &collector)
    var result = !hasFailed
    for inner in below where result { result = isOf(inner.node, inner.value, &linted, &collector) }
    (isTrial, hasFailed) = before
    matches[[value.index, node]] = result
    return result
  }

  /// The type among alternatives that a value is of, or else the first of its kind; nil if none is.
  private mutating func chosen(
    _ alternatives: [Int], _ value: DocumentValue, _ linted: inout LintedDocument,
    _ collector: inout LintCollector
  ) -> Int? {
    let ofKind = alternatives.filter { fits(value, schema.nodes[$0].kinds) }
    if ofKind.count < 2 { return ofKind.first }
    return ofKind.first { isOf($0, value, &linted, &collector) } ?? ofKind[0]
  }

  /// Checks a value itself; returns those inside, or the value with a closer type.
  private mutating func check(
    _ value: DocumentValue, _ node: Int, key place: Int, _ linted: inout LintedDocument,
    _ collector: inout LintCollector
  ) -> [(value: DocumentValue, node: Int, key: Int)] {
    let type = schema.nodes[node]
    let key = place < 0 ? nil : place
    func add(_ rule: LintRule, at index: Int? = nil, _ message: @autoclosure () -> String) {
      if isTrial {
        if rule != .plistUnknownKey { hasFailed = true }
        return
      }
      guard collector.options.wants(rule) else { return }
      let note = type.note.map { "; \($0)" } ?? ""
      collector.add(rule, at: linted.position(of: index ?? value.index, key: key), message() + note)
    }
    // Evaluated only for findings, since it walks the document.
    func shown() -> String {
      let path = linted.document.path(to: value.index).dotted
      return path.isEmpty ? "the document" : "'\(path)'"
    }
    // A build or a template replaces it.
    if value.string.map(Self.hasVariable) == true { return [] }
    let chosen = type.alternatives.isEmpty ? nil : chosen(type.alternatives, value, &linted, &collector)
    guard fits(value, type.kinds), type.alternatives.isEmpty || chosen != nil else {
      let text = value.container == nil ? value.scalarText.map { " '\($0.prefix(60))'" } ?? "" : ""
      add(
        .plistType,
        "\(shown()) must be \(type.kinds.description), found \(SchemaKinds(value).description)\(text)"
      )
      return []
    }
    if type.isNonempty, value.text?.isWhitespaceOnly ?? (value.container != nil && value.count == 0) {
      add(.plistValue, "\(shown()) is empty")
    } else if let scalar = SchemaValue(value) {
      let text = scalar.text
      if !type.values.isEmpty,
        !type.values.contains(where: { $0.equals(scalar, comparesTexts: hasOnlyStrings) })
      {
        let known = type.values.prefix(12).map { "'\($0.text)'" }.joined(separator: ", ")
        add(
          .plistValue,
          "\(shown()) has the value '\(text.prefix(60))'; expected \(known)\(type.values.count > 12 ? ", …" : "")"
        )
      } else if let pattern = type.pattern, !pattern.expression.matches(text) {
        add(
          .plistValue, "\(shown()) has the value '\(text.prefix(60))', which does not match '\(pattern.text)'"
        )
      } else if let number = scalar.number, let limit = type.minimum?.number, number < limit {
        add(.plistValue, "\(shown()) is \(text), but must be at least \(type.minimum?.text ?? "")")
      } else if let number = scalar.number, let limit = type.maximum?.number, limit < number {
        add(.plistValue, "\(shown()) is \(text), but must be at most \(type.maximum?.text ?? "")")
      } else if type.isUnique, !isTrial, let first = unique.updateValue(value.index, forKey: text) {
        let other = linted.document.path(to: first).dotted
        add(.plistValue, "\(shown()) has the value '\(text.prefix(60))' of '\(other)', but it must be unique")
      }
    }
    var below = chosen.map { [(value, $0, place)] } ?? []
    below += value.elements.compactMap { element in type.element.map { (element, $0, -1) } }
    guard value.isDictionary else { return below }
    if !type.either.isEmpty, type.either.allSatisfy({ value.value(named: $0) == nil }) {
      let names = type.either.map { "'\($0)'" }.joined(separator: " or ")
      add(.plistRequired, "missing key \(names) in \(shown())")
    }
    var (keys, required, others) = (type.keys, type.required, type.others)
    if let choice = type.choice, let text = value.value(named: choice.key)?.scalarText,
      let chosen = choice.nodes[text].map({ schema.nodes[$0] })
    {
      keys.merge(chosen.keys) { $1 }
      required += chosen.required
      others = chosen.others ?? others
    }
    for name in required where value.value(named: name) == nil {
      add(.plistRequired, "missing key '\(name)' in \(shown())")
    }
    for entry in value.entries {
      let name = entry.key.string
      if let node = keys[name] ?? others {
        below.append((entry.value, node, entry.keyIndex))
      } else if !keys.isEmpty, type.alternatives.isEmpty {
        let names = keys.keys.sorted()
        let hint = NearestSpelling.index(of: name, among: names).map { "; did you mean '\(names[$0])'?" }
        add(.plistUnknownKey, at: entry.keyIndex, "unknown key '\(name)' in \(shown())\(hint ?? "")")
      }
    }
    return below
  }

  /// Whether a text contains a variable such as `$(NAME)`, `${NAME}`, `{{name}}` or `@NAME@`.
  private static func hasVariable(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return zip(bytes, bytes.dropFirst()).contains { pair in
      pair.0 == UInt8(ascii: "$") && [ASCII.leftBrace, UInt8(ascii: "(")].contains(pair.1)
        || pair.0 == ASCII.leftBrace && [ASCII.leftBrace, UInt8(ascii: "%")].contains(pair.1)
        || pair.0 == ASCII.lessThan && pair.1 == UInt8(ascii: "%")
    } || bytes.count > 2 && bytes.first == ASCII.commercialAt && bytes.last == ASCII.commercialAt
  }

  private func fits(_ value: DocumentValue, _ kinds: SchemaKinds) -> Bool {
    let kind = SchemaKinds(value)
    if kinds.contains(kind) || kinds == .all { return true }
    if kind == .real, kinds.contains(.integer), isJSON {
      return value.double.map { $0 == $0.rounded() } ?? false
    }
    guard kind == .string, let text = value.string else { return false }
    // JSON has neither dates nor data.
    if isJSON { return !kinds.isDisjoint(with: [.date, .data]) }
    guard hasOnlyStrings else { return false }
    return kinds.contains(.integer) && Int64(text) != nil || kinds.contains(.real) && Double(text) != nil
      || kinds.contains(.boolean) && ["YES", "NO", "true", "false", "1", "0"].contains(text)
      || !kinds.isDisjoint(with: [.date, .data])
  }
}
