// The rules under which errors and findings are reported.

/// The rule under which an error or a lint finding is reported; its name, such as `json/syntax`, is stable.
///
///     catch let error where error.rule == .jsonSyntax { … }
public struct Rule: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The name, a family and a word.
  public let rawValue: String

  /// The rule of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  init(_ name: String) { rawValue = name }

  /// The name.
  public var description: String { rawValue }

  /// The part of the name before the slash, such as `json`.
  public var family: String { String(rawValue.prefix { $0 != "/" }) }
}

extension Rule {
  // Each is called as its name is spelled; pliant-diagnostics(7) and pliant-lint-rules(7) explain them.
  public static let archiveStructure = Rule("archive/structure")
  public static let binaryStructure = Rule("binary/structure")
  public static let conversionLoss = Rule("conversion/loss")
  public static let conversionNull = Rule("conversion/null")
  public static let decodingKey = Rule("decoding/key")
  public static let decodingNumber = Rule("decoding/number")
  public static let decodingType = Rule("decoding/type")
  public static let documentDate = Rule("document/date")
  public static let documentDepth = Rule("document/depth")
  public static let documentTag = Rule("document/tag")
  public static let editFormat = Rule("edit/format")
  public static let editPath = Rule("edit/path")
  public static let editValue = Rule("edit/value")
  public static let editXPath = Rule("edit/xpath")
  public static let encodingBOMMismatch = Rule("encoding/bom-mismatch")
  public static let encodingDeclarationNotFirst = Rule("encoding/declaration-not-first")
  public static let encodingInvalidBytes = Rule("encoding/invalid-bytes")
  public static let encodingLostCharacters = Rule("encoding/lost-characters")
  public static let encodingMismatch = Rule("encoding/mismatch")
  public static let encodingMissingDeclaration = Rule("encoding/missing-declaration")
  public static let encodingMixed = Rule("encoding/mixed")
  public static let encodingStrayBOM = Rule("encoding/stray-bom")
  public static let encodingUnexpected = Rule("encoding/unexpected")
  public static let encodingUnknownName = Rule("encoding/unknown-name")
  public static let encodingUnmappable = Rule("encoding/unmappable")
  public static let encodingUTF16WithoutBOM = Rule("encoding/utf16-without-bom")
  public static let fileRead = Rule("file/read")
  public static let fileUnproved = Rule("file/unproved")
  public static let fileUnrecognised = Rule("file/unrecognised")
  public static let fileWrite = Rule("file/write")
  public static let formatRecords = Rule("format/records")
  public static let formatUnknown = Rule("format/unknown")
  public static let formatUnreadable = Rule("format/unreadable")
  public static let formatUnsupported = Rule("format/unsupported")
  public static let formatUnwritable = Rule("format/unwritable")
  public static let jsonDuplicateKey = Rule("json/duplicate-key")
  public static let jsonEncoding = Rule("json/encoding")
  public static let jsonSyntax = Rule("json/syntax")
  public static let jsonpathLimit = Rule("jsonpath/limit")
  public static let jsonpathSyntax = Rule("jsonpath/syntax")
  public static let limitMemory = Rule("limit/memory")
  public static let lintOptions = Rule("lint/options")
  public static let mappingDefinition = Rule("mapping/definition")
  public static let mappingDuplicateKey = Rule("mapping/duplicate-key")
  public static let mappingFile = Rule("mapping/file")
  public static let mappingMissing = Rule("mapping/missing")
  public static let mappingRecords = Rule("mapping/records")
  public static let mappingReference = Rule("mapping/reference")
  public static let mappingUnknownElement = Rule("mapping/unknown-element")
  public static let mappingValue = Rule("mapping/value")
  public static let patchOperation = Rule("patch/operation")
  public static let patchSyntax = Rule("patch/syntax")
  public static let plistDuplicateKey = Rule("plist/duplicate-key")
  public static let plistStructure = Rule("plist/structure")
  public static let plistValue = Rule("plist/value")
  public static let signedStructure = Rule("signed/structure")
  public static let stringsDuplicateKey = Rule("strings/duplicate-key")
  public static let stringsIgnoredTail = Rule("strings/ignored-tail")
  public static let stringsSyntax = Rule("strings/syntax")
  public static let tableSyntax = Rule("table/syntax")
  public static let textBidirectionalControl = Rule("text/bidirectional-control")
  public static let textControlCharacter = Rule("text/control-character")
  public static let textLineEnds = Rule("text/line-ends")
  public static let xmlDoctype = Rule("xml/doctype")
  public static let xmlIllegalCharacter = Rule("xml/illegal-character")
  public static let xmlLimit = Rule("xml/limit")
  public static let xmlNamespace = Rule("xml/namespace")
  public static let xmlNotWellFormed = Rule("xml/not-well-formed")
  public static let xmlStyle = Rule("xml/style")
  public static let xmlUndefinedEntity = Rule("xml/undefined-entity")
  public static let xpathLimit = Rule("xpath/limit")
  public static let xpathName = Rule("xpath/name")
  public static let xpathNamespace = Rule("xpath/namespace")
  public static let xpathSyntax = Rule("xpath/syntax")
  public static let xpathType = Rule("xpath/type")

  /// Every rule above.
  public static let all: [Rule] = [
    .archiveStructure, .binaryStructure, .conversionLoss, .conversionNull, .decodingKey, .decodingNumber,
    .decodingType, .documentDate, .documentDepth, .documentTag, .editFormat, .editPath, .editValue, .editXPath,
    .encodingBOMMismatch, .encodingDeclarationNotFirst, .encodingInvalidBytes, .encodingLostCharacters,
    .encodingMismatch, .encodingMissingDeclaration, .encodingMixed, .encodingStrayBOM, .encodingUnexpected,
    .encodingUnknownName, .encodingUnmappable, .encodingUTF16WithoutBOM, .fileRead, .fileUnproved, .fileUnrecognised,
    .fileWrite, .formatRecords, .formatUnknown, .formatUnreadable, .formatUnsupported, .formatUnwritable,
    .jsonDuplicateKey, .jsonEncoding, .jsonSyntax, .jsonpathLimit, .jsonpathSyntax, .limitMemory, .lintOptions,
    .mappingDefinition, .mappingDuplicateKey, .mappingFile, .mappingMissing, .mappingRecords, .mappingReference,
    .mappingUnknownElement, .mappingValue, .patchOperation, .patchSyntax, .plistDuplicateKey, .plistStructure,
    .plistValue, .signedStructure, .stringsDuplicateKey, .stringsIgnoredTail, .stringsSyntax, .tableSyntax,
    .textBidirectionalControl, .textControlCharacter, .textLineEnds, .xmlDoctype, .xmlIllegalCharacter, .xmlLimit,
    .xmlNamespace, .xmlNotWellFormed, .xmlStyle, .xmlUndefinedEntity, .xpathLimit, .xpathName, .xpathNamespace,
    .xpathSyntax, .xpathType,
  ]
}
