// Rewrites the declarations of a document to its new encoding, each in the spelling of its reader.
//
//   <?xml version="1.0" encoding="UTF-8"?>   →   <?xml version="1.0" encoding="macintosh"?>
//   \usepackage[utf8]{inputenc}              →   \usepackage[applemac]{inputenc}

/// A change that a document needs.
package struct DeclarationRewriter {
  /// The range of the text to replace; empty for an insertion.
  package let range: Range<Int>
  package let replacement: String

  /// Returns the changes to a text that begins with `head`, in order.
  ///
  /// Adds a declaration to XML, HTML, style sheets, Python or Ruby source if the new encoding requires one, to Perl
  /// source that was not in UTF-8, and to files whose program reads undeclared text in the system's code page.
  /// Throws `encoding.undeclarable` for a declaration whose reader has no name for the encoding.
  package static func changes(
    of head: ByteView, name: String? = nil, isXML: Bool, source: TextEncoding? = nil, target: TextEncoding,
    hasMark: Bool
  ) throws(Failure) -> [DeclarationRewriter] {
    let isHTML = HTMLDeclaration.isHTML(head)
    let declared = DeclaredEncoding.all(in: head, name: name)
    var changes: [DeclarationRewriter] = []
    if let bank = declared.first(where: { $0.source == .bankStatement }) {
      return try bankHeader(of: head, bank, target)
    }
    for declaration in declared {
      if let change = try change(of: declaration, target: target) { changes.append(change) }
    }
    if target == .utf8, let source, source != .utf8, let insertion = perlPragma(for: head, name, declared) {
      changes.append(insertion)
    } else if let insertion = insertion(
      into: head, name, declared, isXML: isXML, isHTML: isHTML, target: target, hasMark: hasMark)
    {
      changes.append(insertion)
    }
    return changes.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns the changes to the last lines of a text.
  package static func changesAtEnd(
    of tail: ByteView, target: TextEncoding
  ) throws(Failure) -> [DeclarationRewriter] {
    var changes: [DeclarationRewriter] = []
    for declared in DeclaredEncoding.atEnd(of: tail) {
      if let change = try change(of: declared, target: target) { changes.append(change) }
    }
    return changes.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static func change(
    of declared: DeclaredEncoding, target: TextEncoding
  ) throws(Failure) -> DeclarationRewriter? {
    guard let range = declared.range, declared.encoding != target || declared.isUnknownName else {
      return nil
    }
    // ASCII is part of every encoding that the name may declare.
    if target == .ascii, declared.encoding?.isASCIISuperset == true,
      declared.vocabulary.name(of: target) == nil
    {
      return nil
    }
    guard let name = declared.vocabulary.name(of: target) else {
      throw Failure(.undeclarable, at: range.lowerBound, declared.refusal(of: target))
    }
    return name == declared.name ? nil : DeclarationRewriter(range: range, replacement: name)
  }

  /// The changes to the two fields of OFX that together declare an encoding.
  ///
  ///     ENCODING:USASCII ↵ CHARSET:1252      ENCODING:UTF-8 ↵ CHARSET:NONE
  private static func bankHeader(
    of head: ByteView, _ declared: DeclaredEncoding, _ target: TextEncoding
  ) throws(Failure) -> [DeclarationRewriter] {
    let isUTF8 = target == .utf8
    if target == .ascii { return [] }
    guard let name = declared.vocabulary.name(of: target), !isUTF8 || head.firstIndex(of: "ENCODING:") != nil
    else {
      throw Failure(.undeclarable, at: declared.range?.lowerBound, declared.refusal(of: target))
    }
    let fields: [(StaticString, String)] = [("ENCODING:", isUTF8 ? "UTF-8" : "USASCII"), ("CHARSET:", name)]
    return fields.compactMap { field, value in
      guard let start = head.end(of: field, from: 0) else { return nil }
      let range = start..<MediaType.endOfWord(in: head, from: start)
      return head[range].string == value ? nil : DeclarationRewriter(range: range, replacement: value)
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The pragma without which Perl would read each byte of UTF-8 as a character; nil for other text.
  private static func perlPragma(
    for head: ByteView, _ name: String?, _ declared: [DeclaredEncoding]
  ) -> DeclarationRewriter? {
    let words: [StaticString] = ["use strict", "use warnings", "my $", "perl"]
    guard DeclarationForm.forms(of: name, head).contains(where: { $0.source == .perlUTF8 }),
      !declared.contains(where: { $0.source == .perlUTF8 || $0.source == .perlPragma }),
      words.contains(where: { head.firstIndex(of: $0) != nil })
    else { return nil }
    let place = endOfInterpreter(in: head)
    return DeclarationRewriter(range: place..<place, replacement: "use utf8;\n")
  }

  /// The offset after a first line with the interpreter.
  private static func endOfInterpreter(in head: ByteView) -> Int {
    head.starts(with: "#!") ? min(head.endOfLine(from: 0) + 1, head.count) : 0
  }

  /// The declaration to add.
  private static func insertion(
    into head: ByteView, _ name: String?, _ declared: [DeclaredEncoding], isXML: Bool, isHTML: Bool,
    target: TextEncoding, hasMark: Bool
  ) -> DeclarationRewriter? {
    if let declaration = XMLDeclaration(head) {
      guard declaration.encoding == nil, let end = declaration.version?.range.upperBound,
        needsDeclaration(target, hasMark: hasMark)
      else { return nil }
      return DeclarationRewriter(range: end..<end, replacement: " encoding=\"\(target.name)\"")
    }
    let hasLineFeed = head.firstIndex(of: ASCII.lineFeed) != nil || head.isEmpty
    if isHTML {
      guard !declared.contains(where: { $0.source == .metaElement }), !hasMark, target != .ascii,
        !HTMLDeclaration.hasVariable(in: head), let place = HTMLDeclaration.endOfHeadTag(in: head)
      else { return nil }
      return DeclarationRewriter(range: place..<place, replacement: "<meta charset=\"\(target.name)\">")
    }
    if target == .utf8, !hasMark, declared.isEmpty, let text = name.flatMap(DeclaredEncoding.markOfUTF8) {
      let lineEnd = head.firstIndex(of: "\r\n") == nil ? "\n" : "\r\n"
      return DeclarationRewriter(range: 0..<0, replacement: text.replacingText("\n", with: lineEnd))
    }
    guard needsDeclaration(target, hasMark: hasMark) else { return nil }
    if isXML {
      let text = "<?xml version=\"1.0\" encoding=\"\(target.name)\"?>" + (hasLineFeed ? "\n" : "")
      return DeclarationRewriter(range: 0..<0, replacement: text)
    }
    guard declared.isEmpty, target.keepsDeclarationInASCII else { return nil }
    if name.flatMap(Paths.pathExtension)?.lowercased() == "css" {
      return DeclarationRewriter(
        range: 0..<0, replacement: "@charset \"\(target.name)\";" + (hasLineFeed ? "\n" : ""))
    }
    guard let reader = SourceDeclaration.reader(of: name, head), reader != .emacs,
      let spelling = reader.name(of: target)
    else { return nil }
    let place = endOfInterpreter(in: head)
    return DeclarationRewriter(range: place..<place, replacement: "# -*- coding: \(spelling) -*-\n")
  }

  /// Whether a text whose default is UTF-8 requires a declaration in this encoding.
  private static func needsDeclaration(_ target: TextEncoding, hasMark: Bool) -> Bool {
    switch target {
    case .utf8, .ascii: false
    case .utf16: !hasMark
    default: true
    }
  }
}

extension DeclaredEncoding {
  /// Why the declaration cannot be rewritten.
  package func refusal(of target: TextEncoding) -> String {
    "'\(source.rawValue)' cannot declare \(target.name)"
      + (vocabulary == .utf8 ? "" : ": \(vocabulary.rawValue) has no name for it")
  }
}
