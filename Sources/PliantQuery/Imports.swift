// Re-exports the modules below, so that the files of this one need no imports.

@_exported import PliantFormats
