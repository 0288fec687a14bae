// The diagnostic codes of mappings, tables, other formats and conversions.

extension DiagnosticRegistry {
  package static let core: [DiagnosticCode] = [
    .unknownTimeZone, .badDatePattern, .signedTruncated, .signedStructure, .signedTooDeep,
    .signedDetached, .signedPEM, .signedUnverified, .signedInPlace, .tableShape, .tableColumns,
    .tableOfDocument, .mappingValue, .mappingMissing, .mappingReference, .mappingDuplicateKey,
    .mappingUnknownElement, .mappingRoot, .mappingShape, .mappingUnusable, .engineMissing,
    .engineLibrary, .engineVersion, .engineCrash, .engineAnswer, .engineRefused, .engineFormat,
    .engineDifference, .formatNotReadable, .formatNotWritable, .recordsEnough,
    .recordsMissing, .recordsNeedPlace, .tableRagged, .tableUnterminated, .tableAfterQuote,
    .notKeyedArchive, .characterNotInXML, .bareAmpersand, .referenceWithoutEnd,
    .unknownReference, .referenceNumber, .referenceToNoCharacter, .xmlUnwritableCharacter,
    .xmlTreeTooLarge,
  ]
}
