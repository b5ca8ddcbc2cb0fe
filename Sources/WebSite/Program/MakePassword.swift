import ArgumentParser
import Foundation

/// `fieldguide password`: makes a line for the file of editors.
struct MakePassword: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    abstract: "Make a line for the file of editors.",
    discussion: """
      Reads the password from the first line of standard input, and prints its hash, after the \
      name if one is given.
      """)

  @Argument(help: "Who is to sign in with it.")
  var name: String?

  func validate() throws {
    if let name, name.isEmpty || name.contains(":") || name.contains(where: \.isNewline) {
      throw ValidationError("A name has at least one character, and no colon.")
    }
  }

  func run() throws {
    print(try line(for: readPassword()))
  }

  /// Returns the line of the file of editors for a password.
  ///
  /// - Throws: `ValidationError` where the password is missing or too long.
  func line(for password: String?) throws -> String {
    guard let password, !password.isEmpty else {
      throw ValidationError("There is no password on standard input.")
    }
    guard let hash = Password.hash(of: password) else {
      throw ValidationError("The password is longer than \(Password.maxBytes) bytes.")
    }
    return name.map { "\($0):\(hash)" } ?? hash
  }

  /// A line of standard input. At a terminal it is asked for, and not shown.
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
