import Foundation
import ImmutableUI
import Look

/// An integer in a range.
public struct WholeKind: FieldKind, Hashable {
  /// The valid values.
  public let range: ClosedRange<Int>
  /// The unit of measure; `nil` for none.
  public let unit: String?

  /// Creates a kind of integer with its valid values and unit.
  public init(_ range: ClosedRange<Int>, unit: String? = nil) {
    self.range = range
    self.unit = unit
  }

  public func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> Int {
    guard let number = Self.number(text), range.contains(number) else {
      throw InvalidField(
        message: "Enter a whole number from \(grouped(range.lowerBound)) to "
          + "\(grouped(range.upperBound)).")
    }
    return number
  }

  /// Parses an integer, with or without commas between thousands.
  private static func number(_ text: String) -> Int? {
    let text = UserText.plainNumber(text)
    if let number = Int(text) { return number }
    let digits = text.filter { $0 != "," }
    guard let number = Int(digits) else { return nil }
    // "1,5" is not 15.
    return grouped(number) == text.replacingOccurrences(of: "-", with: "−") ? number : nil
  }

  public func text(of value: Int) -> String { String(value) }
  public func column(of value: Int) -> Int { value }
  public func value(of column: Int) -> Int? { column }

  public func shown(_ value: Int, in field: FieldContext) -> String {
    [grouped(value), unit].compactMap { $0 }.joined(separator: " ")
  }

  public func control(_ text: String, in field: FieldContext) -> FieldInput.Control {
    .text(text, type: .number, isRequired: field.isRequired)
  }

  public var hint: String? {
    "A whole number from \(grouped(range.lowerBound)) to \(grouped(range.upperBound))"
      + (unit.map { ", in \($0)" } ?? "")
  }

  public var isSelfExplanatory: Bool { unit != nil }
  public var examples: [Int] { [range.lowerBound, range.upperBound] }
}

/// A decimal number in a range.
public struct DecimalKind: FieldKind, Hashable {
  /// The valid values.
  public let range: ClosedRange<Double>
  /// The unit of measure; `nil` for none.
  public let unit: String?

  /// Creates a kind of decimal number with its valid values and unit.
  public init(_ range: ClosedRange<Double>, unit: String? = nil) {
    self.range = range
    self.unit = unit
  }

  public func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> Double {
    guard let number = Self.number(text), range.contains(number) else {
      throw InvalidField(
        message: "Enter a number from \(self.text(of: range.lowerBound)) to "
          + "\(self.text(of: range.upperBound)).")
    }
    return number
  }

  /// Parses a finite number in decimal notation.
  private static func number(_ text: String) -> Double? {
    let text = UserText.plainNumber(text)
    guard text.utf8.allSatisfy("0123456789.+-eE".utf8.contains) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  public func text(of value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  public func column(of value: Double) -> Double { value }
  public func value(of column: Double) -> Double? { column }

  public func shown(_ value: Double, in field: FieldContext) -> String {
    [text(of: value), unit].compactMap { $0 }.joined(separator: " ")
  }

  public func control(_ text: String, in field: FieldContext) -> FieldInput.Control {
    .text(text, type: .number, isRequired: field.isRequired)
  }

  public var hint: String? {
    "A number from \(text(of: range.lowerBound)) to \(text(of: range.upperBound))"
      + (unit.map { ", in \($0)" } ?? "")
  }

  public var isSelfExplanatory: Bool { unit != nil }
  public var examples: [Double] { [range.lowerBound, range.upperBound] }
}
