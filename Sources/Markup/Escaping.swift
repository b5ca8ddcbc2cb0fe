// All escaping is in this file. What the HTML standard's parser would change
// or take for markup is written as a character reference; everything else
// goes through byte for byte.
//
// - Text and quoted attributes share one rule: & < > " ' and the carriage
//   return, which a parser would turn into a line feed.
// - `textarea` and `pre` lose a line feed right after their start tag, so one
//   is written there for the parser to take (see `Element.render`).
// - NUL has no way to be written in HTML; input that holds it is refused
//   where it comes in.

extension ByteWriter {
  /// Appends text for use between tags or within a quoted attribute. O(n).
  public mutating func append(escaping text: String) {
    var text = text
    text.withUTF8 { append(escaping: $0) }
  }

  private mutating func append(escaping bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for (index, byte) in bytes.enumerated() {
      guard let reference = characterReference(for: byte) else { continue }
      append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
      append(literal: reference)
      start = index + 1
    }
    append(UnsafeBufferPointer(rebasing: bytes[start...]))
  }
}

@inline(__always)
private func characterReference(for byte: UInt8) -> StaticString? {
  // Nearly all bytes are letters: one comparison lets them through.
  guard byte <= 0x3E else { return nil }
  switch byte {
  case 0x26: return "&amp;"  // &
  case 0x3C: return "&lt;"  // <
  case 0x3E: return "&gt;"  // >
  case 0x22: return "&quot;"  // "
  case 0x27: return "&#39;"  // '
  case 0x0D: return "&#13;"  // carriage return
  default: return nil
  }
}
