/// A short fingerprint of some bytes, for telling versions apart.
///
/// It takes sixteen bytes a step and folds their product, as wyhash does
/// (https://github.com/wangyi-fudan/wyhash), so that it costs little beside
/// writing a page. It keeps nobody from making two texts with one
/// fingerprint: where that would gain an attacker something, use a
/// cryptographic hash.
public struct Digest: Hashable, Sendable {
  private var value = Self.keys.0

  /// Odd numbers with as many ones as zeros in them.
  private static let keys: (UInt64, UInt64, UInt64) = (
    0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3
  )

  /// The fingerprint of nothing.
  public init() {}

  /// Takes some more bytes, and marks where they end. O(n).
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 16 <= bytes.count {
      fold(
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      offset += 16
    }
    var rest: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &rest) { rest in
      rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset...]))
    }
    fold(UInt64(littleEndian: rest.0), UInt64(littleEndian: rest.1))
    fold(UInt64(bytes.count), Self.keys.2)
  }

  /// Takes a text, and marks where it ends: no other texts in a row give the
  /// same bytes.
  public mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  private mutating func fold(_ first: UInt64, _ second: UInt64) {
    let product = (first ^ Self.keys.1).multipliedFullWidth(by: second ^ value)
    value = product.high ^ product.low
  }

  /// Sixteen hexadecimal digits.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
