import Durable
package import Foundation
import ImmutableUI
package import Logging
import Synchronization
import WebServer

/// The visitors who may change data: their passwords and sessions, in memory.
package final class Editors: Sendable {
  /// A line of the file.
  struct Editor {
    let hash: String
    let roles: Set<String>
  }

  /// A password that waits to be checked.
  fileprivate struct Attempt {
    let credentials: Credentials
    let client: ClientAddress
    /// True if the client has signed in to the account.
    let isOwner: Bool
    let continuation: CheckedContinuation<Result<Grant, SignInFailure>, Never>
  }

  struct State {
    /// The editors of the file by name.
    fileprivate(set) var editors: [String: Editor] = [:] {
      didSet { decoys = editors.values.map(\.hash) }
    }
    /// The hashes that passwords of unknown names are checked against.
    fileprivate var decoys: [String] = []
    /// The sessions, and the passwords that editors have changed.
    fileprivate(set) var stored = SessionsState()
    /// The ids of tokens that no session has. None will have them: tokens are random.
    var unknown = BoundedTable<String, Bool>(false, capacity: 4_096)
    /// Called after rights may have ended.
    fileprivate var onEnd: @Sendable () -> Void = {}
    /// The last correct password of each name. Hashing is far more expensive
    /// than rendering a page, and browsers send the password with each request.
    fileprivate var verified: [String: [UInt8]] = [:]
    fileprivate var throttle = LoginThrottle()
    /// The passwords that wait to be checked.
    fileprivate var attempts: FairQueue<Attempt>

    /// The hash of an editor's password: that of the file, unless the editor has changed it
    /// since.
    private func hash(of name: String) -> String? {
      guard let hash = editors[name]?.hash else { return nil }
      guard let changed = stored.passwords[name], changed.replaced == digest(of: hash) else {
        return hash
      }
      return changed.hash
    }

    /// Returns the hash to check a password against. An unknown name gets the
    /// hash of some editor, always the same one, so that the time of the check
    /// does not reveal which names exist.
    func hashToCheck(for name: String) -> (text: String, isOfEditor: Bool) {
      if let hash = hash(of: name) { return (hash, true) }
      guard !decoys.isEmpty else { return ("", false) }
      return (decoys[Int(UInt(bitPattern: name.hashValue) % UInt(decoys.count))], false)
    }

    /// Returns the right of an editor; `nil` for an unknown name.
    ///
    /// - Parameter session: the session; `nil` if the password is sent with each request.
    func grant(of name: String, in session: Session? = nil) -> Grant? {
      guard let editor = editors[name], let hash = hash(of: name) else { return nil }
      return Grant(
        visitor: Visitor(
          name: name, roles: editor.roles, signIn: session == nil ? .password : .session),
        password: digest(of: hash), session: session)
    }

    /// Returns the right of the visitor with a session; `nil` if it has ended.
    func grant(inSession id: String, at now: Int) -> Grant? {
      guard let session = stored.sessions[id], now < session.expiry,
        let grant = grant(of: session.name, in: session), grant.password == session.password
      else { return nil }
      return grant
    }

    /// Returns the right of an editor whose credentials were checked before and were correct, in
    /// a network from which they were; `nil` for others. Does not hash.
    fileprivate func verified(
      _ credentials: Credentials, from client: ClientAddress, at now: Int
    ) -> Grant? {
      guard throttle.recognises(client, as: credentials.name, at: now),
        let verified = verified[credentials.name],
        Password.isEqual(verified, Array(credentials.password.utf8))
      else { return nil }
      return grant(of: credentials.name)
    }

    /// Returns the result for a password that needs no check; `nil` if it does.
    fileprivate mutating func immediateResult(
      of attempt: Attempt, at now: Int
    ) -> Result<Grant, SignInFailure>? {
      let (client, name) = (attempt.client, attempt.credentials.name)
      // Another request may have verified the same password in the meantime.
      if let grant = verified(attempt.credentials, from: client, at: now) { return .success(grant) }
      let refusal = throttle.refusal(of: client, as: name, isOwner: attempt.isOwner, at: now)
      if case .wait = refusal, throttle.isKnown(client, to: name) {
        throttle.compared(client, at: now)
      }
      return refusal.map(Result.failure)
    }
  }

  private let file: URL
  let state: Mutex<State>
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
    var state = State(attempts: FairQueue(capacity: waiting))
    state.editors = try Self.editors(in: file)
    self.state = Mutex(state)
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
    let onEnd = state.withLock { state in
      state.editors = editors
      state.verified = [:]
      return state.onEnd
    }
    onEnd()
  }

  /// Sets the closure that is called after rights may have ended.
  func notify(_ onEnd: @escaping @Sendable () -> Void) { state.withLock { $0.onEnd = onEnd } }

  /// Brings changes of sessions and passwords into effect.
  func receive(_ event: Durable.LogEvent<SessionsState>) {
    let onEnd = state.withLock { state in
      let old = state.stored
      state.stored.apply(event)
      if case .loaded = event { state.stored.noteEnded(since: old) }
      for name in state.verified.keys where old.passwords[name] != state.stored.passwords[name] {
        state.verified[name] = nil
      }
      return state.onEnd
    }
    onEnd()
  }

  // MARK: Passwords

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

  /// Returns the right of an editor whose credentials were checked before and were correct, in a
  /// network from which they were; `nil` for others. Does not hash.
  func verified(_ credentials: Credentials, from client: ClientAddress) -> Grant? {
    state.withLock { $0.verified(credentials, from: client, at: now()) }
  }

  /// Checks a name and a password, after the passwords that were queued before it.
  ///
  /// - Parameter isOwner: true if the client has signed in to the account.
  func check(
    _ credentials: Credentials, from client: ClientAddress, isOwner: Bool = false
  ) async -> Result<Grant, SignInFailure> {
    await withCheckedContinuation { continuation in
      let attempt = Attempt(
        credentials: credentials, client: client, isOwner: isOwner, continuation: continuation)
      let (rejected, result) = state.withLock {
        state -> (Attempt?, Result<Grant, SignInFailure>) in
        if let result = state.immediateResult(of: attempt, at: now()) { return (attempt, result) }
        // Strangers cannot fill the queue before those who have signed in before.
        let isFirst = isOwner || state.throttle.isKnown(client, to: credentials.name)
        let failures = isFirst ? -1 : state.throttle.failures(of: client, at: now())
        return (state.attempts.append(attempt, from: client, rank: failures), .failure(.busy(1)))
      }
      if let rejected {
        // The new password takes the place of an evicted one in the queue.
        rejected.continuation.resume(returning: result)
      } else {
        queue.async { [self] in checkNext() }
      }
    }
  }

  /// Checks the next password in the queue. Blocks the thread.
  private func checkNext() {
    let next = state.withLock { state in
      state.attempts.next().map { attempt in
        (
          attempt: attempt, result: state.immediateResult(of: attempt, at: now()),
          hash: state.hashToCheck(for: attempt.credentials.name)
        )
      }
    }
    guard let next else { return }
    next.attempt.continuation.resume(
      returning: next.result ?? check(next.attempt, next.hash.text, next.hash.isOfEditor))
  }

  private func check(
    _ attempt: Attempt, _ hash: String, _ isOfEditor: Bool
  ) -> Result<Grant, SignInFailure> {
    let (credentials, client) = (attempt.credentials, attempt.client)
    let isCorrect = Password.matches(credentials.password, hash: hash) && isOfEditor
    let grant = state.withLock { state -> Grant? in
      guard isCorrect else {
        state.throttle.failed(client, as: credentials.name, isOwner: attempt.isOwner, at: now())
        state.attempts.delay(client)
        return nil
      }
      state.throttle.succeeded(client, as: credentials.name)
      // Not if the password was changed during the check.
      guard let grant = state.grant(of: credentials.name), grant.password == digest(of: hash)
      else { return nil }
      state.verified[credentials.name] = Array(credentials.password.utf8)
      return grant
    }
    if !isCorrect {
      // Only known names are logged: people type passwords into the name field.
      logger.notice(
        "wrong password",
        metadata: [
          "client": "\(client)", "name": "\(isOfEditor ? credentials.name : "unknown")",
        ])
    }
    return grant.map(Result.success) ?? .failure(.wrong)
  }
}
