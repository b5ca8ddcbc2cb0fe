import Foundation
import TestSupport
import Testing

@testable import QuakesData

/// Each number is the nearest `Double`, like that of the C library.
@Suite struct JSONNumberTests {
  private func check(_ text: String) throws {
    guard case .number(let number) = try JSONValue(Array(text.utf8)) else {
      Issue.record("\(text) is not a number")
      return
    }
    #expect(number.bitPattern == strtod(text, nil).bitPattern, "\(text)")
  }

  @Test(arguments: [
    "0", "-0", "1", "-1", "7", "10", "0.0", "-0.0", "0e5", "0.5", "1.96000004", "-9.99", "1e0",
    "1E+2", "1e-2", "-116.3698333", "-155.410827636719", "-0.00999999977648258",
    "1753584288200", "-2208988800000", "9007199254740991", "9007199254740992",
    "9007199254740993", "9007199254740993.0", "123456789012345678", "1234567890123456789",
    "12345678901234567890", "0.1", "0.2", "0.3", "1e22", "1e23", "1e-22", "1e-23", "9e22",
    "8.5e22", "123456789e22", "1e400", "-1e400", "1e-400", "4.9e-324", "2e-324", "2.5e-324",
    "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072011e-308",
    "1e99999999999999999999", "1e-99999999999999999999", "0e99999999999999999999",
    "1e0000000000000000000000005", "0.000000000000000000000000000000000000000001",
    "0.30000000000000004", "100000000000000000000000000000000000000000000000",
    "1.00000000000000000000000000000000000000000000000000000000000000001",
  ])
  func `A number is parsed as by the C library`(_ text: String) throws {
    try check(text)
  }

  @Test func `Numbers with many digits are parsed`() throws {
    try check(String(repeating: "9", count: 5_000))
    try check("0." + String(repeating: "0", count: 5_000) + "1")
    try check("1." + String(repeating: "3", count: 5_000) + "e-5")
  }

  @Test func `Random digits are parsed`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<Cases.count(2_000) {
      var text = Bool.random(using: &generator) ? "-" : ""
      let shift = Int.random(in: 0..<64, using: &generator)
      text += "\(UInt64.random(in: 0...(.max), using: &generator) >> shift)"
      if Bool.random(using: &generator) {
        text += "."
        for _ in 0..<Int.random(in: 1...18, using: &generator) {
          text += "\(Int.random(in: 0...9, using: &generator))"
        }
      }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        text += "e\(Int.random(in: -330...310, using: &generator))"
      }
      try check(text)
    }
  }

  /// All kinds of `Double`, as printed by Swift.
  @Test func `Random doubles are parsed`() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<Cases.count(2_000) {
      let number = Double(bitPattern: .random(in: 0...(.max), using: &generator))
      if number.isFinite { try check("\(number)") }
    }
  }

  /// Coordinates as in feeds.
  @Test func `Random coordinates are parsed`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<Cases.count(2_000) {
      let number = Double.random(in: -180...180, using: &generator)
      let digits: Double = [1e1, 1e2, 1e4, 1e7, 1e12].randomElement(using: &generator) ?? 1
      try check("\((number * digits).rounded() / digits)")
    }
  }
}
