import CZlib
import Testing

@testable import WebServer

@Suite struct GzipTests {
  @Test(arguments: [0, 1, 1_000, 300_000], [false, true])
  func `Decompressing returns the original bytes`(count: Int, isStatic: Bool) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let compressed = try #require(SharedBuffer(copying: bytes).gzipped(isStatic: isStatic))
    #expect(compressed.withUnsafeBytes { Array($0.prefix(2)) } == [0x1F, 0x8B])
    #expect(compressed.withUnsafeBytes { decompressed($0, capacity: count + 1) } == bytes)
  }

  @Test func `Repetitive text shrinks to less than 2 %`() throws {
    let text = Array(String(repeating: "<li class=\"row\">Red panda</li>", count: 1_000).utf8)
    let compressed = try #require(SharedBuffer(copying: text).gzipped())
    #expect(compressed.count < text.count / 50)
  }

  private func decompressed(_ bytes: UnsafeRawBufferPointer, capacity: Int) -> [UInt8]? {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      stream.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(bytes.count)
      stream.next_out = buffer.baseAddress
      stream.avail_out = UInt32(capacity)
      count = inflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
    }
  }
}
