// Ninety property lists in three formats through both engines: every difference has its reason, and none is silent.

import Foundation
import PliantCore
import TestSupport
import Testing
@testable import PliantFoundation

@Suite struct EngineDifferenceTests {
  private enum Outcome: String {
    case same
    /// Both refuse the document, pliant with its own message.
    case refused
    case onlyPliantReads
    /// Both read it, with other values, and the answer of Foundation's engine names them.
    case differs
    case differsSilently
  }

  private static let documents: [(name: String, value: String)] = [
    ("string", "<string>a</string>"),
    ("empty string", "<string></string>"),
    ("empty tag", "<string/>"),
    ("accents", "<string>\u{E9}</string>"),
    ("decomposed", "<string>e&#x301;</string>"),
    ("astral", "<string>&#x1F600;</string>"),
    ("predefined entities", "<string>&lt;&amp;&gt;&quot;&apos;</string>"),
    ("numeric references", "<string>&#65;&#x42;</string>"),
    ("white space", "<string>  a  b  </string>"),
    ("tab and line feed", "<string>a\tb\nc</string>"),
    ("CR LF", "<string>a\r\nb</string>"),
    ("carriage return", "<string>a&#13;b</string>"),
    ("CDATA", "<string><![CDATA[a<b]]></string>"),
    ("CDATA and text", "<string>x<![CDATA[a]]>y</string>"),
    ("comment in a string", "<string>a<!-- c -->b</string>"),
    ("instruction in a string", "<string>a<?p q?>b</string>"),
    ("comment", "<array><!-- c --><true/></array>"),
    ("hyphens in a comment", "<array><!-- a -- b --><true/></array>"),
    ("instruction", "<array><?p q?><true/></array>"),
    ("control character", "<string>a\u{1B}b</string>"),
    ("control reference", "<string>a&#27;b</string>"),
    ("NUL reference", "<string>a&#0;b</string>"),
    ("noncharacter", "<string>\u{FFFE}</string>"),
    ("undefined entity", "<string>&nbsp;</string>"),
    ("surrogate", "<string>&#xD83D;</string>"),
    ("zero", "<integer>0</integer>"),
    ("negative zero", "<integer>-0</integer>"),
    ("plus sign", "<integer>+7</integer>"),
    ("leading zeros", "<integer>007</integer>"),
    ("hexadecimal", "<integer>0x1F</integer>"),
    ("negative hexadecimal", "<integer>-0x1F</integer>"),
    ("lowest", "<integer>-9223372036854775808</integer>"),
    ("highest", "<integer>9223372036854775807</integer>"),
    ("unsigned", "<integer>18446744073709551615</integer>"),
    ("65 bits", "<integer>18446744073709551616</integer>"),
    ("below 64 bits", "<integer>-9223372036854775809</integer>"),
    ("empty integer", "<integer></integer>"),
    ("spaced integer", "<integer> 7 </integer>"),
    ("letters", "<integer>7a</integer>"),
    ("CDATA in an integer", "<integer><![CDATA[7]]></integer>"),
    ("real", "<real>1.5</real>"),
    ("whole real", "<real>2</real>"),
    ("exponent", "<real>1e10</real>"),
    ("small real", "<real>1e-300</real>"),
    ("tenth", "<real>0.1</real>"),
    ("many digits", "<real>0.1234567890123456789</real>"),
    ("huge real", "<real>1e999</real>"),
    ("nan", "<real>nan</real>"),
    ("infinity", "<real>-infinity</real>"),
    ("negative zero real", "<real>-0.0</real>"),
    ("empty real", "<real></real>"),
    ("spaced real", "<real> 1.5</real>"),
    ("date", "<date>2012-06-16T15:59:28Z</date>"),
    ("leap day", "<date>2012-02-29T00:00:00Z</date>"),
    ("30 February", "<date>2012-02-30T00:00:00Z</date>"),
    ("year 1", "<date>0001-01-01T00:00:00Z</date>"),
    ("fraction", "<date>2012-06-16T15:59:28.5Z</date>"),
    ("offset", "<date>2012-06-16T15:59:28+02:00</date>"),
    ("year 9999", "<date>9999-12-31T23:59:59Z</date>"),
    ("data", "<data>AAEC/w==</data>"),
    ("empty data", "<data></data>"),
    ("empty data tag", "<data/>"),
    ("lines of data", "<data>\n\tAAEC\n\tAw==\n\t</data>"),
    ("cut Base64", "<data>ESIzRA</data>"),
    ("Base64 after padding", "<data>QUJDRA==RA==</data>"),
    ("asterisk in Base64", "<data>QU*JD</data>"),
    ("misplaced padding", "<data>QU=JD</data>"),
    ("hexadecimal data", "<data format=\"hex\">DEADBEEF</data>"),
    ("true", "<true/>"),
    ("false", "<false></false>"),
    ("text in true", "<true>x</true>"),
    ("array", "<array><string>a</string><integer>1</integer></array>"),
    ("empty array", "<array/>"),
    ("nested arrays", "<array><array><array/></array></array>"),
    ("dictionary", "<dict><key>b</key><true/><key>a</key><false/></dict>"),
    ("empty dictionary", "<dict/>"),
    ("empty key", "<dict><key></key><true/></dict>"),
    ("duplicate key", "<dict><key>a</key><true/><key>a</key><false/></dict>"),
    ("equivalent keys", "<dict><key>\u{E9}</key><true/><key>e&#x301;</key><false/></dict>"),
    ("key without value", "<dict><key>a</key></dict>"),
    ("value without key", "<dict><true/></dict>"),
    ("UID", "<dict><key>CF$UID</key><integer>1</integer></dict>"),
    ("IDREF", "<array><string ID=\"1\">x</string><string IDREF=\"1\"/></array>"),
    ("attribute", "<string lang=\"en\">a</string>"),
    ("unknown element", "<text>a</text>"),
    ("text between elements", "<array>x<true/></array>"),
    ("second value", "<true/><false/>"),
    ("nested plist", "<array><plist><true/></plist></array>"),
    ("no value", ""),
    ("key in an array", "<array><key>a</key></array>"),
  ]

