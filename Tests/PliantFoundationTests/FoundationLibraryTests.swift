// Foundation's types in documents, and coders in the manner of Foundation's.

import Foundation
import PliantFoundation
import PliantKit
import TestSupport
import Testing

@Suite struct FoundationLibraryTests {
  struct Everything: Codable, Equatable {
    var url = URL(string: "https://example.org/a?b=c#d")
    var when = Date(timeIntervalSinceReferenceDate: 86_400)
    var data = Data([0, 1, 255])
    var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var price = Decimal(string: "1234567890.25")
    var list = [Date(timeIntervalSinceReferenceDate: 0)]
    var text = "Grüße"
    var number = 1
  }

  @Test(arguments: [Format.json, .xml1, .binary1, .openstep])
  func foundationTypesAreValues(format: Format) throws {
    let bytes = try DocumentEncoder().encode(Everything(), as: format)
    #expect(try DocumentDecoder().decode(Everything.self, from: Data(bytes), format: format) == Everything())
  }

  @Test func decimalsKeepTheirDigits() throws {
    let prices = ["price": try #require(Decimal(string: "1234567890.0123456789"))]
    for format in [Format.json, .xml1] {
      let bytes = try DocumentEncoder().encode(prices, as: format)
      #expect(try DocumentDecoder().decode([String: Decimal].self, from: Data(bytes)) == prices)
    }
    // A binary property list has doubles only.
    #expect(throws: DocumentError.self) { try DocumentEncoder().encode(prices, as: .binary1) }
  }

  @Test func typesOfTheDocument() throws {
    let document = try DocumentEncoder().encode(Everything())
    #expect(document["when"]?.kind == .date)
    #expect(document["data"]?.kind == .data)
    #expect(document["url"]?.string == "https://example.org/a?b=c#d")
    #expect(document["price"]?.number == "1234567890.25")
    #expect(Date(try #require(document["when"]?.date)) == Everything().when)
  }

  @Test func dataAndURLs() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("x.plist")
      let document = try Document.read(Data("{\"a\": [1]}".utf8))
      try document.write(to: file, as: .xml1)
      #expect(try Document.read(contentsOf: file)["a"]?[0]?.int == 1)
      #expect(try document.data(as: .json) == Data("{\"a\":[1]}\n".utf8))
    }
  }

  struct Simple: Codable, Equatable {
    struct Part: Codable, Equatable {
      var b = "x"
      var a = [1.5, 2]
    }
    var text = "Grüße & <Köln>"
    var count = -7
    var flag = true
    var when = Date(timeIntervalSinceReferenceDate: 86_400)
    var data = Data("Hallo".utf8)
    var parts = [Part(), Part()]
    var table = ["k": 1]
  }

  @Test func codersTakeWhatFoundationsTake() throws {
    var ours = PliantPropertyListEncoder()
    let theirs = PropertyListEncoder()
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      ours.outputFormat = format
      theirs.outputFormat = format
      let (mine, other) = (try ours.encode(Simple()), try theirs.encode(Simple()))
      if format == .xml {
        #expect(String(decoding: mine, as: UTF8.self) == String(decoding: other, as: UTF8.self))
      }
      #expect(try PropertyListDecoder().decode(Simple.self, from: mine) == Simple())
      var found = PropertyListSerialization.PropertyListFormat.openStep
      #expect(try PliantPropertyListDecoder().decode(Simple.self, from: other, format: &found) == Simple())
      #expect(found == format)
    }
    #expect(throws: DecodingError.self) {
      try PliantPropertyListDecoder().decode(Simple.self, from: Data("<plist><dict/>".utf8))
    }
    let list = Data("{ k = 1; }".utf8)
    #expect(try PliantPropertyListDecoder().decode([String: Int].self, from: list) == ["k": 1])
  }
}
