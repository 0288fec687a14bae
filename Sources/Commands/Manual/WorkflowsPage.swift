// pliant-workflows(7): how to write a workflow file.

extension Manual {
  static let workflows = ManualPage(
    "pliant-workflows", section: 7, summary: "files that describe a series of pliant commands",
    text: """
      # DESCRIPTION
      A workflow is a JSON, property list or XML file that describes a task and its steps. `pliant workflow run` runs
      it, `pliant workflow check` checks that every step parses and uses every parameter, `pliant workflow man` writes
      its manual page, and `pliant workflow list` lists the workflows of a directory or the steps of a file.

          {
            "name": "settings-to-json",
            "purpose": "convert an app's settings to JSON",
            "parameters": [
              {"name": "folder", "kind": "folder", "default": ".",
               "help": "the directory of the settings"}
            ],
            "outputs": [
              {"path": "{folder}/settings.json", "help": "the settings"}
            ],
            "steps": [
              {"run": "convert json --pretty -o {folder}/settings.json {folder}/settings.plist",
               "why": "the web page reads JSON"}
            ]
          }

      # KEYS
      `name` :: Letters, digits, `-` and `_`.
      `purpose` :: One line without a full stop.
      `description` :: A paragraph or an array of paragraphs; one that begins with four spaces is preformatted.
      `parameters` :: The settings: `name`, `help`, and optionally `default`, `allowed` (an array of values),
        `pattern` (an I-Regexp, RFC 9485, that matches the whole value) and `kind`: `text`, `integer`, `file`,
        `folder`, or `files`, a pattern such as `old/**/*.xml` for all files that match. A parameter without a default
        is required.
      `inputs`, `outputs` :: The files that the workflow reads and writes: `path` and `help`.
      `steps` :: The commands: `run`, and the reason, `why`.
      `examples` :: Examples for the manual page: `run` and `help`.

      # XML
      In XML, `name` is an attribute of `workflow`, and `purpose` and each `description` are elements. The list
      entries are elements `parameter`, `input`, `output`, `step` and `example`, with their keys as attributes and
      each `allowed` value as an element. The text of a `step` is its reason; the text of the others is their help.

          <workflow name="settings-to-json">
            <purpose>convert an app's settings to JSON</purpose>
            <parameter name="folder" kind="folder" default=".">the directory of the settings</parameter>
            <output path="{folder}/settings.json">the settings</output>
            <step run="convert json -o {folder}/settings.json {folder}/settings.plist">
              the web page reads JSON
            </step>
          </workflow>

      # STEPS
      `run` is a pliant command line, with or without the word `pliant`, or an array of its words. Single and double
      quotation marks keep a word together, and `|` pipes the output of one command to the next. Steps do not run in a
      shell: other programs, redirections, variables and patterns are unsupported, and `check` rejects a pattern in
      place of a file. A step must write each of `outputs`.

      pliant replaces `{name}` with the value of a parameter and never splits or interprets the value. A word that is
      one parameter of kind `files` becomes one word per file. `{{` and `}}` are braces.

      `workflow run --set NAME=VALUE FILE` as a step runs another workflow of the same directory; *FILE* is its name
      only. A workflow cannot run itself, even indirectly; `check` checks all of them.

      A step fails if the exit status of its command is not 0. The workflow then stops and restores each file listed
      in `outputs`, including those of workflows that its steps run, or removes it if it did not exist. Other files
      that steps have rewritten remain; each is complete.

      # MAKE AND JUST
      A workflow runs pliant only. To combine it with other programs, or to rebuild only outdated files, call pliant
      from make(1) or just(1). It writes files atomically, so an interrupted run leaves no incomplete target, and its
      exit status is 0 only on success.

          %.json: %.plist
          	pliant convert json --pretty -o $@ $<

          store.db: feed.xml
          	pliant convert sql -q -o - $< | sqlite3 $@

          check:
          	pliant lint --fail-on error Sources
          .PHONY: check

      The same as a justfile:

          set shell := ["sh", "-euc"]

          settings:
              pliant convert json --pretty -o settings.json settings.plist

          release: settings
              pliant workflow run --set folder=. release-metadata.json

      # EXAMPLES
      Print the commands of a workflow without running them.
        $ pliant workflow run --dry-run --set folder=. release-metadata.json
        …
      """, seeAlso: ["workflow", "convert"])
}
