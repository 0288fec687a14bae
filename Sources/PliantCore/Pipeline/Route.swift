// The pipeline:
//
//   bytes → format → text → reader → Document → replay → writer → bytes
//
// A verb plans a `Route` from what is asked and runs it: Route+Reading.swift goes from bytes to Document, Route+Writing.swift
// from there to bytes, Route+Converting.swift all the way. Nothing is written before the whole input was read and found good;
// where what is written is not seen before it is whole, the document can be left out (Route+Direct.swift).

/// What becomes of JSON's null where the target is a property list.
package enum JSONNullPolicy: String, CaseIterable, Sendable {
  /// An error, before anything is written.
  case refuse
  /// The key or element is left out.
  case drop
  /// The string `null`.
  case string
}

/// How a keyed archive is read.
package enum KeyedArchivePolicy: Sendable {
  /// As any other document.
  case asStored
  /// As the objects that it holds; another document as it is.
  case asObjects
  /// As the objects that it holds; that another document is no archive is noted.
  case asObjectsOrNote
}

/// The way of one document from its bytes to other bytes, planned from what was asked.
package struct Route: Sendable {
  /// The input's format; nil to recognise it by content.
  package var source: Format?
  package var target: Format
  /// The encoding of the input, whatever it says of itself.
  package var inputEncoding: TextEncoding?
  package var sortsKeys = false
  package var isCanonical = false
  package var isPretty = false
  package var loss = LossPolicy.note
  /// Whether comments and other annotations are refused as values are, under `LossPolicy.refuse`.
  package var refusesAnnotations = true
  /// How application XML corresponds to other formats; nil if it was not said.
  package var xmlStyle: XMLStyle?
  /// Elements that are arrays even if there is one.
  package var xmlLists: [String] = []
  /// Whether texts of application XML lose the white space around them.
  package var trimsText = false
  /// The mapping by which application XML is read and written; nil for a style.
  package var mapping: MappingUse?
  /// Chooses the mapping that a document's root element asks for, if neither mapping nor style was said.
  package var mappings: (any MappingChooser)?
  /// Whether only a mapping's records are asked for, so that the input is read through a window.
  package var readsRecords = false
  /// Which records are asked for of a document without a mapping.
  package var records: RecordSelection?
  /// Which values of the records are asked for.
  package var fields: FieldSelection?
  /// How CSV and TSV are read.
  package var table = TableReading()
  package var null = JSONNullPolicy.refuse
  /// Whether the string that stands for a null is `$null`, as PropertyListEncoder writes it.
  package var marksNulls = false
  /// Whether a keyed archive is read as the objects that it holds.
  package var archives = KeyedArchivePolicy.asStored
  /// Whether an old-style property list is written as Xcode writes a project.
  package var isXcodeProject = false
  /// Bytes that written-out shared objects may add.
  package var maximumExpansion = Limits.expandedBytes
  /// The input's name, after which source literals are called.
  package var sourceName = "-"
  /// Whether a line feed ends JSON.
  package var endsLine = true

  package init(to target: Format) { self.target = target }

  /// Takes the loss policy that was asked for, or the default.
  ///
  /// By default values are refused if the output replaces its source. Annotations are refused only where that was asked for.
  package mutating func setLoss(_ asked: LossPolicy?, replacesSource: Bool) {
    loss = asked ?? (replacesSource ? .refuse : .note)
    refusesAnnotations = asked == .refuse
  }
}
