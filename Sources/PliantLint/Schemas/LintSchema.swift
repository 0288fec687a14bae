// Schemas of property lists and JSON; pliant-schema(5) describes their files.

extension SchemaKinds {
  /// The type of a value.
  init(_ value: DocumentValue) {
    self =
      switch value.tag {
      case .null: .null
      case .false, .true: .boolean
      case .smallInteger, .integer, .wideInteger, .integerText, .uid: .integer
      case .real, .realText: .real
      case .date: .date
      case .string, .key: .string
      case .data: .data
      case .container, .shared: value.isDictionary ? .dictionary : .array
      }
  }
}

/// A scalar in a schema.
struct SchemaValue: Sendable {
  let text: String
  let kind: SchemaKinds
  /// The value of a number, which may have other spellings.
  let number: DocumentNumber?

  /// Nil for an array or a dictionary.
  init?(_ value: DocumentValue) {
    guard let text = value.scalarText else { return nil }
    (self.text, kind) = (text, SchemaKinds(value))
    number = DocumentNumber(value.document, at: value.index)
  }

  /// Whether two values are equal; of texts that may spell other types, if the texts are.
  func equals(_ other: SchemaValue, comparesTexts: Bool) -> Bool {
    if let number, let other = other.number { return number == other }
    return text == other.text && (comparesTexts || kind == other.kind)
  }
}

/// The types of values in property lists and JSON, as a set.
struct SchemaKinds: OptionSet {
  let rawValue: UInt16
  static let string = SchemaKinds(rawValue: 1)
  static let integer = SchemaKinds(rawValue: 2)
  static let real = SchemaKinds(rawValue: 4)
  static let boolean = SchemaKinds(rawValue: 8)
  static let date = SchemaKinds(rawValue: 16)
  static let data = SchemaKinds(rawValue: 32)
  static let array = SchemaKinds(rawValue: 64)
  static let dictionary = SchemaKinds(rawValue: 128)
  static let null = SchemaKinds(rawValue: 256)
  static let all = SchemaKinds(rawValue: 511)

  /// The words of schemas; a real may be spelled like an integer.
  static let names: [(name: String, kinds: SchemaKinds)] = [
    ("string", .string), ("integer", .integer), ("real", [.real, .integer]), ("boolean", .boolean),
    ("date", .date), ("data", .data), ("array", .array), ("dictionary", .dictionary), ("null", .null),
    ("any", .all),
  ]

  var description: String {
    let words = Self.names.dropLast().filter {
      $0.name == "real" ? contains(.real) : isSuperset(of: $0.kinds)
    }
    let shown = words.filter { $0.name != "integer" || !contains(.real) }.map {
      $0.name == "real" && isSuperset(of: $0.kinds) ? "number" : $0.name
    }
    return shown.joined(separator: " or ")
  }
}

/// A schema: the types of a document's values.
package struct LintSchema: Sendable {
  struct Node: Sendable {
    var kinds = SchemaKinds.all
    /// Nodes of which the value must fit one, other than the words in `kinds`; empty if it need not.
    var alternatives: [Int] = []
    var values: [SchemaValue] = []
    /// The limits of a number.
    var minimum: SchemaValue?
    var maximum: SchemaValue?
    var pattern: (text: String, expression: IRegexp)?
    /// Whether no two values of this type in a document may be equal.
    var isUnique = false
    /// Whether a text, an array or a dictionary must have content.
    var isNonempty = false
    /// The keys of a dictionary one of which it must have.
    var either: [String] = []
    /// The nodes of the elements of an array, and of the values of a dictionary that `keys` lacks.
    var element: Int?
    var others: Int?
    var keys: [String: Int] = [:]
    var required: [String] = []
    /// The key of a dictionary whose value selects one of several nodes.
    var choice: (key: String, nodes: [String: Int])?
    var note: String?
  }

  package internal(set) var name = "schema"
  var nodes: [Node] = []
  var root = 0
  /// The patterns of the files that it is for; empty for every document.
  var files: [PathPattern] = []
  /// Lists of texts: a property list whose beginning contains all of one list is checked, whatever its file is called.
  var when: [[String]] = []
  /// The path from the directory of the patterns to that of the linted files, with a trailing slash.
  package var prefix = ""

  func isFor(_ name: String) -> Bool {
    files.contains { $0.matches(linted: name, below: prefix) } || files.isEmpty && when.isEmpty
  }

  /// Restricts the schema to files that match a pattern, relative to a directory.
  package func limited(to pattern: PathPattern, below prefix: String) -> LintSchema {
    var copy = self
    (copy.files, copy.when, copy.prefix) = ([pattern], [], prefix)
    return copy
  }

  /// The schema for a document that only looks like one of its own.
  fileprivate var withoutRequiredKeys: LintSchema {
    var copy = self
    (copy.nodes[root].required, copy.nodes[root].either) = ([], [])
    return copy
  }

  /// The size of the beginning of a property list whose keys show its kind.
  static let headBytes = 64 << 10

  /// The built-in schemas, read when the first file needs them.
  static let builtIn: [LintSchema] = [
    PackageResources.info_plist_json, PackageResources.entitlements_json,
    PackageResources.privacy_manifest_json,
    PackageResources.launchd_json, PackageResources.profile_json,
    PackageResources.stringsdict_json,
  ].compactMap { bytes in bytes.withByteView { try? LintSchema($0) } }
}

extension LintOptions {
  /// The schemas for a file with this name and beginning.
  func schemas(for name: String, _ head: ByteView, isPropertyList: Bool) -> [LintSchema] {
    let own = schemas.filter { $0.isFor(name) }
    guard isPropertyList else { return own }
    let head = head[0..<min(head.count, LintSchema.headBytes)]
    return own
      + LintSchema.builtIn.compactMap { schema in
        if schema.isFor(name) { return schema }
        let isLike = schema.when.contains { keys in
          keys.allSatisfy { key in Array(key.utf8).withByteView { head.firstIndex(of: $0) } != nil }
        }
        return isLike ? schema.withoutRequiredKeys : nil
      }
  }
}
