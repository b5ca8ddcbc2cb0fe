import Foundation
package import Look

/// A case of an enumeration.
public struct ChoiceKind<Value>: FieldKind
where Value: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
  private let choices = Value.allCases.map {
    FieldChoice(value: $0.rawValue, label: words($0.rawValue))
  }

  /// Creates the kind of the cases of an enumeration.
  public init() {}

  public func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> Value {
    guard let known = choices.value(of: text), let value = Value(rawValue: known) else {
      throw InvalidField(message: choices.message(asking: "Choose the \(field.name)", for: text))
    }
    return value
  }

  public func text(of value: Value) -> String { value.rawValue }
  public func shown(_ value: Value, in field: FieldContext) -> String {
    let text = value.rawValue
    return choices.first { $0.value == text }?.label ?? text
  }
  public func sortKey(of value: Value, in field: FieldContext) -> SortKey {
    .whole(choices.firstIndex { $0.value == value.rawValue } ?? 0)
  }
  public func choices(in field: FieldContext) -> [FieldChoice]? { choices }
  public var examples: [Value] { Array(Value.allCases) }
}

/// Yes or no: a checkbox, or buttons if the field is optional.
public struct FlagKind: FieldKind, Hashable {
  /// Creates the kind.
  public init() {}

  /// The two values. A checkbox submits the first one or nothing.
  private static let choices = [
    FieldChoice(value: "yes", label: "Yes"), FieldChoice(value: "no", label: "No"),
  ]

  public func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> Bool {
    switch Self.choices.value(of: text) {
    case "yes": return true
    case "no": return false
    case _ where text.allSatisfy(\.isWhitespace): return false
    default: throw InvalidField(message: "Choose yes or no.")
    }
  }

  public func text(of value: Bool) -> String { value ? "yes" : "no" }
  public func shown(_ value: Bool, in field: FieldContext) -> String { value ? "Yes" : "No" }
  public func column(of value: Bool) -> Int { value ? 1 : 0 }
  public func value(of column: Int) -> Bool? { column != 0 }

  public func control(_ text: String, in field: FieldContext) -> FieldInput.Control {
    field.isRequired
      ? .checkbox(isChecked: text == "yes") : .choice(of: Self.choices, text, in: field)
  }

  public func choices(in field: FieldContext) -> [FieldChoice]? { Self.choices }
  public var isSelfExplanatory: Bool { false }
  public var examples: [Bool] { [true, false] }
}

extension [FieldChoice] {
  /// The number of choices that a message names.
  private static var namedCount: Int { 12 }

  /// Returns the value that a text names as people type it, or as pages show it, whatever the
  /// case of letters and the blanks around it; `nil` if there is none.
  package func value(of text: String) -> String? {
    if contains(where: { $0.value == text }) { return text }
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    if name.isEmpty { return nil }
    return first { $0.value.lowercased() == name || $0.label.lowercased() == name }?.value
  }

  /// Returns the options of a menu or the labels of buttons, of which the one with a value is
  /// selected.
  package func options(selecting value: String?) -> [Choice] {
    map { Choice(value: $0.value, label: $0.label, isSelected: $0.value == value) }
  }

  /// Returns the message about a text that names no choice. It names them, unless nothing was
  /// typed.
  ///
  /// - Parameter question: the question for a value, without its full stop.
  package func message(asking question: String, for text: String) -> String {
    if isEmpty || text.allSatisfy(\.isWhitespace) { return "\(question)." }
    let names = prefix(Self.namedCount).map(\.label) + (count > Self.namedCount ? ["…"] : [])
    return "\(question): \(names.joined(separator: ", "))."
  }
}

extension FieldInput.Control {
  /// The number of choices from which on a menu takes less time to read than buttons.
  private static let menuLength = 8

  /// Returns buttons for few choices, otherwise a menu.
  static func choice(
    of choices: [FieldChoice], _ text: String, in field: FieldContext
  ) -> Self {
    if choices.count >= menuLength { return menuChoice(of: choices, text, in: field) }
    var options = choices.options(selecting: text)
    if !field.isRequired {
      options.append(Choice(value: "", label: "Not given", isSelected: text.isEmpty))
    }
    return .radios(options, isRequired: field.isRequired)
  }

  /// Returns a menu, which asks for a choice until there is one.
  static func menuChoice(
    of choices: [FieldChoice], _ text: String, in field: FieldContext
  ) -> Self {
    let options = choices.options(selecting: text)
    let isChosen = options.contains(where: \.isSelected)
    let prompt: String? =
      if field.isRequired { isChosen ? nil : "Choose the \(field.name)" } else { "Not given" }
    return .menu(options, prompt: prompt, isRequired: field.isRequired)
  }
}
