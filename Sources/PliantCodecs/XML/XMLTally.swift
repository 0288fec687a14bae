// Counts the nodes of a document other than elements and text, for readers that omit them.

/// A count, and the offset of the first occurrence.
package struct XMLOccurrences: Sendable {
  package private(set) var count = 0
  /// The offset of the first one in the source.
  package private(set) var offset = 0
  private var last = -1

  /// Counts one, unless it is repeated because the window's end split its tag.
  mutating func add(at offset: Int) {
    guard offset > last else { return }
    last = offset
    if count == 0 { self.offset = offset }
    count += 1
  }

  /// Adds those of a later part of the same source.
  mutating func add(_ later: XMLOccurrences) {
    if count == 0 { offset = later.offset }
    count += later.count
  }
}

/// Counts of the nodes that are neither elements nor text.
package struct XMLTally: Sendable {
  package internal(set) var comments = XMLOccurrences()
  package internal(set) var instructions = XMLOccurrences()
  package internal(set) var documentTypes = XMLOccurrences()
  package internal(set) var sections = XMLOccurrences()
  /// Elements to which the DTD added attributes.
  package internal(set) var defaultedAttributes = XMLOccurrences()
  /// References to entities whose declaration is not in the document.
  package internal(set) var unreadReferences = XMLOccurrences()
  /// Control characters that were accepted although XML forbids them.
  package internal(set) var controlCharacters = XMLOccurrences()
  /// Runs of `--` in comments that were accepted although XML forbids them.
  package internal(set) var commentHyphens = XMLOccurrences()
  /// Carriage returns in text, which were read as line feeds or before one.
  package internal(set) var carriageReturns = XMLOccurrences()

  package init() {}

  /// Adds the counts of a later part of the same source.
  package mutating func add(_ later: XMLTally) {
    comments.add(later.comments)
    instructions.add(later.instructions)
    documentTypes.add(later.documentTypes)
    sections.add(later.sections)
    defaultedAttributes.add(later.defaultedAttributes)
    unreadReferences.add(later.unreadReferences)
    controlCharacters.add(later.controlCharacters)
    commentHyphens.add(later.commentHyphens)
    carriageReturns.add(later.carriageReturns)
  }
}

extension XMLReader {
  /// The tally without a property list's DOCTYPE that declares nothing: it is insignificant.
  package var meaningfulTally: XMLTally {
    var tally = tally
    if let type = documentType, type.isPropertyList, type.internalSubset == nil {
      tally.documentTypes = XMLOccurrences()
    }
    return tally
  }
}

extension ReadLosses {
  /// Records the nodes that values made from an XML document lack.
  package mutating func record(_ tally: XMLTally, keepsNodes: Bool = false) {
    if !keepsNodes {
      record(.comments, tally.comments)
      record(.instructions, tally.instructions)
    }
    record(.documentType, tally.documentTypes)
    record(.cdataAsText, tally.sections)
    record(.defaultedAttributes, tally.defaultedAttributes)
    record(.entityReferences, tally.unreadReferences)
  }

  package mutating func record(_ loss: Loss, _ found: XMLOccurrences) {
    record(loss, count: found.count, at: found.offset)
  }
}
