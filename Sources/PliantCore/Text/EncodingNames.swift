// The names people write for encodings, and the one that IANA prefers.

/// Looks encodings up by name.
package enum EncodingNames {
  /// One encoding with its names.
  struct Entry {
    let encoding: TextEncoding
    /// The preferred IANA name.
    let name: String
    /// Other spellings in lower case, separated by spaces; those before `|` are as good as the preferred one.
    let aliases: String
    /// What iconv(3) calls it, where that is not `name`.
    var iconvName: String?

    init(_ encoding: TextEncoding, _ name: String, _ aliases: String, iconv: String? = nil) {
      self.encoding = encoding
      self.name = name
      self.aliases = aliases
      self.iconvName = iconv
    }
  }

  static let entries: [Entry] = unicode + western + otherISO + windows + mac + codePages + system

  private static let unicode: [Entry] = [
    Entry(.utf8, "UTF-8", "| utf8 utf_8 unicode-1-1-utf-8 csutf8"),
    Entry(.utf16(nil), "UTF-16", "iso-10646-ucs-2 | utf16 utf_16 ucs-2 ucs2 csutf16 unicode csunicode"),
    Entry(
      .utf16(.littleEndian), "UTF-16LE", "| utf16le utf_16le utf-16-le utf16-le utf16_le csutf16le ucs-2le"),
    Entry(.utf16(.bigEndian), "UTF-16BE", "| utf16be utf_16be utf-16-be utf16-be utf16_be csutf16be ucs-2be"),
    Entry(.utf32(nil), "UTF-32", "iso-10646-ucs-4 | utf32 utf_32 ucs-4 ucs4 csutf32 csucs4"),
    Entry(.utf32(.littleEndian), "UTF-32LE", "| utf32le utf_32le utf-32-le utf32-le csutf32le ucs-4le"),
    Entry(.utf32(.bigEndian), "UTF-32BE", "| utf32be utf_32be utf-32-be utf32-be csutf32be ucs-4be"),
    Entry(
      .ascii, "US-ASCII",
      "| ascii us iso-ir-6 iso646-us iso_646.irv:1991 ansi_x3.4-1968 ansi_x3.4-1986 cp367 ibm367 csascii us_ascii 7bit"
    ),
  ]

  private static let western: [Entry] = [
    Entry(
      .latin1, "ISO-8859-1",
      "| latin1 latin-1 latin_1 l1 iso8859-1 iso_8859-1 iso88591 iso8859_1 8859-1 iso_8859-1:1987 iso-ir-100 ibm819 "
        + "cp819 csisolatin1 isolatin1 iso-latin-1 nsisolatin1stringencoding"),
    Entry(
      .singleByte(.iso8859_15), "ISO-8859-15",
      "| latin9 latin-9 l9 iso8859-15 iso_8859-15 iso885915 csiso885915 csisolatin9"),
    Entry(
      .windows1252, "windows-1252",
      "| cp1252 cp-1252 windows1252 win1252 win-1252 x-cp1252 1252 ansi cswindows1252"),
    Entry(
      .macRoman, "macintosh",
      "| macroman mac-roman mac_roman x-mac-roman x-macroman mac macos-roman macosroman csmacintosh"),
    Entry(.nextStep, "x-nextstep", "| nextstep next-step x-next nextstep-encoding", iconv: "NEXTSTEP"),
  ]

  private static func iso(_ number: Int, _ encoding: SingleByteEncoding, _ aliases: String) -> Entry {
    Entry(
      .singleByte(encoding), "ISO-8859-\(number)",
      "| iso8859-\(number) iso_8859-\(number) iso8859_\(number) iso8859\(number) iso-8859_\(number) \(aliases)"
    )
  }

  private static let otherISO: [Entry] = [
    iso(2, .iso8859_2, "latin2 latin-2 l2 iso-ir-101 csisolatin2"),
    iso(3, .iso8859_3, "latin3 latin-3 l3 iso-ir-109 csisolatin3"),
    iso(4, .iso8859_4, "latin4 latin-4 l4 iso-ir-110 csisolatin4"),
    iso(5, .iso8859_5, "cyrillic iso-ir-144 csisolatincyrillic"),
    iso(6, .iso8859_6, "arabic ecma-114 asmo-708 iso-ir-127 csisolatinarabic"),
    iso(7, .iso8859_7, "greek greek8 ecma-118 elot_928 iso-ir-126 csisolatingreek"),
    iso(8, .iso8859_8, "hebrew iso-ir-138 csisolatinhebrew"),
    iso(9, .iso8859_9, "latin5 latin-5 l5 iso-ir-148 csisolatin5"),
    iso(10, .iso8859_10, "latin6 latin-6 l6 iso-ir-157 csisolatin6"),
    iso(11, .iso8859_11, "thai"),
    iso(13, .iso8859_13, "latin7 latin-7 l7 csiso885913"),
    iso(14, .iso8859_14, "latin8 latin-8 l8 iso-celtic iso-ir-199 csiso885914"),
    iso(16, .iso8859_16, "latin10 latin-10 l10 iso-ir-226 csiso885916"),
    Entry(.singleByte(.tis620), "TIS-620", "| tis620 tis-62 tis620.2533 cstis620"),
  ]

  private static func windows(_ number: Int, _ encoding: SingleByteEncoding) -> Entry {
    Entry(
      .singleByte(encoding), "windows-\(number)",
      "| cp\(number) cp-\(number) windows\(number) win\(number) win-\(number) x-cp\(number) cswindows\(number)",
      iconv: "CP\(number)")
  }

  private static let windows: [Entry] = [
    windows(1250, .windows1250), windows(1251, .windows1251), windows(1253, .windows1253),
    windows(1254, .windows1254), windows(1255, .windows1255), windows(1256, .windows1256),
    windows(1257, .windows1257), windows(1258, .windows1258),
  ]

  private static let mac: [Entry] = [
    Entry(
      .singleByte(.macCentralEurope), "x-mac-ce",
      "| x-mac-centraleurroman x-mac-centraleurope mac-centraleurope mac-ce macce maccentraleurope mac-latin2 "
        + "mac_latin2 mac_centeuro maclatin2", iconv: "MAC-CENTRALEUROPE"),
    Entry(
      .singleByte(.macCyrillic), "x-mac-cyrillic",
      "| mac-cyrillic maccyrillic mac_cyrillic x-mac-ukrainian", iconv: "MAC-CYRILLIC"),
    Entry(.singleByte(.macGreek), "x-mac-greek", "| mac-greek macgreek mac_greek"),
    Entry(.singleByte(.macTurkish), "x-mac-turkish", "| mac-turkish macturkish mac_turkish"),
    Entry(
      .singleByte(.macIcelandic), "x-mac-icelandic",
      "| mac-icelandic macicelandic mac_iceland maciceland mac-is", iconv: "MAC-IS"),
  ]

  private static let codePages: [Entry] = [
    Entry(.singleByte(.koi8r), "KOI8-R", "| koi8r koi8_r koi8 cskoi8r"),
    Entry(.singleByte(.koi8u), "KOI8-U", "| koi8u koi8_u cskoi8u"),
    Entry(.singleByte(.ibm437), "IBM437", "| cp437 437 cspc8codepage437 ibm-437 dos-437"),
    Entry(.singleByte(.ibm850), "IBM850", "| cp850 850 cspc850multilingual ibm-850 dos-850"),
    Entry(.singleByte(.ibm852), "IBM852", "| cp852 852 cspcp852 ibm-852 dos-852"),
    Entry(
      .singleByte(.ibm858), "IBM00858", "| ibm858 cp858 858 ccsid00858 cp00858 pc-multilingual-850+euro",
      iconv: "CP858"),
    Entry(.singleByte(.ibm855), "IBM855", "| cp855 855 csibm855 ibm-855"),
    Entry(.singleByte(.ibm866), "IBM866", "| cp866 866 csibm866 ibm-866"),
  ]

  private static let system: [Entry] = [
    Entry(.system("SHIFT_JIS"), "Shift_JIS", "| shift-jis shiftjis sjis x-sjis ms_kanji csshiftjis s_jis"),
    Entry(.system("CP932"), "Windows-31J", "| cp932 ms932 windows-932 mskanji cswindows31j"),
    Entry(.system("EUC-JP"), "EUC-JP", "| eucjp euc_jp x-euc-jp cseucpkdfmtjapanese u-jis ujis"),
    Entry(.system("ISO-2022-JP"), "ISO-2022-JP", "| iso2022jp iso2022_jp jis csiso2022jp"),
    Entry(.system("GB18030"), "GB18030", "| gb18030-2000 gb-18030 csgb18030"),
    Entry(.system("GBK"), "GBK", "| cp936 ms936 windows-936 csgbk x-gbk"),
    Entry(.system("EUC-CN"), "GB2312", "| gb_2312 gb2312-80 euc-cn euccn euc_cn csgb2312 x-euc-cn"),
    Entry(.system("BIG5"), "Big5", "| big-5 bigfive big-five cn-big5 csbig5 x-x-big5"),
    Entry(.system("BIG5-HKSCS"), "Big5-HKSCS", "| big5hkscs csbig5hkscs"),
    Entry(.system("EUC-KR"), "EUC-KR", "| euckr euc_kr cseuckr ks_c_5601-1987 ks_c_5601 ksc5601 korean"),
    Entry(.system("CP949"), "CP949", "| uhc ms949 windows-949 x-windows-949"),
    Entry(.system("EUC-TW"), "EUC-TW", "| euctw euc_tw x-euc-tw"),
    Entry(.system("JOHAB"), "Johab", "| cp1361 ms1361 x-johab"),
    Entry(.system("UTF-7"), "UTF-7", "| utf7 utf_7 csutf7"),
    Entry(.system("IBM037"), "IBM037", "| cp037 ebcdic-cp-us ebcdic-cp-ca ebcdic-cp-nl csibm037"),
    Entry(.system("IBM500"), "IBM500", "| cp500 ebcdic-cp-be ebcdic-cp-ch csibm500"),
    Entry(.system("IBM1047"), "IBM1047", "| cp1047 ibm-1047"),
    Entry(.system("CP874"), "windows-874", "| cp874 ms874 cswindows874"),
  ]

  /// What iconv(3) knows that keeps ASCII bytes for ASCII characters.
  ///
  /// In Shift_JIS, Big5, GBK and GB18030 a second byte may be an ASCII one, but never one of `<`, `&` or `"`; a
  /// declaration can be read without decoding.
  static let asciiSupersets: Set<String> = [
    "SHIFT_JIS", "CP932", "EUC-JP", "GB18030", "GBK", "EUC-CN", "BIG5", "BIG5-HKSCS", "EUC-KR", "CP949",
    "EUC-TW",
    "JOHAB", "CP874", "ISO-2022-JP",
  ]

  /// Every encoding that has a name of its own here.
  package static var all: [TextEncoding] { entries.map(\.encoding) }

  static func encoding(named name: String) -> TextEncoding? {
    if name == "UTF-8" { return .utf8 }
    let wanted = lowercased(name)
    return byName[wanted]
  }

  private static let byName: [String: TextEncoding] = {
    var names: [String: TextEncoding] = [:]
    for entry in entries {
      names[lowercased(entry.name)] = entry.encoding
      for alias in entry.aliases.split(separator: " ") where alias != "|" {
        names[String(alias)] = entry.encoding
      }
    }
    return names
  }()

  static func name(of encoding: TextEncoding) -> String {
    if encoding == .utf8 { return "UTF-8" }
    if let entry = entries.first(where: { $0.encoding == encoding }) { return entry.name }
    if case .system(let name) = encoding { return name }
    return "UTF-8"
  }

  /// The name by which iconv(3) knows the encoding.
  package static func iconvName(of encoding: TextEncoding) -> String {
    if case .system(let name) = encoding { return name }
    guard let entry = entries.first(where: { $0.encoding == encoding }) else { return name(of: encoding) }
    return entry.iconvName ?? entry.name
  }

  static func isStandard(_ name: String, for encoding: TextEncoding) -> Bool {
    if encoding == .utf8 && name == "UTF-8" { return true }
    let written = lowercased(name)
    guard let entry = entries.first(where: { $0.encoding == encoding }) else { return true }
    // IANA lists none of these, so that no spelling is better than another.
    if entry.name.hasPrefix("x-mac-") { return true }
    if written == lowercased(entry.name) { return true }
    guard let bar = entry.aliases.firstIndex(of: "|") else { return false }
    return entry.aliases[..<bar].split(separator: " ").contains { $0 == written }
  }

  /// The name in upper case if iconv(3) can convert from it.
  static func systemName(for name: String) -> String? {
    guard !name.isEmpty, name.utf8.count <= 64, name.utf8.allSatisfy(isNameByte) else { return nil }
    let upper = name.uppercased()
    return CharacterConverter(from: upper, to: "UTF-8") == nil ? nil : upper
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.hyphen, ASCII.underscore, ASCII.fullStop, ASCII.colon, ASCII.plusSign, ASCII.leftParenthesis,
      ASCII.rightParenthesis:
      true
    default: byte.isDigit || byte.isLetter
    }
  }

  /// The known name nearest to one that is not known, or nil where none is near.
  package static func nearest(to name: String) -> String? {
    var spellings: [String] = []
    var meant: [String] = []
    for entry in entries {
      let aliases = entry.aliases.split(separator: " ").filter { $0 != "|" }.map(String.init)
      spellings += [lowercased(entry.name)] + aliases
      meant += repeatElement(entry.name, count: aliases.count + 1)
    }
    return NearestSpelling.index(of: lowercased(name), among: spellings).map { meant[$0] }
  }

  private static func lowercased(_ name: String) -> String {
    String(decoding: name.utf8.map { $0 &- ASCII.upperA < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
