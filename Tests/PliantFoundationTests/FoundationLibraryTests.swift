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

  @Test(arguments: [Format.json, .xmlPropertyList, .binaryPropertyList, .openStep])
  func foundationTypesAreValues(format: Format) throws {
    let bytes = try DocumentEncoder().bytes(of: Everything(), as: format)
    #expect(try DocumentDecoder().decode(Everything.self, from: Data(bytes), format: format) == Everything())
  }

  @Test func decimalsKeepTheirDigits() throws {
    let prices = ["price": try #require(Decimal(string: "1234567890.0123456789"))]
    for format in [Format.json, .xmlPropertyList] {
      let bytes = try DocumentEncoder().bytes(of: prices, as: format)
      #expect(try DocumentDecoder().decode([String: Decimal].self, from: Data(bytes)) == prices)
    }
    // A binary property list has doubles only.
    #expect(throws: DocumentError.self) { try DocumentEncoder().bytes(of: prices, as: .binaryPropertyList) }
  }

  @Test func typesOfTheDocument() throws {
    let document = try DocumentEncoder().encode(Everything())
    #expect(document["when"]?.kind == .date)
    #expect(document["data"]?.kind == .data)
    #expect(document["url"]?.string == "https://example.org/a?b=c#d")
    #expect(document["price"]?.digits == "1234567890.25")
    #expect(Date(try #require(document["when"]?.date)) == Everything().when)
  }

  @Test func dataAndURLs() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("x.plist")
      let document = try Document(Data("{\"a\": [1]}".utf8))
      try document.write(to: file, as: .xmlPropertyList)
      #expect(try Document(contentsOf: file)["a"]?[0]?.int == 1)
      #expect(try document.data(as: .json) == Data("{\"a\":[1]}\n".utf8))
    }
  }

  @Test func decimalsAreNumbersThroughout() throws {
    for text in ["\"1,5\"", "\"12abc\"", "\"0x1F\"", "\"1.5\"", "1e400", "true"] {
      #expect(throws: DecodingError.self, "\(text)") {
        try DocumentDecoder().decode([Decimal].self, from: "[\(text)]")
      }
    }
    #expect(try DocumentDecoder().decode([Decimal].self, from: "( 1.5, 2 )", format: .openStep) == [1.5, 2])
    #expect(throws: DecodingError.self) {
      try DocumentDecoder().decode([Decimal].self, from: "( 12abc )", format: .openStep)
    }
  }

  @Test func otherURLsAreErrors() throws {
    let url = try #require(URL(string: "https://example.org/etc/passwd"))
    let error = #expect(throws: DocumentError.self) { try Document(contentsOf: url) }
    #expect(error?.rule == .fileRead)
    #expect(throws: DocumentError.self) { try Document(1).write(to: url, as: .json) }
    #expect(throws: DocumentError.self) { try DocumentEditor(contentsOf: url) }
    #expect(throws: DocumentError.self) { try DocumentRecords(contentsOf: url) }
    #expect(throws: DocumentError.self) { try DocumentLinter().lint(contentsOf: url) }
  }

  @Test func errorsAreLocalized() throws {
    let error = #expect(throws: DocumentError.self) { try Document("{\"a\": }") }
    #expect((error as (any Error)?)?.localizedDescription == error?.description)
    #expect(error?.localizedDescription.hasPrefix("1:7: ") == true)
  }
}
