// Workflow files in XML, as the same dictionary that JSON and property lists give.
//
//   <workflow name="n">                                          {"name": "n",
//     <purpose>p</purpose>                                        "purpose": "p",
//     <parameter name="x" default="."><help>h</help></parameter>  "parameters": [{"name": "x", "default": ".", "help": "h"}],
//     <step run="convert json {x}">because</step>                 "steps": [{"run": "convert json {x}", "why": "because"}]}
//   </workflow>

import PliantKit

/// Reads `<workflow>` documents.
enum WorkflowXML {
  /// Elements that stand for entries of a list, and the key that their own text has.
  private static let lists: [(element: String, key: String, text: String)] = [
    ("parameter", "parameters", "help"), ("input", "inputs", "help"), ("output", "outputs", "help"),
    ("step", "steps", "why"), ("example", "examples", "help"),
  ]

  /// A value of the dictionary.
  private enum Value {
    case text(String)
    case texts([String])
    case entries([[(key: String, value: Value)]])
  }

  /// The document of a text in XML.
  ///
  /// Throws what is not well-formed, and another root element than `workflow`.
  static func document(of text: ByteView) throws(Diagnostic) -> Document {
    do throws(Failure) {
      let tree = try XMLTree.read(text)
      guard let root = tree.rootElement, tree.localName(of: root) == ByteView("workflow") else {
        throw Failure(.workflowRoot)
      }
      var builder = DocumentBuilder(source: text)
      write(members(of: root, in: tree), into: &builder)
      return try builder.finish(owner: tree)
    } catch {
      throw Diagnostic(error, in: text)
    }
  }

  /// The members of the workflow; what occurs several times becomes a list.
  private static func members(of root: XMLNodeID, in tree: XMLTree) -> [(key: String, value: Value)] {
    var members = attributes(of: root, in: tree)
    var descriptions: [String] = []
    for child in elements(of: root, in: tree) {
      let name = tree.localName(of: child).string
      if let list = lists.first(where: { $0.element == name }) {
        append(entry(of: child, textKey: list.text, in: tree), to: list.key, of: &members)
      } else if name == "description" {
        descriptions.append(content(of: child, in: tree))
      } else {
        members.append((name, .text(content(of: child, in: tree))))
      }
    }
    if !descriptions.isEmpty { members.append(("description", .texts(descriptions))) }
    return members
  }

  private static func append(
    _ entry: [(key: String, value: Value)], to key: String, of members: inout [(key: String, value: Value)]
  ) {
    guard let index = members.firstIndex(where: { $0.key == key }),
      case .entries(var entries) = members[index].value
    else {
      members.append((key, .entries([entry])))
      return
    }
    entries.append(entry)
    members[index].value = .entries(entries)
  }

  /// A parameter, file, step or example: its attributes, its child elements, and its own text.
  private static func entry(
    of node: XMLNodeID, textKey: String, in tree: XMLTree
  ) -> [(key: String, value: Value)] {
    var members = attributes(of: node, in: tree)
    var allowed: [String] = []
    for child in elements(of: node, in: tree) {
      let name = tree.localName(of: child).string
      if name == "allowed" {
        allowed.append(content(of: child, in: tree))
      } else {
        members.append((name, .text(content(of: child, in: tree))))
      }
    }
    if !allowed.isEmpty { members.append(("allowed", .texts(allowed))) }
    let own = ownText(of: node, in: tree)
    if !own.isEmpty { members.append((textKey, .text(own))) }
    return members
  }

  // MARK: Nodes

  private static func attributes(of node: XMLNodeID, in tree: XMLTree) -> [(key: String, value: Value)] {
    tree.attributes(of: node).map { (tree.localName(of: $0).string, .text(tree.value(of: $0).string)) }
  }

  private static func elements(of node: XMLNodeID, in tree: XMLTree) -> [XMLNodeID] {
    children(of: node, in: tree).filter { tree.kind(of: $0) == .element }
  }

  private static func children(of node: XMLNodeID, in tree: XMLTree) -> [XMLNodeID] {
    var children: [XMLNodeID] = []
    var next = tree.firstChild(of: node)
    while let child = next {
      children.append(child)
      next = tree.nextSibling(of: child)
    }
    return children
  }

  /// All text inside, white space collapsed.
  private static func content(of node: XMLNodeID, in tree: XMLTree) -> String {
    var bytes: [UInt8] = []
    tree.appendStringValue(of: node, to: &bytes)
    return collapsed(String(decoding: bytes, as: UTF8.self))
  }

  private static func ownText(of node: XMLNodeID, in tree: XMLTree) -> String {
    let texts = children(of: node, in: tree).filter { tree.kind(of: $0) == .text }
    return collapsed(texts.map { tree.value(of: $0).string }.joined(separator: " "))
  }

  private static func collapsed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: Document

  private static func write(
    _ members: [(key: String, value: Value)], into builder: inout DocumentBuilder
  ) {
    builder.beginDictionary(count: members.count)
    for member in members {
      key(member.key, into: &builder)
      switch member.value {
      case .text(let text): string(text, into: &builder)
      case .texts(let texts): strings(texts, into: &builder)
      case .entries(let entries):
        builder.beginArray(count: entries.count)
        for entry in entries { writeEntry(entry, into: &builder) }
        builder.endArray()
      }
    }
    builder.endDictionary()
  }

  /// An entry holds texts and lists of texts only.
  private static func writeEntry(
    _ members: [(key: String, value: Value)], into builder: inout DocumentBuilder
  ) {
    builder.beginDictionary(count: members.count)
    for member in members {
      key(member.key, into: &builder)
      switch member.value {
      case .text(let text): string(text, into: &builder)
      case .texts(let texts): strings(texts, into: &builder)
      case .entries: strings([], into: &builder)
      }
    }
    builder.endDictionary()
  }

  private static func strings(_ texts: [String], into builder: inout DocumentBuilder) {
    builder.beginArray(count: texts.count)
    for text in texts { string(text, into: &builder) }
    builder.endArray()
  }

  private static func string(_ text: String, into builder: inout DocumentBuilder) {
    Array(text.utf8).withByteView { builder.string($0) }
  }

  private static func key(_ text: String, into builder: inout DocumentBuilder) {
    Array(text.utf8).withByteView { builder.key($0) }
  }
}

extension DiagnosticCode {
  static var workflowRoot: DiagnosticCode {
    DiagnosticCode("workflow.root", rule: "workflow/file", "the root element of a workflow is <workflow>")
  }
}
