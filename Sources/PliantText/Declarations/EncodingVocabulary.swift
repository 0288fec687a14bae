// The names of encodings that each program reads in a declaration, and the one that pliant writes for it.
//
//   windows-1252     in XML windows-1252, in LaTeX cp1252, in a gettext catalogue CP1252, in a .rc file 1252

/// The program that reads a declaration, by the names of encodings that it knows.
package enum EncodingVocabulary: String, Sendable, CaseIterable {
  /// XML, style sheets, mail, Java and others that know IANA's names.
  case iana = "its reader"
  case html = "HTML"
  case python = "Python"
  case ruby = "Ruby"
  case perl = "Perl"
  case emacs = "Emacs"
  case vim = "Vim"
  case gettext = "gettext"
  case inputenc = "LaTeX's inputenc"
  case xetex = "XeTeX"
  case latexCJK = "LaTeX's CJK"
  case texShop = "TeX editors"
  case hunspell = "Hunspell"
  case codePage = "Windows"
  case resourceScript = "the resource compiler"
  case texinfo = "Texinfo"
  case desktopEntry = "GLib"
  case gedcom = "GEDCOM"
  case mySQL = "MySQL"
  case postgreSQL = "PostgreSQL"
  case erlang = "Erlang"
  case prolog = "Prolog"
  case financial = "OFX"
  case gnuplot = "gnuplot"
  /// `use utf8` of Perl.
  case utf8 = "UTF-8"

  /// The meaning of a name to the program.
  package enum Meaning: Equatable, Sendable {
    case encoding(TextEncoding)
    /// A name that the program knows, of an encoding that pliant does not read.
    case other
    /// A name that the program knows and that declares nothing: `default`, `binary`.
    case nothing
    /// A name that the program does not know, with the encoding that others read it as.
    case unknown(TextEncoding?)
  }

  /// The name to write for an encoding; nil if the program has none.
  package func name(of encoding: TextEncoding) -> String? {
    let names = Self.tables[self]
    if let listed = names?.written[encoding] { return listed == "-" ? nil : listed }
    if writesOnlyListed || readsBytesOnly && !encoding.keepsDeclarationInASCII { return nil }
    let name = encoding.name
    if usesCodePageNames, name.hasPrefix("IBM") { return "cp" + name.dropFirst(3) }
    return isLowercase ? name.lowercasedASCII : name
  }

  package func meaning(of name: String) -> Meaning {
    let names = Self.tables[self]
    let lowercase = name.lowercasedASCII
    let generic = self == .html ? HTMLDeclaration.encoding(named: name) : TextEncoding(name: name)
    if let listed = names?.read[lowercase], self != .emacs || listed == .utf8 || name == lowercase {
      return listed.map { .encoding($0) } ?? (names?.neutral.contains(lowercase) == true ? .nothing : .other)
    }
    guard let generic else {
      return self == .python && lowercase.hasPrefix("utf-8-") ? .encoding(.utf8) : .unknown(nil)
    }
    return readsOnlyListed || !knows(name, lowercase, generic) ? .unknown(generic) : .encoding(generic)
  }

  /// Whether a program that knows more names than its table lists knows this common one.
  private func knows(_ name: String, _ lowercase: String, _ encoding: TextEncoding) -> Bool {
    switch self {
    case .python:
      if lowercase == "latin-1" { return true }
      let isOther = Self.unknownToPython.contains { lowercase.hasPrefix($0) }
      return !isOther && self.name(of: encoding) != nil
    case .emacs:
      // Emacs reads other spellings of UTF-8 with a warning.
      if encoding == .utf8 { return true }
      return name == self.name(of: encoding)
        || name == lowercase && name.last.map { $0.isNumber } == true
          && ["cp", "ibm", "windows-", "iso-8859-"].contains {
            name.hasPrefix($0) && name.dropFirst($0.count).allSatisfy(\.isNumber)
          }
    default: return true
    }
  }

  private static let unknownToPython = [
    "x-", "cp-", "win1", "win-", "win8", "windows1", "windows8", "windows-8", "windows-9", "windows-3",
    "dos-",
    "ibm-", "ibm00", "cswindows", "iso88591", "iso88592", "iso88593", "iso88594", "iso88595", "iso88596",
    "iso88597", "iso88598", "iso88599", "latin-", "8859-", "big-", "macos", "cp943", "ibm943",
  ]

  private var isLowercase: Bool { [.python, .emacs, .vim, .perl].contains(self) }
  private var usesCodePageNames: Bool { [.python, .emacs, .vim, .ruby, .perl].contains(self) }
  /// Whether the program reads a file as bytes that begin with ASCII.
  private var readsBytesOnly: Bool { [.python, .ruby, .perl, .vim].contains(self) }
  private var writesOnlyListed: Bool {
    ![.iana, .xetex, .texShop, .python, .ruby, .perl, .emacs, .vim].contains(self)
  }
  private var readsOnlyListed: Bool {
    [
      .gettext, .inputenc, .hunspell, .codePage, .resourceScript, .desktopEntry, .gedcom, .utf8, .erlang,
      .prolog,
      .financial, .gnuplot,
    ].contains(self)
  }

  // MARK: Tables

  private struct Names {
    var written: [TextEncoding: String] = [:]
    var read: [String: TextEncoding?] = [:]
    /// Names of no encoding.
    var neutral: Set<String> = []

    /// Reads a section of the table, whose head explains its lines.
    init(_ text: Substring) {
      for entry in text.split(whereSeparator: { $0 == ";" || $0 == "\n" }) where entry.first != "#" {
        let sides = entry.split(separator: "=", maxSplits: 1).map(String.init)
        guard sides.count == 2 else { continue }
        let encoding = TextEncoding(name: sides[0])
        let names = sides[1].split(separator: ",").map(String.init)
        if let encoding, let first = names.first { written[encoding] = first }
        for name in names where name != "-" { read[name.lowercasedASCII] = .some(encoding) }
        if sides[0] == "!" { neutral.formUnion(names.map(\.lowercasedASCII)) }
      }
    }
  }

  private static let tables: [EncodingVocabulary: Names] = {
    let text = String(decoding: PackageResources.encoding_vocabulary_txt, as: UTF8.self)
    let sections = text.split(separator: "[" as Character).map { $0.split(separator: "]" as Character) }
    var tables: [EncodingVocabulary: Names] = [:]
    for section in sections where section.count == 2 {
      guard let vocabulary = allCases.first(where: { String(describing: $0) == section[0] }) else { continue }
      tables[vocabulary] = Names(section[1])
    }
    // Browsers read every common name in their own way, and others that are theirs.
    let labels = tables[.html]?.read ?? [:]
    tables[.html]?.read = labels.filter { TextEncoding(name: $0.key) == nil }
    return tables
  }()
}
