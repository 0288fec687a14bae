// What can be wrong with a binary property list.

extension DiagnosticCode {
  private static func binary(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "binary/structure", text)
  }

  package static var binaryMagic: DiagnosticCode {
    binary("binary.magic", "not a binary property list: it does not begin with “bplist”")
  }
  package static var binaryVersion: DiagnosticCode {
    binary("binary.version", "version “%” of the binary property list format is not known; version 00 is")
  }
  package static var binaryTooShort: DiagnosticCode {
    binary("binary.too-short", "too short for a binary property list: it was cut off, or is not one")
  }
  package static var binaryOffsetWidth: DiagnosticCode {
    binary("binary.offset-width", "the trailer gives offsets a width of % bytes; 1 to 8 are possible")
  }
  package static var binaryReferenceWidth: DiagnosticCode {
    binary("binary.reference-width", "the trailer gives references a width of % bytes; 1 to 8 are possible")
  }
  package static var binaryReferencesTooNarrow: DiagnosticCode {
    binary("binary.references-too-narrow", "references of this width cannot reach all % objects")
  }
  package static var binaryOffsetsTooNarrow: DiagnosticCode {
    binary("binary.offsets-too-narrow", "offsets of this width cannot reach all objects")
  }
  package static var binaryObjectCount: DiagnosticCode {
    binary("binary.object-count", "the trailer announces % objects, which the file cannot hold")
  }
  package static var binaryTopObject: DiagnosticCode {
    binary("binary.top-object", "the trailer's top object % does not exist")
  }
  package static var binaryOffsetTable: DiagnosticCode {
    binary(
      "binary.offset-table",
      "the trailer's place for the offset table, %, does not fit the file: it was cut off or changed")
  }
  package static var binaryObjectOffset: DiagnosticCode {
    binary("binary.object-offset", "object % lies outside the part of the file that holds objects")
  }
  package static var binaryObjectType: DiagnosticCode {
    binary("binary.object-type", "an object of the unknown type %")
  }
  package static var binaryObjectLength: DiagnosticCode {
    binary("binary.object-length", "an object that runs past the end of the objects")
  }
  package static var binaryCount: DiagnosticCode {
    binary("binary.count", "an object whose length is not an integer")
  }
  package static var binaryReference: DiagnosticCode {
    binary("binary.reference", "a reference to object %, which does not exist")
  }
  package static var binaryCycle: DiagnosticCode {
    binary("binary.cycle", "a container that contains itself")
  }
  package static var binaryDepth: DiagnosticCode {
    binary("binary.depth", "containers nested more than % deep")
  }
  package static var binaryKey: DiagnosticCode {
    binary("binary.key", "a dictionary key that is not a string")
  }
  package static var binaryASCII: DiagnosticCode {
    binary("binary.ascii", "an ASCII string with a byte above 0x7F, whose meaning is not defined")
  }
  package static var binaryUTF16: DiagnosticCode {
    binary("binary.utf16", "a UTF-16 string with half of a surrogate pair, which is not a character")
  }
  package static var binaryUID: DiagnosticCode {
    binary("binary.uid", "a UID of more than 64 bits")
  }
  package static var binaryOverlap: DiagnosticCode {
    binary("binary.overlap", "containers that overlap so much that their contents exceed the file many times")
  }
  package static var binaryRepetition: DiagnosticCode {
    binary("binary.repetition", "strings that are referred to so often that they make more than % of text")
  }
}
