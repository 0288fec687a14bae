// What can be wrong with a JSON text, in sentences that say what to do.

extension DiagnosticCode {
  private static func json(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "json/syntax", text)
  }

  // MARK: The document

  package static var jsonEmpty: DiagnosticCode {
    json("json.empty", "there is no JSON value, only white space or nothing at all")
  }
  package static var jsonTrailingContent: DiagnosticCode {
    json("json.trailing-content", "% after the end of the JSON value; a document is one value")
  }
  package static var jsonTrailingContentOnLine: DiagnosticCode {
    json("json.second-value-on-line", "% after the end of the line's value; JSON lines have one value a line")
  }
  package static var jsonDepth: DiagnosticCode {
    json("json.depth", "arrays and objects are nested more than % deep")
  }
  package static var jsonByteOrderMark: DiagnosticCode {
    json("json.byte-order-mark", "a byte order mark (U+FEFF) inside the text; remove it")
  }

  // MARK: Containers

  package static var jsonTrailingComma: DiagnosticCode {
    json("json.trailing-comma", "a comma before the closing %; remove the comma")
  }
  package static var jsonMissingComma: DiagnosticCode {
    json("json.missing-comma", "a comma is missing before %")
  }
  package static var jsonExtraComma: DiagnosticCode {
    json("json.extra-comma", "a comma without a value before it")
  }
  package static var jsonMissingColon: DiagnosticCode {
    json("json.missing-colon", "a colon is missing between the key and its value, before %")
  }
  package static var jsonMissingValue: DiagnosticCode {
    json("json.missing-value", "the key has no value before %")
  }
  package static var jsonUnquotedKey: DiagnosticCode {
    json("json.unquoted-key", "the key % needs double quotation marks around it")
  }
  package static var jsonKeyIsNoString: DiagnosticCode {
    json("json.key-is-no-string", "a key must be a string in double quotation marks, not %")
  }
  package static var jsonUnterminatedArray: DiagnosticCode {
    json("json.unterminated-array", "the array that begins here is never closed with ]")
  }
  package static var jsonUnterminatedObject: DiagnosticCode {
    json("json.unterminated-object", "the object that begins here is never closed with }")
  }
  package static var jsonMismatchedBracket: DiagnosticCode {
    json("json.mismatched-bracket", "% does not close what is open here")
  }
  package static var jsonUnopenedBracket: DiagnosticCode {
    json("json.unopened-bracket", "% closes nothing; no array or object is open here")
  }

  // MARK: Values

  package static var jsonUnexpected: DiagnosticCode {
    json("json.unexpected-character", "a value cannot begin with %")
  }
  package static var jsonUnknownWord: DiagnosticCode {
    json("json.unknown-word", "the word % is no JSON value; strings need double quotation marks")
  }
  package static var jsonMisspeltLiteral: DiagnosticCode {
    json("json.misspelt-literal", "JSON knows true, false and null, not %")
  }
  package static var jsonNotFinite: DiagnosticCode {
    json("json.not-finite", "JSON has no number %; use null or a string")
  }
  package static var jsonComment: DiagnosticCode {
    json("json.comment", "JSON has no comments; remove this one")
  }
  package static var jsonUnterminatedComment: DiagnosticCode {
    json("json.unterminated-comment", "unterminated comment; close it with */")
  }
  package static var jsonWhitespace: DiagnosticCode {
    json(
      "json.white-space", "% is no white space of JSON; only space, tab, line feed and carriage return are")
  }

  // MARK: Numbers

  package static var jsonLeadingZero: DiagnosticCode {
    json("json.leading-zero", "the number % begins with a zero that JSON does not allow")
  }
  package static var jsonPlusSign: DiagnosticCode {
    json("json.plus-sign", "the number % begins with a plus sign that JSON does not allow")
  }
  package static var jsonMissingIntegerDigits: DiagnosticCode {
    json("json.missing-integer-digits", "the number % has no digit before the decimal point")
  }
  package static var jsonMissingFractionDigits: DiagnosticCode {
    json("json.missing-fraction-digits", "the number % has no digit after the decimal point")
  }
  package static var jsonMissingExponentDigits: DiagnosticCode {
    json("json.missing-exponent-digits", "the number % has no digit in its exponent")
  }
  package static var jsonHexadecimalNumber: DiagnosticCode {
    json("json.hexadecimal-number", "the number % is not decimal; JSON has decimal numbers only")
  }
  package static var jsonHexadecimalRange: DiagnosticCode {
    json("json.hexadecimal-range", "hexadecimal number out of range: more than 127 bits")
  }
  package static var jsonBadNumber: DiagnosticCode {
    json("json.bad-number", "% is no JSON number")
  }

  // MARK: Strings

  package static var jsonUnterminatedString: DiagnosticCode {
    json("json.unterminated-string", "the string that begins here is never closed with a quotation mark")
  }
  package static var jsonSingleQuotes: DiagnosticCode {
    json("json.single-quotes", "strings need double quotation marks, not single ones")
  }
  package static var jsonTypographicQuotes: DiagnosticCode {
    json("json.typographic-quotes", "strings need straight double quotation marks, not %")
  }
  package static var jsonControlCharacter: DiagnosticCode {
    json("json.control-character", "the control character % in a string must be written as an escape")
  }
  package static var jsonLineBreakInString: DiagnosticCode {
    json(
      "json.line-break-in-string",
      "a line break in a string must be written as \\n; or the string that begins on this line is never closed"
    )
  }
  package static var jsonBadEscape: DiagnosticCode {
    json("json.bad-escape", "JSON has no escape %; a backslash itself is written \\\\")
  }
  package static var jsonBadUnicodeEscape: DiagnosticCode {
    json("json.bad-unicode-escape", "\\u must be followed by four hexadecimal digits, not %")
  }
  package static var jsonLoneSurrogate: DiagnosticCode {
    json("json.lone-surrogate", "the escape % is half of a surrogate pair and stands alone")
  }

  // MARK: Writing

  package static var jsonCanonicalRange: DiagnosticCode {
    DiagnosticCode(
      "json.canonical-range", rule: "conversion/loss",
      "the number % is beyond the range of a double, and RFC 8785 has no form for it")
  }
}
