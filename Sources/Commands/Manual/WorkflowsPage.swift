// pliant-workflows(7): how to write a workflow file.

import CommandLineKit

extension Manual {
  static let workflows = ManualPage(
    "pliant-workflows", section: 7, summary: "files that hold series of pliant commands",
    sections: [
      ManualSection(
        "DESCRIPTION",
        [
          """
          A workflow is a JSON, property list or XML file that describes a task and its steps. `pliant workflow run` \
          does it, `pliant workflow check` proves that every step parses and every parameter is used, \
          `pliant workflow man` writes its manual page, `pliant workflow list` shows the workflows of a directory or the steps of a file.
          """,
          .literal(
            """
            {
              "name": "settings-to-json",
              "purpose": "settings of an app as JSON",
              "parameters": [
                {"name": "folder", "kind": "folder", "default": ".",
                 "help": "where the settings lie"}
              ],
              "outputs": [
                {"path": "{folder}/settings.json", "help": "the settings"}
              ],
              "steps": [
                {"run": "convert json --pretty -o {folder}/settings.json {folder}/settings.plist",
                 "why": "the web page reads JSON"}
              ]
            }
            """),
        ]),
      ManualSection(
        "KEYS",
        [
          .terms([
            ManualTerm("`name`", "Letters, digits, `-` and `_`."),
            ManualTerm("`purpose`", "One line without a full stop."),
            ManualTerm(
              "`description`",
              "A paragraph, or an array of them; a paragraph that begins with four spaces is shown as it is."),
            ManualTerm(
              "`parameters`",
              """
              The settings: `name`, `help`, and optionally `default`, `allowed` (an array of values), `pattern` (an \
              I-Regexp, RFC 9485, for the whole value) and `kind`: `text`, `integer`, `file`, `folder`, or `files`, a \
              pattern such as `old/**/*.xml` for all files that it matches. A parameter without a default is required.
              """),
            ManualTerm("`inputs`, `outputs`", "Files that are read and made: `path` and `help`."),
            ManualTerm("`steps`", "The commands: `run` and `why`."),
            ManualTerm("`examples`", "Command lines for the page: `run` and `help`."),
          ])
        ]),
      ManualSection(
        "XML",
        [
          """
          In XML, which is read by a mapping of its own, the `name` of the workflow is an attribute, `purpose` and each \
          `description` are elements, and the entries of lists are elements `parameter`, `input`, `output`, `step` and \
          `example`. Their keys are attributes; each `allowed` value is an element; the text of a `step` is its reason, \
          the text of the others their help.
          """,
          .literal(
            """
            <workflow name="settings-to-json">
              <purpose>settings of an app as JSON</purpose>
              <parameter name="folder" kind="folder" default=".">where the settings lie</parameter>
              <output path="{folder}/settings.json">the settings</output>
              <step run="convert json -o {folder}/settings.json {folder}/settings.plist">
                the web page reads JSON
              </step>
            </workflow>
            """),
        ]),
      ManualSection(
        "STEPS",
        [
          """
          `run` is a command line of pliant, with or without the word `pliant`, or an array of its words. Quotation marks \
          of both kinds keep a word together. `|` gives what one command prints to the next. Steps are not run \
          by a shell: other programs, redirections, variables and patterns are not supported; `check` refuses a pattern in the place \
          of a file. Each of `outputs` must be named by a step.
          """,
          """
          `{name}` stands for the value of a parameter, which is never divided into words or interpreted. A word that is \
          one parameter of kind `files` becomes as many words as there are files. `{{` and `}}` are braces.
          """,
          """
          `workflow run --set NAME=VALUE FILE` as a step runs another workflow of the same folder, named without a \
          directory. No workflow may run itself, even indirectly; `check` follows all of them.
          """,
          """
          A step fails if its command's exit status is not 0. Then nothing after it is run, and each file that \
          `outputs` names, here or in a workflow that a step runs, is put back to what it was, or removed if it \
          did not exist. Files that a step rewrites and no output names are left as they are; each is complete.
          """,
        ]),
      ManualSection(
        "MAKE AND JUST",
        [
          """
          A workflow is for pliant's own steps. Where other programs take part, or only what is older than its sources is to \
          be made, call pliant from make(1) or just(1): it writes each output in one step, so that an interrupted run leaves \
          no file that looks made, and its exit status is 0 only where all was done.
          """,
          .literal(
            """
            %.json: %.plist
            \tpliant convert json --pretty -o $@ $<

            store.db: feed.xml
            \tpliant convert sql -q -o - $< | sqlite3 $@

            check:
            \tpliant lint --fail-on error Sources
            .PHONY: check
            """),
          "The same as a justfile:",
          .literal(
            """
            set shell := ["sh", "-euc"]

            settings:
                pliant convert json --pretty -o settings.json settings.plist

            release: settings
                pliant workflow run --set folder=. release-metadata.json
            """),
        ]),
      ManualSection(
        "EXAMPLES",
        [
          .example(
            Example(
              "pliant workflow run --dry-run --set folder=. release-metadata.json",
              "Show the command lines of a workflow with a parameter set."))
        ]),
    ], seeAlso: ["workflow", "convert"])
}
