// A health export: elements with many attributes, entities in them, and a DOCTYPE with an internal subset.

/// Application XML made of attributes, with the JSON that comes of it; 95 MB at scale 1.
enum HealthDocument {
  /// A query, whose results are `found`.
  static let interesting = "//Record[@type='HKQuantityTypeIdentifierHeartRate'][@value > 160]/@value"

  private static let kinds = [
    ("HKQuantityTypeIdentifierStepCount", "count"), ("HKQuantityTypeIdentifierHeartRate", "count/min"),
    ("HKQuantityTypeIdentifierDistanceWalkingRunning", "km"),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "kcal"),
  ]

  static func prepare(in folder: String, scale: Double) throws -> DocumentFiles {
    let count = max(Int(200_000 * scale), 1)
    let document = DocumentFiles(base: "\(folder)/health-\(count)")
    try FileWriter.make([document.xml, document.json(), document.found]) { files in
      let (xml, json, found) = (files[0], files[1], files[2])
      try xml.write(head)
      try json.write(
        "{\"HealthData\":{\"@locale\":\"en_GB\",\"ExportDate\":{\"@value\":\"2022-10-20 10:01:02 +0100\"},\"Record\":["
      )
      var random = SampleRandom(seed: 1609)
      for index in 0..<count {
        let (kind, unit) = random.pick(kinds)
        let value = random.below(1800)
        let attributes = attributes(kind, unit, "\(value / 10).\(value % 10)", &random)
        let hasEntry = random.below(4) == 0
        try xml.write(element(attributes, hasEntry))
        try json.write((index > 0 ? "," : "") + object(attributes, hasEntry))
        if kind.hasSuffix("HeartRate"), value > 1600 { try found.write("\(value / 10).\(value % 10)\n") }
      }
      try xml.write("</HealthData>\n")
      try json.write("]}}\n")
    }
    return document
  }

  private static func attributes(
    _ kind: String, _ unit: String, _ value: String, _ random: inout SampleRandom
  ) -> [(String, String)] {
    let (day, hour, minute) = (10 + random.below(18), 10 + random.below(12), 10 + random.below(48))
    return [
      ("type", kind), ("sourceName", "\(SampleText.name(&random))’s Watch"),
      ("sourceVersion", "9.0.\(random.below(4))"),
      (
        "device",
        "<<HKDevice: 0x28\(1_000_000 + random.below(9_000_000))>, name:Apple Watch, manufacturer:Apple Inc., "
          + "model:Watch, hardware:Watch6,2, software:9.0.1>"
      ), ("unit", unit), ("creationDate", "2022-10-\(day) \(hour):\(minute + 1):09 +0100"),
      ("startDate", "2022-10-\(day) \(hour):\(minute):02 +0100"),
      ("endDate", "2022-10-\(day) \(hour):\(minute):58 +0100"), ("value", value),
    ]
  }

  private static func element(_ attributes: [(String, String)], _ hasEntry: Bool) -> String {
    var text = " <Record"
    for (name, value) in attributes { text += " \(name)=\"\(SampleValue.escapeXML(value))\"" }
    guard hasEntry else { return text + "/>\n" }
    return text
      + ">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"1\"/>\n </Record>\n"
  }

  private static func object(_ attributes: [(String, String)], _ hasEntry: Bool) -> String {
    var entries = attributes.map { name, value in ("@" + name, SampleValue.string(value)) }
    if hasEntry {
      let entry: [(String, SampleValue)] = [
        ("@key", .string("HKMetadataKeyHeartRateMotionContext")), ("@value", .string("1")),
      ]
      entries.append(("MetadataEntry", .dictionary(entry)))
    }
    var text = ""
    SampleValue.dictionary(entries).appendJSON(to: &text)
    return text
  }

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!ELEMENT HealthData (ExportDate,Record*)>
    <!ATTLIST HealthData locale CDATA #REQUIRED>
    <!ELEMENT ExportDate EMPTY>
    <!ATTLIST ExportDate value CDATA #REQUIRED>
    <!ELEMENT Record (MetadataEntry*)>
    <!ATTLIST Record type CDATA #REQUIRED unit CDATA #IMPLIED value CDATA #IMPLIED>
    <!ELEMENT MetadataEntry EMPTY>
    <!ATTLIST MetadataEntry key CDATA #REQUIRED value CDATA #REQUIRED>
    ]>
    <HealthData locale="en_GB">
     <ExportDate value="2022-10-20 10:01:02 +0100"/>

    """
}
