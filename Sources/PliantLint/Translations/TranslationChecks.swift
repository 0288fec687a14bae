// The rules strings/placeholders and strings/missing: translations against the texts of the development language.

enum TranslationChecks {
  /// A text with a key in the development language.
  typealias Texts = [String: String]

  /// The directories of the development language next to those of others.
  private static let languages = ["Base.lproj", "en.lproj", "English.lproj", "en-US.lproj", "en-GB.lproj"]

  static func applies(to name: String, _ options: LintOptions) -> Bool {
    // The language qqq documents the texts.
    guard options.wantsFamily(.strings), !name.hasText("qqq") else { return false }
    let (folder, file) = Paths.split(name)
    switch Paths.pathExtension(file) {
    case "strings": return folder.hasSuffix(".lproj/")
    case "properties", "stringsdict", "xcstrings", "xliff", "xlf", "po", "pot": return true
    case "xml": return isAndroidValues(folder)
    default: return false
    }
  }

  /// The kind of a file of translations that has no format of its own, or nil.
  static func kind(of name: String) -> String? {
    switch Paths.pathExtension(name) {
    case "properties": "Java properties"
    case "po", "pot": "gettext catalogue"
    default: nil
    }
  }

  /// Whether a directory has the resources of Android, in the development language or another one.
  static func isAndroidValues(_ folder: String) -> Bool {
    folder.hasSuffix("/values/") || folder == "values/" || !androidLanguage(folder).isEmpty
  }

  /// `values-de` of `res/values-de/`, but not a qualifier of another kind.
  static func androidLanguage(_ folder: String) -> Substring {
    let last = folder.split(separator: "/").last ?? ""
    guard last.hasPrefix("values-") else { return "" }
    let language = last.dropFirst(7).prefix { $0 != "-" }
    return language.hasPrefix("b+") || (2...3).contains(language.count) && language.allSatisfy(\.isLowercase)
      ? last : ""
  }

  /// Compares a translation with the forms of the text, one of which it must agree with.
  static func compare(
    _ sources: [String], _ target: String, _ style: Placeholders.Style?, mayLeaveOut: Bool, _ key: String,
    _ collector: inout LintCollector, _ position: () -> LintPosition
  ) {
    guard !target.isEmpty, !sources.contains(target) else { return }
    func difference(_ source: String, allowsSpace: Bool) -> String? {
      let translation = Placeholders(target, style, allowsSpace: allowsSpace)
      return translation.conflict
        ?? Placeholders(source, style).difference(of: translation, style: style, mayLeaveOut: mayLeaveOut)
    }
    var found: String?
    for source in sources {
      let difference = difference(source, allowsSpace: false).flatMap {
        difference(source, allowsSpace: true) == nil ? nil : $0
      }
      guard let difference else { return }
      found = found ?? difference
    }
    if let found { report(found, key, at: position(), &collector) }
  }

  /// Reports an argument of a text in the development language that has two types.
  static func checkTypes(
    _ text: String, _ key: String, _ collector: inout LintCollector, _ position: () -> LintPosition
  ) {
    if let conflict = Placeholders(text, .apple).conflict {
      report(conflict, key, at: position(), &collector)
    }
  }

  static func report(
    _ mistake: String, _ key: String, at position: LintPosition, _ collector: inout LintCollector
  ) {
    collector.add(.stringsPlaceholders, at: position, "'\(key.prefix(60))': \(mistake)")
  }

  /// Whether a form of a plural may do without its number.
  static func mayLeaveOut(_ quantity: String) -> Bool { ["zero", "one", "two"].contains(quantity) }

  /// Reports a form of a plural that is not one of Unicode's categories.
  static func checkCategory(
    _ category: String, _ key: String, at position: () -> LintPosition, _ collector: inout LintCollector
  ) {
    let known = ["zero", "one", "two", "few", "many", "other"]
    if known.contains(category) || category == "comment" || !category.utf8.allSatisfy(\.isLetter) { return }
    let hint = NearestSpelling.index(of: category, among: known).map { "; did you mean '\(known[$0])'?" }
    collector.add(
      .stringsPlurals, at: position(),
      "'\(key.prefix(60))': unknown plural form '\(category)'\(hint ?? "; expected \(known.joined(separator: ", "))")"
    )
  }

