// Checks of queries, expressions, places, markup and mappings in the steps of a workflow, if known before it
// runs.

extension WorkflowCheck {
  /// The first invalid query, expression, place, markup or mapping of a step, or nil; `words` are those of
  /// `command` with samples in place of parameters.
  func expressionProblem(_ command: [String], _ words: [Argument]) -> String? {
    guard case .run(let verb, let typed)? = try? Program.commandSet.parse(words) else { return nil }
    // The value of a parameter is known only at run time.
    let fixed = Set(
      command.filter { Workflow.placeholders(in: $0).isEmpty }.flatMap { Workflow.fill($0, [:]).map(\.shown) }
    )
    func isFixed(_ text: String) -> Bool {
      fixed.contains(text) || fixed.contains { $0.hasPrefix("--") && $0.hasSuffix("=" + text) }
    }
    do throws(UsageError) {
      if let text = typed.operands.first?.shown, isFixed(text) {
        if typed.verbPath == ["convert"] { try ConvertCommand.checkSelect(typed) }
        let usesMapping = typed.verbPath == ["mapping", "check"] || typed.verbPath == ["mapping", "show"]
        switch usesMapping ? "MAPPING" : verb.operands.first?.name {
        case "JSONPATH": _ = try QueryCommand.parse(text)
        case "EXPR": try checkExpression(text, "expression", typed)
        case "KEYPATH": _ = try typed.keyPath()
        case "MAPPING": try checkMapping(text)
        default: break
        }
      }
      for given in typed.given {
        guard let text = given.text, isFixed(text), let name = given.option.longNames.first else { continue }
        switch name {
        case "xpath", "context": try checkExpression(text, "expression of --\(name)", typed)
        case "markup": try checkMarkup(text)
        case "mapping": try checkMapping(text)
        case "records" where RecordPlace(text) == nil:
          throw .notPlaceOfRecords(text)
        case "fields": _ = try MappingPlan.fields(text, .json)
        default: break
        }
      }
      return nil
    } catch {
      // The text itself, with a mark below, follows on further lines.
      return error.message.split(separator: "\n").first.map(String.init)
    }
  }

  /// Throws an error in an XPath expression; only the document declares its prefixes.
  private func checkExpression(_ text: String, _ what: String, _ typed: ParsedArguments) throws(UsageError) {
    let expression = try XPathCommand.parse(text, what: what)
    var bindings = XPathBindings()
    bindings.variables = typed[XPathCommand.variables].map { ($0.name, $0.value.bytes) }
    do throws(Failure) {
      _ = try expression.variables(bindings)
    } catch { throw UsageError(error, in: what, text) }
  }

  private func checkMarkup(_ text: String) throws(UsageError) {
    do throws(Failure) { try XMLEditRequest.check(markup: Array(text.utf8)) } catch {
      throw UsageError(error.sentence)
    }
  }

  /// Throws an error in a mapping; another step may create a missing file.
  private func checkMapping(_ name: String) throws(UsageError) {
    if name == "none" { return }
    if MappingLibrary.isPath(name), Platform.status(context.resolve(name)) == nil { return }
    do throws(MappingLibrary.Problem) { _ = try context.mappingLibrary.compiledMapping(name) } catch {
      throw UsageError(error.diagnostic.message)
    }
  }
}
