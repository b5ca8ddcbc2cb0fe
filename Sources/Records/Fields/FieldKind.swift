import Foundation
import ImmutableUI
import Look

/// The type of a field with its valid values: parses and formats them.
///
/// ```swift
/// let kind = FieldKind.whole(1...15_000, unit: "cm")
/// print(kind.hint ?? "")  // A whole number from 1 to 15,000, in cm
/// print(try kind.parse("1,200", label: "Height") == .whole(1_200))  // true
/// ```
public enum FieldKind: Hashable, Sendable {
  /// A text with a range of lengths in characters. It is optional if the lower
  /// bound is 0.
  case text(ClosedRange<Int>)
  /// An integer.
  case whole(ClosedRange<Int>, unit: String?)
  /// A decimal number.
  case decimal(ClosedRange<Double>, unit: String?)
  /// One of several values.
  case choice([FieldChoice])
}

extension FieldKind {
  /// Formats a value for an input, so that `parse` returns it again.
  func text(of value: FieldValue) -> String {
    switch value {
    case .text(let text): text
    case .whole(let number): String(number)
    case .decimal(let number):
      number == number.rounded() ? "\(number)".withoutZeroFraction : "\(number)"
    }
  }

  /// Formats a value for display.
  func shown(_ value: FieldValue) -> String {
    switch (self, value) {
    case (.choice(let choices), .text(let text)):
      choices.first { $0.value == text }?.label ?? text
    case (.whole(_, let unit), .whole(let number)):
      [grouped(number), unit].compactMap { $0 }.joined(separator: " ")
    case (.decimal(_, let unit), _):
      [text(of: value), unit].compactMap { $0 }.joined(separator: " ")
    default: text(of: value)
    }
  }

  /// Parses the text of an input.
  ///
  /// - Parameters:
  ///   - text: the entered text.
  ///   - label: the label of the field, for messages.
  /// - Throws: `InvalidField` if the text is not a valid value.
  public func parse(_ text: String, label: String) throws(InvalidField) -> FieldValue {
    switch self {
    case .text(let characters):
      return .text(try Self.cleaned(text, characters, label))
    case .whole(let range, _):
      guard let number = Self.whole(text), range.contains(number) else {
        throw InvalidField(
          message: "Enter a whole number from \(grouped(range.lowerBound)) to "
            + "\(grouped(range.upperBound)).")
      }
      return .whole(number)
    case .decimal(let range, _):
      guard let number = Self.decimal(text), range.contains(number) else {
        throw InvalidField(
          message: "Enter a number from \(self.text(of: .decimal(range.lowerBound))) to "
            + "\(self.text(of: .decimal(range.upperBound))).")
      }
      return .decimal(number)
    case .choice(let choices):
      guard choices.contains(where: { $0.value == text }) else {
        throw InvalidField(message: "Choose the \(label.uncapitalised).")
      }
      return .text(text)
    }
  }

  /// A short description of the valid values; `nil` for a choice.
  public var hint: String? {
    func numbers(_ kind: String, _ lower: String, _ upper: String, _ unit: String?) -> String {
      "\(kind) from \(lower) to \(upper)" + (unit.map { ", in \($0)" } ?? "")
    }
    return switch self {
    case .text(let characters):
      switch characters.lowerBound {
      case 0: "Optional. Up to \(grouped(characters.upperBound)) characters"
      case 1: "Up to \(grouped(characters.upperBound)) characters"
      default:
        "\(grouped(characters.lowerBound)) to \(grouped(characters.upperBound)) characters"
      }
    case .whole(let range, let unit):
      numbers("A whole number", grouped(range.lowerBound), grouped(range.upperBound), unit)
    case .decimal(let range, let unit):
      numbers(
        "A number", text(of: .decimal(range.lowerBound)), text(of: .decimal(range.upperBound)),
        unit)
    case .choice: nil
    }
  }

  /// True if a value is understandable without the label of its field.
  var isSelfExplanatory: Bool {
    switch self {
    case .text, .choice: true
    case .whole(_, let unit), .decimal(_, let unit): unit != nil
    }
  }

  /// True if the field must not be empty.
  public var isRequired: Bool {
    if case .text(let characters) = self { characters.lowerBound > 0 } else { true }
  }
}

extension FieldKind {
  private static func cleaned(
    _ text: String, _ characters: ClosedRange<Int>, _ label: String
  ) throws(InvalidField) -> String {
    let label = label.uncapitalised
    do throws(UserText.ValidationError) {
      let cleaned = try UserText.validated(text, maximumLength: characters.upperBound)
      guard cleaned.count < characters.lowerBound else { return cleaned }
    } catch {
      switch error {
      case .empty:
        if characters.lowerBound == 0 { return "" }
        throw InvalidField(message: "Enter the \(label).")
      case .tooLong(let count, let limit) where count > limit:
        throw InvalidField(
          message: "The \(label) has \(grouped(count)) characters. Use at most \(grouped(limit)).")
      case .tooLong:
        throw InvalidField(
          message: "The \(label) is too long: its characters have too many parts. Shorten it.")
      case .controlCharacter:
        throw InvalidField(
          message: "The \(label) contains a character that cannot be shown, such as a line "
            + "break. Type it again.")
      }
    }
    throw InvalidField(
      message: "The \(label) is too short. Use at least \(grouped(characters.lowerBound)) "
        + "characters.")
  }

  /// Parses an integer, with or without commas between thousands.
  private static func whole(_ text: String) -> Int? {
    let text = UserText.plainNumber(text)
    if let number = Int(text) { return number }
    let digits = text.filter { $0 != "," }
    guard let number = Int(digits) else { return nil }
    // "1,5" is not 15.
    return grouped(number) == text.replacingOccurrences(of: "-", with: "−") ? number : nil
  }

  /// Parses a finite number in decimal notation.
  private static func decimal(_ text: String) -> Double? {
    let text = UserText.plainNumber(text)
    guard text.utf8.allSatisfy("0123456789.+-eE".utf8.contains) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension String {
  /// The number without a fraction of zero.
  fileprivate var withoutZeroFraction: String { hasSuffix(".0") ? String(dropLast(2)) : self }
}
