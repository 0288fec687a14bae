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
    /// The depths of nodes already known; `unknownDepth` while one is being found.
    private var depths: [Int: Int] = [:]
    private static let unknownDepth = -1
    /// The maximum nesting of types.
    private static let maximumDepth = 64
    private static let keys = [
      "type", "values", "minimum", "maximum", "pattern", "unique", "nonempty", "either", "of", "others",
      "keys", "required", "by", "choices", "note",
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
      if top.entries.contains(where: { $0.key.string.hasSuffix(":schema") }) {
        throw Self.wrong("XML Schema is unsupported; a mapping checks XML (pliant-mapping(5))", top)
      }
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
      for (index, entry) in named.enumerated() {
        let found = try type(entry.value, 1).node
        // Another named type may not be read yet.
        schema.nodes[index] =
          found < named.count ? Node(alternatives: [found]) : schema.nodes[found]
      }
      if let files = top.value(forKey: "files"), !files.isArray {
        throw Self.wrong("expected an array of patterns", files)
      }
      schema.root = try type(top, 0, allowing: ["schema", "about", "source", "files", "when", "types"]).node
      for node in schema.nodes.indices { _ = try referenceDepth(of: node, named, 0, top) }
    }

    /// The number of references through which the alternatives of a node lead; sets their kinds as its own.
    private mutating func referenceDepth(
      of node: Int, _ named: [DocumentValue.Entry], _ outer: Int, _ top: DocumentValue
    ) throws(Failure) -> Int {
      if let depth = depths[node] { return depth }
      let alternatives = schema.nodes[node].alternatives
      var (depth, kinds) = (0, alternatives.isEmpty ? SchemaKinds.all : [])
      depths[node] = Self.unknownDepth
      for other in alternatives {
        let inner = outer < Self.maximumDepth ? try referenceDepth(of: other, named, outer + 1, top) : outer
        if inner == Self.unknownDepth, other < named.count {
          throw Self.wrong("the type '\(named[other].key.string)' refers only to itself", named[other].value)
        }
        depth = max(depth, inner + 1)
        kinds.formUnion(schema.nodes[other].kinds)
      }
      guard depth < Self.maximumDepth else { throw Self.wrong("types are nested too deeply", top) }
      schema.nodes[node].kinds.formIntersection(kinds)
      depths[node] = depth
      return depth
    }

    private static func boolean(_ value: DocumentValue) throws(Failure) -> Bool {
      guard let boolean = value.boolean else { throw wrong("expected true or false", value) }
      return boolean
    }

    private static func texts(_ value: DocumentValue) throws(Failure) -> [String] {
      let texts = value.elements.compactMap(\.string)
      guard value.isArray, texts.count == value.count else {
        throw wrong("expected an array of strings", value)
      }
      return texts
    }

    private static func values(_ value: DocumentValue) throws(Failure) -> [SchemaValue] {
      let values = value.elements.compactMap { SchemaValue($0) }
      guard value.isArray, values.count == value.count else {
        throw wrong("expected an array of scalars", value)
      }
      return values
    }

    private static func number(_ value: DocumentValue) throws(Failure) -> SchemaValue {
      guard let found = SchemaValue(value), found.number != nil else {
        throw wrong("expected a number", value)
      }
      return found
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
          name.isArray ? try Self.texts(name).joined(separator: " | ") : name.string ?? ""
        let found = try short(text, name)
        let isSimple = found.node >= types.count && schema.nodes[found.node].alternatives.isEmpty
        node = isSimple ? schema.nodes[found.node] : Node(alternatives: [found.node])
        isRequired = found.isRequired
      } else if value.value(forKey: "keys") != nil {
        node.kinds = .dictionary
      }
      for entry in value.entries {
        let (key, given) = (entry.key.string, entry.value)
        switch key {
        case "type": break
        case "values": node.values = try Self.values(given)
        case "minimum": node.minimum = try Self.number(given)
        case "maximum": node.maximum = try Self.number(given)
        case "pattern":
          guard let pattern = given.string else { throw Self.wrong("expected a string", given) }
          do throws(Failure) { node.pattern = (pattern, try IRegexp(pattern)) } catch {
            throw Self.wrong("the pattern '\(pattern)': \(error.message)", given)
          }
        case "unique": node.isUnique = try Self.boolean(given)
        case "nonempty": node.isNonempty = try Self.boolean(given)
        case "either": node.either = try Self.texts(given)
        case "required": isRequired = try Self.boolean(given)
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
      var kinds: SchemaKinds = []
      var alternatives: [Int] = []
      for words in parts {
        guard let last = words.last, !words.isEmpty else { throw Self.invalid(text, value) }
        if let kind = SchemaKinds.names.first(where: { words == [$0.name] })?.kinds {
          kinds.formUnion(kind)
        } else if words.count == 1, let known = types[last] {
          alternatives.append(known)
        } else if words.count >= 3, words[1] == "of", words[0] == "array" || words[0] == "dictionary" {
          let inner = try short(words[2...].joined(separator: " "), value).node
          alternatives.append(schema.nodes.count)
          schema.nodes.append(
            words[0] == "array"
              ? Node(kinds: .array, element: inner) : Node(kinds: .dictionary, others: inner))
        } else if words.count == 1 {
          let names = SchemaKinds.names.map(\.name) + types.keys.sorted()
          let hint = NearestSpelling.index(of: last, among: names).map { "; did you mean '\(names[$0])'?" }
          throw Self.wrong("unknown type '\(last)'\(hint ?? "")", value)
        } else {
          throw Self.invalid(text, value)
        }
      }
      if kinds.isEmpty, alternatives.count == 1 { return (alternatives[0], isRequired) }
      if !alternatives.isEmpty, !kinds.isEmpty {
        alternatives.insert(schema.nodes.count, at: 0)
        schema.nodes.append(Node(kinds: kinds))
      }
      schema.nodes.append(alternatives.isEmpty ? Node(kinds: kinds) : Node(alternatives: alternatives))
      return (schema.nodes.count - 1, isRequired)
    }

    private static func invalid(_ text: String, _ value: DocumentValue) -> Failure {
      wrong("invalid type '\(text)'; expected NAME, 'array of TYPE' or 'dictionary of TYPE'", value)
    }
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
