// Encoders and decoders with the interface of Foundation's PropertyListEncoder and PropertyListDecoder:
//
//   typealias PropertyListEncoder = PliantPropertyListEncoder

import Foundation
import PliantCore
import PliantKit

/// Encodes types as property lists, in the manner of Foundation's `PropertyListEncoder`.
///
/// It writes the bytes that Foundation writes in XML, sorted keys included; in a binary property list keys keep the order in
/// which the type encodes them. The fraction of a date's second is dropped in XML, as Foundation does.
public struct PliantPropertyListEncoder: Sendable {
  /// The format that is written.
  public var outputFormat = PropertyListSerialization.PropertyListFormat.binary
  /// What the types that are encoded find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// An encoder that writes binary property lists.
  public init() {}

  /// The property list of a value.
  ///
  /// Throws an `EncodingError` as `DocumentEncoder.encode(_:)`, also if there is a null that is not left out, and a
  /// `DocumentError` for what the format cannot hold.
  public func encode(_ value: some Encodable) throws -> Data {
    var encoder = DocumentEncoder()
    encoder.userInfo = userInfo
    encoder.options.loss = .note
    encoder.options.isCanonical = outputFormat == .xml
    let format: Format =
      switch outputFormat {
      case .xml: .xml1
      case .openStep: .openstep
      default: .binary1
      }
    return Data(try encoder.encode(value, as: format))
  }
}

/// Decodes types from property lists, in the manner of Foundation's `PropertyListDecoder`.
public struct PliantPropertyListDecoder: Sendable {
  /// What the types that are decoded find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// A decoder of property lists in every format.
  public init() {}

  /// Decodes a value from a property list.
  ///
  /// Throws a `DecodingError` whose description begins with the line and column of the value, also for what is not a
  /// property list.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    var format = PropertyListSerialization.PropertyListFormat.xml
    return try decode(type, from: data, format: &format)
  }

  /// Decodes a value from a property list, and says which format it had.
  ///
  /// Throws as `decode(_:from:)`.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, format: inout PropertyListSerialization.PropertyListFormat
  ) throws -> T {
    let document: Document
    do throws(DocumentError) {
      document = try Document.read(data, format: Self.format(of: data))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "\(error)", underlyingError: error))
    }
    switch document.format {
    case .binary1: format = .binary
    case .openstep, .strings: format = .openStep
    default: format = .xml
    }
    var decoder = DocumentDecoder()
    decoder.userInfo = userInfo
    return try decoder.decode(type, from: document)
  }

  /// The property list's format; what else is recognised, such as JSON, is read as an old-style list, if at all.
  private static func format(of data: Data) -> Format {
    let head = [UInt8](data.prefix(4096))
    switch head.withByteView({ FormatDetector.detect($0) }) {
    case .binary1: return .binary1
    case .xml1, .xml: return .xml1
    default: return .openstep
    }
  }
}
