// swift-tools-version: 6.2
// Fuzz targets for libFuzzer, one a reader; a package of its own, because a plain build cannot link them.
//
//   swift build -c release --sanitize=fuzzer --package-path Tests/Fuzz --product FuzzJSON
//   mkdir -p found && Tests/Fuzz/.build/release/FuzzJSON found testdata/valid/json
import PackageDescription

let readers = ["XMLPropertyList", "Binary", "JSON", "JSONLines", "OpenStep", "Strings", "XML"]

let package = Package(
  name: "PliantFuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "pliant", path: "../..")],
  targets: [
    .target(name: "FuzzSupport", dependencies: [.product(name: "PliantKit", package: "pliant")])
  ]
    + readers.map { reader in
      .executableTarget(
        name: "Fuzz\(reader)", dependencies: ["FuzzSupport"],
        swiftSettings: [.unsafeFlags(["-parse-as-library"])])
    },
  swiftLanguageModes: [.v6]
)
