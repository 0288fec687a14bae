// A schema drafted from samples: the types of their values, and the keys that all dictionaries at a place have.
//
//   {"port": 80}, {"port": 81, "host": null}   →   "keys": {"port": "required integer", "host": "null"}

/// A schema that all samples fit; pliant-schema(5) describes its file.
package struct SchemaDraft {
  /// The values at a place.
  private struct Place {
    var kinds: SchemaKinds = []
    var dictionaryCount = 0
    /// The place of the elements of arrays.
    var element: Int?
    /// The place of all values of dictionaries that have like records.
    var record: Int?
    var keys: [(name: String, place: Int, count: Int)] = []
    var numbers: [String: Int] = [:]
  }

  /// The numbers of places and of keys at one, beyond which values are not described.
  private static let maximumPlaces = 20_000
  private static let maximumKeys = 1_000
  /// The nesting that a schema may describe.
  private static let maximumDepth = 30

  private var places = [Place()]
  private var sampleCount = 0
  private var valuesLeft = Limits.expandedValues

  package init() {}

  /// Adds a document; every line of JSON Lines and every row of a table is one.
  ///
  /// Throws `document.expansion` if shared containers are repeated too often.
  package mutating func add(_ document: Document, _ format: Format) throws(Failure) {
    sampleCount += 1
    let value = DocumentValue(document)
    let isList = format == .jsonl || format.traits.isTable
    var pending = isList ? value.elements.map { ($0, 0) } : [(value, 0)]
    pending.reverse()
    while let (value, place) = pending.popLast() {
      valuesLeft -= 1
      guard valuesLeft >= 0 else { throw Failure(.expansionTooLarge) }
      places[place].kinds.formUnion(SchemaKinds(value))
      var inside: [(DocumentValue, Int)] = []
      if value.isDictionary {
        addEntries(of: value, to: place, &inside)
      } else if value.isArray, value.count > 0, let element = addPlace(\.element, of: place) {
        for value in value.elements { inside.append((value, element)) }
      }
      pending += inside.reversed()
    }
  }

  private mutating func addEntries(
    of value: DocumentValue, to place: Int, _ inside: inout [(DocumentValue, Int)]
  ) {
    places[place].dictionaryCount += 1
    let hasRecords = places[place].record != nil || places[place].keys.isEmpty && value.hasLikeRecords
    if hasRecords, let record = addPlace(\.record, of: place) {
      for entry in value.entries { inside.append((entry.value, record)) }
      return
    }
    for entry in value.entries {
      let name = entry.key.string
      guard let number = places[place].numbers[name] ?? addKey(name, to: place) else { continue }
      places[place].keys[number].count += 1
      inside.append((entry.value, places[place].keys[number].place))
    }
  }

  private mutating func addPlace(_ path: WritableKeyPath<Place, Int?>, of place: Int) -> Int? {
    if places[place][keyPath: path] == nil, places.count < Self.maximumPlaces {
      places[place][keyPath: path] = places.count
      places.append(Place())
    }
    return places[place][keyPath: path]
  }

  private mutating func addKey(_ name: String, to place: Int) -> Int? {
    guard places.count < Self.maximumPlaces, places[place].keys.count < Self.maximumKeys else { return nil }
    let number = places[place].keys.count
    places[place].keys.append((name, places.count, 0))
    places[place].numbers[name] = number
    places.append(Place())
    return number
  }

  // MARK: Writing

  /// Returns the document of the schema.
  ///
  /// Throws `document.expansion` for more values than a document may have.
  package func document(named name: String) throws(Failure) -> Document {
    var writer = DraftWriter()
    writer.builder.beginDictionary(count: nil)
    writer.entry("schema", name)
    writer.entry("about", "Drafted from \(sampleCount) sample\(sampleCount == 1 ? "" : "s")")
    if let short = shortForm(0, 0) {
      writer.entry("type", short)
    } else {
      writeEntries(0, 0, "Document", &writer)
    }
    if !writer.types.isEmpty {
      writer.builder.key("types")
      writer.builder.beginDictionary(count: nil)
      var number = 0
      while number < writer.types.count {
        let type = writer.types[number]
        writer.builder.key(type.name)
        writer.builder.beginDictionary(count: nil)
        writeContainer(type.place, isArray: type.isArray, 0, type.name, &writer)
        writer.builder.endDictionary()
        number += 1
      }
      writer.builder.endDictionary()
    }
    writer.builder.endDictionary()
    return try writer.builder.finish(owner: nil)
  }

  private struct DraftWriter: ~Copyable {
    var builder = DocumentBuilder(source: .empty)
    /// Types with keys that are alternatives of others.
    private(set) var types: [(name: String, place: Int, isArray: Bool)] = []
    private var names: Set<String> = []

    mutating func entry(_ name: String, _ text: String) {
      builder.key(name)
      builder.string(text)
    }

    /// Adds a type, named like the key of its values.
    mutating func addType(_ key: String, _ place: Int, isArray: Bool) -> String {
      let letters = key.unicodeScalars.filter { $0.properties.isAlphabetic }
      let base = "Type_" + String(String.UnicodeScalarView(letters))
      var (name, number) = (base, 1)
      while !names.insert(name).inserted {
        number += 1
        name = "\(base)_\(number)"
      }
      types.append((name, place, isArray))
      return name
    }
  }

  /// The words of the scalar types at a place.
  private func words(_ place: Int) -> [String] {
    let scalars = places[place].kinds.subtracting([.array, .dictionary])
    return SchemaKinds.names.dropLast().filter { name, kinds in
      if name == "real" { return scalars.contains(.real) }
      return scalars.isSuperset(of: kinds) && !(name == "integer" && scalars.contains(.real))
    }.map(\.name)
  }

  /// The types at a place as one string; nil if keys or alternatives inside others need more.
  private func shortForm(_ place: Int, _ depth: Int) -> String? {
    guard depth < Self.maximumDepth else { return "any" }
    var words = words(place)
    for isArray in [true, false] where places[place].kinds.contains(isArray ? .array : .dictionary) {
      guard let short = shortForm(ofContainer: place, isArray: isArray, depth) else { return nil }
      words.append(short)
    }
    return words.isEmpty ? "any" : words.joined(separator: " | ")
  }

  private func shortForm(ofContainer place: Int, isArray: Bool, _ depth: Int) -> String? {
    let word = isArray ? "array" : "dictionary"
    guard isArray || places[place].keys.isEmpty else { return nil }
    guard let values = isArray ? places[place].element : places[place].record else { return word }
    let inner = shortForm(values, depth + 1)
    return inner.flatMap { $0.contains("|") ? nil : "\(word) of \($0)" }
  }

  private func write(
    _ place: Int, isRequired: Bool, _ depth: Int, _ name: String, _ writer: inout DraftWriter
  ) {
    if let short = shortForm(place, depth) {
      writer.builder.string((isRequired ? "required " : "") + short)
      return
    }
    writer.builder.beginDictionary(count: nil)
    writeEntries(place, depth, name, &writer)
    if isRequired {
      writer.builder.key("required")
      writer.builder.boolean(true)
    }
    writer.builder.endDictionary()
  }

  /// Writes the entries of the long form of a type.
  private func writeEntries(_ place: Int, _ depth: Int, _ name: String, _ writer: inout DraftWriter) {
    var words = words(place)
    let containers = [true, false].filter { places[place].kinds.contains($0 ? .array : .dictionary) }
    if words.isEmpty, containers.count == 1 {
      return writeContainer(place, isArray: containers[0], depth, name, &writer)
    }
    for isArray in containers {
      words.append(
        shortForm(ofContainer: place, isArray: isArray, depth)
          ?? writer.addType(name, place, isArray: isArray))
    }
    writer.entry("type", words.joined(separator: " | "))
  }

  private func writeContainer(
    _ place: Int, isArray: Bool, _ depth: Int, _ name: String, _ writer: inout DraftWriter
  ) {
    writer.entry("type", isArray ? "array" : "dictionary")
    if let values = isArray ? places[place].element : places[place].record {
      writer.builder.key("of")
      write(values, isRequired: false, depth + 1, name, &writer)
    }
    guard !isArray, !places[place].keys.isEmpty else { return }
    writer.builder.key("keys")
    writer.builder.beginDictionary(count: nil)
    for key in places[place].keys {
      writer.builder.key(key.name)
      write(
        key.place, isRequired: key.count == places[place].dictionaryCount, depth + 1, key.name, &writer)
    }
    writer.builder.endDictionary()
  }
}
