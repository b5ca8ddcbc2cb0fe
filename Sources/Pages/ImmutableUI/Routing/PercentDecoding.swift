/// Decodes percent-encoded text once.
///
/// - Parameters:
///   - bytes: The encoded text.
///   - plusIsSpace: True to decode `+` as a space, as in queries and forms.
/// - Returns: The text; `nil` if an escape sequence is incomplete, the bytes
///   are not UTF-8, or they contain NUL, which cannot be displayed.
func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String? {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(bytes.count)
  var rest = bytes
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "%"):
      guard let high = rest.popFirst().flatMap(hexadecimal),
        let low = rest.popFirst().flatMap(hexadecimal)
      else { return nil }
      decoded.append(high << 4 | low)
    case UInt8(ascii: "+") where plusIsSpace:
      decoded.append(UInt8(ascii: " "))
    default:
      decoded.append(byte)
    }
  }
  guard !decoded.contains(0) else { return nil }
  return String(validating: decoded, as: UTF8.self)
}

private func hexadecimal(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
