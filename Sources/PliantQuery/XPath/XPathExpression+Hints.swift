// Errors in an expression for one document, and hints if it selects nothing.

extension XPathExpression {
  package func diagnostic(of failure: Failure) -> Diagnostic {
    let place = failure.column(in: text(0..<source.count)).map { "in the expression, column \($0): " } ?? ""
    return failure.code == .brokenPipe
      ? Diagnostic(failure)
      : Diagnostic(
        .error, place + failure.sentence, advice: failure.advice, rule: failure.code.rule)
  }

  /// A name without a prefix that the document has only in a namespace, and a correction, or nil.
  ///
  /// In XPath 1.0, such a name is in no namespace, whatever the document's default namespace.
  package func namespaceHint(for tree: XMLTree) -> (sentence: String, advice: String)? {
    for node in nodes {
      guard case .path(_, let steps) = node else { continue }
      for step in steps {
        guard case .name(nil, let range) = step.test, step.axis != .attribute,
          step.axis != .descendantAttribute,
          step.axis != .namespace
        else { continue }
        if let (uri, qualified) = onlyNamespace(of: Array(source[range]), in: tree) {
          let name = text(range)
          return (
            "'\(name)' matches elements in no namespace, but those of the document are in \(uri)",
            qualified == name
              ? "bind a prefix, --namespace p=\(uri), and write p:\(name)" : "write \(qualified)"
          )
        }
      }
    }
    return nil
  }

  private func onlyNamespace(of name: [UInt8], in tree: XMLTree) -> (uri: String, qualified: String)? {
    var found: (uri: String, qualified: String)?
    name.withByteView { wanted in
      for number in 1..<max(tree.names.count, 1)
      where tree.names.isName(number) && tree.names.localName(number) == wanted {
        guard tree.names.uri(ofName: number) != 0 else {
          found = nil
          return
        }
        let uri = tree.names.uri(tree.names.uri(ofName: number)).string
        found = found ?? (uri, tree.names.name(number).string)
      }
    }
    return found
  }
}
