// Mapping files: what they mean, what is wrong with them, and that what is written reads back as the same mapping.

import PliantCore
import PliantMapping
import TestSupport
import Testing

private func mapping(_ text: String) throws -> Mapping {
  let bytes = Array(text.utf8)
  return try bytes.withByteView { view throws(Diagnostic) in
    try MappingFileReader.read(try Reading().load(view))
  }
}

/// A mapping whose root has one field.
private func oneField(_ spelling: String) throws -> Mapping.Field {
  let quoted = spelling.hasPrefix("{\"") ? spelling : "\"\(spelling)\""
  let all = try mapping(
    """
    {"mapping": "m", "root": "r", "namespaces": {"i": "urn:i", "": "urn:d"},
     "types": {"moment": "date format='yyyy-MM-dd H:mm' zone=Europe/Berlin", "yesno": "boolean true='YES true' false=NO"},
     "fields": {"f": \(quoted)}, "records": {"Team": {"code": "@code key"}, "Site": {}}}
    """)
  return try #require(all.records[0].fields.first)
}

@Suite("MappingFile")
struct MappingFileTests {
  @Test("The example of the manual is read")
  func example() throws {
    let mapping = try mapping(
      """
      {"mapping": "site-schedule", "about": "Teams and sites", "root": "schedule", "requires": ["teams", "sites"],
       "fields": {"teams": "teams/team Team list", "sites": "sites/site Site list=1.."},
       "records": {
         "Team": {"code": "@code key required", "name": "name"},
         "Site": {"$extends": "Team", "$repeated": "replace", "$$x": "text()", "team": "@team references=Team outside"}}}
      """)
    #expect(mapping.name == "site-schedule")
    #expect(mapping.records.map(\.name) == ["schedule", "Team", "Site"])
    #expect(mapping.records[0].fields[0].type == .record(1))
    #expect(mapping.records[0].fields[1].list == Mapping.ListBounds(minimum: 1))
    #expect(mapping.records[2].parent == 1)
    #expect(mapping.records[2].repeatedKey == .replace)
    #expect(mapping.records[2].fields.map(\.name) == ["$x", "team"])
    #expect(mapping.records[2].fields[1].reference == Mapping.Reference(record: 1, allowsOutside: true))
    #expect(mapping.requiredPlaces.count == 2)
  }

  @Test("A root element may have the name of a type")
  func rootNamedAsType() throws {
    let mapping = try mapping(#"{"mapping": "m", "root": "data", "fields": {"a": "a data", "b": "b"}}"#)
    #expect(mapping.records[0].fields.map(\.type) == [.data(.base64), .string])
  }

  @Test("Places") func places() async throws {
    try await forEachRow(of: [
      ("@a", [String](), "@a"), ("a", ["{urn:d}a"], "element"),
      ("a/b/text()", ["{urn:d}a", "{urn:d}b"], "text"),
      ("i:a/@i:b", ["{urn:i}a"], "@{urn:i}b"), (".", [], "element"), ("text()", [], "text"),
      ("a/*", ["{urn:d}a"], "children"),
      ("a[@k='x y/z''s']/c", ["{urn:d}a[k=x y/z's]", "{urn:d}c"], "element"), ("{}a", ["a"], "element"),
      ("{http://e.org/x}a/@xml:lang", ["{http://e.org/x}a"], "@{http://www.w3.org/XML/1998/namespace}lang"),
    ]) { (text: String, steps: [String], end: String) in
      let place = try oneField(text).place
      let name = { (name: Mapping.Name) in name.uri.isEmpty ? name.local : "{\(name.uri)}\(name.local)" }
      #expect(
        place.steps.map { step in
          name(step.name) + (step.condition.map { "[\(name($0.attribute))=\($0.value)]" } ?? "")
        } == steps)
      switch place.end {
      case .element: #expect(end == "element")
      case .text: #expect(end == "text")
      case .children: #expect(end == "children")
      case .attribute(let attribute): #expect(end == "@" + name(attribute))
      }
    }
  }

