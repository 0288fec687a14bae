// Whether an edited text is the old one with the edit, whose value is 0.

import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct EditCheckTests {
  private static let old = "{\"a\":[1,{\"b\":\"x\"},[]],\"c\":{\"d\":[true]},\"e\":1.0}"

  enum Edit: Sendable {
    case replace, insert, append, remove
  }

  private func holds(_ new: String, _ edit: Edit, _ path: String) throws -> Bool {
    let value = try ValueText.json("0")
    let whole: DocumentEdit =
      switch edit {
      case .replace: .replace(with: value)
      case .insert: .insert(value)
      case .append: .append(value)
      case .remove: .remove
      }
    let old = try ValueText.json(Self.old)
    var builder = DocumentBuilder(source: .empty)
    try old.send(editing: KeyPath(dotted: path), whole, into: &builder)
    return DocumentPatching.isSame(Array(new.utf8), .json, as: try builder.finish(), LossReport())
  }

  @Test func texts() async throws {
    try await forEachRow(
      of: [
        ("{\"a\":[1,{\"b\":0},[]],\"c\":{\"d\":[true]},\"e\":1.0}", .replace, "a.1.b", true),
        ("{\"a\":[1,{\"b\":2},[]],\"c\":{\"d\":[true]},\"e\":1.0}", .replace, "a.1.b", false),
        ("{\"a\":[1,{\"b\":0},[]],\"c\":{\"d\":[false]},\"e\":1.0}", .replace, "a.1.b", false),
        ("{\"a\":[1,{},[]],\"c\":{\"d\":[true]},\"e\":1.0}", .replace, "a.1.b", false),
        ("{\"a\":0,\"c\":{\"d\":[true]},\"e\":1.0}", .replace, "a", true),
        (
          "{\"a\":[1,{\"b\":\"x\"},[]],\"c\":{\"d\":[true],\"n\":0},\"e\":1.0}", .insert, "c.n", true
        ),
        ("{\"a\":[0,1,{\"b\":\"x\"},[]],\"c\":{\"d\":[true]},\"e\":1.0}", .insert, "a.0", true),
        ("{\"a\":[0,1,{\"b\":\"x\"}],\"c\":{\"d\":[true]},\"e\":1.0}", .insert, "a.0", false),
        ("{\"a\":[1,{\"b\":\"x\"},[],0],\"c\":{\"d\":[true]},\"e\":1.0}", .append, "a", true),
        ("{\"a\":[1,{\"b\":\"x\"},[]],\"c\":{\"d\":[true,0]},\"e\":1.0}", .append, "a", false),
        ("{\"a\":[1,{\"b\":\"x\"},[]],\"c\":{\"d\":[true,0]},\"e\":1.0}", .append, "c.d", true),
        ("{\"a\":[1,[]],\"c\":{\"d\":[true]},\"e\":1.0}", .remove, "a.1", true),
        ("{\"a\":[1,[]],\"c\":{\"d\":[true]},\"e\":1}", .remove, "a.1", false),
        ("{\"a\":[1,{\"b\":\"x\"},[]],\"e\":1.0}", .remove, "c", true), ("{\"a\":", .remove, "c", false),
      ] as [(String, Edit, String, Bool)]
    ) { (new: String, edit: Edit, path: String, expected: Bool) throws in
      #expect(try holds(new, edit, path) == expected)
    }
  }
}
