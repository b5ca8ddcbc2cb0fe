package import Foundation
package import Logging
import Synchronization
import WebServer

/// Those who may change something, by name and password.
package final class Editors: Sendable {
  /// What became of a name and a password.
  enum Verdict: Hashable, Sendable {
    case editor
    case wrong
    /// Not checked, since the client sent too many wrong ones; the seconds
    /// until it may try again.
    case wait(Int)
    /// Not checked, since others send too many; the seconds until the client
    /// may try again.
    case busy(Int)
  }

  private struct State {
    /// Hashes by name.
    var hashes: [String: String]
    /// Hashes that are checked in the place of those of unknown names.
    var decoys: [String]
    /// The password of each name that was right last. Hashing costs far more
    /// than a page, and browsers send the password with each request.
    var known: [String: [UInt8]] = [:]
    var throttle = LoginThrottle()
    /// The guesses that wait for their turn.
    var guesses: FairQueue<Guess>

    init(hashes: [String: String], guesses: FairQueue<Guess>) {
      self.hashes = hashes
      self.guesses = guesses
      decoys = Array(hashes.values)
    }
  }

  /// A password that is to be checked.
  private struct Guess {
    let credentials: Credentials
    let client: ClientAddress
    let continuation: CheckedContinuation<Verdict, Never>
  }

  private let file: URL
  private let state: Mutex<State>
  /// Checking costs time on purpose: one at a time, so that guessing cannot
  /// take all processors.
  private let turns = DispatchQueue(label: "passwords", qos: .utility)
  private let now: @Sendable () -> Int
  private let logger: Logger

  /// Reads a file with a line `name:hash` for each editor. Empty lines and
  /// those that start with `#` say nothing.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - waiting: the most passwords that wait to be checked.
  ///   - now: seconds of a clock that does not go back.
  ///   - logger: hears of wrong passwords, never the passwords.
  /// - Throws: `SettingsError` that names the line.
  package init(
    file: URL, waiting: Int = 256, now: @escaping @Sendable () -> Int = Editors.seconds,
    logger: Logger
  ) throws {
    self.file = file
    self.now = now
    self.logger = logger
    state = Mutex(
      State(hashes: try Self.hashes(in: file), guesses: FairQueue(capacity: waiting)))
  }

  /// Seconds since some moment.
  package static let seconds: @Sendable () -> Int = {
    Int(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000_000)
  }

  /// Reads the file again. Where that fails, who was an editor stays one.
  ///
  /// - Throws: `SettingsError` that names the line.
  package func reload() async throws {
    // Reading blocks, and each hash is tried.
    let hashes = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { [file] in
        continuation.resume(with: Result { try Self.hashes(in: file) })
      }
    }
    state.withLock { state in
      state.hashes = hashes
      state.decoys = Array(hashes.values)
      state.known = [:]
    }
  }

  private static func hashes(in file: URL) throws -> [String: String] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw SettingsError("the file of editors \(file.path) cannot be read.")
    }
    var hashes: [String: String] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      func refuse(_ reason: String) -> SettingsError {
        SettingsError("line \(number + 1) of the file of editors \(file.path) \(reason)")
      }
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw refuse("has to be name:hash, as the command password prints it.")
      }
      let (name, hash) = (String(parts[0]), String(parts[1]))
      guard Password.isUsable(hash: hash) else {
        throw refuse("has no hash that crypt thinks strong; the command password makes one.")
      }
      guard hashes.updateValue(hash, forKey: name) == nil else {
        throw refuse("names \(name) a second time.")
      }
    }
    guard !hashes.isEmpty else {
      throw SettingsError("the file of editors \(file.path) names nobody.")
    }
    return hashes
  }

  /// Whether these were checked before, and were right. Costs next to nothing.
  func knows(_ field: String) -> Bool {
    guard let credentials = Credentials(field) else { return false }
    return state.withLock { Self.isKnown(credentials, in: $0) }
  }

  private static func isKnown(_ credentials: Credentials, in state: State) -> Bool {
    guard let known = state.known[credentials.name] else { return false }
    return Password.isEqual(known, Array(credentials.password.utf8))
  }

  /// Checks the value of an `Authorization` field, in its turn.
  func check(_ field: String, from client: ClientAddress) async -> Verdict {
    guard let credentials = Credentials(field) else { return .wrong }
    return await withCheckedContinuation { continuation in
      let guess = Guess(credentials: credentials, client: client, continuation: continuation)
      let (refused, verdict) = state.withLock { state -> (Guess?, Verdict) in
        if let verdict = self.verdict(on: guess, in: state) { return (guess, verdict) }
        let failures = state.throttle.failures(of: client, at: now())
        return (state.guesses.append(guess, from: client, failures: failures), .busy(1))
      }
      if let refused {
        // One that was evicted leaves its turn to the new one.
        refused.continuation.resume(returning: verdict)
      } else {
        turns.async { [self] in takeTurn() }
      }
    }
  }

  /// The verdict on a guess that needs no check.
  private func verdict(on guess: Guess, in state: State) -> Verdict? {
    // Another request may have had the same password checked meanwhile.
    if Self.isKnown(guess.credentials, in: state) { return .editor }
    return switch state.throttle.refusal(of: guess.client, at: now()) {
    case .wait(let seconds): .wait(seconds)
    case .busy(let seconds): .busy(seconds)
    case nil: nil
    }
  }

  /// Checks the guess whose turn it is. Blocks the thread.
  private func takeTurn() {
    let next = state.withLock { state in
      state.guesses.next().map { guess in
        (
          guess: guess, verdict: verdict(on: guess, in: state),
          hash: Self.hash(for: guess.credentials.name, in: state)
        )
      }
    }
    guard let next else { return }
    next.guess.continuation.resume(
      returning: next.verdict
        ?? check(next.guess.credentials, next.hash.text, next.hash.isOfEditor, next.guess.client))
  }

  /// Returns the hash that a name's password is checked with. That of an
  /// unknown name is an editor's, so that the check takes as long as one of a
  /// known name, and always the same.
  private static func hash(for name: String, in state: State) -> (text: String, isOfEditor: Bool) {
    if let hash = state.hashes[name] { return (hash, true) }
    guard !state.decoys.isEmpty else { return ("", false) }
    let index = UInt(bitPattern: name.hashValue) % UInt(state.decoys.count)
    return (state.decoys[Int(index)], false)
  }

  /// Not private, so that tests know which it is.
  func hashChecked(for name: String) -> String {
    state.withLock { Self.hash(for: name, in: $0).text }
  }

  private func check(
    _ credentials: Credentials, _ hash: String, _ isOfEditor: Bool, _ client: ClientAddress
  ) -> Verdict {
    let isRight = Password.matches(credentials.password, hash: hash) && isOfEditor
    state.withLock { state in
      if isRight {
        state.throttle.succeeded(client)
        // Unless the file was read again meanwhile.
        if state.hashes[credentials.name] == hash {
          state.known[credentials.name] = Array(credentials.password.utf8)
        }
      } else {
        state.throttle.failed(client, at: now())
        state.guesses.failed(client)
      }
    }
    if !isRight {
      // People type passwords into the field for names: none but known names.
      logger.notice(
        "a wrong password",
        metadata: [
          "client": "\(client)", "name": "\(isOfEditor ? credentials.name : "unknown")",
        ])
    }
    return isRight ? .editor : .wrong
  }
}
