// The quick ways of reading by a mapping (plain elements past the XML reader, values sent ahead) against the usual one.

import PliantCore
import PliantMapping
import TestSupport
import Testing

@Suite struct MappingPlainTests {
  /// A DOCTYPE that declares attributes, so that every tag is read by the XML reader; it must not be on a line of its own.
  static let slowly = "<!DOCTYPE r [<!ATTLIST none a CDATA #IMPLIED>]>"

  static let mapping = """
    {"mapping": "m", "root": "r", "namespaces": {"p": "urn:p"},
     "types": {"yes": "boolean true='YES y' false=NO", "day": "date format='yyyy-MM-dd H:mm' zone=Europe/Berlin"},
     "fields": {"t": "c/t", "head": "c/head Head", "items": "c/i I list", "tags": "c/tag list", "end": "c/end"},
     "records": {
       "Head": {"k": "@k", "n": "n", "parts": "ps/p P list"},
       "P": {"a": "@a", "t": "text()"},
       "I": {"k": "@k key", "n": "@n integer", "y": "@y yes", "d": "d day", "e": "d/@e", "s": "s list", "p": "p:v",
             "m": "m xml", "w": "w/x", "w2": "w/@z", "r": "@r references=I", "q": "q[@k='1']", "q2": "q", "mail": "mail date format=rfc822"}}}
    """

  /// Every kind of content, some of it plain.
  static let items = [
    "<i k='a' n='1' y='YES'><d e='x'>2012-03-01 6:00</d><s>1</s><s/><s>2</s></i>",
    "<i  n = '1'  k='b' ></i>", "<i k='c'/>", "<i y='y' k='d' n='-5' r='a'><d>2012-03-31 12:00</d></i>",
    "<i k='e'><d e='&lt;'>\n 2012-10-28 2:30 </d><w z='1'><x>deep</x></w></i>",
    "<i k='f'><s>a &amp; b</s><s><![CDATA[c]]></s><s>d<!-- -->e</s><m>x<b/>y</m></i>",
    "<i k='g' unknown='1'><u><s>no</s></u>text<s>yes</s></i>",
    "<i k='v'/><head k='1'><ps><p a='1'/></ps><n>n</n><ps><p a='2'/></ps></head>",
    "<i k='h'><p:v>1</p:v></i>", "<i k='i'><x:v xmlns:x='urn:p'>2</x:v><s>t</s></i>",
    "<i k='j' xmlns:p='urn:q'><p:v>not</p:v></i>", "<i k='k'><v xmlns='urn:p'>3</v></i>",
    "<i k='l'><q k='1'>one</q><q>none</q></i>", "<i k='m'><mail>Thu, 01 Mar 2012 06:00:00 +0100</mail></i>",
    "<i k='n'><mail>1 Mar 12 06:00 GMT</mail><w z=\"a'b\"/></i>", "<i k='o' n='007'><s>é 漢</s></i>",
    "<i k='p'><mail>Sun, 29 Feb 2004 23:59:59 GMT</mail><d>2012-02-29 0:00</d></i>",
    "<i k='q' n='123456789012345678901234567890'/>",
    "<i k='r'><mail>Thu, 1 Jan 1970 00:00:00 -0130</mail></i>",
    "<i k='u'><mail>Fri, 01 Mar 2012 06:00:00 +0100</mail></i>", "<i k='s'><d>9999-12-31 23:59</d></i>",
    "<i k='t'><d>0001-01-02 0:00</d></i>",
  ]

  static func document(_ content: String) -> String {
    "<r xmlns:p='urn:p'>\n<c>\n<t>x</t>\n" + content + "</c></r>"
  }

