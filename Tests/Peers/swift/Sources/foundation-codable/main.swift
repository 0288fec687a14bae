// foundation-codable decode|encode FILE FORMAT: decodes the records of a file with Foundation, and optionally
// writes them again.
// foundation-codable shape NAME COUNT: decodes COUNT records as a type of Shapes.

import Foundation
import Shapes

struct Record: Codable {
  struct Address: Codable {
    var street: String
    var city: String
    var zip: String
  }
  var id: Int
  var name: String
  var email: String
  var active: Bool
  var score: Double
  var created: Date
  var address: Address
  var tags: [String]
  var counts: [Int]
  var note: String
  var token: Data
}

let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "shape", let shape = Shape(rawValue: arguments[2]) {
  let text = Data(Shape.document(Int(arguments[3]) ?? 0).utf8)
  let decoder = JSONDecoder()
  let count: Int
  switch shape {
  case .any: count = try decoder.decode([AnyCodable].self, from: text).count
  case .either: count = try decoder.decode([Chosen].self, from: text).count
  case .paths: count = try decoder.decode([Located].self, from: text).count
  case .snake:
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    count = try decoder.decode([Renamed].self, from: text).count
  }
  print(count)
  exit(0)
}
guard arguments.count == 4 else {
  print("usage: foundation-codable decode|encode FILE FORMAT")
  exit(2)
}
let data = try Data(contentsOf: URL(fileURLWithPath: arguments[2]))
let isJSON = arguments[3] == "json"
let jsonDecoder = JSONDecoder()
jsonDecoder.dateDecodingStrategy = .iso8601
let records =
  isJSON
  ? try jsonDecoder.decode([Record].self, from: data)
  : try PropertyListDecoder().decode([Record].self, from: data)
var sum = records.reduce(0) { $0 + $1.id + $1.counts.count + $1.token.count }
if arguments[1] == "encode" {
  let jsonEncoder = JSONEncoder()
  jsonEncoder.dateEncodingStrategy = .iso8601
  let listEncoder = PropertyListEncoder()
  listEncoder.outputFormat = arguments[3] == "xml1" ? .xml : .binary
  let written = isJSON ? try jsonEncoder.encode(records) : try listEncoder.encode(records)
  sum += written.isEmpty ? 1 : 0
}
print(sum)
