import Synchronization

/// Named limits on inputs.
///
/// Limits that a user may change (`NamedLimit`) are variables, set only before the work begins; accesses are
/// therefore not checked for exclusivity, which would slow inner loops. A call of the library may have others.
@usableFromInline
package enum Limits {
  /// The limits that a user may change; see `NamedLimit`.
  package struct Values: Hashable, Sendable {
    package var depth = 512
    package var entityExpansionBytes = 16 * 1024 * 1024
    package var entityExpansionFactor = 100
    package var entityDepth = 40
    package var expandedValues = 50_000_000
    package var expandedBytes = 256 * 1024 * 1024
    package var attributesPerElement = 10_000
    package var nameBytes = 64 * 1024
    package var tokenBytes = 1024 * 1024 * 1024
    package var rewrittenBytes = 1024 * 1024 * 1024
    package var xpathBytes = 64 * 1024
    package var xpathDepth = 100
    package var xpathSteps = 4_000_000_000
    package var xpathStringBytes = 1024 * 1024 * 1024
    package var jsonPathBytes = 64 * 1024
    package var jsonPathDepth = 64
    package var jsonPathSteps = 300_000_000
    package var jsonPathNodes = 5_000_000
    package var patchedCopies = 1_000_000

    package init() {}
  }
  // Other modules use a function: their direct accesses would be checked for exclusivity.
  @exclusivity(unchecked) nonisolated(unsafe) private static var processValues = Values()

  private final class Own: Sendable {
    let values: Values
    init(_ values: Values) { self.values = values }
  }

  /// The limits of the current call.
  @TaskLocal private static var own: Own?
  /// The number of calls with limits of their own, in all threads.
  private static let ownCount = Atomic<Int>(0)

  /// The limits of the current call, or those of the process.
  package static var values: Values {
    @inline(__always)
    get { ownCount.load(ordering: .relaxed) == 0 ? processValues : ownValues }
  }

  @inline(never)
  private static var ownValues: Values { own?.values ?? processValues }

  /// The limits of the current call; nil for those of the process.
  package static var ofCall: Values? { ownCount.load(ordering: .relaxed) == 0 ? nil : own?.values }

  /// Changes a limit for the whole process, before its work begins.
  package static func set(_ limit: WritableKeyPath<Values, Int>, to value: Int) {
    processValues[keyPath: limit] = value
  }

  /// Runs `body` with other limits, unless they are nil.
  package static func with<Result, Problem: Error>(
    _ values: Values?, _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard let values else { return try body() }
    ownCount.add(1, ordering: .relaxed)
    defer { ownCount.subtract(1, ordering: .relaxed) }
    return try $own.withValue(Own(values)) { () -> Swift.Result<Result, Problem> in
      do throws(Problem) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }

  /// The maximum memory for small inputs, in bytes; see `MemoryBudget`.
  @inlinable package static var leastMemory: Int { 256 * 1024 * 1024 }
  /// The maximum memory for large inputs, as a multiple of their size.
  @inlinable package static var memoryFactor: Int { 40 }
  /// The share of the machine's memory that one input without a known size may take: one part of this many.
  @inlinable package static var unsizedShare: Int { 4 }
  /// Nesting of containers or elements; CoreFoundation's and libplist's limit.
  package static var depth: Int { values.depth }
  /// The maximum nesting of property lists in data of property lists.
  package static var nestedDocuments: Int { 16 }
  /// The maximum bytes that entity references may add to a document.
  package static var entityExpansionBytes: Int { values.entityExpansionBytes }
  /// The maximum expansion of entities as a multiple of the input's size, beyond `entityExpansionFloor`
  /// bytes.
  package static var entityExpansionFactor: Int { values.entityExpansionFactor }
  @inlinable package static var entityExpansionFloor: Int { 1024 * 1024 }
  /// The maximum number of keys to remember when records are processed one by one (16 MB of them).
  @inlinable package static var streamedKeys: Int { 750_000 }
  /// The maximum number of columns of a CSV table; a spreadsheet's limit.
  @inlinable package static var tableColumns: Int { 16_384 }
  @inlinable package static var splitParts: Int { 10_000 }
  package static var entityDepth: Int { values.entityDepth }
  /// The maximum number of values from repeated shared objects of a binary property list, without
  /// `--max-output`.
  package static var expandedValues: Int { values.expandedValues }
  /// The maximum bytes of output from repeated shared objects, without `--max-output`.
  package static var expandedBytes: Int { values.expandedBytes }
  package static var attributesPerElement: Int { values.attributesPerElement }
  package static var nameBytes: Int { values.nameBytes }
  /// The maximum bytes of a token that a streaming reader buffers.
  package static var tokenBytes: Int { values.tokenBytes }
  /// The maximum bytes of a document rewritten in memory.
  package static var rewrittenBytes: Int { values.rewrittenBytes }
  /// The maximum bytes for the keys of open dictionaries when checking a text for duplicate keys.
  @inlinable package static var comparedKeyBytes: Int { 64 * 1024 * 1024 }
  /// The maximum size of a streamed file whose mixed encodings are examined.
  @inlinable package static var mixedBytes: Int { 64 * 1024 * 1024 }
  /// The maximum number of parts in different encodings that are examined separately.
  @inlinable package static var mixedParts: Int { 100_000 }
  /// The maximum number of duplicate keys listed with positions; further ones are only counted.
  @inlinable package static var listedDuplicateKeys: Int { 100 }
  /// The maximum number of duplicate keys with escapes whose positions are found by reading the text again.
  @inlinable package static var relocatedDuplicateKeys: Int { 10 }
  /// The maximum number of values that a document of this many words becomes, with its shared containers repeated, in
  /// objects that the library makes of it.
  @inlinable package static func repeatedValues(ofWords count: Int) -> Int { count * 100 + 100_000 }
  /// The number of times that a document is read again to place errors.
  @inlinable package static var placedErrors: Int { 16 }
  package static var xpathBytes: Int { values.xpathBytes }
  /// The maximum nesting of parentheses, predicates and arguments in an XPath expression.
  package static var xpathDepth: Int { values.xpathDepth }
  /// The maximum number of nodes that the evaluation of an XPath expression may visit, counting repetitions.
  package static var xpathSteps: Int { values.xpathSteps }
  /// The maximum bytes of a string during an evaluation.
  package static var xpathStringBytes: Int { values.xpathStringBytes }
  /// The maximum bytes of a document, and of its concatenated text, that a tree can refer to.
  @inlinable package static var treeBytes: Int { 4_294_000_000 }
  /// The maximum number of nodes in a tree; namespace nodes are numbered after them.
  @inlinable package static var treeNodes: Int { 4_000_000_000 }
  package static var jsonPathBytes: Int { values.jsonPathBytes }
  /// The maximum nesting of filters, parentheses and function calls in a JSONPath query.
  package static var jsonPathDepth: Int { values.jsonPathDepth }
  /// The maximum number of values and keys that a JSONPath query may visit in a document, counting
  /// repetitions.
  package static var jsonPathSteps: Int { values.jsonPathSteps }
  /// The maximum number of nodes that any step of a JSONPath query may select in a document.
  package static var jsonPathNodes: Int { values.jsonPathNodes }
  /// The maximum number of keys and paths to search for a suggestion.
  @inlinable package static var suggestionSteps: Int { 10_000 }
  /// The maximum length of a chain of base URLs in a keyed archive.
  @inlinable package static var urlBases: Int { 16 }
  /// The maximum bytes of a colour's components in a keyed archive.
  @inlinable package static var archiveColorBytes: Int { 1024 }
  /// The maximum nesting of decoded archives in archives.
  @inlinable package static var nestedArchives: Int { 4 }
  /// The maximum nesting of DER elements.
  @inlinable package static var derDepth: Int { 64 }
  /// The maximum bytes of a decoded archive beyond a multiple of the archive's size.
  @inlinable package static var archiveBytes: Int { 64 * 1024 * 1024 }
  /// The maximum number of values in the copies of a patch.
  package static var patchedCopies: Int { values.patchedCopies }
  /// The maximum bytes of text to edit for a patch, in total, before rewriting the text instead.
  @inlinable package static var patchedTextBytes: Int { 256 * 1024 * 1024 }
  /// The number of edits that are always made in the text, whatever its size.
  @inlinable package static var patchedTextEditsAlways: Int { 16 }
  /// The maximum nesting of elements that a patch moves into one another.
  @inlinable package static var patchedMoves: Int { 16 }
  /// The maximum number of text edits for a patch; with more, the text is rewritten.
  @inlinable package static var patchedTextEdits: Int { 10_000 }
}
