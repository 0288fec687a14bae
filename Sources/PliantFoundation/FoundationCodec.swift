import Foundation
import PliantCore

/// Reads and writes Foundation objects with Foundation's own serializers.
enum FoundationCodec {
  static func read(_ data: Data, _ format: Format) throws -> Any {
    switch format {
    case .json: return try JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])
    default: return try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    }
  }

  static func write(_ object: Any, _ format: Format, sortsKeys: Bool, isPretty: Bool) throws -> Data {
    bridgeContainers()
    switch format {
    case .json:
      var options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes]
      if sortsKeys { options.insert(.sortedKeys) }
      if isPretty { options.insert(.prettyPrinted) }
      return try JSONSerialization.data(withJSONObject: object, options: options)
    case .binary1:
      return try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    default: return try PropertyListSerialization.data(fromPropertyList: object, format: .xml, options: 0)
    }
  }

  /// The reason of an error, in Foundation's shortest form.
  static func reason(_ error: any Error) -> String {
    if let error = error as? FoundationBridgeError { return error.description }
    if let failure = error as? Failure { return failure.message }
    let system = error as NSError
    return system.userInfo["NSDebugDescription"] as? String ?? system.localizedDescription
  }

  /// Makes the linker keep the symbols that PropertyListSerialization needs to recognise Swift's containers.
  private static func bridgeContainers() {
    #if !canImport(Darwin)
      _ = ([Any]())._bridgeToObjectiveC()
      _ = ([String: Any]())._bridgeToObjectiveC()
    #endif
  }
}
