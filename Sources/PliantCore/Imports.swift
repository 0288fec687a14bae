// Re-exports the modules below, so that one import is enough.

@_exported import PliantCodecs
@_exported import PliantText
