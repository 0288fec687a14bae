// pliant-encodings(7): every encoding with a description, its names, and whether pliant detects it.

extension Manual {
  static let encodings = ManualPage(
    "pliant-encodings", section: 7, summary: "the encodings that pliant reads and writes, and their names",
    text: text(
      PackageResources.encodings_txt, [("ENCODINGS", EncodingNames.entries.map(term).joined(separator: "\n"))]
    ), seeAlso: ["encoding", "transcode", "lint"])

  private static func term(_ entry: EncodingNames.Entry) -> String {
    let detected = entry.encoding.isDetected ? "Detected." : "Not detected."
    return "`\(entry.name)` :: \(description(of: entry.encoding)). \(detected)"
  }

  static func description(of encoding: TextEncoding) -> String {
    switch encoding {
    case .ascii: "7-bit ASCII"
    case .utf8: "Unicode in one to four bytes"
    case .utf16(nil): "Unicode in units of two bytes, with a byte order mark, else big-endian"
    case .utf16(.littleEndian): "Unicode in units of two bytes, the lower first"
    case .utf16: "Unicode in units of two bytes, the higher first"
    case .utf32(nil): "Unicode in units of four bytes, with a byte order mark, else big-endian"
    case .utf32(.littleEndian): "Unicode in units of four bytes, the lowest first"
    case .utf32(.bigEndian): "Unicode in units of four bytes, the highest first"
    case .utf32(.order2143): "Unicode in units of four bytes, the second highest first"
    case .utf32(.order3412): "Unicode in units of four bytes, the second lowest first"
    case .singleByte(let encoding): description(of: encoding)
    case .ebcdic(.ibm037): "EBCDIC of the USA and Canada"
    case .ebcdic(.ibm500): "EBCDIC, international"
    case .ebcdic(.ibm1047): "EBCDIC of Unix systems"
    case .multibyte(let encoding): description(of: encoding)
    }
  }

  private static func description(of encoding: MultibyteEncoding) -> String {
    switch encoding {
    case .shiftJIS: "Japanese: JIS X 0201 and JIS X 0208"
    case .windows31J: "Japanese: Shift_JIS with the extensions of Windows, code page 932"
    case .eucJP: "Japanese: JIS X 0208 and JIS X 0212 in EUC"
    case .iso2022JP: "Japanese in seven bits, with escape sequences"
    case .gb18030: "Chinese: all of Unicode in one, two or four bytes"
    case .gbk: "Simplified Chinese: GB 2312 with the ideographs of Unicode 1.1, code page 936"
    case .gb2312: "Simplified Chinese: GB 2312 in EUC"
    case .hz: "Simplified Chinese in seven bits, between `~{` and `~}`"
    case .big5: "Traditional Chinese, as code page 950 reads it"
    case .big5HKSCS: "Traditional Chinese: Big5 with Hong Kong's supplementary characters"
    case .eucKR: "Korean: KS X 1001 in EUC"
    case .cp949: "Korean: EUC-KR with all syllables, code page 949"
    case .johab: "Korean: KS X 1001 with syllables made of letters, code page 1361"
    case .iso2022KR: "Korean in seven bits, with shift characters"
    case .utf7: "Unicode in seven bits, with base 64"
    }
  }

  private static func description(of encoding: SingleByteEncoding) -> String {
    let name = TextEncoding.singleByte(encoding).name
    let system =
      switch encoding {
      case .windows1252: ", Windows: ISO-8859-1 with letters and signs in place of controls"
      case .ibm855: ", DOS, the older set"
      case .ibm869: ", DOS, the newer set"
      case .nextStep: ", NeXTSTEP"
      case .hpRoman8: ", HP-UX"
      case .macRoman: ", classic Mac OS"
      case _ where name.hasPrefix("windows-"): ", Windows"
      case _ where name.hasPrefix("x-mac-"): ", classic Mac OS"
      case _ where name.hasPrefix("IBM"): ", DOS"
      default: ""
      }
    return area(of: encoding) + system
  }

  private static func area(of encoding: SingleByteEncoding) -> String {
    switch encoding {
    case .iso8859_1, .windows1252, .macRoman, .nextStep, .hpRoman8, .ibm850: "Western Europe"
    case .iso8859_2, .windows1250, .macCentralEurope, .ibm852: "Central Europe"
    case .iso8859_3: "Esperanto and Maltese"
    case .iso8859_4: "Baltic languages, the older set"
    case .iso8859_5, .windows1251, .macCyrillic, .ibm855: "Cyrillic"
    case .iso8859_6, .windows1256: "Arabic"
    case .iso8859_7, .windows1253, .macGreek, .ibm737, .ibm869: "Greek"
    case .iso8859_8, .windows1255, .ibm862: "Hebrew"
    case .iso8859_9, .windows1254, .macTurkish, .ibm857: "Turkish"
    case .iso8859_10, .ibm865: "Nordic languages"
    case .iso8859_11, .windows874, .tis620: "Thai"
    case .iso8859_13, .windows1257, .ibm775: "Baltic languages"
    case .iso8859_14: "Celtic languages"
    case .iso8859_15, .ibm858: "Western Europe with the euro sign"
    case .iso8859_16: "Romanian and its neighbours, with the euro sign"
    case .windows1258: "Vietnamese"
    case .macIcelandic, .ibm861: "Icelandic"
    case .macCroatian: "Croatian"
    case .macRomanian: "Romanian"
    case .koi8r, .ibm866: "Russian"
    case .koi8u, .ibm1125: "Ukrainian"
    case .koi8t: "Tajik"
    case .kz1048: "Kazakh"
    case .georgianAcademy, .georgianPS: "Georgian"
    case .ptcp154: "Cyrillic of Asian languages"
    case .ibm437: "The original IBM PC"
    case .ibm860: "Portuguese"
    case .ibm863: "Canadian French"
    }
  }
}
