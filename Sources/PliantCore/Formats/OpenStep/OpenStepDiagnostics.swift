// What can be wrong with an old-style property list or a .strings file, in sentences that say what to do.

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
    openStep("openstep.trailing-content", "% after the end of the property list")
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
    openStep(
      "openstep.missing-semicolon", "a semicolon is missing here, at the end of the entry for the key %")
  }
  package static var openStepMissingEquals: DiagnosticCode {
    openStep("openstep.missing-equals", "an equals sign is missing after the key %")
  }
  package static var openStepMissingValue: DiagnosticCode {
    openStep("openstep.missing-value", "the key % has an equals sign but no value")
  }
  package static var openStepMissingKey: DiagnosticCode {
    openStep("openstep.missing-key", "a key must be a string; it cannot begin with %")
  }
  package static var openStepExtraSemicolon: DiagnosticCode {
    openStep("openstep.extra-semicolon", "a semicolon without an entry before it; remove it")
  }
  package static var openStepMissingComma: DiagnosticCode {
    openStep("openstep.missing-comma", "a comma is missing before %; array elements are separated by commas")
  }
  package static var openStepExtraComma: DiagnosticCode {
    openStep("openstep.extra-comma", "a comma without an array element before it; remove it")
  }
  package static var openStepUnterminatedDictionary: DiagnosticCode {
    openStep("openstep.unterminated-dictionary", "the dictionary that begins here is never closed with }")
  }
  package static var openStepUnterminatedArray: DiagnosticCode {
    openStep("openstep.unterminated-array", "the array that begins here is never closed with )")
  }
  package static var openStepMismatchedBracket: DiagnosticCode {
    openStep("openstep.mismatched-bracket", "% does not close what is open here")
  }

  // MARK: Values

  package static var openStepUnexpected: DiagnosticCode {
    openStep(
      "openstep.unexpected-character", "a value cannot begin with %; put the string in quotation marks")
  }
  package static var openStepUnquotedCharacter: DiagnosticCode {
    openStep("openstep.unquoted-character", "% cannot stand in a string without quotation marks")
  }
  package static var openStepStrayQuote: DiagnosticCode {
    openStep(
      "openstep.stray-quote",
      "text after a closing quotation mark; a mark inside of a string is written \\\", or one is missing")
  }
  package static var openStepUnterminatedString: DiagnosticCode {
    openStep("openstep.unterminated-string", "the string that begins here is never closed with %")
  }
  package static var openStepUnterminatedComment: DiagnosticCode {
    openStep(
      "openstep.unterminated-comment",
      "the comment that begins here is never closed and hides the rest of the file")
  }
  package static var openStepLoneSurrogate: DiagnosticCode {
    openStep("openstep.lone-surrogate", "the escape % is half of a surrogate pair and stands alone")
  }
  package static var openStepUnterminatedData: DiagnosticCode {
    openStep("openstep.unterminated-data", "the data that begins here is never closed with >")
  }
  package static var openStepDataDigit: DiagnosticCode {
    openStep("openstep.data-digit", "% is no hexadecimal digit; data is written like <0fbd77>")
  }
  package static var openStepOddData: DiagnosticCode {
    openStep("openstep.odd-data", "a hexadecimal digit without its partner; data has two digits a byte")
  }
  package static var openStepBase64: DiagnosticCode {
    openStep("openstep.base64", "the text between <[ and ]> is not Base64")
  }
  package static var openStepTypedValue: DiagnosticCode {
    openStep(
      "openstep.typed-value",
      "<*%> is no typed value; GNUstep has <*I5>, <*R1.5>, <*BY>, <*BN> and <*D2001-01-01 00:00:00 +0000>")
  }
}
