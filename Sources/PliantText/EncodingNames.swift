/// Looks up encodings by the names in use, and IANA's preferred one.
package enum EncodingNames {
  package struct Entry {
    package let encoding: TextEncoding
    /// The preferred IANA name.
    package let name: String
    /// Other spellings in lower case, separated by spaces; those before `|` are registered.
    package let aliases: String

    package init(_ encoding: TextEncoding, _ name: String, _ aliases: String) {
      self.encoding = encoding
      self.name = name
      self.aliases = aliases
    }

    /// The other spellings, one by one.
    package var otherNames: [String] {
      aliases.utf8.split(separator: ASCII.space).map { String(Substring($0)) }.filter { $0 != "|" }
    }

    /// All spellings in lower case.
    fileprivate var spellings: [String] { [name.lowercasedASCII] + otherNames }
  }

  package static var preferred: [String] { entries.map(\.name) }

  /// Every encoding, the commonest first.
  package static let entries: [Entry] =
    unicode + western + otherISO + windows + mac + codePages + eastAsian + ebcdic

  private static let unicode: [Entry] = [
    Entry(.utf8, "UTF-8", "| utf8 utf_8 unicode-1-1-utf-8 csutf8 cp65001 utf-8-sig utf_8_sig"),
    Entry(.utf16(nil), "UTF-16", "iso-10646-ucs-2 | utf16 utf_16 ucs-2 ucs2 csutf16 unicode csunicode"),
    Entry(
      .utf16(.littleEndian), "UTF-16LE", "| utf16le utf_16le utf-16-le utf16-le utf16_le csutf16le ucs-2le"),
    Entry(.utf16(.bigEndian), "UTF-16BE", "| utf16be utf_16be utf-16-be utf16-be utf16_be csutf16be ucs-2be"),
    Entry(.utf32(nil), "UTF-32", "iso-10646-ucs-4 | utf32 utf_32 ucs-4 ucs4 csutf32 csucs4"),
    Entry(.utf32(.littleEndian), "UTF-32LE", "| utf32le utf_32le utf-32-le utf32-le csutf32le ucs-4le"),
    Entry(.utf32(.bigEndian), "UTF-32BE", "| utf32be utf_32be utf-32-be utf32-be csutf32be ucs-4be"),
    Entry(.utf32(.order2143), "X-ISO-10646-UCS-4-2143", "| ucs-4-2143"),
    Entry(.utf32(.order3412), "X-ISO-10646-UCS-4-3412", "| ucs-4-3412"),
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
    Entry(.nextStep, "x-nextstep", "| nextstep next-step x-next nextstep-encoding"),
  ]

  private static let years = [
    2: 1987, 3: 1988, 4: 1988, 5: 1988, 6: 1987, 7: 1987, 8: 1988, 9: 1989, 10: 1992, 14: 1998, 16: 2001,
  ]

  private static func iso(_ number: Int, _ encoding: SingleByteEncoding, _ aliases: String) -> Entry {
    Entry(
      .singleByte(encoding), "ISO-8859-\(number)",
      "| iso8859-\(number) iso_8859-\(number) iso8859_\(number) iso8859\(number) iso-8859_\(number) \(aliases)"
        + (years[number].map { " iso_8859-\(number):\($0)" } ?? "")
    )
  }

  private static let otherISO: [Entry] = [
    iso(2, .iso8859_2, "latin2 latin-2 l2 iso-ir-101 csisolatin2"),
    iso(3, .iso8859_3, "latin3 latin-3 l3 iso-ir-109 csisolatin3"),
    iso(4, .iso8859_4, "latin4 latin-4 l4 iso-ir-110 csisolatin4"),
    iso(5, .iso8859_5, "cyrillic iso-ir-144 csisolatincyrillic"),
    iso(6, .iso8859_6, "arabic ecma-114 asmo-708 iso-ir-127 csisolatinarabic iso-8859-6-i iso-8859-6-e"),
    iso(7, .iso8859_7, "greek greek8 ecma-118 elot_928 iso-ir-126 csisolatingreek"),
    iso(
      8, .iso8859_8,
      "hebrew iso-ir-138 csisolatinhebrew iso-8859-8-i iso-8859-8-e csiso88598i csiso88598e visual logical"),
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
      "| cp\(number) cp-\(number) windows\(number) win\(number) win-\(number) x-cp\(number) cswindows\(number) \(number) "
        + "dos-\(number)"
    )
  }

  private static let windows: [Entry] = [
    windows(1250, .windows1250), windows(1251, .windows1251), windows(1253, .windows1253),
    windows(1254, .windows1254), windows(1255, .windows1255), windows(1256, .windows1256),
    windows(1257, .windows1257), windows(1258, .windows1258), windows(874, .windows874),
  ]

  private static let mac: [Entry] = [
    Entry(
      .singleByte(.macCentralEurope), "x-mac-ce",
      "| x-mac-centraleurroman x-mac-centraleurope mac-centraleurope mac-ce macce maccentraleurope mac-latin2 "
        + "mac_latin2 mac_centeuro maclatin2"),
    Entry(
      .singleByte(.macCyrillic), "x-mac-cyrillic",
      "| mac-cyrillic maccyrillic mac_cyrillic x-mac-ukrainian"),
    Entry(.singleByte(.macGreek), "x-mac-greek", "| mac-greek macgreek mac_greek"),
    Entry(.singleByte(.macTurkish), "x-mac-turkish", "| mac-turkish macturkish mac_turkish"),
    Entry(
      .singleByte(.macIcelandic), "x-mac-icelandic",
      "| mac-icelandic macicelandic mac_iceland maciceland mac-is"),
    Entry(.singleByte(.macCroatian), "x-mac-croatian", "| mac-croatian maccroatian mac_croatian"),
    Entry(
      .singleByte(.macRomanian), "x-mac-romanian", "| mac-romanian macromanian mac_romanian x-mac-romania"),
  ]

  private static func ibm(_ number: Int, _ encoding: SingleByteEncoding) -> Entry {
    Entry(
      .singleByte(encoding), "IBM\(number)",
      "| cp\(number) \(number) csibm\(number) ibm-\(number) dos-\(number)")
  }

  private static let codePages: [Entry] = [
    Entry(.singleByte(.koi8r), "KOI8-R", "| koi8r koi8_r koi8 koi cskoi8r"),
    Entry(.singleByte(.koi8u), "KOI8-U", "| koi8u koi8_u cskoi8u"),
    Entry(.singleByte(.ibm437), "IBM437", "| cp437 437 cspc8codepage437 ibm-437 dos-437"),
    Entry(.singleByte(.ibm850), "IBM850", "| cp850 850 cspc850multilingual ibm-850 dos-850"),
    Entry(.singleByte(.ibm852), "IBM852", "| cp852 852 cspcp852 ibm-852 dos-852"),
    Entry(.singleByte(.ibm858), "IBM00858", "| ibm858 cp858 858 ccsid00858 cp00858 pc-multilingual-850+euro"),
    Entry(.singleByte(.ibm855), "IBM855", "| cp855 855 csibm855 ibm-855"),
    Entry(.singleByte(.ibm866), "IBM866", "| cp866 866 csibm866 ibm-866"),
    ibm(737, .ibm737), ibm(775, .ibm775), ibm(857, .ibm857), ibm(860, .ibm860), ibm(861, .ibm861),
    ibm(862, .ibm862), ibm(863, .ibm863), ibm(865, .ibm865), ibm(869, .ibm869), ibm(1125, .ibm1125),
    Entry(.singleByte(.hpRoman8), "hp-roman8", "| roman8 r8 cshproman8 hproman8 hp_roman8 cp1051"),
    Entry(.singleByte(.koi8t), "KOI8-T", "| koi8t koi8_t"),
    Entry(.singleByte(.kz1048), "KZ-1048", "strk1048-2002 rk1048 | kz1048 kz_1048 cskz1048"),
    Entry(.singleByte(.ptcp154), "PTCP154", "pt154 cp154 cyrillic-asian | csptcp154"),
    Entry(.singleByte(.georgianAcademy), "GEORGIAN-ACADEMY", "| georgian_academy"),
    Entry(.singleByte(.georgianPS), "GEORGIAN-PS", "| georgian_ps"),
    Entry(.singleByte(.armscii8), "ARMSCII-8", "| armscii8 armscii_8"),
    Entry(.singleByte(.viscii), "VISCII", "| csviscii viscii1.1-1"),
    Entry(
      .singleByte(.tcvn), "TCVN",
      "| tcvn-5712 tcvn5712 tcvn5712-1 tcvn5712-1:1993 tcvn-5712-1 x-viet-tcvn5712"),
    ibm(720, .ibm720), ibm(864, .ibm864), ibm(1006, .ibm1006),
  ]

  private static func multibyte(_ encoding: MultibyteEncoding, _ name: String, _ aliases: String) -> Entry {
    Entry(.multibyte(encoding), name, aliases)
  }

  private static let eastAsian: [Entry] = [
    multibyte(.shiftJIS, "Shift_JIS", "ms_kanji | shift-jis shiftjis sjis x-sjis csshiftjis s_jis"),
    multibyte(.windows31J, "Windows-31J", "| cp932 ms932 windows-932 mskanji cswindows31j ibm943 cp943"),
    multibyte(.eucJP, "EUC-JP", "| eucjp euc_jp x-euc-jp cseucpkdfmtjapanese u-jis ujis"),
    multibyte(
      .shiftJIS2004, "Shift_JIS-2004",
      "| shift_jisx0213 shiftjis2004 sjis-2004 sjis_2004 shift_jis_2004 shiftjisx0213"),
    multibyte(
      .eucJIS2004, "EUC-JIS-2004",
      "| euc-jisx0213 euc_jis_2004 euc_jisx0213 eucjis2004 euc-jisx0213-2004 eucjisx0213"),
    multibyte(.iso2022JP, "ISO-2022-JP", "| iso2022jp iso2022_jp jis csiso2022jp"),
    multibyte(.gb18030, "GB18030", "| gb18030-2000 gb18030-2005 gb18030-2022 gb-18030 csgb18030"),
    multibyte(.gbk, "GBK", "cp936 ms936 windows-936 | 936 csgbk x-gbk"),
    multibyte(.gb2312, "GB2312", "| gb_2312 gb2312-80 euc-cn euccn euc_cn csgb2312 x-euc-cn gb_2312-80"),
    multibyte(.hz, "HZ-GB-2312", "| hz hzgb hz-gb hz_gb_2312"),
    multibyte(.big5, "Big5", "| big-5 bigfive big-five cn-big5 csbig5 x-x-big5 cp950 ms950 windows-950 950"),
    multibyte(.big5HKSCS, "Big5-HKSCS", "| big5hkscs big5_hkscs csbig5hkscs big5-hkscs:2008"),
    multibyte(.eucTW, "EUC-TW", "| euctw euc_tw cns11643 x-euc-tw"),
    multibyte(
      .eucKR, "EUC-KR", "| euckr euc_kr cseuckr ks_c_5601-1987 ks_c_5601-1989 ks_c_5601 ksc5601 korean"),
    multibyte(.cp949, "CP949", "| uhc ms949 windows-949 x-windows-949 949"),
    multibyte(.johab, "Johab", "| cp1361 ms1361 x-johab"),
    multibyte(.iso2022KR, "ISO-2022-KR", "| iso2022kr iso2022_kr csiso2022kr"),
    multibyte(.utf7, "UTF-7", "| utf7 utf_7 csutf7 unicode-1-1-utf-7"),
  ]

  private static let ebcdic: [Entry] = [
    Entry(
      .ebcdic(.ibm037), "IBM037", "ebcdic-cp-us ebcdic-cp-ca ebcdic-cp-nl ebcdic-cp-wt | cp037 037 csibm037"),
    Entry(.ebcdic(.ibm500), "IBM500", "ebcdic-cp-be ebcdic-cp-ch | cp500 500 csibm500"),
    Entry(.ebcdic(.ibm1047), "IBM1047", "ibm-1047 | cp1047 1047"),
    Entry(.ebcdic(.ibm273), "IBM273", "cp273 | csibm273 273 ibm-273"),
    Entry(.ebcdic(.ibm424), "IBM424", "cp424 ebcdic-cp-he | csibm424 424 ibm-424"),
    Entry(.ebcdic(.ibm875), "IBM875", "| cp875 875 ibm-875 ebcdic-greek"),
    Entry(.ebcdic(.ibm1026), "IBM1026", "cp1026 | csibm1026 1026 ibm-1026"),
    Entry(
      .ebcdic(.ibm1140), "IBM01140", "ccsid01140 cp01140 ebcdic-us-37+euro | ibm1140 cp1140 1140 ibm-1140"),
  ]

  package static func encoding(named name: String) -> TextEncoding? {
    if name == "UTF-8" { return .utf8 }
    // The table of all spellings takes a millisecond.
    if let entry = entries.first(where: { $0.name == name }) { return entry.encoding }
    return byName[name.lowercasedASCII]
  }

  private static let byName: [String: TextEncoding] = {
    var names: [String: TextEncoding] = [:]
    for entry in entries { for spelling in entry.spellings { names[spelling] = entry.encoding } }
    return names
  }()

  /// All spellings of an encoding's name, in lower case.
  package static func spellings(of encoding: TextEncoding) -> [String] {
    entries.first { $0.encoding == encoding }?.spellings ?? []
  }

  package static func name(of encoding: TextEncoding) -> String {
    if encoding == .utf8 { return "UTF-8" }
    return entries.first { $0.encoding == encoding }?.name ?? "UTF-8"
  }

  static func isStandard(_ name: String, for encoding: TextEncoding) -> Bool {
    if encoding == .utf8 && name == "UTF-8" { return true }
    let written = name.lowercasedASCII
    guard let entry = entries.first(where: { $0.encoding == encoding }) else { return true }
    // IANA lists none of these, so no spelling is preferred.
    if entry.name.hasPrefix("x-mac-") { return true }
    if written == entry.name.lowercasedASCII { return true }
    guard let bar = entry.aliases.firstIndex(of: "|") else { return false }
    return entry.aliases[..<bar].split(separator: " ").contains { $0 == written }
  }

  /// Registered or common encodings that are not supported, in lower case.
  private static let unsupported = Set(
    """
    viqr iso-2022-cn iso-2022-cn-ext iso-2022-jp-1 iso-2022-jp-2 \
    iso-2022-jp-3 iso-2022-jp-2004 iso-2022-jp-ms cp50220 cp50221 \
    jis_x0201 jis_x0208 jis_x0212-1990 jis_c6220-1969-ro jis_c6226-1978 \
    gb_1988-80 iso-ir-165 mik tscii mulelao-1 cesu-8 scsu bocu-1 utf-1 utf-ebcdic \
    utf-7-imap utf-8-mac utf8-mac wtf-8 java modified-utf-8 macarabic x-mac-arabic machebrew x-mac-hebrew macthai \
    x-mac-thai macjapanese x-mac-japanese x-mac-chinesetrad x-mac-chinesesimp x-mac-korean x-mac-devanagari \
    x-mac-gujarati x-mac-gurmukhi x-mac-farsi x-mac-symbol x-mac-dingbats x-mac-celtic x-mac-gaelic adobe-standard-encoding \
    adobe-symbol-encoding ventura-us ventura-international ventura-math dec-mcs hp-desktop hp-legal hp-pi-font hp-math8 \
    hp-roman9 hp-greek8 hp-arabic8 hp-hebrew8 hp-turkish8 hp-thai8 t.61-8bit t.61-7bit t.61 iso_6937-2-add iso_6937 \
    ansel iso-8859-12 ecma-cyrillic iso_5427 inis inis-8 \
    inis-cyrillic greek7 greek-ccitt latin-greek latin-lap ebcdic-us ebcdic-uk ebcdic-de ebcdic-at-de ebcdic-fr ebcdic-es \
    ebcdic-it ebcdic-pt ebcdic-dk-no ebcdic-fi-se ebcdic-ca-fr iso-11548-1 brf koi7-switched koi7 osd_ebcdic_df04_15 \
    osd_ebcdic_df03_irv osd_ebcdic_df04_1 amiga-1251 atarist petscii us-dk dk-us iscii-de x-user-defined x-europa \
    cp51932 eucjp-ms cp20932 x-windows-20932 x-ibm33722 keybcs2 kamenicky
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
  /// Code pages of IBM and Microsoft that are not supported.
  private static let codePageNumbers = Set(
    """
    274 275 277 278 280 281 284 285 290 297 420 423 708 709 710 803 808 813 838 851 853 868 870 871 872 \
    880 891 903 904 905 918 921 922 930 933 935 937 939 942 943c 964 970 1025 1046 1097 1112 1122 1123 \
    1124 1127 1129 1131 1133 1141 1142 1143 1144 1145 1146 1147 1148 1149 1160 1164 1364 1371 1381 1383 1386 1388 \
    1390 1399 01141 01142 01143 01144 01145 01146 01147 01148 01149 4909 4971 5347 9030 9066 12712 16804 10001 \
    10002 10003 10004 10005 10008 10021 20000 20001 20002 20003 20004 20005 20261 20269 50220 50221 50222 51932 52936
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
  private static let codePagePrefixes = [
    "windows-", "ibm-", "ibm", "cp-", "cp", "x-ibm", "ccsid", "dos-", "",
  ]

  /// Whether an unknown name is that of an existing encoding or code page.
  package static func isUnsupported(_ name: String) -> Bool {
    let wanted = name.lowercasedASCII
    if byName[wanted] != nil { return false }
    if unsupported.contains(wanted) { return true }
    return codePagePrefixes.contains {
      wanted.hasPrefix($0) && codePageNumbers.contains(String(wanted.dropFirst($0.count)))
    }
  }

  /// The known name nearest to an unknown one, or nil.
  package static func nearest(to name: String) -> String? {
    let known = entries.flatMap { entry in entry.spellings.map { (spelling: $0, name: entry.name) } }
    let index = NearestSpelling.index(of: name.lowercasedASCII, among: known.map(\.spelling))
    return index.map { known[$0].name }
  }
}
