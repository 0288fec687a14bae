// Every diagnostic code, by module; pliant-diagnostics(7) prints them, and a test sees that none is missing.

/// The codes that a module's failures have.
package enum DiagnosticRegistry {
  /// Of files, memory and child processes, and of scanners that several modules use.
  package static let base: [DiagnosticCode] = [
    .memory, .memoryOfProcess,
    .noSuchFile, .isFolder, .mayNotRead, .cannotRead, .changedWhileRead, .cannotWrite, .outputUnproved,
    .cannotReplace, .brokenPipe,
    .childStart,
    .xmlBadReference, .xmlUnterminatedReference, .xmlBadCharacterReference,
    .xmlIllegalCharacterReference,
  ]
}
