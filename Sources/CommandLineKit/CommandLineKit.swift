// A command line declared as data: each command and option once, as the source of parsing, help, suggestions,
// man pages and completions.
//
//   let shout = Flag("shout", letter: "s", help: "in capitals")
//   let times = ValueOption("times", value: .integer("N", from: 1), help: "say it *N* times")
//   let greet = Verb(
//     "greet", group: "Talking", summary: "say hello",
//     description: "Prints a greeting for each *NAME*.",
//     operands: [Operand("NAME", repeats: true)], options: [shout, times],
//     examples: "Greets Anna.\n  $ pliant greet Anna\n  Hello, Anna!")
//
//   let typed = try ArgumentParser(verb: greet).parse(["-s", "--times=2", "Anna"])   // throws UsageError
//   typed[shout]              // true
//   typed[times]              // Optional(2)
//   typed.operands            // ["Anna"]
//
// `ParsedArguments` contains the parsed words; each command converts them to its own checked options. Parsing
// has no side effects.
//
// Texts use a light markup that help and man pages both render: `code` and *METAVARIABLE*; `PageText` explains
// paragraphs, literal text, terms, tables and examples.
