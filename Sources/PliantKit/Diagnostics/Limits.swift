// Every bound on what an input may ask for, in one place.

/// Named limits: no input may make pliant exceed them.
package enum Limits {
  /// Nesting of containers or elements; CoreFoundation's and libplist's limit.
  package static let depth = 512
  /// Bytes that entity references may add to one document.
  package static let entityExpansionBytes = 16 * 1024 * 1024
  /// Times the input's size that entity references may add, once past `entityExpansionFloor` bytes.
  package static let entityExpansionFactor = 100
  package static let entityExpansionFloor = 1024 * 1024
  /// Keys of records that are remembered while records are sent one by one (16 MB of them).
  package static let streamedKeys = 750_000
  /// Entities open inside one another.
  package static let entityDepth = 40
  /// Values that repeating shared objects of a binary property list may produce, unless `--max-output` says more.
  package static let expandedValues = 50_000_000
  /// Bytes of output that repeating shared objects may produce, unless `--max-output` says more.
  package static let expandedBytes = 4 * 1024 * 1024 * 1024
  /// Attributes of one element.
  package static let attributesPerElement = 10_000
  /// Bytes of one name.
  package static let nameBytes = 64 * 1024
  /// Bytes of one token that a streaming reader holds at once.
  package static let tokenBytes = 1024 * 1024 * 1024
  /// Bytes of a document that is rewritten in memory.
  package static let rewrittenBytes = 1024 * 1024 * 1024
  /// Bytes that the keys of dictionaries open at once may take while a text is looked through for keys that stand twice.
  package static let comparedKeyBytes = 64 * 1024 * 1024
  /// Keys met again in one document that are listed with their places; further ones are only counted.
  package static let listedDuplicateKeys = 100
}
