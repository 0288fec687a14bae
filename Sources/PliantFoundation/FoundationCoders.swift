// Encoders and decoders with the interface of Foundation's:
//
//   typealias PropertyListEncoder = PliantPropertyListEncoder
//   typealias JSONDecoder = PliantJSONDecoder

import Foundation
import PliantCoding
import PliantCore
import PliantKit
import Synchronization

import struct PliantCoding.Document
import enum PliantCoding.Format

/// Encodes types as property lists in place of Foundation's `PropertyListEncoder`.
///
/// Its XML is Foundation's, byte for byte, but for carriage returns, which it writes so that they are read back, and control
/// characters, which XML cannot contain and it refuses. The fraction of a date's second is dropped in XML, as Foundation does.
public final class PliantPropertyListEncoder: Sendable {
  private let state = Mutex(
    (format: PropertyListSerialization.PropertyListFormat.binary, coder: DocumentEncoder()))

  /// An encoder that writes binary property lists.
  public init() { state.withLock { $0.coder.manner = .propertyListCoder } }

  /// The format that is written: `.xml` or `.binary`.
  public var outputFormat: PropertyListSerialization.PropertyListFormat {
    get { state.withLock { $0.format } }
    set { state.withLock { $0.format = newValue } }
  }

  /// Values for the types that are encoded, in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { state.withLock { $0.coder.userInfo } }
    set { state.withLock { $0.coder.userInfo = newValue } }
  }

  /// The property list of a value.
  ///
  /// Throws `EncodingError.invalidValue`, with its cause as the underlying error, for what a property list cannot represent
  /// and for a value that is not an array, a dictionary or data.
  public func encode(_ value: some Encodable) throws -> Data {
    let (format, coder) = state.withLock { ($0.format, $0.coder) }
    do {
      let document = try coder.encode(value).tape
      // Data is the one scalar that Foundation lets be a property list.
      guard document.containerKind(at: 0) != nil || document.tag(at: 0) == .data else {
        throw Failure(.topLevelFragment, "\(type(of: value))")
      }
      return Data(try write(document, format).bytes)
    } catch {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: "Unable to encode the given top-level value as a property list.",
          underlyingError: (error as? Failure).map { DocumentError($0) } ?? error))
    }
  }

  private func write(
    _ document: PliantCore.Document, _ format: PropertyListSerialization.PropertyListFormat
  ) throws(Failure) -> OutputBuffer {
    var options = ReplayOptions()
    options.null = .marker
    options.sortKeys = format == .xml
    var losses = LossReport()
    switch format {
    case .xml:
      var style = XMLPropertyListStyle.faithful
      style.isOfEncoder = true
      var replay = Replay(document, options: options)
      return try CodingFormats.propertyList(&replay, style: style, to: OutputBuffer(), losses: &losses)
    case .binary:
      var route = Route(to: .binary1)
      (route.null, route.marksNulls) = (.string, true)
      return try CodingFormats.write(document, route, to: OutputBuffer(), losses: &losses)
    default: throw Failure(.formatNotWritable, "openStep")
    }
  }
}

/// Decodes types from property lists in place of Foundation's `PropertyListDecoder`.
///
/// Errors have the case and coding path that Foundation's have; their descriptions begin with the line and column.
public final class PliantPropertyListDecoder: Sendable {
  private let coder = Mutex(DocumentDecoder())

  /// A decoder of property lists in every format.
  public init() {
    coder.withLock {
      $0.manner = .propertyListCoder
      $0.textDecodingStrategy = .never
    }
  }

  /// Values for the types that are decoded, in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { coder.withLock { $0.userInfo } }
    set { coder.withLock { $0.userInfo = newValue } }
  }

  /// Decodes a value from a property list.
  ///
  /// Throws a `DecodingError`, also for what is not a property list.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    var format = PropertyListSerialization.PropertyListFormat.xml
    return try decode(type, from: data, format: &format)
  }

  /// Decodes a value from a property list, and reports its format.
  ///
  /// Throws as `decode(_:from:)`.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, format: inout PropertyListSerialization.PropertyListFormat
  ) throws -> T {
    var found = format
    let value = try coder.withLock { $0 }.decode(type) { () throws(DocumentError) in
      let document = try Document(data, format: Self.format(of: data))
      switch document.format {
      case .binaryPropertyList: found = .binary
      case .openStep, .strings: found = .openStep
      default: found = .xml
      }
      return document
    }
    format = found
    return value
  }

  /// The property list's format; what else is detected, such as JSON, is read as an old-style list, if at all.
  private static func format(of data: Data) -> Format {
    let head = [UInt8](data.prefix(4096))
    switch head.withByteView({ FormatDetector.detect($0) }) {
    case .binary1: return .binaryPropertyList
    case .xml1, .xml: return .xmlPropertyList
    default: return .openStep
    }
  }
}

