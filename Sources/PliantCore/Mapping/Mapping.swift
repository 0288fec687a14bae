// What a mapping says, once it has been read: the model that reading, writing, SQL, checking and inference share.
//
// "code": "@code string key required"   in the record Team   is   Field(name: "code", place: @code, …)

/// How one application's XML corresponds to dictionaries, arrays and typed values, for both directions.
package struct Mapping: Sendable, Equatable {
  /// Its name, by which it is chosen.
  package var name: String
  /// Its purpose, in a line.
  package var about: String?
  /// Prefixes that places use, with their namespaces; the empty prefix is that of elements without one.
  package var namespaces: [Namespace]
  /// The document's root element.
  package var root: Name
  /// Other root elements that documents may have; `#root` in the data names them.
  package var otherRoots: [Name] = []
  /// Elements that must be below the root for the mapping to be chosen by itself.
  package var requiredPlaces: [Place]
  /// Whether the order of elements of different names says something.
  package var isOrdered = true
  /// All record types; the first is the root's.
  package var records: [Record]
  /// The values that are named in `types`, for writing the mapping again.
  package var namedTypes: [NamedType]
  /// What `from-model` kept of a model that neither direction uses (class names, fetch requests, configurations).
  package var notes: [String]

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
    /// Further URIs that documents use for the same namespace; what is written has `uri`.
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

  /// A type that has a name of its own, such as a date format that several fields share.
  package struct NamedType: Sendable, Equatable {
    package var name: String
    package var type: ValueType
    /// What its values must fulfil where a field does not say otherwise.
    package var constraints: Constraints

    package init(name: String, type: ValueType, constraints: Constraints = Constraints()) {
      self.name = name
      self.type = type
      self.constraints = constraints
    }
  }
}

extension Mapping {
  /// Whether a document's root element may be of this name.
  package func isRoot(_ name: Name) -> Bool {
    let name = known(name)
    return name == root || otherRoots.contains(name)
  }

  /// A document's name as the mapping's places have it: with the first URI of its namespace.
  package func known(_ name: Name) -> Name {
    let found = namespaces.first { $0.alternatives.contains(name.uri) }
    return Name(uri: found?.uri ?? name.uri, local: name.local)
  }
}

// MARK: Places

extension Mapping {
  /// Where a field is, from its record's element downward.
  package struct Place: Sendable, Hashable {
    /// The elements on the way; empty for what is on the record's element itself.
    package var steps: [Step]
    package var end: End

    package init(steps: [Step], end: End) {
      self.steps = steps
      self.end = end
    }

    /// One element on the way, narrowed by the value of one of its attributes where that tells it from others.
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

    /// What is meant at the end of the way.
    package enum End: Sendable, Hashable {
      /// The last step's element: its text, or the record that it is.
      case element
      case attribute(Name)
      /// The text of the element, beside its children.
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
    /// Own fields, in the order of the mapping; inherited ones are the parent's.
    package var fields: [Field]
    /// The record type, by its index, whose fields this one has as well.
    package var parent: Int?
    /// Records of this type exist only as those that extend it.
    package var isAbstract: Bool
    /// No element of its own: one of the elements that its fields are in, for a list whose elements alternate.
    package var isChoice: Bool
    /// What a key that another record has already means.
    package var repeatedKey: RepeatedKey
    /// Whether a key is unique in the document, or only beside the records of the same owner.
    package var keyScope: KeyScope
    /// The table's name in SQL, where it is not the record's.
    package var table: String?
    package var about: String?

    /// A record of the root or of `records`, without settings.
    package init(name: String, fields: [Field] = []) {
      self.name = name
      self.fields = fields
      isAbstract = false
      isChoice = false
      repeatedKey = .error
      keyScope = .document
    }
  }

  package enum RepeatedKey: String, Sendable, CaseIterable {
    /// `mapping/duplicate-key`.
    case error
    /// The later record takes the earlier one's place.
    case replace
    /// The later record's fields are put into the earlier one; lists are joined.
    case merge
  }

  package enum KeyScope: String, Sendable, CaseIterable {
    case document
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
    /// The name in `types` that the type was given by.
    package var typeName: String?
    package var isRequired = false
    /// How often it is there, where it is an array; nil for a single value.
    package var list: ListBounds?
    /// The value, as XML would have it, of a field that is not there.
    package var defaultText: String?
    package var constraints = Constraints()
    package var whitespace = Whitespace.trim
    /// A list that has no key where it is empty.
    package var isSparse = false
    /// An array whose values are in one text, with white space between them.
    package var isSplit = false
    /// Which pieces of text are meant, where children are between them.
    package var pieces = TextPieces.joined
    /// Written as a CDATA section.
    package var usesCDATA = false
    /// A value that is not of the type, or breaks a constraint, is kept as text and noted rather than an error; of several
    /// the first is taken.
    package var isLenient = false
    /// One of the fields that together are the record's key.
    package var isKey = false
    package var reference: Reference?
    /// What deleting the owner does to the records of this field; of a reference whose inverse is no field, what
    /// deleting the record referred to does to this one.
    package var deleteRule = DeleteRule.none
    /// The field of the other record type that says the same from the other side.
    package var inverse: String?
    package var isIndexed = false
    /// In XML and data, but in no table.
    package var isTransient = false
    /// A time that the store sets.
    package var now: Now?
    package var about: String?

    package init(name: String, place: Place, type: ValueType = .string) {
      self.name = name
      self.place = place
      self.type = type
    }
  }

  /// How many values an array field may have.
  package struct ListBounds: Sendable, Equatable {
    package var minimum = 0
    /// Nil for any number.
    package var maximum: Int?
    /// Whether the order says something.
    package var isOrdered = true

    package init(minimum: Int = 0, maximum: Int? = nil, isOrdered: Bool = true) {
      self.minimum = minimum
      self.maximum = maximum
      self.isOrdered = isOrdered
    }
  }

  package enum Whitespace: String, Sendable, CaseIterable {
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
    /// Whether the record may lie outside the document.
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
    /// Set when the record is stored first.
    case created
    /// Set when another column changes.
    case changed
  }

  /// What a value must fulfil beyond its type.
  package struct Constraints: Sendable, Equatable {
    /// Lowest and highest number or date, as XML would have it.
    package var minimum: String?
    package var maximum: String?
    /// Length in Unicode scalars, or bytes of data.
    package var minimumLength: Int?
    package var maximumLength: Int?
    /// The digits behind the point of every value of a decimal, by which a database may keep it as a number.
    package var scale: Int?
    /// An I-Regexp (RFC 9485) that the whole text matches.
    package var pattern: String?
    /// The values that are allowed, as XML would have them.
    package var values: [String] = []
    /// For each of `values` what it is in data; empty if they are the same.
    package var meanings: [String] = []

    package init() {}
  }
}

extension Mapping.Field {
  /// Whether it is a key that records may lack, and text, so that another text can stand for it.
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
  package enum ValueType: Sendable, Equatable {
    case string
    case integer
    /// A number; its digits are kept.
    case real
    /// A number without exponent, written so; its digits are kept.
    case decimal
    /// The first spelling of each is the one that is written.
    case boolean(true: [String], false: [String])
    /// A date by a format (`DatePattern`) and, where the format has no zone, the zone's name.
    case date(format: String, zone: String?)
    /// The text of a date by a format, as it is: with its offset, or without one.
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
