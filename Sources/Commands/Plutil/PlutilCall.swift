// A command line in plutil's own grammar, with plutil's rules.
//
//   plutil [-lint] FILE…           -convert FMT [-header]           -insert|-replace KEYPATH -TYPE VALUE [-append]
//   -p   -create FMT   -help       -extract KEYPATH FMT [-expect T]  -type KEYPATH [-expect T]   -remove KEYPATH

struct PlutilProblem: Error {
  let text: String

  init(_ text: String) { self.text = text }

  init(of error: any Error) {
    if let problem = error as? PlutilProblem {
      self = problem
    } else {
      text = "(\(Diagnostic(of: error).message))"
    }
  }
}

/// The formats by plutil's names.
enum PlutilFormat: String {
  case openStep
  case xml1
  case binary1
  case json
  case swift
  case objc
  case raw
  case type

  /// The format of a name; nil for `NoConversion`.
  static func named(_ name: String) throws -> PlutilFormat? {
    if name == "NoConversion" { return nil }
    guard let format = PlutilFormat(rawValue: name) else {
      throw PlutilProblem("Unknown format specifier: \(name)")
    }
    return format
  }
}

/// The types of `-expect` and `-type`.
enum PlutilType: String {
  case any = "(any)"
  case bool, integer, float, string, array, dictionary, date, data

  /// The name in the message of a failed `-expect`, if plutil spells it differently.
  var caseName: String { self == .bool ? "boolean" : self == .any ? "any" : rawValue }

  init(_ document: Document, at index: Int) {
    switch document.tag(at: document.resolved(index)) {
    case .false, .true: self = .bool
    case .smallInteger, .integer, .wideInteger, .integerText: self = .integer
    case .real, .realText: self = .float
    case .string, .key: self = .string
    case .date: self = .date
    case .data: self = .data
    case .uid: self = .dictionary
    case .container:
      self = document.containerKind(at: document.resolved(index)) == .dictionary ? .dictionary : .array
    case .null, .shared: self = .any
    }
  }
}

extension ArraySlice<Argument> {
  /// The next word, which must be text.
  mutating func popText() throws -> String? {
    guard let word = popFirst() else { return nil }
    guard let text = word.text else { throw PlutilProblem("Invalid UTF-8 in argument: \(word.shown)") }
    return text
  }
}

/// The arguments of every command: files and a few options in any order.
struct PlutilArguments {
  var files: [String] = []
  var isReadable = false
  var endsLine = true
  var output: String?
  var ending: String?
  var isSilent = false

  init(_ words: ArraySlice<Argument>) throws {
    var words = words
    var areFilesOnly = false
    while let word = words.popFirst() {
      if areFilesOnly || word.bytes.first != ASCII.hyphen || word == "-" {
        files.append(word.path)
        continue
      }
      switch word.shown {
      case "--": areFilesOnly = true
      case "-n": endsLine = false
      case "-s": isSilent = true
      case "-r": isReadable = true
      case "-o": output = try Self.value(of: word.shown, &words)
      case "-e": ending = try Self.value(of: word.shown, &words)
      default: throw PlutilProblem("unrecognized option: \(word.shown)")
      }
    }
    if files.isEmpty { throw PlutilProblem("No files specified.") }
  }

  private static func value(of option: String, _ words: inout ArraySlice<Argument>) throws -> String {
    guard let value = words.popFirst() else { throw PlutilProblem("Missing argument for \(option).") }
    return value.path
  }
}

enum PlutilCall {
  case help
  case lint(PlutilArguments)
  case convert(PlutilFormat?, hasHeader: Bool, PlutilArguments)
  case edit(String, PlutilArguments, (Document) throws -> Document)
  case extract(String, PlutilFormat?, PlutilType?, PlutilArguments)
  case print(PlutilArguments)
  case create(PlutilFormat, PlutilArguments)

  init(_ words: [Argument]) throws {
    var rest = words[...]
    guard let command = rest.popFirst() else { throw PlutilProblem("No files specified.") }
    switch command.shown {
    case "-help", "--help", "-h": self = .help
    case "-lint": self = .lint(try Self.readingArguments(rest, "-lint"))
    case "-convert": self = try Self.convert(&rest)
    case "-p": self = .print(try Self.readingArguments(rest, "-p"))
    case "-insert": self = try Self.insert(&rest, isReplacing: false)
    case "-replace": self = try Self.insert(&rest, isReplacing: true)
    case "-remove":
      guard let path = try rest.popText() else { throw PlutilProblem("'Remove' requires a key path.") }
      self = .edit(path, try PlutilArguments(rest)) { try PlutilEditing.remove(path, from: $0) }
    case "-extract": self = try Self.extract(&rest, hasFormat: true)
    case "-type": self = try Self.extract(&rest, hasFormat: false)
    case "-create":
      guard let name = try rest.popText() else { throw PlutilProblem("'Create' requires a plist format.") }
      self = .create(try PlutilFormat.named(name) ?? .xml1, try PlutilArguments(rest))
    default: self = .lint(try Self.readingArguments(words[...], "-lint"))
    }
  }

  /// The arguments of a command that writes no file.
  private static func readingArguments(_ words: ArraySlice<Argument>, _ command: String) throws
    -> PlutilArguments
  {
    let arguments = try PlutilArguments(words)
    if arguments.output != nil { throw PlutilProblem("-o is not used with \(command).") }
    if arguments.ending != nil { throw PlutilProblem("-e is not used with \(command).") }
    return arguments
  }

  private static func convert(_ rest: inout ArraySlice<Argument>) throws -> PlutilCall {
    guard let name = try rest.popText() else { throw PlutilProblem("Missing format specifier for command.") }
    let format = try PlutilFormat.named(name)
    let hasHeader = rest.first == "-header"
    if hasHeader {
      guard format == .objc else {
        throw PlutilProblem("-header is only valid for objc literal conversions.")
      }
      rest.removeFirst()
    }
    return .convert(format, hasHeader: hasHeader, try PlutilArguments(rest))
  }

  private static func extract(_ rest: inout ArraySlice<Argument>, hasFormat: Bool) throws -> PlutilCall {
    guard let path = try rest.popText(), !hasFormat || !rest.isEmpty else {
      throw PlutilProblem("'Extract' requires a key path and a plist format.")
    }
    let format = hasFormat ? try PlutilFormat.named(rest.popText() ?? "") : .type
    var expected: PlutilType?
    if rest.first == "-expect" {
      rest.removeFirst()
      guard let name = try rest.popText() else { throw PlutilProblem("-expect requires a type argument.") }
      guard let type = PlutilType(rawValue: name) else {
        throw PlutilProblem("-expect type [\(name)] not valid.")
      }
      expected = type
    }
    return .extract(path, format, expected, try PlutilArguments(rest))
  }

  private static func insert(_ rest: inout ArraySlice<Argument>, isReplacing: Bool) throws -> PlutilCall {
    guard let path = try rest.popText(), let type = try rest.popText() else {
      throw PlutilProblem("'Insert' and 'Replace' require a key path, a type, and a value.")
    }
    let value = try PlutilValue.document(type: type, &rest)
    let hasAppend = rest.first == "-append"
    if hasAppend { rest.removeFirst() }
    return .edit(path, try PlutilArguments(rest)) { document in
      try PlutilEditing.insert(
        value, at: path, in: document, isReplacing: isReplacing, isAppending: hasAppend && !isReplacing)
    }
  }
}
