// Typed values from command-line text, with one wording per mistake.

/// The name of a value in help, and its parser.
package struct ValueParser<Value: Sendable>: Sendable {
  /// The placeholder in help: `FILE`.
  package let name: String
  /// Returns the allowed texts, or none if they cannot be listed; used only by help and completion.
  package let choices: @Sendable () -> [String]
  /// Texts that completion also offers, if too many are allowed to list them in help.
  package let completions: @Sendable () -> [String]
  package let read: @Sendable (Argument) throws(ValueError) -> Value

  /// Creates a parser of texts; a word that is not text is an error.
  package init(
    _ name: String, choices: @autoclosure @escaping @Sendable () -> [String] = [],
    completions: @escaping @Sendable () -> [String] = { [] },
    parse: @escaping @Sendable (String) throws(ValueError) -> Value
  ) {
    self.init(
      name, choices: choices(), completions: completions,
      reading: { argument throws(ValueError) in
        guard let text = argument.text else { throw .expected("valid UTF-8") }
        return try parse(text)
      })
  }

  /// Creates a parser of words with any bytes, such as paths.
  package init(
    _ name: String, choices: @autoclosure @escaping @Sendable () -> [String] = [],
    completions: @escaping @Sendable () -> [String] = { [] },
    reading read: @escaping @Sendable (Argument) throws(ValueError) -> Value
  ) {
    self.name = name
    self.choices = choices
    self.completions = completions
    self.read = read
  }

  package func parse(_ text: String) throws(ValueError) -> Value { try read(Argument(text)) }

  /// Returns the value of a word from `place`: an operand, a variable, a key of a file.
  ///
  /// Throws the same `UsageError` as the parser of a command line.
  package func value(of word: Argument, for place: String? = nil) throws(UsageError) -> Value {
    do throws(ValueError) { return try read(word) } catch {
      throw error.usageError(value: word.shown, for: place ?? name)
    }
  }
}

/// The reason why a text is not a valid value of an option or an operand.
package enum ValueError: Error, Equatable, Sendable {
  /// The text has another form: `invalid value 'x' for --jobs: expected a whole number`.
  case expected(String, suggestion: String? = nil)
  /// The text is an unknown name: `unknown format 'jsno'; did you mean 'json'?`.
  ///
  /// `name` is the unknown part of the text, if it is not all of it.
  case unknown(String, name: String? = nil, suggestion: String? = nil)
  /// The text is the name of something unsupported: `unsupported encoding 'EUC-TW'`.
  case unsupported(String)
  /// The text contains an error: `invalid value for --json: unterminated string`.
  case malformed(String)

  package func usageError(value: String, for place: String, verb: String? = nil) -> UsageError {
    // Limits and formats have pages that list them.
    let page = ["--limit": "limits", "limit": "limits", "PLIANT_LIMITS": "limits", "format": "formats"]
    return switch self {
    case .expected(let expectation, let suggestion):
      UsageError(
        "invalid value '\(value)' for \(place): expected \(expectation)", suggestion: suggestion, verb: verb,
        page: page[place])
    case .unknown(let kind, let name, let suggestion):
      UsageError("unknown \(kind) '\(name ?? value)'", suggestion: suggestion, verb: verb, page: page[kind])
    case .unsupported(let kind): UsageError("unsupported \(kind) '\(value)'", verb: verb)
    case .malformed(let problem): UsageError("invalid value for \(place): \(problem)", verb: verb)
    }
  }
}

extension ValueParser where Value == String {
  package static func text(_ name: String, completions: @escaping @Sendable () -> [String] = { [] }) -> Self {
    Self(name, completions: completions) { $0 }
  }

  /// One of a few words; `kind` describes them in error messages.
  package static func word(
    _ name: String, among words: @autoclosure @escaping @Sendable () -> [String], kind: String? = nil
  ) -> Self {
    Self(name, choices: words()) { word throws(ValueError) in
      if words().contains(word) { return word }
      throw .unlisted(word, among: words(), kind: kind)
    }
  }
}

extension ValueParser where Value: RawRepresentable, Value.RawValue == String {
  /// One of several cases, listed lazily; `kind` describes them in error messages.
  package static func choice(
    _ name: String, _ values: @autoclosure @escaping @Sendable () -> [Value], kind: String? = nil
  ) -> Self {
    let words: @Sendable () -> [String] = { values().map { $0.rawValue } }
    return Self(name, choices: words()) { word throws(ValueError) in
      let values = values()
      // By index, because `first(where:)` looks up conformances at run time, which slows the start.
      for index in values.indices where values[index].rawValue == word { return values[index] }
      throw .unlisted(word, among: words(), kind: kind)
    }
  }
}

extension ValueParser {
  /// Several cases, separated by commas; `kind` describes one in error messages.
  package static func choices<Case: RawRepresentable & Sendable>(
    _ name: String, _ values: @autoclosure @escaping @Sendable () -> [Case], kind: String
  ) -> Self where Value == [Case], Case.RawValue == String {
    let words: @Sendable () -> [String] = { values().map(\.rawValue) }
    return Self(name, completions: words) { text throws(ValueError) in
      var found: [Case] = []
      for word in try ValueParser<[String]>.list(name).parse(text) {
        guard let value = values().first(where: { $0.rawValue == word }) else {
          throw .unlisted(word, among: words(), kind: kind)
        }
        found.append(value)
      }
      return found
    }
  }
}

extension ValueParser where Value == Int {
  /// A whole number of at least `minimum`.
  package static func integer(_ name: String, from minimum: Int = 0) -> Self {
    Self(name) { text throws(ValueError) in
      guard let number = Int(text), number >= minimum else {
        throw .expected(minimum == 0 ? "a whole number" : "a whole number of at least \(minimum)")
      }
      return number
    }
  }
}

/// A name with a word of any bytes, from `NAME=VALUE`.
package struct NamedArgument: Sendable, Equatable {
  package let name: String
  package let value: Argument
}

extension ValueParser where Value == NamedArgument {
  /// Parses `NAME=VALUE` with a name that is not empty; the value may have any bytes unless it `isText`.
  package static func argument(_ form: String, isText: Bool = false) -> Self {
    Self(
      form,
      reading: { word throws(ValueError) in
        if isText, word.text == nil { throw .expected("valid UTF-8") }
        // By bytes, because an equals sign followed by a combining accent is one character.
        let name = word.bytes.prefix { $0 != UInt8(ascii: "=") }
        guard !name.isEmpty, name.count < word.bytes.count else { throw .expected(form) }
        return NamedArgument(
          name: Argument(bytes: name).shown, value: Argument(bytes: word.bytes.dropFirst(name.count + 1)))
      })
  }
}

extension ValueParser where Value == [String] {
  /// Names separated by commas; spaces are ignored.
  package static func list(_ name: String) -> Self {
    Self(name) { text in
      text.utf8.split(separator: UInt8(ascii: ",")).map { part in
        String(decoding: part.filter { $0 != UInt8(ascii: " ") }, as: UTF8.self)
      }
    }
  }
}

extension ValueError {
  package static func unlisted(_ word: String, among words: [String], kind: String?, meant: String? = nil)
    -> ValueError
  {
    let all = words.joined(beforeLast: "or")
    let nearest = NearestName.suggestion(for: meant ?? word, among: words)
    guard let kind else { return .expected(all, suggestion: nearest) }
    return .unknown(kind, suggestion: nearest ?? "expected \(all)")
  }
}

extension [String] {
  /// `a, b or c`.
  package func joined(beforeLast conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
