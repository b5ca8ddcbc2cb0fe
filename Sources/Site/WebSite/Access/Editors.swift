import Durable
package import Foundation
import ImmutableUI
package import Logging
import Synchronization
import WebServer

/// The visitors who may change data: their passwords and sessions, in memory.
package final class Editors: Sendable {
  /// A line of the file.
  fileprivate struct Editor {
    /// The hash of the password, or an invitation.
    let secret: String
    let invitation: Invitation?
    let roles: Set<String>
    /// The suffix of the digest of the password.
    let suffix: String

    init(_ line: EditorsFile.Editor) {
      (secret, invitation, roles) = (line.secret, line.invitation, Set(line.roles))
      suffix = line.signOuts == 0 ? "" : ":\(line.signOuts)"
    }
  }

  /// A password that waits to be checked.
  fileprivate struct Attempt {
    let credentials: Credentials
    let client: ClientAddress
    /// True if the client has signed in to the account.
    let isOwner: Bool
    /// The request that the lines of the log name.
    let requestID = RequestID.current
    let continuation: CheckedContinuation<Result<Grant, SignInFailure>, Never>
  }

  struct State {
    /// The editors of the file by name.
    fileprivate var editors: [String: Editor] = [:] {
      didSet {
        let hashes = editors.values.filter { $0.invitation == nil }.map(\.secret)
        decoys = hashes.isEmpty ? [Editors.decoy] : hashes
      }
    }
    /// The hashes that passwords of unknown names are checked against.
    fileprivate var decoys: [String] = []
    /// The version of the file that was read last.
    fileprivate var version = ""
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
      guard let editor = editors[name] else { return nil }
      return chosen(name, editor) ?? (editor.invitation == nil ? editor.secret : nil)
    }

    /// Returns the hash of the password that an editor has chosen in place of the one in the file
    /// or by an invitation; `nil` for none.
    private func chosen(_ name: String, _ editor: Editor) -> String? {
      guard let changed = stored.passwords[name], changed.replaced == digest(of: editor.secret)
      else { return nil }
      return changed.hash
    }

    /// Returns the digest of a hash that the sessions of an editor have.
    func sessionDigest(of hash: String, _ name: String) -> String {
      digest(of: hash + (editors[name]?.suffix ?? ""))
    }

    /// Returns the digest of what the file has for an editor: see `ChangedPassword.replaced`.
    func digestInFile(of name: String) -> String? { editors[name].map { digest(of: $0.secret) } }

    /// The digests of the invitations that were accepted.
    fileprivate var accepted: Set<String> {
      Set(
        editors.filter { $1.invitation != nil && chosen($0, $1) != nil }
          .map { digest(of: $1.secret) })
    }

    /// Returns the editor with an invitation that is valid.
    fileprivate func invitee(with token: SessionToken, at now: Int) -> Invitee? {
      let id = Array(token.id.utf8)
      let invited = editors.first { name, editor in
        guard let invitation = editor.invitation, now < invitation.expiry else { return false }
        return Password.isEqual(Array(invitation.id.utf8), id) && chosen(name, editor) == nil
      }
      return invited.map { Invitee(name: $0.key, replaced: digest(of: $0.value.secret)) }
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
        password: sessionDigest(of: hash, name), session: session)
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

  /// The hash that passwords are checked against if the file has none.
  private static let decoy = Password.hash(of: "") ?? ""

  private let file: URL
  let state: Mutex<State>
  /// Checks passwords serially: hashing is slow on purpose, and must not occupy
  /// all processors.
  private let queue = DispatchQueue(label: "passwords", qos: .utility)
  private let now: @Sendable () -> Int
  private let logger: Logger

  /// Reads the file of the editors.
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
    state.version = EditorsFile.version(of: file)
    state.editors = try Self.editors(in: file)
    self.state = Mutex(state)
  }

  /// Reloads the file. On failure, the previous editors stay valid.
  ///
  /// - Throws: `SettingsError` that names the line.
  package func reload() async throws {
    // Reading blocks, and validating a hash is slow.
    typealias Reading = (version: String, editors: Result<[String: Editor], any Error>)
    let reading = await withCheckedContinuation {
      (continuation: CheckedContinuation<Reading, Never>) in
      DispatchQueue.global(qos: .utility).async { [file] in
        // A change after this is found by the next comparison.
        let version = EditorsFile.version(of: file)
        continuation.resume(
          returning: (version, Result { try Self.editors(in: file) }))
      }
    }
    let onEnd = try state.withLock { state throws -> @Sendable () -> Void in
      state.version = reading.version
      state.editors = try reading.editors.get()
      state.verified = [:]
      return state.onEnd
    }
    onEnd()
  }

  /// True if the file has changed since it was read.
  var isFileChanged: Bool { EditorsFile.version(of: file) != state.withLock(\.version) }

  /// The digests of the invitations that were accepted.
  var acceptedInvitations: Set<String> { state.withLock(\.accepted) }

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
    let editors = try EditorsFile(at: file, checksHashes: true).editors
    guard !editors.isEmpty else {
      throw SettingsError(
        "the editors file \(file.path) has no editor; add one with “editor add”.")
    }
    return Dictionary(editors.map { ($0.name, Editor($0)) }) { $1 }
  }

  /// An editor with an invitation.
  struct Invitee {
    let name: String
    /// The digest of the invitation: see `ChangedPassword.replaced`.
    let replaced: String
  }

  /// Returns the editor with an invitation that is valid. Wrong tokens are throttled like wrong
  /// passwords.
  ///
  /// - Parameter time: the time in seconds since 1970.
  func invitee(
    with token: SessionToken, from client: ClientAddress, at time: Int
  ) throws(SignInFailure) -> Invitee {
    try state.withLock { state -> Result<Invitee, SignInFailure> in
      // There is no account that strangers could lock.
      if let refusal = state.throttle.refusal(of: client, as: "", isOwner: true, at: now()) {
        return .failure(refusal)
      }
      if let invitee = state.invitee(with: token, at: time) { return .success(invitee) }
      state.throttle.failed(client, as: "", isOwner: true, at: now())
      return .failure(.wrong)
    }.get()
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
    // The queue does not have the values of the task.
    let result = RequestID.$current.withValue(next.attempt.requestID) {
      next.result ?? check(next.attempt, next.hash.text, next.hash.isOfEditor)
    }
    next.attempt.continuation.resume(returning: result)
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
      guard let grant = state.grant(of: credentials.name),
        grant.password == state.sessionDigest(of: hash, credentials.name)
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
