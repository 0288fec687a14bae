// The model of a mapping, shared by reading, writing, SQL, checking and inference.
//
// "code": "@code string key required"   in the record Team   is   Field(name: "code", place: @code, …)

/// The correspondence of an application's XML to dictionaries, arrays and typed values, in both directions.
package struct Mapping: Sendable, Equatable {
  package var name: String
  /// Its purpose, in one line.
  package var about: String?
  /// Prefixes of places, with their namespaces; the empty prefix is for elements without one.
  package var namespaces: [Namespace]
  package var root: Name
  /// Other root elements of documents; `#root` in the data specifies them.
  package var otherRoots: [Name] = []
  /// Elements that must be below the root to select the mapping automatically.
  package var requiredPlaces: [Place]
  /// Whether the order of elements with different names is significant.
  package var isOrdered = true
  /// All record types; the first is the root's.
  package var records: [Record]
  /// The types in `types`, for writing the mapping again.
  package var namedTypes: [NamedType]
  /// Parts of a model that neither direction uses (class names, fetch requests, configurations).
  package var notes: [String]
  /// Whether it was drafted from the documents it reads, in which one value may be a list, null a record.
  package var isDraft = false
  /// Whether keys and references are guesses, and numbers those of a text without types.
  package var isGuess = false
  package var keepsWords = false
  /// The list of a document that is a dictionary of records.
  package var entriesName: String?

  package init(
    name: String, about: String? = nil, namespaces: [Namespace] = [], root: Name,
    requiredPlaces: [Place] = [],
    records: [Record], namedTypes: [NamedType] = [], notes: [String] = []
  ) {
    self.name = name
    self.about = about
    self.namespaces = namespaces
    self.root = root
    self.requiredPlaces = requiredPlaces
    self.records = records
    self.namedTypes = namedTypes
    self.notes = notes
  }

  /// A prefix and its namespace's URI.
  package struct Namespace: Sendable, Equatable {
    package var prefix: String
    package var uri: String
    /// Further URIs that documents use for the same namespace; `uri` is written.
    package var alternatives: [String]

    package init(prefix: String, uri: String, alternatives: [String] = []) {
      self.prefix = prefix
      self.uri = uri
      self.alternatives = alternatives
    }
  }

  /// An element's or attribute's expanded name.
  package struct Name: Sendable, Hashable {
    /// The namespace's URI; empty for none.
    package var uri: String
    package var local: String

    package init(uri: String = "", local: String) {
      self.uri = uri
      self.local = local
    }
  }

  /// A named type, such as a date format that several fields share.
  package struct NamedType: Sendable, Equatable {
    package var name: String
    package var type: ValueType
    /// The constraints on its values, which a field may override.
    package var constraints: Constraints

    package init(name: String, type: ValueType, constraints: Constraints = Constraints()) {
      self.name = name
      self.type = type
      self.constraints = constraints
    }
  }
}

extension Mapping {
  /// Whether a document's root element may be with this name.
  package func isRoot(_ name: Name) -> Bool {
    let name = known(name)
    return name == root || otherRoots.contains(name)
  }

  /// A record type and those that it extends, itself first.
  package func lineage(of record: Int) -> [Int] {
    var line = [record]
    while let parent = records[line[line.count - 1]].parent, line.count <= records.count {
      line.append(parent)
    }
    return line
  }

  /// The fields of a record type, inherited ones first, each with the type that declares it.
  package func allFields(of record: Int) -> [(field: Field, record: Int)] {
    lineage(of: record).reversed().flatMap { index in records[index].fields.map { ($0, index) } }
  }

  /// A document's name in the form of the mapping's places: with the first URI of its namespace.
  package func known(_ name: Name) -> Name {
    let found = namespaces.first { $0.alternatives.contains(name.uri) }
    return Name(uri: found?.uri ?? name.uri, local: name.local)
  }
}

// MARK: Places

