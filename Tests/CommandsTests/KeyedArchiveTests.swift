// Keyed archives as objects: what each class is shown as, identity and cycles, limits, and every verb that has it.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct KeyedArchiveTests {
  /// The archive of objects in JSON, with `@n` for a reference to object n; the root is object 1.
  private func archive(_ objects: String..., top: String = "{\"root\":@1}") -> String {
    let text =
      "{\"$version\":100000,\"$archiver\":\"NSKeyedArchiver\",\"$top\":\(top),\"$objects\":[\"$null\","
      + objects.joined(separator: ",") + "]}"
    return text.replacing(/@(\d+)/) { "{\"CF$UID\":\($0.1)}" }
  }

  private func `class`(_ name: String) -> String {
    "{\"$classname\":\"\(name)\",\"$classes\":[\"\(name)\",\"NSObject\"]}"
  }

  private func run(_ words: String..., input: String) throws -> (
    code: ExitCode, output: String, errors: String
  ) {
    let run = try CapturedRun(input: Array(input.utf8))
    let code = Program.run(words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  private func unarchived(_ archive: String) throws -> String {
    let outcome = try run("convert", "json", "--unarchive", "-q", input: archive)
    return outcome.code == .success ? outcome.output : outcome.errors
  }

  /// An archive in the data of another is shown as its objects, a property list as its values.
  @Test func opensArchivesInData() throws {
    func binary(_ text: String) throws -> String {
      let run = try CapturedRun(input: Array(text.utf8))
      #expect(run.run("convert", "binary1", "-o", "-", "-") == .success, "\(run.errorText)")
      return Data(run.outputBytes).base64EncodedString()
    }
    func outer(_ data: String) -> String {
      """
      <plist version="1.0"><dict><key>$version</key><integer>100000</integer><key>$archiver</key>\
      <string>NSKeyedArchiver</string><key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer>\
      </dict></dict><key>$objects</key><array><string>$null</string><dict><key>inner</key><data>\(data)</data></dict>\
      </array></dict></plist>
      """
    }
    let inner = try binary(archive("{\"$class\":@2,\"NS.string\":\"hidden\"}", `class`("NSString")))
    #expect(try unarchived(outer(inner)) == "{\"root\":{\"inner\":{\"$archive\":{\"root\":\"hidden\"}}}}\n")
    let twice = try binary(outer(inner))
    #expect(
      try unarchived(outer(twice))
        == "{\"root\":{\"inner\":{\"$archive\":{\"root\":{\"inner\":{\"$archive\":{\"root\":\"hidden\"}}}}}}}\n"
    )
    let text = Data(outer(inner).utf8).base64EncodedString()
    #expect(
      try unarchived(outer(text))
        == "{\"root\":{\"inner\":{\"$archive\":{\"root\":{\"inner\":{\"$archive\":{\"root\":\"hidden\"}}}}}}}\n"
    )
    let list = try binary("{\"a\":1}")
    #expect(try unarchived(outer(list)) == "{\"root\":{\"inner\":{\"a\":1}}}\n")
  }

  @Test func showsAnObjectAsWhatItMeans() async throws {
    try await forEachRow(of: [
      ("NSString", "\"NS.string\":\"é\"", "\"é\""), ("NSMutableString", "\"NS.string\":\"\"", "\"\""),
      ("NSArray", "\"NS.objects\":[1,\"a\"]", "[1,\"a\"]"), ("NSMutableArray", "\"NS.objects\":[]", "[]"),
      ("NSOrderedSet", "\"NS.object.1\":2,\"NS.object.0\":1", "[1,2]"), ("NSOrderedSet", "", "[]"),
      ("NSSet", "\"NS.objects\":[1]", "[1]"), ("NSMutableSet", "\"NS.object.0\":1", "[1]"),
      ("NSDictionary", "\"NS.keys\":[\"b\",\"a\"],\"NS.objects\":[1,2]", "{\"b\":1,\"a\":2}"),
      ("NSDictionary", "\"NS.key.0\":\"b\",\"NS.object.0\":1", "{\"b\":1}"),
      ("NSMutableDictionary", "\"NS.keys\":[\"b\",2],\"NS.objects\":[1,2]", "[[\"b\",1],[2,2]]"),
      (
        "NSDictionary", "\"NS.keys\":[\"$ref\",\"$$id\",\"$x\"],\"NS.objects\":[1,2,3]",
        "{\"$$ref\":1,\"$$$id\":2,\"$x\":3}"
      ),
      ("NSCountedSet", "\"NS.count\":1,\"NS.object0\":\"a\",\"NS.count0\":3", "[[\"a\",3]]"),
      ("NSDate", "\"NS.time\":0", "\"2001-01-01T00:00:00Z\""), ("NSNull", "", "null"),
      ("NSURL", "\"NS.base\":@0,\"NS.relative\":\"a:b\"", "\"a:b\""),
      ("NSURL", "\"NS.base\":@3,\"NS.relative\":\"../d?e#f\"", "\"https://h/x/d?e#f\""),
      ("NSNumber", "\"NS.number\":1.50", "1.50"), ("NSNumber", "\"NS.boolval\":true", "true"),
      ("NSIndexSet", "\"NSRangeCount\":0", "[]"),
      ("NSIndexSet", "\"NSRangeCount\":1,\"NSLocation\":2,\"NSLength\":3", "[{\"location\":2,\"length\":3}]"),
      ("NSIndexPath", "\"NSIndexPathLength\":1,\"NSIndexPathValue\":7", "[7]"),
      ("Point", "\"x\":1,\"y\":[@0,{\"z\":2}]", "{\"$class\":\"Point\",\"x\":1,\"y\":[null,{\"z\":2}]}"),
      ("Point", "\"$$x\":1,\"$id\":2", "{\"$class\":\"Point\",\"$$x\":1,\"$$id\":2}"),
      // Fields that are not those of the class.
      ("NSArray", "\"NS.objects\":[],\"x\":1", "{\"$class\":\"NSArray\",\"NS.objects\":[],\"x\":1}"),
      (
        "NSDictionary", "\"NS.keys\":[1],\"NS.objects\":[]",
        "{\"$class\":\"NSDictionary\",\"NS.keys\":[1],\"NS.objects\":[]}"
      ),
      ("NSString", "\"NS.string\":7", "{\"$class\":\"NSString\",\"NS.string\":7}"),
      ("NSOrderedSet", "\"NS.object.1\":2", "{\"$class\":\"NSOrderedSet\",\"NS.object.1\":2}"),
      ("NSNull", "\"x\":1", "{\"$class\":\"NSNull\",\"x\":1}"),
    ]) { (name: String, fields: String, meaning: String) throws in
      let object = "{\(fields)\(fields.isEmpty ? "" : ",")\"$class\":@2}"
      #expect(
        try unarchived(
          archive(
            object, `class`(name), "{\"NS.base\":@4,\"NS.relative\":\"b/./c\",\"$class\":@2}",
            "{\"NS.base\":@0,\"NS.relative\":\"https://h/x/a\",\"$class\":@2}")) == "{\"root\":\(meaning)}\n")
    }
  }

  /// Data has no place in JSON, so these are read from an XML property list.
  @Test func readsWhatIsPackedInData() async throws {
    try await forEachRow(of: [
      (
        "NSUUID", "<key>NS.uuidbytes</key><data>CthjunWEQM+Ilr2HsygMNA==</data>",
        "\"0AD863BA-7584-40CF-8896-BD87B3280C34\""
      ),
      (
        "NSUUID", "<key>NS.uuidbytes</key><data>AA==</data>",
        "{\"$class\":\"NSUUID\",\"NS.uuidbytes\":\"AA==\"}"
      ),
      ("NSData", "<key>NS.data</key><data>AAEC</data>", "\"AAEC\""),
      (
        "NSAttributedString",
        """
        <key>NSString</key><string>Héllo 🎉you</string><key>NSAttributeInfo</key><data>CAADAQ==</data>\
        <key>NSAttributes</key><array><dict><key>a</key><integer>1</integer></dict><dict/></array>
        """, "[{\"string\":\"Héllo 🎉\",\"attributes\":{\"a\":1}},{\"string\":\"you\",\"attributes\":{}}]"
      ),
      // A run that ends inside a character.
      (
        "NSMutableAttributedString",
        """
        <key>NSString</key><string>🎉</string><key>NSAttributeInfo</key><data>AQABAA==</data><key>NSAttributes</key>\
        <array><dict/></array>
        """,
        """
        {"$class":"NSMutableAttributedString","NSString":"🎉","NSAttributeInfo":"AQABAA==","NSAttributes":[{}]}
        """
      ),
      ("NSAttributedString", "<key>NSString</key><string>a</string>", "[{\"string\":\"a\"}]"),
      (
        "NSColor", "<key>NSColorSpace</key><integer>1</integer><key>NSRGB</key><data>MSAwLjUwIDAA</data>",
        "{\"$class\":\"NSColor\",\"NSColorSpace\":1,\"NSRGB\":[1,0.50,0]}"
      ),
      (
        "NSColor", "<key>NSWhite</key><data>MSA=</data>", "{\"$class\":\"NSColor\",\"NSWhite\":\"MSA=\"}"
      ),
      ("NSString", "<key>NS.bytes</key><data>w6k=</data>", "\"é\""),
      ("NSString", "<key>NS.bytes</key><data>/w==</data>", "{\"$class\":\"NSString\",\"NS.bytes\":\"/w==\"}"),
      (
        "NSIndexSet",
        "<key>NSRangeCount</key><integer>2</integer><key>NSRangeData</key><data>ADLoBzI=</data>",
        "[{\"location\":0,\"length\":50},{\"location\":1000,\"length\":50}]"
      ),
      (
        "NSIndexSet",
        "<key>NSRangeCount</key><integer>2</integer><key>NSRangeData</key><data>////////////</data>",
        "{\"$class\":\"NSIndexSet\",\"NSRangeCount\":2,\"NSRangeData\":\"////////////\"}"
      ),
      (
        "NSIndexPath",
        "<key>NSIndexPathLength</key><integer>2</integer><key>NSIndexPathData</key><data>AegH</data>",
        "[1,1000]"
      ),
      (
        "NSDecimalNumber",
        """
        <key>NS.exponent</key><integer>-2</integer><key>NS.length</key><integer>1</integer><key>NS.negative</key><true/>\
        <key>NS.compact</key><true/><key>NS.mantissa.bo</key><integer>1</integer>\
        <key>NS.mantissa</key><data>OTAAAAAAAAAAAAAAAAAAAA==</data>
        """, "-123.45"
      ),
    ]) { (name: String, fields: String, meaning: String) throws in
      let plist = """
        <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key>\
        <integer>100000</integer><key>$top</key><dict><key>a</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>\
        <key>$objects</key><array><string>$null</string><dict><key>$class</key><dict><key>CF$UID</key><integer>2</integer>\
        </dict>\(fields)</dict><dict><key>$classname</key><string>\(name)</string></dict></array></dict></plist>
        """
      #expect(try unarchived(plist) == "{\"a\":\(meaning)}\n")
      // The same archive in binary form.
      let binary = try CapturedRun(input: Array(plist.utf8))
      #expect(binary.run("convert", "binary1", "-o", "-") == .success)
      let again = try CapturedRun(input: binary.outputBytes)
      #expect(again.run("convert", "json", "--unarchive", "-q", "-o", "-") == .success)
      #expect(again.outputText == "{\"a\":\(meaning)}\n")
    }
  }

  @Test func givesAnObjectThatIsMetTwiceANumber() throws {
    let text = try unarchived(
      archive(
        "{\"me\":@1,\"list\":@2,\"same\":@2,\"set\":@5,\"sets\":[@5],\"once\":@3,\"name\":@6,\"alias\":@6,\"$class\":@4}",
        "{\"NS.objects\":[@1,@6],\"$class\":@7}", "{\"NS.keys\":[],\"NS.objects\":[],\"$class\":@8}",
        `class`("Node"),
        "{\"NS.objects\":[],\"$class\":@9}", "\"n\"", `class`("NSArray"), `class`("NSDictionary"),
        `class`("NSSet"),
        top: "{\"a\":@1,\"b\":@1,\"c\":7}"))
    #expect(
      text
        == "{\"a\":{\"$class\":\"Node\",\"$id\":1,\"me\":{\"$ref\":1},\"list\":{\"$id\":2,\"$value\":[{\"$ref\":1},\"n\"]},"
        + "\"same\":{\"$ref\":2},\"set\":{\"$id\":3,\"$value\":[]},\"sets\":[{\"$ref\":3}],\"once\":{},\"name\":\"n\","
        + "\"alias\":\"n\"},\"b\":{\"$ref\":1},\"c\":7}\n")
  }

  @Test func refusesAnArchiveThatContradictsItself() async throws {
    try await forEachRow(of: [
      ("{\"a\":@7}", "reference to object 7, which does not exist"),
      ("{\"a\":[[@4294967296]]}", "object 4294967296, which"),
      ("{\"$class\":@1}", "object 1 is used as a class and has no '$classname'"),
      ("{\"$class\":@9}", "reference to object 9"), ("{\"$class\":@0}", "object 0 is used as a class"),
      ("@1", "object 3 is only a reference to another object"),
    ]) { (object: String, message: String) in
      for verb in [["convert", "json", "--unarchive"], ["print"]] {
        let text = archive("{\"x\":@3,\"$class\":@2}", `class`("X"), object)
        let run = try CapturedRun(input: Array(text.utf8))
        #expect(Program.run(verb, context: run.context) == .failure)
        #expect(run.outputText.isEmpty)
        #expect(run.errorText.contains(message), "\(run.errorText)")
      }
    }
  }

  /// A list whose elements hold one another is as deep as it is long.
  @Test func refusesObjectsThatAreNestedTooDeeply() throws {
    func chain(_ count: Int) -> String {
      let objects = (1...count).map { "{\"next\":@\($0 == count ? 0 : $0 + 1)}" }
      return archive(objects.joined(separator: ","))
    }
    #expect(try unarchived(chain(511)).hasPrefix("{\"root\":{\"next\":"))
    #expect(try unarchived(chain(512)).contains("nested more than 512 deep"))
    #expect(try unarchived(chain(20_000)).contains("nested more than 512 deep"))
  }

  /// Each object refers twice to the next: written out, that would be 2 to the power of 60.
  @Test func writesSharedObjectsOnce() throws {
    let objects =
      (1...60).map { "{\"NS.objects\":[@\($0 + 1),@\($0 + 1)],\"$class\":@62}" } + ["1", `class`("NSArray")]
    let text = try unarchived(archive(objects.joined(separator: ",")))
    #expect(text.utf8.count < 3000)
    #expect(text.contains("{\"$id\":59,\"$value\":[1,1]},{\"$ref\":59}]"))
  }

  /// A binary property list may have one array in two places of the next: no objects of the archive, and 2 to the power of
  /// 48 of them.
  @Test func refusesStoredContainersThatAreSharedTooOften() throws {
    var writer = BinaryPropertyListSample()
    let leaf = writer.add([0x08])
    var list = leaf
    for _ in 0..<48 { list = writer.add([0xA2, UInt8(list), UInt8(list)]) }
    let bytes = writer.archive(root: list)
    for verb in [["convert", "json", "--unarchive"], ["print"]] {
      let run = try CapturedRun(input: bytes)
      #expect(Program.run(verb, context: run.context) == .failure)
      #expect(run.errorText.contains("would be repeated beyond the limit"), "\(run.errorText)")
    }
  }

  @Test func refusesValuesThatAreRepeatedTooOften() throws {
    let list = "[" + [String](repeating: "@2", count: 4000).joined(separator: ",") + "]"
    let text = try unarchived(archive(list, "\"\(String(repeating: "x", count: 400_000))\""))
    #expect(text.contains("would be repeated beyond the limit"))
  }

  @Test func everyVerbReadsTheObjects() throws {
    let friends = testdata("valid/archives/friends.plist").path
    func output(_ words: String...) throws -> String {
      let run = try CapturedRun()
      _ = Program.run(words, context: run.context)
      return run.outputText
    }
    #expect(try output("extract", "root.friends.0.name", "--unarchive", friends) == "Jörg\n")
    #expect(try output("extract", "/root/friends/0/born", "json", "--unarchive", friends) == "null\n")
    #expect(try output("query", "--unarchive", "$..name", friends) == "[\"Anna\",\"Jörg\"]\n")
    #expect(
      try output("xpath", "--unarchive", "//key[.='name']/following-sibling::string[1]", friends)
        == "Anna\nJörg\n")
    #expect(try output("info", "--unarchive", friends).contains("  date        1\n"))
    #expect(
      try output("print", friends).contains("  root: dictionary (5 keys)\n    $class: string \"Person\"\n"))
    #expect(try output("print", "--raw", friends).contains("$objects: array (11 elements)"))
    #expect(try output("diff", "--unarchive", friends, friends) == "")
  }

  @Test func saysThatAnotherDocumentIsNoArchive() throws {
    let run = try run("convert", "json", "--unarchive", input: "{\"a\":1}")
    #expect(run.output == "{\"a\":1}\n")
    #expect(run.errors.contains("note: not a keyed archive; read as it is stored"))
    #expect(try self.run("print", input: "{\"$objects\":[]}").errors.isEmpty)
  }

  /// What a null becomes in a property list is asked as for JSON.
  @Test func refusesNullInAPropertyList() throws {
    let text = archive("{\"a\":@0,\"$class\":@2}", `class`("X"))
    #expect(try run("convert", "xml1", "--unarchive", input: text).code == .failure)
    let dropped = try run("convert", "xml1", "--unarchive", "--json-null", "drop", input: text)
    #expect(dropped.code == .success && !dropped.output.contains("<key>a</key>"))
  }

  /// Archives that macOS and other programs made.
  @Test(
    .corpus("swift-foundation"),
    arguments: [
      ("NSCountedSet-NumbersAppearingSeveralTimes", "[[3,5],[2,5],[5,5],[1,5],[4,5]]"),
      ("NSMutableOrderedSet-Numbers", "[1,2,3,4,5]"), ("NSIndexPath-Empty", "[]"),
      (
        "NSIndexSet-ManyRanges",
        "[{\"location\":0,\"length\":50},{\"location\":100,\"length\":50},{\"location\":1000,\"length\":50},"
          + "{\"location\":9223372036854775757,\"length\":50}]"
      ),
      (
        "NSMeasurement-Length",
        "{\"$class\":\"NSMeasurement\",\"NS.unit\":{\"$class\":\"NSUnitLength\",\"NS.specifier\":1287,"
          + "\"NS.converter\":{\"$class\":\"NSUnitConverterLinear\",\"NS.coefficient\":1609.34,\"NS.constant\":0.0},"
          + "\"NS.symbol\":\"mi\"},\"NS.value\":45.0}"
      ),
    ]) func readsArchivesOfMacOS(name: String, meaning: String) throws
  {
    let folder = try #require(corpus("swift-foundation"))
    let file = folder.appendingPathComponent("corelibs/Fixtures/macOS-10.14/\(name).archive")
    let run = try CapturedRun(input: readBytes(file))
    #expect(run.run("convert", "json", "--unarchive", "-q", "-o", "-") == .success)
    #expect(run.outputText == "{\"root\":\(meaning)}\n")
  }
}

