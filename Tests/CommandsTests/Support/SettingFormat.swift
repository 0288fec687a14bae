// A format that is made for a test, in the way in which a directory of PliantFormats makes one: `name = text` per line.

import PliantFormats

extension Format {
  static var setting: Format { Format("setting") }
}

extension DiagnosticCode {
  static let settingSyntax = DiagnosticCode(
    "setting.syntax", rule: .plistStructure, "expected 'name = text'")
  static let settingValue = DiagnosticCode(
    "setting.value", rule: .plistStructure, "settings cannot represent %")
}

enum SettingFormat: ReadableFormat {
  static var format: Format { .setting }
  static let traits = FormatTraits(
    summary: "settings", fileExtension: "setting", values: .propertyListText, editing: .rewriting,
    hasOnlyText: true, decisiveExtensions: ["setting"], syntaxRule: .plistStructure)

  static func read(
    _ source: DocumentSource, into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    let text = source.text
    var start = 0
    try sink.beginDictionary(count: nil)
    while start < text.count {
      let end = text.firstIndex(of: ASCII.lineFeed, from: start) ?? text.count
      guard let sign = text[start..<end].firstIndex(of: " = ") else {
        throw Failure(.settingSyntax, at: start)
      }
      try sink.key(text[start..<start + sign])
      try sink.string(text[start + sign + 3..<end])
      start = end + 1
    }
    try sink.endDictionary()
  }

  static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    try pass.replayed(into: SettingWriter(output: output, losses: pass.losses)).output
  }
}

private struct SettingWriter: EventSink, LossReportingSink, ~Copyable {
  var output: OutputBuffer
  var losses: LossReport

  mutating func take(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .key(let name):
      output.append(name)
      output.append(" = ")
    case .string(let text):
      output.append(text)
      output.append(ASCII.lineFeed)
    case .beginDictionary, .endDictionary: break
    default: throw Failure(.settingValue, "other values than text")
    }
  }
}
