// What is found in mappings, and that what is sound is not found fault with.

import PliantCore
import PliantMapping
import TestSupport
import Testing

@Suite("MappingCheck")
struct MappingCheckTests {
  /// What is found, as LINE: SENTENCE.
  static func findings(_ text: String) throws -> [String] {
    try Array(text.utf8).withByteView { bytes throws(Diagnostic) in
      let loaded = try Reading().load(bytes)
      let mapping = try MappingFileReader.read(loaded)
      return MappingChecker.check(mapping, in: loaded.document).map { finding in
        guard case .text(let line, _) = finding.diagnostic(in: loaded).place else { return finding.sentence }
        return "\(line): \(finding.sentence)"
      }
    }
  }

  /// A mapping in five lines: head, the root's fields, the type Team, the type Site, types.
  static func mapping(root: String = "", team: String = #""code": "@code key required""#, site: String = "")
    -> String
  {
    """
    {"mapping": "m", "root": "r", "types": {"t": "integer"},
     "fields": {"teams": "team Team list", "sites": "site Site list", "n": "@n t"\(root.isEmpty ? "" : ", " + root)},
     "records": {"Team": {\(team)},
      "Site": {"id": "@id t"\(site.isEmpty ? "" : ", " + site)}
    }}
    """
  }

  @Test func soundMappingsAreNotFoundFaultWith() throws {
    #expect(try Self.findings(Self.mapping()).isEmpty)
    #expect(try Self.findings(Self.mapping(root: "\"ids\": \"@ids list split\"")).isEmpty)
    for entry in BuiltInMappings.all {
      let text = String(decoding: entry.bytes, as: UTF8.self)
      #expect(try Self.findings(text).isEmpty, "\(entry.name)")
    }
  }

  @Test("Mistakes in a mapping") func mistakes() async throws {
    try await forEachRow(of: [
      (#""a": "@n""#, "2: the field 'a' of 'r' has the same place as 'n'"),
      (#""a": "b", "c": "b/text()""#, "2: the field 'c' of 'r' has the same place as 'a'"),
      (
        #""a": "b xml", "c": "b/d""#,
        "2: the field 'c' of 'r' cannot be reached, since it is inside 'a', which takes all of the content"
      ),
      (
        #""a": "team/name""#,
        "2: the field 'a' of 'r' cannot be reached, since it is inside 'teams'; make it a field of 'Team'"
      ),
      (
        #""a": "@a list""#,
        "2: the field 'a' of 'r' is a list, but its place can occur only once"
      ),
      (#""a": "a integer min=x""#, "2: the field 'a' of 'r' cannot be read: 'x' is not a bound"),
      (
        #""a": "a date format=qqqq""#,
        "2: the field 'a' of 'r' cannot be read: in 'qqqq' unknown date field 'qqqq'; put text in single quotes"
      ),
      (
        #""a": "* Site list""#,
        #"2: the field 'a' of 'r' is placed at *, which is for a list of a record with "$choice": true"#
      ),
      (#""a": "a list=3..2""#, "2: the field 'a' of 'r' has a list of at least 3 and at most 2"),
      (#""a": "a references=Site""#, "2: the field 'a' of 'r' refers to 'Site', which has no key field"),
      (
        #""a": "a integer references=Team""#,
        "2: the field 'a' of 'r' is of another type than the key 'code' of 'Team' that it refers to"
      ),
      (
        #""a": "a integer key""#,
        "2: the field 'a' of 'r' is a key, but not required; records without a key would be indistinguishable"
      ),
      (
        #""a": "a integer min=5 max=4""#,
        "2: the field 'a' of 'r' can have no value: its max: 4 is less than 5"
      ),
      (
        #""a": "a minLength=5 maxLength=4""#,
        "2: the field 'a' of 'r' has a length of at least 5 and at most 4"
      ),
      (
        #""a": "a integer max=4 default=5""#,
        "2: the field 'a' of 'r' has a default that it does not allow: 5 is more than 4"
      ),
      (
        #""a": "a integer default=x""#,
        "2: the field 'a' of 'r' has a default that it does not allow: 'x' is not an integer"
      ),
      (
        #""a": "a values='x y' default=z""#,
        "2: the field 'a' of 'r' has a default that it does not allow: 'z' is not an allowed value; expected 'x', 'y'"
      ),
      (
        #""a": "a pattern='[0-9]' values='x 1'""#,
        "2: the field 'a' of 'r' allows a value that cannot be: 'x' does not match [0-9]"
      ),
      (
        #""a": "a min=1""#,
        "2: the field 'a' of 'r' has min or max, which only numbers, dates and durations have"
      ),
      (
        #""a": "a inverse=b""#,
        "2: the field 'a' of 'r' has an inverse, but is neither a record nor a reference"
      ),
      (#""a": "a now=created""#, "2: the field 'a' of 'r' is set to a time by now=, so it must be a date"),
      (
        #""a": "a delete=cascade""#,
        "2: the field 'a' of 'r' has a delete rule, but is neither a record nor a reference"
      ),
      (#""a": "@a cdata""#, "2: the field 'a' of 'r' is an attribute, which has no CDATA section"),
      (
        #""a": "x/a list", "b": "x/b list""#,
        "2: the field 'b' of 'r' is a list in the same container as 'a', so an absent list and an empty one are indistinguishable"
      ),
    ]) { (field: String, wanted: String) throws in
      #expect(try Self.findings(Self.mapping(root: field)) == [wanted])
    }
  }

  @Test func inversesMustMatch() throws {
    let team = #""code": "@code key required", "site": "@site integer references=Site inverse=teams""#
    let found = try Self.findings(
      Self.mapping(
        team: team, site: #""key": "@key integer key required", "teams": "@n2 integer references=Site""#))
    #expect(
      found == ["3: the field 'site' of 'Team' has the inverse 'teams', which does not lead back from 'Site'"]
    )
  }

  @Test func whatIsNeverUsedIsTold() throws {
    let found = try Self.findings(
      """
      {"mapping": "m", "root": "r", "requires": ["z"],
       "namespaces": {"i": "urn:i"},
       "types": {"t": "integer"},
       "fields": {"a": "a"},
       "records": {"Unused": {"b": "b"}}}
      """)
    #expect(
      found == [
        "1: 'z' is required, but the root has no such field", "2: the namespace of 'i' is never used",
        "3: the type 't' is never used",
        "5: the record 'Unused' is never used: no field reachable from the root has it",
      ])
  }

  @Test func recordsWithoutEndAreTold() throws {
    let found = try Self.findings(
      #"{"mapping": "m", "root": "r", "fields": {"a": "a A"}, "records": {"A": {"b": "b B required"}, "B": {"a": "a A list=1.."}}}"#
    )
    #expect(found.count == 2)
    #expect(found[0] == "1: the record 'A' requires a record that requires it in turn, endlessly")
  }
}

@Suite("MappingProof")
struct MappingProofTests {
  static func mapping(_ path: String) throws -> Mapping {
    try readBytes(testdata(path)).withByteView { bytes throws(Diagnostic) in
      try MappingFileReader.read(try Reading().load(bytes))
    }
  }

  static func problems(_ mapping: Mapping, _ text: String) throws -> [String] {
    let proof = try MappingProof(mapping)
    return Array(text.utf8).withByteView { text in
      proof.problems(with: text).map { problem in
        guard case .text(let line, _) = problem.place else { return problem.rule.rawValue }
        return "\(line) \(problem.rule)"
      }
    }
  }

  @Test("Samples that a mapping made of a model enforces") func diary() async throws {
    try await forEachRow(of: [
      ("<media><data>AA==</data><type>photo</type></media>", [String]()),
      (
        "<media><data>AA==</data><type>photo</type></media><media><data>AA==</data><type>photo</type></media>",
        []
      ),
      ("<media><data>AA==</data><type>sound</type></media>", ["2 mapping/value"]),
      ("<media><data>?</data><type>photo</type></media>", ["2 mapping/value"]),
      ("<media><type>photo</type></media>", ["2 mapping/missing"]),
      ("<icon>123456789</icon>", ["2 mapping/value"]),
      ("<mood/>", ["2 mapping/unknown-element"]),
    ]) { (content: String, wanted: [String]) throws in
      let mapping = try CoreDataMappingTests.mapping("PhotoDiary.xcdatamodel")
      let text = """
        <photoDiary><diaryEntry id="1" creationTime="2012-03-01T06:00:00Z">
        \(content)</diaryEntry></photoDiary>
        """
      #expect(try Self.problems(mapping, text).sorted() == wanted)
    }
  }

  @Test("At most two media an entry")
  func threeMedia() throws {
    let mapping = try CoreDataMappingTests.mapping("PhotoDiary.xcdatamodel")
    let medium = "<media><data>AA==</data><type>photo</type></media>\n"
    let text =
      "<photoDiary><diaryEntry id='1' creationTime='2012-03-01T06:00:00Z'>\(medium)\(medium)\(medium)</diaryEntry></photoDiary>"
    #expect(try Self.problems(mapping, text).map { $0.suffix(13) } == ["mapping/value"])
  }

  @Test("Without an order, elements with different names may be in any") func unordered() async throws {
    let mapping = try sqlMapping(
      """
      {"mapping": "t", "root": "r", "ordered": false, "namespaces": {"p": ["u", "w"], "q": "v"},
       "fields": {"a": "a", "items": "i Item list", "others": "o Other list", "x": "p:x", "y": "q:x"},
       "records": {"Item": {"v": "v", "t": "t"}, "Other": {"v": "v default=9", "l": "l list", "text": "text()"}}}
      """)
    try await forEachRow(of: [
      ("<i><t>1</t><v>2</v></i>\n<o><l>1</l><v>z</v><l>2</l></o>\n<i/>\n<a>1</a><o/>", [String]()),
      ("<i/><a/>\n<i><t>1</t>\n<v> 2</v></i>", ["3 mapping/round-trip"]),
      ("<x xmlns='w'>1</x><z:x xmlns:z='v'>2</z:x>", []),
      ("<a/><o>t<v>1</v><l/></o><i/><o>u</o>", []),
    ]) { (content: String, wanted: [String]) throws in
      #expect(try Self.problems(mapping, "<r>\(content)</r>") == wanted)
    }
  }

  @Test(
    "Documents of models are sound",
    arguments: [
      ("PhotoDiary.xcdatamodel", "diary.xml"), ("Shapes.xcdatamodeld", "shapes.xml"),
    ])
  func samples(_ model: String, _ sample: String) throws {
    let mapping = try CoreDataMappingTests.mapping(model)
    let text = String(decoding: readBytes(testdata("valid/mapping/" + sample)), as: UTF8.self)
    #expect(try Self.problems(mapping, text) == [])
  }

  @Test("The built-in mapping reads every model of the corpus", .corpus("realworld"))
  func models() throws {
    let library = MappingLibrary { _ in nil }
    let proof = try MappingProof(try library.mapping("xcdatamodel"))
    for entry in corpusEntries("realworld") where entry.path.hasSuffix("xcdatamodel__contents") {
      let problems = entry.bytes.withByteView { proof.problems(with: $0) }
      #expect(problems.isEmpty, "\(entry.path): \(problems.first?.message ?? "")")
    }
  }

  @Test(
    "Drafts read and write their samples",
    arguments: ["diary.xml", "shapes.xml", "PhotoDiary.xcdatamodel/contents"])
  func drafts(_ sample: String) throws {
    try Self.expectExact(readBytes(testdata("valid/mapping/" + sample)), sample)
  }

  @Test("Drafts of documents of the corpora read and write them", .corpus("realworld"))
  func corpora() throws {
    var count = 0
    for name in ["realworld", "feeds"] {
      for entry in corpusEntries(name) where entry.expect == "accept" && entry.bytes.count < 12_000 {
        let bytes = entry.bytes
        guard bytes.withByteView({ FormatDetector.detect($0) }) == .xml else { continue }
        count += 1
        // A few of each kind are enough here.
        if count % 7 == 0 { try Self.expectExact(bytes, entry.path) }
      }
    }
    #expect(count > 100 || corpus("realworld") == nil)
  }

  /// Expects a draft of a document to be sound, and the document to be the same by it.
  static func expectExact(_ bytes: [UInt8], _ name: String) throws {
    try bytes.withByteView { bytes in
      let text = DecodedText(bytes, kind: .xml)
      guard text.problem == nil else { return }
      try text.withText { view in
        var inference = MappingInference()
        do throws(Failure) { try inference.add(view) } catch { return }
        let draft = inference.mapping(named: "draft")
        let mapping = try #require(draft)
        #expect(try MappingFileReader.read(try MappingFileWriter.document(of: mapping)) == mapping, "\(name)")
        let problems = try MappingProof(mapping).problems(with: view)
        #expect(problems.isEmpty, "\(name): \(problems.first?.message ?? "")")
      }
    }
  }
}
