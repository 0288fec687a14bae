// The layouts of Apple's tools that pliant format keeps: detected from the text, or selected with --style.

enum FormatProfile: String, CaseIterable, Sendable {
  /// Property lists: tabs, the topmost dictionary not indented.
  case plist
  /// Xcode's JSON: string catalogues and Package.resolved.
  case resolved
  case xcstrings
  case storyboard
  case xib
  /// Schemes, workspaces, breakpoints: three spaces, one attribute per line.
  case xcscheme
  case xcworkspacedata

  /// The profile that a name or a text shows; nil for layouts that are not Apple's.
  static func profile(of text: ByteView, name: String, syntax: FormatTraits.Syntax?) -> FormatProfile? {
    switch (Paths.pathExtension(name), syntax) {
    case ("xcscheme", .xml): return .xcscheme
    case ("xcworkspacedata", .xml): return .xcworkspacedata
    case ("xcstrings", .json): return .xcstrings
    default: break
    }
    return switch syntax {
    case .json: AppleJSONFormatter.isApples(text) ? .xcstrings : nil
    case .xml: xmlProfile(of: text)
    default: nil
    }
  }

  /// Determined by the root element: its type, and the layout of its attributes.
  private static func xmlProfile(of text: ByteView) -> FormatProfile? {
    var reader = XMLReader(text, options: XMLReader.Options())
    do throws(Failure) {
      while true {
        switch try reader.next() {
        case .startElement:
          if reader.value(ofAttribute: "type")?.starts(with: "com.apple.InterfaceBuilder") == true {
            return .xib
          }
          guard reader.attributeCount > 0 else { return nil }
          let attribute = reader.attribute(at: 0)
          let isApart = attribute.isSpecified && text[attribute.offset - 1] == ASCII.space
          let hasLine = text[reader.tokenStart..<attribute.offset].firstIndex(of: ASCII.lineFeed) != nil
          return isApart && hasLine && text.starts(with: " = ", at: attribute.valueOffset - 4)
            ? .xcscheme : nil
        case .endDocument: return nil
        default: break
        }
      }
    } catch { return nil }
  }

  /// Whether Xcode writes elements without content on two lines.
  var isXcodes: Bool { self == .xcscheme || self == .xcworkspacedata }

  var isJSON: Bool { self == .xcstrings || self == .resolved }

  /// The layout of XML, with the text's indentation if the profile does not specify one; nil for JSON.
  func xmlStyle(of text: ByteView) -> XMLFormatStyle? {
    var style = XMLFormatStyle()
    style.keepsEnd = true
    switch self {
    case .xcstrings, .resolved: return nil
    case .plist:
      style.indentationByte = ASCII.tab
      style.indentationCount = 1
    case .xib, .storyboard:
      // Interface Builder wrote tabs until Xcode 5.
      let hasTabs = text.firstIndex(of: "\n\t<") != nil && text.firstIndex(of: "\n    <") == nil
      style.indentationByte = hasTabs ? ASCII.tab : ASCII.space
      style.indentationCount = hasTabs ? 1 : 4
    case .xcscheme, .xcworkspacedata:
      style.indentationCount = 3
      style.separatesAttributes = true
    }
    return style
  }
}
