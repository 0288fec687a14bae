// Errors with files.

extension DiagnosticCode {
  package static var noSuchFile: DiagnosticCode {
    DiagnosticCode("file.not-found", rule: "file/read", "no such file")
  }
  package static var isFolder: DiagnosticCode {
    DiagnosticCode("file.is-folder", rule: "file/read", "is a directory, not a file")
  }
  package static var mayNotRead: DiagnosticCode {
    DiagnosticCode("file.no-permission", rule: "file/read", "permission denied")
  }
  package static var cannotRead: DiagnosticCode {
    DiagnosticCode("file.read", rule: "file/read", "cannot read: %")
  }
  package static var changedWhileRead: DiagnosticCode {
    DiagnosticCode("file.changed", rule: "file/read", "changed while it was read")
  }
  package static var cannotWrite: DiagnosticCode {
    DiagnosticCode("file.write", rule: "file/write", "cannot write: %")
  }
  /// The subject is the path and the reason.
  package static var cannotReplace: DiagnosticCode {
    DiagnosticCode("file.replace", rule: "file/write", "cannot write %")
  }
  package static var outputUnproved: DiagnosticCode {
    DiagnosticCode(
      "file.unproved", rule: "file/unproved",
      "the output does not read back as the same document; nothing was replaced", advice: "report this bug")
  }
  package static var brokenPipe: DiagnosticCode {
    DiagnosticCode("file.broken-pipe", rule: "file/write", "broken pipe")
  }
}
