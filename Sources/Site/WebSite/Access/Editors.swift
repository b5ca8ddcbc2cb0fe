package import Foundation
import ImmutableUI
package import Logging
import Synchronization
import WebServer

/// The visitors who may change data, by name and password.
package final class Editors: Sendable {
  /// The result of checking a name and a password.
  enum LoginResult: Hashable, Sendable {
    case success(Visitor)
    case wrongCredentials
    /// Not checked, because the client sent too many wrong passwords; the
    /// seconds until it may retry.
    case wait(Int)
    /// Not checked, because other clients send too many passwords; the seconds
    /// until the client may retry.
    case busy(Int)
    /// Not checked, because the passwords that editors have changed cannot be read.
    case unavailable
  }

  /// A line of the file.
  private struct Editor {
    let hash: String
    let roles: Set<String>
  }

  private struct State {
    /// The editors by name.
    var editors: [String: Editor]
    /// The passwords that editors have changed, by name.
    var changed: [String: ChangedPassword] = [:]
    /// The hashes that passwords of unknown names are checked against.
    var decoys: [String]
    /// The last correct password of each name. Hashing is far more expensive
    /// than rendering a page, and browsers send the password with each request.
    var verified: [String: [UInt8]] = [:]
    var throttle = LoginThrottle()
    /// The passwords that wait to be checked.
    var attempts: FairQueue<Attempt>

    init(editors: [String: Editor], attempts: FairQueue<Attempt>) {
      self.editors = editors
      self.attempts = attempts
      decoys = editors.values.map(\.hash)
    }

    func visitor(named name: String, _ method: SignInMethod) -> Visitor? {
      editors[name].map { Visitor(name: name, roles: $0.roles, signIn: method) }
    }

    /// The hash of an editor's password: that of the file, unless the editor has changed it
    /// since.
    func hash(of name: String) -> String? {
      guard let hash = editors[name]?.hash else { return nil }
      guard let changed = changed[name], changed.replaced == digest(of: hash) else { return hash }
      return changed.hash
    }
  }

  /// A password that waits to be checked.
  private struct Attempt {
    let credentials: Credentials
    let client: ClientAddress
    /// True if the client has signed in to the account.
    let isOwner: Bool
    let continuation: CheckedContinuation<LoginResult, Never>
  }

  private let file: URL
  private let state: Mutex<State>
  /// Checks passwords serially: hashing is slow on purpose, and must not occupy
  /// all processors.
  private let queue = DispatchQueue(label: "passwords", qos: .utility)
  private let now: @Sendable () -> Int
  private let logger: Logger

  /// Reads a file with a line `name:hash` or `name:hash:role,role` for each editor. Empty
  /// lines and lines that start with `#` are ignored.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - waiting: the maximum number of passwords that wait to be checked.
  ///   - now: the seconds of a monotonic clock.
  ///   - logger: logs wrong passwords, without the passwords.
  /// - Throws: `SettingsError` that names the line.
  package init(
    file: URL, waiting: Int = 256,
    now: @escaping @Sendable () -> Double = monotonicSeconds, logger: Logger
  ) throws {
    self.file = file
    self.now = { Int(now()) }
    self.logger = logger
    state = Mutex(
      State(editors: try Self.editors(in: file), attempts: FairQueue(capacity: waiting)))
  }

  /// Reloads the file. On failure, the previous editors stay valid.
  ///
  /// - Throws: `SettingsError` that names the line.
  package func reload() async throws {
    // Reading blocks, and validating a hash is slow.
    let editors = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { [file] in
        continuation.resume(with: Result { try Self.editors(in: file) })
      }
    }
    state.withLock { state in
      state.editors = editors
      state.decoys = editors.values.map(\.hash)
      state.verified = [:]
    }
  }

  // MARK: Passwords

  /// Brings the passwords that editors have changed into effect, by name.
  func use(_ changed: [String: ChangedPassword]) {
    state.withLock { state in
      for name in Set(state.changed.keys).union(changed.keys)
      where state.changed[name] != changed[name] { state.verified[name] = nil }
      state.changed = changed
    }
  }

  /// Returns the digest of the hash of an editor's password; `nil` for an unknown name.
  func password(of name: String) -> String? {
    state.withLock { $0.hash(of: name) }.map(digest)
  }

  /// Returns the digest of the hash of an editor in the file; `nil` for an unknown name.
  func passwordInFile(of name: String) -> String? {
    state.withLock { $0.editors[name]?.hash }.map(digest)
  }

  /// Returns the right of an editor whose password is correct.
  func grant(of visitor: Visitor) -> Grant {
    Grant(visitor: visitor, password: password(of: visitor.name) ?? "")
  }

  /// Returns the editor with a name who signed in with a password.
  ///
  /// - Parameter password: the digest of the password's hash.
  func visitor(named name: String, withPassword password: String) -> Visitor? {
    state.withLock { state in
      guard let hash = state.hash(of: name), digest(of: hash) == password else { return nil }
      return state.visitor(named: name, .session)
    }
  }

  /// Returns the hash of a new password, after the passwords that wait to be checked; `nil` if
  /// it cannot be hashed.
  func hash(of password: String) async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Password.hash(of: password)) }
    }
  }

  private static func editors(in file: URL) throws -> [String: Editor] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw SettingsError(
        "the editors file \(file.path) cannot be read; check its path and its permissions.")
    }
    var editors: [String: Editor] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      func refuse(_ reason: String) -> SettingsError {
        SettingsError("line \(number + 1) of the editors file \(file.path) \(reason)")
      }
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count >= 2, !String(parts[0]).normalised.isEmpty else {
        throw refuse("must be name:hash; create it with the command password.")
      }
      let roles = (parts.count == 3 && !parts[2].isEmpty ? [parts[2]] : [])
        .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard !roles.contains("") else {
        throw refuse("has a role without a name; separate roles by single commas.")
      }
      let (name, hash) = (String(parts[0]).normalised, String(parts[1]))
      guard Password.isUsable(hash: hash) else {
        throw refuse("has no strong password hash; create one with the command password.")
      }
      let editor = Editor(hash: hash, roles: Set(roles))
      guard editors.updateValue(editor, forKey: name) == nil else {
        throw refuse("repeats the name \(name); remove one of the lines.")
      }
    }
    guard !editors.isEmpty else {
      throw SettingsError(
        "the editors file \(file.path) has no editor; add a line with the command password.")
    }
    return editors
  }

  /// Returns the visitor with credentials that were checked before and were correct, in a
  /// network from which they were; `nil` for others. Does not hash.
  func verifiedVisitor(_ field: String, from client: ClientAddress) -> Visitor? {
    guard let credentials = Credentials(field) else { return nil }
    return state.withLock { verifiedVisitor(credentials, client, in: $0) }
  }

  private func verifiedVisitor(
    _ credentials: Credentials, _ client: ClientAddress, in state: State
  ) -> Visitor? {
    guard state.throttle.recognises(client, as: credentials.name, at: now()),
      let verified = state.verified[credentials.name],
      Password.isEqual(verified, Array(credentials.password.utf8))
    else { return nil }
    return state.visitor(named: credentials.name, .password)
  }

  /// Checks the value of an `Authorization` field, after the passwords that
  /// were queued before it.
  func check(_ field: String, from client: ClientAddress) async -> LoginResult {
    guard let credentials = Credentials(field) else { return .wrongCredentials }
    return await check(credentials, from: client)
  }

  /// Checks a name and a password, after the passwords that were queued before it.
  ///
  /// - Parameter isOwner: true if the client has signed in to the account.
  func check(
    _ credentials: Credentials, from client: ClientAddress, isOwner: Bool = false
  ) async -> LoginResult {
    await withCheckedContinuation { continuation in
      let attempt = Attempt(
        credentials: credentials, client: client, isOwner: isOwner, continuation: continuation)
      let (rejected, result) = state.withLock { state -> (Attempt?, LoginResult) in
        if let result = self.immediateResult(of: attempt, in: &state) { return (attempt, result) }
        // Strangers cannot fill the queue before those who have signed in before.
        let isFirst = isOwner || state.throttle.isKnown(client, to: credentials.name)
        let failures = isFirst ? -1 : state.throttle.failures(of: client, at: now())
        return (state.attempts.append(attempt, from: client, rank: failures), .busy(1))
      }
      if let rejected {
        // The new password takes the place of an evicted one in the queue.
        rejected.continuation.resume(returning: result)
      } else {
        queue.async { [self] in checkNext() }
      }
    }
  }

  /// Returns the result for a password that needs no check; `nil` if it does.
  private func immediateResult(of attempt: Attempt, in state: inout State) -> LoginResult? {
    let (client, name) = (attempt.client, attempt.credentials.name)
    // Another request may have verified the same password in the meantime.
    if let visitor = verifiedVisitor(attempt.credentials, client, in: state) {
      return .success(visitor)
    }
    switch state.throttle.refusal(of: client, as: name, isOwner: attempt.isOwner, at: now()) {
    case .wait(let seconds):
      if state.throttle.isKnown(client, to: name) { state.throttle.compared(client, at: now()) }
      return .wait(seconds)
    case .busy(let seconds): return .busy(seconds)
    case nil: return nil
    }
  }

  /// Checks the next password in the queue. Blocks the thread.
  private func checkNext() {
    let next = state.withLock { state in
      state.attempts.next().map { attempt in
        (
          attempt: attempt, result: immediateResult(of: attempt, in: &state),
          hash: Self.hash(for: attempt.credentials.name, in: state)
        )
      }
    }
    guard let next else { return }
    next.attempt.continuation.resume(
      returning: next.result ?? check(next.attempt, next.hash.text, next.hash.isOfEditor))
  }

  /// Returns the hash to check a password against. An unknown name gets the
  /// hash of some editor, always the same one, so that the time of the check
  /// does not reveal which names exist.
  private static func hash(for name: String, in state: State) -> (text: String, isOfEditor: Bool) {
    if let hash = state.hash(of: name) { return (hash, true) }
    guard !state.decoys.isEmpty else { return ("", false) }
    let index = UInt(bitPattern: name.hashValue) % UInt(state.decoys.count)
    return (state.decoys[Int(index)], false)
  }

  /// Visible for tests.
  func hashChecked(for name: String) -> String {
    state.withLock { Self.hash(for: name, in: $0).text }
  }

  private func check(_ attempt: Attempt, _ hash: String, _ isOfEditor: Bool) -> LoginResult {
    let (credentials, client) = (attempt.credentials, attempt.client)
    let isCorrect = Password.matches(credentials.password, hash: hash) && isOfEditor
    let visitor = state.withLock { state -> Visitor? in
      guard isCorrect else {
        state.throttle.failed(client, as: credentials.name, isOwner: attempt.isOwner, at: now())
        state.attempts.delay(client)
        return nil
      }
      state.throttle.succeeded(client, as: credentials.name)
      // Not if the password was changed during the check.
      guard state.hash(of: credentials.name) == hash else { return nil }
      state.verified[credentials.name] = Array(credentials.password.utf8)
      return state.visitor(named: credentials.name, .password)
    }
    if !isCorrect {
      // Only known names are logged: people type passwords into the name field.
      logger.notice(
        "wrong password",
        metadata: [
          "client": "\(client)", "name": "\(isOfEditor ? credentials.name : "unknown")",
        ])
    }
    return visitor.map(LoginResult.success) ?? .wrongCredentials
  }
}
