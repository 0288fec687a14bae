extension XMLEntitySets: NamedCharacterTable {
  package func valueInHTML4(of name: ByteView) -> UInt32? { HTMLEntities.valueInHTML4(of: name) }
}
