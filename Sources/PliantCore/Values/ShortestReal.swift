// Doubles as the shortest decimal text that reads back the same.

extension OutputBuffer {
  /// Appends a finite double as its `description`, the shortest digits that read back the same.
  package mutating func appendShortest(_ value: Double) {
    if appendFewDecimals(value) { return }
    append(value.description)
  }

  /// Appends a number with up to six decimals, as most are, without the cost of a String; false for others.
  ///
  /// With `scaled` and `scale` exact, their quotient is rounded once: it is `value` only if the decimal text is read back
  /// as `value`. Fewer decimals were tried before, and up to 15 digits no two texts are read as the same double.
  private mutating func appendFewDecimals(_ value: Double) -> Bool {
    let magnitude = value.magnitude
    guard magnitude >= 0.001, magnitude < 1_000_000_000 else { return false }
    var scale = 10.0
    var decimals = 1
    while decimals <= 6 {
      let scaled = Int64(magnitude * scale + 0.5)
      if Double(scaled) / scale == magnitude {
        if value < 0 { append(ASCII.hyphen) }
        appendDecimal(scaled, decimals: decimals)
        return true
      }
      scale *= 10
      decimals &+= 1
    }
    return false
  }

  /// Appends `scaled` with a decimal point before its last digits.
  private mutating func appendDecimal(_ scaled: Int64, decimals: Int) {
    appendUninitialized(24) { start in
      var rest = UInt64(truncatingIfNeeded: scaled)
      var digits = decimals &+ 2
      var bound: UInt64 = 10
      for _ in 0..<decimals { bound &*= 10 }
      while rest >= bound {
        bound &*= 10
        digits &+= 1
      }
      var at = digits
      while at > 0 {
        at &-= 1
        if digits &- at == decimals &+ 1 {
          start[at] = ASCII.fullStop
        } else {
          start[at] = ASCII.digit0 &+ UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
      }
      return digits
    }
  }
}
