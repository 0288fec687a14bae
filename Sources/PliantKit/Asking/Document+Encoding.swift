// Detection of a text's actual encoding.

import PliantCoding
import PliantCore

import struct PliantCoding.Document

/// The detected encoding of a text.
public struct DetectedEncoding: Equatable, Sendable {
  /// An encoding that the text may be in.
  public struct Candidate: Equatable, Sendable {
    /// The IANA name.
    public let name: String
    /// From 0 to 1.
    public let probability: Double
  }

  /// The IANA name of the actual encoding, whatever the text declares.
  public let name: String
  /// The evidence, such as `valid UTF-8`.
  public let evidence: String
  /// From 0 to 1; 1 is certain.
  public let confidence: Double
  /// The name that the text declares, as written; nil without a declaration.
  public let declared: String?
  /// Whether the declaration is correct; true also if there is none.
  public let declarationIsCorrect: Bool
  /// The candidates, the likeliest first.
  public let candidates: [Candidate]
}

extension Document {
  /// Detects the encoding of a text from all of its bytes; nil if they are not text.
  public static func detectEncoding(of bytes: [UInt8]) -> DetectedEncoding? {
    bytes.withByteView { bytes in
      let verdict = EncodingDetector.judge(bytes)
      guard verdict.evidence != .binary else { return nil }
      let declared = DeclaredEncoding.find(in: bytes, actual: verdict.encoding, mark: verdict.byteOrderMark)
      let spelled = declared?.source == .json ? nil : declared
      return DetectedEncoding(
        name: verdict.encoding.name, evidence: verdict.evidence.rawValue, confidence: verdict.confidence,
        declared: spelled?.name,
        declarationIsCorrect: spelled.map { $0.encoding.map { verdict.satisfies($0) } ?? false } ?? true,
        candidates: verdict.candidates.map {
          DetectedEncoding.Candidate(name: $0.encoding.name, probability: $0.probability)
        })
    }
  }
}
