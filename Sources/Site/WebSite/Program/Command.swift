import ArgumentParser
import Foundation
import Logging

/// The command line of a site.
struct Command<Options: SiteOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Options.program, abstract: Options.abstract, version: Options.fullVersion,
      subcommands: [
        Serve<Options>.self, Backup.self, Export.self, Import.self, Move.self, MakePassword.self,
        ShowConfiguration<Options>.self,
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
    guard let run = siteCommand(command, errors: errors) else { return try command.perform() }
    do {
      try await run()
    } catch {
      let log = (try? Self.logSettings(of: command)) ?? LogSettings()
      log.report(sentence(for: error), .critical, to: errors, label: Options.program)
      throw ExitCode.failure
    }
  }

  /// Returns a function that runs a command with the configuration of the site;
  /// `nil` for other commands, like help.
  private func siteCommand(
    _ command: any ParsableCommand, errors: LogWriter
  ) -> (() async throws -> Void)? {
    switch command {
    case let command as Serve<Options>:
      {
        let reader = try Self.reader(of: command)
        try await serve(Settings(reader), reader.read(Options()), errors: errors)
      }
    case let command as ShowConfiguration<Options>:
      { try await check(command, Self.reader(of: command), errors: errors) }
    case let command as Backup: { try command.run(Self.reader(of: command)) }
    case let command as Export:
      {
        let reader = try Self.reader(of: command)
        try await export(
          to: URL(fileURLWithPath: command.file), Settings(reader), reader.read(Options()),
          errors: errors)
      }
    case let command as Import:
      {
        let reader = try Self.reader(of: command)
        try await `import`(
          from: URL(fileURLWithPath: command.file), Settings(reader), reader.read(Options()),
          errors: errors)
      }
    case let command as Move:
      {
        let reader = try Self.reader(of: command)
        try await move(Settings(reader), reader.read(Options()), errors: errors)
      }
    default: nil
    }
  }

  /// Returns the settings of the log, which may be valid when others are not.
  private static func logSettings(of command: some ParsableCommand) throws -> LogSettings {
    guard let command = command as? any SettingsCommand else { return LogSettings() }
    let reader = try reader(of: command)
    let settings = try reader.read(CommonSettings(), only: ["log-level", "log-format"])
    return LogSettings(level: settings.logLevel, format: settings.logFormat)
  }

  /// Reads the settings from a parsed command line, the environment and the
  /// configuration file.
  private static func reader(of command: some SettingsCommand) throws -> SettingsReader {
    try SettingsReader(
      program: Options.program, names: Options.allSettings.map(\.name),
      options: command.options.values,
      environment: ProcessInfo.processInfo.environment)
  }
}

extension ParsableCommand {
  fileprivate func perform() throws {
    var command = self
    try command.run()
  }
}
