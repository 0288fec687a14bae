// Templates with the extension of their output: `{% for i in items %}<item>{{ i }}</item>{% endfor %}` in a
// feed.

enum LintTemplate {
  /// The kind of template in XML, whatever else it contains, or nil: one whose delimiters have no other meaning in XML.
  static func certain(_ text: ByteView) -> String? {
    if text[0..<min(text.count, 4096)].firstIndex(of: "http://genshi.edgewall.org/") != nil {
      return "Genshi template"
    }
    var at = 0
    while let brace = text.firstIndex(of: ASCII.leftBrace, from: at) {
      switch text.byte(at: brace + 1) {
      case ASCII.percentSign where text.firstIndex(of: "%}", from: brace) != nil && isWord(text, brace + 2):
        return "Jinja template"
      case ASCII.leftBrace
      where text.byte(at: brace + 2) == ASCII.numberSign && text.firstIndex(of: "{{/", from: brace) != nil:
        return "Mustache template"
      default: at = brace + 1
      }
    }
    return nil
  }

  /// The kind of template of a text that breaks its grammar, or nil.
  static func likely(_ text: ByteView) -> String? {
    if text.firstIndex(of: "<%") != nil, text.firstIndex(of: "%>") != nil { return "ERB template" }
    if text.firstIndex(of: "{%") != nil, text.firstIndex(of: "%}") != nil { return "Jinja template" }
    if text.firstIndex(of: "<?php") != nil || text.firstIndex(of: "<?=") != nil { return "PHP template" }
    if text.firstIndex(of: "$if(") != nil, text.firstIndex(of: "$endif$") != nil { return "Pandoc template" }
    var at = 0
    while let open = text.firstIndex(of: "{{", from: at), text.firstIndex(of: "}}", from: open) != nil {
      if isWord(text, open + 2) { return "Mustache template" }
      if isWord(text, open + 2, behind: ["$", "."]) { return "Go template" }
      at = open + 2
    }
    return nil
  }

  /// Whether a word follows optional trim or comment marks and spaces.
  private static func isWord(_ text: ByteView, _ start: Int, behind marks: [Unicode.Scalar] = []) -> Bool {
    var at = start
    while let byte = text.byte(at: at),
      byte == ASCII.space || byte == ASCII.hyphen || byte == ASCII.numberSign
        || marks.contains(Unicode.Scalar(byte))
    {
      at += 1
    }
    return text.byte(at: at)?.isLetter == true
  }
}
