// Files as users have them: links, modes, attributes, devices, names that are not UTF-8.

import Foundation
import PliantBase
import TestSupport
import Testing

/// The names in a folder, hidden ones included, sorted.
private func names(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}

private func replace(_ path: String, with text: String) throws -> AtomicFile {
  let file = try Delivery.single.open(path)
  var output = OutputBuffer(to: .descriptor(file.descriptor))
  output.append(text)
  try output.drain()
  try Delivery.single.commit(file)
  return file
}

private func contents(_ url: URL) -> String? { try? String(contentsOf: url, encoding: .utf8) }

@Suite struct InputFileTests {
  @Test func aFileIsReadWhole() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a").path
      for size in [0, 1, 16_384, 16_385, 300_000] {
        try Data(repeating: 7, count: size).write(to: URL(fileURLWithPath: path))
        let file = try InputFile(path: path)
        #expect(file.count == size)
        #expect(file.withBytes { $0.count == size && $0.array.allSatisfy { $0 == 7 } })
      }
    }
  }

  @Test func aLargeFileIsMapped() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("large")
      _ = FileManager.default.createFile(atPath: url.path, contents: nil)
      let handle = try FileHandle(forWritingTo: url)
      try handle.truncate(atOffset: UInt64(InputFile.mapThreshold + 5))
      let file = try InputFile(path: url.path)
      #expect(file.count == InputFile.mapThreshold + 5)
      #expect(file.withBytes { $0[$0.count - 1] } == 0)
    }
  }

  @Test func whatCannotBeReadSaysWhy() throws {
    try withTemporaryFolder { folder in
      let table: [(String, String)] = [
        (folder.path, "file.is-folder"),
        (folder.path + "/none", "file.not-found"),
        (folder.path + "/none/below", "file.not-found"),
        ("a\0b", "file.not-found"),
      ]
      for (path, code) in table {
        let failure = #expect(throws: Failure.self) { _ = try InputFile(path: path) }
        #expect(failure?.code.name.description == code)
      }
    }
  }

  @Test func aPipeAndADeviceAreRead() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("hello".utf8))
    try pipe.fileHandleForWriting.close()
    let file = try InputFile(descriptor: pipe.fileHandleForReading.fileDescriptor, name: "p")
    #expect(file.status?.kind == .pipe)
    #expect(file.withBytes { $0.string } == "hello")
    #expect(try InputFile(path: "/dev/null").count == 0)
  }

  @Test func aNameThatIsNotUTF8IsKept() {
    let names: [[UInt8]] = [
      [0x61, 0xFF, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], Array("ä😀".utf8), [0xC3], [0xF4, 0x61],
    ]
    for bytes in names {
      let text = bytes.withByteView { Platform.text($0) }
      #expect(Platform.pathBytes(text) == bytes + [0])
    }
    #expect([0x61, 0xFF, 0x0A].withByteView { Platform.displayPath(Platform.text($0)) } == "a\\xFF\\x0A")
  }
}

@Suite struct InputWindowTests {
  @Test func aWindowSlidesAndGrows() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data((0..<100).map { UInt8($0) }))
    try pipe.fileHandleForWriting.close()
    var window = InputWindow(descriptor: pipe.fileHandleForReading.fileDescriptor, chunkSize: 16)
    var seen: [UInt8] = []
    while true {
      let more = try window.refill()
      if seen.count == 16, window.bytes.count < 64, more { continue }  // let it grow once
      seen += window.bytes.array
      window.consume(window.bytes.count)
      let offset = window.offset
      #expect(offset == seen.count)
      if !more { break }
    }
    #expect(seen == (0..<100).map { UInt8($0) })
    let isAtEnd = window.isAtEnd
    #expect(isAtEnd)
  }
}

