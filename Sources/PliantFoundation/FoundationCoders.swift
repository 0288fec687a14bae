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
/// Its XML is Foundation's, byte for byte, except carriage returns, which it escapes so that they read back,
/// and control characters, which XML cannot contain and it refuses. In XML it drops the fraction of a date's
/// second, as Foundation does.
open class PliantPropertyListEncoder: @unchecked Sendable {
  private let state = Mutex(
    (format: PropertyListSerialization.PropertyListFormat.binary, coder: DocumentEncoder()))

  /// Creates an encoder that writes binary property lists.
  public init() { state.withLock { $0.coder.manner = .propertyListCoder } }

  /// The output format: `.xml` or `.binary`.
  public var outputFormat: PropertyListSerialization.PropertyListFormat {
    get { state.withLock { $0.format } }
    set { state.withLock { $0.format = newValue } }
  }

  /// Values that encoded types find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { state.withLock { $0.coder.userInfo } }
    set { state.withLock { $0.coder.userInfo = newValue } }
  }

  /// Encodes a value as a property list.
  ///
  /// Throws `EncodingError.invalidValue`, with its cause as the underlying error, for values that a property
  /// list cannot represent and for a root that is not an array, a dictionary or data.
  open func encode(_ value: some Encodable) throws -> Data { try write(value) { try $0.encode(value) } }

  /// Encodes a value with `body` and writes the document.
  func write(_ value: Any, _ body: (DocumentEncoder) throws -> Document) throws -> Data {
    let (format, coder) = state.withLock { ($0.format, $0.coder) }
    do {
      let document = try body(coder).tape
      // Data is the only scalar that Foundation accepts as a property list.
      guard document.containerKind(at: 0) != nil || document.tag(at: 0) == .data else {
        throw Failure(.topLevelFragment, "\(type(of: value))")
      }
      return Data(try write(document, format).bytes)
    } catch {
      throw EncodingError.whole(
        value, "Unable to encode the given top-level value as a property list.",
        (error as? Failure).map { DocumentError($0) } ?? error)
    }
  }

  private func write(
    _ document: PliantCodecs.Document, _ format: PropertyListSerialization.PropertyListFormat
  ) throws(Failure) -> OutputBuffer {
    var options = ReplayOptions()
    options.null = .marker
    options.sortKeys = format == .xml
    options.keyOrder = .strings
    var losses = LossReport()
    switch format {
    case .xml:
      var style = XMLPropertyListStyle.faithful
      style.isOfEncoder = true
      return try CodingFormats.propertyList(
        document, options, style: style, to: OutputBuffer(), losses: &losses)
    case .binary:
      var writing = Writing(.binary1)
      writing.null = .marker
      return try CodingFormats.write(document, writing, to: OutputBuffer(), losses: &losses)
    default: throw Failure(.formatNotWritable, "openStep")
    }
  }
}

/// Decodes types from property lists in place of Foundation's `PropertyListDecoder`.
///
/// Errors have the same case and coding path as Foundation's; their descriptions begin with the line and
/// column.
open class PliantPropertyListDecoder: @unchecked Sendable {
  private let coder = Mutex(DocumentDecoder())

  /// Creates a decoder of property lists in every format.
  public init() {
    coder.withLock {
      $0.manner = .propertyListCoder
      $0.textDecodingStrategy = .never
    }
  }

  /// Values that decoded types find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { coder.withLock { $0.userInfo } }
    set { coder.withLock { $0.userInfo = newValue } }
  }

  /// Decodes a value from a property list.
  ///
  /// Throws a `DecodingError`, also for an invalid property list.
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    var format = PropertyListSerialization.PropertyListFormat.xml
    return try decode(type, from: data, format: &format)
  }

  /// Decodes a value from a property list, and reports its format.
  ///
  /// Throws as `decode(_:from:)`.
  open func decode<T: Decodable>(
    _ type: T.Type, from data: Data, format: inout PropertyListSerialization.PropertyListFormat
  ) throws -> T {
    try read(data, format: &format) { try $0.decode(type, from: $1) }
  }

  /// Reads a property list and decodes a value from it with `body`.
  func read<T>(
    _ data: Data, format: inout PropertyListSerialization.PropertyListFormat,
    _ body: (DocumentDecoder, Document) throws -> T
  ) throws -> T {
    let coder = coder.withLock { $0 }
    let document = try coder.document { () throws(DocumentError) in
      let format = Self.format(of: data)
      do throws(DocumentError) { return try Document(data, format: format) } catch {
        guard format == .xmlPropertyList, let list = Self.bareList(data),
          let document = try? Document(list, format: format)
        else { throw error }
        return document
      }
    }
    let value = try body(coder, document)
    switch document.format {
    case .binaryPropertyList: format = .binary
    case .openStep, .strings: format = .openStep
    default: format = .xml
    }
    return value
  }

  /// An XML property list without white space before it and anything after it, which Foundation ignores; nil without its
  /// end.
  private static func bareList(_ data: Data) -> Data? {
    let end = data.range(of: Data("</plist>".utf8), options: .backwards)?.upperBound
    return end.map { data[..<$0].drop { $0.isWhitespace } }
  }

  /// The property list's format; any other, such as JSON, is read as an old-style list if possible.
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
/// Its JSON is Foundation's, byte for byte; without `.sortedKeys`, keys are in the order in which the type
/// encodes them.
@dynamicMemberLookup
open class PliantJSONEncoder: @unchecked Sendable {
  /// Foundation's type.
  public typealias OutputFormatting = JSONEncoder.OutputFormatting
  /// Foundation's type.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  /// Foundation's type.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  /// Foundation's type.
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy
  /// Foundation's type.
  public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy

