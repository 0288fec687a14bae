// Drafts of mappings: types, lists, containers, keys, references, recursion and mixed content, as samples show them.

import PliantCore
import PliantMapping
import TestSupport
import Testing

@Suite("MappingInference")
struct MappingInferenceTests {
  static func infer(_ samples: [String], anyOrder: Bool = false) throws -> Mapping {
    var inference = MappingInference()
    inference.allowsAnyOrder = anyOrder
    for sample in samples {
      try Array(sample.utf8).withByteView { text throws(Failure) in try inference.add(text) }
    }
    let mapping = inference.mapping(named: "draft")
    return try #require(mapping)
  }

  @Test("Fields as the samples show them") func fields() async throws {
    try await forEachRow(of: [
      ("<r><a>1</a></r>", ".a", "a integer required"),
      ("<r a='007'/>", ".a", "@a required"),
      ("<r a='01067' b='+5' c='-0'/>", ".b", "@b required"),
      ("<r a='1.50'/>", ".a", "@a decimal required scale=2"),
      ("<r><a>1.5</a><a>2.50</a></r>", ".a", "a decimal list"),
      ("<r a=' x '/>", ".a", "@a required whitespace=keep"),
      ("<r><a> 5</a></r>", ".a", "a required whitespace=keep"),
      ("<r><a x='1'/><a x='2' y='b'/></r>", ".a", "a A list"),
      ("<r><a x='1'/><a x='2' y='b'/></r>", "A.x", "@x integer required"),
      ("<r><a x='1'/><a x='2' y='b'/></r>", "A.y", "@y"),
      ("<r><a x='1.5'/><a x='2.25'/></r>", "A.x", "@x real required"),
      ("<r><a x='1.5'/><a x='2'/></r>", "A.x", "@x decimal required"),
      ("<r><a x='1.0'/><a x='2'/></r>", "A.x", "@x decimal required"),
      ("<r><a x='9223372036854775807'/><a x='2'/></r>", "A.x", "@x integer required"),
      ("<r><a x='9223372036854775808'/><a x='2'/></r>", "A.x", "@x required"),
      ("<r><i id='1.5'/><i id='1'/></r>", "I.id", "@id decimal required"),
      ("<r><i id='1.5'/><i id='2.5'/></r>", "I.id", "@id real required"),
      ("<r><b id='&#9;'>x</b><b id='q'>y</b></r>", "B.id", "@id required whitespace=keep"),
      ("<r><b id=' '>x</b><b id='q'> </b></r>", "B.text", "text()"),
      ("<r><a id='x'/><a id='y'/><n a='x '/><n a='y'/></r>", "N.a", "@a required whitespace=keep"),
      ("<r><a id='x '/><a id='y'/><n a='x'/><n a='y'/></r>", "N.a", "@a required"),
      ("<r version='1.0'/>", ".version", "@version required"),
      ("<r a='true'/>", ".a", "@a boolean required"),
      ("<r><a>YES</a><a>NO</a></r>", ".a", "a boolean true=YES false=NO list"),
      ("<r><a>no</a><a>no</a></r>", ".a", "a list"),
      ("<r a='2012-03-01T06:00:00Z'/>", ".a", "@a date required"),
      ("<r a='2012-03-01'/>", ".a", "@a date format=yyyy-MM-dd zone=UTC required"),
      ("<r a='2012-03-01 6:00'/>", ".a", "@a date format='yyyy-MM-dd H:mm' zone=UTC required"),
      ("<r a='https://example.org/x?y=z'/>", ".a", "@a url required"),
      ("<r><list><i>1</i><i>2</i></list></r>", ".list", "list/i integer required list"),
      ("<r><list><i>1</i><j/><i>2</i></list></r>", ".list", "list List required"),
      ("<r><list><i>1</i><j/><i>2</i></list></r>", "List.content", "* ListItem list"),
      ("<r><list><i>1</i><j/><i>2</i></list></r>", "ListItem.i", "i integer"),
      ("<r><t/><a/><c/><b/><a/><d/></r>", ".t", "t required"),
      ("<r><t/><a/><c/><b/><a/><d/></r>", "RItem.c", "c"),
      ("<r><t/><a/><c/><b/><a/><d/></r>", ".d", "d required"),
      ("<r><l><t/><a/><b/><a/></l><l><a/><t/></l></r>", "LItem.t", "t"),
      ("<r><u><v/><v/></u><a/><u/></r>", "RItem.u", "u/v list"),
      ("<r><p>one <b>two</b></p></r>", ".p", "p xml required whitespace=keep"),
      ("<r><p k='v'>one <b>two</b></p></r>", "P.content", ". xml whitespace=keep"),
      ("<r><p k='v'>one</p></r>", "P.text", "text() required"),
      ("<r><p><![CDATA[<b>]]></p></r>", ".p", "p required cdata"),
      ("<r a='1'><a>x</a></r>", ".aElement", "a required"),
      ("<data><data x='1'/></data>", "Data.data", "data Data"),
      ("<string a='b'/>", "String.a", "@a required"),
      ("<r><list x='1'/><list x='2'/><a><list y='1'/></a></r>", ".list", "list List list"),
      ("<r><v id='aa'>x<x/><v id='ab'/></v><u r='aa'/><u r='ab'/></r>", "U.r", "@r required"),
      (
        "<r><v id='aa'><x/><v id='ab'/><x/></v><u r='aa'/><u r='ab'/></r>", "U.r", "@r required references=V"
      ),
      ("<r><o t='a'><o t='b'/></o></r>", "O.o", "o O"),
      ("<r><t id='x1'/><t id='x2'/><u t='x1'/><u t='x1'/></r>", "T.id", "@id key required"),
      ("<r><t id='x1'/><t id='x2'/><u t='x1'/><u t='x1'/></r>", "U.t", "@t required references=T"),
      ("<r><t id='1'/><t id='2'/><u n='1'/><u n='2'/></r>", "U.n", "@n integer required"),
      ("<r><t id='1'/><t id='2'/><u tId='1'/></r>", "U.tId", "@tId integer required references=T"),
      ("<r><t id='1'/><t id='1'/></r>", "T.id", "@id integer required"),
      ("<i:r xmlns:i='urn:i' i:a='x'/>", ".a", "@i:a required"),
      ("<r xmlns='urn:d'><a>x</a></r>", ".a", "a required"),
    ]) { (sample: String, name: String, spelling: String) throws in
      let mapping = try Self.infer([sample])
      #expect(try CoreDataMappingTests.spelled(mapping)[name] == spelling)
      let proof = try MappingProof(mapping)
      #expect(Array(sample.utf8).withByteView { proof.problems(with: $0) } == [], "\(sample)")
      #expect(try MappingFileReader.read(try MappingFileWriter.document(of: mapping)) == mapping)
    }
  }

