// Constructs of XML property lists that readers treat differently.

/// A construct that some readers of XML property lists read differently, ignore or refuse.
package enum ReaderDifference: Int, CaseIterable, Sendable {
  /// `IDREF="1"`: the value of the element with this ID. Apple's user-space readers and Python ignore both.
  case sharedValue
  /// `<data format="hex">`: Apple's user-space readers and Python decode it as Base64.
  case hexadecimalData
  /// Any other attribute, which every reader ignores.
  case unknownAttribute
  /// Base64 whose last group of four digits is incomplete: CoreFoundation drops it, Python refuses it.
  case incompleteData
  /// Base64 that continues after its padding: CoreFoundation decodes the rest, Python ignores it.
  case dataAfterPadding
  /// A comment or processing instruction in a value, which CoreFoundation refuses.
  case markupInValue
  /// A CDATA section in a number, a date or data, which CoreFoundation refuses.
  case sectionInValue
  /// An integer of more than 64 bits, which CoreFoundation refuses.
  case wideInteger
  /// A DOCTYPE with declarations, which CoreFoundation and Python refuse.
  case documentTypeSubset
  /// A comment that begins with `>` or `->`, with which some parsers of Apple end it.
  case commentStart
  /// A carriage return in a string: CoreFoundation keeps it, XML readers read a line feed.
  case carriageReturn
  /// A document that begins neither with `<?xml` nor with `<plist`, which Python refuses.
  case bareValue
}

/// The occurrences of each difference in a document.
package struct ReaderDifferences: Sendable {
  private var occurrences = [XMLOccurrences](
    repeating: XMLOccurrences(), count: ReaderDifference.allCases.count)

  package subscript(_ difference: ReaderDifference) -> XMLOccurrences { occurrences[difference.rawValue] }

  mutating func add(_ difference: ReaderDifference, at offset: Int) {
    occurrences[difference.rawValue].add(at: offset)
  }
}
