// The library for other programs; PliantKit.docc shows what it is used for.
//
//   Document ─ read ─▶ Node, Value, query, xpath, difference ─ write ─▶ bytes, files
//   DocumentDecoder, DocumentEncoder     Codable types
//   DocumentEditor, DocumentRecords      files whose other bytes stay; files larger than memory
//   DocumentLinter                       what files declare against what they hold
//
//   PliantKit ─┬─▶ PliantLint ─▶ PliantMapping ─┬─▶ PliantCore
//              └─▶ PliantQuery ─────────────────┘
//
// What is public here and in PliantCore is listed in Tests/PliantKitTests/Interface; everything else is `package`: it is for
// the program pliant and may change with it.

@_exported import PliantCore
