import CZlib

extension SharedBuffer {
  /// The same bytes in the gzip coding (RFC 1952), made at once: for what is
  /// sent many times. Some 0.3 ms for 36 kB of HTML.
  ///
  /// - Returns: `nil` where there is no memory for it.
  public func gzipped() -> SharedBuffer? {
    var stream = z_stream()
    guard shim_gzip_init(&stream, 6) == Z_OK else { return nil }
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
