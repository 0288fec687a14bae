/// Reads JSON Lines in memory (one value per line, skipping blank lines), or concatenated values, as an array.
package enum JSONLinesReader {
  /// Sends an array with one element for each line of `text`, valid UTF-8 without byte order mark.
  ///
  /// `ledger` records unpaired surrogates. Throws a `json/syntax` failure with its offset, or the sink's failure with the offset of the value.
  package static func read(
    _ text: ByteView, into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    var reader = JSONReader(.empty, enclosure: .line)
    reader.acceptsLoneSurrogates = ledger.acceptsLoneSurrogates
    try sink.beginArray(count: nil)
    if JSONValueStream.framing(ofLines: text, acceptsSeveral: ledger.acceptsSeveralValues) == .values {
      var end = 0
      while let value = JSONValueStream.nextValue(in: text, from: end) {
        try reader.read(text[value], base: value.lowerBound, into: &sink)
        end = value.upperBound
      }
    } else {
      var start = 0
      while start < text.count {
        let end = text.firstIndex(of: ASCII.lineFeed, from: start) ?? text.count
        let line = text[start..<end]
        if !line.isWhitespaceOnly { try reader.read(line, base: start, into: &sink) }
        start = end + 1
      }
    }
    try sink.endArray()
    reader.recordLosses(in: &ledger)
  }
}
