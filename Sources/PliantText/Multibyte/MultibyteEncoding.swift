// The multibyte encodings, mostly of East Asia.

/// A multibyte encoding with tables or rules here.
package enum MultibyteEncoding: UInt8, CaseIterable, Sendable {
  /// JIS X 0201 and JIS X 0208, with ASCII for JIS X 0201's Latin letters.
  case shiftJIS
  /// Shift_JIS as Microsoft extended it, code page 932.
  case windows31J
  case eucJP
  /// Shift_JIS and EUC with the characters of JIS X 0213.
  case shiftJIS2004
  case eucJIS2004
  case iso2022JP
  case gb18030
  case gbk
  /// GB 2312 in EUC.
  case gb2312
  case hz
  /// Big5 with the extensions of ETEN, as code page 950 reads it.
  case big5
  case big5HKSCS
  /// The planes 1 and 2 of CNS 11643 in EUC.
  case eucTW
  case eucKR
  /// EUC-KR with all syllables, code page 949.
  case cp949
  case johab
  case iso2022KR
  case utf7

  /// Whether the meaning of a byte depends on earlier bytes.
  package var isStateful: Bool {
    switch self {
    case .iso2022JP, .iso2022KR, .hz, .utf7: true
    default: false
    }
  }

  /// Whether ASCII text is unchanged in it.
  ///
  /// In Shift_JIS, Big5, GBK, GB18030 and Johab a second byte may be an ASCII one, but never `<`, `&` or `"`.
  var isASCIISuperset: Bool { self != .utf7 && self != .hz }
}
