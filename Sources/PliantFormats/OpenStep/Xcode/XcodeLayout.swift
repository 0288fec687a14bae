// What Xcode's versions write in different ways, learnt from a project's text, or told by its objects if there is none.
//
//   16.0 to 16.2   A1 /* App */ = {isa = PBXFileSystemSynchronizedRootGroup; explicitFileTypes = {}; path = App; };
//   from 16.3 on   A1 /* App */ = {
//                  	isa = PBXFileSystemSynchronizedRootGroup;

package struct XcodeLayout {
  /// The kinds of objects that are on one line.
  private(set) var oneLineKinds: Set<[UInt8]> = [Array("PBXBuildFile".utf8), Array("PBXFileReference".utf8)]
  /// Whether comments of exceptions name the folder and target.
  private(set) var describesExceptions: Bool
  /// Whether comments of configurations say whose they are.
  private(set) var describesConfigurations: Bool

  /// The layout of the version of Xcode that a project's objects show.
  ///
  /// Only Xcode 16.0 to 16.2 writes the empty lists of a synchronized folder.
  init(objectVersion: Int64, hasEmptyFileTypes: Bool) {
    let isEarly = hasEmptyFileTypes && objectVersion < 90
    describesExceptions = !isEarly
    describesConfigurations = objectVersion >= 90
    if isEarly { oneLineKinds.insert(Array("PBXFileSystemSynchronizedRootGroup".utf8)) }
  }

  /// Takes over what a text in Xcode's layout shows.
  mutating func learn(from text: ByteView) {
    guard text.firstIndex(of: "/* Begin ") != nil else { return }
    learnKinds(from: text)
    func has(_ pattern: StaticString) -> Bool { text.firstIndex(of: pattern) != nil }
    if has("/* Exceptions for \"") {
      describesExceptions = true
    } else if has(" /* PBXFileSystemSynchronizedBuildFileExceptionSet */") {
      describesExceptions = false
    }
    if has(" configuration for PBX") {
      describesConfigurations = true
    } else if has("isa = XCBuildConfiguration;") {
      describesConfigurations = false
    }
  }

  /// `isa` follows the brace of an object on one line, and begins a line in others; most of a kind decide.
  private mutating func learnKinds(from text: ByteView) {
    var surplus: [[UInt8]: Int] = [:]
    var at = 0
    while let place = text.firstIndex(of: "isa = ", from: at), place > 0 {
      at = place + "isa = ".utf8.count
      var end = at
      while let byte = text.byte(at: end), byte.isLetter || byte.isDigit { end += 1 }
      surplus[text[at..<end].array, default: 0] += text[place - 1] == ASCII.leftBrace ? 1 : -1
    }
    for (kind, count) in surplus {
      if count > 0 { oneLineKinds.insert(kind) } else { oneLineKinds.remove(kind) }
    }
  }
}
