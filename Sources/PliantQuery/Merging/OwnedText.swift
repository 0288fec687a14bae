// A text with the line ends and indentation of another one, so that the lines of both can be compared.

final class OwnedText {
  private var buffer = OutputBuffer()
  private(set) var view: ByteView

  var isChanged: Bool { buffer.count > 0 }

  /// The text itself if the other one has mixed line ends, or none, and the indentation remains.
  ///
  /// `indentation` has one level of the text's indentation, and its replacement.
  init(
    _ text: ByteView, withLineEndsOf other: ByteView, indentation: (old: [UInt8], new: [UInt8])? = nil
  ) {
    view = text
    let (own, wanted) = (Self.lineEnds(of: text), Self.lineEnds(of: other))
    let isOneBreak = wanted.count == 1 && !own.isSubset(of: wanted)
    guard isOneBreak || indentation != nil else { return }
    var at = 0
    while at < text.count {
      if let indentation, !indentation.old.isEmpty {
        while text[at..<min(text.count, at + indentation.old.count)].array == indentation.old {
          indentation.new.withByteView { buffer.append($0) }
          at += indentation.old.count
        }
      }
      guard let end = text.firstIndex(of: ASCII.lineFeed, from: at) else {
        buffer.append(text.suffix(from: at))
        break
      }
      let hasReturn = end > at && text[end - 1] == ASCII.carriageReturn
      buffer.append(text[at..<(hasReturn ? end - 1 : end)])
      if isOneBreak ? wanted == [true] : hasReturn { buffer.append(ASCII.carriageReturn) }
      buffer.append(ASCII.lineFeed)
      at = end + 1
    }
    view = buffer.withHeldBytes { $0 }
  }

  /// For each kind of line end in a text whether it has a carriage return.
  private static func lineEnds(of text: ByteView) -> Set<Bool> {
    var result: Set<Bool> = []
    var at = 0
    while result.count < 2, let end = text.firstIndex(of: ASCII.lineFeed, from: at) {
      result.insert(end > 0 && text[end - 1] == ASCII.carriageReturn)
      at = end + 1
    }
    return result
  }
}

extension LoadedDocument {
  /// The document in a text with the line ends and indentation of another one; itself if that would change values.
  func withLayout(of other: DocumentSource) -> LoadedDocument {
    let format = source.format
    guard other.format == format, format.traits.editing == .text else { return self }
    let (own, wanted) = (
      InsertedTextStyle(of: source.text, format: format), InsertedTextStyle(of: other.text, format: format)
    )
    // Entries of `.strings` are not nested: only comments contain indentation.
    let isIndented =
      format != .strings && own.breaksLines && wanted.breaksLines && own.unit != wanted.unit
    for indentation in isIndented ? [(own.unit, wanted.unit), nil] : [nil] {
      let text = OwnedText(source.text, withLineEndsOf: other.text, indentation: indentation)
      if text.isChanged,
        let new = try? LoadedDocument(DocumentSource(source.reading, text: text.view), owner: text),
        DocumentFingerprints(document, comparesNumbersByValue: false)[0]
          == DocumentFingerprints(new.document, comparesNumbersByValue: false)[0]
      {
        return new
      }
    }
    return self
  }
}

extension XMLMergeSource {
  /// The source with the indentation of another text, and its owner; nil if that would change text.
  func indented(like other: ByteView) -> (source: XMLMergeSource, owner: OwnedText)? {
    let (own, wanted) = (
      InsertedTextStyle(of: text, format: .xml), InsertedTextStyle(of: other, format: .xml)
    )
    guard own.breaksLines, wanted.breaksLines, own.unit != wanted.unit else { return nil }
    let owner = OwnedText(text, withLineEndsOf: text, indentation: (own.unit, wanted.unit))
    guard let source = try? XMLMergeSource(owner.view),
      source.fingerprint(of: source.root) == fingerprint(of: root)
    else { return nil }
    return (source, owner)
  }
}

extension ByteView {
  /// Whether half of the longer of two texts is at their equal ends.
  func isSimilar(to other: ByteView) -> Bool {
    let most = min(count, other.count)
    var (start, end) = (0, 0)
    while start < most, self[start] == other[start] { start += 1 }
    while start + end < most, self[count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    return (start + end) * 2 >= max(count, other.count)
  }
}
