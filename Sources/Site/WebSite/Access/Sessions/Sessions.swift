import Durable
import Foundation
import ImmutableUI
import Logging
import Synchronization
import WebServer

/// The visitors who have signed in with a name and a password, each for some days.
///
/// All sessions are in memory, so that a request needs no look-up elsewhere. A session ends by
/// signing out, when it expires, when the password changes, and when the operator removes the
/// visitor from the editors file.
package final class Sessions: Sendable {
  /// The maximum number of sessions of one visitor. The oldest one ends for another.
  private static let limit = 50

  /// The visitors with a password.
  let editors: Editors
  private let log: DurableLog<SessionsState>
  /// True if other instances may end rights, so that a change has to confirm those of its visitor.
  let isShared: Bool
  /// The lifetime of a session.
  let days: Int
  private let now: @Sendable () -> Int
  private let logger: Logger

  /// - Parameters:
  ///   - editors: the visitors with a password.
  ///   - storage: the logs of the program.
  ///   - days: the lifetime of a session.
  ///   - now: returns the time in seconds since 1970.
  ///   - logger: logs who signs in and out.
  init(
    of editors: Editors, in storage: DurableStorage, days: Int, now: @escaping @Sendable () -> Int,
    logger: Logger
  ) {
    log = storage.signIns {
      editors.state.withLock(\.stored)
    } receive: {
      editors.receive($0)
    }
    isShared = storage.isShared
    self.editors = editors
    self.days = days
    self.now = now
    self.logger = logger
  }

  /// The lifetime of a session in seconds.
  var lifetime: Int { days * 86_400 }

  // MARK: Requests

  /// The longest time for which an instance that hears nothing of the database trusts its memory.
  /// It asks once a second.
  private static let patience = Duration.seconds(5)

  /// True if the memory had all changes a few seconds ago: other instances may have made more.
  private var isUpToDate: Bool {
    !isShared || log.status.upToDate.map { $0.duration(to: .now) < Self.patience } ?? false
  }

  /// Returns the right of a visitor with a token from the memory; `nil` if there is none, or if
  /// other instances may have ended the session since this one last heard of them.
  func grant(with token: SessionToken) -> Grant? {
    guard isUpToDate else { return nil }
    let (id, now) = (token.id, now())
    return editors.state.withLock { $0.grant(inSession: id, at: now) }
  }

  /// Returns true if a right has not ended.
  func isValid(_ grant: Grant) -> Bool {
    guard isUpToDate else { return false }
    let now = now()
    return editors.state.withLock { state in
      if let session = grant.session {
        state.grant(inSession: session.id, at: now) == grant
      } else {
        state.grant(of: grant.visitor.name) == grant
      }
    }
  }

  /// Returns the right of a visitor whose name and password were correct before; `nil` for
  /// others. Does not hash.
  func verified(_ credentials: Credentials, from client: ClientAddress) -> Grant? {
    isUpToDate ? editors.verified(credentials, from: client) : nil
  }

  /// Checks a name and a password. A password may have been changed on another instance, or
  /// before the start.
  func check(
    _ credentials: Credentials, from client: ClientAddress, isOwner: Bool = false
  ) async throws(SignInFailure) -> Grant {
    try await catchUp()
    return try await editors.check(credentials, from: client, isOwner: isOwner).get()
  }

  /// Reads the file before the first request.
  func load() async { try? await catchUp() }

  /// Waits until the memory has all changes that were stored before the call.
  ///
  /// - Throws: `SignInFailure.unavailable` if that takes too long, or the log cannot be read.
  private func catchUp() async throws(SignInFailure) {
    do {
      guard isShared else { return try await log.start() }
      // Every request waits for the first load. Later, a page for readers is better than a late
      // one.
      guard await log.waitForLoad(within: .seconds(60)), isUpToDate || !log.status.isAway else {
        throw DurableError.notLoaded
      }
      try await log.catchUp(within: .seconds(2))
    } catch {
      // Without the shared database every page says so.
      if !isShared { logger.error("sign-ins cannot be read", metadata: ["error": .error(error)]) }
      throw .unavailable
    }
  }

  /// Returns true if a token has signed a visitor in, as far as this instance remembers.
  func hasHad(_ token: SessionToken) -> Bool {
    let id = token.id
    return editors.state.withLock { state in
      state.stored.sessions[id] != nil || state.stored.ended.contains(id)
    }
  }

  /// Returns true if a token is known to have no valid session, whatever other instances have
  /// stored.
  func isInvalid(_ token: SessionToken) -> Bool {
    let id = token.id
    return editors.state.withLock { $0.unknown[id] || $0.stored.sessions[id] != nil }
  }

  /// Returns the right of a visitor with a token, after everything that other instances have
  /// stored was read: one may have begun or ended the session just now, or the file has not been
  /// read.
  ///
  /// - Throws: `SignInFailure.unavailable` if the sessions cannot be read.
  func findGrant(with token: SessionToken) async throws(SignInFailure) -> Grant? {
    try await catchUp()
    if let grant = grant(with: token) { return grant }
    let id = token.id
    editors.state.withLock { state in
      guard state.stored.sessions[id] == nil else { return }
      state.unknown.update(id) { $0 = true }
    }
    return nil
  }

  /// Returns the sessions of a visitor that are valid, the latest first.
  func sessions(of name: String) -> [Session] {
    let now = now()
    return editors.state.withLock { state in
      state.stored.sessions(of: name).filter { state.grant(inSession: $0.id, at: now) != nil }
    }
  }

  // MARK: Changes

  /// Signs a visitor in with a name and a password.
  ///
  /// - Parameter former: the session of the browser, which ends.
  func signIn(
    _ credentials: Credentials, from client: ClientAddress, endingSession former: Session?
  ) async throws(SignInFailure) -> SessionToken {
    let grant = try await check(
      credentials, from: client, isOwner: former?.name == credentials.name)
    let token = try await begin(grant.visitor.name, grant.password, ending: former?.id)
    note("signed in", grant.visitor.name, client)
    return token
  }

  private func begin(
    _ name: String, _ password: String, ending former: String? = nil
  ) async throws(SignInFailure) -> SessionToken {
    let token = SessionToken.random()
    let begin = now()
    let session = Session(
      id: token.id, name: name, password: password, begin: begin, expiry: begin + lifetime)
    let ended = editors.state.withLock { $0.stored.ended(by: session, limit: Self.limit) }
    try await save(.begin(session, ending: ended + [former].compactMap { $0 }))
    return token
  }

  /// Ends a session.
  func signOut(_ session: Session, from client: ClientAddress) async throws(SignInFailure) {
    try await save(.end([session.id]))
    note("signed out", session.name, client)
  }

  /// Ends all other sessions of a visitor.
  func signOutElsewhere(
    _ session: Session, from client: ClientAddress
  ) async throws(SignInFailure) {
    let all = editors.state.withLock { $0.stored.sessions(of: session.name) }
    try await save(.end(all.map(\.id).filter { $0 != session.id }))
    note("signed out elsewhere", session.name, client)
  }

  /// Changes the password of a visitor, which ends all sessions, and begins another one.
  ///
  /// - Parameters:
  ///   - name: the name of the visitor.
  ///   - current: the present password.
  ///   - new: the new password.
  func changePassword(
    of name: String, from current: String, to new: String, client: ClientAddress
  ) async throws(SignInFailure) -> SessionToken {
    // Before the check: a password that the operator sets after it is not replaced.
    let replaced = editors.state.withLock { $0.digestInFile(of: name) }
    let credentials = Credentials(name: name, password: current)
    _ = try await check(credentials, from: client, isOwner: true)
    guard let replaced, let hash = await editors.hash(of: new) else { throw .unavailable }
    try await save(.change(password: ChangedPassword(hash: hash, replaced: replaced), of: name))
    note("password changed", name, client)
    return try await begin(name, withHash: hash)
  }

  // MARK: Invitations

  /// Returns the editor with an invitation that is valid and was not accepted.
  ///
  /// - Throws: `SignInFailure.wrong` if there is none.
  func invitee(
    with token: SessionToken, from client: ClientAddress
  ) async throws(SignInFailure) -> Editors.Invitee {
    // Tokens that the file does not have need no database.
    _ = try editors.invitee(with: token, from: client, at: now())
    try await catchUp()
    return try editors.invitee(with: token, from: client, at: now())
  }

  /// The outcome of choosing a password.
  enum Choice {
    case session(SessionToken)
    /// The name of the editor, who has to choose another password.
    case refused(Password.Problem, name: String)
  }

  /// Sets the password that an editor has chosen, which ends the invitation, and begins a session.
  ///
  /// - Parameters:
  ///   - token: the token of the invitation.
  ///   - password: the new password.
  ///   - former: the session of the browser, which ends.
  /// - Throws: `SignInFailure.wrong` if the invitation is no longer valid: of two browsers that
  ///   accept it at the same time, on whichever instances, one does.
  func accept(
    _ token: SessionToken, password: String, from client: ClientAddress,
    endingSession former: Session?
  ) async throws(SignInFailure) -> Choice {
    let invitee = try await invitee(with: token, from: client)
    if let problem = Password.problem(with: password, for: invitee.name) {
      return .refused(problem, name: invitee.name)
    }
    guard let hash = await editors.hash(of: password) else { throw .unavailable }
    let changed = ChangedPassword(hash: hash, replaced: invitee.replaced)
    try await save { state in
      guard state.passwords[invitee.name]?.replaced != changed.replaced else {
        throw SignInFailure.wrong
      }
      return .change(password: changed, of: invitee.name)
    }
    note("invitation accepted", invitee.name, client)
    return .session(try await begin(invitee.name, withHash: hash, ending: former?.id))
  }

  private func begin(
    _ name: String, withHash hash: String, ending former: String? = nil
  ) async throws(SignInFailure) -> SessionToken {
    let password = editors.state.withLock { $0.sessionDigest(of: hash, name) }
    return try await begin(name, password, ending: former)
  }

  private func save(_ change: SessionChange) async throws(SignInFailure) {
    try await save { _ in change }
  }

  private func save(
    _ decide: @escaping @Sendable (SessionsState) throws -> SessionChange
  ) async throws(SignInFailure) {
    do {
      if !isShared { try await log.start() }
      try await log.perform { try decide($0) }
    } catch let failure as SignInFailure {
      throw failure
    } catch {
      logger.error("a sign-in could not be saved", metadata: ["error": .error(error)])
      throw .unavailable
    }
  }

  private func note(_ message: Logger.Message, _ name: String, _ client: ClientAddress) {
    logger.notice(message, metadata: ["name": "\(name)", "client": "\(client)"])
  }
}
