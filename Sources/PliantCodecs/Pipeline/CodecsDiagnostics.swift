// The diagnostic codes of property lists, JSON and XML, and of documents.

extension DiagnosticCode {
  /// The subject is a format or an encoding.
  package static let formatOfKit = Self(
    "format.needs-kit", rule: .formatUnsupported, "% is not part of PliantCoding; link PliantKit")
  package static let formatUnknown = Self(
    "format.unknown", rule: .formatUnknown, "the file is empty; its format is unknown")
  package static let duplicateKey = Self(
    "document.duplicate-key", rule: .plistDuplicateKey,
    "duplicate key '%'; keeping the last value in the position of the first")

  /// Also of JSON and `.strings`, under their rules.
  package static let repeatedKey = Self("plist.duplicate-key", rule: .plistDuplicateKey, "duplicate key '%'")

  package static let duplicateKeyLost = Self(
    "conversion.duplicate-key", rule: .conversionLoss,
    "duplicate key '%', whose earlier value would be dropped",
    advice: "use --loss note to keep the last value")
  package static let lossRefused = Self(
    "conversion.loss", rule: .conversionLoss,
    "the target format cannot represent this: %", advice: "use --loss note to convert anyway")
  static let nullRootDropped = Self(
    "conversion.null-root", rule: .conversionNull,
    "the document is null, and dropping it would leave nothing to write")
  /// The subject is the evidence in the bytes.
  static let falseDeclarationRefused = Self("conversion.false-declaration", rule: .encodingMismatch, "%")
  package static let nullRefused = Self(
    "conversion.null", rule: .conversionNull,
    "a property list cannot represent null", advice: "use --json-null drop or --json-null string")

