// The declaration in another file of a project, for files whose reader finds it there.
//
//   DESCRIPTION   Encoding: latin1                   the .R and .Rd files of the package
//   de.aff        SET ISO8859-1                      de.dic
//   main.tex      \usepackage[latin1]{inputenc}      the files that it inputs

/// Finds the declarations of other files, and reads each file once.
final class CompanionDeclarations: Sendable {
  /// The policies of files that declare an encoding, by path.
  private let declared = SharedState([String: FilePolicy?]())
  /// The policies of documents of LaTeX on the files that they input: for each directory, the names without extension.
  private let inputs = SharedState([String: [String: FilePolicy]]())

  /// The maximum size of such a file, and the number of files of a directory to read.
  private static let (sizeLimit, fileLimit) = (1 << 20, 500)

  /// The policy on a file, whose directory is the first of `folders` and whose parents follow, or nil.
  func policy(for path: String, in folders: [String]) -> FilePolicy? {
    let (folder, name) = Paths.split(path)
    switch Paths.pathExtension(name)?.lowercasedASCII {
    case "r", "rd": return folders.lazy.compactMap { self.policy(in: Paths.join($0, "DESCRIPTION")) }.first
    case "dic": return policy(in: Paths.replacingExtension(of: path, with: "aff"))
    case "tex":
      return inputs.value(for: folder) { Self.inputs(in: folder) }[Paths.stem(name)]
    default: return nil
    }
  }

  private func policy(in path: String) -> FilePolicy? {
    declared.value(for: path) { Self.read(path) { _, policy in policy } }
  }

  /// The policies on the files that the documents in a directory input; the first document's counts.
  private static func inputs(in folder: String) -> [String: FilePolicy] {
    let names = (Platform.names(inFolder: folder) ?? []).filter { Paths.pathExtension($0) == "tex" }
    var result: [String: FilePolicy] = [:]
    for name in names.sorted().prefix(fileLimit) {
      _ = read(Paths.join(folder, name)) { text, policy in
        for input in inputNames(in: text) where result[input] == nil { result[input] = policy }
      }
    }
    return result
  }

  /// The names in `\input{NAME}`, `\include{NAME}` and `\input NAME` of files in the same directory, without extension.
  private static func inputNames(in text: ByteView) -> [String] {
    ["\\input{", "\\include{", "\\input "].flatMap { (command: StaticString) in
      var names: [String] = []
      var place = 0
      while let start = text.end(of: command, from: place) {
        place = start
        while let byte = text.byte(at: place), byte != ASCII.rightBrace, !byte.isWhitespace { place += 1 }
        let name = text[start..<place].string
        names.append(Paths.stem(name.hasPrefix("./") ? String(name.dropFirst(2)) : name))
      }
      return names
    }
  }

  /// The result for the text and the declaration of a small regular file; nil without one.
  private static func read<Result>(_ path: String, _ body: (ByteView, FilePolicy) -> Result) -> Result? {
    guard Platform.status(path)?.kind == .regular, let file = try? InputFile(path: path),
      file.count <= sizeLimit
    else { return nil }
    return file.withBytes { bytes in
      for declared in DeclaredEncoding.all(in: bytes, name: path)
      where [.packageDescription, .hunspell, .inputenc].contains(declared.source) {
        guard let encoding = declared.encoding, let range = declared.range else { continue }
        let line = 1 + bytes[0..<range.lowerBound].array.count { $0 == ASCII.lineFeed }
        return body(bytes, FilePolicy(encoding, origin: "\(Paths.split(path).name):\(line)"))
      }
      return nil
    }
  }
}
