// pliant-diagnostics(7): the cause and remedy of each rule.

extension Manual {
  static let diagnostics = ManualPage(
    "pliant-diagnostics", section: 7, summary: "messages of pliant by rule",
    text: """
      # DESCRIPTION
      pliant reports each problem with file, line and column, a message, and a rule in brackets. Scripts should match
      the rule, which is stable, not the message. Below are the cause and the remedy for each rule;
      pliant-lint-rules(7) has examples for those of `lint`.

      # RULES
      \(diagnosticRules.map { "`\($0.rule)` :: \($0.cause). \($0.remedy)." }.joined(separator: "\n"))
      """, seeAlso: ["lint", "pliant-lint-rules(7)"])

  /// A rule with its cause and its remedy, one line each; in the order of the ids.
  package static var diagnosticRules: [(rule: DiagnosticRule, cause: Substring, remedy: Substring)] {
    DiagnosticRule.allCases.compactMap { rule in
      guard let row = row(of: rule)?.split(separator: "|") else { return nil }
      return (rule, row[0], row[1])
    }
  }

  private static func row(of rule: DiagnosticRule) -> String? {
    switch rule {
    case .archiveNone: "The document is not a keyed archive|Leave out `--unarchive`"
    case .archiveStructure:
      "The keyed archive is damaged, or too deep or too large once decoded|Archive the objects again"
    case .binaryStructure:
      "The binary property list is damaged or truncated|Copy it again; if it is large, raise `--max-output`"
    case .conversionLoss:
      "The output format cannot represent a value or annotation|"
        + "Use `--loss tag`, or `--loss note` to convert anyway"
    case .conversionNull:
      "A property list cannot represent null|Use `--json-null drop` or `--json-null string`"
    case .convertRecords:
      "Reports the records found, or that there are none|Use another place; see pliant-paths(7)"
    case .diffMerge: "A merge patch cannot express a difference of application XML|Use `--json`"
    case .diffStyle: "The difference has no patch in this style of XML|Use `--xml-style lossless`"
    case .documentDate: "The year of a date needs more than 32 bits|Correct the date"
    case .documentDepth: "Containers are nested too deeply|Raise `--limit depth=`*N*"
    case .documentTag:
      "A tagged object such as `$date` has an invalid value|Correct it, or leave out `--loss tag`"
    case .editFormat: "Documents of this format have no key paths|Convert the file first"
    case .editPath:
      "The key path finds no value, or a value in its way|List the paths with `query --as paths`"
    case .editXPath:
      "The nodes cannot be edited, or the edited text would be invalid|"
        + "Select other nodes, or correct the markup"
    case .encodingBOMMismatch: "The byte order mark contradicts the declaration|Run `lint --fix`"
    case .encodingInvalidBytes:
      "The bytes are invalid in this encoding|Ask `encoding` for the actual one; set `--input-encoding`"
    case .encodingMismatch:
      "The declared encoding is not the actual one|Run `lint --fix`, or set `--input-encoding`"
    case .encodingMixed: "Parts of the text are in different encodings|Run `lint --fix=mixed`"
    case .encodingUnknownName: "The name of the encoding is unknown|Use a name of pliant-encodings(7)"
    case .encodingUnmappable:
      "The target encoding lacks a character of the text|Use `--unmappable escape` or another encoding"
    case .engineAnswer: "The Foundation engine stopped before the end of its answer|Use the native engine"
    case .engineCrash: "Foundation crashed on the document|Use the native engine"
    case .engineDifference: "Foundation reads the output differently from the input|Report it with the file"
    case .engineFormat: "The Foundation engine supports xml1, binary1 and json only|Use the native engine"
    case .engineMissing:
      "pliant cannot find or start its Foundation engine|Install `pliant-foundation` next to `pliant`"
    case .engineRefused: "Foundation rejects the document|Use the native engine"
    case .engineVersion:
      "The Foundation engine is from another version of pliant|Install both programs from one release"
    case .fileRead:
      "The file does not exist, is unreadable, or changed while it was read|Check its name and permissions"
    case .fileUnproved:
      "The output does not read back as the same document|Report it with the file; the original is unchanged"
    case .fileWrite: "The file cannot be written|Check the directory, its permissions and the free space"
    case .formatUnknown:
      "The file is empty, so its format is unknown|Check the command before the pipe, or use `-f`"
    case .formatUnreadable:
      "pliant writes this format but does not read it|Convert from a format of pliant-formats(7)"
    case .formatUnsupported: "The file is of a kind that pliant does not read|Decompress or export it first"
    case .formatUnwritable:
      "The document has no form in the target format|Choose the records, a mapping or another format"
    case .jsonDuplicateKey: "An object has the same key twice|Remove one; the last value counts"
    case .jsonEncoding: "JSON is in another encoding than UTF-8|Run `transcode --to utf-8`"
    case .jsonSyntax: "The text is not valid JSON|Correct it, or read it with `-f jsonc` or `-f json5`"
    case .jsonpathLimit:
      "The query is too long or needs too many steps or results|Ask for less, with fewer `..`"
    case .jsonpathSyntax: "The query is not valid JSONPath (RFC 9535)|Correct it; see pliant-paths(7)"
    case .limitMemory: "The memory budget is exhausted|Raise `--limit memory=`*SIZE*; see pliant-scale(7)"
    case .mappingDefinition: "The mapping contradicts itself|Run `mapping check`"
    case .mappingDuplicateKey: "Two records have the same key|Change one, or set `$repeated` in the mapping"
    case .mappingFile: "No mapping has this name|Choose one of `mapping list`"
    case .mappingInfer: "One mapping cannot describe the samples|Infer a mapping for each root element"
    case .mappingMissing: "A required element or field is missing|Add it, or make the field optional"
    case .mappingModel:
      "The file is not a Core Data model that pliant reads|Use the `.xcdatamodel` of a recent Xcode"
    case .mappingReference: "A reference leads to no record|Correct the reference, or add the record"
    case .mappingRoundTrip: "A sample does not convert back to itself|Add what is missing to the mapping"
    case .mappingUnknownElement:
      "The mapping does not cover an element or attribute|Add it, or use `--keep-unmapped`"
    case .mappingValue:
      "A value does not fit its field, or a pattern or date format is invalid|Correct the value or the field"
    case .mergeConflict: "Both sides changed the same place|Edit the file, or use `--prefer`"
    case .mergeMarkers: "This format cannot contain conflict markers|Use `--prefer ours` or `--prefer theirs`"
    case .patchOperation: "An operation does not apply to the document|Compare the patch with the document"
    case .patchSyntax:
      "The patch is not a valid JSON Patch (RFC 6902)|Correct it, or use `--merge` for a merge patch"
    case .plistDuplicateKey: "A dictionary has the same key twice|Remove one; the last value counts"
    case .plistReaders:
      "Readers of property lists treat the text differently|Write it as all of them read it; see pliant-plutil(7)"
    case .plistStructure: "The text is not a valid property list|Correct it at the line and column"
    case .plistValue: "An integer, real, date or data value is invalid|Correct the value"
    case .signedInPlace:
      "Rewriting a signed document would invalidate its signature|Write elsewhere with `-o`"
    case .signedStructure:
      "The signed document is damaged, or its contents are elsewhere|Copy it again, or use the contents"
    case .signedUnverified:
      "pliant read a signed document without verifying it|Verify the signature with another program"
    case .splitParts:
      "The input cannot be divided into this number of parts|Use `--size` *BYTES* or fewer parts"
    case .splitRecords: "pliant finds no elements to split between|Set `--records`; see pliant-paths(7)"
    case .sqlLoad: "SQLite rejected a record; nothing was loaded|Correct the record or the mapping"
    case .sqlName: "Two names of the mapping are the same in SQL|Rename one, or set `$table`"
    case .sqlSchema:
      "The tables of the database do not fit the mapping|Use another database or another mapping"
    case .stringsDuplicateKey: "The file has the same key twice|Remove one; the last value counts"
    case .tableSyntax: "A row of the table is invalid|Correct its quotation marks or length; see `--ragged`"
    case .workflowFile: "The file is not a valid workflow|See pliant-workflows(7)"
    case .xmlDoctype: "Entities expand too far, or the DOCTYPE has parameter entities|Remove the declarations"
    case .xmlIllegalCharacter: "XML does not allow the character|Remove it"
    case .xmlLimit: "The document is too large to be a tree in memory|Split it, or process its records"
    case .xmlNamespace: "A prefix is undeclared, or a declaration is invalid|Declare the prefix"
    case .xmlNotWellFormed: "The text is not well-formed XML|Correct it at the line and column"
    case .xmlStyle:
      "The document has no form in the style, or the style is missing|Use `--xml-style`, `--mapping` or xml1"
    case .xmlUndefinedEntity:
      "The document does not declare the entity, or `&` is not escaped|Declare it, or write `&amp;`"
    case .xpathLimit:
      "The expression is too long or needs too many steps|Ask for less, without a position in `//`"
    case .xpathName: "An axis, function or variable is unknown|Correct the name, or set `--var`"
    case .xpathSyntax: "The expression is not valid XPath 1.0|Correct it; see pliant-paths(7)"
    case .xpathType: "An operand has the wrong type, such as a number for nodes|Correct the expression"
    // Lint alone reports these; pliant-lint-rules(7) explains them.
    case .encodingControlCharacters, .encodingDeclarationNotFirst, .encodingDoubleEncoded,
      .encodingLostCharacters, .encodingMissingDeclaration, .encodingNonstandardName, .encodingStrayBOM,
      .encodingUnexpected, .encodingUTF16WithoutBOM, .fileUnrecognised, .plistDoctype, .stringsIgnoredTail,
      .stringsSyntax, .textBidirectionalControl, .textControlCharacter, .textLineEnds, .textNormalization:
      nil
    // Notes, and errors of the library.
    case .decodingKey, .decodingNumber, .decodingType, .documentLocated, .unspecified, .editType,
      .editValue, .engineFoundation, .engineUnverified, .formatRecords, .lintBaseline, .lintConfiguration,
      .lintLimit, .lintOptions, .lintSkipped, .lintSuppression, .mappingChosen, .mappingFirst,
      .mappingRecords, .mergeText, .outputTerminal, .patchText, .workflowList, .workflowStep, .xpathNamespace:
      nil
    }
  }
}
