// The choice of checks for a file, from its bytes and its name.

extension LintSubject {
  /// How lint checks the file by its grammar.
  var look: LintLook {
    format.map { .grammar(Self.names[$0] ?? $0.traits.summary) }
      ?? TranslationChecks.kind(of: name).map { .grammar($0) } ?? .encodingOnly(nil)
  }

  private static let names: [Format: String] = [
    .xml: "XML", .xml1: "property list", .json: "JSON", .jsonl: "JSON lines",
    .openstep: "old-style property list", .strings: ".strings", .jsonc: "JSON with comments",
  ]

  /// Whether a file without a grammar is binary, from its first bytes or its control characters.
  ///
  /// A text with a stray control character remains one: the rule `text/control-character` reports it.
  var isBinary: Bool {
    if signature != nil { return true }
    if isIncluded { return false }
    if verdict.evidence == .binary { return true }
    guard verdict.evidence == .ascii || verdict.evidence == .utf8 else { return false }
    // Text never begins with it, but the numbers at the beginning of many kinds of files do.
    if input.head.byte(at: 0) == ASCII.null { return true }
    let count = ControlCharacters.count(in: input.head)
    return count > 4 && count * 50 > input.head.count || count * 2 > input.head.count
  }

  /// The kind of binary file according to the first bytes, or nil.
  var signature: FileSignature? { FileSignature.find(in: input.head, count: input.count) }
}

/// Control characters that text does not need: those below the space and DEL, except tab, line ends and form
/// feed.
enum ControlCharacters {
  static func contains(_ byte: UInt8) -> Bool {
    byte < ASCII.space
      ? byte > ASCII.carriageReturn || byte < ASCII.tab || byte == 0x0B : byte == ASCII.delete
  }

  @inline(__always)
  private static func mask(_ block: ByteBlock) -> SIMDMask<SIMD16<Int8>> {
    // Tabs, line ends and form feeds are those from 9 to 13.
    let behindTab: ByteBlock = block &- ByteBlock(repeating: ASCII.tab)
    return (block .< ByteBlock(repeating: ASCII.space)) .& (behindTab .> ByteBlock(repeating: 4))
      .| (block .== ByteBlock(repeating: 0x0B))
  }

  /// Their number, except escape and backspace, which colour and strike text.
  static func count(in bytes: ByteView) -> Int {
    var count = 0
    var at = bytes.firstMatch(from: 0, mask)
    while at < bytes.count {
      if bytes[at] != ASCII.escape && bytes[at] != 0x08 { count += 1 }
      at = bytes.firstMatch(from: at + 1, mask)
    }
    return count
  }
}