  @Test("Long and short form mean the same") func forms() async throws {
    try await forEachRow(of: [
      ("a yesno default=NO", #"{"place": "a", "type": "yesno", "default": false}"#),
      (
        "a integer min=0 max=7 list=1..2 unordered",
        #"{"place": "a", "type": "integer", "min": 0, "max": 7, "list": {"min": 1, "max": 2, "ordered": false}}"#
      ),
      (
        "a values='x y' whitespace=collapse cdata",
        #"{"place": "a", "values": ["x", "y"], "whitespace": "collapse", "cdata": true}"#
      ),
      (
        "a date format='d.M.yy' zone=UTC",
        #"{"place": "a", "type": "date", "format": "d.M.yy", "zone": "UTC"}"#
      ),
      ("a boolean true='' false=no", #"{"place": "a", "type": "boolean", "true": [""], "false": ["no"]}"#),
      (
        "a Team list delete=cascade inverse=x",
        #"{"place": "a", "type": "Team", "list": true, "delete": "cascade", "inverse": "x"}"#
      ),
      (
        "a pattern='[a-z ]+' default='it''s'",
        #"{"place": "a", "pattern": "[a-z ]+", "default": "it's", "key": false}"#
      ),
      (
        "a data encoding=hex maxLength=4 now=created",
        #"{"place": "a", "type": "data encoding=hex", "maxLength": 4, "now": "created"}"#
      ),
    ]) { (short: String, long: String) throws in
      #expect(try oneField(short) == oneField(long))
    }
  }

  @Test("Mistakes in a field say what was expected, and suggest the nearest name") func fieldMistakes()
    async throws
  {
    try await forEachRow(of: [
      ("a strng", "unknown type 'strng'; did you mean 'string'?"),
      ("a team list", "unknown type 'team'; did you mean 'Team'?"),
      ("a string requird", "unknown option 'requird' of a field; did you mean 'required'?"),
      ("a required string", "misplaced type 'string'; it comes right after the place"),
      (
        "a whitespace=trimm",
        "invalid value 'trimm' of whitespace=; expected trim, keep, collapse; did you mean 'trim'?"
      ),
      ("a references=Teams", "unknown record 'Teams' in references=; did you mean 'Team'?"),
      ("a list=2-3", "list= requires a range such as 1.. or 0..2, found '2-3'"),
      ("a outside", "outside requires references=RECORD"),
      ("@a/b", "misplaced @a; it must end the place '@a/b'"),
      ("a//b", "the place 'a//b' has an empty step"),
      ("j:a", "the prefix 'j' of 'j:a' is not in 'namespaces'; did you mean 'i'?"),
      ("a[b]", "the condition of the step 'a[b]' must read [@NAME='VALUE']"),
      ("a default='x", "a quotation mark ' is never closed; inside of quotes it is written ''"),
      ("a moment zone=UTC", "the named type 'moment' takes no zone=; change it in 'types'"),
      ("a key key", "duplicate option key"),
      ("a minLength=x", "minLength= requires a number from 0, found 'x'"),
      ("a format=x", "format= does not apply to the type string"),
      ("a boolean true=a false='b a'", "'a' cannot mean both true and false"),
      ("1a", "'1a' is not the name of an element or attribute"),
      ("", "the place is missing, such as @name or child/text()"),
      ("a min", "min needs a value: min=…"),
      ("a key=maybe", "key takes no value except true or false"),
    ]) { (spelling: String, sentence: String) in
      #expect {
        try oneField(spelling)
      } throws: { error in
        let diagnostic = error as? Diagnostic
        #expect(diagnostic?.message == "the field 'f' of 'r': " + sentence)
        #expect(diagnostic?.rule == .mappingFile)
        #expect(diagnostic?.place == .text(line: 3, column: 18))
        return true
      }
    }
  }

  @Test("Mistakes in the file have their place") func fileMistakes() async throws {
    try await forEachRow(of: [
      ("[]", 1, 1, "a mapping file is a dictionary with the keys mapping, root and fields"),
      (#"{"root": "r"}"#, 1, 1, "missing key 'mapping'"),
      (
        "{\"mapping\": \"m\",\n \"rot\": \"r\"}", 2, 2,
        "unknown key 'rot' in the mapping file; did you mean 'root'?"
      ),
      (#"{"mapping": "m", "root": "r"}"#, 1, 1, "missing key 'fields', the fields of the root element r"),
      (
        "{\"mapping\": \"m\", \"root\": \"r\", \"fields\": {},\n\"records\": {\"A\": {\"$extends\": \"B\"}, \"B\": {\"$extends\": \"A\"}}}",
        2, 13, "the record 'A' extends itself"
      ),
      (
        "{\"mapping\": \"m\", \"root\": \"r\", \"fields\": {},\n\"records\": {\"list\": {}}}", 2, 13,
        "'list' cannot name a record, since it is an option or type of fields"
      ),
      (
        "{\"mapping\": \"m\", \"root\": \"r\", \"fields\": {\"a\": \"a\"},\n\"records\": {\"A\": {\"$extends\": \"r\", \"a\": \"b\"}}}",
        2, 13, "the field 'a' of the record 'A' is in 'r' already, which it extends"
      ),
      (
        "{\"mapping\": \"m\", \"root\": \"r\", \"record\": \"Q\",\n\"records\": {}}", 1, 41,
        "unknown record 'Q' in 'record'"
      ),
      (
        "{\"mapping\": \"m\", \"root\": \"r\", \"fields\": {\"a\": {\"place\": \"b\", \"reqired\": true}}}",
        1, 62, "the field 'a' of 'r': unknown option 'reqired' of a field; did you mean 'required'?"
      ),
      (
        "{\"mapping\": \"m\", \"root\": \"r\", \"fields\": {\"a\": 3}}", 1, 47,
        "the field 'a' of 'r' must be a string such as \"@name string required\", or a dictionary with a 'place'"
      ),
      (
        "{\"mapping\": \"m\", \"root\": \"r\", \"fields\": {}, \"requires\": [\"@a\"]}", 1, 58,
        "requires: '@a' is not an element below the root"
      ),
    ]) { (text: String, line: Int, column: Int, sentence: String) in
      #expect {
        try mapping(text)
      } throws: { error in
        let diagnostic = error as? Diagnostic
        #expect(diagnostic?.message == sentence)
        #expect(diagnostic?.place == .text(line: line, column: column))
        return true
      }
    }
  }

  @Test("Short spellings") func shortest() async throws {
    try await forEachRow(of: [
      ("@a string", "@a"), ("a  string   list=0..", "a list"), ("a list=2..2", "a list=2"),
      ("a boolean true='true 1' false='false 0'", "a boolean"), ("a date format=iso8601", "a date"),
      ("a required key", "a key required"), ("a default='b'", "a default=b"),
      ("a data encoding=base64", "a data"),
      ("a whitespace=trim pieces=joined delete=none", "a"),
      (
        "a date format='yyyy-MM-dd H:mm' zone=Europe/Berlin",
        "a date format='yyyy-MM-dd H:mm' zone=Europe/Berlin"
      ),
    ]) { (given: String, wanted: String) in
      let all = try mapping(#"{"mapping": "m", "root": "r", "fields": {"f": "\#(given)"}}"#)
      let document = try MappingFileWriter.document(of: all)
      #expect(DocumentValue(document).value(forKey: "fields")?.value(forKey: "f")?.string == wanted)
    }
  }

  @Test("What is written reads back as the same mapping")
  func roundTrip() throws {
    var source = MappingSource(seed: 42)
    for _ in 0..<400 {
      let mapping = source.mapping()
      let document = try MappingFileWriter.document(of: mapping)
      let again = try MappingFileReader.read(document)
      guard again == mapping else {
        Issue.record("differs: \(mapping)\n\(again)")
        return
      }
    }
  }
}

/// Makes mappings that use everything a mapping file can say.
private struct MappingSource {
  private var state: UInt64
  private var namespaces: [Mapping.Namespace] = []

  init(seed: UInt64) { state = seed }

  private mutating func number(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % bound
  }
  private mutating func chance(_ one: Int) -> Bool { number(one) == 0 }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(values.count)] }

  private mutating func text() -> String {
    pick(["a", "it's", "", "two words", "''", "ä=b", "x\ny", "{q}", "'", "1.5", "true", "= ="])
  }

  private mutating func name(isAttribute: Bool) -> Mapping.Name {
    Mapping.Name(
      uri: pick(["", "", "urn:one", "urn:two", "http://x.org/y", "http://www.w3.org/XML/1998/namespace"]),
      local: pick(["a", "b-c", "ö", "text", "item", "list"]))
  }

  private mutating func place(elementOnly: Bool = false) -> Mapping.Place {
    let steps = (0..<number(3) + (elementOnly ? 1 : 0)).map { _ in
      Mapping.Place.Step(
        name: name(isAttribute: false),
        condition: chance(4)
          ? Mapping.Place.Condition(attribute: name(isAttribute: true), value: text()) : nil)
    }
    let ends: [Mapping.Place.End] = [.element, .text, .attribute(name(isAttribute: true))]
    return Mapping.Place(steps: steps, end: elementOnly ? .element : pick(ends))
  }

  private mutating func type(_ records: Int) -> Mapping.ValueType {
    pick([
      .string, .integer, .real, .boolean(true: ["true", "1"], false: ["false", "0"]),
      .boolean(true: ["YES"], false: ["NO", "off"]), .boolean(true: [""], false: ["not at all"]),
      .date(format: "iso8601", zone: nil), .date(format: "d.M.yyyy 'at' H:mm", zone: "Europe/Berlin"),
      .data(.hex), .data(.base64), .url, .duration, .xml, .runs, .record(number(max(records, 1))),
    ])
  }

  private mutating func field(_ index: Int, _ types: [Mapping.NamedType], _ records: Int) -> Mapping.Field {
    var field = Mapping.Field(
      name: pick(["f", "$f", "g h", "é", "place"]) + String(index), place: place(), type: type(records))
    if !types.isEmpty && chance(4) {
      let named = pick(types)
      field.type = named.type
      field.typeName = named.name
    }
    field.isRequired = chance(3)
    if chance(3) {
      field.list = Mapping.ListBounds(
        minimum: number(3), maximum: chance(2) ? number(4) : nil, isOrdered: !chance(3))
    }
    if chance(4) { field.defaultText = text() }
    if chance(6) { field.constraints.minimum = text() }
    if chance(6) { field.constraints.maximum = "9" }
    if chance(6) { field.constraints.minimumLength = number(9) }
    if chance(6) { field.constraints.maximumLength = number(9) }
    if chance(6) { field.constraints.pattern = pick(["[a-z ]+", "a|b", "'"]) }
    if chance(6) { field.constraints.values = (0..<number(3) + 1).map { _ in text() } }
    field.whitespace = pick(Mapping.Whitespace.allCases)
    if field.list == nil { field.pieces = pick(Mapping.TextPieces.allCases) }
    field.usesCDATA = chance(5)
    field.isKey = chance(5)
    field.isLenient = chance(5)
    if records > 0 && chance(5) {
      field.reference = Mapping.Reference(record: number(records), allowsOutside: chance(2))
    }
    field.deleteRule = pick(Mapping.DeleteRule.allCases)
    if chance(5) { field.inverse = text() }
    field.isIndexed = chance(5)
    field.isTransient = chance(5)
    if chance(5) { field.now = pick(Mapping.Now.allCases) }
    if chance(9) { field.about = text() }
    return field
  }

  mutating func mapping() -> Mapping {
    namespaces = []
    if chance(2) { namespaces.append(Mapping.Namespace(prefix: "p", uri: "urn:one")) }
    if chance(3) { namespaces.append(Mapping.Namespace(prefix: "q", uri: "urn:one")) }
    if chance(3) { namespaces.append(Mapping.Namespace(prefix: "", uri: pick(["urn:two", "urn:one"]))) }
    let types = (0..<number(3)).map { index in
      var found = type(0)
      if case .record = found { found = .string }
      return Mapping.NamedType(name: "type\(index)", type: found)
    }
    let root = name(isAttribute: false)
    let count = number(4) + 1
    let usesRootName = chance(2)
    var records: [Mapping.Record] = []
    for index in 0..<count {
      let isPlainRoot = index == 0 && usesRootName
      var record = Mapping.Record(name: isPlainRoot && root.local != "list" ? root.local : "R\(index)")
      record.fields = (0..<number(4)).map { field(index * 10 + $0, types, count) }
      if chance(4) { record.table = text() }
      if !isPlainRoot {
        if index > 0 && chance(3) { record.parent = number(index) }
        record.isAbstract = chance(5)
        record.repeatedKey = pick(Mapping.RepeatedKey.allCases)
        record.keyScope = pick(Mapping.KeyScope.allCases)
        if chance(5) { record.about = text() }
      }
      records.append(record)
    }
    return Mapping(
      name: "m", about: chance(2) ? text() : nil, namespaces: namespaces, root: root,
      requiredPlaces: (0..<number(3)).map { _ in place(elementOnly: true) }, records: records,
      namedTypes: types, notes: (0..<number(2)).map { _ in text() })
  }
}
