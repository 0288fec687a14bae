// A descriptor that a text can be read from.

import PliantCore
import Foundation
import TestSupport

/// Runs `body` with a descriptor that gives the text.
func withTextFile<Result>(_ text: String, _ body: (Int32) throws -> Result) throws -> Result {
  try withTemporaryFolder { folder in
    let file = folder.appendingPathComponent("input")
    try Data(text.utf8).write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    return try body(handle.fileDescriptor)
  }
}
