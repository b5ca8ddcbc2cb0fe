import Markup
import TestSupport
import Testing

/// Numbers in the common syntax of HTML and SVG.
struct NumberTests {
  @Test(arguments: [
    (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (-12.25, "-12.25"),
    (100, "100"), (1e6, "1000000"), (123_456_789.125, "123456789.125"),
    (0.1 + 0.2, "0.30000000000000004"), (1e18, "1000000000000000000"), (1e21, "1e+21"),
    (-1e21, "-1e+21"), (1e-7, "1e-07"), (9.007199254740993e15, "9007199254740992"),
    (Double(Int.min), "-9223372036854775808"), (Double(Int.max), "9.223372036854776e+18"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.leastNonzeroMagnitude, "5e-324"),
    (.nan, ""), (.signalingNaN, ""), (.infinity, ""), (-.infinity, ""),
  ])
  func `A floating-point number is rendered`(number: Double, expected: String) {
    #expect(rendered(number) == expected)
  }

  @Test(arguments: [(0, "0"), (-1, "-1"), (.max, "9223372036854775807"), (.min, "\(Int.min)")])
  func `An integer is rendered`(number: Int, expected: String) {
    var writer = ByteWriter()
    writer.append(number: number)
    #expect(String(writer.finish()) == expected)
  }

  @Test func `Rendered numbers are valid in SVG and parse to the same number`() {
    // https://www.w3.org/TR/css-syntax-3/#number-token-diagram
    let syntax = /[+-]?([0-9]*\.)?[0-9]+([eE][+-]?[0-9]+)?/
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let text = rendered(number)
      guard text.wholeMatch(of: syntax) != nil, Double(text) == number else {
        Issue.record("\(number) is rendered as \(text)")
        return
      }
    }
  }

  private func rendered(_ number: Double) -> String {
    var writer = ByteWriter()
    writer.append(number: number)
    return String(writer.finish())
  }
}
