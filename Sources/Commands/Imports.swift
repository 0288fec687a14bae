// Re-exports the modules below, so that the files of this one need no imports.

@_exported import CommandLineKit
@_exported import PliantLint
@_exported import PliantMapping
@_exported import PliantQuery
