import Foundation

/// A second implementation of percent-encoding, for comparison. Foundation's is
/// not used because it replaces some invalid bytes.
enum ReferenceEncoding {
  /// Decodes a name or a value of a form.
  ///
  /// - Returns: `nil` for invalid encodings, invalid UTF-8 and texts with NUL.
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
    return decoded.contains(0) ? nil : String(validating: decoded, as: UTF8.self)
  }

  /// Percent-encodes a text.
  static func encoded(_ text: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}
