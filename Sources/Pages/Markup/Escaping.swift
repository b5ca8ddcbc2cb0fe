// All escaping is in this file. Bytes that an HTML parser would change or
// interpret as markup are written as character references, all others
// unchanged.
//
// - Text and quoted attributes share one rule: & < > " ' and the carriage
//   return, which a parser would turn into a line feed.
// - Parsers drop a line feed directly after the start tag of `textarea` and
//   `pre`, so `Element.render` writes an extra one there.
// - HTML has no notation for NUL; input that contains it is rejected when the
//   request is parsed.

extension ByteWriter {
  /// Appends text, escaped for use between tags or in a quoted attribute. O(n).
  public mutating func append(escaping text: String) {
    text.withContiguousUTF8 { append(escaping: $0) }
  }

  private mutating func append(escaping bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
    let clean = appendClean(base, count: bytes.count)
    if clean < bytes.count {
      appendReplacing(UnsafeBufferPointer(rebasing: bytes[clean...]))
    }
  }

  /// Copies text up to the first block that contains a byte to escape, eight
  /// bytes at a time. The last block may overlap the one before it.
  ///
  /// - Returns: the number of bytes copied.
  @inline(__always)
  private mutating func appendClean(_ source: UnsafeRawPointer, count: Int) -> Int {
    reserve(count)
    let target = UnsafeMutableRawPointer(base + written)
    var index = 0
    while index &+ 8 <= count {
      let block = (source + index).loadUnaligned(as: UInt64.self)
      if mayNeedReference(block) {
        written &+= index
        return index
      }
      (target + index).storeBytes(of: block, as: UInt64.self)
      index &+= 8
    }
    if index < count {
      guard count >= 8 else { return appendCleanShort(source, count: count) }
      let block = (source + count - 8).loadUnaligned(as: UInt64.self)
      if mayNeedReference(block) {
        written &+= index
        return index
      }
      (target + count - 8).storeBytes(of: block, as: UInt64.self)
    }
    written &+= count
    return count
  }

  /// Copies less than eight bytes if none of them needs escaping.
  ///
  /// - Returns: the number of bytes copied: all or none.
  @inline(__always)
  private mutating func appendCleanShort(_ source: UnsafeRawPointer, count: Int) -> Int {
    let block = shortBlock(source, count: count)
    if mayNeedReference(block) { return 0 }
    // A whole block is stored; the surplus is overwritten by the next append.
    reserve(8)
    UnsafeMutableRawPointer(base + written).storeBytes(of: block, as: UInt64.self)
    written &+= count
    return count
  }

  /// Appends bytes one by one, with character references for those that need
  /// escaping.
  @inline(never)
  private mutating func appendReplacing(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in bytes.indices {
      guard let reference = characterReference(for: bytes[index]) else { continue }
      append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
      append(literal: reference)
      start = index + 1
    }
    append(UnsafeBufferPointer(rebasing: bytes[start...]))
  }
}

extension String {
  /// The text escaped for use between tags or in a quoted attribute, for texts
  /// that are written more than once.
  var escaped: String {
    var writer = ByteWriter(capacity: utf8.count + 64)
    writer.append(escaping: self)
    return String(writer.finish())
  }
}

/// Loads one to seven bytes into the low bytes of a block.
@inline(__always)
private func shortBlock(_ source: UnsafeRawPointer, count: Int) -> UInt64 {
  func byte(_ index: Int) -> UInt64 {
    UInt64(source.load(fromByteOffset: index, as: UInt8.self)) << UInt64(index * 8)
  }
  // The parts may overlap: shared bytes are equal in both.
  guard count >= 4 else { return byte(0) | byte(count / 2) | byte(count - 1) }
  let first = UInt64(UInt32(littleEndian: source.loadUnaligned(as: UInt32.self)))
  let last = UInt64(
    UInt32(littleEndian: source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)))
  return UInt64(littleEndian: first | last << UInt64((count - 4) * 8))
}

/// Returns true if one of eight bytes may need a character reference.
@inline(__always)
private func mayNeedReference(_ block: UInt64) -> Bool {
  // & and ' differ in one bit, as do < and >: one comparison for both.
  let ones: UInt64 = 0x0101_0101_0101_0101
  let found =
    zeros(in: (block | ones) ^ (ones &* 0x27)) | zeros(in: (block | ones &* 2) ^ (ones &* 0x3E))
    | zeros(in: block ^ (ones &* 0x22)) | zeros(in: block ^ (ones &* 0x0D))
  return found != 0
}

/// Returns a number other than zero if one of eight bytes is zero.
/// https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord
@inline(__always)
private func zeros(in word: UInt64) -> UInt64 {
  (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
}

@inline(__always)
private func characterReference(for byte: UInt8) -> StaticString? {
  // One comparison for letters, which nearly all bytes are.
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
