import ArgumentParser
import Foundation

/// The command `password`: creates a line for the editors file.
struct MakePassword: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Create a line for the editors file.",
    discussion: """
      Reads the password from the first line of standard input, and prints its hash. With a \
      name, prints the line name:hash.
      """)

  @Argument(help: "The name to sign in with.")
  var name: String?

  func validate() throws {
    guard let name else { return }
    let hasColon = name.utf8.contains(UInt8(ascii: ":"))
    if name.normalised.isEmpty || hasColon || name.contains(where: \.isNewline) {
      throw ValidationError("A name needs at least one character, and no colon or line break.")
    }
  }

  func run() throws { print(try line(for: readPassword())) }

  /// Returns the line of the editors file for a password.
  ///
  /// - Throws: `ValidationError` if the password is missing or too long.
  func line(for password: String?) throws -> String {
    guard let password, !password.normalised.isEmpty else {
      throw ValidationError("Enter a password on standard input.")
    }
    guard let hash = Password.hash(of: password) else {
      throw ValidationError(
        "The password is longer than \(Password.maxBytes) bytes; choose a shorter one.")
    }
    return name.map { "\($0.normalised):\(hash)" } ?? hash
  }

  /// Reads a line of standard input. A terminal shows a prompt, and does not
  /// echo the password.
  private func readPassword() -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return readLine() }
    FileHandle.standardError.write(Data("Password: ".utf8))
    var before = termios()
    tcgetattr(STDIN_FILENO, &before)
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      FileHandle.standardError.write(Data("\n".utf8))
    }
    return readLine()
  }
}
