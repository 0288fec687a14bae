// The pipeline:
//
//   bytes → format → text → reader → Document → replay → writer → bytes
//
// A command plans a `Conversion` and runs it: Conversion+Reading.swift goes from bytes to Document,
// Conversion+Writing.swift from there to bytes, Conversion+Converting.swift all the way. Nothing is written before the
// whole input is read and valid; for output that is hidden until complete, Conversion+Direct.swift avoids the document.

/// The treatment of JSON's null if the target is a property list.
package enum JSONNullPolicy: String, CaseIterable, Sendable {
  /// An error, before anything is written.
  case refuse
  /// The key or element is left out.
  case drop
  /// The string `null`.
  case string
}

package enum KeyedArchivePolicy: Sendable {
  /// As any other document.
  case asStored
  /// As its objects; another document unchanged.
  case asObjects
  /// As its objects; another document is noted as no archive.
  case asObjectsOrNote
}

/// A plan for converting one document from bytes to other bytes.
package struct Conversion: Sendable {
  /// The input's format; nil to detect it.
  package var source: Format?
  package var target: Format
  /// The encoding of the input, which overrides its declaration.
  package var inputEncoding: TextEncoding?
  package var sortsKeys = false
  package var isCanonical = false
  package var isPretty = false
  package var loss = LossPolicy.note
  /// Whether `LossPolicy.refuse` also applies to comments and other annotations.
  package var refusesAnnotations = true
  /// The mapping of application XML to other formats; nil if unspecified.
  package var xmlStyle: XMLStyle?
  /// Elements that are arrays even if single.
  package var xmlLists: [String] = []
  /// Whether texts of application XML lose the white space around them.
  package var trimsText = false
  /// The mapping for application XML; nil for a style.
  package var mapping: AppliedMapping?
  /// Chooses the mapping by a document's root element, if neither mapping nor style was specified.
  package var mappings: (any MappingChooser)?
  /// Whether only a mapping's records are requested, so that the input is read through a window.
  package var readsRecords = false
  /// The requested records of a document without a mapping.
  package var records: RecordSelection?
  package var fields: FieldSelection?
  package var table = TableReading()
  package var null = JSONNullPolicy.refuse
  /// Whether the string for a null is `$null`, as in PropertyListEncoder.
  package var marksNulls = false
  /// Whether a keyed archive is read as its objects.
  package var archives = KeyedArchivePolicy.asStored
  /// Whether an old-style property list is written in the layout of Xcode projects.
  package var isXcodeProject = false
  /// The maximum number of bytes that repeating shared objects may add.
  package var maximumExpansion = Limits.expandedBytes
  /// The input's name, from which the names of source literals are derived.
  package var sourceName = "-"
  package var endsLine = true

  package init(to target: Format) { self.target = target }

  /// Sets the requested loss policy, or the default.
  ///
  /// By default, losses of values are refused if the output replaces its source, others are not.
  package mutating func setLoss(_ asked: LossPolicy?, replacesSource: Bool) {
    loss = asked ?? (replacesSource ? .refuse : .note)
    refusesAnnotations = asked == .refuse
  }
}
