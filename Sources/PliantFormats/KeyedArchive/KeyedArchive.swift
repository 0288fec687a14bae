// NSKeyedArchiver's documents decoded to their objects.
//
//   {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID 1}, "$objects": [
//     "$null",                                                          0: the null reference
//     {"$class": UID 3, "name": UID 2, "friend": UID 1},                1: refers to itself
//     "Anna",                                                           2
//     {"$classname": "Person", "$classes": ["Person", "NSObject"]}]}    3
//
// gives
//
//   {"root": {"$class": "Person", "$id": 1, "name": "Anna", "friend": {"$ref": 1}}}
//
// KeyedArchiveObject.swift determines the representation of an object, KeyedArchiveWalk.swift the order of
// the traversal.

package struct KeyedArchive {
  package let document: Document
  package let top: Int
  /// The tape index of each object, classes and the null reference included.
  package let objects: [Int]
  /// Cached names of classes, because a class may have many objects.
  private let classNames = ClassNames()

  private final class ClassNames {
    var places: [UInt64: Int] = [:]
  }

  /// Recognises an archive by its keys; nil for any other document.
  package init?(_ document: Document) {
    let root = DocumentValue(document)
    guard root.value(forKey: "$archiver")?.text != nil, let top = root.value(forKey: "$top"),
      top.isDictionary, let list = root.value(forKey: "$objects"), list.container == .array
    else { return nil }
    self.document = document
    self.top = top.index
    objects = document.elements(of: list.index)
  }

  /// Returns the archive's roots, by key, decoded to objects.
  ///
  /// Throws `archive.reference`, `archive.class` or `archive.alias` if the archive contradicts itself, and
  /// `archive.depth` or `archive.expansion` if it exceeds a limit.
  ///
  /// `nesting` is the number of archives around this one.
  package func unarchived(nesting: Int = 0) throws(Failure) -> Document {
    var walk = KeyedArchiveWalk(self, nesting: nesting)
    try walk.run()
    walk.rewind()
    try walk.run()
    var origin = document.origin
    origin.isRearranged = true
    return try walk.builder.finish(owner: document, origin: origin)
  }

  /// The number of the object that the value at a tape index refers to, or nil if it is not a reference.
  ///
  /// A reference is a UID, or the dictionary `{"CF$UID": n}` in formats without UIDs.
  package func reference(at index: Int) -> UInt64? {
    if document.tag(at: index) == .uid { return document.bits(at: index) }
    guard document.containerKind(at: index) == .dictionary, document.count(at: index) == 1,
      document.text(at: index + 2) == "CF$UID"
    else { return nil }
    let value = DocumentValue(document, at: document.next(after: index + 2)).integer
    return value.flatMap { UInt64(exactly: $0) }
  }

  /// Returns the tape index of an object by its number; throws `archive.reference` if it does not exist.
  package func object(_ number: UInt64) throws(Failure) -> Int {
    guard number < UInt64(objects.count) else { throw Failure(.archiveReference, "\(number)") }
    return document.resolved(objects[Int(number)])
  }

  package func isNull(_ number: UInt64) -> Bool {
    guard number == 0, let first = objects.first, document.tag(at: first) == .string else { return false }
    return document.text(at: first) == "$null"
  }

  /// The value at a tape index or, for a reference, the object.
  package func followed(_ index: Int) throws(Failure) -> Int {
    let at = document.resolved(index)
    guard let number = reference(at: at) else { return at }
    return try object(number)
  }

  /// The tape index of the name of an object's class; nil if the object has no class.
  package func className(of object: Int) throws(Failure) -> Int? {
    guard let value = DocumentValue(document, at: object).value(forKey: "$class"),
      let number = reference(at: value.index)
    else { return nil }
    if let known = classNames.places[number] { return known }
    let name = DocumentValue(document, at: try self.object(number)).value(forKey: "$classname")
    guard let name, name.text != nil else { throw Failure(.archiveClass, "\(number)") }
    classNames.places[number] = name.index
    return name.index
  }
}
