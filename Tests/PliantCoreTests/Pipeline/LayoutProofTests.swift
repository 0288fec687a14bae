// The proof of a new layout: what is the same document, and what is not.

import PliantCore
import TestSupport
import Testing

@Suite struct LayoutProofTests {
  private func isProved(_ old: [UInt8], _ new: [UInt8], _ format: Format) -> Bool {
    do {
      try old.withByteView { (old: ByteView) throws(Failure) in
        try new.withByteView { (new: ByteView) throws(Failure) in
          let text = DecodedText(old, kind: .init(format))
          try LayoutProof.check(new, of: text, format: format, forced: nil)
        }
      }
      return true
    } catch {
      return false
    }
  }

  private func isProved(_ old: String, _ new: String, _ format: Format) -> Bool {
    isProved(Array(old.utf8), Array(new.utf8), format)
  }

  @Test func sameDocuments() async throws {
    try await forEachRow(of: [
      (Format.json, "{\"a\":[1.0,true]}", " { \"a\" : [ 1.0 , true ] }\n"),
      (.json, "\"\\u00e4\\/\\ud83d\\ude00\\n\"", "\"ä/😀\\u000a\""),
      (.json, "{\"a\":1,\"a\":2}", "{\n  \"a\": 1,\n  \"a\": 2\n}"),
      (.openstep, "{a=1;/* c */}", "{\n\ta = 1; /* c */\n}\n"),
      (.strings, "\"a\"=\"b\";\nx = \"“y”\";", "\"a\" = \"b\";\nx = \"“y”\";"),
      (.xml, "<a><b/><!-- c --></a>", "<a>\n  <b/>\n  <!-- c -->\n</a>\n"),
      (.xml, "<a b='1'   c='2'/>", "<a\n  b='1'\n  c='2'/>"),
      (
        .xml, "<a xml:space='preserve'> <b xml:space='default'><c/></b></a>",
        "<a xml:space='preserve'> <b xml:space='default'>\n<c/>\n</b></a>"
      ),
      (.xml1, "<plist><string> </string></plist>", "<plist>\n<string> </string>\n</plist>"),
    ]) { (format: Format, old: String, new: String) in
      #expect(isProved(old, new, format))
    }
  }

  @Test func otherDocuments() async throws {
    try await forEachRow(of: [
      (Format.json, "[1.0]", "[1]"), (.json, "[12]", "[1 2]"), (.json, "[1]", "[1"), (.json, "[1]", "[1]]"),
      (.json, "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"), (.json, "\"a b\"", "\"ab\""),
      (.json, "\"ä\"", "\"å\""),
      (.json, "\"\\u00e4\"", "\"\\u00e5\""), (.json, "\"a\"", "\"a\\\"\""), (.json, "1E5", "1e5"),
      (.openstep, "{a=b;}", "{a=c;}"), (.openstep, "{a=b;/* c */}", "{a=b;}"),
      (.openstep, "{a=\"b  c\";}", "{a=\"b c\";}"), (.openstep, "{a=bc;}", "{a=b c;}"),
      (.strings, "\"a\"=\"b\";\n“x” = “y”;", "\"a\"=\"b\";\n\u{201C} x” = “y”;"),
      (.xml, "<a>t <b/></a>", "<a>t<b/></a>"), (.xml, "<a><b/></a>", "<a><b></b></a>"),
      (.xml, "<a> </a>", "<a></a>"), (.xml, "<a b='1'/>", "<a b='2'/>"),
      (.xml, "<a><!-- c --></a>", "<a></a>"),
      (.xml, "<a><b/><c/></a>", "<a><c/><b/></a>"), (.xml, "<a><b/></a>", "<a><b/>"),
      (.xml, "<a xml:space='preserve'><b/></a>", "<a xml:space='preserve'> <b/></a>"),
      (.xml, "<a>x <i> <b/></i></a>", "<a>x <i><b/></i></a>"), (.xml, "<a>&lt;</a>", "<a>&gt;</a>"),
    ]) { (format: Format, old: String, new: String) in
      #expect(!isProved(old, new, format))
    }
  }

  @Test func theEncodingMustBeTheSame() {
    let marked = [0xEF, 0xBB, 0xBF] + Array("<a/>".utf8)
    #expect(!isProved(marked, Array("<a/>".utf8), .xml))
    #expect(!isProved(Array("[\"a\"]".utf8), [0xFF, 0xFE] + Array("[]".utf8), .json))
    #expect(!isProved(Array("\"ä\"".utf8), [0x22, 0xE4, 0x22], .json))
  }

  @Test func canonicalXML() async throws {
    try await forEachRow(of: [
      ("<a  b='1' c='&#228;'><![CDATA[x]]>y</a>", "<a b=\"1\" c=\"ä\">xy</a>", true),
      ("<a c='2' b='1'/>", "<a b=\"1\" c=\"2\"></a>", true), ("<a>x<!-- c -->y</a>", "<a>xy</a>", true),
      ("<a b='1'/>", "<a b=\"2\"></a>", false), ("<a>x</a>", "<a>y</a>", false),
      ("<a><b/></a>", "<a></a>", false),
    ]) { (old: String, new: String, isSame: Bool) in
      var found = true
      do {
        try Array(old.utf8).withByteView { (old: ByteView) throws(Failure) in
          try Array(new.utf8).withByteView { (new: ByteView) throws(Failure) in
            try LayoutProof.checkCanonicalXML(new, of: old, keepsComments: false)
          }
        }
      } catch {
        found = false
      }
      #expect(found == isSame)
    }
  }
}
