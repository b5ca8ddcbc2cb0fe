import Foundation

@testable import QuakesData

/// Percent-encoding once more, in another way, to compare ours with.
/// Foundation's own puts a replacement for some bytes that are no text.
enum ReferenceEncoding {
  /// What a name or a value of a form decodes to; `nil` for what is no text,
  /// or one with NUL.
  static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    var parts = spaced.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)[...]
    var decoded = Array(parts.removeFirst())
    for part in parts {
      let digits = String(decoding: part.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let byte = UInt8(digits, radix: 16)
      else { return nil }
      decoded.append(byte)
      decoded += part.dropFirst(2)
    }
    guard !decoded.contains(0),
      decoded.withUnsafeBufferPointer({ $0.firstInvalidUTF8 == nil })
    else { return nil }
    return String(decoding: decoded, as: UTF8.self)
  }

  static func encoded(_ text: String) -> String {
    let kept = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
  }
}
