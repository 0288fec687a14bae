// Mappings made of Core Data models: what is where, what is required, and what is refused.

import Foundation
import PliantCore
import PliantMapping
import TestSupport
import Testing

@Suite("CoreDataMapping")
struct CoreDataMappingTests {
  static func mapping(_ path: String) throws -> Mapping {
    let file = try CoreDataModelFile(testdata("valid/mapping/" + path).path)
    return try readBytes(testdataURL(file.path)).withByteView { bytes throws(Diagnostic) in
      try CoreDataModelFile.mapping(of: bytes, named: file.name)
    }
  }

  /// The fields as a mapping file spells them.
  static func spelled(_ mapping: Mapping) throws -> [String: String] {
    let root = DocumentValue(try MappingFileWriter.document(of: mapping))
    var spelled: [String: String] = [:]
    func add(_ record: String, _ fields: DocumentValue?) {
      for entry in fields?.entries.map({ $0 }) ?? [] {
        let text =
          entry.value.string
          ?? entry.value.entries.map { "\($0.key.string): \($0.value.string ?? "yes")" }.joined(
            separator: ", ")
        spelled["\(record).\(entry.key.string)"] = text
      }
    }
    add("", root.value(forKey: "fields"))
    for record in root.value(forKey: "records")?.entries.map({ $0 }) ?? [] {
      add(record.key.string, record.value)
    }
    return spelled
  }

  @Test("A photo diary owns its media, at most two an entry")
  func photoDiary() throws {
    let mapping = try Self.mapping("PhotoDiary.xcdatamodel")
    let fields = try Self.spelled(mapping)
    #expect(mapping.name == "PhotoDiary")
    #expect(mapping.root.local == "photoDiary")
    #expect(fields[".diaryEntry"] == "diaryEntry DiaryEntry list")
    #expect(fields[".medium"] == nil)
    #expect(fields["DiaryEntry.media"] == "media Medium list=0..2 delete=cascade inverse=diaryEntry")
    #expect(fields["DiaryEntry.creationTime"] == "@creationTime date required indexed")
    #expect(fields["DiaryEntry.updateTime"] == "@updateTime date now=changed")
    #expect(fields["DiaryEntry.icon"] == "icon maxLength=8 whitespace=keep")
    #expect(fields["DiaryEntry.text"] == "text required default='' whitespace=keep")
    #expect(fields["DiaryEntry.id"]?.hasPrefix("place: @id, key: yes, required: yes") == true)
    #expect(fields["Medium.data"] == "data data required")
    #expect(fields["Medium.type"] == "type required pattern=(photo|video) whitespace=keep")
    #expect(fields["Medium.diaryEntry"] == nil)
    #expect(mapping.notes.contains("entity DiaryEntry is represented by the class CDDiaryEntry"))
    #expect(mapping.notes.contains("configuration Local has DiaryEntry, Medium"))
    #expect(mapping.notes.contains("fetch request withPictures for DiaryEntry where media.@count > 0"))
  }

