// Errors in JSON texts.

extension DiagnosticCode {
  private static func json(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "json/syntax", text)
  }

  // MARK: The document

  package static var jsonEmpty: DiagnosticCode {
    json("json.empty", "expected a JSON value, found an empty document")
  }
  package static var jsonTrailingContent: DiagnosticCode {
    json("json.trailing-content", "unexpected % after the end of the JSON value")
  }
  package static var jsonTrailingContentOnLine: DiagnosticCode {
    json(
      "json.second-value-on-line",
      "unexpected % after the value of the line; JSON Lines have one value per line")
  }
  package static var jsonDepth: DiagnosticCode {
    json("json.depth", "arrays and objects are nested more than % deep")
  }
  package static var jsonByteOrderMark: DiagnosticCode {
    json("json.byte-order-mark", "a byte order mark (U+FEFF) inside the text; remove it")
  }

  // MARK: Containers

  package static var jsonTrailingComma: DiagnosticCode {
    json("json.trailing-comma", "trailing comma before %; remove it")
  }
  package static var jsonMissingComma: DiagnosticCode { json("json.missing-comma", "missing comma before %") }
  package static var jsonExtraComma: DiagnosticCode {
    json("json.extra-comma", "unexpected comma; expected a value")
  }
  package static var jsonMissingColon: DiagnosticCode {
    json("json.missing-colon", "missing colon between the key and its value, before %")
  }
  package static var jsonMissingValue: DiagnosticCode { json("json.missing-value", "missing value before %") }
  package static var jsonUnquotedKey: DiagnosticCode {
    json("json.unquoted-key", "the key % needs double quotation marks around it")
  }
  package static var jsonKeyIsNoString: DiagnosticCode {
    json("json.key-is-no-string", "a key must be a string in double quotation marks, not %")
  }
  package static var jsonUnterminatedArray: DiagnosticCode {
    json("json.unterminated-array", "unterminated array; add a closing ]")
  }
  package static var jsonUnterminatedObject: DiagnosticCode {
    json("json.unterminated-object", "unterminated object; add a closing }")
  }
  package static var jsonMismatchedBracket: DiagnosticCode { json("json.mismatched-bracket", "mismatched %") }
  package static var jsonUnopenedBracket: DiagnosticCode { json("json.unopened-bracket", "unmatched %") }

  // MARK: Values

  package static var jsonUnexpected: DiagnosticCode {
    json("json.unexpected-character", "expected a value, found %")
  }
  package static var jsonUnknownWord: DiagnosticCode {
    json("json.unknown-word", "unknown word %; strings need double quotation marks")
  }
  package static var jsonMisspeltLiteral: DiagnosticCode {
    json("json.misspelt-literal", "unknown literal %; expected true, false or null")
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
    json("json.white-space", "invalid white space %: JSON allows space, tab, line feed and carriage return")
  }

  // MARK: Numbers

  package static var jsonLeadingZero: DiagnosticCode {
    json("json.leading-zero", "leading zero in the number %, which JSON does not allow")
  }
  package static var jsonPlusSign: DiagnosticCode {
    json("json.plus-sign", "plus sign in the number %, which JSON does not allow")
  }
  package static var jsonMissingIntegerDigits: DiagnosticCode {
    json("json.missing-integer-digits", "missing digits before the decimal point of %")
  }
  package static var jsonMissingFractionDigits: DiagnosticCode {
    json("json.missing-fraction-digits", "missing digits after the decimal point of %")
  }
  package static var jsonMissingExponentDigits: DiagnosticCode {
    json("json.missing-exponent-digits", "missing digits in the exponent of %")
  }
  package static var jsonHexadecimalNumber: DiagnosticCode {
    json("json.hexadecimal-number", "the number % is not decimal; JSON has decimal numbers only")
  }
  package static var jsonHexadecimalRange: DiagnosticCode {
    json("json.hexadecimal-range", "hexadecimal number out of range: more than 127 bits")
  }
  package static var jsonBadNumber: DiagnosticCode { json("json.bad-number", "invalid number %") }

  // MARK: Strings

  package static var jsonUnterminatedString: DiagnosticCode {
    json("json.unterminated-string", "unterminated string; add a closing quotation mark")
  }
  package static var jsonSingleQuotes: DiagnosticCode {
    json("json.single-quotes", "strings need double quotation marks, not single ones")
  }
  package static var jsonTypographicQuotes: DiagnosticCode {
    json("json.typographic-quotes", "strings need straight double quotation marks, not %")
  }
  package static var jsonControlCharacter: DiagnosticCode {
    json("json.control-character", "unescaped control character % in a string")
  }
  package static var jsonLineBreakInString: DiagnosticCode {
    json(
      "json.line-break-in-string",
      "line break in a string; write \\n, or add the missing closing quotation mark"
    )
  }
  package static var jsonBadEscape: DiagnosticCode {
    json("json.bad-escape", "invalid escape %; write \\\\ for a backslash")
  }
  package static var jsonBadUnicodeEscape: DiagnosticCode {
    json("json.bad-unicode-escape", "invalid \\u escape: expected four hexadecimal digits, found %")
  }
  package static var jsonLoneSurrogate: DiagnosticCode { json("json.lone-surrogate", "unpaired surrogate %") }

  // MARK: Writing

  package static var jsonCanonicalRange: DiagnosticCode {
    DiagnosticCode(
      "json.canonical-range", rule: "conversion/loss",
      "the number % is beyond the range of a double, and RFC 8785 has no form for it")
  }
}
