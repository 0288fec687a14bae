// Conversions of Foundation's types to and from document values, for `DocumentDecoder` and `DocumentEncoder`.

import Foundation
import PliantCoding
import PliantCore
import PliantKit

import struct PliantCoding.Document

extension Document.Date {
  /// Creates a document's date from Foundation's.
  public init(_ date: Foundation.Date) {
    self.init(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate)
  }
}

extension Date: DateRepresentable {
  /// Creates Foundation's date from a document's.
  public init(_ date: Document.Date) {
    self.init(timeIntervalSinceReferenceDate: date.secondsSinceReferenceDate)
  }

  /// The date as a document has it.
  public var documentDate: Document.Date { Document.Date(self) }
}

extension Data: DataRepresentable {
  /// Creates data from bytes.
  public init(documentBytes: [UInt8]) { self.init(documentBytes) }
  /// The bytes of the data.
  public var documentBytes: [UInt8] { [UInt8](self) }
}

extension URL: DocumentRepresentable {
  /// Creates the URL in a node's string; nil for anything else.
  public init?(documentNode node: Document.Node) {
    guard let text = node.string else { return nil }
    self.init(string: text)
  }

  /// The absolute URL as a string.
  public var documentValue: Document.Value { .string(absoluteString) }
}

extension Decimal: DocumentRepresentable {
  /// Creates the number of a node, with the digits of the document, or in a format that has only text, of its
  /// string; nil for anything else, and for numbers that a decimal does not represent.
  public init?(documentNode node: Document.Node) {
    guard let text = node.digits ?? (node.tape.origin.hasOnlyText ? node.string : nil), Self.isNumber(text),
      let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), value.isFinite
    else { return nil }
    if value.isZero,
      text.prefix(while: { $0 != "e" && $0 != "E" }).contains(where: { ("1"..."9").contains($0) })
    {
      return nil
    }
    self = value
  }

  /// Whether all of a text is a decimal number; `Decimal(string:)` accepts a prefix.
  private static func isNumber(_ text: String) -> Bool {
    guard let last = text.utf8.last, (0x30...0x39).contains(last) else { return false }
    return text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
    } && Double(text) != nil
  }

  /// The number with all its digits.
  public var documentValue: Document.Value { isFinite ? .number("\(self)") : .string("nan") }
}
