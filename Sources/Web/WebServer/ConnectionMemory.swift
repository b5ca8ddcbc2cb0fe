import CMicrohttpd

extension MHDConnection {
  /// Returns the size of the head of a request with its trailer, in bytes, and with
  /// a record of each field and cookie.
  ///
  /// libmicrohttpd stores the head of a request, a record of each field, cookie
  /// and trailer field, a copy of the cookies, and the head of the response in one
  /// block of a fixed size. If the head of the response does not fit, it closes
  /// the connection without a response, so this is checked in advance:
  /// `Limits.connectionMemory` suffices for the largest head of any shape.
  ///
  /// - Parameter start: The first byte of the head.
  func headSize(from start: UnsafePointer<CChar>) -> Int {
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
    return end - start + Int(records) * recordSize
  }

  /// The size of a record, rounded up to its alignment in the block.
  private var recordSize: Int { 64 }
}
