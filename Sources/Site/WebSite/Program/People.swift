import Foundation
import Glibc
import Look

/// The editors file, as the settings name it, and the program that reads it.
struct People {
  private let file: URL
  private let data: URL
  private let settings: CommonSettings

  /// - Throws: `SettingsError` if no setting names the file, or one is invalid.
  init(_ reader: SettingsReader) throws {
    settings = try reader.read(
      CommonSettings(),
      only: ["editors", "data", "public-origin", "host", "port", "socket", "tls-certificate"])
    guard let file = settings.editors else {
      throw SettingsError(
        "no setting names the editors file; give the options of serve: --config or --editors.")
    }
    (self.file, data) = (file, settings.data)
  }

  /// Reads the file.
  ///
  /// - Throws: `SettingsError` that names the file or the line.
  func read() throws -> EditorsFile { try EditorsFile(at: file) }

  /// Checks that no editor has a name.
  ///
  /// - Parameter content: the content of the file; `nil` to read it.
  /// - Throws: `SettingsError` if one has.
  func checkIsNew(_ name: String, in content: EditorsFile? = nil) throws {
    guard let content = content ?? (try? read()), (try? content.editor(named: name)) != nil else {
      return
    }
    throw SettingsError(
      "“\(name)” is an editor already; “editor reset” and “editor invite” replace the password.")
  }

  /// Returns the address at which browsers reach the site.
  ///
  /// - Throws: `SettingsError` if the settings do not tell it.
  func origin() throws -> String {
    if let origin = settings.publicOrigin.first { return origin.text }
    guard settings.socket == nil, settings.port != 0,
      // All addresses of the machine, none of which is known.
      !["0.0.0.0", "::"].contains(settings.host)
    else {
      throw SettingsError("set --public-origin, so that the link can name the site.")
    }
    let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    return "\(settings.tlsCertificate == nil ? "http" : "https")://\(host):\(settings.port)"
  }

  /// Returns a time in seconds since 1970 in words.
  static func time(_ seconds: Int) -> String {
    Moment(Date(timeIntervalSince1970: Double(seconds))).minute
  }

  /// The lines of the command `list`.
  func lines() throws -> [String] {
    let editors = try read().editors
    let accepted = AcceptedInvitations.read(in: data)
    var lines = editors.map { editor in
      var parts = [editor.name]
      if !editor.roles.isEmpty { parts.append(editor.roles.joined(separator: ", ")) }
      if let invitation = editor.invitation,
        accepted?.contains(digest(of: editor.secret)) != true
      {
        let isOver = Double(invitation.expiry) <= Date.now.timeIntervalSince1970
        parts.append("invited, \(isOver ? "expired" : "until") \(Self.time(invitation.expiry))")
      }
      return parts.joined(separator: "  ")
    }
    if accepted == nil, editors.contains(where: { $0.invitation != nil }) {
      lines.append(
        "Whether an invitation was accepted is unknown: \(data.path) does not tell.")
    }
    return lines
  }

  // MARK: Passwords

  /// Reads a password, and returns its hash.
  ///
  /// - Throws: `SettingsError` if it cannot be chosen.
  func askPassword(for name: String) throws -> String {
    let isTerminal = isatty(STDIN_FILENO) == 1
    guard let password = Self.readPassword("New password for \(name): ") else {
      throw SettingsError("there is no password on standard input; enter one line.")
    }
    if let problem = Password.problem(with: password, for: name) {
      throw SettingsError("the password was refused. \(problem.message)")
    }
    guard !isTerminal || Self.readPassword("Again: ") == password else {
      throw SettingsError("the passwords differ; nothing was changed.")
    }
    guard let hash = Password.hash(of: password) else {
      throw SettingsError("the system cannot hash the password.")
    }
    return hash
  }

  /// Reads a line of standard input. A terminal shows a prompt, and does not echo the password.
  private static func readPassword(_ prompt: String) -> String? {
    var before = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else {
      return readLine()
    }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { return nil }
    // After the flush, which discards what was typed before.
    FileHandle.standardError.write(Data(prompt.utf8))
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      FileHandle.standardError.write(Data("\n".utf8))
    }
    return readLine()
  }

  // MARK: Changes

  /// Changes the file, prints a message, and waits until the running program has read the file.
  ///
  /// - Throws: `SettingsError` if the file cannot be changed, or the program cannot reload it.
  func change(_ message: String, _ body: (inout EditorsFile) throws -> Void) async throws {
    try EditorsFile.change(at: file, groupOf: data, body)
    print(message)
    switch try await Reloads.request(in: data) {
    case .complete: print("The running program uses the changed file.")
    case .failed(let sentences): throw SettingsError(sentences)
    case .notRunning:
      print(
        "No program serves the data folder \(data.path); others that use the file read it by "
          + "themselves.")
    }
  }
}
