// The rules strings/placeholders and strings/missing: translations against the texts of the development language.

enum TranslationChecks {
  /// A text with a key in the development language.
  typealias Texts = [String: String]

  /// The directories of the development language next to those of others.
  private static let languages = ["Base.lproj", "en.lproj", "English.lproj", "en-US.lproj", "en-GB.lproj"]

  static func applies(to name: String, _ options: LintOptions) -> Bool {
    guard options.wants(.stringsPlaceholders) || options.wants(.stringsMissing) else { return false }
    let (folder, file) = Paths.split(name)
    switch Paths.pathExtension(file) {
    case "strings": return folder.hasSuffix(".lproj/")
    case "properties": return !developmentBundles(of: name).isEmpty
    case "stringsdict", "xcstrings", "xliff", "xlf", "po": return true
    case "xml": return !androidLanguage(folder).isEmpty
    default: return false
    }
  }

  /// `values-de` of `res/values-de/`, but not a qualifier of another kind.
  static func androidLanguage(_ folder: String) -> Substring {
    let last = folder.split(separator: "/").last ?? ""
    guard last.hasPrefix("values-") else { return "" }
    let language = last.dropFirst(7).prefix { $0 != "-" }
    return language.hasPrefix("b+") || (2...3).contains(language.count) && language.allSatisfy(\.isLowercase)
      ? last : ""
  }

  static func compare(
    _ source: String, _ target: String, _ style: Placeholders.Style, mayLeaveOut: Bool, _ key: String,
    _ collector: inout LintCollector, _ position: () -> LintPosition
  ) {
    guard !target.isEmpty, source != target else { return }
    func difference(allowsSpace: Bool) -> String? {
      let translation = Placeholders(target, style, allowsSpace: allowsSpace)
      return Placeholders(source, style).difference(of: translation, style: style, mayLeaveOut: mayLeaveOut)
    }
    let difference = difference(allowsSpace: false).flatMap {
      difference(allowsSpace: true) == nil ? nil : $0
    }
    if let difference { report(difference, key, at: position(), &collector) }
  }

  static func report(
    _ mistake: String, _ key: String, at position: LintPosition, _ collector: inout LintCollector
  ) {
    collector.add(.stringsPlaceholders, at: position, "'\(key.prefix(60))': \(mistake)")
  }

  /// Whether a form of a plural may do without its number.
  static func mayLeaveOut(_ quantity: String) -> Bool { ["zero", "one", "two"].contains(quantity) }

  // MARK: Property lists and JSON

  static func run(_ linted: inout LintedDocument, _ name: String, _ collector: inout LintCollector) {
    let top = DocumentValue(linted.document)
    switch Paths.pathExtension(name) {
    case "strings": strings(top, name, &linted, &collector)
    case "stringsdict": plurals(top, &linted, &collector)
    default: catalogue(top, &linted, &collector)
    }
  }

  private static func strings(
    _ top: DocumentValue, _ name: String, _ linted: inout LintedDocument, _ collector: inout LintCollector
  ) {
    let (folder, file) = Paths.split(name)
    let parent = Paths.split(String(folder.dropLast())).folder
    let otherFile = collector.options.otherFile
    let isOwn = languages.prefix(3).contains { folder.hasSuffix("/" + $0 + "/") || folder == $0 + "/" }
    let others = languages.map { parent + $0 + "/" }.filter { $0 != folder }
    guard !isOwn, let bytes = others.lazy.compactMap({ otherFile?($0 + file) }).first else { return }
    var left: Texts = [:]
    bytes.withByteView { view in
      guard let loaded = (try? Reading().load(view)) ?? (try? Reading(.strings).load(view)) else { return }
      for entry in DocumentValue(loaded.document).entries { left[entry.key.string] = entry.value.string }
    }
    for entry in top.entries {
      let key = entry.key.string
      guard let source = left.removeValue(forKey: key), let target = entry.value.string else { continue }
      compare(source, target, .apple, mayLeaveOut: false, key, &collector) {
        linted.position(of: entry.value.index, key: entry.keyIndex)
      }
    }
    reportMissing(left, &collector)
  }

  static func reportMissing(_ left: Texts, _ collector: inout LintCollector) {
    for key in left.keys.sorted() {
      collector.add(.stringsMissing, at: .place(.wholeFile), "missing translation of '\(key.prefix(60))'")
    }
  }

  /// The types of a dictionary of plurals against the placeholders of its forms.
  private static func plurals(
    _ top: DocumentValue, _ linted: inout LintedDocument, _ collector: inout LintCollector
  ) {
    for entry in top.entries {
      if let format = entry.value.value(forKey: "NSStringLocalizedFormatKey") {
        for name in Placeholders(format.string ?? "", .apple).variables
        where entry.value.value(named: name) == nil {
          report(
            "missing variable '\(name)'", entry.key.string, at: linted.position(of: format.index), &collector)
        }
      }
      for variable in entry.value.entries {
        guard let type = variable.value.value(forKey: "NSStringFormatValueTypeKey")?.string else { continue }
        for form in variable.value.entries where !form.key.string.hasPrefix("NSString") {
          guard let expected = Placeholders("%" + type, .apple).first,
            let found = Placeholders(form.value.string ?? "", .apple).first, found != expected
          else { continue }
          report(
            "\(found) placeholder, but NSStringFormatValueTypeKey is '\(type)'", entry.key.string,
            at: linted.position(of: form.value.index, key: form.keyIndex), &collector)
        }
      }
    }
  }

  private static func catalogue(
    _ top: DocumentValue, _ linted: inout LintedDocument, _ collector: inout LintCollector
  ) {
    guard let language = top.value(forKey: "sourceLanguage")?.string,
      let strings = top.value(forKey: "strings")
    else {
      return
    }
    for entry in strings.entries {
      let localizations = entry.value.value(forKey: "localizations")
      let own = localizations?.value(named: language)
      // A catalogue whose source text varies by number or device has no single text to compare with.
      let source =
        own == nil ? entry.key.string : own?.value(forKey: "stringUnit")?.value(forKey: "value")?.string
      for localization in localizations?.entries.map({ $0 }) ?? [] where localization.key.string != language {
        guard let source, localization.value.value(forKey: "substitutions") == nil else { continue }
        var open = [(value: localization.value, quantity: "")]
        while let (value, quantity) = open.popLast() {
          for part in value.entries where part.value.isDictionary {
            let key = part.key.string
            guard key == "stringUnit", let text = part.value.value(forKey: "value") else {
              open.append((part.value, key))
              continue
            }
            if part.value.value(forKey: "state")?.string == "new" { continue }
            compare(
              source, text.string ?? "", .apple, mayLeaveOut: mayLeaveOut(quantity), entry.key.string,
              &collector
            ) { linted.position(of: text.index) }
          }
        }
      }
    }
  }
}
