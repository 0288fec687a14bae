// swift-tools-version: 6.2
// Codable by PliantKit and by Foundation, on the records of pliant-bench.
import PackageDescription

let package = Package(
  name: "codable", platforms: [.macOS(.v15)], dependencies: [.package(name: "pliant", path: "../../..")],
  targets: [
    .target(name: "Shapes"),
    .executableTarget(
      name: "library-codable", dependencies: ["Shapes", .product(name: "PliantKit", package: "pliant")]),
    .executableTarget(name: "foundation-codable", dependencies: ["Shapes"]),
  ], swiftLanguageModes: [.v6])
