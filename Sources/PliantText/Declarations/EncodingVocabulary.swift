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
  case texShop = "TeX editors"
  case hunspell = "Hunspell"
  case codePage = "Windows"
  case gedcom = "GEDCOM"
  case mySQL = "MySQL"
  case postgreSQL = "PostgreSQL"
  case erlang = "Erlang"
  case prolog = "Prolog"
  case financial = "OFX"
  case gnuplot = "gnuplot"
  /// `use utf8` of Perl and .desktop files.
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
  private var readsBytesOnly: Bool { [.python, .ruby, .perl].contains(self) }
  private var writesOnlyListed: Bool {
    ![.iana, .texShop, .python, .ruby, .perl, .emacs, .vim].contains(self)
  }
  private var readsOnlyListed: Bool {
    [.gettext, .inputenc, .hunspell, .codePage, .gedcom, .utf8, .erlang, .prolog, .financial, .gnuplot]
      .contains(self)
  }

  // MARK: Tables

  private struct Names {
    var written: [TextEncoding: String] = [:]
    var read: [String: TextEncoding?] = [:]
    /// Names of no encoding.
    var neutral: Set<String> = []

    /// Reads lines of `IANA's name=name to write,other,…`; `-` if there is none, `?` for names of encodings that
    /// pliant does not read, and `!` for names of none.
    init(_ text: String) {
      for entry in text.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
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
    var tables = listed
    // Browsers read every common name.
    tables[.html]?.read = [:]
    return tables
  }()

  private static let listed: [EncodingVocabulary: Names] = [
    .html: Names(
      isoNames("ISO-8859-", numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16]) + """
        UTF-8=UTF-8;UTF-16=UTF-16;UTF-16LE=UTF-16LE;UTF-16BE=UTF-16BE;US-ASCII=US-ASCII;macintosh=macintosh
        UTF-32=UTF-32;UTF-32LE=UTF-32LE;UTF-32BE=UTF-32BE
        x-mac-cyrillic=x-mac-cyrillic;IBM866=IBM866;KOI8-R=KOI8-R;KOI8-U=KOI8-U;ISO-8859-11=ISO-8859-11;TIS-620=TIS-620
        GBK=GBK;GB2312=GB2312;GB18030=GB18030;Big5=Big5;Big5-HKSCS=Big5-HKSCS;EUC-JP=EUC-JP;ISO-2022-JP=ISO-2022-JP
        Shift_JIS=Shift_JIS;Windows-31J=Windows-31J;EUC-KR=EUC-KR;CP949=windows-949\n
        """ + windows { "windows-\($0)" }),
    .python: Names(
      """
      UTF-8=utf-8,u8,utf_8_sig,utf-8-sig;windows-874=cp874;Windows-31J=cp932;IBM00858=cp858;x-nextstep=-;IBM1047=-;HZ-GB-2312=-;ISO-2022-KR=-;UTF-7=-
      GEORGIAN-ACADEMY=-;GEORGIAN-PS=-;x-mac-ce=mac-latin2;x-mac-cyrillic=mac-cyrillic;x-mac-greek=mac-greek;x-mac-turkish=mac-turkish
      x-mac-icelandic=mac-iceland;x-mac-croatian=mac-croatian;x-mac-romanian=mac-romanian
      !=mbcs,oem,ansi,dbcs,unicode_escape,unicode-escape,raw_unicode_escape,raw-unicode-escape,rot13,rot_13,idna,punycode
      !=undefined,charmap;?=palmos,cp720,cp856,cp864,cp1006,cp1026,cp1140,cp273,cp424,cp875,euc_jis_2004,euc_jisx0213
      ?=shift_jis_2004,shift_jisx0213,iso2022_jp_1,iso2022_jp_2,iso2022_jp_3,iso2022_jp_ext,mac_arabic,mac_farsi
      """),
    .ruby: Names(
      """
      macintosh=macRoman,macroman;windows-874=windows-874;Windows-31J=Windows-31J,cswindows31j,sjis;IBM00858=-;KOI8-T=-
      x-mac-ce=-;x-mac-cyrillic=macCyrillic;x-mac-greek=macGreek;x-mac-turkish=macTurkish;x-mac-icelandic=macIceland
      x-mac-croatian=macCroatian;x-mac-romanian=macRomania;IBM1125=-;hp-roman8=-;KZ-1048=-;PTCP154=-;HZ-GB-2312=-
      GEORGIAN-ACADEMY=-;GEORGIAN-PS=-;Johab=-;ISO-2022-KR=-;ISO-2022-JP=-;UTF-7=-;UTF-8=UTF-8,utf8-mac,utf-8-mac,utf-8-hfs;x-nextstep=-
      !=binary,ascii-8bit,locale,external,filesystem;?=emacs-mule,stateless-iso-2022-jp,gb12345,euc-tw,cp51932,eucjp-ms
      ?=big5-uao,cp950,cp951,cp720,ibm864,macjapanese,macthai,macukraine,cesu-8
      """),
    .perl: Names(
      """
      IBM00858=cp858;GB18030=-;HZ-GB-2312=-;ISO-2022-KR=-;UTF-7=-;KOI8-T=-;IBM1125=-;KZ-1048=-;PTCP154=-;UTF-8=utf8,utf-8,utf-8-strict;x-nextstep=nextstep
      GEORGIAN-ACADEMY=-;GEORGIAN-PS=-;IBM037=-;macintosh=MacRoman,macintosh;x-mac-ce=MacCentralEurRoman;x-mac-cyrillic=MacCyrillic;x-mac-greek=MacGreek
      x-mac-turkish=MacTurkish;x-mac-icelandic=MacIcelandic;x-mac-croatian=MacCroatian;x-mac-romanian=MacRomanian
      """),
    .emacs: Names(
      isoNames("iso-8859-", numbers: [5, 6, 7, 8, 11])
        + isoNames(
          "iso-8859-", numbers: [1, 2, 3, 4, 9, 10, 13, 14, 15, 16], latin: ["latin-", "iso-latin-"]) + """
          ISO-8859-5=iso-8859-5,cyrillic-iso-8bit;ISO-8859-7=iso-8859-7,greek-iso-8bit;US-ASCII=us-ascii,ascii,iso-safe
          ISO-8859-8=iso-8859-8,hebrew-iso-8bit,iso-8859-8-e,iso-8859-8-i;ISO-8859-11=iso-8859-11
          UTF-8=utf-8,mule-utf-8,utf-8-emacs,utf-8-with-signature,utf-8-auto,cp65001,prefer-utf-8
          UTF-16LE=utf-16le,utf-16-le,utf-16le-with-signature;UTF-16BE=utf-16be,utf-16-be,utf-16be-with-signature
          UTF-32=-;UTF-32LE=-;UTF-32BE=-;macintosh=mac-roman,macintosh,mac;PTCP154=pt154;windows-874=cp874
          TIS-620=tis-620,tis620,th-tis620,thai-tis620;KOI8-R=koi8-r,koi8,cyrillic-koi8,cp878
          IBM866=cp866,alternativnyj,cyrillic-alternativnyj;IBM00858=cp858;hp-roman8=hp-roman8,roman8
          Shift_JIS=shift_jis,sjis,japanese-shift-jis;Windows-31J=cp932,japanese-cp932
          EUC-JP=euc-jp,euc-japan,euc-japan-1990,japanese-iso-8bit;ISO-2022-JP=iso-2022-jp,junet
          GB2312=gb2312,euc-cn,euc-china,cn-gb,cn-gb-2312,chinese-iso-8bit;GBK=gbk,cp936,windows-936,chinese-gbk
          GB18030=gb18030,chinese-gb18030;HZ-GB-2312=hz-gb-2312,hz,chinese-hz
          Big5=big5,chinese-big5,cn-big5,cp950;Big5-HKSCS=big5-hkscs,chinese-big5-hkscs,cn-big5-hkscs
          EUC-KR=euc-kr,euc-korea,korean-iso-8bit,ks_c_5601-1987;CP949=cp949,korean-cp949
          ISO-2022-KR=-,iso-2022-kr,korean-iso-7bit-lock;Johab=-;KZ-1048=-;x-nextstep=-;IBM037=-;IBM500=-;x-mac-ce=-
          x-mac-cyrillic=-;x-mac-greek=-;x-mac-turkish=-;x-mac-icelandic=-;x-mac-croatian=-;x-mac-romanian=-
          !=raw-text,no-conversion,binary,undecided,emacs-internal;?=emacs-mule,iso-2022-7bit,iso-2022-8bit-ss2,ctext
          ?=compound-text,x-ctext,viscii,vietnamese-viscii,vscii,vietnamese-vscii,tcvn,viqr,vietnamese-viqr,devanagari
          ?=in-is13194-devanagari,tibetan,lao,iso-2022-jp-2,iso-2022-cn,euc-tw,euc-taiwan,japanese-shift-jis-2004
          ?=shift_jis-2004,euc-jis-2004,iso-2022-7bit-ss2,iso-2022-int-1,utf-8-hfs;GEORGIAN-PS=georgian-ps;GEORGIAN-ACADEMY=georgian-academy
          """),
    .vim: Names(
      """
      Windows-31J=cp932;IBM00858=cp858;KZ-1048=strk1048-2002;PTCP154=pt154;HZ-GB-2312=-;ISO-2022-KR=-;UTF-7=-;x-nextstep=-;x-mac-greek=-
      GEORGIAN-ACADEMY=-;GEORGIAN-PS=-;x-mac-turkish=-;x-mac-icelandic=-;x-mac-croatian=-;x-mac-romanian=-;x-mac-ce=mac-centraleurope
      x-mac-cyrillic=mac-cyrillic;windows-1258=-;ISO-8859-1=latin1,ansi;UTF-8=utf-8;EUC-JP=euc-jp,japan;EUC-KR=euc-kr,korea
      GB2312=euc-cn,prc,chinese;Big5=big5,taiwan;!=default,8bit,2byte
      """),
    .gettext: Names(
      isoNames("ISO-8859-", numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 15], other: "ISO_8859-") + """
        US-ASCII=ASCII,us-ascii,ansi_x3.4-1968;UTF-8=UTF-8;KOI8-R=KOI8-R;KOI8-U=KOI8-U;KOI8-T=KOI8-T;IBM850=CP850;IBM866=CP866
        Windows-31J=CP932;CP949=CP949;Big5=BIG5,cp950;Big5-HKSCS=BIG5-HKSCS;GB2312=GB2312;GBK=GBK;GB18030=GB18030
        EUC-JP=EUC-JP;EUC-KR=EUC-KR;Shift_JIS=SHIFT_JIS;Johab=JOHAB;TIS-620=TIS-620
        GEORGIAN-PS=GEORGIAN-PS;?=viscii,euc-tw\n
        """ + windows { [1255, 1258].contains($0) ? "-" : "CP\($0)" }),
    .inputenc: Names(
      """
      US-ASCII=ascii;UTF-8=utf8,utf8x;ISO-8859-1=latin1;ISO-8859-2=latin2;ISO-8859-3=latin3;ISO-8859-4=latin4
      ISO-8859-9=latin5;ISO-8859-15=latin9;ISO-8859-16=latin10;ISO-8859-5=iso88595;ISO-8859-7=iso-8859-7
      ISO-8859-8=8859-8;windows-1250=cp1250;windows-1251=cp1251;windows-1252=cp1252,ansinew;windows-1255=cp1255
      windows-1257=cp1257;IBM437=cp437,cp437de;IBM850=cp850;IBM852=cp852;IBM855=cp855;IBM00858=cp858;IBM862=cp862
      IBM865=cp865;IBM866=cp866;KOI8-R=koi8-r;KOI8-U=koi8-ru;macintosh=applemac;x-mac-ce=macce
      x-mac-cyrillic=maccyr,macukr;x-nextstep=next;PTCP154=pt154;?=decmulti,pt254,mik,isoir111,dbk,mls,mnk,mos,ncc,ctt
      ?=ntx,cp866av,cp866mav,cp866nav,cp866tat,si960,8859-6,cp1256;!=auto,lutf8
      """),
    .texShop: Names(
      """
      UTF-8=UTF-8 Unicode;UTF-16=Standard Unicode,UTF-16 Unicode;ISO-8859-1=IsoLatin;ISO-8859-2=IsoLatin2
      ISO-8859-9=IsoLatin5;ISO-8859-15=IsoLatin9;macintosh=MacOSRoman,applemac;windows-1252=Windows Latin 1,ansinew
      x-mac-ce=Mac Central European Roman;x-mac-cyrillic=Mac Cyrillic;windows-1251=Windows Cyrillic
      windows-1250=Windows Central European Roman;KOI8-R=KOI8_R,koi8-r;EUC-JP=EUC_JP,euc-jp
      Windows-31J=DOSJapanese,cp932;ISO-2022-JP=JISJapanese,iso-2022-jp;GB18030=GB 18030,gb18030;GBK=GBK;EUC-KR=EUC-KR
      """),
    .hunspell: Names(
      """
      UTF-8=UTF-8;ISO-8859-1=ISO8859-1,iso-8859-1;ISO-8859-2=ISO8859-2,iso-8859-2;ISO-8859-3=ISO8859-3,iso-8859-3
      ISO-8859-4=ISO8859-4,iso-8859-4;ISO-8859-5=ISO8859-5,iso-8859-5;ISO-8859-6=ISO8859-6,iso-8859-6
      ISO-8859-7=ISO8859-7,iso-8859-7;ISO-8859-8=ISO8859-8,iso-8859-8;ISO-8859-9=ISO8859-9,iso-8859-9
      ISO-8859-10=ISO8859-10,iso-8859-10;ISO-8859-13=ISO8859-13,iso-8859-13;ISO-8859-14=ISO8859-14,iso-8859-14
      ISO-8859-15=ISO8859-15,iso-8859-15;KOI8-R=KOI8-R;KOI8-U=KOI8-U;TIS-620=TIS620-2533,tis-620
      windows-1251=microsoft-cp1251,cp1251,microsoft1251,windows-1251;?=iscii-devanagari
      """),
    .codePage: Names(
      (2...16).map { "ISO-8859-\($0)=\(28590 + $0)\n" }.joined() + """
        UTF-8=65001;UTF-16LE=1200;UTF-16BE=1201;US-ASCII=20127;ISO-8859-1=28591;KOI8-R=20866;KOI8-U=21866
        macintosh=10000;x-mac-cyrillic=10007;x-mac-ce=10029;x-mac-greek=10006;x-mac-turkish=10081;x-mac-icelandic=10079
        x-mac-croatian=10082;x-mac-romanian=10010;Windows-31J=932;GBK=936;GB2312=20936;GB18030=54936;Big5=950;CP949=949
        EUC-JP=51932,20932;EUC-KR=51949;Johab=1361;ISO-2022-JP=50220;IBM00858=858;IBM037=37;IBM500=500;IBM1047=1047
        IBM437=437;IBM850=850;IBM852=852;IBM855=855;IBM866=866;IBM737=737;IBM775=775;IBM857=857;IBM860=860;IBM861=861
        IBM862=862;IBM863=863;IBM865=865;IBM869=869;!=0,default,1,2,3,42\n
        """ + windows { "\($0)" }),
    .gedcom: Names(
      """
      US-ASCII=ASCII;UTF-8=UTF-8,utf8;UTF-16LE=UNICODE;UTF-16BE=UNICODE;UTF-16=UNICODE;macintosh=MACINTOSH
      ISO-8859-1=ANSI;windows-1252=ANSI,ibm windows,windows,ibm_windows,cp1252;IBM437=IBMPC,ibm-pc,ibm dos,msdos,ms-dos;?=ansel
      """),
    .utf8: Names("UTF-8=utf8,utf-8;!=legacy-mixed"),
    // MySQL reads latin1 as windows-1252, so that one is last.
    .mySQL: Names(
      """
      UTF-8=utf8mb4,utf8,utf8mb3;ISO-8859-1=latin1;windows-1252=latin1;ISO-8859-2=latin2;ISO-8859-9=latin5
      ISO-8859-13=latin7;ISO-8859-7=greek;ISO-8859-8=hebrew;US-ASCII=ascii;windows-1250=cp1250;windows-1251=cp1251
      windows-1256=cp1256;windows-1257=cp1257;KOI8-R=koi8r;KOI8-U=koi8u;macintosh=macroman;x-mac-ce=macce;IBM850=cp850
      IBM852=cp852;IBM866=cp866;hp-roman8=hp8;TIS-620=tis620;GBK=gbk;GB2312=gb2312;GB18030=gb18030;Big5=big5
      Shift_JIS=sjis;Windows-31J=cp932;EUC-JP=ujis,eucjpms;EUC-KR=euckr;?=swe7,dec8,geostd8,armscii8,keybcs2
      !=binary,default,none,ucs2,utf16,utf16le,utf32
      """),
    .postgreSQL: Names(
      """
      UTF-8=UTF8,UNICODE,UTF-8;ISO-8859-1=LATIN1,ISO88591;ISO-8859-2=LATIN2,ISO88592;ISO-8859-3=LATIN3;ISO-8859-4=LATIN4
      ISO-8859-5=ISO_8859_5;ISO-8859-6=ISO_8859_6;ISO-8859-7=ISO_8859_7;ISO-8859-8=ISO_8859_8;ISO-8859-9=LATIN5
      ISO-8859-10=LATIN6;ISO-8859-13=LATIN7;ISO-8859-14=LATIN8;ISO-8859-15=LATIN9;ISO-8859-16=LATIN10;KOI8-R=KOI8R,KOI8
      KOI8-U=KOI8U;IBM866=WIN866,ALT;windows-874=WIN874;Big5=BIG5,WIN950;EUC-JP=EUC_JP;EUC-KR=EUC_KR;GB2312=EUC_CN
      GB18030=GB18030;GBK=GBK,WIN936;Johab=JOHAB;Windows-31J=SJIS,WIN932,SHIFT_JIS;CP949=UHC,WIN949
      !=SQL_ASCII;?=MULE_INTERNAL,EUC_TW,EUC_JIS_2004,SHIFT_JIS_2004\n
      """ + windows { $0 == 874 ? "WIN874" : "WIN\($0)" }),
    .erlang: Names("UTF-8=utf-8;ISO-8859-1=latin-1"),
    .prolog: Names(
      "UTF-8=utf8;ISO-8859-1=iso_latin_1;US-ASCII=ascii;UTF-16LE=utf16le,unicode_le;UTF-16BE=utf16be,unicode_be;!=octet,text,wchar_t"
    ),
    .financial: Names(
      "windows-1252=1252;ISO-8859-1=ISO-8859-1,8859-1;UTF-8=NONE,utf-8,utf8;!=none,usascii;?=csunicode,unicode"
    ),
    .gnuplot: Names(
      """
      UTF-8=utf8;ISO-8859-1=iso_8859_1;ISO-8859-2=iso_8859_2;ISO-8859-9=iso_8859_9;ISO-8859-15=iso_8859_15;KOI8-R=koi8r
      KOI8-U=koi8u;IBM437=cp437;IBM850=cp850;IBM852=cp852;Big5=cp950;windows-1250=cp1250;windows-1251=cp1251
      windows-1252=cp1252;windows-1254=cp1254;Shift_JIS=sjis;!=default,locale
      """),
  ]

  /// The windows code pages, each with its name.
  private static func windows(_ name: (Int) -> String) -> String {
    ([874] + Array(1250...1258)).map { "windows-\($0)=\(name($0))\n" }.joined()
  }

  /// ISO 8859 with a prefix before its number, and other prefixes before the number of its Latin alphabet.
  private static func isoNames(_ prefix: String, numbers: [Int], latin: [String] = [], other: String? = nil)
    -> String
  {
    let latinNumbers = [1: 1, 2: 2, 3: 3, 4: 4, 9: 5, 10: 6, 13: 7, 14: 8, 15: 9, 16: 10]
    return numbers.map { number in
      let others = latin.compactMap { prefix in latinNumbers[number].map { ",\(prefix)\($0)" } }.joined()
      let spelling = other.map { ",\($0)\(number)" } ?? ""
      return "ISO-8859-\(number)=\(prefix)\(number)\(others)\(spelling)\n"
    }.joined()
  }
}
