import Foundation
import HTTPTypes
import Look

/// A name and a password, from a form or in HTTP's Basic scheme (RFC 7617).
struct Credentials: Hashable, Sendable {
  /// The name in its normal form.
  let name: String
  /// The password as typed.
  let password: String

  /// Creates credentials from a form.
  init(name: String, password: String) {
    self.name = name.normalised
    self.password = password
  }

  /// Parses the value of an `Authorization` field.
  ///
  /// - Returns: `nil` if it has another scheme, is malformed or is too long.
  init?(_ field: String) {
    guard field.utf8.count <= 2 * Password.maxBytes,
      field.prefix(6).lowercased() == "basic ",
      let bytes = Data(base64Encoded: String(field.dropFirst(6).drop { $0 == " " })),
      let text = String(data: bytes, encoding: .utf8),
      // A colon before a combining mark is one `Character`, but a colon for clients.
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    self.init(
      name: String(text[..<colon]), password: String(text[text.utf8.index(after: colon)...]))
  }
}

/// The reason why a name and a password were not accepted.
enum SignInFailure: Error, Hashable, Sendable {
  /// The name or the password is wrong.
  case wrong
  /// Not checked, because the client, or strangers to the account, sent too many wrong
  /// passwords; the seconds until it may retry.
  case wait(Int)
  /// Not checked, because other clients send too many passwords; the seconds until the client
  /// may retry.
  case busy(Int)
  /// Not checked, because the sessions and the changed passwords cannot be read, or not saved.
  case unavailable

  /// The seconds until the client may retry; `nil` if it need not wait.
  var seconds: Int? {
    switch self {
    case .wait(let seconds), .busy(let seconds): seconds
    case .wrong, .unavailable: nil
    }
  }

  var status: HTTPResponse.Status {
    switch self {
    case .wrong: .unprocessableContent
    case .wait: .tooManyRequests
    case .busy, .unavailable: .serviceUnavailable
    }
  }

  var title: String {
    switch self {
    case .wrong: "Name and password do not match"
    case .wait: "Too many wrong passwords"
    case .busy: "Too many people are signing in"
    case .unavailable: "Nothing can be saved at the moment"
    }
  }

  var message: String {
    switch self {
    case .wrong: "Check both, and try again. After a few wrong passwords you have to wait."
    case .wait(let seconds): "Wait \(counted(seconds, "second", "seconds")), then try again."
    case .busy(let seconds): "Your password was not checked. " + Self.wait(seconds).message
    case .unavailable: "You could not be signed in. Try again in a few seconds."
    }
  }
}

extension String {
  /// The text with composed characters, and without blanks at its ends: devices write the same
  /// letters in different ways, and keyboards of phones add a blank after a word.
  var normalised: String {
    trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
  }
}
