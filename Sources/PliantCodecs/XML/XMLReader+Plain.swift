// An interface for readers of formats that parse plain elements by themselves, to update the reader's state.

extension XMLReader {
  /// Whether the next token may be parsed elsewhere: no entity, text or end tag is incomplete.
  @inlinable @inline(__always)
  package var isBetweenPlainTokens: Bool {
    state.isBetweenTokens && !document.affectsTags && !source.isInEntity
  }

  /// Continues at an index of `input`.
  @inlinable package mutating func skip(to index: Int) { source.advance(to: index) }

  /// Continues at `end`, with the tag at `start` as the current token.
  @inlinable @inline(__always)
  package mutating func skipTag(from start: Int, to end: Int) {
    token.start = source.offset(of: start)
    source.advance(to: end)
  }

  /// Continues after the innermost element's end tag, as after its event.
  @inlinable @inline(__always)
  package mutating func skipEndTag(from start: Int, to end: Int) {
    skipTag(from: start, to: end)
    closeElement()
    namespaces.dropEnded()
  }

  /// Opens an element without attributes whose tag was skipped, under the namespaces in scope.
  @inlinable @inline(__always)
  package mutating func openPlainElement(name: ByteView, offset: Int) {
    elements.append(
      XMLOpenElement(
        name: name, offset: offset, bindingCount: namespaces.count, binding: token.binding,
        prefixCount: token.prefixCount))
  }

  /// Pops the innermost element.
  @inlinable package mutating func closePlainElement() { elements.removeLast() }

  /// Ends the scope of the last closed element.
  @inlinable package mutating func dropEndedBindings() { namespaces.dropEnded() }
}
