// What can be wrong with an XML property list that is well-formed XML.

extension DiagnosticCode {
  private static func structure(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "plist/structure", text)
  }
  private static func value(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "plist/value", text)
  }

  package static var plistUnknownElement: DiagnosticCode {
    structure("plist.unknown-element", "<%> is no element of a property list")
  }
  package static var plistElementInValue: DiagnosticCode {
    structure("plist.element-in-value", "<%> inside of a value that holds only text")
  }
  package static var plistText: DiagnosticCode {
    structure("plist.text", "text between the elements of a property list")
  }
  package static var plistEmpty: DiagnosticCode {
    structure("plist.empty", "a property list without a value")
  }
  package static var plistSecondValue: DiagnosticCode {
    structure("plist.second-value", "a second value <%> in <plist>, which holds only one")
  }
  package static var plistKeyWithoutValue: DiagnosticCode {
    structure("plist.key-without-value", "the key “%” has no value")
  }
  package static var plistValueWithoutKey: DiagnosticCode {
    structure("plist.value-without-key", "a value <%> without a key in a dictionary")
  }
  package static var plistMisplacedKey: DiagnosticCode {
    structure("plist.misplaced-key", "a <key> outside of a dictionary")
  }
  package static var plistTooDeep: DiagnosticCode {
    structure("plist.too-deep", "containers are nested more than % deep")
  }
  package static var plistNotEmpty: DiagnosticCode {
    structure("plist.not-empty", "<%> must be empty")
  }
  package static var plistBadInteger: DiagnosticCode {
    value("plist.bad-integer", "“%” is not an integer")
  }
  package static var plistHugeInteger: DiagnosticCode {
    value("plist.huge-integer", "the integer % needs more than 128 bits")
  }
  package static var plistBadReal: DiagnosticCode {
    value("plist.bad-real", "“%” is not a real number")
  }
  package static var plistBadDate: DiagnosticCode {
    value("plist.bad-date", "“%” is not a date such as 2024-02-29T12:00:00Z")
  }
  package static var plistBadData: DiagnosticCode {
    value("plist.bad-data", "the data are not Base64: %")
  }
  package static var plistUnwritableCharacter: DiagnosticCode {
    value("plist.unwritable-character", "XML cannot hold the character %")
  }
}
