// The work of pliant-foundation: one conversion or comparison with Foundation's serializers.

import Foundation
import PliantCore

/// Answers the requests of pliant.
package enum FoundationTask {
  /// Answers a request about an input; problems are part of the answer.
  package static func answer(_ request: EngineRequest, input: Data) -> EngineResponse {
    var response = EngineResponse()
    guard request.version == Version.text else { return response }
    do {
      switch request.task {
      case .convert: try convert(request, input, &response)
      case .verify: try verify(request, input, &response)
      }
    } catch {
      response.lines = [.error(FoundationCodec.reason(error))]
    }
    return response
  }

  private static func writing(_ request: EngineRequest) -> Writing {
    var writing = Writing(request.target)
    writing.losses = LossRule(request.encodesTags ? .tag : .note)
    writing.null = request.null
    writing.sortsKeys = request.sortsKeys
    writing.maximumExpansion = request.maximumExpansion
    writing.controls = request.controls
    return writing
  }

  // MARK: converting

  private static func convert(
    _ request: EngineRequest, _ input: Data, _ response: inout EngineResponse
  ) throws {
    let owner = DataOwner(input)
    // Foundation would read differently, or in part, a document that pliant refuses.
    let loaded: LoadedDocument
    do throws(Diagnostic) { loaded = try Reading(request.source).load(owner.view) } catch {
      throw FoundationBridgeError.unreadable(error.located)
    }
    let native = loaded.document
    try checkHolds(native, request)
    for (loss, count, path) in try losses(of: native, request) {
      response.lines.append(.loss(loss, count, at: path))
    }
    let duplicates = native.duplicateKeys.count
    if duplicates > 0 {
      let keys = duplicates == 1 ? "1 duplicate key" : "\(duplicates) duplicate keys"
      response.lines.append(.note("\(keys): Foundation kept one value of each"))
    }
    let objects = try FoundationCodec.read(input, request.source)
    if duplicates == 0 {
      for text in try inputDifferences(loaded, objects, request.source) {
        response.lines.append(.note(text))
      }
    }
    let document: Document
    do throws(FoundationBridgeError) {
      document = try FoundationObjects.document(of: objects).tape
    } catch {
      if case .unsupportedType(let name) = error, name.hasSuffix("KeyedArchiverUID") {
        throw Failure(.foundationCannotHold, "keyed archiver's references (UIDs)")
      }
      throw error
    }
    let builder = try build(document, request)
    let data = try FoundationCodec.write(
      builder.result, request.target, sortsKeys: request.sortsKeys, isPretty: request.isPretty)
    response.payload = Array(data)
    if request.target == .json, builder.unverified[.realsWithoutFraction] > 0 {
      let count = builder.unverified[.realsWithoutFraction]
      response.lines.append(.note("JSONSerialization writes 1.0 as 1: \(count) reals became integers"))
    }
  }

  /// Builds the objects to write.
  private static func build(_ document: Document, _ request: EngineRequest) throws -> FoundationObjectBuilder
  {
    var builder = FoundationObjectBuilder(for: .writing(request.target))
    builder.controls = request.controls
    var replay = writing(request).replay(of: document, from: request.source)
    do throws(Failure) { try replay.run(into: &builder) } catch { throw builder.problem ?? error }
    return builder
  }

  /// The changes by Foundation's reading and writing, with the key path of the first of each kind.
  private static func losses(of native: Document, _ request: EngineRequest) throws -> [(Loss, Int, String)] {
    let losses = try build(native, request).losses
    return Loss.allCases.compactMap { loss in
      let count = losses.counts[loss.rawValue]
      return count > 0 ? (loss, count, losses.first(of: loss)?.path ?? "") : nil
    }
  }

  /// The maximum number of differences reported for one file.
  private static let listedDifferences = 100

  /// The values of the input that Foundation reads differently.
  private static func inputDifferences(
    _ loaded: LoadedDocument, _ objects: Any, _ source: Format
  ) throws -> [String] {
    var builder = FoundationObjectBuilder(for: .comparing(source))
    do throws(Failure) { try loaded.document.send(into: &builder) } catch { throw builder.problem ?? error }
    var comparison = FoundationComparison(format: source)
    return comparison.differences(expected: builder.result, found: objects, limit: listedDifferences).map {
      "Foundation reads \($0.found) at \($0.place) of the input, pliant \($0.expected)"
    }
  }

  /// Reports the values of the input that Foundation reads differently, unless it would crash.
  private static func verifyInput(
    _ input: Data, _ loaded: LoadedDocument, _ source: Format, _ response: inout EngineResponse
  ) throws {
    guard !(source == .binary1 && loaded.document.tags.contains(.setContainer)) else { return }
    guard loaded.document.duplicateKeys.isEmpty else { return }
    let objects: Any
    do { objects = try FoundationCodec.read(input, source) } catch {
      response.lines.append(
        .unverified("the input, which Foundation cannot read: \(FoundationCodec.reason(error))"))
      return
    }
    response.lines += try inputDifferences(loaded, objects, source).map { .unverified($0) }
  }

  /// Refuses values that the serializers would silently change or crash on.
  private static func checkHolds(_ document: Document, _ request: EngineRequest) throws {
    let tags = document.tags
    if request.source == .binary1 && tags.contains(.setContainer) {
      throw Failure(.foundationCannotHold, "sets, on which PropertyListSerialization crashes")
    }
    if request.source != .json && tags.contains(.tag(.uid)) {
      throw Failure(.foundationCannotHold, "keyed archiver's references (UIDs)")
    }
    if request.source == .xml1 && document.hasRealBeyondDouble {
      throw Failure(
        .foundationCannotHold,
        "numbers beyond the range of a double, which PropertyListSerialization turns into infinity")
    }
    // Building the objects detects integers that are too wide and keys that would merge.
    _ = try FoundationObjects.object(of: .init(document))
  }

  // MARK: verifying

  private static func verify(
    _ request: EngineRequest, _ both: Data, _ response: inout EngineResponse
  ) throws {
    guard let newline = both.firstIndex(of: ASCII.lineFeed),
      let length = Int(String(decoding: both[..<newline], as: UTF8.self)), length >= 0,
      length <= both.count - newline - 1
    else { throw Failure(.engineAnswer, "pliant-foundation") }
    let input = both[(newline + 1)..<(newline + 1 + length)]
    let output = Data(both[(newline + 1 + length)...])
    let owner = DataOwner(Data(input))
    let loaded: LoadedDocument
    do throws(Diagnostic) {
      loaded = try Reading(request.source).load(owner.view)
    } catch { throw FoundationBridgeError.unreadable(error.message) }
    let document = loaded.document
    var builder = FoundationObjectBuilder(for: .comparing(request.target))
    var replay = writing(request).replay(of: document, from: request.source)
    do throws(Failure) {
      try replay.run(into: &builder)
    } catch {
      if case .equivalentKeys? = builder.problem {
        response.lines.append(.unverified("the whole output: \(error.message)"))
        return
      }
      throw error
    }
    var unverified = builder.unverified
    unverified.count(.duplicates, document.duplicateKeys.count)
    if let reason = unreadable(loaded, unverified, request.target) {
      response.lines.append(.unverified("the whole output, since \(reason)"))
      return
    }
    response.lines += unverified.texts.map { .unverified($0) }
    var comparison = FoundationComparison(format: request.target)
    let found = try FoundationCodec.read(output, request.target)
    if let difference = comparison.difference(expected: builder.result, found: found) {
      response.lines = [.error(difference)]
      return
    }
    try verifyInput(Data(input), loaded, request.source, &response)
  }

  /// The reason why Foundation cannot read the output, or nil.
  private static func unreadable(
    _ loaded: LoadedDocument, _ unverified: UnverifiedCounts, _ target: Format
  ) -> String? {
    let document = loaded.document
    if target == .binary1 && document.tags.contains(.setContainer) {
      return "PropertyListSerialization crashes on sets"
    }
    if target == .xml1 && unverified[.wideIntegers] > 0 {
      return "PropertyListSerialization refuses integers of more than 64 bits"
    }
    if target == .json && loaded.ledger[.loneSurrogates] != nil {
      return "JSONSerialization refuses half of a surrogate pair"
    }
    if target == .json && unverified[.digits] > 0 && document.tags.contains(.tag(.realText)) {
      if document.hasRealBeyondDouble { return "JSONSerialization refuses numbers beyond a double" }
    }
    return nil
  }
}

extension Diagnostic {
  /// The message with the line and column.
  fileprivate var located: String {
    if case .text(let line, let column) = place { return "\(line):\(column): \(message)" }
    return message
  }
}

extension Document {
  fileprivate var realTexts: [ByteView] {
    var texts: [ByteView] = []
    var index = 0
    while index < wordCount {
      if tag(at: index) == .realText { texts.append(text(at: index)) }
      index = tag(at: index) == .container ? index + 2 : next(after: index)
    }
    return texts
  }

  fileprivate var hasRealBeyondDouble: Bool { realTexts.contains { !NumberText.real($0).isFinite } }
}
