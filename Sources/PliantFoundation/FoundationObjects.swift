// The library's interchange between documents and Foundation objects.

import Foundation
import PliantCore

/// Documents as Foundation objects, and back.
///
/// A dictionary's order and the difference between a set's and an array's order are lost in Foundation objects;
/// everything else that they can hold comes back as it was.
public enum FoundationObjects {
  /// The objects of a document.
  ///
  /// With no options arrays, dictionaries and leaves are `Array`, `Dictionary` and Swift values; `mutableContainers`
  /// makes the containers `NSMutableArray` and `NSMutableDictionary`, `mutableContainersAndLeaves` strings and data
  /// `NSMutableString` and `NSMutableData` as well; on Linux the accessors of `NSMutableArray` and
  /// `NSMutableDictionary` give what lies inside them as Swift values all the same. Sets are `NSSet` or `NSMutableSet`, null is `NSNull`, a keyed
  /// archiver's reference is the dictionary `{"CF$UID": n}`. Throws a `FoundationBridgeError` for integers of more
  /// than 64 bits and for keys that `String` takes for the same.
  public static func object(
    of document: Document, options: PropertyListSerialization.ReadOptions = []
  ) throws(FoundationBridgeError) -> Any {
    var builder = FoundationObjectBuilder(for: .library, options: options)
    var replay = Replay(document)
    do throws(Failure) {
      try replay.run(into: &builder)
    } catch {
      throw builder.problem ?? .unreadable(error.message)
    }
    return builder.result
  }

  /// The document of an object tree as PropertyListSerialization and JSONSerialization make and take it.
  ///
  /// A dictionary's keys come sorted by UTF-16 code units, since Foundation keeps no order. Throws a
  /// `FoundationBridgeError` for objects of other types, keys that are not strings, and nesting beyond 512.
  public static func document(of object: Any) throws(FoundationBridgeError) -> Document {
    var builder = DocumentBuilder(source: .empty)
    var walk = FoundationObjectWalk()
    try walk.send(object, into: &builder)
    do throws(Failure) {
      return try builder.finish()
    } catch {
      throw .unreadable(error.message)
    }
  }

  /// The document that the bytes of a property list or JSON text hold, read by pliant's own codecs.
  ///
  /// Without a format it is recognised by content. Throws `FoundationBridgeError.unreadable` with the place and the
  /// reason.
  public static func document(
    reading data: Data, format: Format? = nil
  ) throws(FoundationBridgeError) -> Document {
    let owner = DataOwner(data)
    var options = Route(to: .json)
    options.source = format
    do throws(Diagnostic) {
      let loaded = try options.load(owner.view)
      return try withExtendedLifetime(owner) { () throws(Diagnostic) in try copy(of: loaded.document) }
    } catch {
      throw .unreadable(error.message)
    }
  }

  /// A document of its own bytes only.
  private static func copy(of document: Document) throws(Diagnostic) -> Document {
    do throws(Failure) {
      var builder = DocumentBuilder(source: .empty)
      var replay = Replay(document)
      try replay.run(into: &builder)
      return try builder.finish()
    } catch {
      throw Diagnostic(error)
    }
  }
}

/// Keeps a copy of data at a fixed place.
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
