extension DiagnosticCode {
  private static func namespace(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "xml/namespace", text)
  }

  package static var xmlNoRoot: DiagnosticCode {
    notWellFormed("xml.no-root", "the document has no root element")
  }
  package static var xmlTextOutsideRoot: DiagnosticCode {
    notWellFormed("xml.text-outside-root", "text outside the root element")
  }
  package static var xmlSecondRoot: DiagnosticCode {
    notWellFormed("xml.second-root", "unexpected second root element <%>")
  }
  package static var xmlUnclosedElement: DiagnosticCode {
    notWellFormed("xml.unclosed-element", "unterminated element <%>; add its end tag")
  }
  package static var xmlCrossedElement: DiagnosticCode {
    notWellFormed("xml.crossed-element", "missing end tag of <%> before the end of its parent")
  }
  package static var xmlStrayEndTag: DiagnosticCode {
    notWellFormed("xml.stray-end-tag", "unmatched end tag </%>")
  }
  package static var xmlBadTag: DiagnosticCode {
    notWellFormed("xml.bad-tag", "unescaped '<'; write &lt; for the character itself")
  }
  package static var xmlUnterminatedTag: DiagnosticCode {
    notWellFormed("xml.unterminated-tag", "unterminated tag <%; add a closing '>'")
  }
  package static var xmlBadEndTag: DiagnosticCode {
    notWellFormed("xml.bad-end-tag", "malformed end tag; expected a name and '>'")
  }
  package static var xmlBadAttribute: DiagnosticCode {
    notWellFormed("xml.bad-attribute", "expected an attribute name in the tag <%>")
  }
  package static var xmlAttributeWithoutValue: DiagnosticCode {
    notWellFormed(
      "xml.attribute-without-value",
      "missing value of the attribute %; add = and a quoted value")
  }
  package static var xmlUnquotedValue: DiagnosticCode {
    notWellFormed("xml.unquoted-value", "unquoted value of the attribute %")
  }
  package static var xmlUnterminatedValue: DiagnosticCode {
    notWellFormed(
      "xml.unterminated-value", "unterminated value of the attribute %; add the closing quotation mark")
  }
  package static var xmlLessThanInValue: DiagnosticCode {
    notWellFormed("xml.less-than-in-value", "unescaped '<' in the value of the attribute %; write &lt;")
  }
  package static var xmlNoSpaceBeforeAttribute: DiagnosticCode {
    notWellFormed("xml.no-space-before-attribute", "missing white space before the attribute %")
  }
  package static var xmlDuplicateAttribute: DiagnosticCode {
    notWellFormed("xml.duplicate-attribute", "duplicate attribute %")
  }
  package static var xmlTooManyAttributes: DiagnosticCode {
    notWellFormed("xml.too-many-attributes", "the element <%> has too many attributes")
  }
  package static var xmlNameTooLong: DiagnosticCode {
    notWellFormed("xml.name-too-long", "a name is longer than %")
  }
  package static var xmlTooDeep: DiagnosticCode {
    notWellFormed("xml.too-deep", "the element <%> is nested too deeply")
  }
  package static var xmlTokenTooLong: DiagnosticCode {
    notWellFormed("xml.token-too-long", "a tag, comment or section is longer than %")
  }
  package static var xmlSectionEndInText: DiagnosticCode {
    notWellFormed("xml.section-end-in-text", "']]>' in text; write ]]&gt;")
  }
  package static var xmlUnterminatedCDATA: DiagnosticCode {
    notWellFormed("xml.unterminated-cdata", "unterminated CDATA section; add a closing ']]>'")
  }
  package static var xmlUnterminatedComment: DiagnosticCode {
    notWellFormed("xml.unterminated-comment", "unterminated comment; add a closing '-->'")
  }
  package static var xmlHyphensInComment: DiagnosticCode {
    notWellFormed("xml.hyphens-in-comment", "'--' inside a comment")
  }
  package static var xmlBadInstruction: DiagnosticCode {
    notWellFormed(
      "xml.bad-instruction", "malformed processing instruction; expected a name followed by white space")
  }
  package static var xmlUnterminatedInstruction: DiagnosticCode {
    notWellFormed("xml.unterminated-instruction", "unterminated processing instruction; add a closing '?>'")
  }
  package static var xmlReservedTarget: DiagnosticCode {
    notWellFormed("xml.reserved-target", "a processing instruction cannot have the name '%'")
  }
  package static var xmlMisplacedDeclaration: DiagnosticCode {
    notWellFormed(
      "xml.misplaced-declaration",
      "misplaced XML declaration; it must be at the very beginning of the document")
  }
  package static var xmlBadDeclaration: DiagnosticCode {
    notWellFormed(
      "xml.bad-declaration",
      "the XML declaration is not <?xml version=\"1.0\" encoding=\"…\" standalone=\"…\"?>: %")
  }
  package static var xmlIllegalCharacter: DiagnosticCode {
    DiagnosticCode(
      "xml.illegal-character", rule: "xml/illegal-character", "the character % is not allowed in XML")
  }
  package static var xmlUndefinedEntity: DiagnosticCode {
    DiagnosticCode("xml.undefined-entity", rule: "xml/undefined-entity", "undefined entity '&%;'")
  }
  package static var xmlRecursiveEntity: DiagnosticCode {
    notWellFormed("xml.recursive-entity", "the entity &%; contains itself")
  }
  package static var xmlUnbalancedEntity: DiagnosticCode {
    notWellFormed(
      "xml.unbalanced-entity",
      "the entity &%; opens or closes an element without the matching tag")
  }
  package static var xmlUnparsedEntityReference: DiagnosticCode {
    notWellFormed(
      "xml.unparsed-entity-reference", "the entity &%; is unparsed and cannot be referred to in text")
  }
  package static var xmlExternalEntityInValue: DiagnosticCode {
    notWellFormed(
      "xml.external-entity-in-value", "the external entity &%; cannot be used in an attribute value")
  }
  package static var xmlExpansionLimit: DiagnosticCode {
    DiagnosticCode(
      "xml.expansion-limit", rule: "xml/doctype", "the entity &%; expands to more text than allowed")
  }
  package static var xmlEntityDepth: DiagnosticCode {
    DiagnosticCode("xml.entity-depth", rule: "xml/doctype", "the entity &%; is nested too deeply in others")
  }
  package static var xmlMisplacedDoctype: DiagnosticCode {
    notWellFormed("xml.misplaced-doctype", "misplaced DOCTYPE; only one is allowed, before the root element")
  }
  package static var xmlBadDoctype: DiagnosticCode {
    notWellFormed("xml.bad-doctype", "malformed DOCTYPE: %")
  }
  package static var xmlUnterminatedDoctype: DiagnosticCode {
    notWellFormed("xml.unterminated-doctype", "unterminated DOCTYPE; add a closing '>'")
  }
  package static var xmlBadMarkupDeclaration: DiagnosticCode {
    notWellFormed("xml.bad-markup-declaration", "malformed declaration in the DOCTYPE: %")
  }
  package static var xmlParameterReferenceInDeclaration: DiagnosticCode {
    notWellFormed(
      "xml.parameter-reference-in-declaration",
      "the parameter entity %; cannot be used inside a declaration here")
  }
  package static var xmlUndefinedParameterEntity: DiagnosticCode {
    DiagnosticCode(
      "xml.undefined-parameter-entity", rule: "xml/undefined-entity", "the parameter entity % is not declared"
    )
  }

  package static var xmlUndeclaredPrefix: DiagnosticCode {
    namespace("xml.undeclared-prefix", "undeclared namespace prefix '%'")
  }
  package static var xmlBadQualifiedName: DiagnosticCode {
    namespace("xml.bad-qualified-name", "invalid qualified name '%'")
  }
  package static var xmlColonInName: DiagnosticCode {
    namespace("xml.colon-in-name", "the name '%' cannot have a colon in a document with namespaces")
  }
  package static var xmlReservedPrefix: DiagnosticCode {
    namespace("xml.reserved-prefix", "the prefix '%' is reserved")
  }
  package static var xmlReservedNamespace: DiagnosticCode {
    namespace("xml.reserved-namespace", "the prefix '%' cannot have the namespace of 'xml' or 'xmlns'")
  }
  package static var xmlEmptyNamespace: DiagnosticCode {
    namespace("xml.empty-namespace", "the prefix '%' cannot be declared with an empty namespace")
  }
  package static var xmlRelativeNamespace: DiagnosticCode {
    namespace("xml.relative-namespace", "the namespace '%' is a relative URI, which has no canonical form")
  }
  package static var xmlUnreadEntity: DiagnosticCode {
    DiagnosticCode(
      "xml.unread-entity", rule: "xml/undefined-entity",
      "the entity &%; is external or undeclared; external entities are never read")
  }
  package static var xmlDuplicateExpandedAttribute: DiagnosticCode {
    namespace(
      "xml.duplicate-expanded-attribute",
      "duplicate attribute %: both prefixes are bound to the same namespace")
  }
}
