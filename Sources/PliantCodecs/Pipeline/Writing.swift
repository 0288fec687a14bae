// How a document is written: one value for the program and the library, from the plan to the last byte.

/// The delimiter and header of CSV.
package struct TableStyle: Sendable {
  package var delimiter = ASCII.comma
  package var hasHeader = true

  package init() {}
}

/// The target of a conversion, and everything that decides its bytes.
package struct Writing: Sendable {
  package enum Layout: Sendable {
    case compact
    /// Indented JSON.
    case pretty
    /// The target's canonical bytes.
    case canonical
    /// An old-style property list as Xcode writes a project.
    case xcodeProject
  }

  package var target: Format
  package var layout = Layout.compact
  package var sortsKeys = false
  package var null = NullPolicy.keep
  /// The treatment of control characters in an XML property list.
  package var controls = ControlCharacterPolicy.refuse
  package var losses = LossRule()
  /// Whether JSON ends with a line feed, so that another document may follow.
  package var endsLine = true
  /// The values of each record that become columns; nil for all.
  package var fields: FieldSelection?
  package var table = TableStyle()
  /// The style of application XML; nil for a mapping's.
  package var xmlStyle: XMLStyle?
  /// The mapping to application XML or SQL.
  package var mapping: (any DocumentMapping)?
  /// The maximum number of bytes that repeating shared objects may add.
  package var maximumExpansion = Limits.expandedBytes

  package init(_ target: Format) { self.target = target }

  package var isCanonical: Bool { layout == .canonical }

  package var jsonStyle: JSONStyle {
    if target == .jsonl { return .lines(isCanonical: isCanonical) }
    switch layout {
    case .canonical: return .canonical
    case .pretty: return .pretty
    case .compact, .xcodeProject: return .compact
    }
  }

  /// An empty loss report under this rule.
  package func makeLossReport() -> LossReport { LossReport(losses) }

  /// Ends a complete document as its target does.
  package func endLine(_ output: inout OutputBuffer) {
    if target == .json && endsLine { output.append(ASCII.lineFeed) }
  }
}

/// A correspondence of application XML and values, which writes documents of records.
package protocol DocumentMapping: Sendable {
  /// Writes a document as application XML.
  ///
  /// Throws errors in the values; `index` is then the tape index of the value.
  func write(
    _ document: Document, index: inout Int, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer

  /// Writes a document's records as SQL.
  ///
  /// Throws errors in the values; `index` is then the tape index of the value.
  func writeSQL(
    _ document: Document, losses: inout LossReport, index: inout Int, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer
}
