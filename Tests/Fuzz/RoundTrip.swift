// What must hold of every input, whatever it is: no crash, and a document that was read comes back the same
// where nothing is noted.

import PliantCore
import PliantKit

/// Reads the bytes in a format and, where they are a document, writes it in every format, edits it, and reads back what
/// was written in its own format.
func checkRoundTrip(_ bytes: [UInt8], as format: PliantKit.Format) {
  guard let document = try? PliantKit.Document(bytes: bytes, format: format) else { return }
  // Canonical, because a number may be spelled in another way.
  let json = noting(document, as: .json, isCanonical: true)
  for target in PliantKit.Format.allCases where target != .sql && target != .xml {
    _ = noting(document, as: target)
  }
  _ = try? document.removing(at: "/0")
  _ = try? document.inserting("x", at: "/a~1b")
  var isNoted = false
  guard let json, let written = noting(document, as: format, onLoss: { _ in isNoted = true }) else { return }
  guard let again = try? PliantKit.Document(bytes: written, format: format) else {
    fatalError("what was written in \(format) cannot be read: \(String(decoding: written, as: UTF8.self))")
  }
  guard noting(again, as: .json, isCanonical: true) == json || isNoted else {
    fatalError("another document came back in \(format): \(String(decoding: written, as: UTF8.self))")
  }
}

private func noting(
  _ document: PliantKit.Document, as format: PliantKit.Format, isCanonical: Bool = false,
  onLoss: (String) -> Void = { _ in }
) -> [UInt8]? {
  var options = WritingOptions()
  options.loss = .note
  options.isCanonical = isCanonical
  return try? document.bytes(as: format, options: options, onLoss: onLoss)
}

/// Takes markup through JSON in the style that keeps all of it, and compares the canonical forms.
func checkMarkup(_ bytes: [UInt8]) {
  for style in ["attributes", "jsonml"] {
    _ = FuzzRun.shared.run(
      ["convert", "json", "-f", "xml", "--xml-style", style, "-o", "-", "-"], input: bytes)
  }
  _ = FuzzRun.shared.run(["events", "-"], input: bytes)
  let style = ["--xml-style", "lossless", "-o", "-", "-"]
  guard let canonical = canonicalForm(bytes),
    let json = FuzzRun.shared.run(["convert", "json", "-f", "xml"] + style, input: bytes),
    let written = FuzzRun.shared.run(["convert", "xml", "-f", "json"] + style, input: json)
  else { return }
  guard canonicalForm(written) == canonical else {
    fatalError("other markup came back: \(String(decoding: written, as: UTF8.self))")
  }
}

/// Takes markup through a style or the mapping that it chooses and a target, the first byte saying which, and back: the same
/// canonical form but for white space between elements, or something was told.
func checkWaysBack(_ bytes: [UInt8]) {
  let choice = Int(bytes.first ?? 0)
  let markup = Array(bytes.dropFirst())
  checkTables(markup, as: choice % 2 == 0 ? "csv" : "tsv")
  let target = ["json", "xml1", "binary1", "openstep", "jsonl"][choice / 4 % 5]
  var way = [["--xml-style", "attributes"], ["--xml-style", "jsonml"], ["--xml-style", "lossless"], []][
    choice % 4]
  guard let canonical = canonicalForm(markup),
    let there = FuzzRun.shared.run(["convert", target, "-f", "xml", "-o", "-", "-"] + way, input: markup)
  else { return }
  var options = CanonicalTree.Options()
  var told = options.takeOutAnnotations(FuzzRun.shared.told)
  if let note = told.firstIndex(where: { $0.contains("[mapping/chosen]") }) {
    let text = told.remove(at: note)
    let words = text.split(separator: " ").map { $0.filter { $0 != ";" } }
    guard let name = words.firstIndex(of: "mapping").map({ words[$0 + 1] }) else { return }
    // A mapping that does not cover the document is named, too, but the style took its place.
    let isRead = !text.contains("read without the mapping")
    way = isRead ? ["--mapping", name] : ["--xml-style", "attributes"]
    options.expandsNames = isRead
    options.sortsSiblings = isRead && (name == "podcast" || name == "atom")
  } else if way.isEmpty {
    way = ["--xml-style", "attributes"]
  }
  if !told.isEmpty { return }
  guard let back = FuzzRun.shared.run(["convert", "xml", "-f", target, "-o", "-", "-"] + way, input: there),
    let again = canonicalForm(back)
  else { fatalError("no way back from \(target): \(String(decoding: there, as: UTF8.self))") }
  guard CanonicalTree.content(of: again, options) == CanonicalTree.content(of: canonical, options) else {
    fatalError("other markup came back from \(target): \(String(decoding: back, as: UTF8.self))")
  }
}

/// Takes the values of JSON or a table into a table and twice through JSON: the same table comes back to the byte.
func checkTables(_ bytes: [UInt8], as format: String) {
  for source in ["json", format] {
    let there = ["convert", format, "-q", "-o", "-", "-", "-f"]
    guard let table = FuzzRun.shared.run(there + [source], input: bytes) else { continue }
    guard
      let json = FuzzRun.shared.run(["convert", "json", "-q", "-f", format, "-o", "-", "-"], input: table),
      let again = FuzzRun.shared.run(there + ["json"], input: json)
    else { fatalError("no way back from \(format): \(String(decoding: table, as: UTF8.self))") }
    if again != table { fatalError("another table came back: \(String(decoding: again, as: UTF8.self))") }
  }
}

private func canonicalForm(_ bytes: [UInt8]) -> [UInt8]? {
  FuzzRun.shared.run(["format", "--canonical", "-f", "xml", "-o", "-", "-"], input: bytes)
}

/// Takes the first line as a pattern and the rest as a text.
func checkPattern(_ bytes: [UInt8]) {
  let (pattern, text) = splitLine(bytes)
  guard let compiled = try? IRegexp(String(decoding: pattern, as: UTF8.self)) else { return }
  let words = String(decoding: text, as: UTF8.self)
  if compiled.matches(words) && !compiled.isFound(in: words) {
    fatalError("what matches as a whole is not found")
  }
}

/// The first line, and what follows it.
func splitLine(_ bytes: [UInt8]) -> (line: [UInt8], rest: [UInt8]) {
  let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
  return (Array(bytes[..<end]), Array(bytes[end...].dropFirst()))
}