  private static let refused: [Outcome] = [.refused, .refused, .refused]
  private static let onlyPliant: [Outcome] = [.onlyPliantReads, .onlyPliantReads, .onlyPliantReads]
  private static let differs: [Outcome] = [.differs, .differs, .differs]

  /// The outcomes for xml1, binary1 and json, and their reason; the others are the same.
  private static let accounts: [String: (outcomes: [Outcome], reason: String)] = [
    "CR LF": ([.same, .differs, .differs], "Foundation keeps carriage returns, XML has line feeds"),
    "carriage return": ([.differs, .same, .same], "Foundation writes it as it is"),
    "comment in a string": (onlyPliant, "Foundation expects CDATA at <!"),
    "instruction in a string": (onlyPliant, "Foundation expects the end tag"),
    "control character": ([.refused, .same, .same], "XML forbids it; --control keep writes it"),
    "control reference": ([.refused, .same, .same], "XML forbids it; --control keep writes it"),
    "NUL reference": (refused, "XML forbids it, and Foundation's text ends there for C"),
    "noncharacter": (refused, "XML forbids it"), "undefined entity": (refused, "XML knows five"),
    "surrogate": (refused, "half a character"),
    "65 bits": (onlyPliant, "Foundation has 64"), "below 64 bits": (onlyPliant, "Foundation has 64"),
    "empty integer": (refused, "no number"), "spaced integer": (refused, "Foundation refuses spaces"),
    "letters": (refused, "no number"), "CDATA in an integer": (onlyPliant, "Foundation reads digits only"),
    "huge real": (onlyPliant, "Foundation reads infinity"),
    "negative zero real": ([.differs, .same, .same], "Foundation writes 0.0 as XML"),
    "empty real": (refused, "no number"),
    "30 February": (refused, "Foundation reads 1 March"), "fraction": (refused, "the DTD has whole seconds"),
    "offset": (refused, "the DTD has UTC"), "empty data tag": (refused, "Foundation refuses it"),
    "asterisk in Base64": (refused, "Foundation skips it"),
    "misplaced padding": (refused, "Foundation reads zeros"),
    "hexadecimal data": (differs, "Foundation reads the digits as Base64"),
    "text in true": (refused, "no value has it"),
    "equivalent keys": (onlyPliant, "Swift's dictionaries merge them"),
    "key without value": (refused, "incomplete"), "value without key": (refused, "incomplete"),
    "UID": (onlyPliant, "Foundation reads an object of a private type"),
    "IDREF": (differs, "Foundation reads an empty string"),
    "unknown element": (refused, "the DTD lacks it"), "text between elements": (refused, "the DTD lacks it"),
    "second value": (refused, "one document, one value"), "no value": (refused, "one document, one value"),
    "key in an array": (refused, "pliant alone refuses what Foundation reads as a string"),
  ]

  private static func digest(_ data: Data, _ format: Format) throws -> UInt64 {
    let owner = DataOwner(data)
    let document = try Reading(format).load(owner.view).document
    var options = ReplayOptions()
    options.sortKeys = true
    var replay = Replay(document, options: options)
    var digest = EqualityDigest(ValueEquality(numbers: .doubles, dates: .wholeSeconds))
    try replay.run(into: &digest)
    return digest.state
  }

  private static func outcome(_ document: Data, _ target: Format) throws -> Outcome {
    let owner = DataOwner(document)
    var ours: Data?
    do throws(Diagnostic) {
      var losses = LossReport()
      let loaded = try Reading(.xml1).load(owner.view)
      ours = Data(try Writing(target).write(loaded, to: OutputBuffer(), losses: &losses).bytes)
    } catch { ours = nil }
    let answer = FoundationTask.answer(EngineRequest(.convert, from: .xml1, to: target), input: document)
    guard let ours else { return answer.error == nil ? .differsSilently : .refused }
    guard answer.error == nil else { return .onlyPliantReads }
    if try digest(ours, target) == digest(Data(answer.payload), target) { return .same }
    return answer.lines.isEmpty ? .differsSilently : .differs
  }

  @Test func everyDifferenceIsAccountedFor() throws {
    #expect(Self.documents.count >= 70)
    #expect(Set(Self.accounts.keys).isSubset(of: Set(Self.documents.map(\.name))))
    for (name, value) in Self.documents {
      let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(value)\n</plist>\n"
      let outcomes = try [Format.xml1, .binary1, .json].map { try Self.outcome(Data(text.utf8), $0) }
      #expect(outcomes == Self.accounts[name]?.outcomes ?? [.same, .same, .same], "\(name)")
    }
  }
}
