extension PlutilMessages {
  /// The problem with a property list, in CoreFoundation's words if they are known.
  static func propertyListProblem(_ failure: Failure, _ format: Format, in bytes: ByteView) -> String {
    if format.isBinary { return failure.message }
    let text = DecodedText(bytes, kind: DecodedText.Kind(format))
    if let problem = text.problem, problem.code != .invalidBytes || text.encoding != .utf8 {
      return problem.code == .unknownEncoding
        ? "Encountered unknown encoding (\(text.declaredName ?? ""))"
        : "Could not determine the encoding of the XML data (string creation failed)"
    }
    return text.withText { view in
      let start = view.endOfSpace(from: 0)
      guard start + 1 < view.count else { return "No XML content found" }
      if [.openStepIgnoredContent, .openStepUnmatchedBrace, .openStepUnterminatedComment].contains(
        failure.code)
      {
        return "\(failure.sentence) at line \(line(of: failure.offset ?? 0, in: view))"
      }
      if view[start] != ASCII.lessThan {
        return "Unexpected character \(character(at: start, in: view)) at line \(line(of: start, in: view))"
      }
      if text.problem != nil { return "Unable to convert string to correct encoding" }
      return xmlProblem(failure, in: view)
    }
  }

  private static func character(at place: Int, in text: ByteView) -> String {
    let first = text[place]
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return text[place..<min(place + length, text.count)].string
  }

  private static func line(of offset: Int, in text: ByteView) -> Int {
    var index = LineIndex()
    return index.position(of: min(offset, text.count), in: text).line
  }

  private static func xmlProblem(_ failure: Failure, in text: ByteView) -> String {
    let offset = failure.offset ?? 0
    let line = line(of: offset, in: text)
    let subject = failure.subject ?? ""
    switch failure.code {
    case .plistKeyWithoutValue: return "Value missing for key inside <dict> at line \(line)"
    case .plistValueWithoutKey: return "Found non-key inside <dict> at line \(line)"
    case .plistUnknownElement: return "Encountered unknown tag \(subject) on line \(line)"
    case .plistEmpty: return "Encountered empty plist tag"
    case .plistSecondValue:
      return "Encountered unexpected element at line \(line) (plist can only include one object)"
    case .plistText:
      return
        "Encountered unexpected character \(firstCharacter(from: offset, in: text)) on line \(line) while looking for open tag"
    case .plistNotEmpty: return "Encountered non-empty <\(subject)> on line \(line)"
    case .plistBadDate:
      return "\(emptyElement("date", subject, line) ?? "Could not interpret <date> at line \(line)")"
    case .plistBadReal:
      return "\(emptyElement("real", subject, line) ?? "Encountered misformatted real on line \(line)")"
    case .plistBadInteger: return emptyElement("integer", subject, line) ?? integerProblem(subject, line)
    case .plistBadData where subject.hasPrefix("<data/>"): return "Encountered empty <data> on line \(line)"
    case .plistHugeInteger: return "Integer overflow in <integer> on line \(line)"
    case .xmlUnclosedElement, .xmlUnterminatedTag: return "Encountered unexpected EOF"
    case .xmlUnterminatedComment: return "Unterminated comment started on line \(line)"
    case .xmlUnterminatedCDATA: return "Could not find end of CDATA started on line \(line)"
    case .xmlUnterminatedInstruction:
      return "Encountered unexpected EOF while parsing the processing instruction begun on line \(line)"
    case .xmlStrayEndTag, .xmlCrossedElement: return endTagProblem(in: text)
    case .xmlUnterminatedDoctype: return "Encountered unexpected EOF while parsing DTD"
    case .xmlUndefinedEntity, .xmlBadReference, .xmlUnterminatedReference:
      return "Encountered unknown ampersand-escape sequence at line \(line)"
    default: return "\(failure.message) at line \(line)"
    }
  }

  /// The text for an end tag that does not match the innermost element.
  private static func endTagProblem(in text: ByteView) -> String {
    var reader = XMLReader(text, options: .propertyList)
    var open: [String] = []
    do throws(Failure) {
      while true {
        switch try reader.next() {
        case .startElement: open.append(reader.name.string)
        case .endElement: open.removeLast()
        case .endDocument: return "Encountered unexpected EOF"
        default: break
        }
      }
    } catch {
      let line = line(of: reader.tokenStart, in: text)
      switch open.last ?? "plist" {
      case "plist": return "Encountered unexpected EOF"
      case "date": return "Could not interpret <date> at line \(line)"
      case "true", "false": return "Encountered non-empty <\(open.last ?? "")> on line \(line)"
      case let name: return "Close tag on line \(line) does not match open tag \(name)"
      }
    }
  }

  private static func firstCharacter(from offset: Int, in text: ByteView) -> String {
    let at = text.endOfSpace(from: offset)
    return at < text.count ? character(at: at, in: text) : ""
  }

  private static func emptyElement(_ name: String, _ content: String, _ line: Int) -> String? {
    content.isEmpty ? "Encountered empty <\(name)> on line \(line)" : nil
  }

  /// The text for the first character that is not a digit.
  private static func integerProblem(_ content: String, _ line: Int) -> String {
    let digits = content.hasPrefix("-") || content.hasPrefix("+") ? content.dropFirst() : content[...]
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let rest = isHexadecimal ? digits.dropFirst(2) : digits
    let bad = rest.unicodeScalars.first { scalar in
      !(scalar.value < 0x80
        && (isHexadecimal ? UInt8(scalar.value).hexadecimalValue != nil : UInt8(scalar.value).isDigit))
    }
    guard let bad else { return "Incomplete <integer> on line \(line)" }
    return "Unknown character '\(bad)' (0x\(String(bad.value, radix: 16))) in <integer> on line \(line)"
  }
}
