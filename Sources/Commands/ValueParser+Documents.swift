// The values of options that only pliant has: formats, encodings, paths of outputs.

import CommandLineKit
import PliantCore
import PliantMapping

extension ValueParser where Value == Format {
  /// The name of a format.
  package static func format(
    _ name: String, among formats: @autoclosure @escaping @Sendable () -> [Format]
  ) -> Self {
    let choice = Self.choice(
      name, formats(), kind: "format",
      synonyms: ["plist": "xml1", "bplist": "binary1", "ndjson": "jsonl", "pbxproj": "openstep"])
    return Self(name, choices: choice.choices()) { word throws(ValueError) in
      do throws(ValueError) {
        return try choice.parse(word)
      } catch {
        // iconv has -f for the encoding, and a file may be where the format is expected.
        if TextEncoding(name: word) != nil {
          throw .unknown("format", suggestion: "for an encoding use --input-encoding \(word)")
        }
        if word.contains(".") { throw .unknown("format", suggestion: "the format comes before the files") }
        throw error
      }
    }
  }
}

extension ValueParser where Value == TextEncoding {
  /// The name of an encoding, or an alias.
  package static func encoding(_ name: String) -> Self {
    Self(name, completions: { EncodingNames.preferred }) { text throws(ValueError) in
      if let encoding = TextEncoding(name: text) { return encoding }
      if EncodingNames.isUnsupported(text) { throw .unsupported("encoding") }
      throw .unknown(
        "encoding", suggestion: EncodingNames.nearest(to: text).map { "did you mean '\($0)'?" })
    }
  }
}

extension ValueParser where Value == String {
  /// A mapping's name or path.
  static var mapping: Self {
    .text("NAME") { BuiltInMappings.all.map(\.name.description) + ["none"] }
  }

  /// Where an output goes; what looks like an option was hardly meant as a name.
  package static func outputPath(_ name: String) -> Self {
    Self(name) { text throws(ValueError) in
      if text.isEmpty { throw .expected("a path, or - for standard output") }
      guard text.utf8.first == ASCII.hyphen, text != "-" else { return text }
      throw .expected(
        "a path",
        suggestion: "for standard output write '-o - \(text)', for a file of that name './\(text)'")
    }
  }

  /// A file name's extension, typed with or without its dot.
  package static func fileExtension(_ name: String) -> Self {
    Self(name) { text throws(ValueError) in
      let ending = text.utf8.first == ASCII.fullStop ? String(text.dropFirst()) : text
      if ending.isEmpty || ending.utf8.contains(ASCII.solidus) || ending.utf8.contains(0) {
        throw .expected("an extension such as json")
      }
      return ending
    }
  }
}
