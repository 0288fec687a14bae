// Reads a schema file:
//
//   {"schema": "NAME", "files": ["*.json"], "types": {"port": {"type": "integer"}}, "type": "dictionary", "keys": {…}}

extension LintSchema {
  /// Reads a schema.
  ///
  /// Throws the reader's failure, or an error in a key, with its line.
  package init(_ bytes: ByteView) throws(Diagnostic) {
    let loaded = try Reading().load(bytes)
    var reader = Reader()
    do throws(Failure) {
      try reader.read(DocumentValue(loaded.document))
    } catch { throw loaded.source.diagnostic(error, at: error.offset ?? 0, of: loaded.document) }
    self = reader.schema
  }

  private struct Reader {
    var schema = LintSchema()
    private var types: [String: Int] = [:]
    /// The maximum nesting of types.
    private static let maximumDepth = 64
    private static let keys = [
      "type", "values", "pattern", "unique", "nonempty", "either", "of", "others", "keys", "required", "by",
      "choices", "note",
    ]

    init() {}

    private static func elements(of key: StaticString, in value: DocumentValue) -> [DocumentValue] {
      (value.value(forKey: key)?.elements).map { Array($0) } ?? []
    }

    private static func wrong(_ text: String, _ value: DocumentValue) -> Failure {
      Failure(.lintSchema, at: value.index, text)
    }

    mutating func read(_ top: DocumentValue) throws(Failure) {
      guard top.isDictionary else { throw Self.wrong("a schema must be a dictionary", top) }
      let foreign: [StaticString] = [
        "$schema", "$id", "$ref", "$defs", "properties", "allOf", "anyOf", "oneOf",
      ]
      if top.value(forKey: "type")?.string == "object"
        || foreign.contains(where: { top.value(forKey: $0) != nil })
      {
        throw Self.wrong(
          "JSON Schema is unsupported; pliant-schema(5) describes pliant's schemas, with 'keys' instead of 'properties'",
          top)
      }
      schema.name = top.value(forKey: "schema")?.string ?? schema.name
      for pattern in Self.elements(of: "files", in: top) {
        do { schema.files.append(try PathPattern(pattern.string ?? "")) } catch {
          throw Self.wrong("invalid pattern '\(pattern.string ?? "")'", pattern)
        }
      }
      for list in Self.elements(of: "when", in: top) {
        schema.when.append(list.elements.compactMap(\.string))
      }
      // References may precede definitions.
      let named = top.value(forKey: "types")?.entries.map { $0 } ?? []
      for entry in named {
        types[entry.key.string] = schema.nodes.count
        schema.nodes.append(Node())
      }
      for entry in named {
        schema.nodes[types[entry.key.string] ?? 0] = schema.nodes[try type(entry.value, 1).node]
      }
      schema.root = try type(top, 0, allowing: ["schema", "about", "source", "files", "when", "types"]).node
    }