extension Mapping {
  /// The place of a field, relative to its record's element.
  package struct Place: Sendable, Hashable {
    /// The elements on the path; empty for the record's element itself.
    package var steps: [Step]
    package var end: End

    package init(steps: [Step], end: End) {
      self.steps = steps
      self.end = end
    }

    /// An element on the path, optionally with a condition on the value of an attribute.
    package struct Step: Sendable, Hashable {
      package var name: Name
      package var condition: Condition?

      package init(name: Name, condition: Condition? = nil) {
        self.name = name
        self.condition = condition
      }
    }

    /// `[@name='value']`.
    package struct Condition: Sendable, Hashable {
      package var attribute: Name
      package var value: String

      package init(attribute: Name, value: String) {
        self.attribute = attribute
        self.value = value
      }
    }

    /// The node at the end of the path.
    package enum End: Sendable, Hashable {
      /// The last step's element: its text, or a record.
      case element
      case attribute(Name)
      /// The text of the element, which may have children.
      case text
      /// `*`: its children, each one of the alternatives of a choice.
      case children
    }
  }
}

// MARK: Records

extension Mapping {
  /// A type of record: a dictionary whose keys are the fields' names.
  package struct Record: Sendable, Equatable {
    package var name: String
    /// The name of its table.
    package var tableName: String { table ?? name }
    /// Its own fields, in the order of the mapping, without inherited ones.
    package var fields: [Field]
    /// The index of the record type whose fields this one inherits.
    package var parent: Int?
    /// Whether only types that extend it have records.
    package var isAbstract = false
    /// Whether a record is one of its fields' elements, for a list whose elements alternate.
    package var isChoice = false
    package var repeatedKey = RepeatedKey.error
    /// Whether a key is unique in the document, or only among the records of the same owner.
    package var keyScope = KeyScope.document
    /// The table's name in SQL, if it differs from the record's.
    package var table: String?
    package var about: String?

    /// Creates a record of the root or of `records`, without settings.
    package init(name: String, fields: [Field] = []) {
      self.name = name
      self.fields = fields
    }
  }

  package enum RepeatedKey: String, Sendable, CaseIterable {
    /// `mapping/duplicate-key`.
    case error
    /// The later record replaces the earlier one.
    case replace
    /// The later record's fields merge into the earlier one; lists are joined.
    case merge
  }

  package enum KeyScope: String, Sendable, CaseIterable {
    case document
    /// The document, and in a database the records of documents with its path.
    case file
    case owner
  }
}

// MARK: Fields

extension Mapping {
  /// One key of a record's dictionary and its place in XML.
  package struct Field: Sendable, Equatable {
    package var name: String
    package var place: Place
    package var type: ValueType
    /// The name of the type in `types`.
    package var typeName: String?
    package var isRequired = false
    /// The bounds of an array; nil for a single value.
    package var list: ListBounds?
    /// The value of a missing field, as in XML.
    package var defaultText: String?
    package var constraints = Constraints()
    package var whitespace = Whitespace.trim
    /// Whether an empty list has no key.
    package var isSparse = false
    /// Whether an array's values are in one text, separated by white space.
    package var isSplit = false
    /// The pieces of text to use if children divide it.
    package var pieces = TextPieces.joined
    /// Whether to write a CDATA section.
    package var usesCDATA = false
    /// Whether an invalid value is kept as text, with a note; the first of several is used.
    package var isLenient = false
    package var isKey = false
    package var reference: Reference?
    /// The effect of deleting the owner on the records of this field; for a reference without an inverse
    /// field, the effect of deleting the referenced record on this one.
    package var deleteRule = DeleteRule.none
    /// The field of the other record type for the same relationship.
    package var inverse: String?
    package var isIndexed = false
    /// Whether tables omit it.
    package var isTransient = false
    /// Whether the store sets it to a time.
    package var now: Now?
    package var about: String?
    /// The column's name in SQL, if it differs.
    package var column: String?
    package var columnName: String { column ?? name }
    /// The column with the text of a number, if it is another one than `NAME_text`.
    package var textColumn: String?
    package var textColumnName: String { textColumn ?? columnName + "_text" }
    /// The field of its records that is their key in a dictionary; nil for the elements of an array.
    package var entryKey: String?
    /// Whether a record's fields are columns of its owner's table in SQL.
    package var isInline = false
    /// How a column of SQL stores a value as it is written; nil for the type's own column.
    package var storage: Storage?

    package init(name: String, place: Place, type: ValueType = .string) {
      self.name = name
      self.place = place
      self.type = type
    }
  }