  private func check(_ xml: String, _ mapping: CompiledMapping) throws {
    var options = MappingReader.Options()
    for keeps in [false, true] {
      options.keepsUnmapped = keeps
      let (expected, said) = mapping.events(Self.slowly + xml, options)
      let (text, report) = mapping.events(xml, options)
      #expect(text == expected, "\(xml)")
      #expect(report.unmapped.map(\.name) == said.unmapped.map(\.name), "\(xml)")
      #expect(report.unmapped.map(\.count) == said.unmapped.map(\.count), "\(xml)")
      if let direct = mapping.directEvents(xml, options) { #expect(direct == expected, "\(xml)") }
      for chunk in [17, 64, 100] {
        #expect(try mapping.streamedEvents(xml, options, chunk: chunk) == expected, "\(chunk): \(xml)")
      }
    }
  }

  @Test("Plain elements are read as the XML reader would") func plain() async throws {
    try await forEachRow(of: Self.items) { (item: String) in
      let mapping = try compiled(Self.mapping)
      // The second time the names are known.
      let again = item.replacing("k='", with: "k='z").replacing("<q k='z1'", with: "<q k='1'")
      let more = "<i k='z1'><s>1</s></i>\n<i k='z2' n='2'><s>1</s></i>"
      try check(Self.document(more + item + again), mapping)
    }
  }

  @Test("Mistakes among plain elements have the same place") func mistakes() async throws {
    try await forEachRow(of: [
      "<i k='a'/><i k='a'/>", "<i k='b' k='c'/>", "<i k='b' n='x'/>", "<i k='b'><d>2012-02-30 0:00</d></i>",
      "<i k='b'><d>2012-03-25 2:30</d></i>", "<i k='b'><mail>Thu, 32 Mar 2012 06:00:00 +0100</mail></i>",
      "<i k='b'></c>", "<i k='b'><s>1</t></i>", "<i k='b'", "<i k='b' n=1/>", "<i k='b'n='1'/>",
      "<i k='b' n='<'/>",
      "<i k='b'><s>]]></s></i>", "<i k='b'><s>\u{1}</s></i>", "<i k='b' r='nobody'/>", "<i k='b' y='maybe'/>",
      "<i k='b'><w/><w><x>1</x></w><w><x>2</x></w></i>", "<i k='b'><z:v/></i>", "<t>second</t>",
      "<i k='b'><p:v xmlns:p=''/></i>",
    ]) { (item: String) in
      let mapping = try compiled(Self.mapping)
      let xml = Self.document(
        "<i k='a' n='1'><s>1</s></i>\n<i k='a2' n='2'><s>1</s></i>\n" + item + "\n<i k='z'/>")
      let expected = mapping.events(Self.slowly + xml).text
      #expect(expected.first?.isNumber == true, "\(expected)")
      #expect(mapping.events(xml).text == expected)
      #expect(mapping.directEvents(xml) == expected)
    }
  }

  @Test("Values that are sent ahead are the same")
  func direct() throws {
    let mapping = try compiled(Self.mapping)
    let many = (0..<700).map { "<i k='\($0)' n='\($0)'><s>a &amp; \($0)</s><s>b</s></i>" }.joined(
      separator: "\n")
    let head = "<head k='1'><n>n</n><ps>" + String(repeating: "<p a='1'>x</p>", count: 900) + "</ps></head>"
    let documents: [(String, Bool)] = [
      (many, true), (head + many + "<tag>1</tag><end>e</end>", true),
      ("<tag>1</tag>" + many + "<u/><end/>", true),
      (many + head, true), (head, true), ("", true), ("<tag>1</tag>" + many + "<tag>2</tag>", false),
      (many + "<tag>1</tag>" + many.replacing("k='", with: "k='x"), false),
    ]
    for (content, isDone) in documents {
      let xml = Self.document(content)
      let expected = mapping.events(xml).text
      #expect(expected.hasPrefix("{t: 'x'"))
      let direct = mapping.directEvents(xml)
      #expect((direct != nil) == isDone)
      if let direct { #expect(direct == expected) }
    }
    // What is wrong at the end is found after much was sent.
    let late = Self.document(many + "<i k='5'/>")
    #expect(mapping.directEvents(late) == mapping.events(late).text)
    let dangling = Self.document(many + "<i k='x' r='nobody'/>")
    #expect(mapping.directEvents(dangling) == mapping.events(dangling).text)
    var options = MappingReader.Options()
    options.keepsUnmapped = true
    let kept = Self.document("<u>1</u>" + many + "<u>2</u><head k='1'><u/></head>")
    #expect(mapping.directEvents(kept, options) == mapping.events(kept, options).text)
  }

  @Test("A record that takes an earlier one's place needs the whole document")
  func replacing() throws {
    let mapping = try compiled(
      #"{"mapping": "m", "root": "r", "fields": {"i": "i I list"}, "records": {"I": {"$repeated": "replace", "k": "@k key", "t": "t"}}}"#
    )
    #expect(mapping.directEvents("<r><i k='1'/><i k='2'/></r>") == "{i: [{k: '1'} {k: '2'}]}")
    #expect(mapping.directEvents("<r><i k='1'/><i k='2'/><i k='1'><t>x</t></i></r>") == nil)
    #expect(
      mapping.events("<r><i k='1'/><i k='2'/><i k='1'><t>x</t></i></r>").text
        == "{i: [{k: '1' t: 'x'} {k: '2'}]}")
  }

  @Test("Keys are compared over all records that are sent one by one, and what was not looked at is said")
  func streamedKeys() throws {
    func mapping(_ settings: String, _ fields: String = "") throws -> CompiledMapping {
      try compiled(
        """
        {"mapping": "m", "root": "r", "fields": {"g": "g G list"},
         "records": {"G": {"i": "i I list"}, "I": {\(settings)"k": "@k key", "s": "s S list"\(fields)},
           "S": {"$keyScope": "owner", "n": "@n key"}}}
        """)
    }
    func read(_ mapping: CompiledMapping, _ xml: String) -> (String, MappingReport) {
      var options = MappingReader.Options()
      options.records = MappingRecordPlace("g/i", in: mapping)
      return mapping.events(xml, options)
    }
    let doubled = "<r><g><i k='1'/><i k='2'/></g><g>\n<i k='1'/></g></r>"
    #expect(read(try mapping(""), doubled).0 == "2:1 mapping/duplicate-key")
    let (text, report) = read(try mapping(#""$repeated": "replace", "#), doubled)
    #expect(text == "[{k: '1' s: []} {k: '2' s: []} {k: '1' s: []}]")
    #expect(report.doubledRecords == 1)
    #expect(read(try mapping(#""$keyScope": "owner", "#), doubled).0.hasPrefix("[{"))
    let beside = "<r><g><i k='1'/>\n<i k='1'/></g></r>"
    #expect(read(try mapping(#""$keyScope": "owner", "#), beside).0 == "2:1 mapping/duplicate-key")
    let inner = "<r><g><i k='1'><s n='1'/></i><i k='2'><s n='1'/>\n<s n='1'/></i></g></r>"
    #expect(read(try mapping(""), inner).0 == "2:1 mapping/duplicate-key")
    var options = MappingReader.Options()
    options.rememberedKeys = 2
    let short = try mapping("")
    options.records = MappingRecordPlace("g/i", in: short)
    let many = "<r><g><i k='1'/><i k='2'/><i k='3'/><i k='3'/>"
    #expect(short.events(many + "</g></r>", options).report.forgottenKeys == 2)
    #expect(short.events(many + "\n<i k='2'/></g></r>", options).text == "2:1 mapping/duplicate-key")
    let referring = try mapping("", #", "r": "@r references=I""#)
    let (all, said) = read(referring, "<r><g><i k='1' r='9'/></g></r>")
    #expect(all == "[{k: '1' r: '9' s: []}]")
    #expect(said.uncheckedReference == "I.r")
  }
}

extension CompiledMapping {
  /// The events of values sent ahead, or where reading fails; nil where it was given up.
  fileprivate func directEvents(
    _ xml: String, _ options: MappingReader.Options = MappingReader.Options()
  ) -> String? {
    Array(xml.utf8).withByteView { view in
      var report = MappingReport()
      var log = EventLog()
      do throws(Failure) {
        let isDone = try MappingReader.readDirectly(
          view, by: self, options: options, report: &report, into: &log)
        return isDone ? log.text : nil
      } catch {
        return placed(error, in: view)
      }
    }
  }
}
