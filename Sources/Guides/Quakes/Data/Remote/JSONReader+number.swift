/// A number as in the document.
struct JSONNumber {
  let bytes: UnsafeBufferPointer<UInt8>
  fileprivate let isNegative: Bool
  /// The digits as an integer, if there are at most 18.
  fileprivate let mantissa: UInt64
  fileprivate let digits: Int
  /// The power of ten of the mantissa.
  fileprivate let exponent: Int

  /// The nearest `Double`.
  var value: Double {
    // Both operands are exact, so the product or quotient is rounded only once.
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
  /// Scans a number, from its sign or first digit.
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
    /// The number of digits from the first nonzero one.
    var count = 0

    mutating func append(_ digit: UInt8) {
      if count > 0 || digit > 0 { count += 1 }
      // Further digits would overflow. The mantissa is not used in that case.
      if count <= 18 { mantissa = mantissa * 10 + UInt64(digit) }
    }
  }

  /// Scans at least one digit, and returns the number of digits.
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
    // The mantissa stops growing before it overflows.
    let magnitude = Int(digits.mantissa)
    return isNegative ? -magnitude : magnitude
  }
}

/// The powers of ten that a `Double` represents exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
