// What Xcode's versions write in different ways, learnt from a project's text, or told by its objects if there is none.
//
//   16.0 to 16.2   A1 /* App */ = {isa = PBXFileSystemSynchronizedRootGroup; explicitFileTypes = {}; path = App; };
//   from 16.3 on   A1 /* App */ = {
//                  	isa = PBXFileSystemSynchronizedRootGroup;

package struct XcodeLayout {
  /// The kinds of objects that are on one line.
  private(set) var oneLineKinds: Set<[UInt8]> = [Array("PBXBuildFile".utf8), Array("PBXFileReference".utf8)]
  /// The keys whose values are in quotation marks that they do not need, as other programs write them.
  private(set) var quotedKeys: Set<[UInt8]> = []
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
    learnQuotes(from: text)
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

  /// Most values of a key that need no quotation marks decide.
  private mutating func learnQuotes(from text: ByteView) {
    var surplus: [[UInt8]: Int] = [:]
    var at = 0
    while let place = text.firstIndex(of: " = ", from: at) {
      at = place + 3
      let isQuoted = text.byte(at: at) == ASCII.quotationMark
      let start = isQuoted ? at + 1 : at
      var end = start
      while let byte = text.byte(at: end), XcodeWord.allows(byte) { end += 1 }
      guard end > start, text.starts(with: isQuoted ? "\";" : ";", at: end),
        XcodeWord.isWord(text[start..<end])
      else { continue }
      var key = place
      while key > 0, XcodeWord.allows(text[key - 1]) { key -= 1 }
      surplus[text[key..<place].array, default: 0] += isQuoted ? 1 : -1
    }
    quotedKeys = Set(surplus.filter { $0.value > 0 }.keys)
  }
}

/// The strings that Xcode writes without quotation marks: letters, digits and `_ $ . /`.
enum XcodeWord {
  static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.underscore, ASCII.dollarSign, ASCII.fullStop, ASCII.solidus: true
    default: byte.isDigit || byte.isLetter
    }
  }

  static func isWord(_ text: ByteView) -> Bool {
    !text.isEmpty && text.firstIndex(of: "//") == nil && text.firstIndex(of: "___") == nil
      && (0..<text.count).allSatisfy { allows(text[$0]) }
  }
}
