// A terminal without a screen, for what a program shows only on one.

import Foundation

/// A pseudo-terminal; keeps what programs write to it.
public final class PseudoTerminal {
  /// Whether the system has pseudo-terminals, which some containers and sandboxes do not give.
  public static let isAvailable = (try? PseudoTerminal()) != nil

  /// The end that is a program's terminal.
  public let end: FileHandle
  private let other: FileHandle
  private var bytes = Data()

  /// A new one; throws where the system gives none.
  public init() throws {
    var (controlling, terminal): (Int32, Int32) = (-1, -1)
    guard openpty(&controlling, &terminal, nil, nil, nil) == 0 else { throw POSIXError(.ENODEV) }
    other = FileHandle(fileDescriptor: controlling, closeOnDealloc: true)
    end = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    _ = fcntl(controlling, F_SETFL, fcntl(controlling, F_GETFL) | O_NONBLOCK)
  }

  /// Everything that was written to it until now.
  public var text: String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(other.fileDescriptor, &buffer, buffer.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
