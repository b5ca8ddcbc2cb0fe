import ArgumentParser

/// The command line.
@main
struct Fieldguide: AsyncParsableCommand {
  static let version = "1.0"

  static let configuration = CommandConfiguration(
    commandName: "fieldguide",
    abstract: "Guides to animals and more, as pages that are functions of one state.",
    version: Fieldguide.version,
    subcommands: [Serve.self, Backup.self, MakePassword.self, ShowConfiguration.self],
    defaultSubcommand: Serve.self)
}
