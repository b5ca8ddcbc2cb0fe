/// A number as it stands in a document.
struct JSONNumber {
  let bytes: UnsafeBufferPointer<UInt8>
  fileprivate let isNegative: Bool
  /// Its digits as an integer, while there are few.
  fileprivate let mantissa: UInt64
  fileprivate let digits: Int
  /// The power of ten that the mantissa is to be multiplied with.
  fileprivate let exponent: Int

  /// The nearest `Double`.
  var value: Double {
    // Both factors are exact, so their product or quotient is rounded once.
    // https://www.exploringbinary.com/fast-path-decimal-to-floating-point-conversion/
    guard digits <= 18, mantissa <= 1 << 53, abs(exponent) < powersOfTen.count else {
      return Double(String(decoding: bytes, as: UTF8.self)) ?? .nan
    }
    let value =
      exponent < 0
      ? Double(mantissa) / powersOfTen[-exponent] : Double(mantissa) * powersOfTen[exponent]
    return isNegative ? -value : value
  }
}

extension JSONReader {
  /// Passes over a number, from its sign or first digit.
  mutating func scanNumber() throws(JSONError) -> JSONNumber {
    let start = position
    var digits = Digits()
    var exponent = 0
    let isNegative = bytes[position] == .init(ascii: "-")
    if isNegative { position += 1 }
    if position < bytes.count, bytes[position] == .init(ascii: "0") {
      position += 1
    } else {
      _ = try scanDigits(&digits)
    }
    if position < bytes.count, bytes[position] == .init(ascii: ".") {
      position += 1
      exponent = -(try scanDigits(&digits))
    }
    if position < bytes.count, bytes[position] | 0x20 == .init(ascii: "e") {
      position += 1
      exponent += try scanExponent()
    }
    return JSONNumber(
      bytes: UnsafeBufferPointer(rebasing: bytes[start..<position]), isNegative: isNegative,
      mantissa: digits.mantissa, digits: digits.count, exponent: exponent)
  }

  private struct Digits {
    var mantissa: UInt64 = 0
    /// How many there are from the first that is not 0.
    var count = 0

    mutating func append(_ digit: UInt8) {
      if count > 0 || digit > 0 { count += 1 }
      // More do not fit; then the mantissa is not used.
      if count <= 18 { mantissa = mantissa * 10 + UInt64(digit) }
    }
  }

  /// One digit or more; returns how many.
  private mutating func scanDigits(_ digits: inout Digits) throws(JSONError) -> Int {
    let start = position
    while position < bytes.count {
      let digit = bytes[position] &- .init(ascii: "0")
      guard digit < 10 else { break }
      digits.append(digit)
      position += 1
    }
    guard position > start else {
      throw error(position < bytes.count ? .unexpectedByte : .endsEarly)
    }
    return position - start
  }

  private mutating func scanExponent() throws(JSONError) -> Int {
    var isNegative = false
    if position < bytes.count,
      bytes[position] == .init(ascii: "-") || bytes[position] == .init(ascii: "+")
    {
      isNegative = bytes[position] == .init(ascii: "-")
      position += 1
    }
    var digits = Digits()
    _ = try scanDigits(&digits)
    // The mantissa stops growing before it is too large for an integer.
    let magnitude = Int(digits.mantissa)
    return isNegative ? -magnitude : magnitude
  }
}

/// Those that are exact.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
