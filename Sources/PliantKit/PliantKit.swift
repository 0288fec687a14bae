// The library for other programs; PliantKit.docc shows its use.
//
//   PliantCoding                         Document, Node, Value, coders: property lists and JSON
//   Format: DocumentPipeline             all formats and encodings, for the documents of PliantCoding
//   DocumentEditor, DocumentRecords      edits that preserve other bytes; files larger than memory
//   DocumentLinter, TextTranscoder       checks of files, and text in another encoding
//
//   PliantKit ─┬─▶ PliantCoding ─────────────────▶ PliantCore
//              ├─▶ PliantLint ─▶ PliantMapping ─┬─▶ PliantCore
//              └─▶ PliantQuery ─────────────────┘
//
// Tests/PliantKitTests/Interface lists the public interface; everything else is `package`, for the program
// pliant, and may change with it.

@_exported import PliantCoding