@Suite struct AtomicFileTests {
  @Test func aFileIsReplacedWholeOrNotAtAll() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("a.plist")
      try Data("old".utf8).write(to: url)
      let file = try Delivery.single.open(url.path)
      var output = OutputBuffer(to: .descriptor(file.descriptor))
      output.append("new")
      try output.drain()
      #expect(contents(url) == "old")
      // It has a name only where the system has no unnamed files.
      let others = try names(in: folder).filter { $0 != "a.plist" }
      #expect(others.allSatisfy { $0.hasPrefix(".a.plist.pliant-") && $0.utf8.count == 22 })
      file.discard()
      #expect(try names(in: folder) == ["a.plist"])
      #expect(contents(url) == "old")
      _ = try replace(url.path, with: "new")
      #expect(contents(url) == "new")
      #expect(try names(in: folder) == ["a.plist"])
    }
  }

  @Test func modeAndAttributesAreKept() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("a")
      try Data("old".utf8).write(to: url)
      for mode: UInt32 in [0o600, 0o644, 0o751, 0o4755] {
        try #require(chmod(url.path, mode_t(mode)) == 0)
        _ = try replace(url.path, with: "new")
        #expect(Platform.status(url.path)?.mode == mode)
      }
      guard run("/usr/bin/env", ["setfattr", "-n", "user.note", "-v", "kept", url.path]) == 0 else { return }
      _ = try replace(url.path, with: "newer")
      #expect(run("/usr/bin/env", ["getfattr", "-n", "user.note", url.path]) == 0)
    }
  }

  @Test func aLinkStaysAndItsTargetIsReplaced() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("real")
      let link = folder.appendingPathComponent("sub/link")
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("sub"), withIntermediateDirectories: false)
      try Data("old".utf8).write(to: url)
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "../real")
      _ = try replace(link.path, with: "new")
      #expect(contents(url) == "new")
      #expect(Platform.linkTarget(link.path) == "../real")
      let dangling = folder.appendingPathComponent("dangling")
      try FileManager.default.createSymbolicLink(atPath: dangling.path, withDestinationPath: "made")
      _ = try replace(dangling.path, with: "new")
      #expect(contents(folder.appendingPathComponent("made")) == "new")
      let loop = folder.appendingPathComponent("loop")
      try FileManager.default.createSymbolicLink(atPath: loop.path, withDestinationPath: "loop")
      #expect(throws: Failure.self) { _ = try Delivery.single.open(loop.path) }
    }
  }

  @Test func aHardLinkIsSeparatedAndReported() throws {
    try withTemporaryFolder { folder in
      let (one, two) = (folder.appendingPathComponent("1"), folder.appendingPathComponent("2"))
      try Data("old".utf8).write(to: one)
      try FileManager.default.linkItem(at: one, to: two)
      #expect(try replace(one.path, with: "new").separatesHardLink)
      #expect(contents(one) == "new" && contents(two) == "old")
      #expect(try !replace(one.path, with: "newer").separatesHardLink)
    }
  }

  @Test func whatIsNotARegularFileIsWrittenTo() throws {
    #expect(try !replace("/dev/null", with: "x").isReplacement)
    #expect(Platform.status("/dev/null")?.kind == .device)
    try withTemporaryFolder { folder in
      let fifo = folder.appendingPathComponent("fifo").path
      try #require(mkfifo(fifo, 0o600) == 0)
      let reader = open(fifo, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      _ = try replace(fifo, with: "through")
      var buffer = [UInt8](repeating: 0, count: 16)
      #expect(read(reader, &buffer, 16) == 7)
      #expect(Platform.status(fifo)?.kind == .pipe)
      let url = folder.appendingPathComponent("kept")
      try Data("abc".utf8).write(to: url)
      let handle = try FileHandle(forWritingTo: url)
      try handle.seekToEnd()
      _ = try replace("/dev/fd/\(handle.fileDescriptor)", with: "def")
      #expect(contents(url) == "abcdef")
    }
  }

  @Test func whatCannotBeWrittenSaysWhyAndLeavesNothing() throws {
    try withTemporaryFolder { folder in
      #expect(throws: Failure.self) { _ = try Delivery.single.open(folder.path) }
      #expect(throws: Failure.self) { _ = try Delivery.single.open(folder.path + "/none/a") }
      let left = try names(in: folder)
      #expect(left == [])
    }
    let full = try Delivery.single.open("/dev/full")
    var output = OutputBuffer(to: .descriptor(full.descriptor))
    output.append("x")
    do throws(Failure) {
      try output.drain()
      Issue.record("a full device took a byte")
    } catch {
      #expect(error.code == .cannotWrite)
    }
  }

  @Test func aLongNameStillGetsATemporary() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent(String(repeating: "ä", count: 127))
      _ = try replace(url.path, with: "new")
      #expect(contents(url) == "new")
    }
  }
}
