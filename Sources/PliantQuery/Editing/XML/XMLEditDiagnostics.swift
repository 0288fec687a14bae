// Errors in edits of XML nodes.

import PliantCore

extension DiagnosticCode {
  private static func edit(
    _ name: StaticString, _ text: StaticString, advice: StaticString? = nil
  ) -> DiagnosticCode {
    DiagnosticCode(name, rule: "edit/xpath", text, advice: advice)
  }

  package static var editXMLNothing: DiagnosticCode { edit("edit.xml-nothing", "%") }
  package static var editXMLEntity: DiagnosticCode {
    edit(
      "edit.xml-entity",
      "% comes from an entity or a default in the DTD and cannot be edited in place")
  }
  package static var editXMLRoot: DiagnosticCode {
    edit("edit.xml-root", "% would leave the document without exactly one root element")
  }
  package static var editXMLNamespace: DiagnosticCode {
    edit("edit.xml-namespace", "the expression selects a namespace node, which cannot be edited")
  }
  package static var editXMLAttribute: DiagnosticCode {
    edit("edit.xml-attribute", "the attribute % cannot contain markup", advice: "use --string TEXT")
  }
  package static var editXMLSibling: DiagnosticCode {
    edit(
      "edit.xml-sibling",
      "cannot insert a node next to the attribute %",
      advice: "use --xpath 'ELEMENT/@NAME' --string TEXT")
  }
  package static var editXMLAppend: DiagnosticCode {
    edit("edit.xml-append", "markup can only be appended to elements, but the expression also finds %")
  }
  package static var editXMLExists: DiagnosticCode {
    edit(
      "edit.xml-exists",
      "attribute % already present",
      advice: "use replace, or exclude such elements with [not(@…)]")
  }
  package static var editXMLPrefix: DiagnosticCode {
    edit("edit.xml-prefix", "undeclared prefix '%'; declare it in the document or in the markup")
  }
  package static var editXMLName: DiagnosticCode {
    edit("edit.xml-name", "'%' cannot be the name of a new attribute")
  }
  package static var editXMLComment: DiagnosticCode {
    edit("edit.xml-comment", "a comment cannot contain '--' or end with '-'")
  }
  package static var editXMLInstruction: DiagnosticCode {
    edit("edit.xml-instruction", "a processing instruction cannot contain '?>'")
  }
  package static var editXMLMarkup: DiagnosticCode { edit("edit.xml-markup", "invalid markup: %") }
  package static var editXMLUnsafe: DiagnosticCode {
    edit(
      "edit.xml-unsafe",
      "the edited text would not read back as the edited document, because of its encoding, its DTD or an entity"
    )
  }
  package static var editXMLList: DiagnosticCode {
    edit("edit.xml-list", "the file would no longer be a property list: %")
  }
  package static var editXMLPath: DiagnosticCode {
    edit("edit.xml-path", "application XML has no key paths", advice: "use --xpath EXPR to edit its nodes")
  }
  package static var editXMLFormat: DiagnosticCode {
    edit(
      "edit.xml-format",
      "the format % has no XML text to edit",
      advice: "use a KEYPATH instead of --xpath")
  }
}
