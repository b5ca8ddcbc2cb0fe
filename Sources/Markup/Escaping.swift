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
    text.withContiguousUTF8 { append(escaping: $0) }
  }

  private mutating func append(escaping bytes: UnsafeBufferPointer<UInt8>) {
    if isClean(bytes) { append(bytes) } else { append(referring: bytes) }
  }

  /// Byte by byte: for the few texts that need it.
  @inline(never)
  private mutating func append(referring bytes: UnsafeBufferPointer<UInt8>) {
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

/// Whether text can be written as it is. It is looked at eight bytes a step,
/// the last step going back over some that were seen.
private func isClean(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let base = UnsafeRawPointer(bytes.baseAddress) else { return true }
  let last = bytes.count - 8
  guard last >= 0 else { return !bytes.contains { characterReference(for: $0) != nil } }
  var index = 0
  while index < last {
    if mayNeedReference((base + index).loadUnaligned(as: UInt64.self)) { return false }
    index += 8
  }
  return !mayNeedReference((base + last).loadUnaligned(as: UInt64.self))
}

/// Whether one of eight bytes has to be written as a reference.
@inline(__always)
private func mayNeedReference(_ block: UInt64) -> Bool {
  // & and ' differ in one bit, as do < and >: one comparison for both.
  let ones: UInt64 = 0x0101_0101_0101_0101
  let found =
    zeros(in: (block | ones) ^ (ones &* 0x27)) | zeros(in: (block | ones &* 2) ^ (ones &* 0x3E))
    | zeros(in: block ^ (ones &* 0x22)) | zeros(in: block ^ (ones &* 0x0D))
  return found != 0
}

/// Not zero where one of eight bytes is zero.
/// https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord
@inline(__always)
private func zeros(in word: UInt64) -> UInt64 {
  (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
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
