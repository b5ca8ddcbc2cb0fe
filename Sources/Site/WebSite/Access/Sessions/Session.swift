import CGnuTLS
import Foundation

/// A sign-in of one browser, which lasts until it is ended or expires.
struct Session: Codable, Hashable, Sendable {
  /// The digest of the token in the browser's cookie. The token itself is not stored, so that
  /// no copy of the data signs anyone in.
  var id: String
  /// The name of the visitor.
  var name: String
  /// The digest of the hash of the visitor's password. The session is valid only while the
  /// visitor has that password.
  var password: String
  /// The time of the sign-in in seconds since 1970.
  var begin: Int
  /// The time at which the session expires, in seconds since 1970.
  var expiry: Int
}

/// A password that a visitor has changed.
struct ChangedPassword: Codable, Hashable, Sendable {
  /// The hash of the new password.
  var hash: String
  /// The digest of the hash in the editors file at the time of the change. If the operator
  /// writes another hash there, that one counts.
  var replaced: String
}

/// The sessions of all visitors, and the passwords that they have changed.
struct SessionsState: Sendable {
  private(set) var sessions: [String: Session] = [:]
  private(set) var passwords: [String: ChangedPassword] = [:]
  /// The ids of the sessions that ended last, the latest last.
  private(set) var ended: [String] = []
  private static let maxEnded = 1_000

  /// Applies a change.
  mutating func apply(_ change: SessionChange, at position: Int) {
    switch change {
    case .begin(let session, let over):
      end(over)
      insert(session)
    case .end(let ids): end(ids)
    case .change(let password, let name): set(password, of: name)
    }
  }

  mutating func insert(_ session: Session) { sessions[session.id] = session }

  mutating func set(_ password: ChangedPassword, of name: String) { passwords[name] = password }

  /// Remembers the sessions of an earlier state that have ended.
  mutating func noteEnded(since earlier: SessionsState) {
    ended = earlier.ended
    ended += earlier.sessions.keys.filter { sessions[$0] == nil }
    ended.removeFirst(max(ended.count - Self.maxEnded, 0))
  }

  private mutating func end(_ ids: [String]) {
    for id in ids where sessions.removeValue(forKey: id) != nil { ended.append(id) }
    ended.removeFirst(max(ended.count - Self.maxEnded, 0))
  }

  /// Returns the sessions of a visitor, the latest first.
  func sessions(of name: String) -> [Session] {
    sessions.values.filter { $0.name == name }.sorted { ($0.begin, $0.id) > ($1.begin, $1.id) }
  }

  /// Returns the ids of the sessions that end when another one begins: all that have expired,
  /// those of the visitor with an earlier password, and the oldest of a visitor who would have
  /// too many.
  func ended(by new: Session, limit: Int) -> [String] {
    func isOver(_ session: Session) -> Bool {
      session.expiry <= new.begin || session.name == new.name && session.password != new.password
    }
    let over = sessions.values.filter(isOver)
    let excess = sessions(of: new.name).filter { !isOver($0) }.dropFirst(limit - 1)
    return (over + excess).map(\.id).sorted()
  }
}

/// A random number that signs a visitor in.
struct SessionToken: Hashable, Sendable {
  /// 128 random bits as 32 hexadecimal digits.
  let text: String

  /// Creates a token from the random numbers of the system.
  static func random() -> SessionToken {
    SessionToken(unchecked: hexadecimal((0..<16).map { _ in UInt8.random(in: .min ... .max) }))
  }

  /// Parses the value of a cookie.
  ///
  /// - Returns: `nil` for a text that cannot be a token.
  init?(_ text: some StringProtocol) {
    let digits = text.utf8
    guard digits.count == 32, digits.allSatisfy("0123456789abcdef".utf8.contains) else {
      return nil
    }
    self.init(unchecked: String(text))
  }

  private init(unchecked text: String) { self.text = text }

  /// The id of the token's session.
  var id: String { digest(of: text) }
}

/// Returns the SHA-256 digest of a text as hexadecimal digits.
package func digest(of text: String) -> String { digest(of: Data(text.utf8)) }

/// Returns the SHA-256 digest of data as hexadecimal digits.
func digest(of data: Data) -> String {
  var bytes = [UInt8](repeating: 0, count: 32)
  let result = data.withUnsafeBytes {
    gnutls_hash_fast(GNUTLS_DIG_SHA256, $0.baseAddress, $0.count, &bytes)
  }
  // It fails only if the library was built without SHA-256, which TLS needs.
  precondition(result == 0, "GnuTLS has no SHA-256.")
  return hexadecimal(bytes)
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
