// Files that tests compare with, and rewrite when asked to.

import Foundation

/// Whether tests write the files that they would compare with: PLIANT_REWRITE=1.
public var rewritesGoldenFiles: Bool {
  !(ProcessInfo.processInfo.environment["PLIANT_REWRITE"] ?? "").isEmpty
}

/// How a text differs from the file that holds it, or nil where it does not; a missing file differs.
///
/// With PLIANT_REWRITE=1 the file is written instead.
public func difference(of text: String, from file: URL) throws -> String? {
  if rewritesGoldenFiles {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return nil
  }
  let remedy = "PLIANT_REWRITE=1 writes it anew"
  guard let old = try? String(contentsOf: file, encoding: .utf8) else {
    return "\(file.lastPathComponent) is missing; \(remedy)"
  }
  if old == text { return nil }
  let (oldLines, newLines) = (old.components(separatedBy: "\n"), text.components(separatedBy: "\n"))
  let count = zip(oldLines, newLines).prefix { $0 == $1 }.count
  func line(_ lines: [String]) -> String { count < lines.count ? lines[count] : "(end)" }
  return """
    \(file.lastPathComponent):\(count + 1) is stale; \(remedy)
    - \(line(oldLines))
    + \(line(newLines))
    """
}
