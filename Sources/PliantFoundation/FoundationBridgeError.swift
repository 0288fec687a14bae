// What keeps a document and Foundation objects apart.

/// A value that has no counterpart on the other side.
public enum FoundationBridgeError: Error, Equatable, CustomStringConvertible {
  /// A dictionary key that is not a string.
  case keyNotString(String)
  /// Two keys of one dictionary that Swift's `String` takes for the same, such as é precomposed and decomposed.
  case equivalentKeys(String)
  /// An object that neither property lists nor JSON know, by its type's name.
  case unsupportedType(String)
  /// An integer of more than 64 bits, which `NSNumber` does not hold.
  case wideInteger(String)
  /// Containers nested more than 512 deep.
  case tooDeep
  /// The document could not be read; the sentence that says why.
  case unreadable(String)

  /// The sentence for people.
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
