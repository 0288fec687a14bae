// Small property lists.

/// 10,000 small property lists in folders of 1,000, and one of 400 bytes.
enum SmallFiles {
  static func prepare(in folder: String, scale: Double) throws -> (folder: String, names: [String]) {
    let count = max(Int(10_000 * scale), 1)
    let root = "\(folder)/small-\(count)"
    let names = (0..<count).map { "\($0 / 1000)/\($0).plist" }
    guard !System.exists("\(root)/complete") else { return (root, names) }
    System.say("making \(root)")
    try System.makeFolder(root)
    for part in 0...(count - 1) / 1000 { try System.makeFolder("\(root)/\(part)") }
    var random = SampleRandom(seed: 400)
    for (index, name) in names.enumerated() {
      try write(SampleText.record(index, &random), to: "\(root)/\(name)")
    }
    try FileWriter("\(root)/complete").close()
    return (root, names)
  }

  static func prepareList(of names: [String], in folder: String) throws -> String {
    let path = "\(folder)/names"
    let file = try FileWriter(path)
    try file.write(names.joined(separator: "\n") + "\n")
    try file.close()
    return path
  }

  static func prepareTiny(in folder: String) throws -> String {
    let path = "\(folder)/tiny.plist"
    let value = SampleValue.dictionary([
      ("CFBundleIdentifier", .string("org.example.tiny")), ("CFBundleVersion", .string("1.0")),
      ("LSRequiresIPhoneOS", .boolean(true)), ("Count", .integer(12)),
    ])
    try write(value, to: path)
    return path
  }

  private static func write(_ value: SampleValue, to path: String) throws {
    var text = DocumentFiles.propertyListHead
    value.appendXML(to: &text, depth: 0)
    let file = try FileWriter(path)
    try file.write(text + "</plist>\n")
    try file.close()
  }
}
