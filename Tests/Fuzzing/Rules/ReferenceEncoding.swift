import Foundation

/// Percent-encoding as Foundation has it, to compare ours with.
enum ReferenceEncoding {
  /// What becomes of an encoded text.
  enum Decoded: Hashable {
    case text(String)
    /// It is no text, or one with NUL.
    case none
    /// The standard leaves it open: bytes that are text only together with
    /// escapes beside them.
    case undecided
  }

  /// Decodes a name or a value of a form.
  static func decoded(_ bytes: some Collection<UInt8>) -> Decoded {
    guard let text = String(validating: bytes, as: UTF8.self) else { return .undecided }
    let spaced = String(decoding: text.utf8.map { $0 == 0x2B ? 0x20 : $0 }, as: UTF8.self)
    // Behind a letter, since Foundation leaves out a byte order mark at the
    // start of what it decodes.
    guard let decoded = ("x" + spaced).removingPercentEncoding, !decoded.utf8.contains(0) else {
      return .none
    }
    return .text(String(decoding: decoded.utf8.dropFirst(), as: UTF8.self))
  }

  static func encoded(_ text: String) -> String {
    let kept = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
  }
}
