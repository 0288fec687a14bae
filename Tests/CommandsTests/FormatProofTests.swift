// Random documents are formatted and transcoded: the proof of the result never refuses what is right.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct FormatProofTests {
  private static let spaces = ["", " ", "\n", "\r\n  ", "\t"]
  private static let texts = ["x", " y ", "&amp;", "&#228;", "ü€", "<![CDATA[ <z> ]]>", "]]&gt;", "\n"]

  private func element(_ depth: Int) -> String {
    let name = ["a", "b", "c:d"].randomElement() ?? "a"
    var tag = "<\(name)"
    if Bool.random() { tag += " p = 'ä &lt; \"'" }
    if Int.random(in: 0..<6) == 0 { tag += " xml:space=\"\(Bool.random() ? "preserve" : "default")\"" }
    guard depth > 0, Int.random(in: 0..<4) > 0 else { return tag + (Bool.random() ? "/>" : "></\(name) >") }
    tag += ">"
    let isMixed = Bool.random()
    for _ in 0..<Int.random(in: 0..<4) {
      tag += Self.spaces.randomElement() ?? ""
      switch Int.random(in: 0..<6) {
      case 0: tag += "<!-- k  -->"
      case 1: tag += "<?pi  data ?>"
      case 2 where isMixed: tag += Self.texts.randomElement() ?? ""
      default: tag += element(depth - 1)
      }
    }
    return tag + (Self.spaces.randomElement() ?? "") + "</\(name)>"
  }

  private func list(_ depth: Int) -> String {
    let space = [" ", "\n", " /* c */", " // d\n", "\u{2028}"]
    func gap() -> String { Bool.random() ? "" : space.randomElement() ?? "" }
    guard depth > 0 else { return ["word", "\"q \\\" ü\"", "'s'", "<0f bd>", "<*I5>"].randomElement() ?? "" }
    var text = ""
    let isArray = Bool.random()
    for index in 0..<Int.random(in: 0..<4) {
      text += gap()
      text +=
        isArray ? list(depth - 1) + gap() + "," : "k\(index)\(gap())=\(gap())\(list(depth - 1))\(gap());"
    }
    return isArray ? "(\(text)\(gap()))" : "{\(text)\(gap())}"
  }

  private func json(_ depth: Int) -> String {
    func gap() -> String { Self.spaces.randomElement() ?? "" }
    guard depth > 0 else {
      return ["1.0", "-0", "1E+5", "\"\\u00e4\\/\\ud83d\\ude00\"", "\"ü\"", "true", "null"].randomElement()
        ?? ""
    }
    let count = Int.random(in: 0..<4)
    if Bool.random() {
      return "[" + (0..<count).map { _ in gap() + json(depth - 1) + gap() }.joined(separator: ",") + "]"
    }
    return "{"
      + (0..<count).map { _ in "\(gap())\"k\"\(gap()):\(json(depth - 1))\(gap())" }
      .joined(separator: ",") + "}"
  }

  private func check(_ text: String, _ words: [String]) throws {
    let run = try CapturedRun(input: Array(text.utf8))
    #expect(Program.run(words, context: run.context) == .success, "\(words) \(text): \(run.errorText)")
    guard words[0] == "format" else { return }
    let again = try CapturedRun(input: run.outputBytes)
    #expect(Program.run(words, context: again.context) == .success, "\(words) \(text)")
    #expect(again.outputBytes == run.outputBytes, "\(words) \(text)")
  }

  @Test func randomDocuments() throws {
    for _ in 0..<150 {
      let documents = [
        "<r xmlns:c='urn:c'>" + element(3) + element(2) + "</r>", list(3) == "" ? "{}" : "{r=\(list(3));}",
        "[" + json(3) + "]",
      ]
      for text in documents {
        for words in [["format"], ["format", "--minify"], ["format", "--indent", "4"]] {
          try check(text, words)
        }
      }
      try check(documents[0], ["format", "--canonical"])
      try check(documents[0], ["format", "--canonical", "--no-comments"])
      for name in ["UTF-16", "macintosh", "ISO-2022-JP", "UTF-8"] {
        try check(documents[0], ["transcode", "--to", name])
      }
    }
  }
}