  /// A document beyond the limit; it may be valid.
  package static func depth(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .limitDepth, text, advice: "--limit depth=N raises the limit")
  }

  private static func json(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .jsonSyntax, text)
  }

  // MARK: The document
  package static let jsonEmpty = json("json.empty", "expected a JSON value, found an empty document")
  static let jsonTrailingContent = json(
    "json.trailing-content", "unexpected % after the end of the JSON value")
  static let jsonTrailingContentOnLine = json(
    "json.second-value-on-line",
    "unexpected % after the value of the line; JSON Lines have one value per line")
  package static let jsonDepth = depth("json.depth", "arrays and objects are nested more than % deep")
  static let jsonByteOrderMark = json(
    "json.byte-order-mark", "a byte order mark (U+FEFF) inside the text; remove it")
  // MARK: Containers
  package static let jsonTrailingComma = json("json.trailing-comma", "trailing comma before %; remove it")
  static let jsonMissingComma = json("json.missing-comma", "missing comma before %")
  static let jsonExtraComma = json("json.extra-comma", "unexpected comma; expected a value")
  static let jsonMissingColon = json(
    "json.missing-colon", "missing colon between the key and its value, before %")
  static let jsonMissingValue = json("json.missing-value", "missing value before %")
  static let jsonUnquotedKey = json("json.unquoted-key", "the key % needs double quotation marks around it")
  static let jsonKeyIsNoString = json(
    "json.key-is-no-string", "a key must be a string in double quotation marks, not %")
  package static let jsonUnterminatedArray = json(
    "json.unterminated-array", "unterminated array; add a closing ]")
  package static let jsonUnterminatedObject = json(
    "json.unterminated-object", "unterminated object; add a closing }")
  static let jsonMismatchedBracket = json("json.mismatched-bracket", "mismatched %")
  static let jsonUnopenedBracket = json("json.unopened-bracket", "unmatched %")
  // MARK: Values
  static let jsonUnexpected = json("json.unexpected-character", "expected a value, found %")
  static let jsonUnknownWord = json(
    "json.unknown-word", "unknown word %; strings need double quotation marks")
  static let jsonMisspeltLiteral = json(
    "json.misspelt-literal", "unknown literal %; expected true, false or null")
  static let jsonNotFinite = json("json.not-finite", "JSON has no number %; use null or a string")
  static let jsonComment = json("json.comment", "JSON has no comments; remove this one")
  static let jsonUnterminatedComment = json(
    "json.unterminated-comment", "unterminated comment; close it with */")
  static let jsonWhitespace = json(
    "json.white-space", "invalid white space %: JSON allows space, tab, line feed and carriage return")
  // MARK: Numbers
  package static let jsonLeadingZero = json(
    "json.leading-zero", "leading zero in the number %, which JSON does not allow")
  static let jsonPlusSign = json("json.plus-sign", "plus sign in the number %, which JSON does not allow")
  static let jsonMissingIntegerDigits = json(
    "json.missing-integer-digits", "missing digits before the decimal point of %")
  static let jsonMissingFractionDigits = json(
    "json.missing-fraction-digits", "missing digits after the decimal point of %")
  static let jsonMissingExponentDigits = json(
    "json.missing-exponent-digits", "missing digits in the exponent of %")
  static let jsonHexadecimalNumber = json(
    "json.hexadecimal-number", "the number % is not decimal; JSON has decimal numbers only")
  static let jsonHexadecimalRange = json(
    "json.hexadecimal-range", "hexadecimal number out of range: more than 127 bits")
  static let jsonBadNumber = json("json.bad-number", "invalid number %")
  // MARK: Strings
  package static let jsonUnterminatedString = json(
    "json.unterminated-string", "unterminated string; add a closing quotation mark")
  static let jsonSingleQuotes = json(
    "json.single-quotes", "strings need double quotation marks, not single ones")
  static let jsonTypographicQuotes = json(
    "json.typographic-quotes", "strings need straight double quotation marks, not %")
  package static let jsonControlCharacter = json(
    "json.control-character", "unescaped control character % in a string")
  package static let jsonLineBreakInString = json(
    "json.line-break-in-string",
    "line break in a string; write \\n, or add the missing closing quotation mark")
  package static let jsonBadEscape = json("json.bad-escape", "invalid escape %; write \\\\ for a backslash")
  package static let jsonBadUnicodeEscape = json(
    "json.bad-unicode-escape", "invalid \\u escape: expected four hexadecimal digits, found %")
  static let jsonLoneSurrogate = json("json.lone-surrogate", "unpaired surrogate %")
  // MARK: Writing
  package static let jsonCanonicalRange = Self(
    "json.canonical-range", rule: .conversionLoss,
    "the number % is beyond the range of a double, and RFC 8785 has no form for it")

  package static let foundationJSON = Self(
    "json.foundation", rule: .conversionLoss,
    "Foundation cannot write dates, data, non-finite numbers or a single value as JSON")

  private static func structure(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .plistStructure, text)
  }
  private static func value(
    _ name: StaticString, _ text: StaticString, advice: StaticString? = nil
  ) -> Self {
    Self(name, rule: .plistValue, text, advice: advice)
  }

  package static let plistUnknownElement = structure(
    "plist.unknown-element", "unknown element <%> in a property list")
  static let plistElementInValue = structure(
    "plist.element-in-value", "unexpected <%> in a value that contains only text")
  package static let plistText = structure(
    "plist.text", "unexpected text between the elements of a property list")
  package static let plistEmpty = structure("plist.empty", "expected a value, found an empty property list")
  package static let plistSecondValue = structure(
    "plist.second-value", "unexpected second value <%> in <plist>")
  package static let plistKeyWithoutValue = structure(
    "plist.key-without-value", "missing value for the key '%'")
  package static let plistValueWithoutKey = structure(
    "plist.value-without-key", "missing <key> before the value <%> of a dictionary")
  static let plistMisplacedKey = structure("plist.misplaced-key", "unexpected <key> outside a dictionary")
  package static let plistNotEmpty = structure("plist.not-empty", "<%> must be empty")
  static let plistReferenceCycle = structure(
    "plist.reference-cycle", "the element with the ID '%' contains a reference to itself")
  static let plistDuplicateID = structure("plist.duplicate-id", "duplicate ID '%'")
  static let plistUnknownID = structure("plist.unknown-id", "no element has the ID '%'")
  static let plistReferenceType = structure("plist.reference-type", "the reference is a %")
  static let plistReferenceContent = structure(
    "plist.reference-content", "<%> with an IDREF must be empty")
  static let plistReferenceInStream = structure(
    "plist.reference-in-stream",
    "a record of a stream cannot refer to another element, such as that with the ID '%'")
  package static let plistDataAfterPadding = Self(
    "plist.data-after-padding", rule: .plistReaders,
    "digits after the padding of Base64: Foundation decodes them, Python drops them")
  static let plistDataFormat = value("plist.data-format", "unknown data format '%'; expected 'hex'")
  static let plistBadHexadecimal = value("plist.bad-hexadecimal", "'%' is not pairs of hexadecimal digits")
  package static let plistBadInteger = value("plist.bad-integer", "'%' is not an integer")
  package static let plistHugeInteger = value("plist.huge-integer", "the integer % needs more than 128 bits")
  package static let plistBadReal = value("plist.bad-real", "'%' is not a real number")
  package static let plistBadDate = value("plist.bad-date", "'%' is not a date such as 2024-02-29T12:00:00Z")
  package static let plistBadData = value("plist.bad-data", "invalid Base64: %")
  package static let plistUnwritableCharacter = value(
    "plist.unwritable-character", "XML cannot represent the character %",
    advice: "use --control keep to write it as Apple's programs do, or --control strip; JSON can represent it"
  )

  private static func binary(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .binaryStructure, text)
  }

  static let binaryMagic = binary(
    "binary.magic", "not a binary property list: it does not begin with 'bplist'")
  static let binaryVersion = binary(
    "binary.version", "unknown version '%' of the binary property list format; expected 00")
  static let binaryTooShort = binary(
    "binary.too-short", "too short for a binary property list; the file may be truncated")
  static let binaryOffsetWidth = binary(
    "binary.offset-width", "invalid offset width % in the trailer; expected 1 to 8 bytes")
  static let binaryReferenceWidth = binary(
    "binary.reference-width", "invalid reference width % in the trailer; expected 1 to 8 bytes")
  static let binaryReferencesTooNarrow = binary(
    "binary.references-too-narrow", "references of this width cannot reach all % objects")
  static let binaryOffsetsTooNarrow = binary(
    "binary.offsets-too-narrow", "offsets of this width cannot reach all objects")
  static let binaryObjectCount = binary(
    "binary.object-count", "the trailer declares % objects, more than the file can contain")
  static let binaryTopObject = binary("binary.top-object", "the trailer's top object % does not exist")
  static let binaryOffsetTable = binary(
    "binary.offset-table", "the offset table at % does not fit the file, which may be truncated or damaged")
  static let binaryObjectOffset = binary(
    "binary.object-offset", "object % is outside the object area of the file")
  static let binaryObjectType = binary("binary.object-type", "unknown object type %")
  static let binaryObjectLength = binary(
    "binary.object-length", "an object extends past the end of the object area")
  static let binaryCount = binary("binary.count", "the length of an object is not an integer")
  static let binaryReference = binary("binary.reference", "reference to object %, which does not exist")
  static let binaryCycle = binary("binary.cycle", "a container contains itself")
  static let binaryDepth = depth("binary.depth", "containers are nested more than % deep")
  static let binaryKey = binary("binary.key", "a dictionary key is not a string")
  static let binaryASCII = binary("binary.ascii", "invalid byte above 0x7F in an ASCII string")
  static let binaryUTF16 = binary("binary.utf16", "unpaired surrogate in a UTF-16 string")
  static let binaryUID = binary("binary.uid", "a UID of more than 64 bits")
  static let binaryOverlap = binary(
    "binary.overlap", "overlapping containers whose contents exceed the file many times over")
  package static let binaryRepetition = binary(
    "binary.repetition", "strings referenced so often that they expand to more than % of text")

  private static func namespace(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .xmlNamespace, text)
  }

  package static let xmlNoRoot = notWellFormed("xml.no-root", "the document has no root element")
  package static let xmlTextOutsideRoot = notWellFormed(
    "xml.text-outside-root", "text outside the root element")
  static let xmlSecondRoot = notWellFormed("xml.second-root", "unexpected second root element <%>")
  package static let xmlUnclosedElement = notWellFormed(
    "xml.unclosed-element", "unterminated element <%>; add its end tag")
  package static let xmlCrossedElement = notWellFormed(
    "xml.crossed-element", "missing end tag of <%> before the end of its parent")
  package static let xmlStrayEndTag = notWellFormed("xml.stray-end-tag", "unmatched end tag </%>")
  static let xmlBadTag = notWellFormed("xml.bad-tag", "unescaped '<'; write &lt; for the character itself")
  package static let xmlUnterminatedTag = notWellFormed(
    "xml.unterminated-tag", "unterminated tag <%; add a closing '>'")
  static let xmlBadEndTag = notWellFormed("xml.bad-end-tag", "malformed end tag; expected a name and '>'")
  static let xmlBadAttribute = notWellFormed("xml.bad-attribute", "expected an attribute name in the tag <%>")
  static let xmlAttributeWithoutValue = notWellFormed(
    "xml.attribute-without-value", "missing value of the attribute %; add = and a quoted value")
  static let xmlUnquotedValue = notWellFormed("xml.unquoted-value", "unquoted value of the attribute %")
  static let xmlUnterminatedValue = notWellFormed(
    "xml.unterminated-value", "unterminated value of the attribute %; add the closing quotation mark")
  static let xmlLessThanInValue = notWellFormed(
    "xml.less-than-in-value", "unescaped '<' in the value of the attribute %; write &lt;")
  static let xmlNoSpaceBeforeAttribute = notWellFormed(
    "xml.no-space-before-attribute", "missing white space before the attribute %")
  static let xmlDuplicateAttribute = notWellFormed("xml.duplicate-attribute", "duplicate attribute %")
  static let xmlTooManyAttributes = notWellFormed(
    "xml.too-many-attributes", "the element <%> has too many attributes")
  static let xmlNameTooLong = notWellFormed("xml.name-too-long", "a name is longer than %")
  static let xmlTooDeep = depth("xml.too-deep", "elements are nested more than % deep")
  static let xmlTokenTooLong = notWellFormed(
    "xml.token-too-long", "a tag, comment or section is longer than %")
  static let xmlSectionEndInText = notWellFormed("xml.section-end-in-text", "']]>' in text; write ]]&gt;")
  package static let xmlUnterminatedCDATA = notWellFormed(
    "xml.unterminated-cdata", "unterminated CDATA section; add a closing ']]>'")
  package static let xmlUnterminatedComment = notWellFormed(
    "xml.unterminated-comment", "unterminated comment; add a closing '-->'")
  static let xmlHyphensInComment = notWellFormed("xml.hyphens-in-comment", "'--' inside a comment")
  static let xmlBadInstruction = notWellFormed(
    "xml.bad-instruction", "malformed processing instruction; expected a name followed by white space")
  package static let xmlUnterminatedInstruction = notWellFormed(
    "xml.unterminated-instruction", "unterminated processing instruction; add a closing '?>'")
  static let xmlReservedTarget = notWellFormed(
    "xml.reserved-target", "a processing instruction cannot have the name '%'")
  static let xmlMisplacedDeclaration = notWellFormed(
    "xml.misplaced-declaration",
    "misplaced XML declaration; it must be at the very beginning of the document")
  static let xmlBadDeclaration = notWellFormed(
    "xml.bad-declaration",
    "the XML declaration is not <?xml version=\"1.0\" encoding=\"…\" standalone=\"…\"?>: %")
  package static let xmlIllegalCharacter = Self(
    "xml.illegal-character", rule: .xmlIllegalCharacter, "the character % is not allowed in XML")
  package static let xmlUndefinedEntity = Self(
    "xml.undefined-entity", rule: .xmlUndefinedEntity, "undefined entity '&%;'")
  static let xmlRecursiveEntity = notWellFormed("xml.recursive-entity", "the entity &%; contains itself")
  static let xmlUnbalancedEntity = notWellFormed(
    "xml.unbalanced-entity", "the entity &%; opens or closes an element without the matching tag")
  static let xmlUnparsedEntityReference = notWellFormed(
    "xml.unparsed-entity-reference", "the entity &%; is unparsed and cannot be referred to in text")
  static let xmlExternalEntityInValue = notWellFormed(
    "xml.external-entity-in-value", "the external entity &%; cannot be used in an attribute value")
  static let xmlExpansionLimit = Self(
    "xml.expansion-limit", rule: .xmlDoctype, "the entity &%; expands to more text than allowed")
  static let xmlEntityDepth = Self(
    "xml.entity-depth", rule: .xmlDoctype, "the entity &%; is nested too deeply in others")
  static let xmlMisplacedDoctype = notWellFormed(
    "xml.misplaced-doctype", "misplaced DOCTYPE; only one is allowed, before the root element")
  static let xmlBadDoctype = notWellFormed("xml.bad-doctype", "malformed DOCTYPE: %")
  package static let xmlUnterminatedDoctype = notWellFormed(
    "xml.unterminated-doctype", "unterminated DOCTYPE; add a closing '>'")
  static let xmlBadMarkupDeclaration = notWellFormed(
    "xml.bad-markup-declaration", "malformed declaration in the DOCTYPE: %")
  static let xmlParameterReferenceInDeclaration = notWellFormed(
    "xml.parameter-reference-in-declaration",
    "the parameter entity %; cannot be used inside a declaration here")
  static let xmlUndefinedParameterEntity = Self(
    "xml.undefined-parameter-entity", rule: .xmlUndefinedEntity, "the parameter entity % is not declared")
  package static let xmlUndeclaredPrefix = namespace(
    "xml.undeclared-prefix", "undeclared namespace prefix '%'")
  static let xmlBadQualifiedName = namespace("xml.bad-qualified-name", "invalid qualified name '%'")
  static let xmlColonInName = namespace(
    "xml.colon-in-name", "the name '%' cannot have a colon in a document with namespaces")
  static let xmlReservedPrefix = namespace("xml.reserved-prefix", "the prefix '%' is reserved")
  static let xmlReservedNamespace = namespace(
    "xml.reserved-namespace", "the prefix '%' cannot have the namespace of 'xml' or 'xmlns'")
  static let xmlEmptyNamespace = namespace(
    "xml.empty-namespace", "the prefix '%' cannot be declared with an empty namespace")
  package static let xmlRelativeNamespace = namespace(
    "xml.relative-namespace", "the namespace '%' is a relative URI, which has no canonical form")
  package static let xmlUnreadEntity = Self(
    "xml.unread-entity", rule: .xmlUndefinedEntity,
    "the entity &%; is external or undeclared; external entities are never read")
  static let xmlDuplicateExpandedAttribute = namespace(
    "xml.duplicate-expanded-attribute",
    "duplicate attribute %: both prefixes are bound to the same namespace")

  package static let documentTooDeep = depth("document.depth", "containers are nested more than % deep")
  package static let expansionTooLarge = Self(
    "document.expansion", rule: .binaryStructure,
    "objects that the file shares would be repeated beyond the budget", advice: "raise it with --max-output")
  static let badTag = Self("document.bad-tag", rule: .documentTag, "invalid value for the tag %")
  package static let dateOutOfRange = Self(
    "document.date-range", rule: .documentDate,
    "a date that is not finite, or whose year needs more than 32 bits")

  /// Never shown: only its offset is used.
  static let valueLocated = Self("document.located", rule: .documentLocated, "located")

  package static let xmlStyleShape = Self(
    "xml.style", rule: .xmlStyle, "the document does not follow the XML style: %")
  package static let xmlStyleName = Self(
    "xml.style-name", rule: .xmlStyle, "'%' cannot be the name of an XML element or attribute",
    advice: "rename it, or use xml1, whose keys may have any characters")
  package static let xmlStyleNeeded = Self(
    "xml.style-needed", rule: .xmlStyle,
    "writing application XML requires a style",
    advice: "use --mapping NAME or --xml-style STYLE, or xml1 for an XML property list")

  private static func edit(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .editPath, text)
  }

  package static let editRoot = edit("edit.root", "the document itself cannot be inserted or removed")
  package static let editNotFound = edit("edit.not-found", "no value at %")
  package static let editNoContainer = Self(
    "edit.no-container", rule: .editPath,
    "no dictionary or array at %", advice: "use insert --parents to create dictionaries")
  package static let editScalar = edit(
    "edit.scalar", "% goes through a value that is neither a dictionary nor an array")
  package static let editExists = Self(
    "edit.exists", rule: .editPath,
    "value already present at %", advice: "use replace, or --append for an array")
  package static let editKeyExists = edit("edit.key-exists", "the dictionary already has the key '%'")
  package static let editNoKey = edit("edit.no-key", "%: an element of an array has no key")
  package static let editNoArray = edit("edit.no-array", "cannot append to the value at %: not an array")
  package static let editNoIndex = edit("edit.no-index", "expected an array index in %")
  package static let editBounds = edit("edit.bounds", "% is past the end of the array")
  package static let editUnsafe = edit(
    "edit.unsafe", "the text around % cannot be changed in place; convert the file to its own format first")
}
