// Values and key paths as they are typed after verbs that edit and extract.

import CommandLineKit
import PliantCore
import PliantQuery

extension Option {
  private static func value(_ names: String, _ value: String?, _ help: String) -> Option {
    Option(names, value: value, help: help, section: "Value")
  }

  /// A value of every type.
  static let values: [Option] = [
    value("string", "TEXT", "a string"),
    value("integer", "N", "an integer of up to 128 bits, decimal or after `0x` hexadecimal"),
    Option("real", "float", value: "N", help: "a real number, `nan`, `inf` or `-inf`", section: "Value"),
    value("bool", "WORD", "`true`, `false`, `yes` or `no`"),
    value("date", "DATE", "a date such as `2024-02-29T12:00:00Z`"),
    value("data", "BASE64", "data in base64, such as `AAEC`"),
    value("xml", "TEXT", "an XML or old-style property list"),
    value("json", "TEXT", "a JSON value"),
    value("dictionary", nil, "an empty dictionary"),
    value("array", nil, "an empty array"),
    value("uid", "N", "a keyed archiver's reference, a number from 0 on"),
  ]

  static let loss = Option(
    "loss", value: "POLICY", choices: LossPolicy.allCases.map(\.rawValue),
    help: "what to do about values that the format cannot hold")
}

extension ParsedArguments {
  /// The value that exactly one of the value options gives.
  ///
  /// Throws a `UsageError` where there is none or more than one, or its text is not of its type.
  func typedValue() throws(UsageError) -> Document {
    let names = Option.values.map(\.key)
    let chosen = given.filter { names.contains($0.key) }
    guard let option = chosen.first else {
      throw UsageError(
        "a value is missing", suggestion: "name it with --string TEXT, --integer N, --bool WORD …")
    }
    guard chosen.count == 1 else {
      throw UsageError("--\(option.key) and --\(chosen[1].key) are two values; one is wanted")
    }
    let text = option.value ?? ""
    let document: Document? =
      switch option.key {
      case "string": ValueText.string(text)
      case "integer": ValueText.integer(text)
      case "real": ValueText.real(text)
      case "bool": Self.boolean(text).flatMap(ValueText.boolean)
      case "date": ValueText.date(text)
      case "data": ValueText.data(text)
      case "uid": ValueText.uid(text)
      default: try Self.compound(option.key, text)
      }
    if let document { return document }
    throw UsageError("'\(text)' is not what --\(option.key) takes: \(Self.explanation(of: option.key))")
  }

  private static func explanation(of type: String) -> String {
    Markup.plain(Option.values.first { $0.key == type }?.summary ?? "")
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }

  private static func compound(_ type: String, _ text: String) throws(UsageError) -> Document? {
    do throws(Failure) {
      switch type {
      case "xml": return try ValueText.propertyList(text)
      case "json": return try ValueText.json(text)
      case "dictionary", "array":
        return try ValueText.document { (sink: inout DocumentBuilder) throws(Failure) in
          if type == "array" {
            sink.beginArray(count: 0)
            sink.endArray()
          } else {
            sink.beginDictionary(count: 0)
            sink.endDictionary()
          }
        }
      default: return nil
      }
    } catch {
      let place = Array(text.utf8).withByteView { Diagnostic(error, in: $0).place }
      var position = ""
      if case .text(let line, let column) = place { position = " at line \(line), column \(column)" }
      throw UsageError("the value of --\(type) cannot be read: \(error.message)\(position)")
    }
  }

  /// The key path that is the first operand.
  func keyPath() throws(UsageError) -> KeyPath {
    let text = operands.first ?? ""
    guard let path = KeyPath(text) else {
      throw UsageError("'\(text)' is no JSON Pointer: in one, ~ is followed by 0 or 1")
    }
    return path
  }
}

extension Diagnostic {
  /// A value that is not there: the answer of a verb that looks for one.
  static func nothing(at path: String) -> Diagnostic {
    Diagnostic(
      .note, Failure(.editNotFound, path.isEmpty ? "the empty key" : path).message, rule: "edit/path")
  }

  private init(_ severity: Severity, _ message: String, rule: String) {
    self.init(severity, at: .wholeFile, message, rule: rule)
  }
}