    /// Reads a type in the short or the long form; `isRequired` for `required` before its name.
    private mutating func type(
      _ value: DocumentValue, _ depth: Int, allowing others: [String] = []
    ) throws(Failure) -> (node: Int, isRequired: Bool) {
      guard depth < Self.maximumDepth else { throw Self.wrong("types are nested too deeply", value) }
      if let text = value.string { return try short(text, value) }
      guard value.isDictionary else { throw Self.wrong("a type must be a string or a dictionary", value) }
      var node = Node()
      var isRequired = false
      if let name = value.value(forKey: "type") {
        let text =
          name.isArray ? name.elements.compactMap(\.string).joined(separator: " | ") : name.string ?? ""
        let found = try short(text, name)
        node = schema.nodes[found.node]
        isRequired = found.isRequired
      } else if value.value(forKey: "keys") != nil {
        node.kinds = .dictionary
      }
      for entry in value.entries {
        let (key, given) = (entry.key.string, entry.value)
        switch key {
        case "type": break
        case "values": node.values = given.elements.map(Self.text)
        case "pattern":
          let pattern = given.string ?? ""
          do throws(Failure) { node.pattern = (pattern, try IRegexp(pattern)) } catch {
            throw Self.wrong("the pattern '\(pattern)': \(error.message)", given)
          }
        case "unique": node.isUnique = given.boolean ?? false
        case "nonempty": node.isNonempty = given.boolean ?? false
        case "either": node.either = given.elements.compactMap(\.string)
        case "required": isRequired = given.boolean ?? false
        case "note": node.note = given.string
        case "of":
          let found = try type(given, depth + 1).node
          if node.kinds.contains(.array) { node.element = found } else { node.others = found }
        case "others": node.others = try type(given, depth + 1).node
        case "keys":
          for field in given.entries {
            let found = try type(field.value, depth + 1)
            node.keys[field.key.string] = found.node
            if found.isRequired { node.required.append(field.key.string) }
          }
        case "by": break
        case "choices":
          guard let selector = value.value(forKey: "by")?.string else {
            throw Self.wrong("'choices' needs 'by', the key that selects one of them", given)
          }
          var nodes: [String: Int] = [:]
          for choice in given.entries { nodes[choice.key.string] = try type(choice.value, depth + 1).node }
          node.choice = (selector, nodes)
        default:
          guard !others.contains(key) else { continue }
          let hint = NearestSpelling.index(of: key, among: Self.keys).map {
            "; did you mean '\(Self.keys[$0])'?"
          }
          throw Self.wrong("unknown key '\(key)' of a type\(hint ?? "")", given)
        }
      }
      schema.nodes.append(node)
      return (schema.nodes.count - 1, isRequired)
    }

    /// Reads `required string | array of NAME`.
    private mutating func short(_ text: String, _ value: DocumentValue) throws(Failure) -> (
      node: Int, isRequired: Bool
    ) {
      let isRequired = text.hasPrefix("required ")
      let parts = (isRequired ? String(text.dropFirst(9)) : text).split(separator: "|").map { part in
        part.split(separator: " ").map { String($0) }
      }
      // A name alone may refer to a type that is defined later, or to the one around it.
      if parts.count == 1, parts[0].count == 1, let known = types[parts[0][0]] { return (known, isRequired) }
      var node = Node()
      node.kinds = []
      for words in parts {
        guard let last = words.last,
          words.count == 1
            || words.count == 3 && words[1] == "of" && ["array", "dictionary"].contains(words[0])
        else {
          throw Self.wrong(
            "invalid type '\(text)'; expected NAME, 'array of NAME' or 'dictionary of NAME'", value)
        }
        if words.count == 3 {
          let inner = try short(last, value).node
          node.kinds.insert(words[0] == "array" ? .array : .dictionary)
          if words[0] == "array" { node.element = inner } else { node.others = inner }
        } else if let kinds = SchemaKinds.names.first(where: { $0.name == last })?.kinds {
          node.kinds.formUnion(kinds)
        } else if let known = types[last].map({ schema.nodes[$0] }) {
          node.merge(known)
        } else {
          let names = SchemaKinds.names.map(\.name) + types.keys.sorted()
          let hint = NearestSpelling.index(of: last, among: names).map { "; did you mean '\(names[$0])'?" }
          throw Self.wrong("unknown type '\(last)'\(hint ?? "")", value)
        }
      }
      schema.nodes.append(node)
      return (schema.nodes.count - 1, isRequired)
    }

    /// The text of an allowed value, as `SchemaCheck` compares it.
    private static func text(_ value: DocumentValue) -> String { value.scalarText ?? "" }
  }
}

extension LintSchema.Node {
  /// Also allows what another type allows.
  fileprivate mutating func merge(_ other: LintSchema.Node) {
    kinds.formUnion(other.kinds)
    element = element ?? other.element
    others = others ?? other.others
    choice = choice ?? other.choice
    if keys.isEmpty { (keys, required, either) = (other.keys, other.required, other.either) }
  }
}

extension DocumentValue {
  func value(named key: String) -> DocumentValue? { Array(key.utf8).withByteView { value(forKey: $0) } }

  /// The text of a scalar, or nil.
  var scalarText: String? {
    var text = OutputBuffer()
    return appendText(to: &text) ? String(decoding: text.bytes, as: UTF8.self) : nil
  }
}
