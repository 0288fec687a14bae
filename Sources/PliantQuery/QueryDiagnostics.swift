// The diagnostic codes of queries, comparisons, edits, patches and merges.

import PliantCore

extension DiagnosticRegistry {
  package static let query: [DiagnosticCode] = [
    .differenceStyle, .editNull, .editFormat,
    .editXMLNothing, .editXMLEntity, .editXMLRoot, .editXMLNamespace, .editXMLAttribute,
    .editXMLSibling, .editXMLAppend, .editXMLExists, .editXMLPrefix, .editXMLName, .editXMLComment,
    .editXMLInstruction, .editXMLMarkup, .editXMLUnsafe, .editXMLList, .editXMLPath,
    .editXMLFormat,
    .jsonPathSyntax, .jsonPathTooLong, .jsonPathTooDeep, .jsonPathTooManySteps,
    .jsonPathTooManyNodes, .jsonPathTooLarge, .jsonPathPatternTooLarge,
    .mergeMarkers,
    .patchOperation, .patchNotFound, .patchNoContainer, .patchNoIndex, .patchBounds, .patchRoot,
    .patchIntoItself, .patchTest, .patchTooLarge, .patchXMLProlog, .patchSyntax,
    .xpathSyntax, .xpathEmpty, .xpathUnknownAxis, .xpathUnknownFunction, .xpathArguments,
    .xpathType, .xpathUnknownVariable, .xpathUnknownPrefix, .xpathTooLong, .xpathTooDeep,
    .xpathTooManySteps, .xpathStringTooLong,
  ]
}
