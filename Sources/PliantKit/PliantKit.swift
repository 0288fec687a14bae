// The library behind the program `pliant`, and the data's way through it:
//
//   InputFile → (EncodingDetector → TextDecoder) → <Format>Reader → Document → <Format>Writer → AtomicFile
//
// Files/        bytes in (`InputFile`, `InputWindow`) and out in one step (`AtomicFile`)
// Bytes/        `ByteView`, the only raw indexing; buffers; line and column of an offset
// Text/         which encoding and format bytes are in, and their text as UTF-8
// Values/       numbers, dates and data as text; Dates/ has dates in other patterns and zones
// Document/     the events every reader sends and every writer takes (`ValueSink`), the tape that keeps them, paths
// XML/, XPath/  the one XML reader, trees, canonical form, queries
// Formats/      one reader and one writer each
// JSONPath/     queries on documents
// Editing/      changes by path that leave the other bytes of a text alone; patches
// Mapping/      application XML as typed records, and back
// Lint/         rules, reports, fixes
// Engine/       conversions by Foundation, in a program of its own
// Library/      what other programs use: `Document.read`, `value(at:)`, `replacing`, `bytes(as:)`, `write(to:as:)`
//
// Everything outside of Library/ is for the program and may change with it.
