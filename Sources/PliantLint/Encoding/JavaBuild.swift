// The encoding in which Maven, Ant and Eclipse compile the sources of Java.
//
//   <project.build.sourceEncoding>ISO-8859-1</…     in pom.xml
//   <javac encoding="ISO-8859-1"                    in build.xml
//   encoding/<project>=ISO-8859-1                   in .settings/org.eclipse.core.resources.prefs

enum JavaBuild {
  private static let files: [(name: String, start: String, end: UInt8)] = [
    ("pom.xml", "<project.build.sourceEncoding>", ASCII.lessThan),
    ("build.xml", "encoding=\"", ASCII.quotationMark),
    (".settings/org.eclipse.core.resources.prefs", "encoding/<project>=", ASCII.lineFeed),
  ]
  /// The maximum number of lines of a start tag of Ant.
  private static let tagLines = 10

  /// The policy of the builds in a directory, or nil; `lines` returns the numbered lines of a file.
  static func policy(in folder: String, _ lines: (String) -> [(number: Int, text: String)]) -> FilePolicy? {
    for file in files {
      var compiler: Int?
      for (number, line) in lines(Paths.join(folder, file.name)) {
        if line.byteOffset(of: "<javac") != nil { compiler = number }
        if file.name == "build.xml", compiler.map({ number - $0 > tagLines }) ?? true { continue }
        guard let start = line.byteOffset(of: file.start) else { continue }
        let rest = line.utf8.dropFirst(start + file.start.utf8.count)
        let name = String(decoding: rest.prefix { $0 != file.end }, as: UTF8.self)
        return FilePolicy(value(of: name, in: folder, lines), origin: "\(file.name):\(number)")
      }
    }
    return nil
  }

  /// The text, or for `${property}` that of the property in build.properties.
  private static func value(
    of text: String, in folder: String, _ lines: (String) -> [(number: Int, text: String)]
  ) -> String {
    guard text.hasPrefix("${"), text.hasSuffix("}") else { return text }
    let name = text.dropFirst(2).dropLast()
    for (_, line) in lines(Paths.join(folder, "build.properties")) {
      let sides = line.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      if sides.count == 2, sides[0] == name { return sides[1] }
    }
    return text
  }
}
