// Paths: their spellings, and finding one value in a stream of events.

import PliantKit
import TestSupport
import Testing

@Suite struct KeyPathTests {
  @Test(arguments: [
    ("a.b\\.c.0", ["a", "b.c", "0"]), ("a", ["a"]), ("", [""]), ("a..b", ["a", "", "b"]),
    ("/a~1b/~0/0", ["a/b", "~", "0"]),
    ("/", [""]), ("a\\b", ["a\\b"]),
  ])
  func spellings(text: String, components: [String]) throws {
    let path = try #require(KeyPath(text))
    #expect(path.components == components.map { Array($0.utf8) })
  }

  @Test func badPointers() {
    #expect(KeyPath("/a~2") == nil)
    #expect(KeyPath("/a~") == nil)
  }
}

@Suite struct PathFinderTests {
  @Test(arguments: [
    ("a", "1"), ("b.0", "'x'"), ("b.1.c", "{d: [true]}"), ("b.1.c.d.0", "true"), ("b.2", nil), ("x", nil),
    ("a.b", nil), ("/b/1/c/d", "[true]"),
    ("twice", "2"), ("nested.k", nil), ("b", "['x' {c: {d: [true]}}]"),
  ])
  func values(path: String, events: String?) throws {
    let text = """
      {"skip":{"a":[9]},"a":1,"b":["x",{"c":{"d":[true]}}],"twice":1,"twice":2,"nested":{"k":1},"nested":{"l":2}}
      """
    try Array(text.utf8).withByteView { view in
      var finder = PathFinder(try #require(KeyPath(path)), source: view)
      try JSONReader.read(view, into: &finder)
      #expect(try finder.finish()?.log() == events)
    }
  }

  @Test func binaryListsAreNotReadBesideTheWay() throws {
    let document = try ValueText.json(#"{"s":[1,[2],[2]],"a":{"b":[[5],"v"]},"z":[[2],[2]]}"#)
    var losses = LossReport()
    var failed = 0
    var output = OutputBuffer()
    try BinaryPropertyListWriter.write(document, losses: &losses, index: &failed, to: &output)
    try output.bytes.withByteView { view in
      for (path, events) in [
        ("a.b.1", "'v'"), ("s.2.0", "2"), ("z", "[[2] [2]]"), ("a.b.0", "[5]"), ("s.3", nil),
      ] {
        var finder = PathFinder(KeyPath(dotted: path), source: view)
        try BinaryPropertyListReader.read(view, into: &finder)
        #expect(try finder.finish()?.log() == events, "\(path)")
      }
    }
  }
}
