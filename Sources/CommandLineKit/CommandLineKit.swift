// A command line declared as data: each verb and option once, from which come parsing, help, suggestions,
// man pages and completions.
//
//   let greet = Verb(
//     "greet", group: "Talking", summary: "say hello",
//     description: ["Prints a greeting for each *NAME*."],
//     operands: [Operand("NAME", repeats: true)],
//     options: [Option("shout", letter: "s", help: "in capitals"), Option("times", value: "N", help: "say it *N* times")],
//     examples: [Example("pliant greet Anna", "Greets Anna.", output: "Hello, Anna!\n")])
//
//   let typed = try ArgumentParser(verb: greet).parse(["-s", "--times=2", "Anna"])   // throws UsageError
//   typed.has("shout")        // true
//   typed.value("times")      // "2"
//   typed.operands            // ["Anna"]
//
// What was typed (`ParsedArguments`) is one type; what is ready to run is another, which each verb makes for
// itself and where it checks values. Parsing never acts.
//
// Texts use a light markup that help and man pages both render: `code`, *METAVARIABLE*, and paragraphs as elements of
// an array; a paragraph that begins with four spaces is shown as it is.