  @Test("Several samples narrow what one alone claims")
  func severalSamples() throws {
    let fields = try CoreDataMappingTests.spelled(
      Self.infer(["<r a='1' b='2'><c>1</c></r>", "<r a='x'><c>1</c><c>2</c></r>"]))
    #expect(fields[".a"] == "@a required")
    #expect(fields[".b"] == "@b integer")
    #expect(fields[".c"] == "c integer list")
    #expect(throws: Failure.self) { try Self.infer(["<r/>", "<s/>"]) }
  }

  @Test("Elements in turn are lists where their order may be lost")
  func anyOrder() throws {
    let sample = "<r><list><i>1</i><j/><i>2</i></list></r>"
    let fields = try CoreDataMappingTests.spelled(Self.infer([sample], anyOrder: true))
    #expect(fields[".list"] == "list List required")
    #expect(fields["List.i"] == "i integer list")
    let mapping = try Self.infer([sample], anyOrder: true)
    #expect(!mapping.isOrdered)
    #expect(try MappingFileReader.read(try MappingFileWriter.document(of: mapping)) == mapping)
  }

  /// The names met first say nothing where others say more: xlsx has <f/> before <v/>, and cells without either.
  @Test("Fields are in an order that fits every sample, and alternatives where there is none")
  func orderOfFields() async throws {
    try await forEachRow(of: [
      (["<r><c><v/></c><c><f/><v/></c></r>"], "c: f v"),
      (["<r><a/><c/></r>", "<r><b/><c/></r>", "<r><a/><b/></r>"], ": a b c"),
      (["<r><d/></r>", "<r><c/><d/></r>", "<r><b/><c/></r>", "<r><a/><b/></r>"], ": a b c d"),
      (["<r><a/><b/></r>", "<r><b/><a/></r>"], ": *(a b)"),
      (["<r><h/><a/><b/><t/></r>", "<r><h/><b/><m/><a/><t/></r>"], ": h *(a b m) t"),
      (["<r><a/><b/></r>", "<r><b/><c/></r>", "<r><c/><a/></r>"], ": *(a b c)"),
      (["<r><t/><p/><t/></r>", "<r><p/><z/></r>"], ": *(t p) z"),
    ]) { (samples: [String], expected: String) throws in
      let mapping = try Self.infer(samples)
      let record = expected.hasPrefix("c") ? mapping.records[1] : mapping.records[0]
      let names = record.fields.map { field in
        guard field.place.end == .children, case .record(let choice) = field.type else { return field.name }
        return "*(" + mapping.records[choice].fields.map(\.name).joined(separator: " ") + ")"
      }
      #expect(names.joined(separator: " ") == expected.split(separator: ": ").last.map(String.init))
      let proof = try MappingProof(mapping)
      for sample in samples {
        #expect(Array(sample.utf8).withByteView { proof.problems(with: $0) } == [], "\(sample)")
      }
    }
  }

  @Test("Elements of one name that say the same are one type of record")
  func merging() throws {
    let mapping = try Self.infer([
      "<r><a><p x='1' y='2'/></a><b><p x='3' y='4'/><z/></b><c k='1'><p x='3'/></c></r>"
    ])
    #expect(mapping.records.map(\.name) == ["r", "A", "P", "B", "C", "CP"])
  }
}
