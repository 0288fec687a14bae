// Signed documents: the content of a CMS message (RFC 5652), such as provisioning profiles and signed
// configuration profiles, as DER, BER or PEM. Certificates and signatures are skipped.
//
//   ContentInfo ::= SEQUENCE { OID 1.2.840.113549.1.7.2, [0] SignedData }
//   SignedData  ::= SEQUENCE { version, digestAlgorithms, SEQUENCE { OID, [0] OCTET STRING: the document }, … }

/// Extracts documents from signed messages.
package enum SignedData {
  /// The object identifier 1.2.840.113549.1.7.2 with its tag and length.
  private static let identifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
  private static let labels: [StaticString] = [
    "-----BEGIN PKCS7-----", "-----BEGIN CMS-----", "-----BEGIN PKCS #7 SIGNED DATA-----",
  ]

  /// Whether bytes begin like a signed message.
  package static func isSigned(_ bytes: ByteView) -> Bool { isDER(bytes) || label(of: bytes) != nil }

  /// Returns the signed document.
  ///
  /// Throws a failure for an incomplete message, with its offset unless the message is PEM text.
  package static func content(of bytes: ByteView) throws(Failure) -> [UInt8] {
    guard let label = label(of: bytes) else { return try document(in: bytes) }
    let start = label + (bytes.suffix(from: label).firstIndex(of: ASCII.lineFeed) ?? 0)
    guard let end = bytes.firstIndex(of: "-----END", from: start),
      let message = Base64.decode(bytes[start..<end])
    else { throw Failure(.signedPEM) }
    do throws(Failure) {
      return try message.withByteView { (view: ByteView) throws(Failure) in try document(in: view) }
    } catch { throw Failure(error.code, error.subject) }
  }

  private static func isDER(_ bytes: ByteView) -> Bool {
    guard bytes.byte(at: 0) == DERReader.sequence, let first = bytes.byte(at: 1) else { return false }
    let start = 2 + (first > 0x80 ? Int(first & 0x7F) : 0)
    guard start <= 10, bytes.count >= start + identifier.count else { return false }
    return identifier.withByteView { bytes[start..<start + identifier.count] == $0 }
  }

  /// The start of the text after the opening line of a signed PEM text, or nil.
  private static func label(of bytes: ByteView) -> Int? {
    var at = bytes.starts(with: "\u{FEFF}") ? 3 : 0
    while bytes.byte(at: at)?.isWhitespace == true { at += 1 }
    for label in labels where bytes.starts(with: label, at: at) { return at + label.utf8CodeUnitCount }
    return nil
  }

  private static func document(in bytes: ByteView) throws(Failure) -> [UInt8] {
    let reader = DERReader(bytes: bytes)
    let message = try reader.element(DERReader.sequence, "a sequence", at: 0, limit: bytes.count)
    let limit = message.content.upperBound
    let type = try reader.element(
      DERReader.objectIdentifier, "an object identifier", at: message.content.lowerBound, limit: limit)
    let wrapper = try reader.element(DERReader.explicit, "the signed data", at: type.end, limit: limit)
    let signed = try reader.element(
      DERReader.sequence, "a sequence", at: wrapper.content.lowerBound, limit: wrapper.content.upperBound)
    let end = signed.content.upperBound
    let version = try reader.element(
      DERReader.integer, "a version", at: signed.content.lowerBound, limit: end)
    let digests = try reader.element(DERReader.set, "a set of digests", at: version.end, limit: end)
    let content = try reader.element(DERReader.sequence, "a sequence", at: digests.end, limit: end)
    return try octets(of: content, reader)
  }

  /// The octets of the encapsulated content.
  private static func octets(of content: DERElement, _ reader: DERReader) throws(Failure) -> [UInt8] {
    let limit = content.content.upperBound
    let type = try reader.element(
      DERReader.objectIdentifier, "an object identifier", at: content.content.lowerBound, limit: limit)
    guard type.end < limit else { throw Failure(.signedDetached) }
    let wrapper = try reader.element(DERReader.explicit, "the content", at: type.end, limit: limit)
    let octets = try reader.element(at: wrapper.content.lowerBound, limit: wrapper.content.upperBound)
    guard octets.tag == DERReader.octetString || octets.tag == DERReader.constructedOctetString else {
      throw Failure(.signedStructure, at: wrapper.content.lowerBound, "an octet string")
    }
    return try reader.octets(of: octets)
  }
}
