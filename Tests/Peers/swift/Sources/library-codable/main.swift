// library-codable decode|encode FILE FORMAT: decodes the records of a file with PliantKit, and optionally
// writes them again.
// library-codable shape NAME COUNT: decodes COUNT records as a type of Shapes.

import PliantKit
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
  var created: Document.Date
  var address: Address
  var tags: [String]
  var counts: [Int]
  var note: String
  var token: [UInt8]
}

let arguments = CommandLine.arguments
func decodeShape(_ shape: Shape) throws {
  let text = Shape.document(Int(arguments[3]) ?? 0)
  var decoder = DocumentDecoder()
  if shape == .snake { decoder.keyDecodingStrategy = .convertFromSnakeCase }
  let count =
    switch shape {
    case .any: try decoder.decode([AnyCodable].self, from: text).count
    case .either: try decoder.decode([Chosen].self, from: text).count
    case .paths: try decoder.decode([Located].self, from: text).count
    case .snake: try decoder.decode([Renamed].self, from: text).count
    }
  print(count)
}
if arguments.count == 4, arguments[1] == "shape", let shape = Shape(rawValue: arguments[2]) {
  try decodeShape(shape)
} else {
  try decodeRecords()
}

func decodeRecords() throws {
  guard arguments.count == 4, let format = Format(rawValue: arguments[3]) else {
    print("usage: library-codable decode|encode FILE FORMAT")
    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "usage"))
  }
  let records = try DocumentDecoder().decode([Record].self, contentsOf: arguments[2], format: format)
  var sum = records.reduce(0) { $0 + $1.id + $1.counts.count + $1.token.count }
  if arguments[1] == "encode" {
    sum += try DocumentEncoder().bytes(of: records, as: format).count > 0 ? 0 : 1
  }
  print(sum)
}
