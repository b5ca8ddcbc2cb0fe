import ArgumentParser
import Foundation

/// The command `config`: prints the effective settings.
struct ShowConfiguration<Options: SiteOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "config",
      abstract: "Show the effective settings and their sources.",
      discussion: """
        Accepts the options of serve, and reads the environment and the configuration file. Does \
        not start the site. Exits with status 1 if a setting is invalid.
        """)
  }

  @OptionGroup var serve: Serve<Options>

  /// Prints the settings.
  ///
  /// - Throws: `SettingsError` that names the setting and its valid values.
  func run(_ reader: SettingsReader) throws {
    _ = try Settings(reader)
    _ = try Options.values(from: reader)
    for line in Self.lines(for: reader.entries) { print(line) }
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
