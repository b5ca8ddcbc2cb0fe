extension ByteWriter {
  /// Appends an integer in decimal digits.
  public mutating func append(number: Int) {
    guard number >= 0 else { return append(unescaped: String(number)) }
    if number >= 10 { append(number: number / 10) }
    append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a number in the notation of SVG and HTML: a decimal point, no
  /// grouping, no fraction for whole numbers, an exponent if that is shorter.
  /// Appends nothing for a number that is not finite.
  public mutating func append(number: Double) {
    guard number.isFinite else { return }
    if let whole = Int(exactly: number) {
      append(number: whole)
    } else {
      append(unescaped: number.description)
    }
  }
}
