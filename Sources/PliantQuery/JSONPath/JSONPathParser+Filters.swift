// The grammar of filters: conditions, comparisons and function calls, with their types (RFC 9535, sections 2.3.5 and 2.4).

extension JSONPathParser {
  /// An expression before its context determines the expected type.
  private enum Expression {
    case literal(Document)
    case query(JSONPathSubquery)
    /// A function that returns a value.
    case value(JSONPathOperand, name: String)
    case condition(JSONPathCondition)
  }

  private struct Placed {
    let expression: Expression
    let start: Int
  }

  mutating func parseFilter() throws(Failure) -> JSONPathCondition {
    try enter()
    defer { leave() }
    return try condition(try parseLogic())
  }

  // MARK: Logic

  /// Parses conditions joined by `||`, or by `&&`.
  private mutating func parseLogic(isAnd: Bool = false) throws(Failure) -> Placed {
    let first = try isAnd ? parseBasic() : parseLogic(isAnd: true)
    var parts: [JSONPathCondition] = []
    while takesOperator(isAnd ? ASCII.ampersand : ASCII.verticalBar) {
      if parts.isEmpty { parts.append(try condition(first)) }
      parts.append(try condition(try isAnd ? parseBasic() : parseLogic(isAnd: true)))
    }
    if parts.isEmpty { return first }
    return Placed(expression: .condition(isAnd ? .all(parts) : .any(parts)), start: first.start)
  }

  /// Consumes `||` or `&&` with the white space around it.
  private mutating func takesOperator(_ sign: UInt8) -> Bool {
    let end = at
    skipSpace()
    if take(sign, sign) {
      skipSpace()
      return true
    }
    at = end
    return false
  }

  private mutating func parseBasic() throws(Failure) -> Placed {
    let start = at
    if byte == ASCII.exclamationMark {
      at += 1
      skipSpace()
      let negated = byte == ASCII.leftParenthesis ? try parseParentheses() : try parseOperand()
      if comparison(at: afterSpace) != nil {
        throw failure("'!' before a comparison needs parentheses: !(… == …)", at: start)
      }
      return Placed(expression: .condition(.not(try condition(negated))), start: start)
    }
    if byte == ASCII.leftParenthesis {
      let inner = try parseParentheses()
      if comparison(at: afterSpace) != nil {
        at = afterSpace
        throw unexpected("an expression in parentheses is true or false and cannot be compared")
      }
      return inner
    }
    let left = try parseOperand()
    try rejectForeignOperator(at: afterSpace)
    guard let (sign, length) = comparison(at: afterSpace) else { return left }
    at = afterSpace + length
    skipSpace()
    let right = try parseOperand()
    let condition = JSONPathCondition.comparison(try operand(left), sign, try operand(right))
    return Placed(expression: .condition(condition), start: start)
  }

  private mutating func parseParentheses() throws(Failure) -> Placed {
    let start = at
    at += 1
    try enter()
    defer { leave() }
    skipSpace()
    let inner = try condition(try parseLogic())
    skipSpace()
    guard take(ASCII.rightParenthesis) else {
      if at >= text.count { throw failure("unmatched '('", at: start) }
      throw unexpected("expected '&&', '||' or ')' after a condition")
    }
    return Placed(expression: .condition(inner), start: start)
  }

  private var afterSpace: Int { text.withByteView { $0.endOfSpace(from: at) } }

  /// Throws an error that leads from another language's operator to JSONPath's.
  private func rejectForeignOperator(at place: Int) throws(Failure) {
    let rest = text[min(place, text.count)...]
    let isWord = rest.first.map(Self.isNameStart) ?? false
    let typed = rest.prefix { isWord ? Self.isNameStart($0) : "=~!<>".utf8.contains($0) }
    let name = String(decoding: typed, as: UTF8.self)
    let advice =
      switch name {
      case "=~", "~=", "like", "contains", "matches": "use match(@.a, 'x') or search(@.a, 'x')"
      case "in", "nin": "use @.a == 1 || @.a == 2"
      case "and": "use &&"
      case "or": "use ||"
      case "=", "===": "use == to compare"
      case "!==", "<>": "use !="
      default: nil as String?
      }
    if let advice { throw failure("unknown operator '\(name)'; \(advice)", at: place) }
  }

  private func comparison(at place: Int) -> (JSONPathComparison, Int)? {
    guard place < text.count else { return nil }
    let isLong = place + 1 < text.count && text[place + 1] == ASCII.equalsSign
    switch text[place] {
    case ASCII.equalsSign where isLong: return (.equal, 2)
    case ASCII.exclamationMark where isLong: return (.notEqual, 2)
    case ASCII.lessThan: return isLong ? (.lessOrEqual, 2) : (.less, 1)
    case ASCII.greaterThan: return isLong ? (.greaterOrEqual, 2) : (.greater, 1)
    default: return nil
    }
  }

  // MARK: Types

  private func condition(_ placed: Placed) throws(Failure) -> JSONPathCondition {
    switch placed.expression {
    case .condition(let condition): return condition
    case .query(let query): return .exists(query)
    case .literal:
      throw failure("a literal is neither true nor false; compare it with something", at: placed.start)
    case .value(_, let name):
      throw failure(
        "\(name)() returns a value, which is neither true nor false; compare it", at: placed.start)
    }
  }

