import CMicrohttpd

extension ConnectionReference {
  /// Returns how much of the connection's memory a request takes, in bytes.
  ///
  /// libmicrohttpd keeps the head of a request, a record of each field, cookie
  /// and trailer field, and the head of the answer in one block of a fixed
  /// size. Where the answer's head does not fit any more it closes the
  /// connection without an answer, so this has to be known before.
  ///
  /// - Parameters:
  ///   - start: The first byte of the head.
  ///   - block: The size of the connection's memory.
  func memory(from start: UnsafePointer<CChar>, of block: Int) -> Int {
    var end = start + shim_head_size(pointer)
    var records =
      MHD_get_connection_values_n(pointer, .HEADER_KIND, nil, nil)
      + MHD_get_connection_values_n(pointer, .COOKIE_KIND, nil, nil)
    withUnsafeMutablePointer(to: &end) { end in
      // They follow the head, where the body was.
      records += MHD_get_connection_values_n(
        pointer, .FOOTER_KIND,
        { end, _, _, _, value, valueSize in
          guard let value else { return .YES }
          end?.assumingMemoryBound(to: UnsafePointer<CChar>.self).pointee = value + valueSize + 4
          return .YES
        }, end)
    }
    // The first half of the block is read into at once, and may be full of what
    // follows the head.
    return max(end - start, block / 2) + Int(records) * recordSize + cookieSize
  }

  /// The size of a record, rounded up to its alignment in the block.
  private var recordSize: Int { 64 }

  /// The cookies of a request are copied.
  private var cookieSize: Int {
    var size = 0
    let name = "Cookie"
    _ = MHD_lookup_connection_value_n(pointer, .HEADER_KIND, name, name.utf8.count, nil, &size)
    return size
  }
}
