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
    case .decodingKey: "The document lacks a key that the decoded type requires|Make the property optional"
    case .decodingNumber: "A number does not fit the decoded type|Decode a larger type"
    case .decodingType: "A value has another type than the decoded one|Correct the value or the type"
    case .diffMerge: "A merge patch cannot express a difference of application XML|Use `--json`"
    case .diffStyle: "The difference has no patch in this style of XML|Use `--xml-style lossless`"
    case .documentDate: "The year of a date needs more than 32 bits|Correct the date"
    case .documentDepth: "Containers are nested too deeply|Raise `--limit depth=`*N*"
    case .documentTag:
      "A tagged object such as `$date` has an invalid value|Correct it, or leave out `--loss tag`"
    case .editFormat: "Documents of this format have no key paths|Convert the file first"
    case .editPath:
      "The key path finds no value, or a value in its way|List the paths with `query --as paths`"
    case .editType: "The value has another type than the command requires|Print it with `type`"
    case .editValue: "A value to insert is invalid or has a key twice|Correct the value"
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
    case .engineFoundation: "Reports what Foundation changes or cannot represent|Use the native engine"
    case .engineMissing:
      "pliant cannot find or start its Foundation engine|Install `pliant-foundation` next to `pliant`"
    case .engineRefused: "Foundation rejects the document|Use the native engine"
    case .engineUnverified:
      "`--verify` cannot compare what Foundation cannot represent|Compare it with `diff`"
    case .engineVersion:
      "The Foundation engine is from another version of pliant|Install both programs from one release"
    case .fileRead:
      "The file does not exist, is unreadable, or changed while it was read|Check its name and permissions"
    case .fileUnproved:
      "The output does not read back as the same document|Report it with the file; the original is unchanged"
    case .fileWrite: "The file cannot be written|Check the directory, its permissions and the free space"
    case .formatRecords: "The document is not an array of records|Name the place of the records"
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
    case .lintBaseline: "The baseline is missing, invalid or out of date|Run `lint --update-baseline`"
    case .lintConfiguration: "A settings file of lint has a mistake|Correct it; see pliant-settings(5)"
    case .lintLimit: "Reports what lint did not check or fix in a file|Check the rest by other means"
    case .lintOptions: "The name of a rule is unknown|Use one of pliant-lint-rules(7)"
    case .lintSkipped: "The file is of a kind that lint does not check|Exclude it, or check its contents"
    case .lintSuppression: "A comment silences an unknown rule|Use a name of pliant-lint-rules(7)"
    case .mappingChosen:
      "Reports the mapping that pliant chose, or why none|Choose one with `--mapping`, or `none`"
    case .mappingDefinition: "The mapping contradicts itself|Run `mapping check`"
    case .mappingDuplicateKey: "Two records have the same key|Change one, or set `$repeated` in the mapping"
    case .mappingFile: "No mapping has this name|Choose one of `mapping list`"
    case .mappingFirst: "Reading stopped after `--first` records|Leave out `--first` to read the rest"
    case .mappingInfer: "One mapping cannot describe the samples|Infer a mapping for each root element"
    case .mappingMissing: "A required element or field is missing|Add it, or make the field optional"
    case .mappingModel:
      "The file is not a Core Data model that pliant reads|Use the `.xcdatamodel` of a recent Xcode"
    case .mappingRecords: "The mapping has no records of this name|Use one that the message suggests"
    case .mappingReference: "A reference leads to no record|Correct the reference, or add the record"
    case .mappingRoundTrip: "A sample does not convert back to itself|Add what is missing to the mapping"
    case .mappingUnknownElement:
      "The mapping does not cover an element or attribute|Add it, or use `--keep-unmapped`"
    case .mappingValue:
      "A value does not fit its field, or a pattern or date format is invalid|Correct the value or the field"
    case .mergeConflict: "Both sides changed the same place|Edit the file, or use `--prefer`"
    case .mergeMarkers: "This format cannot contain conflict markers|Use `--prefer ours` or `--prefer theirs`"
    case .mergeText: "The text around the changes could not be kept|Compare the versions with `diff`"
    case .outputTerminal: "Binary output would disturb the terminal|Redirect it, or force it with `-o -`"
    case .patchOperation: "An operation does not apply to the document|Compare the patch with the document"
    case .patchSyntax:
      "The patch is not a valid JSON Patch (RFC 6902)|Correct it, or use `--merge` for a merge patch"
    case .patchText: "The text around the changes could not be kept|Compare the versions with `diff`"
    case .plistDuplicateKey: "A dictionary has the same key twice|Remove one; the last value counts"
    case .plistReaders:
      "Readers of property lists treat the text differently|Write it as all of them read it; see pliant-plutil(7)"
    case .plistRequired: "A key that the schema requires is missing|Add it; see pliant-schema(5)"
    case .plistStructure: "The text is not a valid property list|Correct it at the line and column"
    case .plistType:
      "A value has another type than the schema requires|Correct the type; see pliant-schema(5)"
    case .plistUnknownKey: "The schema does not list the key|Correct its spelling, or add it to the schema"
    case .plistValue:
      "An integer, real, date or data value is invalid, or the schema forbids it|Correct the value"
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
    case .workflowList: "The directory has no workflows|List another directory"
    case .workflowStep: "A step of a workflow failed|Correct what the message before it reports"
    case .xcodeDanglingReference:
      "An object that a project refers to does not exist|Restore it, or remove the reference"
    case .xcodeDuplicateFile: "A build phase has a file twice|Remove one of the two"
    case .xcodeDuplicateID: "Two elements of a storyboard or xib file have one id|Change one of the ids"
    case .xcodeMissingFile: "A build file of a project has no file|Remove it, or add its reference"
    case .xcodeSeveralParents: "A file or group is in two groups of a project|Remove it from one of them"
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
    case .xpathNamespace: "The elements have a namespace that the expression lacks|Set `--namespace`"
    case .xpathSyntax: "The expression is not valid XPath 1.0|Correct it; see pliant-paths(7)"
    case .xpathType: "An operand has the wrong type, such as a number for nodes|Correct the expression"
    // Never reported.
    case .documentLocated, .unspecified: nil
    default:
      LintRule.named(rule.rawValue).map { "\($0.summary.asSentence.dropLast())|See pliant-lint-rules(7)" }
    }
  }
}
