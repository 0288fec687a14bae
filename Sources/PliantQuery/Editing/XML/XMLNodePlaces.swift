// The positions of a tree's nodes in the source, for edits that keep the text.
//
//   <a x="1">hi<b/></a>     node      whole    content
//                           1 a       0..<19   9..<15
//                           2 x       3..<8    6..<7     the value without its quotes
//                           3 text    9..<11   9..<11
//                           4 b       11..<15  15..<15   an empty-element tag

struct XMLNodePlaces {
  private struct Place: BitwiseCopyable {
    var start: UInt32
    var end: UInt32
    var contentStart: UInt32
    var contentEnd: UInt32

    /// For nodes from an entity's text or a default in the DTD.
    static let nowhere = Place(0xFFFF_FFFF..<0xFFFF_FFFF, content: 0xFFFF_FFFF..<0xFFFF_FFFF)

    init(_ whole: Range<Int>, content: Range<Int>) {
      start = UInt32(truncatingIfNeeded: whole.lowerBound)
      end = UInt32(truncatingIfNeeded: whole.upperBound)
      contentStart = UInt32(truncatingIfNeeded: content.lowerBound)
      contentEnd = UInt32(truncatingIfNeeded: content.upperBound)
    }

    var whole: Range<Int>? { start == .max ? nil : Int(start)..<Int(end) }
    var content: Range<Int>? { start == .max ? nil : Int(contentStart)..<Int(contentEnd) }
  }

  private var places: [Place] = []
  /// The namespace declarations, by their numbers in the tree.
  private var declarations: [Place] = []
  private(set) var xmlDeclaration: Range<Int>?
  private(set) var doctype: Range<Int>?

  /// Finds the positions of a tree's nodes.
  ///
  /// Reads the source again; throws the reader's failures, which cannot occur for a tree's source.
  init(of tree: XMLTree) throws(Failure) {
    places.reserveCapacity(tree.count)
    places.append(Place(0..<tree.source.count, content: 0..<tree.source.count))
    var options = XMLReader.Options.namespaces
    options.keepsUnreadReferences = true
    var reader = XMLReader(tree.source, options: options)
    var open: [Int] = []
    var lastEnd = 0
    while true {
      let event = try reader.next()
      let isInEntity = reader.isInEntity
      let token = reader.tokenStart..<max(reader.tokenStart, reader.tokenEnd)
      switch event {
      case .startElement:
        open.append(places.count)
        let content = token.upperBound..<token.upperBound
        places.append(isInEntity ? .nowhere : Place(token, content: content))
        addAttributes(of: reader, isInEntity: isInEntity)
      case .endElement:
        guard let element = open.popLast(), places[element].start != .max else { break }
        places[element].end = UInt32(truncatingIfNeeded: token.upperBound)
        if !reader.isEmptyElement {
          places[element].contentEnd = UInt32(truncatingIfNeeded: token.lowerBound)
        }
      case .text where !open.isEmpty:
        // A run that begins or ends in an entity's text shares its position with others.
        let isShared = isInEntity || token.lowerBound < lastEnd
        places.append(isShared ? .nowhere : Place(token, content: token))
      case .comment, .processingInstruction:
        places.append(isInEntity ? .nowhere : Place(token, content: token))
      case .doctype: doctype = token
      case .declaration: xmlDeclaration = token
      case .endDocument: return
      case .text, .cdata, .reference, .needsInput: break
      }
      lastEnd = max(lastEnd, token.upperBound)
    }
  }

  private mutating func addAttributes(of reader: borrowing XMLReader, isInEntity: Bool) {
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      let value = attribute.valueOffset..<attribute.valueOffset + attribute.rawValue.count
      let place =
        isInEntity || !attribute.isSpecified
        ? Place.nowhere : Place(attribute.offset..<value.upperBound + 1, content: value)
      if attribute.name.declaresNamespace { declarations.append(place) } else { places.append(place) }
    }
  }

  /// The node with its markup, an attribute with its quotes; nil if it is not contiguous in the source.
  func whole(_ node: XMLNodeID) -> Range<Int>? { Int(node) < places.count ? places[Int(node)].whole : nil }

  /// The range between an element's tags, or an attribute's quotes; empty and at the end of an empty-element
  /// tag.
  func content(_ node: XMLNodeID) -> Range<Int>? {
    Int(node) < places.count ? places[Int(node)].content : nil
  }

  /// A namespace declaration, with a number, and its value.
  func declaration(_ number: Int) -> (whole: Range<Int>, content: Range<Int>)? {
    guard number < declarations.count, let whole = declarations[number].whole,
      let content = declarations[number].content
    else { return nil }
    return (whole, content)
  }

  func isEmptyTag(_ element: XMLNodeID) -> Bool {
    places[Int(element)].contentEnd == places[Int(element)].end
  }
}

extension ByteView {
  var declaresNamespace: Bool { starts(with: "xmlns") && (count == 5 || self[5] == ASCII.colon) }
}
