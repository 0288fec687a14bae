// References to entities whose declaration is not in the document, and those that are known without it.

import PliantCore
import TestSupport
import Testing

struct XMLEntityTests {
  private static let xhtml =
    "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'xhtml1-strict.dtd'>"
  private static let html = "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN' 'strict.dtd'>"
  private static let rss =
    "<!DOCTYPE rss PUBLIC '-//Netscape Communications//DTD RSS 0.91//EN' 'rss-0.91.dtd'>"

  static let known: [(String, String)] = [
    (xhtml + "<a>&eacute;&euro;&Omega;&lang;</a>", "é€Ω\u{2329}"),
    (html + "<a>x&nbsp;&mdash; &hearts;</a>", "x\u{A0}— ♥"),
    (rss + "<a>caf&eacute; &copy;</a>", "café ©"),
    // RSS 0.91 declares no others, and HTML 5's names are no one's here.
    (rss + "<a>1 &euro;</a>", "1 &euro;"),
    (xhtml + "<a>&Abreve;</a>", "&Abreve;"),
    // What the document itself declares comes first.
    (
      "<!DOCTYPE a PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x' [<!ENTITY eacute 'E'>]><a>&eacute;&agrave;</a>",
      "Eà"
    ),
    (
      "<!DOCTYPE a [<!ENTITY % l PUBLIC '-//W3C//ENTITIES Latin 1 for XHTML//EN' 'l'> %l; <!ENTITY e 'f'>]>"
        + "<a>&eacute;&e;&euro;</a>", "éf&euro;"
    ),
    (
      "<!DOCTYPE a [<!ENTITY % l PUBLIC '-//W3C//ENTITIES Special for\n XHTML//EN' 'l'> %l;]><a>&euro;&Omega;</a>",
      "€&Omega;"
    ),
  ]

  @Test func knowsEntitySetsByTheirNames() async throws {
    try await forEachRow(of: Self.known) { (text: String, value: String) in
      for chunk in [nil, 1, 7] {
        let found = try events(of: text, options: .values, chunk: chunk)
        #expect(found.dropFirst().dropFirst().first == value)
      }
    }
  }

  @Test(arguments: [
    "<!DOCTYPE a SYSTEM 'x.dtd'><a b='1 &cur; 2'>price: &cur; 5</a>",
    "<!DOCTYPE a [<!ENTITY % p SYSTEM 'p'> %p;]><a b='1 &cur; 2'>price: &cur; 5</a>",
  ]) func keepsTheSourceTextOfOthers(_ text: String) throws {
    for chunk in [nil, 1, 5] {
      #expect(
        try events(of: text, options: .values, chunk: chunk) == [
          "doctype a", "<a b=[1 &cur; 2]", "price: &cur; 5", "/a", "end",
        ])
    }
  }

  @Test func keepsExternalEntitiesInText() throws {
    let text = "<!DOCTYPE a [<!ENTITY e SYSTEM 'e'>]><a>x&e;<b/>&e;</a>"
    #expect(
      try events(of: text, options: .values) == ["doctype a", "<a", "x&e;", "<b", "/b", "&e;", "/a", "end"])
  }

  /// Without an external subset, or where the document says that it stands alone, nothing can be declared elsewhere.
  @Test(arguments: [
    "<a>&cur;</a>", "<a b='&cur;'/>", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&cur;</a>",
    "<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'x.dtd'><a>&cur;</a>",
    "<!DOCTYPE plist PUBLIC '-//Apple//DTD PLIST 1.0//EN' 'p'><a>&cur;</a>",
  ]) func refusesWhatIsDeclaredNowhere(_ text: String) {
    let failure = #expect(throws: Failure.self) { try events(of: text, options: .values) }
    #expect(failure?.code.name.description == "xml.undefined-entity")
  }

  @Test func countsThem() throws {
    let text =
      "<!DOCTYPE a SYSTEM 'x' [<!ATTLIST a d CDATA '1'>]>"
      + "<a b='&x;&y;'>&x;<!--c--><![CDATA[d]]><?p?>&z;</a>"
    let bytes = Array(text.utf8)
    try bytes.withByteView { view throws(Failure) in
      for chunk in [view.count, 1] {
        var reader = XMLReader(view[0..<chunk], options: .values, isFinal: chunk == view.count)
        var (start, end) = (0, chunk)
        reading: while true {
          switch try reader.next() {
          case .needsInput:
            start += reader.prepareToRefill()
            end = min(view.count, end + chunk)
            reader.refill(view[start..<end], isFinal: end == view.count)
          case .endDocument: break reading
          default: break
          }
        }
        let tally = reader.tally
        #expect(tally.unreadReferences.count == 4)
        #expect(tally.unreadReferences.offset == 56)
        #expect(tally.comments.count == 1 && tally.instructions.count == 1 && tally.sections.count == 1)
        #expect(tally.documentTypes.count == 1 && tally.defaultedAttributes.count == 1)
      }
    }
  }
}

/// What is read of XML property lists that Apple's tools read though XML does not allow it.
struct XMLPropertyListRepairTests {
  @Test func keepsControlCharacters() throws {
    let text = "<plist><array><string>a\u{1}b</string><string><![CDATA[\u{1F}]]></string></array></plist>"
    #expect(try propertyListLog(text) == "['a\u{1}b' '\u{1F}']")
    #expect(try propertyListLog("<plist><string>&#1;</string></plist>") == "'\u{1}'")
  }

  @Test(arguments: [
    "<string>\u{FFFE}</string>", "<string>\u{0}</string>", "<string>&#0;</string>", "\u{1}<true/>",
  ])
  func refusesOthers(_ text: String) { #expect(throws: Failure.self) { try propertyListLog(text) } }

  @Test func recordsWhatIsLeftOut() throws {
    let text =
      "<!DOCTYPE plist SYSTEM 'x'><plist><array><!-- c --><string>&e;<![CDATA[d]]></string>"
      + "<string>\u{1}</string><?p?></array></plist>"
    let bytes = Array(text.utf8)
    try bytes.withByteView { view throws(Failure) in
      var log = EventLog()
      var ledger = ReadLosses()
      try XMLPropertyListReader.read(view, into: &log, ledger: &ledger)
      #expect(log.text == "['&e;d' '\u{1}']")
      for loss in [Loss.comments, .instructions, .documentType, .cdataAsText, .entityReferences] {
        #expect(ledger[loss]?.count == 1)
      }
      #expect(ledger.notes.map(\.message) == ["kept 1 control character that XML does not allow"])
    }
  }
}
