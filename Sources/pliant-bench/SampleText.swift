// What the workloads' elements say.

/// Made-up elements, from nothing but a random sequence.
enum SampleText {
  static let words = [
    "alpha", "beta", "gamma", "delta", "summer", "winter", "river", "mountain", "house", "window", "letter",
    "paper", "Straße", "Brücke", "señal", "château", "blue", "green", "quiet", "early", "between", "under",
  ]
  static let streets = [
    "Hauptstraße", "Bahnhofstraße", "High Street", "Rue de l'Église", "Calle Mayor", "Storgatan",
    "Elm & Oak Lane",
  ]
  private static let cities = ["Köln", "Paris", "Zürich", "London", "Málaga", "Göteborg", "Kraków"]
  private static let firstNames = ["Anna", "Jürgen", "Chloé", "Peter", "Søren", "Maria", "John", "Ines"]
  private static let lastNames = ["Meier", "Müller", "Dupont", "Smith", "García", "Larsson", "Novák"]

  static func name(_ random: inout SampleRandom) -> String {
    "\(random.pick(firstNames)) \(random.pick(lastNames))"
  }

  static func sentence(_ random: inout SampleRandom, words count: Int) -> String {
    var text = ""
    for index in 0..<count {
      if index > 0 { text += random.below(30) == 0 ? " & " : random.below(40) == 0 ? " <b> " : " " }
      text += random.pick(words)
    }
    return text
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  static func date(_ random: inout SampleRandom) -> SampleValue {
    let day =
      "\(1990 + random.below(40))-\(twoDigits(1 + random.below(12)))-\(twoDigits(1 + random.below(28)))"
    let time =
      "\(twoDigits(random.below(24))):\(twoDigits(random.below(60))):\(twoDigits(random.below(60)))"
    return .date("\(day)T\(time)Z")
  }

  /// A real with a fraction, by its shortest text.
  static func real(_ random: inout SampleRandom) -> SampleValue {
    .real("\(random.below(20_000) - 10_000).\(random.below(1000))\(1 + random.below(9))")
  }

  static func record(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    .dictionary([
      ("id", .integer(index)),
      ("name", .string(name(&random))),
      ("email", .string("user\(index)@example.org")),
      ("active", .boolean(random.below(2) == 0)),
      ("score", real(&random)),
      ("created", date(&random)),
      (
        "address",
        .dictionary([
          ("street", .string("\(random.pick(streets)) \(random.below(200))")),
          ("city", .string(random.pick(cities))),
          ("zip", .string("\(10_000 + random.below(90_000))")),
        ])
      ),
      ("tags", .array((0..<3).map { _ in .string(random.pick(words)) })),
      ("counts", .array((0..<3).map { _ in .integer(random.below(100_000)) })),
      ("note", .string(sentence(&random, words: 7))),
      ("token", .data((0..<12).map { _ in UInt8(truncatingIfNeeded: random.next()) })),
    ])
  }

  static func longString(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    var text = ""
    while text.utf8.count < 20_000 { text += sentence(&random, words: 40) + ". \"\(index)\"\n" }
    return .string(text)
  }

  static func numbers(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    .array(
      (0..<100).map { place in
        switch place % 4 {
        case 0: .integer(Int(truncatingIfNeeded: random.next() >> 11) - (1 << 52))
        case 1: .integer(random.below(1000))
        default: real(&random)
        }
      })
  }

  static func cjk(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    var text = ""
    for _ in 0..<120 {
      let base: UInt32
      let range: Int
      switch random.below(3) {
      case 0: (base, range) = (0x4E00, 0x5000)
      case 1: (base, range) = (0x3041, 0x50)
      default: (base, range) = (0xAC00, 0x2B00)
      }
      if let scalar = Unicode.Scalar(base + UInt32(random.below(range))) {
        text.unicodeScalars.append(scalar)
      }
    }
    return .dictionary([("番号", .integer(index)), ("本文", .string(text))])
  }

  static func deep(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    var value = SampleValue.integer(random.below(1000))
    for _ in 0..<400 { value = .array([value]) }
    return value
  }
}
