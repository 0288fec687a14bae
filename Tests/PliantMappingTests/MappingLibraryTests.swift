// Finding mappings by name and path, and choosing one for a document.

import Foundation
import PliantCore
import PliantMapping
import Synchronization
import TestSupport
import Testing

@Suite("MappingLibrary")
struct MappingLibraryTests {
  private static func file(_ name: String, root: String, requires: String = "") -> String {
    #"{"mapping": "\#(name)", "root": "\#(root)", "requires": [\#(requires)], "fields": {"a": "a", "b": "b/c"}}"#
  }

  private static func withLibrary(_ body: (MappingLibrary, URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let other = folder.appendingPathComponent("data/pliant/mappings")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      try Data(file("plain", root: "r", requires: "\"a\"").utf8).write(
        to: folder.appendingPathComponent("plain.json"))
      try Data(file("special", root: "r", requires: "\"a\", \"b/c\"").utf8)
        .write(to: other.appendingPathComponent("special.json"))
      try Data("{".utf8).write(to: other.appendingPathComponent("broken.json"))
      let environment = [
        "PLIANT_MAPPINGS": folder.path, "XDG_DATA_HOME": folder.appendingPathComponent("data").path,
      ]
      try body(MappingLibrary { environment[$0] }, folder)
    }
  }

  @Test("Every built-in mapping can be read, and is called as it is listed")
  func builtIns() throws {
    let library = MappingLibrary { _ in nil }
    for entry in BuiltInMappings.all {
      let mapping = try library.mapping(entry.name.description)
      #expect(mapping.name == entry.name.description)
      #expect(mapping.about != nil)
      #expect(entry.roots.map(\.description) == ([mapping.root] + mapping.otherRoots).map(\.local))
    }
    #expect(library.folders.isEmpty)
  }

  @Test("Names are found in folders, paths by themselves, and unknown names suggest the nearest")
  func finding() throws {
    try Self.withLibrary { library, folder in
      let (special, plain) = (
        try library.mapping("special"), try library.mapping(folder.appendingPathComponent("plain.json").path)
      )
      #expect(special.name == "special")
      #expect(plain.name == "plain")
      #expect(library.entries.map(\.name).suffix(3) == ["plain", "broken", "special"])
      for (name, words) in [
        ("xcdatamodl", "did you mean 'xcdatamodel'?"), ("nothing-like-it", "pliant mapping list"),
        ("broken", "unterminated object"), ("./none.json", "no such file"),
      ] {
        #expect {
          try library.mapping(name)
        } throws: { error in
          let message = (error as? MappingLibrary.Problem)?.diagnostic.message.lowercased() ?? ""
          return message.contains(words.lowercased())
        }
      }
    }
  }

  @Test("The mapping that a document asks for") func choosing() async throws {
    try await forEachRow(of: [
      ("<r><a/></r>", "plain"), ("<r><b><c/></b><a/></r>", "special"), ("<r><b/><c/><a/></r>", "plain"),
      ("<r/>", nil), ("<s><a/></s>", nil), ("<r xmlns='urn:x'><a/></r>", nil), ("<r><x><a/></x></r>", nil),
      ("<r><b>", nil), ("", nil), ("<model><entity name='A'/></model>", "xcdatamodel"),
    ]) { (text: String, name: String?) in
      try Self.withLibrary { library, _ in
        let found = Array(text.utf8).withByteView { try? library.choose(for: $0)?.mapping.name }
        #expect(found == name)
      }
    }
  }

  @Test("Many documents cost one reading of each mapping file") func readsOnce() throws {
    try Self.withLibrary { _, folder in
      let opened = Mutex<[String: Int]>([:])
      let library = MappingLibrary(
        environment: { ["PLIANT_MAPPINGS": folder.path][$0] },
        resolve: { path in
          opened.withLock { $0[path, default: 0] += 1 }
          return path
        })
      for (text, name) in [
        ("<r><a/></r>", "plain"), ("<r/>", nil), ("<r><a>1</a></r>", "plain"), ("<s/>", nil),
      ] {
        let found = try Array(text.utf8).withByteView { try library.choose(for: $0)?.mapping.name }
        #expect(found == name, "\(text)")
      }
      #expect(opened.withLock { $0.values.max() } == 1)
    }
  }
}
