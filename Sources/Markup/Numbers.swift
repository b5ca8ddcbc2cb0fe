extension ByteWriter {
  /// Appends a whole number in digits.
  public mutating func append(number: Int) {
    append(unescaped: String(number))
  }

  /// Appends a number as SVG and HTML read it: a point, no grouping, no
  /// fraction where there is none, an exponent where it is shorter. Nothing
  /// for what is not finite.
  public mutating func append(number: Double) {
    guard number.isFinite else { return }
    if let whole = Int(exactly: number) {
      append(number: whole)
    } else {
      append(unescaped: number.description)
    }
  }
}
