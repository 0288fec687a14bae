// Re-exports the module below, so that one import is enough.

@_exported import PliantBase