  private func operand(_ placed: Placed) throws(Failure) -> JSONPathOperand {
    switch placed.expression {
    case .literal(let document): return .literal(document)
    case .value(let operand, _): return operand
    case .query(let query):
      guard query.isSingular else {
        throw failure(
          "a query that can find several nodes is not a value; use value() or count()", at: placed.start)
      }
      return .query(query)
    case .condition: throw failure("a condition cannot be compared or passed to a function", at: placed.start)
    }
  }

  private func nodes(_ placed: Placed, of name: String) throws(Failure) -> JSONPathSubquery {
    if case .query(let query) = placed.expression { return query }
    throw failure("\(name)() takes a query such as @.a", at: placed.start)
  }

  // MARK: Operands

  private mutating func parseOperand() throws(Failure) -> Placed {
    let start = at
    return Placed(expression: try parseExpression(), start: start)
  }

  private mutating func parseExpression() throws(Failure) -> Expression {
    switch byte {
    case ASCII.commercialAt:
      at += 1
      return .query(JSONPathSubquery(absolute: nil, segments: try parseSegments()))
    case ASCII.dollarSign:
      at += 1
      let number = absoluteCount
      absoluteCount += 1
      return .query(JSONPathSubquery(absolute: number, segments: try parseSegments()))
    case ASCII.quotationMark, ASCII.apostrophe:
      let string = try parseString()
      return .literal(try ValueText.document { sink in string.withByteView { sink.string($0) } })
    case (ASCII.digit0...ASCII.digit9)?, ASCII.hyphen: return try parseNumber()
    case let letter? where letter &- ASCII.lowerA < 26: return try parseWord()
    default: throw unexpected("a filter compares queries (@.a), literals and functions")
    }
  }

  private mutating func parseNumber() throws(Failure) -> Expression {
    let start = at
    while let byte, byte.isDigit || byte | 0x20 == ASCII.lowerE || byte == ASCII.fullStop || isSign(byte) {
      at += 1
    }
    do throws(Failure) {
      return .literal(try ValueText.json(String(decoding: text[start..<at], as: UTF8.self)))
    } catch { throw failure("invalid number", at: start) }
  }

  /// Whether a sign is the hyphen at the beginning of a number, or the sign of its exponent.
  private func isSign(_ byte: UInt8) -> Bool {
    byte == ASCII.hyphen || byte == ASCII.plusSign && at > 0 && text[at - 1] | 0x20 == ASCII.lowerE
  }

  /// `true`, `false`, `null` or a function call.
  private mutating func parseWord() throws(Failure) -> Expression {
    let start = at
    while let byte, byte &- ASCII.lowerA < 26 || byte.isDigit || byte == ASCII.underscore { at += 1 }
    let word = String(decoding: text[start..<at], as: UTF8.self)
    if byte == ASCII.leftParenthesis { return try parseCall(word, start) }
    switch word {
    case "true": return .literal(try ValueText.document { $0.boolean(true) })
    case "false": return .literal(try ValueText.document { $0.boolean(false) })
    case "null": return .literal(try ValueText.document { $0.null() })
    default:
      throw failure(
        "'\(word)' is neither a literal nor a function call; write strings in quotation marks, and keys after '@.'",
        at: start)
    }
  }

  // MARK: Functions

  private mutating func parseCall(_ name: String, _ start: Int) throws(Failure) -> Expression {
    guard ["length", "count", "match", "search", "value"].contains(name) else {
      throw failure("unknown function \(name); expected length, count, match, search or value", at: start)
    }
    let arguments = try parseArguments()
    let wanted = name == "match" || name == "search" ? 2 : 1
    guard arguments.count == wanted else {
      throw failure(
        "\(name)() takes \(wanted == 1 ? "one argument" : "two arguments"), not \(arguments.count)", at: start
      )
    }
    switch name {
    case "length": return .value(.length(try operand(arguments[0])), name: name)
    case "count": return .value(.count(try nodes(arguments[0], of: name)), name: name)
    case "value": return .value(.value(try nodes(arguments[0], of: name)), name: name)
    default:
      let (text, pattern) = (try operand(arguments[0]), try operand(arguments[1]))
      guard comparison(at: afterSpace) == nil else {
        throw failure("\(name)() is true or false and cannot be compared", at: start)
      }
      return .condition(.matches(text, pattern: pattern, isWhole: name == "match"))
    }
  }

  private mutating func parseArguments() throws(Failure) -> [Placed] {
    let opening = at
    at += 1
    try enter()
    defer { leave() }
    var arguments: [Placed] = []
    skipSpace()
    if take(ASCII.rightParenthesis) { return [] }
    repeat {
      skipSpace()
      arguments.append(try parseLogic())
      skipSpace()
    } while take(ASCII.comma)
    guard take(ASCII.rightParenthesis) else {
      if at >= text.count { throw failure("unmatched '('", at: opening) }
      throw unexpected("expected ',' or ')' after an argument")
    }
    return arguments
  }
}
