import CCrypt
import Glibc

/// Passwords as the system hashes them: see crypt(5).
package enum Password {
  /// The most bytes that are looked at.
  package static let mostBytes = Int(CRYPT_MAX_PASSPHRASE_SIZE) - 1

  /// A hash of a password with a new salt, of the kind that the system thinks
  /// best. Takes some hundredth of a second, on purpose.
  ///
  /// - Returns: `nil` where the system could not make one.
  package static func hash(of password: String) -> String? {
    var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    // The system chooses the kind, the cost, and random bytes.
    let made = crypt_gensalt_rn(nil, 0, nil, 0, &setting, Int32(setting.count)) != nil
    return made ? hash(of: password, setting: setting) : nil
  }

  /// Whether a password is the one that a hash was made of. Takes some
  /// hundredth of a second.
  package static func matches(_ password: String, hash known: String) -> Bool {
    guard let hash = hash(of: password, setting: known.utf8CString.map { $0 }) else { return false }
    return isEqual(Array(hash.utf8), Array(known.utf8))
  }

  /// Whether a hash is of a kind that the system knows, and does not think too
  /// weak for today's machines.
  package static func isUsable(hash: String) -> Bool {
    crypt_checksalt(hash) == CRYPT_SALT_OK
      && Self.hash(of: "", setting: hash.utf8CString.map { $0 }) != nil
  }

  /// Whether two texts are the same, in a time that does not tell where they
  /// differ.
  static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hash(of password: String, setting: [CChar]) -> String? {
    guard password.utf8.count <= mostBytes, !password.utf8.contains(0) else { return nil }
    // Far too large for a stack.
    let work = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    work.initialize(to: crypt_data())
    defer {
      // What is left of the password is not to lie about.
      explicit_bzero(work, MemoryLayout<crypt_data>.size)
      work.deallocate()
    }
    guard let output = crypt_r(password, setting, work) else { return nil }
    let hash = String(cString: output)
    // So it says that it failed.
    return hash.hasPrefix("*") ? nil : hash
  }
}
