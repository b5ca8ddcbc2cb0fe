import CMicrohttpd

extension MHDConnection {
  /// Returns the number of bytes of the connection's memory that a request uses.
  ///
  /// libmicrohttpd stores the head of a request, a record of each field, cookie
  /// and trailer field, and the head of the response in one block of a fixed
  /// size. If the head of the response does not fit, it closes the connection
  /// without a response, so this is checked in advance.
  ///
  /// - Parameters:
  ///   - start: The first byte of the head.
  ///   - block: The size of the connection's memory.
  func requestMemory(from start: UnsafePointer<CChar>, of block: Int) -> Int {
    var end = start + shim_head_size(pointer)
    var records =
      MHD_get_connection_values_n(pointer, .HEADER_KIND, nil, nil)
      + MHD_get_connection_values_n(pointer, .COOKIE_KIND, nil, nil)
    withUnsafeMutablePointer(to: &end) { end in
      // Trailer fields are stored after the head, in place of the body.
      records += MHD_get_connection_values_n(
        pointer, .FOOTER_KIND,
        { end, _, _, _, value, valueSize in
          guard let value else { return .YES }
          end?.assumingMemoryBound(to: UnsafePointer<CChar>.self).pointee = value + valueSize + 4
          return .YES
        }, end)
    }
    // The first half of the block is the initial read buffer, and may contain
    // the bytes that follow the head.
    return max(end - start, block / 2) + Int(records) * recordSize + cookieSize
  }

  /// The size of a record, rounded up to its alignment in the block.
  private var recordSize: Int { 64 }

  /// The size of the `Cookie` header, which libmicrohttpd copies.
  private var cookieSize: Int {
    var size = 0
    let name = "Cookie"
    _ = MHD_lookup_connection_value_n(pointer, .HEADER_KIND, name, name.utf8.count, nil, &size)
    return size
  }
}
