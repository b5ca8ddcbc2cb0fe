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
  /// A visitor with a session.
  struct SignedIn: Sendable {
    let visitor: Visitor
    let session: Session

    var grant: Grant { Grant(visitor: visitor, password: session.password, session: session.id) }
  }

  /// The result of an attempt to sign in, or to change a password.
  enum Outcome: Sendable {
    case success(SessionToken)
    /// The name or the password is wrong, or it was not checked.
    case refused(Editors.LoginResult)
    /// Nothing was saved.
    case unavailable
  }

  /// The maximum number of sessions of one visitor. The oldest one ends for another.
  private static let limit = 50
  /// The maximum number of unknown tokens that are remembered.
  private static let maxUnknown = 4_096
  /// The length of a new password in characters.
  static let passwordLength = 12

  private struct Memory {
    var state = SessionsState()
    /// The ids of tokens that no session has. None will have them: tokens are random.
    var unknown = BoundedTable<String, Bool>(false, capacity: maxUnknown)
    /// Called after rights may have ended.
    var onEnd: @Sendable () -> Void = {}
  }

  /// The visitors with a password.
  let editors: Editors
  private let log: DurableLog<SessionsState>
  /// True if other instances may end rights, so that a change has to confirm those of its visitor.
  let isShared: Bool
  private let memory: Shared<Memory>
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
    let memory = Shared(Memory())
    log = storage.signIns {
      memory.value.withLock { $0.state }
    } receive: { event in
      let (passwords, onEnd) = memory.value.withLock { memory in
        let old = memory.state
        memory.state.apply(event)
        if case .loaded = event { memory.state.noteEnded(since: old) }
        return (memory.state.passwords, memory.onEnd)
      }
      editors.use(passwords)
      onEnd()
    }
    isShared = storage.isShared
    self.editors = editors
    self.memory = memory
    self.days = days
    self.now = now
    self.logger = logger
  }

  /// The lifetime of a session in seconds.
  var lifetime: Int { days * 86_400 }

  // MARK: Requests

  /// Sets the closure that is called after rights may have ended.
  func notify(_ onEnd: @escaping @Sendable () -> Void) {
    memory.value.withLock { $0.onEnd = onEnd }
  }

  /// Reloads the file of the editors.
  ///
  /// - Throws: `SettingsError` that names the line.
  package func reloadEditors() async throws {
    try await editors.reload()
    let onEnd = memory.value.withLock { $0.onEnd }
    onEnd()
  }

  /// The longest time for which an instance that hears nothing of the database trusts its memory.
  /// It asks once a second.
  private static let patience = Duration.seconds(5)

  /// True if the memory had all changes a few seconds ago: other instances may have made more.
  private var isUpToDate: Bool {
    !isShared || log.status.upToDate.map { $0.duration(to: .now) < Self.patience } ?? false
  }

  /// Returns the visitor with a token from the memory; `nil` if there is none, or if other
  /// instances may have ended the session since this one last heard of them.
  func visitor(with token: SessionToken) -> SignedIn? {
    guard isUpToDate else { return nil }
    let session = memory.value.withLock { $0.state.sessions[token.id] }
    return session.flatMap(signedIn)
  }

  /// Returns true if a right has not ended.
  func isValid(_ grant: Grant) -> Bool {
    guard isUpToDate else { return false }
    let visitor =
      if let id = grant.session {
        memory.value.withLock { $0.state.sessions[id] }.flatMap(signedIn)?.visitor
      } else {
        editors.visitor(named: grant.visitor.name, withPassword: grant.password)
      }
    return visitor.map { $0.roles == grant.visitor.roles } ?? false
  }

  /// Returns the right of a visitor whose name and password in an `Authorization` field were
  /// correct before; `nil` for others. Does not hash.
  func verified(_ field: String, from client: ClientAddress) -> Grant? {
    guard isUpToDate else { return nil }
    return editors.verifiedVisitor(field, from: client).map(editors.grant)
  }

  /// Checks the name and the password in an `Authorization` field.
  func check(
    _ field: String, from client: ClientAddress
  ) async -> (result: Editors.LoginResult, grant: Grant?) {
    guard let credentials = Credentials(field) else { return (.wrongCredentials, nil) }
    let result = await check(credentials, from: client)
    guard case .success(let visitor) = result else { return (result, nil) }
    return (result, editors.grant(of: visitor))
  }

  /// Checks a name and a password. A password may have been changed on another instance, or
  /// before the start.
  private func check(
    _ credentials: Credentials, from client: ClientAddress, isOwner: Bool = false
  ) async -> Editors.LoginResult {
    guard (try? await catchUp()) != nil else { return .unavailable }
    return await editors.check(credentials, from: client, isOwner: isOwner)
  }

  /// Reads the file before the first request.
  func load() async { try? await catchUp() }

  /// Waits until the memory has all changes that were stored before the call.
  ///
  /// - Throws: an error if that takes too long, or the log cannot be read.
  private func catchUp() async throws {
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
      if !isShared { logger.error("sign-ins cannot be read", metadata: ["error": "\(error)"]) }
      throw error
    }
  }

  private func signedIn(_ session: Session) -> SignedIn? {
    guard now() < session.expiry,
      let visitor = editors.visitor(named: session.name, withPassword: session.password)
    else { return nil }
    return SignedIn(visitor: visitor, session: session)
  }

  /// Returns true if a token has signed a visitor in, as far as this instance remembers.
  func hasHad(_ token: SessionToken) -> Bool {
    memory.value.withLock { memory in
      memory.state.sessions[token.id] != nil || memory.state.ended.contains(token.id)
    }
  }

  /// Returns true if a token is known to have no valid session, whatever other instances have
  /// stored.
  func isInvalid(_ token: SessionToken) -> Bool {
    memory.value.withLock { memory in
      memory.unknown[token.id] || memory.state.sessions[token.id] != nil
    }
  }

  /// Returns the visitor with a token, after everything that other instances have stored was
  /// read: one may have begun or ended the session just now, or the file has not been read.
  ///
  /// - Throws: an error if the sessions cannot be read.
  func findVisitor(with token: SessionToken) async throws -> SignedIn? {
    try await catchUp()
    if let visitor = visitor(with: token) { return visitor }
    memory.value.withLock { memory in
      guard memory.state.sessions[token.id] == nil else { return }
      memory.unknown.update(token.id) { $0 = true }
    }
    return nil
  }

  /// Returns the sessions of a visitor that are valid, the latest first.
  func sessions(of name: String) -> [Session] {
    memory.value.withLock { $0.state.sessions(of: name) }.filter { signedIn($0) != nil }
  }

  // MARK: Changes

  /// Signs a visitor in with a name and a password.
  ///
  /// - Parameter former: the session of the browser, which ends.
  func signIn(
    _ credentials: Credentials, from client: ClientAddress, endingSession former: SignedIn?
  ) async -> Outcome {
    let result = await check(
      credentials, from: client, isOwner: former?.visitor.name == credentials.name)
    guard case .success(let visitor) = result else { return .refused(result) }
    guard let password = editors.password(of: visitor.name) else {
      return .refused(.wrongCredentials)
    }
    guard let token = await begin(visitor.name, password, ending: former?.session.id) else {
      return .unavailable
    }
    note("signed in", visitor.name, client)
    return .success(token)
  }

  private func begin(
    _ name: String, _ password: String, ending former: String? = nil
  ) async -> SessionToken? {
    let token = SessionToken.random()
    let begin = now()
    let session = Session(
      id: token.id, name: name, password: password, begin: begin, expiry: begin + lifetime)
    let ended = memory.value.withLock { $0.state.ended(by: session, limit: Self.limit) }
    let all = ended + [former].compactMap { $0 }
    return await save(.begin(session, ending: all)) ? token : nil
  }

  /// Ends a session.
  ///
  /// - Returns: false if that could not be saved.
  func signOut(_ signedIn: SignedIn, from client: ClientAddress) async -> Bool {
    guard await save(.end([signedIn.session.id])) else { return false }
    note("signed out", signedIn.visitor.name, client)
    return true
  }

  /// Ends all other sessions of a visitor.
  ///
  /// - Returns: false if that could not be saved.
  func signOutElsewhere(_ signedIn: SignedIn, from client: ClientAddress) async -> Bool {
    let others = memory.value.withLock { $0.state.sessions(of: signedIn.visitor.name) }
      .map(\.id).filter { $0 != signedIn.session.id }
    guard await save(.end(others)) else { return false }
    note("signed out elsewhere", signedIn.visitor.name, client)
    return true
  }

  /// Changes the password of a visitor, which ends all sessions, and begins another one.
  ///
  /// - Parameters:
  ///   - visitor: the visitor.
  ///   - current: the present password.
  ///   - new: the new password.
  func changePassword(
    of visitor: Visitor, from current: String, to new: String, client: ClientAddress
  ) async -> Outcome {
    let credentials = Credentials(name: visitor.name, password: current)
    let result = await check(credentials, from: client, isOwner: true)
    guard case .success = result else { return .refused(result) }
    guard let replaced = editors.passwordInFile(of: visitor.name),
      let hash = await editors.hash(of: new)
    else { return .unavailable }
    let changed = ChangedPassword(hash: hash, replaced: replaced)
    guard await save(.change(password: changed, of: visitor.name)) else { return .unavailable }
    note("password changed", visitor.name, client)
    guard let token = await begin(visitor.name, digest(of: hash)) else { return .unavailable }
    return .success(token)
  }

  private func save(_ change: SessionChange) async -> Bool {
    do {
      if !isShared { try await log.start() }
      try await log.perform { _ in change }
      return true
    } catch {
      logger.error("a sign-in could not be saved", metadata: ["error": "\(error)"])
      return false
    }
  }

  private func note(_ message: Logger.Message, _ name: String, _ client: ClientAddress) {
    logger.notice(message, metadata: ["name": "\(name)", "client": "\(client)"])
  }
}

/// A value behind a lock that closures can share.
private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}
