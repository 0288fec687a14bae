// Suggestions for expressions that do not parse.

extension XPathParser {
  /// The error at a token in place of an operator, a closing bracket or the end.
  func unexpectedAfterOperand() -> Failure {
    let shown = kind == .axis ? text(current) + "::" : text(current)
    if let previous, let hint = functionHint(previous, shown) ?? wordHint(shown) { return hint }
    switch kind {
    case .rightParenthesis, .rightBracket: return mistake("unmatched '\(shown)'")
    case .comma: return mistake("unexpected comma: commas separate the arguments of a function")
    case .leftBracket: return mistake("a predicate needs a step or a node-set before it")
    case .number where isCall("last"):
      return mistake("missing operator before '\(shown)': did you mean last() - \(shown)?")
    default: return mistake("missing operator (such as 'and', '=' or '|') before '\(shown)'")
    }
  }

  /// Whether a call of this function without arguments ends before the current token.
  private func isCall(_ name: String) -> Bool {
    guard at >= 3, tokens[at - 1].kind == .rightParenthesis, tokens[at - 2].kind == .leftParenthesis else {
      return false
    }
    return text(tokens[at - 3]) == name
  }

  /// `not @id`: a function's name without parentheses.
  private func functionHint(_ previous: XPathToken, _ shown: String) -> Failure? {
    guard previous.kind == .name, XPathFunction(rawValue: text(previous)) != nil else { return nil }
    let name = text(previous)
    return mistake("\(name) is a function: write \(name)(\(shown)…)", at: previous.start)
  }

  /// Words that other languages use as operators.
  private func wordHint(_ shown: String) -> Failure? {
    guard kind == .name || kind == .functionName else { return nil }
    let lower = shown.lowercased()
    if ["and", "or", "div", "mod"].contains(lower) {
      return mistake("operators are written in lower case: \(lower)")
    }
    let comparisons = ["eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "is": "="]
    if let sign = comparisons[lower] {
      return mistake("XPath 1.0 has no operator '\(shown)': write '\(sign)'")
    }
    let later = [
      "to", "idiv", "union", "intersect", "except", "in", "return", "then", "else", "satisfies", "instance",
    ]
    guard later.contains(lower) else { return nil }
    return mistake("'\(shown)' is XPath 2.0; this is XPath 1.0\(lower == "union" ? ": write '|'" : "")")
  }

  func missingOperand() -> Failure {
    let shown = text(current)
    if let previous, kind != .leftBracket {
      if previous.kind == .leftBracket || previous.kind == .leftParenthesis || previous.kind == .comma {
        let offset = kind == .end ? previous.start : current.start
        return mistake("missing expression after '\(text(previous))'", at: offset)
      }
      if kind == .end || kind == .rightBracket || kind == .rightParenthesis || kind == .comma {
        return mistake("missing operand after '\(text(previous))'", at: previous.start)
      }
    }
    switch kind {
    case .binary, .comma, .rightBracket, .rightParenthesis:
      return mistake("missing operand before '\(shown)'")
    case .leftBracket: return mistake("a predicate needs a step before it, for example *[…]")
    default: return mistake("unexpected '\(shown)'")
    }
  }

  /// The error after a slash.
  func missingStep() -> Failure {
    let slash = previous.map { $0.kind == .slash || $0.kind == .doubleSlash ? $0 : current } ?? current
    let shown = text(current)
    switch kind {
    case .slash, .doubleSlash: return mistake("missing step between '\(text(slash))' and '\(shown)'")
    case .leftBracket: return mistake("a predicate needs a step before it, for example *[…]")
    case .functionName:
      if let axis = axisHint(current) { return axis }
      if XPathFunction(rawValue: text(current)) == nil { return unknownFunction(current) }
      return mistake("a function cannot be a step: write \(shown)(…) around the path, or in a predicate")
    default: return mistake("missing step after '\(text(slash))'", at: slash.start)
    }
  }

  func missingNodeTest(after axis: XPathAxis) -> Failure {
    guard let previous, previous.kind == .axis || previous.kind == .at else { return missingOperand() }
    let shown = previous.kind == .at ? "@" : text(previous) + "::"
    if kind == .end { return mistake("missing name, * or node() after '\(shown)'", at: previous.start) }
    if kind == .functionName, XPathFunction(rawValue: text(current)) == nil {
      return unknownNodeType(current)
    }
    let found = kind == .axis ? text(current) + "::" : text(current)
    return mistake("expected a name, * or node() after '\(shown)', found '\(found)'")
  }

  /// The error inside `text(…)` and similar tests.
  func badNodeType(_ token: XPathToken, _ opening: XPathToken) -> Failure {
    let name = text(token)
    if kind == .end { return mistake("unmatched '('", at: opening.start) }
    if name == "processing-instruction", kind == .name {
      return mistake("expected the target in quotes: \(name)('\(text(current))')")
    }
    return mistake("\(name)() takes nothing between its parentheses")
  }

  func unknownAxis(_ token: XPathToken) -> Failure {
    let name = text(token)
    let hint =
      XPathSuggestion.nearest(to: name, among: XPathAxis.names).map { "; did you mean \($0)::?" } ?? ""
    return Failure(.xpathUnknownAxis, at: token.start, "'\(name)'" + hint)
  }

  /// `child:node()`: an axis, or a misspelt one, before a single colon.
  func axisHint(_ token: XPathToken) -> Failure? {
    guard let range = token.prefixRange else { return nil }
    let rest = expression.text(token.localRange) + (token.kind == .functionName ? "(…)" : "")
    return XPathSuggestion.axisHint(prefix: expression.text(range), rest: rest, at: token.start)
  }

  private func unknownNodeType(_ token: XPathToken) -> Failure {
    let hint =
      XPathSuggestion.nearest(to: text(token), among: XPathNodeTest.types).map { "; did you mean \($0)()?" }
      ?? "; there are node(), text(), comment() and processing-instruction()"
    return mistake("\(text(token))() does not name a kind of node" + hint, at: token.start)
  }

  func unknownFunction(_ token: XPathToken) -> Failure {
    if let hint = axisHint(token) { return hint }
    let name = text(token)
    if let instead = XPathSuggestion.laterFunctions[name] {
      return Failure(
        .xpathUnknownFunction, at: token.start,
        "\(name)() in XPath 1.0" + (instead.isEmpty ? "" : ": write \(instead)"))
    }
    let names = XPathFunction.allCases.map(\.rawValue) + XPathNodeTest.types
    let hint = XPathSuggestion.nearest(to: name, among: names).map { "; did you mean \($0)()?" } ?? ""
    return Failure(.xpathUnknownFunction, at: token.start, "\(name)()" + hint)
  }
}

enum XPathSuggestion {
  /// Functions of XPath 2.0 and 3.1 that people expect, with their equivalents here.
  static let laterFunctions: [String: String] = [
    "ends-with": "substring(s, string-length(s) - string-length(end) + 1) = end",
    "lower-case": "translate(s, 'ABC…', 'abc…')", "upper-case": "translate(s, 'abc…', 'ABC…')",
    "matches": "contains() or starts-with()", "replace": "translate() for single characters",
    "exists": "boolean(…)", "empty": "not(…)", "distinct-values": "", "string-join": "", "tokenize": "",
    "min": "x[not(../x < .)]", "max": "x[not(../x > .)]", "avg": "sum(x) div count(x)", "abs": "",
    "data": "string(…)", "current": ".", "document": "", "key": "", "doc": "", "format-number": "",
  ]

