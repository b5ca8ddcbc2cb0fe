import Foundation
import ImmutableUI
import Look
public import Markup

/// A text: one line, several lines, an e-mail address or a web address.
public struct TextKind: FieldKind, Hashable {
  /// The form of a text.
  public enum Form: Hashable, Sendable {
    case line, lines, email, webAddress
  }

  /// The valid lengths in characters. The text is optional if the lower bound is 0.
  public let characters: ClosedRange<Int>
  /// The form of the text.
  public let form: Form

  /// Creates a kind of text with valid lengths in characters.
  public init(_ characters: ClosedRange<Int>, form: Form = .line) {
    self.characters = characters
    self.form = form
  }

  public func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> String {
    let text = try cleaned(text, field.name)
    switch form {
    case .email where !text.isEmpty && !Self.isEmail(text):
      throw InvalidField(message: "Enter an e-mail address like name@example.org.")
    case .webAddress where !text.isEmpty:
      let address = text.contains(":") ? text : "https://\(text)"
      guard Self.isWebAddress(address) else {
        throw InvalidField(message: "Enter a web address like https://example.org.")
      }
      return address
    default: return text
    }
  }

  public func text(of value: String) -> String { value }
  /// A stored text may be longer than this version of the program allows.
  public func value(of column: String) -> String? { column }

  public func link(to value: String, in field: FieldContext) -> Href? {
    switch form {
    case .line, .lines: nil
    case .email: Href(external: "mailto:\(value)")
    case .webAddress: Href(external: value)
    }
  }

  public func control(_ text: String, in field: FieldContext) -> FieldInput.Control {
    switch form {
    case .line: .text(text, isRequired: field.isRequired)
    case .lines: .lines(text, isRequired: field.isRequired)
    case .email: .text(text, type: .email, isRequired: field.isRequired)
    case .webAddress: .text(text, type: .url, isRequired: field.isRequired)
    }
  }

  public var hint: String? {
    switch (form, characters.lowerBound) {
    case (.email, _), (.webAddress, _): nil
    case (_, ...1): "Up to \(grouped(characters.upperBound)) characters"
    default: "\(grouped(characters.lowerBound)) to \(grouped(characters.upperBound)) characters"
    }
  }

  public var isRequired: Bool { characters.lowerBound > 0 }
  public var isSelfExplanatory: Bool { form != .lines }
  public var isSearched: Bool { true }

  public var examples: [String] {
    switch form {
    case .line, .lines: ["x", "y"]
    case .email: ["ada@example.org", "bo@example.org"]
    case .webAddress: ["https://example.org", "https://example.com"]
    }
  }
}

extension TextKind {
  private func cleaned(_ text: String, _ name: String) throws(InvalidField) -> String {
    do throws(UserText.ValidationError) {
      let cleaned = try UserText.validated(
        text, maximumLength: characters.upperBound, hasLines: form == .lines)
      guard cleaned.count < characters.lowerBound else { return cleaned }
    } catch {
      switch error {
      case .empty:
        if characters.lowerBound == 0 { return "" }
        throw InvalidField(message: "Enter the \(name).")
      case .tooLong(let count, let limit) where count > limit:
        throw InvalidField(
          message: "The \(name) has \(grouped(count)) characters. Use at most \(grouped(limit)).")
      case .tooLong:
        throw InvalidField(
          message: "The \(name) is too long: its characters have too many parts. Shorten it.")
      case .controlCharacter:
        throw InvalidField(
          message: "The \(name) contains a character that cannot be shown"
            + (form == .lines ? "" : ", such as a line break") + ". Type it again.")
      }
    }
    throw InvalidField(
      message: "The \(name) is too short. Use at least \(grouped(characters.lowerBound)) "
        + "characters.")
  }

  /// Returns true if a text has the form of an e-mail address. Only a message can tell
  /// whether the address exists.
  private static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      && !text.utf8.contains { Array("\"(),:;<>[\\]".utf8).contains($0) }
      && parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
      }
  }

  private static func isWebAddress(_ text: String) -> Bool {
    guard Href(external: text) != nil, let url = URL(string: text),
      let scheme = url.scheme?.lowercased(), let host = url.host()
    else { return false }
    return ["http", "https"].contains(scheme) && !host.isEmpty
  }
}
