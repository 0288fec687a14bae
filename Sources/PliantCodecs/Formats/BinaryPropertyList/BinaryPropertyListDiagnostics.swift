// Errors in binary property lists.

extension DiagnosticCode {
  private static func binary(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "binary/structure", text)
  }

  package static var binaryMagic: DiagnosticCode {
    binary("binary.magic", "not a binary property list: it does not begin with 'bplist'")
  }
  package static var binaryVersion: DiagnosticCode {
    binary("binary.version", "unknown version '%' of the binary property list format; expected 00")
  }
  package static var binaryTooShort: DiagnosticCode {
    binary("binary.too-short", "too short for a binary property list; the file may be truncated")
  }
  package static var binaryOffsetWidth: DiagnosticCode {
    binary("binary.offset-width", "invalid offset width % in the trailer; expected 1 to 8 bytes")
  }
  package static var binaryReferenceWidth: DiagnosticCode {
    binary("binary.reference-width", "invalid reference width % in the trailer; expected 1 to 8 bytes")
  }
  package static var binaryReferencesTooNarrow: DiagnosticCode {
    binary("binary.references-too-narrow", "references of this width cannot reach all % objects")
  }
  package static var binaryOffsetsTooNarrow: DiagnosticCode {
    binary("binary.offsets-too-narrow", "offsets of this width cannot reach all objects")
  }
  package static var binaryObjectCount: DiagnosticCode {
    binary("binary.object-count", "the trailer declares % objects, more than the file can contain")
  }
  package static var binaryTopObject: DiagnosticCode {
    binary("binary.top-object", "the trailer's top object % does not exist")
  }
  package static var binaryOffsetTable: DiagnosticCode {
    binary(
      "binary.offset-table",
      "the offset table at % does not fit the file, which may be truncated or damaged")
  }
  package static var binaryObjectOffset: DiagnosticCode {
    binary("binary.object-offset", "object % is outside the object area of the file")
  }
  package static var binaryObjectType: DiagnosticCode {
    binary("binary.object-type", "unknown object type %")
  }
  package static var binaryObjectLength: DiagnosticCode {
    binary("binary.object-length", "an object extends past the end of the object area")
  }
  package static var binaryCount: DiagnosticCode {
    binary("binary.count", "the length of an object is not an integer")
  }
  package static var binaryReference: DiagnosticCode {
    binary("binary.reference", "reference to object %, which does not exist")
  }
  package static var binaryCycle: DiagnosticCode { binary("binary.cycle", "a container contains itself") }
  package static var binaryDepth: DiagnosticCode {
    binary("binary.depth", "containers nested more than % deep")
  }
  package static var binaryKey: DiagnosticCode { binary("binary.key", "a dictionary key is not a string") }
  package static var binaryASCII: DiagnosticCode {
    binary("binary.ascii", "invalid byte above 0x7F in an ASCII string")
  }
  package static var binaryUTF16: DiagnosticCode {
    binary("binary.utf16", "unpaired surrogate in a UTF-16 string")
  }
  package static var binaryUID: DiagnosticCode { binary("binary.uid", "a UID of more than 64 bits") }
  package static var binaryOverlap: DiagnosticCode {
    binary("binary.overlap", "overlapping containers whose contents exceed the file many times over")
  }
  package static var binaryRepetition: DiagnosticCode {
    binary("binary.repetition", "strings referenced so often that they expand to more than % of text")
  }
}
