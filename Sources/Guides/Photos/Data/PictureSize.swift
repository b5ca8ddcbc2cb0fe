/// The size of a JPEG or PNG file as its head tells it, turned as its camera was.
struct PictureSize {
  let size: Photo.Size

  /// - Parameter bytes: the beginning of the file.
  init?(_ bytes: [UInt8]) {
    let reader = ByteReader(bytes: bytes)
    guard let size = reader.png ?? reader.jpeg else { return nil }
    self.size = size
  }
}

/// Reads numbers in big-endian order; `nil` beyond the end.
private struct ByteReader {
  let bytes: [UInt8]

  func byte(_ index: Int) -> Int? { bytes.indices.contains(index) ? Int(bytes[index]) : nil }

  func word(_ index: Int, isLittle: Bool = false) -> Int? {
    guard let first = byte(index), let second = byte(index + 1) else { return nil }
    return isLittle ? second << 8 | first : first << 8 | second
  }

  func long(_ index: Int, isLittle: Bool = false) -> Int? {
    guard let first = word(index, isLittle: isLittle),
      let second = word(index + 2, isLittle: isLittle)
    else { return nil }
    return isLittle ? second << 16 | first : first << 16 | second
  }

  var png: Photo.Size? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      let width = long(16), let height = long(20)
    else { return nil }
    return Photo.Size(width: width, height: height)
  }

  var jpeg: Photo.Size? {
    guard word(0) == 0xFFD8 else { return nil }
    var (index, isTurned) = (2, false)
    while let marker = word(index), let length = word(index + 2), marker >= 0xFF00, length >= 2 {
      switch marker {
      case 0xFFE1: isTurned = isTurned || orientation(of: index + 4).map { $0 > 4 } == true
      // The frame, except for tables and arithmetic coding.
      case 0xFFC0...0xFFCF where ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker):
        guard let height = word(index + 5), let width = word(index + 7) else { return nil }
        return isTurned
          ? Photo.Size(width: height, height: width) : Photo.Size(width: width, height: height)
      default: break
      }
      index += 2 + length
    }
    return nil
  }

  /// Returns the orientation in Exif data, from 1 to 8; above 4, width and height are exchanged.
  private func orientation(of start: Int) -> Int? {
    guard long(start) == 0x4578_6966, let order = word(start + 6) else { return nil }
    let (tiff, isLittle) = (start + 6, order == 0x4949)
    guard let first = long(tiff + 4, isLittle: isLittle),
      let count = word(tiff + first, isLittle: isLittle)
    else { return nil }
    for entry in 0..<min(count, 256) {
      let field = tiff + first + 2 + entry * 12
      if word(field, isLittle: isLittle) == 0x0112 { return word(field + 8, isLittle: isLittle) }
    }
    return nil
  }
}
