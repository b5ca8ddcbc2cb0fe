import ArgumentParser
import Foundation
import Markup

/// The command `editor`: changes the editors file, and says what the running program made of it.
struct EditorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "editor", abstract: "Manage the people who may make changes.",
    discussion: """
      Changes the editors file that serve uses, and creates it if it is missing. Waits until the \
      running program has reloaded it, and exits with status 1 if that failed. Other instances \
      read the file within two seconds.
      """,
    subcommands: [
      AddEditor.self, InviteEditor.self, ResetEditor.self, SignOutEditor.self, RemoveEditor.self,
      ListEditors.self,
    ])
}

/// A subcommand of `editor`.
protocol EditorsCommand: SettingsCommand {
  /// Performs the command.
  ///
  /// - Throws: an error whose description is one sentence.
  func run(with people: People) async throws
}

extension EditorsCommand {
  static var settings: [NamedSetting] {
    declaredSettings(
      of: CommonSettings(), only: ["config", "editors", "data", "public-origin"])
  }

  func run<Options: SiteOptions>(
    for site: Site<Options>, _ reader: SettingsReader, errors: LogWriter
  ) async throws { try await run(with: People(reader)) }
}

/// The arguments of a subcommand that adds an editor.
struct EditorArguments: ParsableArguments {
  @Argument(help: "The name to sign in with.")
  var name: String

  @Option(help: "A role of the editor. Can be repeated.")
  var role: [String] = []

  func validate() throws {
    let hasColon = name.utf8.contains(UInt8(ascii: ":"))
    if name.normalised.isEmpty || name.normalised.hasPrefix("#") || name.count > 100 || hasColon
      || name.unicodeScalars.contains(where: \.properties.isControlOrLineBreak)
    {
      throw ValidationError(
        "A name needs 1 to 100 characters, no colon or line break, and no # at its start.")
    }
    func isSeparator(_ character: Character) -> Bool {
      character == "," || character == ":" || character.isNewline
    }
    for text in role where text.normalised.isEmpty || text.contains(where: isSeparator) {
      throw ValidationError("A role needs at least one character, and no comma or colon.")
    }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isControlOrLineBreak: Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(generalCategory)
  }
}

struct AddEditor: EditorsCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an editor with a password.",
    discussion: "Asks for the password, or reads one line of standard input.")

  @OptionGroup var arguments: EditorArguments
  @OptionGroup var options: CommandOptions<Self>

  func run(with people: People) async throws {
    let name = arguments.name.normalised
    try people.checkIsNew(name)
    let hash = try people.askPassword(for: name)
    try await people.change("Added \(name).") { file in
      try people.checkIsNew(name, in: file)
      file.set(.init(name: name, secret: hash, roles: arguments.role.map(\.normalised)))
    }
  }
}

struct InviteEditor: EditorsCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Print a link by which an editor chooses a password.",
    discussion: """
      Adds the editor. The link works once, for one day. An editor who exists loses the password \
      and all sessions, and keeps the roles unless others are given.
      """)

  @OptionGroup var arguments: EditorArguments
  @OptionGroup var options: CommandOptions<Self>

  func run(with people: People) async throws {
    let (name, token) = (arguments.name.normalised, SessionToken.random())
    let invitation = Invitation(token, at: Int(Date.now.timeIntervalSince1970))
    let link = try people.origin() + SiteRoute.invitation(token: token.text).href.text
    let message = """
      Invited \(name). Whoever opens this link first, until \
      \(People.time(invitation.expiry)), chooses the password:
      \(link)
      """
    try await people.change(message) { file in
      var editor =
        (try? file.editor(named: name)) ?? .init(name: name, secret: invitation.text)
      editor.secret = invitation.text
      if !arguments.role.isEmpty { editor.roles = arguments.role.map(\.normalised) }
      file.set(editor)
    }
  }
}

struct ResetEditor: EditorsCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Set a new password, and end all sessions of an editor.",
    discussion: """
      Asks for the password, or reads one line of standard input. Every older password ends, and \
      an invitation does, too.
      """)

  @Argument(help: "The name of the editor.") var name: String
  @OptionGroup var options: CommandOptions<Self>

  func run(with people: People) async throws {
    let editor = try people.read().editor(named: name)
    let hash = try people.askPassword(for: editor.name)
    try await people.change("\(editor.name) has a new password, and is signed out everywhere.") {
      var editor = try $0.editor(named: name)
      editor.secret = hash
      $0.set(editor)
    }
  }
}

struct SignOutEditor: EditorsCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "End all sessions of an editor.",
    discussion: "The password remains.")

  @Argument(help: "The name of the editor.") var name: String
  @OptionGroup var options: CommandOptions<Self>

  func run(with people: People) async throws {
    try await people.change("\(name) is signed out everywhere.") {
      var editor = try $0.editor(named: name)
      editor.signOuts += 1
      $0.set(editor)
    }
  }
}

struct RemoveEditor: EditorsCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove an editor, and end all sessions of the editor.")

  @Argument(help: "The name of the editor.") var name: String
  @OptionGroup var options: CommandOptions<Self>

  func run(with people: People) async throws {
    try await people.change("Removed \(name).") { try $0.remove(name) }
  }
}

struct ListEditors: EditorsCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the editors, their roles and their invitations.")

  @OptionGroup var options: CommandOptions<Self>

  func run(with people: People) async throws {
    for line in try people.lines() { print(line) }
  }
}
