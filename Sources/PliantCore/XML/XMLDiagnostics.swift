// What can be wrong with an XML document.

extension DiagnosticCode {
  private static func notWellFormed(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "xml/not-well-formed", text)
  }
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
    notWellFormed("xml.second-root", "a second root element <%>; a document has only one")
  }
  package static var xmlUnclosedElement: DiagnosticCode {
    notWellFormed("xml.unclosed-element", "the element <%> is never closed")
  }
  package static var xmlCrossedElement: DiagnosticCode {
    notWellFormed("xml.crossed-element", "the element <%> is still open where the one around it is closed")
  }
  package static var xmlStrayEndTag: DiagnosticCode {
    notWellFormed("xml.stray-end-tag", "the end tag </%> closes no open element")
  }
  package static var xmlBadTag: DiagnosticCode {
    notWellFormed("xml.bad-tag", "“<” that begins no tag; write &lt; for the character itself")
  }
  package static var xmlUnterminatedTag: DiagnosticCode {
    notWellFormed("xml.unterminated-tag", "the tag <% is not closed by “>”")
  }
  package static var xmlBadEndTag: DiagnosticCode {
    notWellFormed("xml.bad-end-tag", "an end tag that is not a name and “>”")
  }
  package static var xmlBadAttribute: DiagnosticCode {
    notWellFormed("xml.bad-attribute", "an attribute name was expected in the tag <%>")
  }
  package static var xmlAttributeWithoutValue: DiagnosticCode {
    notWellFormed(
      "xml.attribute-without-value",
      "the attribute % has no value; a name is followed by = and a quoted value")
  }
  package static var xmlUnquotedValue: DiagnosticCode {
    notWellFormed("xml.unquoted-value", "the value of the attribute % is not in quotes")
  }
  package static var xmlUnterminatedValue: DiagnosticCode {
    notWellFormed("xml.unterminated-value", "the value of the attribute % is not closed by its quote")
  }
  package static var xmlLessThanInValue: DiagnosticCode {
    notWellFormed("xml.less-than-in-value", "“<” in the value of the attribute %; write &lt;")
  }
  package static var xmlNoSpaceBeforeAttribute: DiagnosticCode {
    notWellFormed("xml.no-space-before-attribute", "no white space before the attribute %")
  }
  package static var xmlDuplicateAttribute: DiagnosticCode {
    notWellFormed("xml.duplicate-attribute", "the attribute % occurs twice in one tag")
  }
  package static var xmlTooManyAttributes: DiagnosticCode {
    notWellFormed("xml.too-many-attributes", "the element <%> has too many attributes")
  }
  package static var xmlNameTooLong: DiagnosticCode {
    notWellFormed("xml.name-too-long", "a name of more than %")
  }
  package static var xmlTooDeep: DiagnosticCode {
    notWellFormed("xml.too-deep", "the element <%> is nested too deeply")
  }
  package static var xmlTokenTooLong: DiagnosticCode {
    notWellFormed("xml.token-too-long", "a tag, comment or section of more than %")
  }
  package static var xmlSectionEndInText: DiagnosticCode {
    notWellFormed("xml.section-end-in-text", "“]]>” in text; write ]]&gt;")
  }
  package static var xmlUnterminatedCDATA: DiagnosticCode {
    notWellFormed("xml.unterminated-cdata", "the CDATA section is not closed by “]]>”")
  }
  package static var xmlUnterminatedComment: DiagnosticCode {
    notWellFormed("xml.unterminated-comment", "the comment is not closed by “-->”")
  }
  package static var xmlHyphensInComment: DiagnosticCode {
    notWellFormed("xml.hyphens-in-comment", "“--” inside a comment")
  }
  package static var xmlBadInstruction: DiagnosticCode {
    notWellFormed("xml.bad-instruction", "a processing instruction needs a name, and white space after it")
  }
  package static var xmlUnterminatedInstruction: DiagnosticCode {
    notWellFormed("xml.unterminated-instruction", "the processing instruction is not closed by “?>”")
  }
  package static var xmlReservedTarget: DiagnosticCode {
    notWellFormed("xml.reserved-target", "a processing instruction cannot have the name “%”")
  }
  package static var xmlMisplacedDeclaration: DiagnosticCode {
    notWellFormed(
      "xml.misplaced-declaration", "an XML declaration can only stand at the very beginning of a document")
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
  package static var xmlBadReference: DiagnosticCode {
    notWellFormed(
      "xml.bad-reference", "“&” that begins no reference; write &amp; for the character itself")
  }
  package static var xmlUnterminatedReference: DiagnosticCode {
    notWellFormed("xml.unterminated-reference", "the reference &% is not closed by “;”")
  }
  package static var xmlBadCharacterReference: DiagnosticCode {
    notWellFormed("xml.bad-character-reference", "a character reference without digits, or not closed by “;”")
  }
  package static var xmlIllegalCharacterReference: DiagnosticCode {
    DiagnosticCode(
      "xml.illegal-character-reference", rule: "xml/illegal-character",
      "the character reference &#%; stands for no character that XML allows")
  }
  package static var xmlUndefinedEntity: DiagnosticCode {
    DiagnosticCode(
      "xml.undefined-entity", rule: "xml/undefined-entity", "the entity &%; is not declared in this document")
  }
  package static var xmlRecursiveEntity: DiagnosticCode {
    notWellFormed("xml.recursive-entity", "the entity &%; contains itself")
  }
  package static var xmlUnbalancedEntity: DiagnosticCode {
    notWellFormed(
      "xml.unbalanced-entity",
      "the text of the entity &%; opens or closes an element that it does not hold whole")
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
      "xml.expansion-limit", rule: "xml/doctype", "the entity &%; expands to more text than is allowed")
  }
  package static var xmlEntityDepth: DiagnosticCode {
    DiagnosticCode("xml.entity-depth", rule: "xml/doctype", "the entity &%; is nested too deeply in others")
  }
  package static var xmlMisplacedDoctype: DiagnosticCode {
    notWellFormed(
      "xml.misplaced-doctype", "a DOCTYPE can only stand once, and before the root element")
  }
  package static var xmlBadDoctype: DiagnosticCode {
    notWellFormed("xml.bad-doctype", "the DOCTYPE is malformed: %")
  }
  package static var xmlUnterminatedDoctype: DiagnosticCode {
    notWellFormed("xml.unterminated-doctype", "the DOCTYPE is not closed by “>”")
  }
  package static var xmlBadMarkupDeclaration: DiagnosticCode {
    notWellFormed("xml.bad-markup-declaration", "a malformed declaration in the DOCTYPE: %")
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
    namespace("xml.undeclared-prefix", "the namespace prefix “%” is not declared")
  }
  package static var xmlBadQualifiedName: DiagnosticCode {
    namespace("xml.bad-qualified-name", "“%” is not a name or a prefix and a name")
  }
  package static var xmlColonInName: DiagnosticCode {
    namespace("xml.colon-in-name", "the name “%” cannot have a colon in a document with namespaces")
  }
  package static var xmlReservedPrefix: DiagnosticCode {
    namespace("xml.reserved-prefix", "the prefix “%” is reserved and cannot be declared so")
  }
  package static var xmlReservedNamespace: DiagnosticCode {
    namespace("xml.reserved-namespace", "the namespace of “xml” or “xmlns” cannot be given to the prefix “%”")
  }
  package static var xmlEmptyNamespace: DiagnosticCode {
    namespace("xml.empty-namespace", "the prefix “%” cannot be declared with an empty namespace")
  }
  package static var xmlRelativeNamespace: DiagnosticCode {
    namespace(
      "xml.relative-namespace", "the namespace “%” is a relative URI, for which there is no canonical form")
  }
  package static var xmlUnreadEntity: DiagnosticCode {
    DiagnosticCode(
      "xml.unread-entity", rule: "xml/undefined-entity",
      "the entity &%; is external or not declared, and nothing external is read")
  }
  package static var xmlDuplicateExpandedAttribute: DiagnosticCode {
    namespace(
      "xml.duplicate-expanded-attribute", "the attribute % occurs twice under two prefixes of one namespace")
  }
}
