/// A 64-bit hash that tells versions of a text apart.
///
/// ```swift
/// var digest = Digest()
/// digest.update("Hello")
/// print(digest.text.count)  // 16
/// ```
///
/// It multiplies and folds 16 bytes per step, as wyhash does
/// (https://github.com/wangyi-fudan/wyhash), so that it is cheap compared with
/// rendering a page. It does not resist attacks: use a cryptographic hash if an
/// attacker could gain from a collision.
public struct Digest: Hashable, Sendable {
  private var value = Self.keys.0

  /// Odd numbers with as many ones as zeros.
  private static let keys: (UInt64, UInt64, UInt64) = (
    0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3
  )

  /// Creates the digest of no data.
  public init() {}

  /// Adds bytes and their length. O(n).
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // Two independent halves, so that the processor can overlap the
    // multiplications.
    var other = value ^ Self.keys.2
    var offset = 0
    while offset + 32 <= bytes.count {
      fold(bytes, at: offset)
      other = Self.folded(
        bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self), into: other)
      offset += 32
    }
    if offset + 16 <= bytes.count {
      fold(bytes, at: offset)
      offset += 16
    }
    var rest: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &rest) { rest in
      rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset...]))
    }
    value = Self.folded(rest.0, rest.1, into: value)
    value = Self.folded(UInt64(bytes.count), other, into: value)
  }

  /// Adds a text and its length: no other sequence of texts results in the same
  /// bytes.
  public mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  private mutating func fold(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    value = Self.folded(
      bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
      bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self), into: value)
  }

  private static func folded(_ first: UInt64, _ second: UInt64, into value: UInt64) -> UInt64 {
    let product = (first ^ keys.1).multipliedFullWidth(by: second ^ value)
    return product.high ^ product.low
  }

  /// The digest in 16 hexadecimal digits.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
