// What this module is built on is part of what it offers: who imports it has those modules too.

@_exported import PliantText
