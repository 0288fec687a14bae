// For readers of formats that find plain elements in the text by themselves: how they tell the reader what they read.

extension XMLReader {
  /// Whether the next token may be read past this reader: no entity, text or end tag is half done.
  @inline(__always)
  package var isBetweenPlainTokens: Bool {
    state.isBetweenTokens && !document.affectsTags && !source.isInEntity
  }

  /// Goes on at an index of `input`.
  @inline(__always)
  mutating func skip(to index: Int) { source.advance(to: index) }

  /// Goes on at `end`, with the tag that begins at `start` as the current token.
  @inline(__always)
  mutating func skipTag(from start: Int, to end: Int) {
    token.start = source.offset(of: start)
    source.advance(to: end)
  }

  /// Goes on after the innermost element's end tag, as after its event.
  @inline(__always)
  mutating func skipEndTag(from start: Int, to end: Int) {
    skipTag(from: start, to: end)
    closeElement()
    namespaces.dropEnded()
  }

  /// Opens an element without attributes whose tag was skipped, under the namespaces in scope.
  @inline(__always)
  mutating func openPlainElement(name: ByteView, offset: Int) {
    elements.append(
      XMLOpenElement(
        name: name, offset: offset, bindingCount: namespaces.count, binding: token.binding,
        prefixCount: token.prefixCount))
  }

  /// Takes the innermost element off the stack.
  @inline(__always)
  mutating func closePlainElement() { elements.removeLast() }

  /// Ends the scope of the element that was closed last.
  @inline(__always)
  mutating func dropEndedBindings() { namespaces.dropEnded() }
}
