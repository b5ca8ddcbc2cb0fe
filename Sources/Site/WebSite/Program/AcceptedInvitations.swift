import Foundation

/// The digests of the invitations in the editors file that were accepted, which the running
/// program writes into its data folder for the command `editor list`.
enum AcceptedInvitations {
  private static func file(in data: URL) -> URL { data.appending(path: "invitations.json") }

  /// Reads the digests; `nil` if there are none, or they cannot be read.
  static func read(in data: URL) -> Set<String>? {
    (try? Data(contentsOf: file(in: data)))
      .flatMap { try? JSONDecoder().decode(Set<String>.self, from: $0) }
  }

  /// Writes the digests. Without them, the command says that it does not know.
  ///
  /// - Returns: false if they cannot be written.
  static func write(_ digests: Set<String>, to data: URL) -> Bool {
    let file = file(in: data)
    guard (try? JSONEncoder().encode(digests).write(to: file, options: .atomic)) != nil else {
      return false
    }
    try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    return true
  }
}
