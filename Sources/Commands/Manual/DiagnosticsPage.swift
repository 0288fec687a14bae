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

  /// A rule with its cause and its remedy, one line each.
  package static var diagnosticRules: [(rule: Substring, cause: Substring, remedy: Substring)] {
    diagnosticTable.split(separator: "\n").map { line in
      let parts = line.split(separator: "|")
      return (parts[0], parts[1], parts[2])
    }
  }

  private static let diagnosticTable = """
    archive/none|The document is not a keyed archive|Leave out `--unarchive`
    archive/structure|The keyed archive is damaged, or too deep or too large once decoded|Archive the objects again
    binary/structure|The binary property list is damaged or truncated|Copy it again; if it is large, raise \
    `--max-output`
    conversion/loss|The output format cannot represent a value or annotation|Use `--loss tag`, or `--loss note` to \
    convert anyway
    conversion/null|A property list cannot represent null|Use `--json-null drop` or `--json-null string`
    convert/records|Reports the records found, or that there are none|Use another place; see pliant-paths(7)
    diff/style|The difference has no patch in this style of XML|Use `--xml-style lossless`
    diff/unordered|`--unordered` compares application XML only|Leave it out
    document/date|The year of a date needs more than 32 bits|Correct the date
    document/depth|Containers are nested too deeply|Raise `--limit depth=`*N*
    document/tag|A tagged object such as `$date` has an invalid value|Correct it, or leave out `--loss tag`
    edit/format|Documents of this format have no key paths|Convert the file first
    edit/path|The key path finds no value, or a value in its way|List the paths with `query --as paths`
    edit/xpath|The nodes cannot be edited, or the edited text would be invalid|Select other nodes, or correct the markup
    encoding/bom-mismatch|The byte order mark contradicts the declaration|Run `lint --fix`
    encoding/invalid-bytes|The bytes are invalid in this encoding|Ask `encoding` for the actual one; set \
    `--input-encoding`
    encoding/mismatch|The declared encoding is not the actual one|Run `lint --fix`, or set `--input-encoding`
    encoding/mixed|Parts of the text are in different encodings|Run `lint --fix=mixed`
    encoding/unknown-name|The name of the encoding is unknown|Use a name of pliant-encodings(7)
    encoding/unmappable|The target encoding lacks a character of the text|Use `--unmappable escape` or another encoding
    engine/answer|The Foundation engine stopped before the end of its answer|Use the native engine
    engine/crash|Foundation crashed on the document|Use the native engine
    engine/difference|Foundation reads the output differently from the input|Report it with the file
    engine/format|The Foundation engine supports xml1, binary1 and json only|Use the native engine
    engine/missing|pliant cannot find or start its Foundation engine|Install `pliant-foundation` next to `pliant`
    engine/refused|Foundation rejects the document|Use the native engine
    engine/version|The Foundation engine is from another version of pliant|Install both programs from one release
    file/read|The file does not exist, is unreadable, or changed while it was read|Check its name and permissions
    file/unproved|The output does not read back as the same document|Report it with the file; the original is unchanged
    file/write|The file cannot be written|Check the directory, its permissions and the free space
    format/unknown|The file is empty, so its format is unknown|Check the command before the pipe, or use `-f`
    format/unreadable|pliant writes this format but does not read it|Convert from a format of pliant-formats(7)
    format/unsupported|The file is of a kind that pliant does not read|Decompress or export it first
    format/unwritable|The document has no form in the target format|Choose the records, a mapping or another format
    json/duplicate-key|An object has the same key twice|Remove one; the last value counts
    json/encoding|JSON is in another encoding than UTF-8|Run `transcode --to utf-8`
    json/syntax|The text is not valid JSON|Correct it, or read it with `-f jsonc` or `-f json5`
    jsonpath/limit|The query is too long or needs too many steps or results|Ask for less, with fewer `..`
    jsonpath/syntax|The query is not valid JSONPath (RFC 9535)|Correct it; see pliant-paths(7)
    limit/memory|The memory budget is exhausted|Raise `--limit memory=`*SIZE*; see pliant-scale(7)
    mapping/definition|The mapping contradicts itself|Run `mapping check`
    mapping/duplicate-key|Two records have the same key|Change one, or set `$repeated` in the mapping
    mapping/file|There is no mapping of this name|Choose one of `mapping list`
    mapping/infer|One mapping cannot describe the samples|Infer a mapping for each root element
    mapping/missing|A required element or field is missing|Add it, or make the field optional
    mapping/model|The file is not a Core Data model that pliant reads|Use the `.xcdatamodel` of a recent Xcode
    mapping/reference|A reference leads to no record|Correct the reference, or add the record
    mapping/round-trip|A sample does not convert back to itself|Add what is missing to the mapping
    mapping/unknown-element|The mapping does not cover an element or attribute|Add it, or use `--keep-unmapped`
    mapping/value|A value does not fit its field, or a pattern or date format is invalid|Correct the value or the field
    merge/conflict|Both sides changed the same place|Edit the file, or use `--prefer`
    merge/markers|This format cannot contain conflict markers|Use `--prefer ours` or `--prefer theirs`
    patch/operation|An operation does not apply to the document|Compare the patch with the document
    patch/syntax|The patch is not a valid JSON Patch (RFC 6902)|Correct it, or use `--merge` for a merge patch
    plist/duplicate-key|A dictionary has the same key twice|Remove one; the last value counts
    plist/structure|The text is not a valid property list|Correct it at the line and column
    plist/value|An integer, real, date or data value is invalid|Correct the value
    signed/in-place|Rewriting a signed document would invalidate its signature|Write elsewhere with `-o`
    signed/structure|The signed document is damaged, or its contents are elsewhere|Copy it again, or use the contents
    signed/unverified|pliant read a signed document without verifying it|Verify the signature with another program
    split/parts|The input cannot be divided into this number of parts|Use `--size` *BYTES* or fewer parts
    split/records|There is no place to split between|Set `--records`; see pliant-paths(7)
    sql/load|SQLite rejected a record; nothing was loaded|Correct the record or the mapping
    sql/name|Two names of the mapping are the same in SQL|Rename one, or set `$table`
    sql/schema|The tables of the database do not fit the mapping|Use another database or another mapping
    strings/duplicate-key|The file has the same key twice|Remove one; the last value counts
    table/syntax|A row of the table is invalid|Correct its quotation marks or length; see `--ragged`
    workflow/file|The file is not a valid workflow|See pliant-workflows(7)
    xml/doctype|Entities expand too far, or the DOCTYPE has parameter entities|Remove the declarations
    xml/illegal-character|XML does not allow the character|Remove it
    xml/limit|The document is too large to be a tree in memory|Split it, or process its records
    xml/namespace|A prefix is undeclared, or a declaration is invalid|Declare the prefix
    xml/not-well-formed|The text is not well-formed XML|Correct it at the line and column
    xml/style|The document has no form in the style, or there is no style|Use `--xml-style`, `--mapping` or xml1
    xml/undefined-entity|The document does not declare the entity, or `&` is not escaped|Declare it, or write `&amp;`
    xpath/limit|The expression is too long or needs too many steps|Ask for less, without a position in `//`
    xpath/name|An axis, function or variable is unknown|Correct the name, or set `--var`
    xpath/syntax|The expression is not valid XPath 1.0|Correct it; see pliant-paths(7)
    xpath/type|An operand has the wrong type, such as a number for nodes|Correct the expression
    """
}
