// A patch of many operations edits the text in few rounds, and the result is that of the operations one after the other.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct PatchRoundsTests {
  private func patched(_ text: String, _ patch: String, _ words: String...) throws -> String {
    try withTemporaryFolder { folder in
      try write(["a.json": text, "p.json": patch], in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(["patch"] + words + ["-o", "-", "a.json", "p.json"], context: run.context)
      #expect(code == .success, "\(run.errorText)")
      return run.outputText
    }
  }

  private func operations(_ list: [(String, String, String)]) -> String {
    "[" + list.map { #"{"op":"\#($0.0)","path":"\#($0.1)","value":\#($0.2)}"# }.joined(separator: ",") + "]"
  }

  @Test("Thousands of keys keep the layout of the text")
  func manyKeys() throws {
    let count = 3_000
    let added = (0..<count).map { ("add", "/a/n\($0)", "\($0)") }
    let lines = (0..<count).map { "\"n\($0)\": \($0)" }
    let text = "{\n  \"a\" : { \"x\": 1 },   \"z\": 2\n}\n"
    let wanted = "{\n  \"a\" : { \"x\": 1, \(lines.joined(separator: ", ")) },   \"z\": 2\n}\n"
    #expect(try patched(text, operations(added)) == wanted)
    #expect(try patched(text, "{\"a\":{\(lines.joined(separator: ","))}}", "--merge") == wanted)
  }

  @Test("Operations that follow from one another have their order")
  func dependent() throws {
    let text = "{\"a\": {}, \"l\": [1, 2, 3], \"b\": 1}\n"
    let rows: [(list: [(String, String, String)], wanted: String)] = [
      (
        [("add", "/a/x", "1"), ("add", "/a/y", "2")],
        "{\"a\": {\"x\": 1, \"y\": 2}, \"l\": [1, 2, 3], \"b\": 1}\n"
      ),
      (
        [("add", "/n", "{}"), ("add", "/n/x", "1")],
        "{\"a\": {}, \"l\": [1, 2, 3], \"b\": 1, \"n\": {\"x\": 1}}\n"
      ),
      (
        [("add", "/l/0", "0"), ("replace", "/l/1", "9"), ("remove", "/l/0", "0")],
        "{\"a\": {}, \"l\": [9, 2, 3], \"b\": 1}\n"
      ),
      (
        [("replace", "/l/1", "8"), ("remove", "/l/0", "0"), ("add", "/l/-", "4")],
        "{\"a\": {}, \"l\": [8, 3, 4], \"b\": 1}\n"
      ),
      (
        [("remove", "/b", "0"), ("add", "/b", "2"), ("replace", "/b", "3")],
        "{\"a\": {}, \"l\": [1, 2, 3], \"b\": 3}\n"
      ),
      (
        [("replace", "/b", "2"), ("replace", "/a", "[]"), ("add", "/a/-", "1")],
        "{\"a\": [1], \"l\": [1, 2, 3], \"b\": 2}\n"
      ),
    ]
    for (list, wanted) in rows {
      let result = try patched(text, operations(list))
      let (found, expected) = try (json(result), json(wanted))
      #expect(found == expected, "\(list): \(result)")
      #expect(result.filter { !$0.isWhitespace } == wanted.filter { !$0.isWhitespace }, "\(list): \(result)")
    }
  }

  private func json(_ text: String) throws -> NSObject? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject
  }

  @Test("Random operations give what they give one at a time")
  func random() throws {
    var random = SeededGenerator(seed: 27)
    for number in rounds(60) {
      var paths = ["/a/x", "/a/y", "/b", "/c/d/e", "/c/d/f", "/l/0", "/l/1", "/l/-", "/a", "/c/d"]
      let list = (0..<1 + random.below(8)).map { _ -> (String, String, String) in
        let path = paths[random.below(paths.count)]
        if random.below(3) == 0 { paths.append(path + "/k\(random.below(3))") }
        return ("add", path, random.pick(["1", "{}", "{\"k\": [2]}", "[3]"]))
      }
      var text = "{\"a\": {\"x\": 0}, \"c\": {\"d\": {\"e\": 1}}, \"l\": [5, 6]}\n"
      let original = text
      var valid: [(String, String, String)] = []
      for operation in list {
        try withTemporaryFolder { folder in
          try write(["a.json": text, "p.json": operations([operation])], in: folder)
          let run = try CapturedRun(in: folder)
          if run.run("patch", "-q", "-o", "-", "a.json", "p.json") == .success {
            text = run.outputText
            valid.append(operation)
          }
        }
      }
      if valid.isEmpty { continue }
      #expect(try json(patched(original, operations(valid))) == json(text), "\(number): \(valid)")
    }
  }
}
