// The codes of files, memory and references.

extension DiagnosticCode {
  package static let noSuchFile = Self("file.not-found", rule: .fileRead, "no such file")
  package static let isFolder = Self("file.is-folder", rule: .fileRead, "is a directory, not a file")
  package static let mayNotRead = Self("file.no-permission", rule: .fileRead, "permission denied")
  package static let cannotRead = Self("file.read", rule: .fileRead, "cannot read: %")
  package static let changedWhileRead = Self("file.changed", rule: .fileRead, "changed while it was read")
  package static let cannotWrite = Self("file.write", rule: .fileWrite, "cannot write: %")
  /// The subject is the path and the reason.
  package static let cannotReplace = Self("file.replace", rule: .fileWrite, "cannot write %")
  package static let outputUnproved = Self(
    "file.unproved", rule: .fileUnproved,
    "the output does not read back as the same document; nothing was replaced", advice: "report this bug")
  package static let brokenPipe = Self("file.broken-pipe", rule: .fileWrite, "broken pipe")

  package static let childStart = Self("child.start", rule: .engineMissing, "cannot start %")

  package static let memory = Self(
    "limit.memory", rule: .limitMemory,
    "memory budget of % exhausted", advice: "raise it with --limit memory=SIZE")
  package static let memoryOfProcess = Self(
    "limit.memory-of-process", rule: .limitMemory,
    "memory budget of % exhausted, the rest of the process's limit (ulimit -v)")

  @inlinable @inline(__always)
  package static func notWellFormed(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .xmlNotWellFormed, text)
  }

  @usableFromInline package static let xmlBadReference = notWellFormed(
    "xml.bad-reference", "unescaped '&'; write &amp; for the character itself")
  @usableFromInline package static let xmlUnterminatedReference = notWellFormed(
    "xml.unterminated-reference", "missing ';' after the reference &%")
  @usableFromInline package static let xmlBadCharacterReference = notWellFormed(
    "xml.bad-character-reference", "malformed character reference; expected digits and ';'")
  @usableFromInline package static let xmlIllegalCharacterReference = Self(
    "xml.illegal-character-reference", rule: .xmlIllegalCharacter,
    "invalid character reference &#%;: XML does not allow the character")

  /// The subject is the byte and the encoding.
  package static let invalidBytes = Self("encoding.invalid-bytes", rule: .encodingInvalidBytes, "%")
  package static let jsonEncoding = Self("json.encoding", rule: .jsonEncoding, "JSON must be UTF-8: %")
}
