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
    /// Too many were wrong: to be tried again after so many seconds.
    case wait(Int)
  }

  private struct State {
    /// Hashes by name.
    var hashes: [String: String]
    /// The password of each name that was right last. Hashing costs far more
    /// than a page, and browsers send the password with each request.
    var known: [String: [UInt8]] = [:]
    var attempts = Attempts()
    /// How many wait to be checked.
    var waiting = 0
  }

  /// Checking costs time on purpose: one at a time, so that guessing cannot
  /// take all processors, and no more than these wait.
  private static let mostWaiting = 64

  private let file: URL
  private let state: Mutex<State>
  private let turns = DispatchQueue(label: "passwords", qos: .utility)
  private let now: @Sendable () -> Int
  private let logger: Logger
  /// Checked where a name is unknown, so that it takes as long.
  private let nobody: String

  /// Reads a file with a line `name:hash` for each editor. Empty lines and
  /// those that start with `#` say nothing.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - now: seconds of a clock that does not go back.
  ///   - logger: hears of wrong passwords, never the passwords.
  /// - Throws: `SettingsError` that names the line.
  package init(
    file: URL, now: @escaping @Sendable () -> Int = Editors.seconds, logger: Logger
  ) throws {
    self.file = file
    self.now = now
    self.logger = logger
    nobody = Password.hash(of: "") ?? ""
    state = Mutex(State(hashes: try Self.hashes(in: file)))
  }

  /// Seconds since some moment.
  package static let seconds: @Sendable () -> Int = {
    Int(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000_000)
  }

  /// Reads the file anew. Where that fails, who was an editor stays one.
  ///
  /// - Throws: `SettingsError` that names the line.
  package func reload() throws {
    let hashes = try Self.hashes(in: file)
    state.withLock { state in
      state.hashes = hashes
      state.known = [:]
    }
  }

  private static func hashes(in file: URL) throws -> [String: String] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw SettingsError("the file of editors \(file.path) cannot be read.")
    }
    var hashes: [String: String] = [:]
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.filter { $0 != "\r" }
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      func refuse(_ reason: String) -> SettingsError {
        SettingsError("line \(number + 1) of the file of editors \(file.path) \(reason)")
      }
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw refuse("has to be name:hash, as “fieldguide password NAME” prints it.")
      }
      let (name, hash) = (String(parts[0]), String(parts[1]))
      switch Password.weakness(ofHash: hash) {
      case nil: break
      case .weak:
        throw refuse("has a hash of a kind that is too weak; “fieldguide password” makes one.")
      case .unknown:
        throw refuse("has a hash that crypt does not know; “fieldguide password” makes one.")
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
    let isAdmitted = state.withLock { state in
      guard state.waiting < Self.mostWaiting else { return false }
      state.waiting += 1
      return true
    }
    guard isAdmitted else { return .wait(1) }
    return await withCheckedContinuation { continuation in
      turns.async { [self] in
        let verdict = check(credentials, from: client)
        state.withLock { $0.waiting -= 1 }
        continuation.resume(returning: verdict)
      }
    }
  }

  private func check(_ credentials: Credentials, from client: ClientAddress) -> Verdict {
    let hash: String?
    switch state.withLock({ state -> (verdict: Verdict?, hash: String?) in
      // Who waited behind himself is known by now.
      if Self.isKnown(credentials, in: state) { return (.editor, nil) }
      if let wait = state.attempts.wait(of: client, at: now()) { return (.wait(wait), nil) }
      return (nil, state.hashes[credentials.name])
    }) {
    case (let verdict?, _): return verdict
    case (nil, let found): hash = found
    }
    let isRight = Password.matches(credentials.password, hash: hash ?? nobody) && hash != nil
    state.withLock { state in
      if isRight {
        state.attempts.succeeded(client)
        // Unless the file was read anew meanwhile.
        if state.hashes[credentials.name] == hash {
          state.known[credentials.name] = Array(credentials.password.utf8)
        }
      } else {
        state.attempts.failed(client, at: now())
      }
    }
    if !isRight {
      // People type passwords into the field for names: none but known names.
      logger.notice(
        "a wrong password",
        metadata: [
          "client": "\(client)", "name": "\(hash == nil ? "unknown" : credentials.name)",
        ])
    }
    return isRight ? .editor : .wrong
  }
}