  /// The number of values of an array field.
  package struct ListBounds: Sendable, Equatable {
    package var minimum = 0
    /// The maximum; nil for any number.
    package var maximum: Int?
    /// Whether the order is significant.
    package var isOrdered = true

    package init(minimum: Int = 0, maximum: Int? = nil, isOrdered: Bool = true) {
      self.minimum = minimum
      self.maximum = maximum
      self.isOrdered = isOrdered
    }
  }

  package enum Storage: String, Sendable, CaseIterable {
    /// A number, which SQLite prints as it was written.
    case number
    /// A number, with its text in a second column if SQLite prints it differently.
    case spelled
    /// A column without a type: numbers, texts, and integers beyond 64 bits as text.
    case any
    /// The same, with a number's text in a second column if SQLite prints it differently.
    case mixed

    package var isUntyped: Bool { self == .any || self == .mixed }
    package var hasSpellings: Bool { self == .spelled || self == .mixed }
  }

  package enum Whitespace: String, Sendable, CaseIterable, BitwiseCopyable {
    /// Without white space at both ends.
    case trim
    case keep
    /// Trimmed, with one space for each run of white space.
    case collapse
  }

  package enum TextPieces: String, Sendable, CaseIterable, BitwiseCopyable {
    case first
    case last
    /// All pieces as one string.
    case joined
    /// An array with a string for each piece: before, between and after children.
    case all
  }

  /// A key of another record.
  package struct Reference: Sendable, Equatable {
    /// The index of the record type referred to.
    package var record: Int
    /// Whether the record may be outside the document.
    package var allowsOutside = false

    package init(record: Int, allowsOutside: Bool = false) {
      self.record = record
      self.allowsOutside = allowsOutside
    }
  }

  package enum DeleteRule: String, Sendable, CaseIterable {
    case nullify
    case cascade
    case deny
    case none
  }

  package enum Now: String, Sendable, CaseIterable {
    /// Set when the record is first stored.
    case created
    /// Set when another column changes.
    case changed
  }

  /// Constraints on a value in addition to its type.
  package struct Constraints: Sendable, Equatable {
    /// Lowest and highest number or date, as in XML.
    package var minimum: String?
    package var maximum: String?
    /// Length in Unicode scalars, or bytes of data.
    package var minimumLength: Int?
    package var maximumLength: Int?
    /// The number of decimal places of every value, so that a database may store it as a number.
    package var scale: Int?
    /// An I-Regexp (RFC 9485) that the whole text matches.
    package var pattern: String?
    /// The allowed values, as in XML.
    package var values: [String] = []
    /// The value in data for each of `values`; empty if they are the same.
    package var meanings: [String] = []

    package init() {}
  }
}

extension Mapping.Field {
  /// Whether it is an optional text key, which a derived text can replace.
  package var isOptionalTextKey: Bool {
    guard isKey, !isRequired, defaultText == nil, list == nil else { return false }
    switch type {
    case .string, .url: return true
    default: return false
    }
  }
}

// MARK: Types

extension Mapping {
  /// The type of a field's value and its spelling in XML.
  package enum ValueType: Sendable, Hashable {
    case string
    case integer
    /// A number; its digits are kept.
    case real
    /// A number read and written without exponent; its digits are kept.
    case decimal
    /// The first spelling of each is written.
    case boolean(true: [String], false: [String])
    /// A date in a format (`DatePattern`) and, if the format has no zone, the zone's name.
    case date(format: String, zone: String?)
    /// The unchanged text of a date in a format, with or without an offset.
    case dateText(format: String)
    case data(DataSpelling)
    /// A string that is a URI reference (RFC 3986).
    case url
    /// Seconds; reads `SECONDS`, `MM:SS` and `HH:MM:SS`.
    case duration
    /// The element's content as XML text.
    case xml
    /// The element's content as an array of strings and JsonML elements.
    case runs
    /// The element's children, whose names are data, as a dictionary of texts.
    case dictionary
    /// A record of the type with this index.
    case record(Int)
  }

  package enum DataSpelling: String, Sendable, CaseIterable {
    case base64
    case hex
  }
}