  /// Options for writing JSON, which are properties of the encoder.
  public struct Options: Sendable {
    /// The layout of the output.
    public var outputFormatting: OutputFormatting = []
    /// The strategy for dates.
    public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate
    /// The strategy for data.
    public var dataEncodingStrategy = DataEncodingStrategy.base64
    /// The strategy for keys.
    public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
    /// The strategy for infinite numbers and NaN.
    public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
    /// Values that encoded types find in their encoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  }

  private let options = Mutex(Options())

  /// Creates an encoder that writes compact JSON.
  public init() {}

  /// An option, such as `outputFormatting`.
  public subscript<T: Sendable>(dynamicMember option: WritableKeyPath<Options, T> & Sendable) -> T {
    get { options.withLock { $0[keyPath: option] } }
    set { options.withLock { $0[keyPath: option] = newValue } }
  }

  /// Encodes a value as JSON.
  ///
  /// Throws `EncodingError.invalidValue` for a value that encodes nothing and for numbers that JSON lacks.
  open func encode(_ value: some Encodable) throws -> Data { try write(value) { try $0.encode(value) } }

  /// Encodes a value with `body` and writes the document.
  func write(_ value: Any, _ body: (DocumentEncoder) throws -> Document) throws -> Data {
    let options = options.withLock { $0 }
    let document = try body(Self.coder(options)).tape
    var replayOptions = ReplayOptions()
    replayOptions.sortKeys = options.outputFormatting.contains(.sortedKeys)
    replayOptions.keyOrder = .utf8
    var writer = FoundationJSONWriter(
      isPretty: options.outputFormatting.contains(.prettyPrinted), isOfEncoder: true,
      escapesSlashes: !options.outputFormatting.contains(.withoutEscapingSlashes))
    do throws(Failure) {
      try document.send(options: replayOptions, into: &writer)
    } catch { throw EncodingError.whole(value, error.sentence, DocumentError(error)) }
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
/// Errors have the same case and coding path as Foundation's; their descriptions begin with the line and
/// column.
@dynamicMemberLookup
open class PliantJSONDecoder: @unchecked Sendable {
  /// Foundation's type.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  /// Foundation's type.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  /// Foundation's type.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy
  /// Foundation's type.
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy

  /// Options for reading JSON, which are properties of the decoder.
  public struct Options: Sendable {
    /// The strategy for dates.
    public var dateDecodingStrategy = DateDecodingStrategy.deferredToDate
    /// The strategy for data.
    public var dataDecodingStrategy = DataDecodingStrategy.base64
    /// The strategy for keys.
    public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
    /// The strategy for infinite numbers and NaN.
    public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
    /// Whether to read the data as JSON5.
    public var allowsJSON5 = false
    /// Whether the data may lack the braces of its outermost dictionary.
    public var assumesTopLevelDictionary = false
    /// Values that decoded types find in their decoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  }

  private let options = Mutex(Options())

  /// Creates a decoder of RFC 8259 JSON.
  public init() {}

  /// An option, such as `dateDecodingStrategy`.
  public subscript<T: Sendable>(dynamicMember option: WritableKeyPath<Options, T> & Sendable) -> T {
    get { options.withLock { $0[keyPath: option] } }
    set { options.withLock { $0[keyPath: option] = newValue } }
  }

  /// Decodes a value from JSON; the first value of a duplicate key counts, as in Foundation.
  ///
  /// Throws a `DecodingError`, also for invalid JSON.
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try read(data) { try $0.decode(type, from: $1) }
  }

  /// Reads a document and decodes a value from it with `body`.
  func read<T>(_ data: Data, _ body: (DocumentDecoder, Document) throws -> T) throws -> T {
    let options = options.withLock { $0 }
    let coder = Self.coder(options)
    let document = try coder.document { () throws(DocumentError) in
      var reading = ReadingOptions()
      reading.keepsFirstDuplicates = true
      let format = options.allowsJSON5 ? Format.json5 : .json
      let bytes = [UInt8](data)
      guard options.assumesTopLevelDictionary, bytes.first(where: { !$0.isWhitespace }) != ASCII.leftBrace
      else {
        return try Document(bytes: bytes, format: format, options: reading)
      }
      // A comment or a byte order mark may precede the brace, which may be in UTF-16.
      if let document = try? Document(bytes: bytes, format: format, options: reading),
        document.kind == .dictionary
      {
        return document
      }
      let text = bytes.withByteView { bytes -> String? in
        let decoded = DecodedText(bytes, kind: .json)
        return decoded.problem == nil ? decoded.withText(\.string) : nil
      }
      guard let text else { return try Document(bytes: bytes, format: format, options: reading) }
      return try Document("{\(text)}", format: format, options: reading)
    }
    return try body(coder, document)
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
        // Foundation reports it at the enclosing value.
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
