import CCrypt
import Glibc

/// Password hashing with the system's crypt(5).
package enum Password {
  /// The maximum length of a password in bytes.
  package static let maxBytes = Int(CRYPT_MAX_PASSPHRASE_SIZE) - 1

  /// The minimum length of a new password in characters.
  static let minLength = 10

  /// The reason why a password cannot be chosen.
  enum Problem: Hashable, Sendable {
    case short, long, name, common

    /// The next step of the person who chooses it.
    var message: String {
      switch self {
      case .short: "Enter at least \(Password.minLength) characters."
      case .long: "Enter at most \(Password.maxBytes) bytes."
      case .name: "Enter a password other than the name."
      case .common: "Enter another password: this one is among the first that attackers try."
      }
    }
  }

  /// Returns the reason why an editor cannot choose a password; `nil` if there is none.
  static func problem(with password: String, for name: String) -> Problem? {
    let password = password.normalised
    if password.count < minLength { return .short }
    if password.utf8.count > maxBytes || password.utf8.contains(0) { return .long }
    if password.lowercased() == name.normalised.lowercased() { return .name }
    return commonPasswords.contains(password.lowercased()) ? .common : nil
  }

  /// Returns the hash of a password in its normal form with a new salt, with the
  /// default method of the system. Takes tens of milliseconds, on purpose.
  ///
  /// - Returns: `nil` if the password is too long.
  package static func hash(of password: String) -> String? {
    var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    // The system chooses the method, the cost and the salt.
    let made = crypt_gensalt_rn(nil, 0, nil, 0, &setting, Int32(setting.count)) != nil
    return made ? hash(of: password.normalised, setting: setting) : nil
  }

  /// Returns true if a password matches a hash, in its normal form or as typed: tools of the
  /// system hash what was typed. Takes tens of milliseconds for each form.
  package static func matches(_ password: String, hash known: String) -> Bool {
    func isMatch(_ password: String) -> Bool {
      hash(of: password, setting: known.utf8CString.map { $0 })
        .map { isEqual(Array($0.utf8), Array(known.utf8)) } ?? false
    }
    let normalised = password.normalised
    return isMatch(normalised) || !normalised.utf8.elementsEqual(password.utf8) && isMatch(password)
  }

  /// Returns true if the system supports the method of a hash and does not
  /// consider it weak.
  ///
  /// - Parameter isTried: true to hash with it, which takes tens of milliseconds.
  package static func isUsable(hash: String, isTried: Bool = true) -> Bool {
    crypt_checksalt(hash) == CRYPT_SALT_OK
      && (!isTried || Self.hash(of: "", setting: hash.utf8CString.map { $0 }) != nil)
  }

  /// Compares in constant time.
  static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hash(of password: String, setting: [CChar]) -> String? {
    guard password.utf8.count <= maxBytes, !password.utf8.contains(0) else { return nil }
    // Too large for the stack.
    let work = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    work.initialize(to: crypt_data())
    defer {
      // Erase the traces of the password.
      explicit_bzero(work, MemoryLayout<crypt_data>.size)
      work.deallocate()
    }
    guard let output = crypt_r(password, setting, work) else { return nil }
    let hash = String(cString: output)
    // The result of crypt for an error.
    return hash.hasPrefix("*") ? nil : hash
  }
}
