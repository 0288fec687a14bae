// Types that encode and decode with a configuration, such as attributed strings, through the coders in place of Foundation's.

import Foundation
import PliantCoding
import PliantKit

extension PliantPropertyListDecoder {
  /// Decodes a value from a property list with the configuration of a type.
  ///
  /// Throws as `decode(_:from:)`.
  public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }

  /// Decodes a value from a property list with a configuration.
  ///
  /// Throws as `decode(_:from:)`.
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    var format = PropertyListSerialization.PropertyListFormat.xml
    return try decode(type, from: data, format: &format, configuration: configuration)
  }

  /// Decodes a value from a property list with a configuration, and reports its format.
  ///
  /// Throws as `decode(_:from:)`.
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, format: inout PropertyListSerialization.PropertyListFormat,
    configuration: T.DecodingConfiguration
  ) throws -> T {
    try read(data, format: &format) { decoder, document in
      try decoder.decode(from: document.root) { try type.init(from: $0, configuration: configuration) }
    }
  }
}

extension PliantJSONDecoder {
  /// Decodes a value from JSON with the configuration of a type.
  ///
  /// Throws as `decode(_:from:)`.
  public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }

  /// Decodes a value from JSON with a configuration.
  ///
  /// Throws as `decode(_:from:)`.
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try read(data) { decoder, document in
      try decoder.decode(from: document.root) { try type.init(from: $0, configuration: configuration) }
    }
  }
}

extension PliantPropertyListEncoder {
  /// Encodes a value as a property list with the configuration of a type.
  ///
  /// Throws as `encode(_:)`.
  public func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    try encode(value, configuration: C.encodingConfiguration)
  }

  /// Encodes a value as a property list with a configuration.
  ///
  /// Throws as `encode(_:)`.
  public func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    try write(value) { try $0.encode(value) { try value.encode(to: $0, configuration: configuration) } }
  }
}

extension PliantJSONEncoder {
  /// Encodes a value as JSON with the configuration of a type.
  ///
  /// Throws as `encode(_:)`.
  public func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    try encode(value, configuration: C.encodingConfiguration)
  }

  /// Encodes a value as JSON with a configuration.
  ///
  /// Throws as `encode(_:)`.
  public func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    try write(value) { try $0.encode(value) { try value.encode(to: $0, configuration: configuration) } }
  }
}
