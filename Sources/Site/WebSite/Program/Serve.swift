import ArgumentParser
import Foundation

/// The command `serve`: serves the site until it is stopped.
struct Serve<Options: SiteOptions>: SettingsCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "serve", abstract: "Serve the site.",
      discussion: """
        Each option can also be set in the environment and in a configuration file: --log-level \
        as \(SettingsReader.variable("log-level", of: Options.program)) and as "log-level". The \
        command line takes precedence over the environment, and the environment over the file. \
        “\(Options.program) config” shows the effective settings.
        """)
  }

  static var settings: [NamedSetting] { HelpSections.ordered(Options.allSettings) }

  @OptionGroup var options: CommandOptions<Self>

  func run<Given: SiteOptions>(
    for site: Site<Given>, _ reader: SettingsReader, errors: LogWriter
  ) async throws {
    let (settings, options) = try reader.read(Given.self)
    try await site.serve(settings, options, errors: errors) { [again = reader.again] in
      _ = try again().read(Given.self)
    }
  }
}

/// Returns the description of an error in one line.
func sentence(for error: any Error) -> String { sentences(for: error).joined(separator: " ") }

/// Returns the description of an error as sentences, each in one line.
func sentences(for error: any Error) -> [String] {
  let texts =
    (error as? SettingsError)?.sentences
    ?? [(error as? any LocalizedError)?.errorDescription ?? String(describing: error)]
  return texts.map { text in
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.hasSuffix(".") ? line : line + "."
  }
}
