// The library for other programs: `Document.read`, `value(at:)`, `replacing`, `bytes(as:)`, `write(to:as:)`.
//
//   PliantKit ─▶ PliantQuery ─▶ PliantCore
//
// Everything else is `package`: it is for the program pliant and may change with it.

@_exported import PliantCore
