// The translations in string catalogues of Xcode.
//
//   "%lld files": {"localizations": {"de": {"variations": {"plural": {"one": {"stringUnit": {"value": "eine Datei"}}, …
//   "k": {"localizations": {"en": {"stringUnit": {"value": "%#@n@"}, "substitutions": {"n": {"formatSpecifier": "lld", …

extension TranslationChecks {
  /// A text of a localization, and its quantity or device.
  private struct Form {
    let text: DocumentValue
    let quantity: String
    let isNew: Bool
  }

  static func catalogue(
    _ top: DocumentValue, _ linted: inout LintedDocument, _ collector: inout LintCollector
  ) {
    guard let language = top.value(forKey: "sourceLanguage")?.string,
      let strings = top.value(forKey: "strings")
    else { return }
    for entry in strings.entries {
      let key = entry.key.string
      let localizations = entry.value.value(forKey: "localizations")
      let own = localizations?.value(named: language)
      if own == nil { checkTypes(key, key, &collector) { linted.position(of: entry.keyIndex) } }
      // The forms for one or no thing may lack the number.
      let forms = own.map { self.forms(of: $0) } ?? []
      let full = forms.filter { !mayLeaveOut($0.quantity) }
      let sources = own == nil ? [key] : (full.isEmpty ? forms : full).map { $0.text.string ?? "" }
      for localization in localizations?.entries.map({ $0 }) ?? [] {
        let value = localization.value
        checkCategories(of: value, key, &linted, &collector)
        checkSubstitutions(of: value, own, key, &linted, &collector)
        let isCompared =
          localization.key.string != language && !sources.isEmpty
          && value.value(forKey: "substitutions") == nil
        for form in self.forms(of: value) where !form.isNew {
          let text = form.text.string ?? ""
          guard isCompared else {
            checkTypes(text, key, &collector) { linted.position(of: form.text.index) }
            continue
          }
          compare(sources, text, .apple, mayLeaveOut: mayLeaveOut(form.quantity), key, &collector) {
            linted.position(of: form.text.index)
          }
        }
      }
    }
  }

  /// The texts of a localization or of a substitution, without those of the substitutions inside.
  private static func forms(of value: DocumentValue) -> [Form] {
    var found: [Form] = []
    var open = [(value: value, quantity: "")]
    while let (value, quantity) = open.popLast() {
      for part in value.entries where part.value.isDictionary && !(part.key == "substitutions") {
        if part.key == "stringUnit", let text = part.value.value(forKey: "value") {
          let isNew = part.value.value(forKey: "state")?.string == "new"
          found.append(Form(text: text, quantity: quantity, isNew: isNew))
        } else {
          open.append((part.value, part.key.string))
        }
      }
    }
    return found
  }

  private static func checkCategories(
    of value: DocumentValue, _ key: String, _ linted: inout LintedDocument, _ collector: inout LintCollector
  ) {
    var open = [value]
    while let value = open.popLast() {
      for part in value.entries where part.value.isDictionary {
        open.append(part.value)
        guard part.key == "plural" else { continue }
        for form in part.value.entries {
          checkCategory(form.key.string, key, at: { linted.position(of: form.keyIndex) }, &collector)
        }
      }
    }
  }

  /// Reports variables such as `%#@name@` without a substitution, and forms with another type than their substitution.
  private static func checkSubstitutions(
    of value: DocumentValue, _ own: DocumentValue?, _ key: String, _ linted: inout LintedDocument,
    _ collector: inout LintCollector
  ) {
    let substitutions = value.value(forKey: "substitutions")
    let known = substitutions ?? own?.value(forKey: "substitutions")
    for form in forms(of: value) where !form.isNew {
      for name in Placeholders(form.text.string ?? "", .apple).variables
      where known?.value(named: name) == nil {
        report("missing variable '\(name)'", key, at: linted.position(of: form.text.index), &collector)
      }
    }
    for substitution in substitutions?.entries.map({ $0 }) ?? [] {
      guard let type = substitution.value.value(forKey: "formatSpecifier")?.string,
        let expected = Placeholders("%" + type, .apple).first
      else { continue }
      for form in forms(of: substitution.value) where !form.isNew {
        guard let found = Placeholders(form.text.string ?? "", .apple).first, found != expected else {
          continue
        }
        report(
          "\(found) placeholder, but formatSpecifier is '\(type)'", key,
          at: linted.position(of: form.text.index), &collector)
      }
    }
  }
}
