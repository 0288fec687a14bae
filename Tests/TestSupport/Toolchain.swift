// The tools that are installed beside `swift`, to compare with and to compile with.

import Foundation

/// The path of a tool beside the `swift` that PATH finds, or nil (said on standard error) where there is none.
public func toolchainTool(_ name: String) -> String? {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  for folder in path.split(separator: ":") {
    let swift = URL(fileURLWithPath: String(folder)).appendingPathComponent("swift")
    guard FileManager.default.isExecutableFile(atPath: swift.path) else { continue }
    for place in [swift, swift.resolvingSymlinksInPath()] {
      let tool = place.deletingLastPathComponent().appendingPathComponent(name)
      // A tool of the same name in a common folder is somebody else's: the toolchain has its compiler beside it.
      let compiler = place.deletingLastPathComponent().appendingPathComponent("swift-frontend")
      let manager = FileManager.default
      if manager.isExecutableFile(atPath: tool.path) && manager.isExecutableFile(atPath: compiler.path) {
        return tool.path
      }
    }
  }
  FileHandle.standardError.write(Data("skipped: no \(name) beside swift\n".utf8))
  return nil
}