  /// Syntax of XPath 2.0 and 3.1, with its equivalent in XPath 1.0.
  private static let laterSyntax: [(syntax: StaticString, sentence: String, advice: String?)] = [
    ("if (", "'if' is XPath 2.0; this is XPath 1.0", nil),
    ("if(", "'if' is XPath 2.0; this is XPath 1.0", nil),
    ("for $", "'for' is XPath 2.0; this is XPath 1.0", advice: "use --context for one result per node"),
    ("let $", "'let' is XPath 3.0; this is XPath 1.0", advice: "use --var for a variable"),
    ("some $", "'some' is XPath 2.0: write a predicate, as in boolean(a[. = 1])", nil),
    ("every $", "'every' is XPath 2.0: write a predicate, as in not(a[. != 1])", nil),
    ("*:", "'*:' is XPath 2.0: write *[local-name()='name']", nil),
    ("||", "XPath has no '||': write 'or', or concat(…) to join texts", nil),
    ("=>", "'=>' is XPath 3.1: write the function around its argument", nil),
    ("Q{", "'Q{…}' is XPath 3.0; this is XPath 1.0", advice: "use --namespace and a prefix"),
    ("fn:", "functions have no prefix in XPath 1.0", nil),
    ("/(", "a step in parentheses is XPath 2.0: write both paths with '|', or *[self::a or self::b]", nil),
  ]

  /// The error for syntax of a later version in an expression that does not parse; nil if it has none.
  static func laterSyntax(in text: ByteView) -> Failure? {
    var bytes = text.array
    var quote: UInt8?
    for index in bytes.indices {
      if let mark = quote {
        if bytes[index] == mark { quote = nil }
        bytes[index] = ASCII.space
      } else if bytes[index] == ASCII.quotationMark || bytes[index] == ASCII.apostrophe {
        quote = bytes[index]
      }
    }
    return bytes.withByteView { view in
      for (syntax, sentence, advice) in laterSyntax {
        guard let start = view.firstIndex(of: syntax) else { continue }
        let isWord = view[start].isLetter
        let before = start > 0 ? view[start - 1] : ASCII.space
        if isWord, XMLCharacters.classes(before) & XMLCharacters.name != 0 { continue }
        return Failure(.xpathSyntax, at: start, sentence, advice: advice)
      }
      return nil
    }
  }

  /// The error for a prefix that is, or resembles, the name of an axis.
  static func axisHint(prefix: String, rest: String, at offset: Int) -> Failure? {
    guard prefix.utf8.count > 3,
      let axis = XPathAxis.names.contains(prefix) ? prefix : nearest(to: prefix, among: XPathAxis.names)
    else { return nil }
    return Failure(.xpathSyntax, at: offset, "an axis takes two colons: write \(axis)::\(rest)")
  }

  /// The candidate with the fewest edits, if they are few.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    NearestSpelling.index(of: name.lowercased(), among: candidates).map { candidates[$0] }
  }
}