/// Encodes types as JSON in place of Foundation's `JSONEncoder`.
///
/// Its JSON is Foundation's, byte for byte; without `.sortedKeys` keys are in the order in which the type encodes them.
@dynamicMemberLookup
public final class PliantJSONEncoder: Sendable {
  /// As Foundation has it.
  public typealias OutputFormatting = JSONEncoder.OutputFormatting
  /// As Foundation has it.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  /// As Foundation has it.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  /// As Foundation has it.
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy
  /// As Foundation has it.
  public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy

  /// How JSON is written; each property is the encoder's own.
  public struct Options: Sendable {
    /// How the output is laid out.
    public var outputFormatting: OutputFormatting = []
    /// How dates are encoded.
    public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate
    /// How data is encoded.
    public var dataEncodingStrategy = DataEncodingStrategy.base64
    /// How keys are encoded.
    public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
    /// How numbers that are infinite or not numbers are encoded.
    public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
    /// Values for the types that are encoded, in their encoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  }

  private let options = Mutex(Options())

  /// An encoder that writes compact JSON.
  public init() {}

  /// An option, such as `outputFormatting`.
  public subscript<T: Sendable>(dynamicMember option: WritableKeyPath<Options, T> & Sendable) -> T {
    get { options.withLock { $0[keyPath: option] } }
    set { options.withLock { $0[keyPath: option] = newValue } }
  }

  /// The JSON of a value.
  ///
  /// Throws `EncodingError.invalidValue` for a value that encodes nothing and for numbers that JSON lacks.
  public func encode(_ value: some Encodable) throws -> Data {
    let options = options.withLock { $0 }
    let document = try Self.coder(options).encode(value).tape
    var replayOptions = ReplayOptions()
    replayOptions.sortKeys = options.outputFormatting.contains(.sortedKeys)
    var replay = Replay(document, options: replayOptions)
    var writer = FoundationJSONWriter(
      isPretty: options.outputFormatting.contains(.prettyPrinted), isOfEncoder: true,
      escapesSlashes: !options.outputFormatting.contains(.withoutEscapingSlashes))
    do throws(Failure) {
      try replay.run(into: &writer)
    } catch {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: error.sentence, underlyingError: DocumentError(error)))
    }
    return Data(writer.finish().bytes)
  }

  private static func coder(_ options: Options) -> DocumentEncoder {
    var coder = DocumentEncoder()
    coder.manner = .jsonCoder
    coder.userInfo = options.userInfo
    switch options.dateEncodingStrategy {
    case .deferredToDate: coder.dateEncodingStrategy = .deferredToDate
    case .secondsSince1970: coder.dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970: coder.dateEncodingStrategy = .millisecondsSince1970
    case .iso8601: coder.dateEncodingStrategy = .iso8601
    case .custom(let encode): coder.dateEncodingStrategy = .custom { try encode(Date($0), $1) }
    #if canImport(Darwin)
      case .formatted(let formatter):
        coder.dateEncodingStrategy = .custom { try formatter.string(from: Date($0)).encode(to: $1) }
    #endif
    @unknown default: coder.dateEncodingStrategy = .deferredToDate
    }
    switch options.dataEncodingStrategy {
    case .deferredToData: coder.dataEncodingStrategy = .deferredToData
    case .base64: coder.dataEncodingStrategy = .base64
    case .custom(let encode): coder.dataEncodingStrategy = .custom { try encode(Data($0), $1) }
    @unknown default: coder.dataEncodingStrategy = .base64
    }
    switch options.keyEncodingStrategy {
    case .useDefaultKeys: break
    case .convertToSnakeCase: coder.keyEncodingStrategy = .convertToSnakeCase
    case .custom(let convert): coder.keyEncodingStrategy = .custom { convert($0) }
    @unknown default: break
    }
    if case .convertToString(let positive, let negative, let nan) = options.nonConformingFloatEncodingStrategy
    {
      coder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
    return coder
  }
}

