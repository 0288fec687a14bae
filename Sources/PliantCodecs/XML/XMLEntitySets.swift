// Entities that are known by the public identifier of their declarations.
//
//   <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "…"> <html>…&eacute;…</html>
//   <!ENTITY % HTMLlat1 PUBLIC "-//W3C//ENTITIES Latin 1 for XHTML//EN" "…"> %HTMLlat1;
//
// No external file is opened; the sets are subsets of HTML's table (see HTMLEntities).

/// Entity sets of HTML 4 and XHTML 1, and of RSS 0.91, which uses the first of them.
package struct XMLEntitySets: OptionSet {
  package let rawValue: UInt8

  /// `HTMLlat1`: U+00A0 to U+00FF.
  static let latin1 = XMLEntitySets(rawValue: 1)
  /// `HTMLsymbol`: mathematics, Greek and signs.
  static let symbols = XMLEntitySets(rawValue: 2)
  /// `HTMLspecial`: punctuation and a few letters.
  static let special = XMLEntitySets(rawValue: 4)
  static let all: XMLEntitySets = [.latin1, .symbols, .special]

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The sets that the external subset with this public identifier declares.
  init(ofDocumentType publicID: ByteView) {
    let name = Self.normalized(publicID)
    let isRSS = name == "-//Netscape Communications//DTD RSS 0.91//EN"
    let beginnings = [
      "-//W3C//DTD HTML 4.0", "-//W3C//DTD XHTML 1.", "-//W3C//DTD XHTML Basic 1.",
      "-//W3C//DTD XHTML-Print 1.", "-//W3C//DTD XHTML+RDFa 1.", "-//WAPFORUM//DTD XHTML Mobile 1.",
    ]
    self = isRSS ? .latin1 : beginnings.contains(where: name.hasPrefix) ? .all : []
  }

  /// The set that the parameter entity with this public identifier declares.
  init(ofEntities publicID: ByteView) {
    self =
      switch Self.normalized(publicID) {
      case "-//W3C//ENTITIES Latin 1 for XHTML//EN", "-//W3C//ENTITIES Latin1//EN//HTML",
        "-//W3C//ENTITIES Full Latin 1//EN//HTML":
        .latin1
      case "-//W3C//ENTITIES Symbols for XHTML//EN", "-//W3C//ENTITIES Symbols//EN//HTML",
        "-//W3C//ENTITIES Symbolic//EN//HTML":
        .symbols
      case "-//W3C//ENTITIES Special for XHTML//EN", "-//W3C//ENTITIES Special//EN//HTML": .special
      default: []
      }
  }

  /// The identifier with single spaces; 4.2.2.
  private static func normalized(_ publicID: ByteView) -> String {
    publicID.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The scalar of a name, or nil if the sets do not declare it.
  func scalar(named name: ByteView) -> UInt32? {
    guard !isEmpty, let table = self as? any NamedCharacterTable, let scalar = table.valueInHTML4(of: name)
    else { return nil }
    return contains(Self.set(of: scalar)) ? scalar : nil
  }

  /// The set that names a scalar of HTML 4.
  private static func set(of scalar: UInt32) -> XMLEntitySets {
    switch scalar {
    case 0xA0...0xFF: .latin1
    case 0x22, 0x26, 0x3C, 0x3E, 0x152, 0x153, 0x160, 0x161, 0x178, 0x2C6, 0x2DC, 0x2002, 0x2003, 0x2009,
      0x200C...0x200F, 0x2013, 0x2014, 0x2018...0x201A, 0x201C...0x201E, 0x2020, 0x2021, 0x2030, 0x2039,
      0x203A, 0x20AC:
      .special
    default: .symbols
    }
  }
}

/// The table of HTML's names, to which `XMLEntitySets` conforms in programs that link PliantCore.
///
/// No property list needs it.
package protocol NamedCharacterTable {
  /// The scalar of a name in HTML 4, or nil.
  func valueInHTML4(of name: ByteView) -> UInt32?
}
