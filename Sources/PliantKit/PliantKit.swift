// The library for other programs; PliantKit.docc shows what it is used for.
//
//   PliantCoding                         Document, Node, Value, coders: property lists and JSON
//   Format: DocumentPipeline             all formats and encodings, for the documents of PliantCoding
//   DocumentEditor, DocumentRecords      files whose other bytes stay; files larger than memory
//   DocumentLinter, TextTranscoder       what files declare against what they hold, and text in another encoding
//
//   PliantKit ─┬─▶ PliantCoding ─────────────────▶ PliantCore
//              ├─▶ PliantLint ─▶ PliantMapping ─┬─▶ PliantCore
//              └─▶ PliantQuery ─────────────────┘
//
// What is public here and in PliantCoding is listed in Tests/PliantKitTests/Interface; everything else is `package`: it is
// for the program pliant and may change with it.

@_exported import PliantCoding
