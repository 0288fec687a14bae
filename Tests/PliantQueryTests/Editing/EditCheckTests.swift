// Whether an edited text is the old one beside the edited value, for short and for long documents.

import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct EditCheckTests {
  private static let old = "{\"a\":[1,{\"b\":\"x\"},[]],\"c\":{\"d\":[true]},\"e\":1.0}"

  enum Edit: Sendable {
    case replace, insert, append, remove
  }

  private func holds(_ new: String, _ edit: Edit, _ path: String, limit: Int) throws -> Bool {
    let value = try Array("0".utf8).withByteView { (text: ByteView) throws(Failure) -> Document in
      var builder = DocumentBuilder(source: text)
      try JSONReader.read(text, into: &builder)
      return try builder.finish()
    }
    let whole: DocumentEdit =
      switch edit {
      case .replace: .replace(with: value)
      case .insert: .insert(value)
      case .append: .append(value)
      case .remove: .remove
      }
    return Array(new.utf8).withByteView { new in
      Array(Self.old.utf8).withByteView { old in
        EditCheck.holds(new, old, .json, whole, at: KeyPath(dotted: path), limit: limit)
      }
    }
  }

  @Test func short() async throws {
    try await forEachRow(
      of: [
        ("{\"a\":[1,{\"b\":2},[]],\"c\":{\"d\":[true]},\"e\":1.0}", .replace, "a.1.b", true),
        ("{\"a\":[1,{\"b\":2},[]],\"c\":{\"d\":[false]},\"e\":1.0}", .replace, "a.1.b", false),
        ("{\"a\":[1,{},[]],\"c\":{\"d\":[true]},\"e\":1.0}", .replace, "a.1.b", false),
        ("{\"a\":7,\"c\":{\"d\":[true]},\"e\":1.0}", .replace, "a", true),
        (
          "{\"a\":[1,{\"b\":\"x\"},[]],\"c\":{\"d\":[true],\"n\":{\"d\":[]}},\"e\":1.0}", .insert, "c.n", true
        ),
        ("{\"a\":[0,1,{\"b\":\"x\"},[]],\"c\":{\"d\":[true]},\"e\":1.0}", .insert, "a.0", true),
        ("{\"a\":[0,1,{\"b\":\"x\"}],\"c\":{\"d\":[true]},\"e\":1.0}", .insert, "a.0", false),
        ("{\"a\":[1,{\"b\":\"x\"},[],[1]],\"c\":{\"d\":[true]},\"e\":1.0}", .append, "a", true),
        ("{\"a\":[1,{\"b\":\"x\"},[]],\"c\":{\"d\":[true,1]},\"e\":1.0}", .append, "a", false),
        ("{\"a\":[1,{\"b\":\"x\"},[]],\"c\":{\"d\":[true,1]},\"e\":1.0}", .append, "c.d", true),
        ("{\"a\":[1,[]],\"c\":{\"d\":[true]},\"e\":1.0}", .remove, "a.1", true),
        ("{\"a\":[1,[]],\"c\":{\"d\":[true]},\"e\":1}", .remove, "a.1", false),
        ("{\"a\":[1,{\"b\":\"x\"},[]],\"e\":1.0}", .remove, "c", true), ("{\"a\":", .remove, "c", false),
      ] as [(String, Edit, String, Bool)]
    ) { (new: String, edit: Edit, path: String, expected: Bool) throws in
      #expect(try holds(new, edit, path, limit: EditCheck.comparedBytes) == expected)
      #expect(try holds(new, edit, path, limit: 0) == expected)
    }
  }
}
