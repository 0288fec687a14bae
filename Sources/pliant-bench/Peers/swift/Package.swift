// swift-tools-version: 6.2
// Codable by PliantKit and by Foundation, on the records of pliant-bench.
import PackageDescription

let package = Package(
  name: "codable", platforms: [.macOS(.v15)], dependencies: [.package(name: "pliant", path: "../../../..")],
  targets: [
    .executableTarget(
      name: "library-codable", dependencies: [.product(name: "PliantKit", package: "pliant")]),
    .executableTarget(name: "foundation-codable"),
  ], swiftLanguageModes: [.v6])
