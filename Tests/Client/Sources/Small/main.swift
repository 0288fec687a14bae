// The smallest client of PliantCoding: decodes a property list or JSON and writes it as JSON.

import PliantCoding

struct Bundle: Codable { var CFBundleName: String }

let bundle = try DocumentDecoder().decode(Bundle.self, contentsOf: CommandLine.arguments[1])
print(try DocumentEncoder().text(of: bundle, as: .json))
