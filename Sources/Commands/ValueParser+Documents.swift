// Parsers of pliant's option values: formats, encodings, paths of outputs.

extension ValueParser where Value == Format {
  /// The name of a format of the table that is allowed.
  package static func format(_ name: String, where isAllowed: @escaping @Sendable (Format) -> Bool) -> Self {
    let choices: @Sendable () -> [String] = { Format.all.filter(isAllowed).map(\.rawValue) }
    return Self(name, choices: choices()) { word throws(ValueError) in
      if let format = Format(rawValue: word) {
        if isAllowed(format) { return format }
        throw .expected(choices().joined(beforeLast: "or"), suggestion: format.direction)
      }
      // iconv uses -f for the encoding, and a file may be in place of the format.
      if TextEncoding(name: word) != nil {
        throw .unknown("format", suggestion: "for an encoding use --input-encoding \(word)")
      }
      if word.contains(".") { throw .unknown("format", suggestion: "the format comes before the files") }
      throw .unlisted(word, among: choices(), kind: "format", meant: Format.synonyms[word])
    }
  }
}

extension Format {
  static let synonyms = ["plist": "xml1", "bplist": "binary1", "ndjson": "jsonl", "pbxproj": "openstep"]

  /// Why pliant cannot do both: a sentence about a format that it only reads or only writes.
  var direction: String? {
    if !isWritable { return "pliant reads \(rawValue), but does not write it" }
    return isReadable ? nil : "pliant writes \(rawValue), but does not read it"
  }
}

extension ValueParser where Value == TextLanguage {
  /// A language's ISO 639 code.
  static var language: Self {
    Self("CODE", completions: { TextLanguage.codes }) { text throws(ValueError) in
      if let language = TextLanguage(text) { return language }
      throw .unknown("language", suggestion: "known are \(TextLanguage.codes.joined(separator: ", "))")
    }
  }
}

extension ValueParser where Value == TextEncoding {
  /// The name of an encoding, or an alias.
  package static func encoding(_ name: String) -> Self {
    Self(name, completions: { EncodingNames.preferred }) { text throws(ValueError) in
      if let encoding = TextEncoding(name: text) { return encoding }
      if EncodingNames.isUnsupported(text) { throw .unsupported("encoding") }
      // iconv's suffixes, as in ASCII//TRANSLIT.
      let plain = text.prefix { $0 != "/" }
      if text.hasText("//"), TextEncoding(name: String(plain)) != nil {
        throw .unknown("encoding", suggestion: "use '\(plain)' and --unmappable replace")
      }
      throw .unknown("encoding", suggestion: EncodingNames.nearest(to: text).map { "did you mean '\($0)'?" })
    }
  }
}

extension Argument {
  /// The word as a path for the system.
  package var path: String { bytes.withByteView { Platform.text($0) } }
}

extension ValueParser where Value == String {
  /// A path, or a pattern of paths, with any bytes.
  package static func path(_ name: String, completions: @escaping @Sendable () -> [String] = { [] }) -> Self {
    Self(name, completions: completions, reading: { $0.path })
  }

  /// A mapping's name or path.
  static var mapping: Self { .path("NAME") { BuiltInMappings.all.map(\.name) + ["none"] } }

  /// The path of an output; a word like an option is probably not a file name.
  package static func outputPath(_ name: String) -> Self {
    Self(
      name,
      reading: { word throws(ValueError) in
        if word.bytes.isEmpty { throw .expected("a path, or - for standard output") }
        guard word.bytes.first == ASCII.hyphen, word != "-" else { return word.path }
        throw .expected(
          "a path",
          suggestion:
            "for standard output write '-o - \(word.shown)', for a file of that name './\(word.shown)'")
      })
  }

  /// A file name's extension, with or without its dot.
  package static func fileExtension(_ name: String) -> Self {
    Self(
      name,
      reading: { word throws(ValueError) in
        let ending = word.bytes.dropFirst(word.bytes.first == ASCII.fullStop ? 1 : 0)
        if ending.isEmpty || ending.contains(ASCII.solidus) || ending.contains(0) {
          throw .expected("an extension such as json")
        }
        return Argument(bytes: ending).path
      })
  }
}
