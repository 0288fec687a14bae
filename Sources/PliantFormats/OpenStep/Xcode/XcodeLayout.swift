// Differences between the layouts of Xcode's versions, learnt from a project's text, or without one from its
// objects.
//
//   16.0 to 16.2   A1 /* App */ = {isa = PBXFileSystemSynchronizedRootGroup; explicitFileTypes = {}; path = App; };
//   from 16.3 on   A1 /* App */ = {
//                  	isa = PBXFileSystemSynchronizedRootGroup;

package struct XcodeLayout {
  private(set) var oneLineKinds: Set<[UInt8]> = [Array("PBXBuildFile".utf8), Array("PBXFileReference".utf8)]
  /// The keys with needlessly quoted values, as other programs write them.
  private(set) var quotedKeys: Set<[UInt8]> = []
  /// Whether comments of exceptions include the folder and target.
  private(set) var describesExceptions: Bool
  /// Whether comments of configurations include their owner.
  private(set) var describesConfigurations: Bool

  /// Creates the layout of the Xcode version that a project's objects suggest.
  ///
  /// Only Xcode 16.0 to 16.2 writes the empty lists of a synchronized folder.
  init(objectVersion: Int64, hasEmptyFileTypes: Bool) {
    let isEarly = hasEmptyFileTypes && objectVersion < 90
    describesExceptions = !isEarly
    describesConfigurations = objectVersion >= 90
    if isEarly { oneLineKinds.insert(Array("PBXFileSystemSynchronizedRootGroup".utf8)) }
  }

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

  /// `isa` follows the brace of an object on one line, and begins a line in others; the majority of a kind
  /// decides.
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

  /// The majority of a key's values that need no quotation marks decides.
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
