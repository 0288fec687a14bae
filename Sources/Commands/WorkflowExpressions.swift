// Queries, expressions and mappings in the steps of a workflow, as far as they are known before it runs.

import CommandLineKit
import PliantCore
import PliantMapping

extension WorkflowCheck {
  /// The first query, expression or mapping of a step that cannot be read, or nil; `words` are those of `command` with
  /// samples in the place of parameters.
  func expressionProblem(_ command: [String], _ words: [Argument]) -> String? {
    guard case .run(let verb, let typed)? = try? Program.commandSet.parse(words) else { return nil }
    // What a parameter gives is known only when the workflow runs.
    let fixed = Set(
      command.filter { Workflow.placeholders(in: $0).isEmpty }.flatMap { Workflow.fill($0, [:]).map(\.shown) }
    )
    func isFixed(_ text: String) -> Bool {
      fixed.contains(text) || fixed.contains { $0.hasPrefix("--") && $0.hasSuffix("=" + text) }
    }
    do throws(UsageError) {
      if let name = verb.operands.first?.name, let text = typed.operands.first?.shown, isFixed(text) {
        if name == "JSONPATH" { _ = try QueryCommand.parse(text) }
        if name == "EXPR" { _ = try XPathCommand.parse(text, what: "expression") }
      }
      for given in typed.given {
        guard let text = given.text, isFixed(text), let name = given.option.longNames.first else { continue }
        switch name {
        case "xpath", "context": _ = try XPathCommand.parse(text, what: "expression of --\(name)")
        case "mapping": try checkMapping(text)
        default: break
        }
      }
      return nil
    } catch {
      // The text itself, with a mark below, follows on further lines.
      return error.message.split(separator: "\n").first.map(String.init)
    }
  }

  /// Throws what is wrong with a mapping; a file that is not there may be made by another step.
  private func checkMapping(_ name: String) throws(UsageError) {
    if name == "none" { return }
    if MappingLibrary.isPath(name), Platform.status(context.resolve(name)) == nil { return }
    do throws(MappingLibrary.Problem) { _ = try context.mappingLibrary.compiledMapping(name) } catch {
      throw UsageError(error.diagnostic.message)
    }
  }
}
