// I-Regexp: what matches, what does not, what is refused, and that no pattern explodes.

import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct IRegexpTests {
  @Test func matchesTheWholeText() async throws {
    try await forEachRow(of: [
      ("", "", true), ("", "a", false), ("a", "a", true), ("a", "b", false), ("abc", "abc", true),
      ("a|b", "b", true),
      ("a|b|", "", true), ("a|bc|d", "bc", true), ("a|bc|d", "b", false), ("a*", "", true),
      ("a*", "aaaa", true),
      ("a+", "", false), ("a+b", "aab", true), ("a?b", "b", true), ("a?b", "aab", false),
      ("a{3}", "aaa", true),
      ("a{3}", "aa", false), ("a{2,}", "aaaaa", true), ("a{2,}", "a", false), ("a{1,2}", "aaa", false),
      ("a{0}", "", true), ("a{0}b", "b", true), ("(ab|c)+d", "abcabd", true), ("(ab|c)+d", "abd", true),
      ("((a|b)*c){2}", "abcbac", true), ("((a|b)*c){2}", "abc", false), ("(a|b){2}(c|d)?", "bad", true),
      (".", "\n", false), (".", "ü", true), (".", "\u{1F600}", true), ("[a-c]", "b", true),
      ("[^a-c]", "b", false),
      ("[^a-c]", "d", true), ("[-a]", "-", true), ("[a-]", "-", true), ("[\\-x]", "-", true),
      ("[\\]]", "]", true),
      ("\\p{Lu}\\p{Ll}+", "Äpfel", true), ("\\P{L}", "a", false), ("[\\p{Nd}x]+", "1x٣", true),
      ("\\.", ".", true),
      ("\\.", "a", false), ("^a$", "a", true), ("^a$", "^a$", false),
      ("a^b", "ab", false), ("^ab.*", "abc", true), ("^ab.*", "xab", false), (".*bc$", "abc", true),
      (".*bc$", "abcx", false), ("[$]\\^", "$^", true), ("^$", "", true), ("(^|b)a($|b)", "a", true),
      ("\\n\\t", "\n\t", true), ("a,b-c", "a,b-c", true),
      ("[0-9]{4}-[0-9]{2}", "2012-03", true), ("()", "", true), ("(|a)b", "ab", true),
      ("(a|)(b|)c", "c", true),
      ("(a*)*", "aaa", true), ("(a*)+b", "b", true), ("x(a|b(c|d)e)*y", "xabcebdey", true),
    ]) { (pattern: String, text: String, expected: Bool) throws in
      #expect(try IRegexp(pattern).matches(text) == expected)
    }
  }

  @Test func findsAPart() async throws {
    try await forEachRow(of: [
      ("b$", "ab", true), ("b$", "abc", false), ("^b", "ab", false), ("^a", "ab", true), ("b+", "abbc", true),
      ("d", "abc", false), ("", "abc", true), ("c", "abc", true), ("a|x", "zx", true),
    ]) { (pattern: String, text: String, expected: Bool) throws in
      #expect(try IRegexp(pattern).isFound(in: text) == expected)
    }
  }

  @Test func refuses() async throws {
    try await forEachRow(of: [
      ("(", "regexp.unbalanced", 0), ("a)", "regexp.unbalanced", 1), ("*a", "regexp.nothing-to-repeat", 0),
      ("a**", "regexp.nothing-to-repeat", 2), ("a+?", "regexp.nothing-to-repeat", 2),
      ("(*)", "regexp.nothing-to-repeat", 1),
      ("a{2}{3}", "regexp.nothing-to-repeat", 4), ("]", "regexp.escape-needed", 0),
      ("}", "regexp.escape-needed", 0),
      ("\\d", "regexp.bad-escape", 0), ("\\", "regexp.bad-escape", 0), ("\\p{Xx}", "regexp.bad-category", 0),
      ("\\pL", "regexp.bad-category", 0), ("[]", "regexp.bad-class", 0), ("[a", "regexp.bad-class", 0),
      ("[c-a]", "regexp.bad-class", 1), ("[a-b-c]", "regexp.escape-needed", 4),
      ("a{}", "regexp.bad-count", 1),
      ("a{2,1}", "regexp.bad-count", 1), ("a{1", "regexp.bad-count", 1), ("a{99999}", "regexp.too-large", 8),
      ("((a{100}){100}){100}", "regexp.too-large", 20),
    ]) { (pattern: String, code: String, offset: Int) in
      do throws(Failure) {
        _ = try IRegexp(pattern)
        Issue.record("\(pattern) was accepted")
      } catch {
        #expect(error.code.name.description == code)
        #expect(error.offset == offset)
      }
    }
  }

  @Test(arguments: ["(a+)+[$]", "(a|a)*b", "(a*)*b", "(a?){60}a{60}b"])
  func takesLinearTimeOnKnownExplosions(pattern: String) throws {
    #expect(try !IRegexp(pattern).matches(String(repeating: "a", count: 5_000)))
  }

  @Test func deepGroupsAreRefused() {
    #expect(throws: Failure.self) { try IRegexp(String(repeating: "(", count: 100_000)) }
  }
}
