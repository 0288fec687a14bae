// Documents to Foundation objects and back, with every read option.

import Foundation
import PliantCoding
import PliantCore
import PliantFoundation
import PliantKit
import TestSupport
import Testing

import struct PliantCoding.Document

/// The document's sorted JSON-like text, by pliant's own writer.
func shown(_ document: PliantCoding.Document) throws -> String {
  var options = ReplayOptions()
  options.sortKeys = true
  options.encodesTags = .json
  var writer = JSONWriter()
  try document.tape.send(options: options, into: &writer)
  return String(decoding: writer.finish().bytes, as: UTF8.self)
}

@Suite struct FoundationObjectsTests {
  private static let text = """
    {"array":[1,-2,1.5,true,false,null,"é"],"empty":{},"big":18446744073709551615}
    """

  private func document(_ text: String = Self.text) throws -> Document {
    try Document(text, format: .json)
  }

  @Test func makesSwiftValues() throws {
    let object = try #require(try FoundationObjects.object(of: document()) as? [String: Any])
    let array = try #require(object["array"] as? [Any])
    #expect(array[0] as? Int == 1)
    #expect(array[2] as? Double == 1.5)
    #expect(type(of: array[3]) == Bool.self)
    #expect(array[5] is NSNull)
    #expect(object["big"] as? UInt64 == .max)
    #expect(!(object["empty"] is NSMutableDictionary))
  }

  @Test func makesMutableContainers() throws {
    let object = try FoundationObjects.object(of: document(), options: .mutableContainers)
    let dictionary = try #require(object as? NSMutableDictionary)
    dictionary["new"] = 1
    #expect(dictionary.count == 4)
    let array = try FoundationObjects.object(of: document("[1,\"a\"]"), options: .mutableContainers)
    let elements = try #require(array as? NSMutableArray)
    elements.add(2)
    #expect(elements == [1, "a", 2])
    let text = try FoundationObjects.object(of: document("\"a\""), options: .mutableContainers)
    #expect(!(text is NSMutableString))
    #if canImport(Darwin)
      #expect(dictionary["array"] is NSMutableArray)
    #endif
  }

  @Test func makesMutableLeaves() throws {
    let string = try FoundationObjects.object(
      of: document("\"Baustelle\""), options: .mutableContainersAndLeaves)
    let text = try #require(string as? NSMutableString)
    text.append(" Nord")
    #expect(text == "Baustelle Nord")
    let data = try Document("<plist><data>AAE=</data></plist>")
    let object = try FoundationObjects.object(of: data, options: .mutableContainersAndLeaves)
    let bytes = try #require(object as? NSMutableData)
    bytes.append(Data([2]))
    #expect(bytes == Data([0, 1, 2]) as NSData)
  }

  @Test func comesBackUnchanged() throws {
    for name in ["types", "uid", "shared", "null", "fraction", "set"] {
      let data = try Data(contentsOf: testdata("valid/binary-plist/\(name).plist"))
      let document = try Document(data)
      let object = try FoundationObjects.object(of: document)
      let back = try FoundationObjects.document(of: object)
      if name == "set" {
        #expect(back.count == 3)
      } else {
        // A reference comes back as the dictionary that stands for it everywhere.
        let expected = try shown(document).replacing("$uid", with: "CF$UID")
        #expect(try shown(back) == expected, "\(name)")
      }
    }
  }

  @Test func takesWhatUsersHave() throws {
    let cases: [(Any, String)] = [
      (NSNumber(value: true), "true"), (NSNumber(value: 1), "1"), (NSNumber(value: 1.5), "1.5"),
      (NSNumber(value: UInt64.max), "18446744073709551615"), (UInt8(7), "7"), (Float(0.5), "0.5"),
      (Decimal(string: "0.10") ?? 0, "0.1"), (NSMutableString(string: "a"), "\"a\""),
      (NSMutableArray(array: [1, NSMutableDictionary(dictionary: ["b": 2])]), "[1,{\"b\":2}]"),
      (["b": 1, "a": 2], "{\"a\":2,\"b\":1}"), (NSNull(), "null"),
      (Data([0, 1]), "{\"$data\":\"AAE=\"}"),
      (Date(timeIntervalSinceReferenceDate: 0), "{\"$date\":\"2001-01-01T00:00:00Z\"}"),
    ]
    for (object, expected) in cases {
      #expect(try shown(try FoundationObjects.document(of: object)) == expected)
    }
  }

  @Test func refusesWhatHasNoCounterpart() throws {
    #expect(throws: FoundationBridgeError.unsupportedType("Locale")) {
      try FoundationObjects.document(of: [Locale(identifier: "de")] as [Any])
    }
    #expect(throws: FoundationBridgeError.keyNotString("Int")) {
      try FoundationObjects.document(of: [1: "a"] as [AnyHashable: Any])
    }
    #expect(throws: FoundationBridgeError.wideInteger("18446744073709551616")) {
      try FoundationObjects.object(of: try document("18446744073709551616"))
    }
    #expect(throws: FoundationBridgeError.equivalentKeys("e\u{301}")) {
      try FoundationObjects.object(of: try document("{\"\u{E9}\":1,\"e\u{301}\":2}"))
    }
    var nested: Any = 1
    for _ in 0..<513 { nested = [nested] as [Any] }
    #expect(throws: FoundationBridgeError.tooDeep) { try FoundationObjects.document(of: nested) }
    #expect(throws: DocumentError.self) { try document("{") }
  }
}
