// swift-tools-version: 6.2
// A program of somebody else's that uses the library: it sees what is public, and nothing more.
//
//   swift run --package-path Tests/Client Client
import PackageDescription

let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "pliant", path: "../..")],
  targets: [
    .executableTarget(name: "Client", dependencies: [.product(name: "PliantKit", package: "pliant")]),
    // Five lines, whose size is measured.
    .executableTarget(name: "Small", dependencies: [.product(name: "PliantCoding", package: "pliant")]),
  ],
  swiftLanguageModes: [.v6]
)
