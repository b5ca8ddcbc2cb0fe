import ArgumentParser
import Foundation

/// `fieldguide config`: shows what the program would do with what it is told.
struct ShowConfiguration: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show each setting, and where it was said.",
    discussion: """
      Takes the options of “fieldguide serve”, and reads the environment and the file as that does. \
      Ends with 1 where something is wrong, and starts nothing.
      """)

  @OptionGroup var serve: Serve

  func run() throws {
    do {
      let reader = try SettingsReader(self)
      _ = try Settings(reader)
      for line in Self.lines(for: reader.entries) { print(line) }
    } catch {
      FileHandle.standardError.write(Data("fieldguide: \(sentence(for: error))\n".utf8))
      throw ExitCode.failure
    }
  }

  /// Returns a line for each setting: its name, its value and its place.
  static func lines(for entries: [SettingsReader.Entry]) -> [String] {
    let name = entries.map(\.name.count).max() ?? 0
    let value = min(entries.map(\.value.count).max() ?? 0, 48)
    return entries.map { entry in
      [entry.name.padding(to: name), entry.value.padding(to: value), entry.place]
        .joined(separator: "  ")
    }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
