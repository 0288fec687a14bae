// README's example of the library: the code shown is the code that runs here.

import Foundation
import PliantKit
import TestSupport
import Testing

@Suite struct LibraryExampleTests {
  // README begins
  /// Raises a bundle's build number and leaves the property list as JSON next to it.
  func publish(_ path: String, asJSON target: String) throws(DocumentError) -> Int {
    let bundle = try Document(contentsOf: path)  // any format, detected from content
    guard let version = bundle.value(at: "CFBundleVersion")?.string, let build = Int(version) else {
      return 0
    }
    let changed =
      try bundle
      .setting(.string(String(build + 1)), at: "CFBundleVersion")
      .inserting(["built": "2026-11-21", "signed": true], at: "/Release")
    try changed.write(to: path, as: .binaryPropertyList)  // atomically
    let options = WritingOptions(loss: .note, isPretty: true)  // .refuse, the default, loses nothing
    try changed.write(to: target, as: .json, options: options) { print("note:", $0) }
    return build + 1
  }
  // README ends

  @Test func readmeShowsThisCode() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let begin = try #require(source.range(of: "  // README begins\n"))
    let end = try #require(source.range(of: "  // README ends\n"))
    let lines = source[begin.upperBound..<end.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false)
    let code = lines.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : String($0) }.joined(separator: "\n")
    let readme = try String(contentsOf: packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(
      readme.contains("```swift\nimport PliantKit\n\n\(code)```\n"),
      "README.md shows other code than this file")
  }

  @Test func exampleDoesWhatItSays() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("Info.plist")
      let json = folder.appendingPathComponent("Info.json").path
      try Data("{ CFBundleVersion = 41; CFBundleName = \"Bautagebuch\"; }".utf8).write(to: file)
      #expect(try publish(file.path, asJSON: json) == 42)
      #expect(try Data(contentsOf: file).starts(with: Data("bplist00".utf8)))
      #expect(
        try String(contentsOfFile: json, encoding: .utf8)
          == """
          {
            "CFBundleVersion": "42",
            "CFBundleName": "Bautagebuch",
            "Release": {
              "built": "2026-11-21",
              "signed": true
            }
          }

          """)
    }
  }
}
