// Every bound on what an input may ask for, in one place.

/// Named limits: no input may make pliant exceed them.
///
/// Those that a user may change (`NamedLimit`) are variables, set before the work begins and by nobody later; so no
/// access is checked against another, which inner loops would do each time.
@usableFromInline
package enum Limits {
  /// The limits that a call can set; see `LimitSetting`.
  private struct Values {
    var depth = 512
    var entityExpansionBytes = 16 * 1024 * 1024
    var entityExpansionFactor = 100
    var entityDepth = 40
    var expandedValues = 50_000_000
    var expandedBytes = 256 * 1024 * 1024
    var attributesPerElement = 10_000
    var nameBytes = 64 * 1024
    var tokenBytes = 1024 * 1024 * 1024
    var rewrittenBytes = 1024 * 1024 * 1024
    var xpathBytes = 64 * 1024
    var xpathDepth = 100
    var xpathSteps = 4_000_000_000
    var xpathStringBytes = 1024 * 1024 * 1024
    var jsonPathBytes = 64 * 1024
    var jsonPathDepth = 64
    var jsonPathSteps = 300_000_000
    var jsonPathNodes = 5_000_000
    var patchedCopies = 1_000_000
  }
  // Other modules read them through a function: an access of theirs would be checked for exclusivity each time.
  @exclusivity(unchecked) nonisolated(unsafe) private static var values = Values()

  /// Bytes that the process may hold for small inputs; see `MemoryBudget`.
  @inlinable package static var leastMemory: Int { 256 * 1024 * 1024 }
  /// Times the input's size that it may hold for large ones.
  @inlinable package static var memoryFactor: Int { 40 }
  /// Nesting of containers or elements; CoreFoundation's and libplist's limit.
  package static var depth: Int {
    get { values.depth }
    set { values.depth = newValue }
  }
  /// Bytes that entity references may add to one document.
  package static var entityExpansionBytes: Int {
    get { values.entityExpansionBytes }
    set { values.entityExpansionBytes = newValue }
  }
  /// Times the input's size that entity references may add, once past `entityExpansionFloor` bytes.
  package static var entityExpansionFactor: Int {
    get { values.entityExpansionFactor }
    set { values.entityExpansionFactor = newValue }
  }
  @inlinable package static var entityExpansionFloor: Int { 1024 * 1024 }
  /// Keys of records that are remembered while records are sent one by one (16 MB of them).
  @inlinable package static var streamedKeys: Int { 750_000 }
  /// Columns of a table in CSV; a spreadsheet's limit.
  @inlinable package static var tableColumns: Int { 16_384 }
  /// Files that one document is split into.
  @inlinable package static var splitParts: Int { 10_000 }
  /// Entities open inside one another.
  package static var entityDepth: Int {
    get { values.entityDepth }
    set { values.entityDepth = newValue }
  }
  /// Values that repeating shared objects of a binary property list may produce, unless `--max-output` says more.
  package static var expandedValues: Int {
    get { values.expandedValues }
    set { values.expandedValues = newValue }
  }
  /// Bytes of output that repeating shared objects may produce, unless `--max-output` says more.
  package static var expandedBytes: Int {
    get { values.expandedBytes }
    set { values.expandedBytes = newValue }
  }
  /// Attributes of one element.
  package static var attributesPerElement: Int {
    get { values.attributesPerElement }
    set { values.attributesPerElement = newValue }
  }
  /// Bytes of one name.
  package static var nameBytes: Int {
    get { values.nameBytes }
    set { values.nameBytes = newValue }
  }
  /// Bytes of one token that a streaming reader holds at once.
  package static var tokenBytes: Int {
    get { values.tokenBytes }
    set { values.tokenBytes = newValue }
  }
  /// Bytes of a document that is rewritten in memory.
  package static var rewrittenBytes: Int {
    get { values.rewrittenBytes }
    set { values.rewrittenBytes = newValue }
  }
  /// Bytes that the keys of dictionaries open at once may take while a text is looked through for keys that occur twice.
  @inlinable package static var comparedKeyBytes: Int { 64 * 1024 * 1024 }
  /// Bytes of a file whose parts in different encodings are looked for although it is read in pieces.
  @inlinable package static var mixedBytes: Int { 64 * 1024 * 1024 }
  /// Parts of a text in different encodings that are judged each by itself.
  @inlinable package static var mixedParts: Int { 100_000 }
  /// Keys met again in one document that are listed with their places; further ones are only counted.
  @inlinable package static var listedDuplicateKeys: Int { 100 }
  /// Times the size of a document that a `Decodable` type may read in it where containers occur again, once past
  /// `decodedValuesFloor` values.
  @inlinable package static var decodedValuesFactor: Int { 100 }
  @inlinable package static var decodedValuesFloor: Int { 100_000 }
  /// Bytes of one XPath expression.
  package static var xpathBytes: Int {
    get { values.xpathBytes }
    set { values.xpathBytes = newValue }
  }
  /// Parentheses, predicates and arguments inside one another in an XPath expression.
  package static var xpathDepth: Int {
    get { values.xpathDepth }
    set { values.xpathDepth = newValue }
  }
  /// Nodes that one evaluation of an XPath expression may look at, each as often as it does.
  package static var xpathSteps: Int {
    get { values.xpathSteps }
    set { values.xpathSteps = newValue }
  }
  /// Bytes of one string during an evaluation.
  package static var xpathStringBytes: Int {
    get { values.xpathStringBytes }
    set { values.xpathStringBytes = newValue }
  }
  /// Bytes of a document, and of its text put together, that a tree can refer to.
  @inlinable package static var treeBytes: Int { 4_294_000_000 }
  /// Nodes of a tree; namespace nodes are numbered after them.
  @inlinable package static var treeNodes: Int { 4_000_000_000 }
  /// Bytes of a JSONPath query.
  package static var jsonPathBytes: Int {
    get { values.jsonPathBytes }
    set { values.jsonPathBytes = newValue }
  }
  /// Filters, parentheses and function calls inside one another in a JSONPath query.
  package static var jsonPathDepth: Int {
    get { values.jsonPathDepth }
    set { values.jsonPathDepth = newValue }
  }
  /// Values and keys that a JSONPath query looks at in one document, one for each time.
  package static var jsonPathSteps: Int {
    get { values.jsonPathSteps }
    set { values.jsonPathSteps = newValue }
  }
  /// Nodes that a JSONPath query finds in one document, at any of its steps.
  package static var jsonPathNodes: Int {
    get { values.jsonPathNodes }
    set { values.jsonPathNodes = newValue }
  }
  /// Keys and paths that are looked at for what a path that leads nowhere may mean.
  @inlinable package static var suggestionSteps: Int { 10_000 }
  /// URLs of a keyed archive that are each the base of the one before.
  @inlinable package static var urlBases: Int { 16 }
  /// Bytes of data of a keyed archive in which a colour spells its components.
  @inlinable package static var archiveColorBytes: Int { 1024 }
  /// Archives in the data of archives that are opened, one in the other.
  @inlinable package static var nestedArchives: Int { 4 }
  /// Elements of DER open inside one another.
  @inlinable package static var derDepth: Int { 64 }
  /// Bytes that a keyed archive's document may have beyond a multiple of the archive's own.
  @inlinable package static var archiveBytes: Int { 64 * 1024 * 1024 }
  /// Values that the copies of one patch may hold.
  package static var patchedCopies: Int {
    get { values.patchedCopies }
    set { values.patchedCopies = newValue }
  }
  /// Bytes of text that a patch's edits may go through, one after the other, before the text is written again instead.
  @inlinable package static var patchedTextBytes: Int { 256 * 1024 * 1024 }
  /// Edits that are made in a text of any size.
  @inlinable package static var patchedTextEditsAlways: Int { 16 }
  /// Elements that a patch moves into one another.
  @inlinable package static var patchedMoves: Int { 16 }
  /// Edits of a text that a patch may become; with more it is written again.
  @inlinable package static var patchedTextEdits: Int { 10_000 }
}
