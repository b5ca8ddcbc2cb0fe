import Foundation
import Glibc

/// The editors file: a line `name:hash:role,role` for each editor.
///
/// Empty lines and lines that start with `#` are ignored, and kept by changes. An invitation may
/// take the place of the hash, and `,,#number` may follow the roles: see `Editor.signOuts`.
struct EditorsFile {
  /// The line of an editor.
  struct Editor: Equatable {
    let name: String
    /// The hash of the password, or an invitation to choose one.
    var secret: String
    var roles: [String] = []
    /// The number of times that the operator has ended the sessions of the editor.
    var signOuts = 0

    var invitation: Invitation? { Invitation(secret) }

    /// The separator before the number. Roles cannot contain it: none is empty.
    fileprivate static let mark = ",,#"

    fileprivate var line: String {
      let more = roles.isEmpty && signOuts == 0 ? "" : ":" + roles.joined(separator: ",")
      return "\(name):\(secret)\(more)" + (signOuts == 0 ? "" : "\(Self.mark)\(signOuts)")
    }
  }

  private var lines: [(text: String, editor: Editor?)] = []
  private let path: String

  var editors: [Editor] { lines.compactMap(\.editor) }

  /// Parses the text of a file.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - path: the path of the file, for errors.
  ///   - checksHashes: true to hash with the method of each line, which takes tens of milliseconds.
  /// - Throws: `SettingsError` that names the line.
  init(_ text: String, path: String, checksHashes: Bool = false) throws {
    self.path = path
    var names: Set<String> = []
    let texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, text) in texts.enumerated() {
      guard !text.isEmpty, !text.hasPrefix("#") else {
        lines.append((String(text), nil))
        continue
      }
      func refuse(_ reason: String) -> SettingsError {
        SettingsError("line \(number + 1) of the editors file \(path) \(reason)")
      }
      let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count >= 2, !String(parts[0]).normalised.isEmpty else {
        throw refuse("must be name:hash; create it with “editor add”.")
      }
      var (roles, signOuts) = (parts.count == 3 ? parts[2] : "", 0)
      if let mark = roles.range(of: Editor.mark), let count = Int(roles[mark.upperBound...]) {
        (roles, signOuts) = (roles[..<mark.lowerBound], count)
      }
      let editor = Editor(
        name: String(parts[0]).normalised, secret: String(parts[1]),
        roles: (roles.isEmpty ? [] : roles.split(separator: ",", omittingEmptySubsequences: false))
          .map { $0.trimmingCharacters(in: .whitespaces) },
        signOuts: signOuts)
      guard !editor.roles.contains("") else {
        throw refuse("has a role without a name; separate roles by single commas.")
      }
      guard
        editor.invitation != nil
          || Password.isUsable(hash: editor.secret, isTried: checksHashes)
      else {
        throw refuse("has no strong password hash; create one with “editor reset”.")
      }
      guard names.insert(editor.name).inserted else {
        throw refuse("repeats the name \(editor.name); remove one of the lines.")
      }
      lines.append((String(text), editor))
    }
    if lines.last?.text.isEmpty == true { lines.removeLast() }
  }

  /// Reads a file.
  ///
  /// - Throws: `SettingsError` that names the file or the line.
  init(at file: URL, checksHashes: Bool = false) throws {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw SettingsError(
        "the editors file \(file.path) cannot be read; check its path and its permissions.")
    }
    try self.init(text, path: file.path, checksHashes: checksHashes)
  }

  // MARK: Changes

  /// Returns the editor with a name.
  ///
  /// - Throws: `SettingsError` if there is none.
  func editor(named name: String) throws -> Editor {
    guard let editor = editors.first(where: { $0.name == name.normalised }) else {
      throw SettingsError(
        "\(path) has no editor “\(name)”; “editor list” shows all, “editor add” adds one.")
    }
    return editor
  }

  /// Adds the line of an editor, or replaces the line with the name.
  mutating func set(_ editor: Editor) {
    let line = (text: editor.line, editor: Optional(editor))
    if let index = lines.firstIndex(where: { $0.editor?.name == editor.name }) {
      lines[index] = line
    } else {
      lines.append(line)
    }
  }

  /// Removes the line of an editor.
  ///
  /// - Throws: `SettingsError` if there is none, or no other editor would remain: the program does
  ///   not start without one.
  mutating func remove(_ name: String) throws {
    let editor = try editor(named: name)
    guard editors.count > 1 else {
      throw SettingsError(
        "“\(name)” is the only editor; add another one first, or use “editor reset”.")
    }
    lines.removeAll { $0.editor == editor }
  }

  /// Changes a file while no other command does, and replaces it at once. Its owner, its group
  /// and its permissions remain.
  ///
  /// - Parameters:
  ///   - file: the file, which is created if it is missing.
  ///   - data: the data folder, whose group may read a file that root creates.
  ///   - body: changes the content.
  /// - Throws: the errors of `body`; `SettingsError` if the file cannot be read or written.
  static func change(
    at file: URL, groupOf data: URL, _ body: (inout EditorsFile) throws -> Void
  ) throws {
    let file = file.resolvingSymlinksInPath()
    let folder = open(file.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    func failure(_ reason: String) -> SettingsError {
      SettingsError("the editors file \(file.path) \(reason).")
    }
    guard folder >= 0 else { throw failure("cannot be changed: \(Self.lastError)") }
    defer { close(folder) }
    // The file itself is replaced, so that its lock would be that of a former one.
    for attempt in 1... {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { break }
      guard attempt < 100 else { throw failure("is being changed by another program; try again") }
      usleep(100_000)
    }
    var (status, dataStatus) = (stat(), stat())
    var content: EditorsFile
    if stat(file.path, &status) == 0 {
      content = try EditorsFile(at: file)
    } else {
      guard errno == ENOENT else { throw failure("cannot be read: \(Self.lastError)") }
      content = try EditorsFile("", path: file.path)
      status.st_mode = 0o640
      (status.st_uid, status.st_gid) = (geteuid(), getegid())
      if geteuid() == 0, stat(data.path, &dataStatus) == 0 { status.st_gid = dataStatus.st_gid }
    }
    try body(&content)
    let draft = file.deletingLastPathComponent().appending(
      path: ".\(file.lastPathComponent).\(UUID().uuidString)")
    let text = content.lines.map { "\($0.text)\n" }.joined()
    guard write(text, to: draft, with: status), rename(draft.path, file.path) == 0 else {
      let reason = Self.lastError
      unlink(draft.path)
      throw failure("cannot be replaced: \(reason)")
    }
    fsync(folder)
  }

  private static var lastError: String { String(cString: strerror(errno)) }

  /// Writes a new file.
  ///
  /// - Parameter status: its owner, its group and its permissions.
  /// - Returns: false after an error, which is in `errno`.
  private static func write(_ text: String, to file: URL, with status: stat) -> Bool {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let bytes = Array(text.utf8)
    // Another owner takes away special permissions, so they come second. One call writes all bytes
    // of a file, unless the disk is full.
    let written = Glibc.write(descriptor, bytes, bytes.count)
    if written >= 0, written < bytes.count { errno = ENOSPC }
    let isWritten =
      written == bytes.count && fchown(descriptor, status.st_uid, status.st_gid) == 0
      && fchmod(descriptor, status.st_mode & 0o7777) == 0 && fsync(descriptor) == 0
    let error = errno
    close(descriptor)
    errno = error
    return isWritten
  }

  /// Returns a text that differs after each change of a file; empty if it cannot be found.
  static func version(of file: URL) -> String {
    var status = stat()
    guard stat(file.path, &status) == 0 else { return "" }
    let time = status.st_mtim
    return "\(status.st_ino) \(time.tv_sec).\(time.tv_nsec) \(status.st_size)"
  }
}

/// An invitation to choose a password, in the place of its hash: `invitation-expiry-digest`.
struct Invitation: Equatable {
  /// The lifetime in seconds.
  static let lifetime = 86_400
  private static let prefix = "invitation"

  /// The digest of the token in the link. The token itself is not stored.
  let id: String
  /// The time at which the invitation expires, in seconds since 1970.
  let expiry: Int

  init(_ token: SessionToken, at now: Int) {
    (id, expiry) = (token.id, now + Self.lifetime)
  }

  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.prefix, let expiry = Int(parts[1]),
      parts[2].utf8.count == 64
    else { return nil }
    (id, self.expiry) = (String(parts[2]), expiry)
  }

  var text: String { "\(Self.prefix)-\(expiry)-\(id)" }
}
