import CZlib

extension SharedBuffer {
  /// The level of compression, 1 to 9: the default of zlib. Level 5 takes two thirds of the
  /// time, and adds 2 % to a page.
  fileprivate static let gzipLevel: Int32 = 6

  /// Returns the gzip-compressed bytes (RFC 1952). For content that is sent many
  /// times: compressing 130 kB of HTML takes about a millisecond.
  ///
  /// - Parameter isStatic: true for content that rarely changes, which is worth more
  ///   time for the best compression.
  /// - Returns: `nil` if memory is exhausted or the bytes do not fit into 4 GiB.
  public func gzipped(isStatic: Bool = false) -> SharedBuffer? {
    var stream = z_stream()
    guard shim_gzip_init(&stream, isStatic ? Z_BEST_COMPRESSION : Self.gzipLevel) == Z_OK else {
      return nil
    }
    defer { deflateEnd(&stream) }
    let capacity = Int(deflateBound(&stream, UInt(buffer.count)))
    let memory = OwnedMemory(capacity: capacity)
    stream.next_in = UnsafeMutablePointer(
      mutating: buffer.bindMemory(to: UInt8.self).baseAddress)
    stream.avail_in = UInt32(clamping: buffer.count)
    stream.next_out = memory.base
    stream.avail_out = UInt32(clamping: capacity)
    guard stream.avail_in == buffer.count, deflate(&stream, Z_FINISH) == Z_STREAM_END else {
      return nil
    }
    return SharedBuffer(
      UnsafeRawBufferPointer(start: memory.base, count: Int(stream.total_out)), owner: memory)
  }
}

/// A gzip stream (RFC 1952), compressed part by part.
///
/// It is the only owner of its pointer to zlib's state, which refers to its own
/// address and so must not move.
package final class GzipStream {
  private let stream: UnsafeMutablePointer<z_stream>
  private var output = [UInt8](repeating: 0, count: 32 << 10)

  /// Creates a stream; `nil` if memory is exhausted.
  package init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard shim_gzip_init(stream, SharedBuffer.gzipLevel) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Compresses a part. The result may be empty, because zlib collects input.
  ///
  /// - Parameters:
  ///   - part: the next bytes of the content.
  ///   - isLast: true if no part follows.
  /// - Returns: the next bytes of the stream; `nil` if zlib failed.
  package func compress(_ part: [UInt8], isLast: Bool) -> [UInt8]? {
    var result: [UInt8] = []
    let flush = isLast ? Z_FINISH : Z_NO_FLUSH
    let isComplete = part.withUnsafeBufferPointer { input in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = UInt32(clamping: input.count)
      guard stream.pointee.avail_in == input.count else { return false }
      return output.withUnsafeMutableBufferPointer { output in
        while true {
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(output.count)
          let code = deflate(stream, flush)
          guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { return false }
          let count = output.count - Int(stream.pointee.avail_out)
          result += output[..<count]
          // A full buffer may leave more to write.
          if count < output.count { return !isLast || code == Z_STREAM_END }
        }
      }
    }
    stream.pointee.next_in = nil
    stream.pointee.next_out = nil
    return isComplete ? result : nil
  }
}
