// What this module is built on is part of what it offers: who imports it has that too.

@_exported import PliantCore
