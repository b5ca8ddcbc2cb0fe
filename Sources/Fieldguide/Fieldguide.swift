import ArgumentParser

/// The command line.
@main
struct Fieldguide: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fieldguide",
    abstract: "Guides to animals and more, as pages that are functions of one state.",
    subcommands: [Serve.self, Backup.self, MakePassword.self],
    defaultSubcommand: Serve.self)
}
