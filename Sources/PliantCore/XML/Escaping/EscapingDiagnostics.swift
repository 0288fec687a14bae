extension DiagnosticCode {
  private static func reference(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "xml/undefined-entity", text)
  }

  package static var characterNotInXML: DiagnosticCode {
    DiagnosticCode(
      "escape.character", rule: "xml/illegal-character",
      "% is not allowed in XML, not even as a reference")
  }
  package static var bareAmpersand: DiagnosticCode {
    reference(
      "reference.bare-ampersand",
      "unescaped '&'; write &amp; for the character itself")
  }
  package static var referenceWithoutEnd: DiagnosticCode {
    reference("reference.without-end", "missing ';' after the reference &%")
  }
  package static var unknownReference: DiagnosticCode {
    reference("reference.unknown", "undefined entity '&%;'")
  }
  package static var referenceNumber: DiagnosticCode {
    reference("reference.number", "missing digits in the reference; write &#233; or &#xE9;")
  }
  package static var referenceToNoCharacter: DiagnosticCode {
    reference("reference.no-character", "invalid reference to %, which XML does not allow")
  }
}
