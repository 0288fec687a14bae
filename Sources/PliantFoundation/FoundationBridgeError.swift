/// An error in converting between documents and Foundation objects.
public enum FoundationBridgeError: Error, Equatable, CustomStringConvertible {
  /// A dictionary key that is not a string.
  case keyNotString(String)
  /// Two keys of one dictionary that Swift's `String` treats as equal, such as é precomposed and decomposed.
  case equivalentKeys(String)
  /// An object that neither property lists nor JSON can represent, with the name of its type.
  case unsupportedType(String)
  /// An integer of more than 64 bits, which `NSNumber` cannot represent.
  case wideInteger(String)
  /// Containers nested more than 512 levels deep.
  case tooDeep
  /// The document is unreadable; the message says why.
  case unreadable(String)

  /// The message.
  public var description: String {
    switch self {
    case .keyNotString(let type): "a dictionary key of the type \(type), where only strings are possible"
    case .equivalentKeys(let key):
      "two keys of one dictionary that differ only in their Unicode normalization: \(key)"
    case .unsupportedType(let name):
      "an object of the type \(name), which property lists and JSON do not know"
    case .wideInteger(let text): "an integer of more than 64 bits, \(text)"
    case .tooDeep: "containers nested more than 512 deep"
    case .unreadable(let text): text
    }
  }
}
