// The Foundation engine: reads a request from its arguments and the bytes from standard input, answers, ends.

import Foundation
import PliantFoundation
import PliantCore

guard let request = EngineRequest(arguments: Array(CommandLine.arguments.dropFirst())) else {
  FileHandle.standardError.write(
    Data(
      "pliant-foundation \(Version.text) is run by pliant: see --engine and --verify of pliant convert\n".utf8
    ))
  exit(2)
}
let answer = FoundationTask.answer(request, input: FileHandle.standardInput.readDataToEndOfFile())
FileHandle.standardOutput.write(Data(answer.bytes))
