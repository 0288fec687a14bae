// What can go wrong with files.

extension DiagnosticCode {
  package static var cannotWrite: DiagnosticCode {
    DiagnosticCode("file.write", rule: "file/write", "cannot write: %")
  }
  package static var brokenPipe: DiagnosticCode {
    DiagnosticCode("file.broken-pipe", rule: "file/write", "the reader of the pipe has gone")
  }
}