/// A binary property list of fewer than 256 objects, made object by object.
private struct BinaryPropertyListSample {
  private var bytes = Array("bplist00".utf8)
  private var offsets: [Int] = []

  /// Adds an object by its bytes; returns its number.
  mutating func add(_ object: [UInt8]) -> Int {
    offsets.append(bytes.count)
    bytes += object
    return offsets.count - 1
  }

  private mutating func add(_ text: String) -> Int {
    add(
      (text.utf8.count < 15 ? [0x50 | UInt8(text.utf8.count)] : [0x5F, 0x10, UInt8(text.utf8.count)])
        + text.utf8)
  }

  /// The list as a keyed archive whose object 1 is an object of this one.
  mutating func archive(root: Int) -> [UInt8] {
    let names = ["$archiver", "$top", "$objects", "$version", "root", "NSKeyedArchiver", "$null"].map {
      UInt8(add($0))
    }
    let version = UInt8(add([0x12, 0, 1, 0x86, 0xA0]))
    let reference = UInt8(add([0x80, 1]))
    let top = UInt8(add([0xD1, names[4], reference]))
    let objects = UInt8(add([0xA2, names[6], UInt8(root)]))
    let document = add([0xD4] + names[0..<4] + [names[5], top, objects, version])
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [offsets.count, document, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return bytes
  }
}
