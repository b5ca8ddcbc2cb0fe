/// A short fingerprint of some bytes, for telling versions apart.
///
/// FNV-1a with 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/). It keeps
/// nobody from making two texts with one fingerprint: where that would gain
/// an attacker something, use a cryptographic hash.
public struct Digest: Hashable, Sendable {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The fingerprint of nothing.
  public init() {}

  /// Takes some more bytes. O(n).
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Takes a text, and marks where it ends: no other texts in a row give the
  /// same bytes.
  public mutating func update(_ text: String) {
    update(text.utf8)
    update(CollectionOfOne(0xFF))
  }

  /// Sixteen hexadecimal digits.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
