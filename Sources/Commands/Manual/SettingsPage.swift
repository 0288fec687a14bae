// pliant-settings(5): the files that configure lint.

extension Manual {
  static let settings = ManualPage(
    "pliant-settings", section: 5, summary: "files that configure pliant lint for a project",
    text: """
      # DESCRIPTION
      `.pliant.json` is JSON, `.pliant.plist` a property list with the same keys. It applies to its directory and
      subdirectories. `pliant lint --init` writes one for the files at hand; it can look like this:

          {
            "lint": {
              "ignore": ["xml/doctype", "encoding/mismatch"],
              "exclude": ["build/", "*.min.json"],
              "jsonWithComments": ["config/*.json"],
              "failOn": "error",
              "mappings": {"catalogue/*.xml": "books-mapping.json"}
            }
          }

      pliant looks for it in the working directory and its parents, up to the root of the repository or the home
      directory. `--config` *FILE* selects another file. Command-line options take precedence. An unknown key or rule
      is an error, exit status 2.

      # SETTINGS
      `select` :: The only rules, or families of rules, to look for; an array. pliant-lint-rules(7) lists them.
      `ignore` :: Rules or families to leave out; an array.
      `include` :: Patterns of files to check even if vendored or apparently binary; an array.
      `only` :: Patterns of the only files to check; an array. They apply to files on the command line too.
      `exclude` :: Patterns of paths to leave out, as in `.gitignore`; an array. They apply to files on the command
        line too.
      `encodings` :: The encodings of files that declare none: a dictionary from patterns to encodings, of which the
        first that matches counts. `UTF-8-BOM` also requires a byte order mark. `encoding`, `lint` and `transcode` use
        them, else `charset` of .editorconfig, else `working-tree-encoding` of .gitattributes.
      `jsonWithComments` :: Patterns of files that are JSON with comments and trailing commas; an array.
      `readers` :: The readers of property lists whose differences to report, as in `--readers`; an array.
      `expectEncoding` :: The encoding that every file must have.
      `failOn` :: The lowest severity that causes exit status 1: `warning` (the default) or `error`.
      `baseline` :: The file with the accepted findings; `--update-baseline` writes it.
      `mappings` :: The mapping for each pattern of files, a name or a path. Without it and without `--mapping`,
        pliant uses no mapping.

      # TRUST
      The author of a repository may not be trustworthy, so pliant only reads the settings that it finds, patterns are
      relative to their directory, and every file that they refer to must be inside it.

      # EXAMPLES
      Check a file with settings from another file.
        $ pliant lint --config lint-settings.json menu-latin1.xml
        1 file checked, no findings
      """, seeAlso: ["lint", "pliant-mapping(5)"])
}
