// Documents against schemas: yours, and the built-in ones of Apple's documented files.

import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct SchemaTests {
  static let schema = """
    {"schema": "server", "types": {"Port": {"type": "integer", "values": [80, 443]},
      "Tree": {"type": "dictionary", "keys": {"name": "required string", "children": "array of Tree"}}},
     "keys": {"host": {"type": "required string", "pattern": "[a-z.]+", "note": "no scheme"}, "port": "Port",
      "aliases": "string | array of string", "limits": "dictionary of integer", "tree": "Tree",
      "id": {"type": "string", "unique": true}, "on": "boolean", "when": "date",
      "mode": {"type": "dictionary", "either": ["file", "url"]}, "names": {"type": "array", "nonempty": true},
      "plugin": {"type": "dictionary", "by": "kind", "keys": {"kind": "required string"},
        "choices": {"a": {"keys": {"size": "required integer"}}, "b": {"keys": {"size": "string"}}}}}}
    """

  static func lint(
    _ text: String, _ name: String, rules: [LintSelector] = [], schema: String = schema
  ) throws -> [String] {
    var options = LintOptions()
    options.schemas = [
      try Array(schema.utf8).withByteView { bytes throws(Diagnostic) in try LintSchema(bytes) }
    ]
    options.select = rules
    return LinterTests.lint(Array(text.utf8), name, options).map {
      "\($0.line):\($0.column) \($0.rule.id): \($0.message)"
    }
  }

  @Test func ownSchema() async throws {
    try await forEachRow(of: [
      ("a.json", "{\"host\": \"a.b\", \"port\": 80, \"aliases\": [\"c\"], \"limits\": {\"x\": 1}}", []),
      ("a.json", "{\n\"port\": 80}", ["1:1 plist/required: missing key 'host' in the document"]),
      (
        "a.json", "{\"host\": \"http://a\"}",
        ["1:10 plist/value: 'host' has the value 'http://a', which does not match '[a-z.]+'; no scheme"]
      ),
      (
        "a.jsonc", "{\"host\": \"a\", // no\n \"port\": 81}",
        ["2:10 plist/value: 'port' has the value '81'; expected '80', '443'"]
      ),
      (
        "a.json", "{\"host\": \"a\",\n\"port\": \"80\"}",
        ["2:9 plist/type: 'port' must be integer, found string '80'"]
      ),
      (
        "a.json", "{\"host\": \"a\", \"aliases\": [\"b\",\n 1], \"limits\": {\"x\": true}}",
        [
          "2:2 plist/type: 'aliases.1' must be string, found integer '1'",
          "2:22 plist/type: 'limits.x' must be integer, found boolean 'true'",
        ]
      ),
      (
        "a.json",
        "{\"host\": \"a\", \"tree\": {\"name\": \"r\", \"children\": [{\"name\": \"s\",\n\"children\": [{}]}]}}",
        ["2:14 plist/required: missing key 'name' in 'tree.children.0.children.0'"]
      ),
      ("a.json", "{\"host\": \"a\", \"plugin\": {\"kind\": \"b\", \"size\": \"1\"}}", []),
      (
        "a.json", "{\"host\": \"a\", \"plugin\": {\"kind\": \"a\", \"size\": \"1\"}}",
        ["1:47 plist/type: 'plugin.size' must be integer, found string '1'"]
      ),
      (
        "a.plist",
        "<plist version=\"1.0\"><dict><key>host</key><string>a</string>\n<key>on</key><integer>1</integer></dict></plist>",
        ["2:14 plist/type: 'on' must be boolean, found integer '1'"]
      ),
      (
        "a.json", "{\"host\": \"a\", \"mode\": {}, \"names\": []}",
        [
          "1:23 plist/required: missing key 'file' or 'url' in 'mode'", "1:36 plist/value: 'names' is empty",
        ]
      ),
      // Strings may spell what a format has no type for, and variables may be anything.
      ("a.strings", "host = \"a\"; port = \"80\"; on = YES;", []),
      ("a.json", "{\"host\": \"a\", \"when\": \"2020-01-01\", \"port\": \"${PORT}\"}", []),
      (
        "a.jsonl", "{\"host\": \"a\"}\n{\"host\": 1}\n",
        ["2:10 plist/type: '1.host' must be string, found integer '1'; no scheme"]
      ),
    ]) { (name: String, text: String, expected: [String]) throws in
      let found = try Self.lint(text, name)
      #expect(found == expected)
    }
  }

  @Test func namedTypesAndAlternatives() async throws {
    let tree = "{\"type\": \"T\", \"types\": {\"T\": {\"keys\": {\"n\": \"integer\", \"l\": \"T | null\"}}}}"
    let later =
      "{\"keys\": {\"p\": {\"type\": \"P\", \"note\": \"q\"}, \"r\": \"S\"}, \"types\": {\"P\": \"S\", \"S\": {\"type\": \"integer\"}}}"
    let shapes =
      "{\"type\": \"array\", \"of\": \"C | S\", \"types\": {\"C\": {\"keys\": {\"r\": \"required real\"}}, \"S\": {\"keys\": {\"s\": \"required real\"}}}}"
    let lists = "{\"keys\": {\"a\": \"array of string | array of array of integer\"}}"
    let port =
      "{\"keys\": {\"p\": \"P | string\"}, \"types\": {\"P\": {\"type\": \"integer\", \"values\": [80, 4.5e1]}}}"
    let range =
      "{\"keys\": {\"h\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 18446744073709551616}}}"
    try await forEachRow(of: [
      (tree, "{\"n\": 1, \"l\": {\"n\": 2, \"l\": null}}", []),
      (tree, "{\"l\": {\"n\": \"x\"}}", ["1:13 plist/type: 'l.n' must be integer, found string 'x'"]),
      (tree, "{\"l\": 5}", ["1:7 plist/type: 'l' must be dictionary or null, found integer '5'"]),
      (later, "{\"p\": 1, \"r\": 2}", []),
      (later, "{\"p\": \"y\"}", ["1:7 plist/type: 'p' must be integer, found string 'y'; q"]),
      (later, "{\"r\": \"y\"}", ["1:7 plist/type: 'r' must be integer, found string 'y'"]),
      (shapes, "[{\"s\": 2}, {\"r\": 1}]", []),
      (shapes, "[{\"t\": 2}]", ["1:2 plist/required: missing key 'r' in '0'"]),
      (lists, "{\"a\": [[1], [2]]}", []), (lists, "{\"a\": [\"x\"]}", []),
      (lists, "{\"a\": [\"x\", 1]}", ["1:13 plist/type: 'a.1' must be string, found integer '1'"]),
      (port, "{\"p\": 45.0}", []), (port, "{\"p\": \"x\"}", []),
      (port, "{\"p\": 99}", ["1:7 plist/value: 'p' has the value '99'; expected '80', '4.5e1'"]),
      (range, "{\"h\": 18446744073709551616}", []),
      (range, "{\"h\": 0}", ["1:7 plist/value: 'h' is 0, but must be at least 1"]),
      (
        range, "{\"h\": 18446744073709551617}",
        ["1:7 plist/value: 'h' is 18446744073709551617, but must be at most 18446744073709551616"]
      ),
    ]) { (schema: String, text: String, expected: [String]) in
      let found = try? Self.lint(text, "a.json", schema: schema)
      #expect(found == expected, "\(schema) \(text)")
    }
  }

  /// A reference is followed once, however many alternatives lead to it.
  @Test func chainsOfReferences() throws {
    func schema(_ length: Int, _ type: (String) -> String) -> String {
      let types =
        (0..<length).map { "\"A\($0)\": \"\(type("A\($0 + 1)"))\"" } + ["\"A\(length)\": \"integer\""]
      return "{\"type\": \"A0\", \"types\": {\(types.joined(separator: ", "))}}"
    }
    let doubled = try Self.lint("[1]", "a.json", schema: schema(40) { "\($0) | \($0)" })
    #expect(doubled == ["1:1 plist/type: the document must be integer, found array"])
    let long = #expect(throws: Diagnostic.self) { try Self.lint("1", "a.json", schema: schema(5000) { $0 }) }
    #expect(long?.message == "types are nested too deeply")
  }

  @Test func unknownKeysOnlyByChoice() throws {
    let text = "{\"host\": \"a\", \"prot\": 1}"
    #expect(try Self.lint(text, "a.json") == [])
    #expect(
      try Self.lint(text, "a.json", rules: [.rule(.plistUnknownKey)])
        == ["1:15 plist/unknown-key: unknown key 'prot' in the document; did you mean 'port'?"])
  }

  @Test func mistakesInSchemas() async throws {
    try await forEachRow(of: [
      ("[]", "a schema must be a dictionary"), ("{\"type\": \"sting\"}", "did you mean 'string'?"),
      ("{\"keys\": {\"a\": {\"requird\": true}}}", "did you mean 'required'?"),
      ("{\"keys\": {\"a\": {\"pattern\": \"(\"}}}", "the pattern '('"),
      ("{\"type\": \"object\", \"properties\": {}}", "JSON Schema is unsupported; pliant-schema(5)"),
      ("{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"}", "JSON Schema is unsupported"),
      ("{\"type\": \"list of string\"}", "invalid type 'list of string'"),
      ("{\"type\": \"A\", \"types\": {\"A\": \"B\", \"B\": \"A | A\"}}", "'A' refers only to itself"),
      ("{\"keys\": {\"a\": {\"unique\": \"yes\"}}}", "expected true or false"),
      ("{\"keys\": {\"a\": {\"values\": \"x\"}}}", "expected an array of scalars"),
      ("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>", "XML Schema is unsupported"),
    ]) { (text: String, expected: String) in
      var message = ""
      do throws(Diagnostic) {
        _ = try Array(text.utf8).withByteView { bytes throws(Diagnostic) in try LintSchema(bytes) }
      } catch { message = error.message }
      #expect(message.contains(expected), "\(message)")
    }
  }

  @Test func builtInSchemas() async throws {
    try await forEachRow(of: [
      ("Info.plist", "<key>UIFileSharingEnabled</key><string>YES</string>", ["plist/type"]),
      ("Info.plist", "<key>UIFileSharingEnabled</key><string>$(SHARING)</string><key>XYZ</key><true/>", []),
      ("a.plist", "<key>UIFileSharingEnabled</key><string>YES</string>", []),
      ("App-Info.plist", "<key>CFBundleURLTypes</key><array><string>a</string></array>", ["plist/type"]),
      ("a.entitlements", "<key>com.apple.security.app-sandbox</key><string>true</string>", ["plist/type"]),
      (
        "a.plist", "<key>Label</key><string>a</string><key>ProgramArguments</key><string>a b</string>",
        ["plist/type"]
      ),
      (
        "LaunchAgents/a.plist",
        "<key>Label</key><string>a</string><key>Program</key><string>a</string>"
          + "<key>StartCalendarInterval</key><array><dict><key>Hour</key><string>6</string></dict></array>",
        ["plist/type"]
      ),
      ("LaunchAgents/a.plist", "<key>RunAtLoad</key><true/>", ["plist/required", "plist/required"]),
      (
        "LaunchDaemons/a.plist",
        "<key>Label</key><string>a</string><key>Program</key><string>a</string><key>StartCalendarInterval</key>"
          + "<dict><key>Hour</key><integer>24</integer><key>Minute</key><integer>59</integer></dict>",
        ["plist/value"]
      ),
      (
        "a.plist", "<key>b</key><dict><key>Label</key><string>a</string><key>Program</key><true/></dict>", []
      ),
      ("Info.plist", "<key>CFBundleShortVersionString</key><string>8.2-beta.0</string>", ["plist/value"]),
      ("Info.plist", "<key>CFBundleShortVersionString</key><string>1.2.3.4</string>", ["plist/value"]),
      ("Info.plist", "<key>CFBundleVersion</key><string>Baker40</string>", ["plist/value"]),
      (
        "Info.plist",
        "<key>CFBundleVersion</key><string>1.2.3b4</string><key>CFBundleShortVersionString</key>"
          + "<string>VERSION</string>", []
      ),
      ("Info.plist", "<key>NSCameraUsageDescription</key><string> </string>", ["plist/value"]),
      (
        "Info.plist",
        "<key>UIBackgroundModes</key><array><string>fetch</string><string>background-fetch</string></array>",
        ["plist/value"]
      ),
      (
        "Info.plist",
        "<key>CFBundlePackageType</key><string>APPL</string><key>CFBundleSupportedPlatforms</key>"
          + "<array><string>iPhoneSimulator</string></array>", ["plist/value"]
      ),
      (
        "Info.plist",
        "<key>CFBundlePackageType</key><string>FMWK</string><key>CFBundleSupportedPlatforms</key>"
          + "<array><string>iPhoneSimulator</string></array>", []
      ),
      ("a.entitlements", "<key>aps-environment</key><string>prod</string>", ["plist/value"]),
      (
        "a.entitlements",
        "<key>com.apple.developer.associated-domains</key>"
          + "<array><string>applinks:*.a.com?mode=developer</string><string>https://a.com</string></array>",
        ["plist/value"]
      ),
      (
        "a.xcprivacy", "<key>NSPrivacyCollectedDataTypes</key><array><dict/></array>",
        Array(repeating: "plist/required", count: 4)
      ),
      (
        "a.xcprivacy",
        "<key>NSPrivacyAccessedAPITypes</key><array><dict><key>NSPrivacyAccessedAPIType</key>"
          + "<string>NSPrivacyAccessedAPICategoryDiskSpace</string><key>NSPrivacyAccessedAPITypeReasons</key>"
          + "<array/></dict></array>", ["plist/value"]
      ),
      (
        "a.stringsdict",
        "<key>k</key><dict><key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
          + "<key>NSStringFormatValueTypeKey</key><string>%d</string><key>single</key><string>a</string>"
          + "<key>other</key><string>b</string></dict></dict>", ["plist/value", "strings/plurals"]
      ),
      (
        "a.xcprivacy",
        "<key>NSPrivacyAccessedAPITypes</key><array><dict><key>NSPrivacyAccessedAPIType</key>"
          + "<string>NSPrivacyAccessedAPICategoryDiskSpace</string><key>NSPrivacyAccessedAPITypeReasons</key>"
          + "<array><string>CA92.1</string></array></dict></array>", ["plist/value"]
      ),
      (
        "a.mobileconfig",
        "<key>PayloadUUID</key><string>1</string><key>PayloadContent</key><array><dict><key>PayloadUUID</key>"
          + "<string>1</string></dict></array>", ["plist/value"]
      ),
    ]) { (name: String, entries: String, expected: [String]) in
      let text = "<plist version=\"1.0\"><dict>\(entries)</dict></plist>"
      #expect(LinterTests.lint(Array(text.utf8), name, LintOptions()).map(\.rule.id.description) == expected)
    }
  }
}
