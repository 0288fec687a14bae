// Archives that Foundation's own NSKeyedArchiver makes, as the objects that were put in.

import Foundation
import PliantCore
import TestSupport
import Testing

/// An object of a class of its own, which may refer to itself; Foundation wants such a class to be at the top level.
final class Employee: NSObject, NSCoding {
  let name: String
  var manager: Employee?
  var reports: [Employee] = []

  init(name: String) { self.name = name }

  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(manager, forKey: "manager")
    coder.encode(NSArray(array: reports), forKey: "reports")
    coder.encode(reports.count, forKey: "count")
  }
}

@Suite struct KeyedArchiverTests {
  /// The archive's objects as tagged JSON with sorted keys.
  private func unarchived(_ archive: Data) throws -> String {
    var conversion = Route(to: .json)
    conversion.reading.archives = .asObjects
    let bytes = Array(archive)
    return try bytes.withByteView { view in try shown(.init(conversion.reading.load(view).document)) }
  }

  private func archived(_ object: Any, as format: PropertyListSerialization.PropertyListFormat = .binary)
    -> Data
  {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = format
    archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    return archiver.encodedData
  }

  /// Objects of Foundation's classes, and what they are shown as.
  private func objects() -> [(NSObject, String)] {
    [
      ("string" as NSString, "\"string\""), (NSMutableString(string: "é"), "\"é\""),
      (NSNumber(value: 7), "7"),
      (NSNumber(value: 1.5), "1.5"), (NSNumber(value: true), "true"), (NSNull(), "null"),
      (NSArray(array: [1, "a", NSNull()]), "[1,\"a\",null]"), (NSMutableArray(array: [[1], []]), "[[1],[]]"),
      (NSDictionary(dictionary: ["b": [1, 2], "a": "x"]), "{\"a\":\"x\",\"b\":[1,2]}"),
      (NSDictionary(dictionary: [1: "x"]), "[[1,\"x\"]]"), (NSSet(array: ["a"]), "[\"a\"]"),
      (NSDate(timeIntervalSinceReferenceDate: 0.5), "{\"$date\":\"2001-01-01T00:00:00.5Z\"}"),
      (NSData(data: Data([0, 1, 2])), "{\"$data\":\"AAEC\"}"),
      (
        NSUUID(uuidString: "0AD863BA-7584-40CF-8896-BD87B3280C34") ?? NSUUID(),
        "\"0AD863BA-7584-40CF-8896-BD87B3280C34\""
      ), (NSURL(string: "https://swift.org/a?b") ?? NSURL(fileURLWithPath: "/"), "\"https://swift.org/a?b\""),
      (NSIndexSet(indexesIn: NSRange(location: 3, length: 4)), "[{\"length\":4,\"location\":3}]"),
      (NSIndexPath(indexes: [1, 300, 2], length: 3), "[1,300,2]"), (NSOrderedSet(array: [3, 1]), "[3,1]"),
    ]
  }

  @Test func readsFoundationsClasses() throws {
    for (object, meaning) in objects() {
      #expect(try unarchived(archived(object)) == "{\"root\":\(meaning)}")
      #expect(try unarchived(archived(object, as: .xml)) == "{\"root\":\(meaning)}")
    }
  }

  @Test func readsObjectsThatReferToEachOther() throws {
    let boss = Employee(name: "Anna")
    let worker = Employee(name: "Jörg")
    worker.manager = boss
    boss.reports = [worker, worker]
    let text = try unarchived(archived(boss))
    #expect(
      text == """
        {"root":{"$class":"PliantFoundationTests.Employee","$id":1,"count":2,"manager":null,"name":"Anna","reports":[{\
        "$class":"PliantFoundationTests.Employee","$id":2,"count":0,"manager":{"$ref":1},"name":"Jörg","reports":[]},{"$ref":2}]}}
        """)
  }
}
