import CGeography

extension GeographyData {
  /// The bytes, which are never written and never freed.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
}

// All reads are checked.
extension UnsafeRawBufferPointer {
  /// Returns the signed number of four bytes; `nil` beyond the end.
  func number(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return Int(Int32(littleEndian: loadUnaligned(fromByteOffset: offset, as: Int32.self)))
  }

  /// Reads an integer of variable length; `nil` at the end.
  func next(at offset: inout Int) -> Int? {
    var number = 0
    var shift = 0
    while offset < count, shift < 35 {
      let byte = Int(self[offset])
      offset += 1
      number |= (byte & 127) << shift
      if byte < 128 { return number }
      shift += 7
    }
    return nil
  }
}
