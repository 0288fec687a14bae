// Errors in XML property lists that are well-formed XML.

extension DiagnosticCode {
  private static func structure(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "plist/structure", text)
  }
  private static func value(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "plist/value", text)
  }

  package static var plistUnknownElement: DiagnosticCode {
    structure("plist.unknown-element", "unknown element <%> in a property list")
  }
  package static var plistElementInValue: DiagnosticCode {
    structure("plist.element-in-value", "unexpected <%> in a value that contains only text")
  }
  package static var plistText: DiagnosticCode {
    structure("plist.text", "unexpected text between the elements of a property list")
  }
  package static var plistEmpty: DiagnosticCode {
    structure("plist.empty", "expected a value, found an empty property list")
  }
  package static var plistSecondValue: DiagnosticCode {
    structure("plist.second-value", "unexpected second value <%> in <plist>")
  }
  package static var plistKeyWithoutValue: DiagnosticCode {
    structure("plist.key-without-value", "missing value for the key '%'")
  }
  package static var plistValueWithoutKey: DiagnosticCode {
    structure("plist.value-without-key", "missing <key> before the value <%> of a dictionary")
  }
  package static var plistMisplacedKey: DiagnosticCode {
    structure("plist.misplaced-key", "unexpected <key> outside a dictionary")
  }
  package static var plistTooDeep: DiagnosticCode {
    structure("plist.too-deep", "containers are nested more than % deep")
  }
  package static var plistNotEmpty: DiagnosticCode { structure("plist.not-empty", "<%> must be empty") }
  package static var plistBadInteger: DiagnosticCode { value("plist.bad-integer", "'%' is not an integer") }
  package static var plistHugeInteger: DiagnosticCode {
    value("plist.huge-integer", "the integer % needs more than 128 bits")
  }
  package static var plistBadReal: DiagnosticCode { value("plist.bad-real", "'%' is not a real number") }
  package static var plistBadDate: DiagnosticCode {
    value("plist.bad-date", "'%' is not a date such as 2024-02-29T12:00:00Z")
  }
  package static var plistBadData: DiagnosticCode { value("plist.bad-data", "invalid Base64: %") }
  package static var plistUnwritableCharacter: DiagnosticCode {
    value("plist.unwritable-character", "XML cannot represent the character %")
  }
}
