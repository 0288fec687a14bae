// Lines of several files: which file each is from, as grep says it.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct FileNameTests {
  private static let files = [
    "a.json": #"{"k":"one","l":["x","y"]}"#, "b.json": #"{"k":"two\nlines","l":[]}"#,
    "c.xml": "<a><b>1</b></a>",
    "d.xml": "<a><b>2</b><b>3</b></a>",
  ]

  @Test func saysWhichFile() async throws {
    try await forEachRow(
      of: [
        ("extract k a.json", "one\n"), ("extract k a.json b.json", "a.json:one\nb.json:two\nb.json:lines\n"),
        ("extract -H k a.json", "a.json:one\n"),
        ("extract --no-filename k a.json b.json", "one\ntwo\nlines\n"),
        ("extract k json a.json b.json", "\"one\"\n\"two\\nlines\"\n"),
        ("query --as value $.k a.json b.json", "a.json:one\nb.json:two\nb.json:lines\n"),
        ("query --as count $.l[*] a.json b.json", "a.json:2\nb.json:0\n"),
        ("query --as paths -H $.l[*] a.json", "a.json:$['l'][0]\na.json:$['l'][1]\n"),
        ("query $.k a.json b.json", "[\"one\"]\n[\"two\\nlines\"]\n"),
        ("xpath //b c.xml d.xml", "c.xml:1\nd.xml:2\nd.xml:3\n"), ("xpath --as xml //b c.xml d.xml", nil),
        ("xpath --as count --with-filename //b d.xml", "d.xml:2\n"),
      ] as [(String, String?)]
    ) { (line: String, expected: String?) in
      try withTemporaryFolder { folder in
        try write(Self.files, in: folder)
        let run = try CapturedRun(in: folder)
        _ = Program.run(line.split(separator: " ").map(String.init), context: run.context)
        if let expected {
          #expect(run.outputText == expected, "\(run.errorText)")
        } else {
          #expect(!run.outputText.contains(".xml"))
        }
      }
    }
  }

  @Test func refusesNamesBeforeDocuments() throws {
    let run = try CapturedRun(input: Array("{}".utf8))
    #expect(run.run("query", "-H", "--as", "json", "$") == .trouble)
    #expect(run.errorText.contains("-H is for lines of plain values, not for --as json"))
    let both = try CapturedRun(input: Array("{}".utf8))
    #expect(both.run("extract", "-H", "--no-filename", "k") == .trouble)
    #expect(both.errorText.contains("--with-filename and --no-filename cannot be used together"))
  }
}
