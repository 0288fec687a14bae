// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "pliant",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "pliant", targets: ["pliant"]),
    .executable(name: "pliant-foundation", targets: ["pliant-foundation"]),
    .library(name: "PliantCoding", targets: ["PliantCoding"]),
    .library(name: "PliantKit", targets: ["PliantKit"]),
    .library(name: "PliantFoundation", targets: ["PliantFoundation"]),
  ],
  targets: [
    .target(name: "CLibrary"),
    // Each reader and its writer are in one module: a call across modules in a hot loop costs 2 to 4 times as much,
    // unless it is inlinable, as PliantBase's functions for single bytes are.
    .target(name: "PliantBase", dependencies: ["CLibrary"]),
    .target(
      name: "PliantText", dependencies: ["PliantBase"],
      exclude: [
        "Generated/encoding_snippets.py", "Generated/gather_encoding_text.py",
        "Generated/generate_encoding_statistics.py", "Generated/generate_language_letters.py",
        "Generated/generate_double_byte_tables.py",
        "Generated/generate_html_entities.py", "Generated/generate_single_byte_tables.py",
      ], resources: [.embedInCode("Generated/Tables"), .embedInCode("Declarations/Names")]),
    // What each byte of property lists and JSON passes, and the XML reader: all that PliantCoding links.
    .target(name: "PliantCodecs", dependencies: ["PliantBase"]),
    .target(name: "PliantCore", dependencies: ["PliantCodecs", "PliantText"]),
    .target(
      name: "PliantFormats", dependencies: ["PliantCore"], resources: [.embedInCode("Repair/Texts")]),
    .target(name: "PliantQuery", dependencies: ["PliantFormats"]),
    .target(
      name: "PliantMapping", dependencies: ["PliantCore"], resources: [.embedInCode("BuiltIn/Mappings")]),
    .target(
      name: "PliantLint", dependencies: ["PliantFormats"],
      resources: [.embedInCode("Rules/Texts"), .embedInCode("Schemas/BuiltIn")]),
    // Property lists and JSON for programs that do not need the rest.
    .target(name: "PliantCoding", dependencies: ["PliantCodecs"]),
    .target(
      name: "PliantKit",
      dependencies: ["PliantCoding", "PliantFormats", "PliantQuery", "PliantMapping", "PliantLint"]),
    .target(name: "CommandLineKit", resources: [.embedInCode("Completions/Scripts")]),
    .target(
      name: "Commands",
      dependencies: [
        "CLibrary", "PliantFormats", "PliantQuery", "PliantMapping", "PliantLint", "CommandLineKit",
      ], resources: [.embedInCode("Manual/Pages"), .embedInCode("Manual/Commands"), .embedInCode("Texts")]),
    .executableTarget(
      name: "pliant", dependencies: ["Commands"],
      exclude: ["functions.order", "order-functions", "static.ld"]),
    // Only these three link Foundation, so that pliant itself starts in less than 2 ms.
    .target(name: "PliantFoundation", dependencies: ["PliantKit"]),
    .executableTarget(name: "pliant-foundation", dependencies: ["PliantFoundation"]),
    .executableTarget(
      name: "pliant-bench", dependencies: ["CLibrary", "PliantBase"], exclude: ["RESULTS.md"],
      resources: [.embedInCode("Texts")]),
    // Its documents are of every format.
    .target(name: "TestSupport", dependencies: ["PliantFormats"], path: "Tests/TestSupport"),
    .testTarget(name: "PliantBaseTests", dependencies: ["PliantBase", "TestSupport"]),
    .testTarget(name: "PliantTextTests", dependencies: ["PliantText", "TestSupport"]),
    .testTarget(name: "PliantCoreTests", dependencies: ["PliantFormats", "TestSupport"]),
    .testTarget(name: "PliantFormatsTests", dependencies: ["PliantFormats", "TestSupport"]),
    .testTarget(name: "PliantQueryTests", dependencies: ["PliantQuery", "TestSupport"]),
    .testTarget(name: "PliantMappingTests", dependencies: ["PliantMapping", "TestSupport"]),
    .testTarget(name: "PliantLintTests", dependencies: ["PliantLint", "TestSupport"]),
    .testTarget(
      name: "PliantKitTests", dependencies: ["PliantKit", "PliantLint", "PliantFoundation", "TestSupport"],
      exclude: ["Interface"]),
    .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit", "TestSupport"]),
    .testTarget(
      name: "CommandsTests",
      dependencies: ["Commands", "PliantKit", "CommandLineKit", "TestSupport", "pliant"],
      exclude: ["PackageNames.txt"]),
    .testTarget(
      name: "PliantFoundationTests",
      dependencies: ["PliantFoundation", "PliantKit", "TestSupport", "pliant-foundation"]),
  ],
  swiftLanguageModes: [.v6]
)

// Each function has a section of its own, and being public alone does not keep it: the linker drops what a program does
// not call, which makes a small client 1.8 MB instead of 2.9. SwiftPM accepts such flags in dependencies of every kind
// since tools version 6.2.
let compact = ["CommandLineKit", "Commands", "PliantLint", "PliantQuery"]
for target in package.targets where target.type == .regular {
  target.swiftSettings = [
    .unsafeFlags(
      ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"]
        // They have no hot loops: 0.4 MB less of the program for at most 3 % of an XPath's instructions.
        + (compact.contains(target.name) ? ["-Osize"] : []),
      .when(platforms: [.linux], configuration: .release))
  ]
}

// Fuzz targets are linked with libFuzzer, which brings its own `main`; a plain build cannot.
if Context.environment["PLIANT_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "pliant-fuzz", dependencies: ["PliantKit", "Commands"], path: "Tests/Fuzz",
      exclude: ["Corpus", "Dictionaries", "run"],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}
