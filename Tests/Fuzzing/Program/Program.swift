import Foundation

/// The program that fuzzes one parser with libFuzzer, which `Scripts/fuzz` links.
///
///     fieldguide-fuzz --parser=query [OPTION OF LIBFUZZER | FOLDER]…
///     fieldguide-fuzz --parser=query --inputs=FOLDER < LINES
///
/// The second form converts lines of text to inputs. libFuzzer ignores arguments
/// that start with two hyphens, and passes them to its child processes.
@main
enum Program {
  static func main() throws {
    guard let parser else {
      fail("Specify --parser= with one of \(Parser.allCases.map(\.rawValue)).")
    }
    if let folder = value(of: "--inputs=") {
      try writeInputs(for: parser, to: URL(filePath: folder))
      return
    }
    var count = CommandLine.argc
    var arguments: Arguments? = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments, check))
  }

  private static func writeInputs(for parser: Parser, to folder: URL) throws {
    var number = 0
    while let line = readLine() {
      for input in parser.inputs(containing: line) where input.count <= 1_000 {
        number += 1
        try Data(input).write(to: folder.appending(path: "line-\(number)"))
      }
    }
  }
}

private let parser = value(of: "--parser=").flatMap(Parser.init)

private func value(of option: String) -> String? {
  CommandLine.arguments.first { $0.hasPrefix(option) }.map { String($0.dropFirst(option.count)) }
}

/// Checks one input. A violation aborts the process, so that libFuzzer saves the
/// input.
private func check(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do throws(Violation) {
    try parser?.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fail("An invariant is violated: \(error)")
  }
  return 0
}

private func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  abort()
}

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments?>,
  _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