  // MARK: Property lists and JSON

  static func run(_ linted: inout LintedDocument, _ name: String, _ collector: inout LintCollector) {
    let top = DocumentValue(linted.document)
    switch Paths.pathExtension(name) {
    case "strings": strings(top, name, &linted, &collector)
    case "stringsdict": plurals(top, name, &linted, &collector)
    default: catalogue(top, &linted, &collector)
    }
  }

  /// The contents of the file of the development language; nil for that file itself.
  private static func developmentFile(of name: String, _ options: LintOptions) -> [UInt8]? {
    let (folder, file) = Paths.split(name)
    let parent = Paths.split(String(folder.dropLast())).folder
    let isOwn = languages.prefix(3).contains { folder.hasSuffix("/" + $0 + "/") || folder == $0 + "/" }
    let others = languages.map { parent + $0 + "/" }.filter { $0 != folder }
    return isOwn ? nil : others.lazy.compactMap { options.otherFile?($0 + file) }.first
  }

  private static func strings(
    _ top: DocumentValue, _ name: String, _ linted: inout LintedDocument, _ collector: inout LintCollector
  ) {
    guard let bytes = developmentFile(of: name, collector.options) else {
      for entry in top.entries {
        checkTypes(entry.value.string ?? "", entry.key.string, &collector) {
          linted.position(of: entry.value.index, key: entry.keyIndex)
        }
      }
      return
    }
    var left: Texts = [:]
    bytes.withByteView { view in
      guard let loaded = (try? Reading().load(view)) ?? (try? Reading(.strings).load(view)) else { return }
      for entry in DocumentValue(loaded.document).entries { left[entry.key.string] = entry.value.string }
    }
    for entry in top.entries {
      let key = entry.key.string
      guard let source = left.removeValue(forKey: key), let target = entry.value.string else { continue }
      compare([source], target, .apple, mayLeaveOut: false, key, &collector) {
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

  /// The format of a dictionary of plurals, with placeholders instead of its variables.
  private static func format(of entry: DocumentValue) -> String? {
    let format = entry.value(forKey: "NSStringLocalizedFormatKey")?.string
    return format.map {
      Placeholders($0, .apple).variables.reduce($0) { text, name in
        let type = entry.value(named: name)?.value(forKey: "NSStringFormatValueTypeKey")?.string
        return text.replacingText("#@\(name)@", with: type ?? "d")
      }
    }
  }

  /// The types of a dictionary of plurals against the placeholders of its forms, and its format against that of the
  /// development language.
  private static func plurals(
    _ top: DocumentValue, _ name: String, _ linted: inout LintedDocument, _ collector: inout LintCollector
  ) {
    var sources: Texts = [:]
    developmentFile(of: name, collector.options)?.withByteView { view in
      guard let loaded = try? Reading().load(view) else { return }
      for entry in DocumentValue(loaded.document).entries {
        sources[entry.key.string] = format(of: entry.value)
      }
    }
    for entry in top.entries {
      if let source = sources[entry.key.string], let target = format(of: entry.value) {
        compare([source], target, .apple, mayLeaveOut: false, entry.key.string, &collector) {
          linted.position(of: entry.value.index, key: entry.keyIndex)
        }
      }
      if let format = entry.value.value(forKey: "NSStringLocalizedFormatKey") {
        for name in Placeholders(format.string ?? "", .apple).variables
        where entry.value.value(named: name) == nil {
          report(
            "missing variable '\(name)'", entry.key.string, at: linted.position(of: format.index), &collector)
        }
      }
      for variable in entry.value.entries {
        let type = variable.value.value(forKey: "NSStringFormatValueTypeKey")?.string ?? ""
        guard variable.value.value(forKey: "NSStringFormatSpecTypeKey") != nil else { continue }
        for form in variable.value.entries where !form.key.string.hasPrefix("NSString") {
          checkCategory(
            form.key.string, entry.key.string, at: { linted.position(of: form.keyIndex) }, &collector)
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
}