  @Test("Inheritance, one-to-one, many-to-many and recursion")
  func shapes() throws {
    let mapping = try Self.mapping("Shapes.xcdatamodeld")
    let fields = try Self.spelled(mapping)
    #expect(
      mapping.records.map(\.name) == ["shapes", "Shape", "Circle", "Polygon", "Drawing", "Thumbnail", "Tag"])
    #expect(mapping.records[1].isAbstract)
    #expect(mapping.records[2].parent == 1)
    #expect(mapping.records[0].fields.map(\.name) == ["drawing", "tag"])
    #expect(fields["Drawing.code"] == "code key required pattern=[A-Z]{2}-[0-9]+ whitespace=keep")
    #expect(
      fields["Drawing.shapesCircle"] == "shapesCircle Circle list unordered delete=cascade inverse=drawing")
    #expect(
      fields["Drawing.shapesPolygon"] == "shapesPolygon Polygon list unordered delete=cascade inverse=drawing"
    )
    #expect(fields["Drawing.thumbnail"] == "thumbnail Thumbnail delete=cascade inverse=drawing")
    #expect(
      fields["Drawing.template"]
        == "template references=Drawing whitespace=keep delete=nullify inverse=copies")
    #expect(fields["Drawing.copies"] == nil)
    #expect(
      fields["Shape.tags"]
        == "tags list unordered references=Tag whitespace=keep delete=nullify inverse=shapes"
        || fields["Shape.tags"] == "tags list unordered references=Tag delete=nullify inverse=shapes")
    #expect(fields["Tag.shapes"] == nil)
    #expect(fields["Shape.opacity"] == "@opacity real required default=1.0 min=0 max=1")
    #expect(fields["Polygon.corners"] == "@corners integer required default=3 min=3 max=32767")
    #expect(fields["Polygon.isClosed"] == "@isClosed yesno required default=YES")
  }

  @Test("What owns its like stands below the root as well")
  func recursiveOwnership() throws {
    let text = """
      <model><entity name="Folder"><relationship name="children" optional="YES" toMany="YES" deletionRule="Cascade" \
      destinationEntity="Folder" inverseName="parent"/><relationship name="parent" optional="YES" maxCount="1" \
      deletionRule="Nullify" destinationEntity="Folder" inverseName="children"/></entity></model>
      """
    let mapping = try Array(text.utf8).withByteView { bytes throws(Diagnostic) in
      try CoreDataModelFile.mapping(of: bytes, named: "Tree")
    }
    let fields = try Self.spelled(mapping)
    #expect(fields[".folder"] == "folder Folder list")
    #expect(fields["Folder.children"] == "children Folder list unordered delete=cascade inverse=parent")
    #expect(fields["Folder.parent"] == nil)
  }

  @Test("Expressions of ICU become I-Regexps where they can") func expressions() async throws {
    try await forEachRow(of: [
      ("^a$", "a"), (#"\d{2}"#, "[0-9]{2}"), (#"[\w-]+"#, "[A-Za-z0-9_-]+"), ("(?:a|b)", "(a|b)"),
      ("(?=a)b", nil),
      (#"a\$"#, "a$"), (#"a\/\."#, #"a/\."#), ("a*?", nil),
    ]) { (icu: String, wanted: String?) in
      let text = """
        <model><entity name="A"><attribute name="a" optional="YES" attributeType="String" regularExpressionString="\(icu)"/>\
        </entity></model>
        """
      let mapping = try Array(text.utf8).withByteView { bytes throws(Diagnostic) in
        try CoreDataModelFile.mapping(of: bytes, named: "M")
      }
      let field = try #require(mapping.records[1].fields.first { $0.name == "a" })
      #expect(field.constraints.pattern == wanted)
      #expect(mapping.notes.contains { $0.contains("not an I-Regexp") } == (wanted == nil))
    }
  }

  @Test("Odd models give a mapping that reads back") func oddModels() async throws {
    try await forEachRow(of: [
      #"<entity name="A" parentEntity="B"/><entity name="B" parentEntity="A"/>"#,
      #"<entity name="A"><attribute name="id" attributeType="String"/><relationship name="r" destinationEntity="Nobody"/></entity>"#,
      #"<entity name="A"><relationship name="b" deletionRule="Cascade" destinationEntity="B" inverseName="a"/></entity><entity name="B"><relationship name="a" deletionRule="Cascade" destinationEntity="A" inverseName="b"/></entity>"#,
      #"<entity name="A"><attribute name="x"/></entity><entity name="A"/><entity name="B" parentEntity="A"><attribute name="x"/></entity>"#,
      #"<entity name="a b"><attribute name="1x" attributeType="Date" defaultDateTimeInterval="1e300"/></entity><entity name="string"/>"#,
      #"<entity name="M"><relationship name="friends" toMany="YES" destinationEntity="M" inverseName="friends"/></entity>"#,
      #"<entity name="A"><attribute name="u" attributeType="Integer 64" minValueString="1.5"/><uniquenessConstraints><uniquenessConstraint><constraint value="u"/></uniquenessConstraint></uniquenessConstraints></entity>"#,
    ]) { (entities: String) throws in
      let mapping = try Array("<model>\(entities)</model>".utf8).withByteView { bytes throws(Diagnostic) in
        try CoreDataModelFile.mapping(of: bytes, named: "M")
      }
      #expect(try MappingFileReader.read(try MappingFileWriter.document(of: mapping)) == mapping)
    }
  }

  @Test("Compiled and old models are refused with the reason")
  func refused() throws {
    #expect(throws: Failure.self) { try CoreDataModelFile("Some.momd") }
    for (bytes, words) in [
      (Array("bplist00 NSManagedObjectModel".utf8), "compiled model"),
      (Array("bplist00".utf8), "before version 4.3"),
      (Array("<plist/>".utf8), "not a Core Data model"),
    ] {
      #expect {
        try bytes.withByteView { bytes throws(Diagnostic) in
          try CoreDataModelFile.mapping(of: bytes, named: "M")
        }
      } throws: { ($0 as? Diagnostic)?.message.contains(words) == true }
    }
  }

  @Test("Every model of the corpus gives a mapping that reads back", .corpus("realworld"))
  func corpusModels() throws {
    var count = 0
    for entry in corpusEntries("realworld") where entry.path.hasSuffix("xcdatamodel__contents") {
      let mapping = try entry.bytes.withByteView { bytes throws(Diagnostic) in
        try CoreDataModelFile.mapping(of: bytes, named: "Model")
      }
      #expect(mapping.records.count > 1, "\(entry.path)")
      #expect(
        try MappingFileReader.read(try MappingFileWriter.document(of: mapping)) == mapping, "\(entry.path)")
      count += 1
    }
    #expect(count > 5 || corpus("realworld") == nil)
  }
}

private func testdataURL(_ path: String) -> URL { URL(fileURLWithPath: path) }
