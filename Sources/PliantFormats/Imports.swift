// Re-exports the modules below, so that one import is enough and the files of this one need none.

@_exported import PliantCore
