// For readers of formats that take plain elements past the XML reader, straight from its text.

extension XMLReader {
  /// Whether the next token may be read past this reader: no entity, text or end tag is half done.
  @inline(__always)
  package var isBetweenPlainTokens: Bool {
    stage == .content && !endIsPending && !textIsPending && !referenceIsPending
      && !hasAttributeLists && frames.count == 0
  }

  /// Opens an element without attributes whose tag somebody else has read.
  @inline(__always)
  package mutating func openPlainElement(name range: Range<Int>) {
    elements.append(
      XMLOpenElement(
        name: input[range], offset: offset(of: range.lowerBound &- 1), bindingCount: namespaces.count,
        binding: binding, prefixCount: prefixCount))
  }

  /// Takes the innermost element off the stack.
  @inline(__always)
  mutating func closePlainElement() {
    _ = elements.removeLast()
    if elements.count < rescuedCount { rescuedCount = elements.count }
  }

  /// Opens an element whose start tag somebody else has read, under the namespaces in scope.
  @inline(__always)
  package mutating func openPlainElement(name: ByteView, offset: Int) {
    elements.append(
      XMLOpenElement(
        name: name, offset: offset, bindingCount: namespaces.count, binding: binding, prefixCount: prefixCount
      ))
  }
}
