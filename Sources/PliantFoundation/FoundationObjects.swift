import Foundation
import PliantCoding
import PliantCore

import struct PliantCoding.Document

/// Converts documents to Foundation objects and back.
///
/// A dictionary's order and the difference between a set's and an array's order are lost in Foundation
/// objects; everything else that they can represent round-trips.
public enum FoundationObjects {
  /// Returns the objects of a document.
  ///
  /// With no options arrays, dictionaries and leaves are `Array`, `Dictionary` and Swift values;
  /// `mutableContainers` makes the containers `NSMutableArray` and `NSMutableDictionary`,
  /// `mutableContainersAndLeaves` strings and data `NSMutableString` and `NSMutableData` as well; on Linux
  /// the accessors of `NSMutableArray` and `NSMutableDictionary` still return their elements as Swift values.
  /// Sets are `NSSet` or `NSMutableSet`, null is `NSNull`, a keyed archiver's reference is the dictionary
  /// `{"CF$UID": n}`. Throws a `FoundationBridgeError` for integers of more than 64 bits and for keys that
  /// `String` treats as equal.
  public static func object(
    of document: Document, options: PropertyListSerialization.ReadOptions = []
  ) throws(FoundationBridgeError) -> Any {
    var builder = FoundationObjectBuilder(for: .library, options: options)
    do throws(Failure) {
      try document.tape.send(into: &builder)
    } catch { throw builder.problem ?? .unreadable(error.message) }
    return builder.result
  }

  /// Returns the document of an object tree as PropertyListSerialization and JSONSerialization use it.
  ///
  /// A dictionary's keys are sorted by UTF-16 code units, since Foundation keeps no order. Throws a
  /// `FoundationBridgeError` for objects of other types, keys that are not strings, nesting beyond 512, and objects that
  /// occur in so many places that they exceed the limit `expandedValues`.
  public static func document(of object: Any) throws(FoundationBridgeError) -> Document {
    var builder = DocumentBuilder(source: .empty)
    var walk = FoundationObjectWalk()
    try walk.send(object, into: &builder)
    do throws(Failure) {
      return Document(try builder.finish())
    } catch { throw .unreadable(error.message) }
  }
}

/// Keeps a copy of data at a fixed address.
final class DataOwner {
  let view: ByteView
  private let memory: UnsafeMutableRawBufferPointer

  init(_ data: Data) {
    memory = .allocate(byteCount: max(data.count, 1), alignment: 16)
    data.copyBytes(to: memory)
    view = ByteView(UnsafeRawBufferPointer(rebasing: memory[..<data.count]))
  }

  deinit { memory.deallocate() }
}