/// Decodes types from JSON in place of Foundation's `JSONDecoder`.
///
/// Errors have the case and coding path that Foundation's have; their descriptions begin with the line and column.
@dynamicMemberLookup
public final class PliantJSONDecoder: Sendable {
  /// As Foundation has it.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  /// As Foundation has it.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  /// As Foundation has it.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy
  /// As Foundation has it.
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy

  /// How JSON is read; each property is the decoder's own.
  public struct Options: Sendable {
    /// How dates are decoded.
    public var dateDecodingStrategy = DateDecodingStrategy.deferredToDate
    /// How data is decoded.
    public var dataDecodingStrategy = DataDecodingStrategy.base64
    /// How keys are decoded.
    public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
    /// How numbers that are infinite or not numbers are decoded.
    public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
    /// Whether the data is read as JSON5.
    public var allowsJSON5 = false
    /// Values for the types that are decoded, in their decoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  }

  private let options = Mutex(Options())

  /// A decoder of RFC 8259 JSON.
  public init() {}

  /// An option, such as `dateDecodingStrategy`.
  public subscript<T: Sendable>(dynamicMember option: WritableKeyPath<Options, T> & Sendable) -> T {
    get { options.withLock { $0[keyPath: option] } }
    set { options.withLock { $0[keyPath: option] = newValue } }
  }

  /// Decodes a value from JSON; of a key that an object has twice the first value counts, as for Foundation.
  ///
  /// Throws a `DecodingError`, also for what is not JSON.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    let options = options.withLock { $0 }
    return try Self.coder(options).decode(type) { () throws(DocumentError) in
      var reading = ReadingOptions()
      reading.keepsFirstDuplicates = true
      return try Document(data, format: options.allowsJSON5 ? .json5 : .json, options: reading)
    }
  }

  private static func coder(_ options: Options) -> DocumentDecoder {
    var coder = DocumentDecoder()
    coder.manner = .jsonCoder
    coder.userInfo = options.userInfo
    switch options.dateDecodingStrategy {
    case .deferredToDate: coder.dateDecodingStrategy = .deferredToDate
    case .secondsSince1970: coder.dateDecodingStrategy = .secondsSince1970
    case .millisecondsSince1970: coder.dateDecodingStrategy = .millisecondsSince1970
    case .iso8601:
      coder.dateDecodingStrategy = .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        if let date = try? Date.ISO8601FormatStyle().parse(text) { return Document.Date(date) }
        // Foundation reports it at the value around.
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath.dropLast(), debugDescription: "expected an ISO 8601 date"))
      }
    case .custom(let decode): coder.dateDecodingStrategy = .custom { Document.Date(try decode($0)) }
    #if canImport(Darwin)
      case .formatted(let formatter):
        coder.dateDecodingStrategy = .custom { decoder in
          let text = try decoder.singleValueContainer().decode(String.self)
          guard let date = formatter.date(from: text) else {
            throw DecodingError.dataCorrupted(
              DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "expected a date in the format of the formatter"))
          }
          return Document.Date(date)
        }
    #endif
    @unknown default: coder.dateDecodingStrategy = .deferredToDate
    }
    switch options.dataDecodingStrategy {
    case .deferredToData: coder.dataDecodingStrategy = .deferredToData
    case .base64: coder.dataDecodingStrategy = .base64
    case .custom(let decode): coder.dataDecodingStrategy = .custom { [UInt8](try decode($0)) }
    @unknown default: coder.dataDecodingStrategy = .base64
    }
    switch options.keyDecodingStrategy {
    case .useDefaultKeys: break
    case .convertFromSnakeCase: coder.keyDecodingStrategy = .convertFromSnakeCase
    case .custom(let convert): coder.keyDecodingStrategy = .custom { convert($0) }
    @unknown default: break
    }
    if case .convertFromString(let positive, let negative, let nan) = options
      .nonConformingFloatDecodingStrategy
    {
      coder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
    return coder
  }
}

extension DiagnosticCode {
  static var topLevelFragment: DiagnosticCode {
    DiagnosticCode("plist.fragment", rule: "plist/structure", "the top-level % is not an array or dictionary")
  }
}
