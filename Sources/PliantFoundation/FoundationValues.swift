// Foundation's types as values of documents: what `DocumentDecoder` and `DocumentEncoder` make of them.

import Foundation
import PliantCore
import PliantKit

extension Document.Date {
  /// Foundation's date as a document holds it.
  public init(_ date: Foundation.Date) {
    self.init(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate)
  }
}

extension Date: DocumentRepresentable {
  /// The date of a document as Foundation's.
  public init(_ date: Document.Date) {
    self.init(timeIntervalSinceReferenceDate: date.secondsSinceReferenceDate)
  }

  /// The date that a node is, or that its string gives in ISO 8601; nil for anything else.
  public init?(documentNode node: Document.Node) {
    guard let date = node.date ?? node.string.flatMap({ Document.Date(iso8601: $0) }) else { return nil }
    self.init(date)
  }

  /// The date as a document holds it.
  public var documentValue: Document.Value { .date(Document.Date(self)) }
}

extension Data: DocumentRepresentable {
  /// The data that a node is, or that its string gives in Base64; nil for anything else.
  public init?(documentNode node: Document.Node) {
    if let bytes = node.data {
      self.init(bytes)
    } else if let text = node.string {
      self.init(base64Encoded: text)
    } else {
      return nil
    }
  }

  /// The data as a document holds it.
  public var documentValue: Document.Value { .data([UInt8](self)) }
}

extension URL: DocumentRepresentable {
  /// The URL that a node's string is; nil for anything else.
  public init?(documentNode node: Document.Node) {
    guard let text = node.string else { return nil }
    self.init(string: text)
  }

  /// The URL as a string, made absolute.
  public var documentValue: Document.Value { .string(absoluteString) }
}

extension Decimal: DocumentRepresentable {
  /// The number that a node is, with the digits of the document; nil for anything else.
  public init?(documentNode node: Document.Node) {
    guard let text = node.number ?? node.string else { return nil }
    self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// The number with all its digits.
  public var documentValue: Document.Value { isFinite ? .number("\(self)") : .string("nan") }
}
