// Errors in old-style property lists and .strings files.

extension DiagnosticCode {
  private static func openStep(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "plist/structure", text)
  }

  /// The same problem under the rule of `.strings` files.
  package var inStrings: DiagnosticCode {
    rule.description == "plist/structure" ? DiagnosticCode(name, rule: "strings/syntax", text) : self
  }

  // MARK: The document

  package static var openStepEmpty: DiagnosticCode {
    openStep("openstep.empty", "the file is empty; the smallest old-style property list is {}")
  }
  package static var openStepTrailingContent: DiagnosticCode {
    openStep("openstep.trailing-content", "unexpected % after the end of the property list")
  }
  package static var openStepIgnoredContent: DiagnosticCode {
    openStep(
      "openstep.ignored-content",
      "% cannot begin a key; CoreFoundation silently ignores everything from here to the end of the file")
  }
  package static var openStepDepth: DiagnosticCode {
    openStep("openstep.depth", "arrays and dictionaries are nested more than % deep")
  }
  package static var stringsRoot: DiagnosticCode {
    openStep("strings.root", "a .strings file is a list of \"key\" = \"value\"; and cannot be %")
  }

  // MARK: Dictionaries and arrays

  package static var openStepMissingSemicolon: DiagnosticCode {
    openStep("openstep.missing-semicolon", "missing semicolon at the end of the entry for the key %")
  }
  package static var openStepMissingEquals: DiagnosticCode {
    openStep("openstep.missing-equals", "missing equals sign after the key %")
  }
  package static var openStepMissingValue: DiagnosticCode {
    openStep("openstep.missing-value", "missing value after the equals sign of the key %")
  }
  package static var openStepMissingKey: DiagnosticCode {
    openStep("openstep.missing-key", "expected a string as the key, found %")
  }
  package static var openStepExtraSemicolon: DiagnosticCode {
    openStep("openstep.extra-semicolon", "unexpected semicolon; remove it")
  }
  package static var openStepMissingComma: DiagnosticCode {
    openStep("openstep.missing-comma", "missing comma before %; separate array elements with commas")
  }
  package static var openStepExtraComma: DiagnosticCode {
    openStep("openstep.extra-comma", "unexpected comma; remove it")
  }
  package static var openStepUnterminatedDictionary: DiagnosticCode {
    openStep("openstep.unterminated-dictionary", "unterminated dictionary; add a closing }")
  }
  package static var openStepUnterminatedArray: DiagnosticCode {
    openStep("openstep.unterminated-array", "unterminated array; add a closing )")
  }
  package static var openStepMismatchedBracket: DiagnosticCode {
    openStep("openstep.mismatched-bracket", "mismatched %")
  }

  // MARK: Values

  package static var openStepUnexpected: DiagnosticCode {
    openStep("openstep.unexpected-character", "expected a value, found %; put the string in quotation marks")
  }
  package static var openStepUnquotedCharacter: DiagnosticCode {
    openStep("openstep.unquoted-character", "unexpected % in a string without quotation marks")
  }
  package static var openStepStrayQuote: DiagnosticCode {
    openStep(
      "openstep.stray-quote",
      "unexpected text after a closing quotation mark; inside a string write \\\"")
  }
  package static var openStepUnterminatedString: DiagnosticCode {
    openStep("openstep.unterminated-string", "unterminated string; add a closing %")
  }
  package static var openStepUnterminatedComment: DiagnosticCode {
    openStep(
      "openstep.unterminated-comment",
      "unterminated comment, which hides the rest of the file")
  }
  package static var openStepLoneSurrogate: DiagnosticCode {
    openStep("openstep.lone-surrogate", "unpaired surrogate %")
  }
  package static var openStepGNUstepEscape: DiagnosticCode {
    openStep(
      "openstep.gnustep-escape",
      "escape % of GNUstep, which Apple's parsers read as the letter u; \\U is the escape for hexadecimal digits"
    )
  }
  package static var openStepUnterminatedData: DiagnosticCode {
    openStep("openstep.unterminated-data", "unterminated data; add a closing >")
  }
  package static var openStepDataDigit: DiagnosticCode {
    openStep("openstep.data-digit", "invalid hexadecimal digit %; write data like <0fbd77>")
  }
  package static var openStepOddData: DiagnosticCode {
    openStep("openstep.odd-data", "odd number of hexadecimal digits; data has two for each byte")
  }
  package static var openStepBase64: DiagnosticCode {
    openStep("openstep.base64", "the text between <[ and ]> is not Base64")
  }
  package static var openStepTypedValue: DiagnosticCode {
    openStep(
      "openstep.typed-value",
      "invalid typed value <*%>; GNUstep has <*I5>, <*R1.5>, <*BY>, <*BN> and <*D2001-01-01 00:00:00 +0000>")
  }
}
