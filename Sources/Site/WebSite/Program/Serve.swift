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

  static var settings: [NamedSetting] { Options.allSettings }

  @OptionGroup var options: CommandOptions<Self>

  func run<Given: SiteOptions>(
    for site: Site<Given>, _ reader: SettingsReader, errors: LogWriter
  ) async throws {
    try await site.serve(Settings(reader), reader.read(Given()), errors: errors)
  }
}

/// Returns the description of an error as one sentence.
func sentence(for error: any Error) -> String {
  let text = (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
  let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
  return line.hasSuffix(".") ? line : line + "."
}
