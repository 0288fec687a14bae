// The diagnostic codes of queries, comparisons, edits, patches and merges.

extension DiagnosticCode {
  package static let editNull = Self(
    "edit.null", rule: .conversionNull, "a property list cannot represent null; remove the key instead")
  static let diffMergeNull = Self(
    "diff.merge-null", rule: .conversionNull, "no merge patch sets a value to null, which the key '%' has",
    advice: "use --json for a JSON Patch")
  static let patchTable = Self("patch.table", rule: .patchOperation, "the patched document is not a table: %")
  static let diffKeyNothing = Self("diff.key", rule: .editPath, "no record has the field '%'")
  static let editManyPlaces = Self(
    "edit.many-places", rule: .editPath, "the JSONPath does not end in the place of a new value",
    advice: "end it in a name or an index, or use --append for the arrays that it selects")
  package static let editFormat = Self(
    "edit.format", rule: .editFormat, "the format % cannot be edited by key path")

  private static func edit(_ name: StaticString, _ text: StaticString, advice: StaticString? = nil) -> Self {
    Self(name, rule: .editXPath, text, advice: advice)
  }

  package static let editXMLNothing = edit("edit.xml-nothing", "%")
  package static let editXMLEntity = edit(
    "edit.xml-entity", "% comes from an entity or a default in the DTD and cannot be edited in place")
  package static let editXMLRoot = edit(
    "edit.xml-root", "% would leave the document without exactly one root element")
  package static let editXMLNamespace = edit(
    "edit.xml-namespace", "a namespace declaration can only be replaced by --string URI, or removed",
    advice: "select it as an attribute, such as /*/@xmlns:p")
  package static let editXMLAttribute = edit(
    "edit.xml-attribute", "the attribute % cannot contain markup", advice: "use --string TEXT")
  package static let editXMLSibling = edit(
    "edit.xml-sibling",
    "cannot insert a node next to the attribute %", advice: "use --xpath 'ELEMENT/@NAME' --string TEXT")
  package static let editXMLAppend = edit(
    "edit.xml-append", "markup can only be appended to elements, but the expression also finds %")
  package static let editXMLExists = edit(
    "edit.xml-exists",
    "attribute % already present", advice: "use replace, or exclude such elements with [not(@…)]")
  package static let editXMLPrefix = edit(
    "edit.xml-prefix", "undeclared prefix '%'; declare it in the document or in the markup")
  package static let editXMLName = edit("edit.xml-name", "'%' cannot be the name of a new attribute")
  package static let editXMLComment = edit(
    "edit.xml-comment", "a comment cannot contain '--' or end with '-'")
  package static let editXMLInstruction = edit(
    "edit.xml-instruction", "a processing instruction cannot contain '?>'")
  package static let editXMLMarkup = edit("edit.xml-markup", "invalid markup: %")
  static let editXMLMalformed = edit("edit.xml-malformed", "the edited document would not be well-formed: %")
  static let editXMLNameless = edit(
    "edit.xml-nameless", "only elements, attributes and processing instructions have names, unlike %")
  package static let editXMLUnsafe = edit(
    "edit.xml-unsafe",
    "the edited text would not read back as the edited document, because of its encoding, its DTD or an entity"
  )
  package static let editXMLList = edit("edit.xml-list", "the file would no longer be a property list: %")
  package static let editXMLPath = edit(
    "edit.xml-path", "application XML has no key paths", advice: "use --xpath EXPR to edit its nodes")
  package static let editXMLFormat = edit(
    "edit.xml-format", "the format % has no XML text to edit", advice: "use a KEYPATH instead of --xpath")

  /// Any error of grammar; its subject is the sentence, which often suggests a correction.
  package static let xpathSyntax = Self("xpath.syntax", rule: .xpathSyntax, "%")
  package static let xpathEmpty = Self("xpath.empty", rule: .xpathSyntax, "the expression is empty")
  package static let xpathUnknownAxis = Self("xpath.unknown-axis", rule: .xpathName, "unknown axis %")
  package static let xpathUnknownFunction = Self(
    "xpath.unknown-function", rule: .xpathName, "unknown function %")
  package static let xpathArguments = Self("xpath.arguments", rule: .xpathType, "%")
  package static let xpathType = Self("xpath.type", rule: .xpathType, "%")
  package static let xpathUnknownVariable = Self(
    "xpath.unknown-variable", rule: .xpathName, "undefined variable $%")
  package static let xpathUnknownPrefix = Self("xpath.unknown-prefix", rule: .xpathName, "%")
  package static let xpathTooLong = Self(
    "xpath.too-long", rule: .xpathLimit, "the expression is longer than % bytes")
  package static let xpathTooDeep = Self(
    "xpath.too-deep", rule: .xpathLimit, "the expression nests more than % levels deep")
  package static let xpathTooManySteps = Self(
    "xpath.too-many-steps", rule: .xpathLimit,
    "the expression needs more than % steps on this document; ask for less, for example without a position in //"
  )
  package static let xpathStringTooLong = Self(
    "xpath.string-too-long", rule: .xpathLimit, "the expression builds a string of more than % bytes")

  /// Any error of grammar or type; its subject is the sentence.
  package static let jsonPathSyntax = Self("jsonpath.syntax", rule: .jsonpathSyntax, "%")
  package static let jsonPathTooLong = Self(
    "jsonpath.too-long", rule: .jsonpathLimit, "the query is longer than % bytes")
  package static let jsonPathTooDeep = Self(
    "jsonpath.too-deep", rule: .jsonpathLimit, "the query nests more than % levels deep")
  package static let jsonPathTooManySteps = Self(
    "jsonpath.too-many-steps", rule: .jsonpathLimit,
    "the query needs more than % steps on this document; ask for less, for example with fewer '..'")
  package static let jsonPathTooManyNodes = Self(
    "jsonpath.too-many-nodes", rule: .jsonpathLimit, "the query finds more than % nodes on this document")
  package static let jsonPathTooLarge = Self(
    "jsonpath.too-large", rule: .jsonpathLimit,
    "the nodes that the query finds contain more than % values", advice: "use --as paths or --as count")
  package static let jsonPathPatternTooLarge = Self(
    "jsonpath.pattern-too-large", rule: .jsonpathLimit,
    "a pattern needs more than 20000 instructions, or nests more than 100 groups deep")

  private static func patch(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .patchOperation, text)
  }

  /// A failure of one operation; the subject is the operation and the sentence.
  package static let patchOperation = patch("patch.operation", "%")
  package static let patchNoIndex = patch(
    "patch.no-index", "expected an array index without leading zeros, or -, in %")
  package static let patchRoot = patch("patch.root", "the document itself cannot be removed")
  package static let patchIntoItself = patch("patch.into-itself", "% cannot be moved into itself")
  package static let patchTest = patch("patch.test", "the value at % is different")
  package static let patchTooLarge = patch(
    "patch.too-large", "the copies that the patch makes contain more than % values")
  package static let patchXMLProlog = patch(
    "patch.xml-prolog", "cannot remove the XML declaration: it declares the encoding or standalone")
  package static let patchSyntax = Self("patch.syntax", rule: .patchSyntax, "%")

  package static let mergeMarkers = Self(
    "merge.markers", rule: .mergeMarkers,
    "conflict markers need a text whose format can be edited", advice: "use --prefer ours or theirs")

  package static let differenceStyle = Self(
    "diff.style", rule: .diffStyle,
    "this difference has no patch in the XML style", advice: "use --xml-style lossless")
}
