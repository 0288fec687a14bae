// The contents of the workloads' elements.

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
    let time = "\(twoDigits(random.below(24))):\(twoDigits(random.below(60))):\(twoDigits(random.below(60)))"
    return .date("\(day)T\(time)Z")
  }

  /// A real with a fraction, by its shortest text.
  static func real(_ random: inout SampleRandom) -> SampleValue {
    .real("\(random.below(20_000) - 10_000).\(random.below(1000))\(1 + random.below(9))")
  }

  static func record(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    .dictionary([
      ("id", .integer(index)), ("name", .string(name(&random))),
      ("email", .string("user\(index)@example.org")), ("active", .boolean(random.below(2) == 0)),
      ("score", real(&random)), ("created", date(&random)),
      (
        "address",
        .dictionary([
          ("street", .string("\(random.pick(streets)) \(random.below(200))")),
          ("city", .string(random.pick(cities))), ("zip", .string("\(10_000 + random.below(90_000))")),
        ])
      ), ("tags", .array((0..<3).map { _ in .string(random.pick(words)) })),
      ("counts", .array((0..<3).map { _ in .integer(random.below(100_000)) })),
      ("note", .string(sentence(&random, words: 7))),
      ("token", .data((0..<12).map { _ in UInt8(truncatingIfNeeded: random.next()) })),
    ])
  }

  /// A record as users have them: letters above ASCII, characters that XML and JSON escape, long reals.
  static func mixed(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    let words = ["Köln", "straße", "日本", "été", "😀", "river", "paper", "<tag>", "Q & A", "\"quoted\""]
    func text(_ count: Int) -> String { (0..<count).map { _ in random.pick(words) }.joined(separator: " ") }
    return .dictionary([
      ("record id", .integer(index)), ("full name", .string(name(&random))), ("título", .string(text(4))),
      ("score", .real(longReal(&random))), ("created", date(&random)),
      ("is active", .boolean(random.below(2) == 0)),
      ("place", .dictionary([("city", .string(random.pick(cities))), ("note", .string(text(3)))])),
      ("tags", .array((0..<3).map { _ in .string(text(1)) })),
      ("token", .data((0..<24).map { _ in UInt8(truncatingIfNeeded: random.next()) })),
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

  /// Reals whose shortest text has 17 digits.
  static func reals(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    .array((0..<100).map { _ in .real(longReal(&random)) })
  }

  private static func longReal(_ random: inout SampleRandom) -> String {
    let magnitudes = [1e-3, 1, 10, 1e4, 1e9]
    while true {
      let fraction = Double(random.next() >> 11) / Double(1 << 53)
      let text = "\((fraction + 0.1) * random.pick(magnitudes))"
      let digits = text.utf8.filter { $0 >= 0x30 && $0 <= 0x39 }.drop { $0 == 0x30 }.count
      if digits == 17 && !text.utf8.contains(0x65) { return random.below(2) == 0 ? text : "-" + text }
    }
  }

  /// Short strings with quotation marks, backslashes, slashes, tabs and line ends.
  static func escapes(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    let (one, other, third) = (random.pick(words), random.pick(words), random.pick(words))
    return .dictionary([
      ("path", .string("C:\\\(one)\\\(other)\\\(index).txt")),
      ("said", .string("\"\(one) \(other)\",\n\tsaid \(name(&random)): \"\(third)?\"")),
      ("url", .string("https://example.org/\(one)/\(other)?a=\(index)&b=<\(third)>")),
    ])
  }

  /// The first letter of each script, and their number.
  private static let scripts: [(first: UInt32, count: Int)] = [
    (0x4E00, 0x5000), (0x3041, 0x50), (0xAC00, 0x2B00), (0x430, 0x20), (0x3B1, 0x10), (0x5D0, 0x1B),
    (0x627, 0x12), (0x915, 0x20), (0xE01, 0x2E), (0x1F600, 0x40),
  ]

  /// Words in ten scripts, one of them emoji, which UTF-16 writes as pairs.
  static func scripts(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    var text = ""
    for _ in 0..<20 {
      let script = random.pick(scripts)
      for _ in 0..<6 {
        if let scalar = Unicode.Scalar(script.first + UInt32(random.below(script.count))) {
          text.unicodeScalars.append(scalar)
        }
      }
      text += " "
    }
    return .dictionary([("番号", .integer(index)), ("текст", .string(text))])
  }

  static func deep(_ index: Int, _ random: inout SampleRandom) -> SampleValue {
    var value = SampleValue.integer(random.below(1000))
    for _ in 0..<400 { value = .array([value]) }
    return value
  }
}
