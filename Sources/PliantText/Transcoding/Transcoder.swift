// Converts text from one encoding to another, in chunks:
//
//   bytes → TextDecoder → UTF-8 → declarations rewritten → TextEncoder, and escapes for missing characters → bytes
//                                                                                          └─▶ decoded again and compared

/// The treatment of a character that the target encoding lacks.
package enum UnmappablePolicy: String, CaseIterable, Sendable {
  /// An error, before writing anything to a file.
  case error
  /// An escape if the document's grammar has one, otherwise an error.
  case escape
  /// `?`, or U+FFFD if the encoding has it.
  case replace
}

/// Whether the output begins with a byte order mark.
package enum ByteOrderMarkPolicy: String, CaseIterable, Sendable {
  case keep, add, remove
}

/// Re-encodes one text; pass it chunks in order, then finish.
package struct Transcoder: ~Copyable {
  /// The parameters of a conversion.
  package struct Plan: Sendable {
    package var source: TextEncoding
    package var target: TextEncoding
    /// The name of the file, which determines the programs whose declarations count.
    package var name: String?
    package var grammar = EscapeContext.Grammar.plain
    package var unmappable = UnmappablePolicy.escape
    package var writesMark = false
    package var sourceMarkLength = 0

    package init(from source: TextEncoding, to target: TextEncoding) {
      self.source = source
      self.target = target
    }
  }

  /// The number of bytes to search for declarations at the beginning, and in files with one per line.
  private static let headBytes = 16 * 1024
  private static let longHeadBytes = 16 << 20
  /// The number of bytes at the end to search for declarations.
  private static let tailBytes = 4096

  private let plan: Plan
  private var decoder: TextDecoder
  private var encoder: TextEncoder
  private var proof: EncodedTextProof
  private var context: EscapeContext
  private var text: OutputBuffer
  private var counter = TextPositionCounter()
  private var isHeadDone = false
  private let headCount: Int
  /// Places in the first and last lines that still name the old encoding.
  package private(set) var leftovers: [LeftoverName] = []
  private var markLeft: Int
  private var isStarted = false

  package init(_ plan: Plan) {
    proof = EncodedTextProof(plan.target)
    self.plan = plan
    headCount = DeclarationForm.hasDeclarationsThroughout(plan.name) ? Self.longHeadBytes : Self.headBytes
    decoder = TextDecoder(plan.source)
    encoder = TextEncoder(plan.target)
    text = OutputBuffer()
    context = EscapeContext(plan.grammar)
    markLeft = plan.sourceMarkLength
  }

  /// Re-encodes the whole characters of `bytes` and returns their length; pass the rest again with more after
  /// it.
  ///
  /// Throws an error for undecodable bytes or an unmappable character, with its position, and
  /// `encoding.unproved` if the output does not decode back.
  package mutating func write(
    _ bytes: ByteView, isLast: Bool, to output: inout OutputBuffer
  ) throws(Diagnostic) -> Int {
    if !isStarted {
      isStarted = true
      if plan.writesMark { for byte in ByteOrderMark.bytes(for: plan.target) { output.append(byte) } }
    }
    let skipped = min(markLeft, bytes.count)
    markLeft -= skipped
    var consumed = skipped
    do throws(Failure) {
      consumed += try decoder.decode(bytes.suffix(from: skipped), isLast: isLast, into: &text)
    } catch {
      // The text before the invalid byte determines its position.
      let counted = text.withHeldBytes { held in
        var counter = counter
        counter.advance(over: held)
        return counter.position
      }
      throw Diagnostic(error, at: Place(counted))
    }
    try flush(isLast: isLast, to: &output)
    return consumed
  }

  /// Ends the text, leaving shift states.
  ///
  /// Throws `encoding.unproved` if the end of the text does not decode back.
  package mutating func finish(_ output: inout OutputBuffer) throws(Diagnostic) {
    let start = output.count
    encoder.finish(into: &output)
    try prove(output, from: start, isLast: true)
  }

  /// Decodes the last output and compares it with the text.
  private mutating func prove(
    _ output: borrowing OutputBuffer, from start: Int, isLast: Bool
  ) throws(Diagnostic) {
    do throws(Failure) {
      try output.withHeldBytes { (bytes: ByteView) throws(Failure) in
        try proof.check(bytes.suffix(from: start), isLast: isLast)
      }
    } catch { throw Diagnostic(error) }
  }

  /// Encodes text up to the first character that the target lacks, and returns its offset or the text's end.
  private mutating func put(_ text: ByteView, to output: inout OutputBuffer) -> Int {
    let end = encoder.encode(text, into: &output)
    proof.expect(text[0..<end])
    return end
  }

  /// Encodes the buffered text, except the last lines, which may have declarations.
  private mutating func flush(isLast: Bool, to output: inout OutputBuffer) throws(Diagnostic) {
    if !isLast && text.count < (isHeadDone ? 2 * Self.tailBytes : headCount + Self.tailBytes) { return }
    var held = OutputBuffer()
    swap(&held, &text)
    // A whole character, and no CR whose LF is in the next part.
    let keep =
      isLast ? 0 : held.withHeldBytes { $0.count - (Self.endOfLines(in: $0[0..<$0.count - Self.tailBytes])) }
    let isHead = !isHeadDone
    isHeadDone = true
    if keep > 0 { held.withHeldBytes { text.append($0.suffix(from: $0.count - keep)) } }
    let start = output.count
    let outcome: Result<Void, Diagnostic> = held.withHeldBytes { view in
      let body = view[0..<view.count - keep]
      do throws(Diagnostic) {
        try encode(body, with: try changes(of: body, isHead: isHead, isLast: isLast), to: &output)
        return .success(())
      } catch { return .failure(error) }
    }
    if case .failure(let problem) = outcome { throw problem }
    try prove(output, from: start, isLast: false)
    do throws(Failure) { try output.drainIfFull() } catch { throw Diagnostic(error) }
  }

  /// The end of the last line, or of the last whole character without a line feed.
  private static func endOfLines(in text: ByteView) -> Int {
    if let end = text.lastIndex(of: ASCII.lineFeed) { return end + 1 }
    let end = text.count - (text.byte(at: text.count - 1) == ASCII.carriageReturn ? 1 : 0)
    return text.startOfCharacter(at: max(end - 1, 0))
  }

  /// The changes to the declarations in a part of the text; records other names of the old encoding.
  private mutating func changes(
    of body: ByteView, isHead: Bool, isLast: Bool
  ) throws(Diagnostic) -> [DeclarationRewriter] {
    guard isHead || isLast else { return [] }
    var changes: [DeclarationRewriter] = []
    do throws(Failure) {
      if isHead {
        changes = try DeclarationRewriter.changes(
          of: body, name: plan.name, isXML: plan.grammar == .xml, source: plan.source, target: plan.target,
          hasMark: plan.writesMark)
      } else {
        changes = try DeclarationRewriter.changesAtEnd(of: body, target: plan.target)
      }
    } catch {
      var counter = counter
      counter.advance(over: body[0..<(error.offset ?? 0)])
      throw Diagnostic(error, at: Place(counter.position))
    }
    let parts =
      body.count <= Self.headBytes + Self.tailBytes
      ? [0..<body.count]
      : (isHead ? [0..<Self.headBytes] : []) + (isLast ? [body.count - Self.tailBytes..<body.count] : [])
    for part in parts {
      leftovers += LeftoverName.find(
        in: body, part, of: plan.source, to: plan.target, except: changes.map(\.range), counter)
    }
    return changes
  }

  private mutating func encode(
    _ body: ByteView, with changes: [DeclarationRewriter], to output: inout OutputBuffer
  ) throws(Diagnostic) {
    var at = 0
    for change in changes {
      try encode(body[at..<change.range.lowerBound], to: &output)
      Array(change.replacement.utf8).withByteView { _ = put($0, to: &output) }
      let old = body[change.range]
      counter.advance(over: old)
      context.advance(over: old)
      at = change.range.upperBound
    }
    try encode(body.suffix(from: at), to: &output)
  }

  private mutating func encode(_ body: ByteView, to output: inout OutputBuffer) throws(Diagnostic) {
    var at = 0
    while at < body.count {
      let end = at + put(body.suffix(from: at), to: &output)
      let written = body[at..<end]
      counter.advance(over: written)
      if !plan.target.isUnicode { context.advance(over: written) }
      at = end
      guard at < body.count else { return }
      let (scalar, length) = UTF8Validation.scalar(in: body, at: at)
      try write(unmappable: scalar, to: &output)
      counter.advance(over: body[at..<at + length])
      at += length
    }
  }

  private mutating func write(unmappable scalar: UInt32, to output: inout OutputBuffer) throws(Diagnostic) {
    let place = Place(counter.position)
    switch plan.unmappable {
    case .replace:
      let mark = ByteView("\u{FFFD}")
      if put(mark, to: &output) < mark.count { _ = put(ByteView("?"), to: &output) }
      return
    case .escape:
      if let escape = context.escape.text(for: scalar) {
        Array(escape.utf8).withByteView { _ = put($0, to: &output) }
        return
      }
    case .error: break
    }
    let shown = Self.description(of: scalar)
    let reason =
      plan.unmappable == .error || plan.grammar == .plain
      ? "" : ", and inside \(context.name) it cannot be escaped"
    throw Diagnostic(Failure(.unmappable, "\(plan.target.name) has no \(shown)\(reason)"), at: place)
  }

  private static func description(of scalar: UInt32) -> String {
    guard let value = Unicode.Scalar(scalar), value.properties.generalCategory != .control else {
      return scalar.codePoint
    }
    return "'\(Character(value))' (\(scalar.codePoint))"
  }
}
