// What is in a document beside its elements and their text, counted while it is read, for whoever leaves it out.

/// How often something was met, and where first.
package struct XMLOccurrences: Sendable {
  package private(set) var count = 0
  /// Where the first one begins, in the source.
  package private(set) var offset = 0
  private var last = -1

  /// Counts one; what is met again because the window's end cut its tag does not count.
  mutating func add(at offset: Int) {
    guard offset > last else { return }
    last = offset
    if count == 0 { self.offset = offset }
    count += 1
  }

  /// Counts those of a later part of the same source.
  mutating func add(_ later: XMLOccurrences) {
    if count == 0 { offset = later.offset }
    count += later.count
  }
}

/// What was met of all that is neither an element nor text.
package struct XMLTally: Sendable {
  package internal(set) var comments = XMLOccurrences()
  package internal(set) var instructions = XMLOccurrences()
  package internal(set) var documentTypes = XMLOccurrences()
  package internal(set) var sections = XMLOccurrences()
  /// Elements to which the DTD added attributes.
  package internal(set) var defaultedAttributes = XMLOccurrences()
  /// References to entities whose declaration is not in the document.
  package internal(set) var unreadReferences = XMLOccurrences()
  /// Control characters that XML does not allow and that were taken all the same.
  package internal(set) var controlCharacters = XMLOccurrences()

  package init() {}

  /// Counts what was met in a later part of the same source.
  mutating func add(_ later: XMLTally) {
    comments.add(later.comments)
    instructions.add(later.instructions)
    documentTypes.add(later.documentTypes)
    sections.add(later.sections)
    defaultedAttributes.add(later.defaultedAttributes)
    unreadReferences.add(later.unreadReferences)
    controlCharacters.add(later.controlCharacters)
  }
}

extension XMLReader {
  /// What was met, without the DOCTYPE of a property list that declares nothing: to have none means the same.
  var meaningfulTally: XMLTally {
    var tally = tally
    if let type = documentType, type.isPropertyList, type.internalSubset == nil {
      tally.documentTypes = XMLOccurrences()
    }
    return tally
  }
}

extension ReadingLedger {
  /// Counts what values made of an XML document do not show.
  mutating func record(_ tally: XMLTally, keepsNodes: Bool = false) {
    if !keepsNodes {
      record(.comments, tally.comments)
      record(.instructions, tally.instructions)
    }
    record(.documentType, tally.documentTypes)
    record(.cdataAsText, tally.sections)
    record(.defaultedAttributes, tally.defaultedAttributes)
    record(.entityReferences, tally.unreadReferences)
  }

  mutating func record(_ loss: Loss, _ found: XMLOccurrences) {
    record(loss, count: found.count, at: found.offset)
  }
}
