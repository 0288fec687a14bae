// The declaration in another file of a project, for files whose reader finds it there.
//
//   DESCRIPTION   Encoding: latin1                   the .R and .Rd files of the package
//   de.aff        SET ISO8859-1                      de.dic
//   main.tex      \usepackage[latin1]{inputenc}      the files that it inputs

/// Finds the declarations of other files.
final class CompanionDeclarations: Sendable {
  private typealias Document = (policy: FilePolicy, text: String)

  /// The documents of LaTeX with a declaration, by directory.
  private let documents = SharedState([String: [Document]]())

  /// The maximum size of such a file, and the number of files of a directory to read.
  private static let (sizeLimit, fileLimit) = (1 << 20, 500)

  /// The policy on a file, whose directory is the first of `folders` and whose parents follow, or nil.
  func policy(for path: String, in folders: [String]) -> FilePolicy? {
    let (folder, name) = Paths.split(path)
    switch Paths.pathExtension(name)?.lowercasedASCII {
    case "r", "rd":
      for folder in folders {
        if let document = Self.document(Paths.join(folder, "DESCRIPTION")) { return document.policy }
      }
      return nil
    case "dic": return Self.document(Paths.replacingExtension(of: path, with: "aff"))?.policy
    case "tex":
      let documents = documents.withLock { $0[folder] } ?? Self.documents(in: folder)
      self.documents.withLock { $0[folder] = documents }
      let stem = Paths.stem(name)
      return documents.first { document in
        ["\\input{", "\\include{", "\\input "].contains { command in
          ["", "./"].contains { document.text.hasText(command + $0 + stem) }
        }
      }?.policy
    default: return nil
    }
  }

  private static func documents(in folder: String) -> [Document] {
    let names = (Platform.names(inFolder: folder) ?? []).filter { Paths.pathExtension($0) == "tex" }
    return names.sorted().prefix(fileLimit).compactMap { document(Paths.join(folder, $0)) }
  }

  /// The declaration of a small regular file, and its text.
  private static func document(_ path: String) -> Document? {
    guard Platform.status(path)?.kind == .regular, let file = try? InputFile(path: path),
      file.count <= sizeLimit
    else { return nil }
    return file.withBytes { bytes in
      for declared in DeclaredEncoding.all(in: bytes, name: path)
      where [.packageDescription, .hunspell, .inputenc].contains(declared.source) {
        guard let encoding = declared.encoding, let range = declared.range else { continue }
        let line = 1 + bytes[0..<range.lowerBound].array.count { $0 == ASCII.lineFeed }
        let policy = FilePolicy(encoding, origin: "\(Paths.split(path).name):\(line)")
        return (policy, declared.source == .inputenc ? bytes.string : "")
      }
      return nil
    }
  }
}
