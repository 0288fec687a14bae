// Every diagnostic code, by module; pliant-diagnostics(7) prints them, and a test checks that none is
// missing.

/// The diagnostic codes of each module.
package enum DiagnosticRegistry {
  package static let base: [DiagnosticCode] = [
    .memory, .memoryOfProcess,
    .noSuchFile, .isFolder, .mayNotRead, .cannotRead, .changedWhileRead, .cannotWrite, .outputUnproved,
    .cannotReplace, .brokenPipe,
    .childStart,
    .xmlBadReference, .xmlUnterminatedReference, .xmlBadCharacterReference,
    .xmlIllegalCharacterReference, .invalidBytes, .jsonEncoding,
  ]
}
