// Rules for the values of a document, which follow the checks of its grammar.

/// A linted document and the positions of its values.
struct LintedDocument: ~Copyable {
  let document: Document
  private let text: FormattedText
  private let base: Int
  private let source: DocumentSource
  /// The number of values to find by reading the text again; others have the position of their key.
  private var lookups = 100

  /// Nil if the text, which begins at `base` in the whole, cannot be read: the grammar's checks report that.
  init?(_ format: Format, _ text: ByteView, base: Int) {
    source = DocumentSource(format: format, text: text)
    guard let document = try? source.document() else { return nil }
    self.document = document
    self.text = source.formattedText
    self.base = base
  }

  /// The position of a value or key.
  mutating func position(of index: Int, key: Int? = nil) -> LintPosition {
    if document.sourceOffset(at: index) == nil { lookups -= 1 }
    let found = text.offset(of: lookups < 0 ? key ?? index : index, in: document) { locator throws(Failure) in
      if lookups >= 0 { try source.read(visitor: locator) }
    }
    guard let found else { return .place(.wholeFile) }
    return text.isText ? .text(found + base) : .place(.offset(found))
  }
}

enum DocumentChecks {
  static func run(
    _ subject: LintSubject, _ source: LintText, base: Int, _ collector: inout LintCollector
  ) throws(Failure) {
    let ending = Paths.pathExtension(subject.name)
    let isTranslation = TranslationChecks.applies(to: subject.name, collector.options)
    guard let format = subject.format else {
      guard isTranslation, TranslationChecks.kind(of: subject.name) != nil else { return }
      if ending == "properties" {
        return try TranslationChecks.runProperties(source, subject.name, &collector)
      }
      return try TranslationChecks.runCatalogue(source, &collector)
    }
    if format == .xml {
      if isTranslation, ending == "xml" {
        return try TranslationChecks.runAndroid(source, subject.name, &collector)
      }
      if isTranslation { return try TranslationChecks.runXLIFF(source, &collector) }
      guard ["storyboard", "xib"].contains(ending), collector.options.wants(.xcodeDuplicateID) else { return }
      return try InterfaceChecks.run(source, &collector)
    }
    let isProject =
      (ending == "pbxproj" || format == .openstep && subject.input.head.starts(with: XcodeProject.header))
      && collector.options.wantsFamily(.xcode)
    let schemas = schemas(for: subject, format, collector.options)
    guard isProject || isTranslation || !schemas.isEmpty else { return }
    let window = try DataChecks.whole(source.open())
    guard var linted = LintedDocument(format, window.text.suffix(from: base), base: base) else { return }
    if isProject { ProjectChecks.run(&linted, &collector) }
    for schema in schemas { SchemaCheck.run(schema, format, &linted, &collector) }
    if isTranslation { TranslationChecks.run(&linted, subject.name, &collector) }
  }

  /// Checks a binary property list.
  static func run(_ subject: LintSubject, _ bytes: ByteView, _ collector: inout LintCollector) {
    let schemas = schemas(for: subject, .binary1, collector.options)
    guard !schemas.isEmpty, var linted = LintedDocument(.binary1, bytes, base: 0) else { return }
    for schema in schemas { SchemaCheck.run(schema, .binary1, &linted, &collector) }
  }

  private static func schemas(for subject: LintSubject, _ format: Format, _ options: LintOptions)
    -> [LintSchema]
  {
    guard [.plistType, .plistRequired, .plistValue, .plistUnknownKey].contains(where: options.wants) else {
      return []
    }
    return options.schemas(
      for: subject.name, subject.input.head, isPropertyList: [.xml1, .binary1, .openstep].contains(format))
  }
}
