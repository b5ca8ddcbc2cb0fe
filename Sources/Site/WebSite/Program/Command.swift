import ArgumentParser
import Foundation
import Logging

/// The command line of a site.
struct Command<Options: SiteOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Options.program, abstract: Options.abstract,
      discussion: "With --version, --verbose prints the libraries and packages, too.",
      version: Options.versionText(),
      subcommands: [
        Serve<Options>.self, Backup.self, Import.self, EditorCommand.self,
        Reload.self, ShowConfiguration<Options>.self, Health.self,
      ],
      defaultSubcommand: Serve<Options>.self)
  }
}

extension Site {
  /// Runs a command.
  ///
  /// - Throws: an exit code, after the error was written to standard error as
  ///   one sentence.
  func perform(_ command: any ParsableCommand, errors: LogWriter) async throws {
    guard let command = command as? any SettingsCommand else { return try command.perform() }
    do {
      try await command.run(for: self, Self.reader(of: command), errors: errors)
    } catch {
      let log = (try? Self.logSettings(of: command)) ?? LogSettings()
      for sentence in sentences(for: error) {
        log.report(sentence, .critical, to: errors, label: Options.program)
      }
      throw ExitCode.failure
    }
  }

  /// Returns the settings of the log, which may be valid when others are not.
  private static func logSettings(of command: some SettingsCommand) throws -> LogSettings {
    let reader = try reader(of: command)
    let settings = try reader.read(CommonSettings(), only: ["log-level", "log-format"])
    return LogSettings(level: settings.logLevel, format: settings.logFormat)
  }

  /// Reads the settings from a parsed command line, the environment and the
  /// configuration file.
  private static func reader(of command: some SettingsCommand) throws -> SettingsReader {
    try SettingsReader(
      program: Options.program, names: Options.allSettings.map(\.name),
      options: command.options.values, environment: ProcessInfo.processInfo.environment)
  }
}

extension ParsableCommand {
  fileprivate func perform() throws {
    var command = self
    try command.run()
  }
}
