import Look
public import Markup
public import TextSearch

/// A kind of field: the valid values of a property, and how they are entered,
/// displayed, stored and sorted.
///
/// `FieldKind` is how the kinds of the library are made. A kind of your own needs
/// two functions and some examples:
///
/// ```swift
/// /// A colour such as “#1e90ff”.
/// struct Colour: Codable, Hashable, Sendable { var code = "#000000" }
///
/// struct ColourKind: FieldKind {
///   func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> Colour {
///     guard text.wholeMatch(of: /#[0-9a-f]{6}/) != nil else {
///       throw InvalidField(message: "Enter a colour like #1e90ff.")
///     }
///     return Colour(code: text)
///   }
///   func text(of value: Colour) -> String { value.code }
///   var examples: [Colour] { [Colour(), Colour(code: "#1e90ff")] }
/// }
///
/// struct Paint: Record {
///   var name = ""
///   var colour = Colour()
///   var undercoat: Colour?
///
///   static let fields: Fields<Paint> = [
///     .text(\.name, 1...100), .field(\.colour, ColourKind()), .field(\.undercoat, ColourKind()),
///   ]
/// }
/// ```
public protocol FieldKind<Value>: Sendable {
  /// The type of the property, or of what it has if it is optional.
  associatedtype Value: Hashable & Sendable
  /// The type of the column: `String`, `Int` or `Double`.
  associatedtype Column: ColumnValue = String

  /// Parses the text of an input.
  ///
  /// - Throws: `InvalidField` with a sentence that tells the visitor what to enter.
  func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> Value

  /// Formats a value for an input, so that `parse` returns it again.
  func text(of value: Value) -> String

  /// At least two valid values, for previews and to find the property's name.
  var examples: [Value] { get }

  // MARK: Requirements with defaults

  /// Formats a value for display. By default the text of an input.
  func shown(_ value: Value, in field: FieldContext) -> String

  /// Returns the page or the address that a value leads to; `nil` for none.
  func link(to value: Value, in field: FieldContext) -> Href?

  /// Converts a value to that of its column. By default the text of an input.
  func column(of value: Value) -> Column

  /// Converts the value of a column; `nil` if it is not valid.
  func value(of column: Column) -> Value?

  /// The sort key of a value. By default that of its column.
  func sortKey(of value: Value, in field: FieldContext) -> SortKey

  /// Returns the form control with a text. By default a text field of one line, or
  /// buttons or a menu if there are choices.
  func control(_ text: String, in field: FieldContext) -> FieldInput.Control

  /// The valid values, if they are few: forms offer them, and the list can be
  /// filtered by them.
  func choices(in field: FieldContext) -> [FieldChoice]?

  /// A short description of the valid values; `nil` for none.
  var hint: String? { get }

  /// True if the text of an input must not be empty.
  var isRequired: Bool { get }

  /// True if a value is understandable without the label of its field. Rows of the
  /// list contain such values.
  var isSelfExplanatory: Bool { get }

  /// True if the search looks in the values.
  var isSearched: Bool { get }
}

extension FieldKind {
  public func shown(_ value: Value, in field: FieldContext) -> String { text(of: value) }
  public func link(to value: Value, in field: FieldContext) -> Href? { nil }
  public func sortKey(of value: Value, in field: FieldContext) -> SortKey {
    column(of: value).fieldValue.sortKey
  }
  public func control(_ text: String, in field: FieldContext) -> FieldInput.Control {
    choices(in: field).map { .choice(of: $0, text, in: field) }
      ?? .text(text, isRequired: field.isRequired)
  }
  public func choices(in field: FieldContext) -> [FieldChoice]? { nil }
  public var hint: String? { nil }
  public var isRequired: Bool { true }
  public var isSelfExplanatory: Bool { true }
  public var isSearched: Bool { false }
}

extension FieldKind where Column == String {
  public func column(of value: Value) -> String { text(of: value) }
  public func value(of column: String) -> Value? { try? parse(column, in: FieldContext()) }
}

/// The surroundings of a field that its kind may need: the label for messages, the time, and the
/// records of other guides.
public struct FieldContext: Sendable {
  /// The label of the field.
  public var label: String = "value"
  /// True if the field must not be empty.
  public var isRequired: Bool = true
  /// The time and the other records.
  var records: RecordsContext = .init()

  /// The present time.
  public var now: Now { records.now }

  /// Returns the choices that stand for values of a type; `nil` if the guide has none.
  package func choices(of type: Any.Type) -> [FieldChoice]? { records.choices(of: type) }

  /// The label within a sentence.
  var name: String { label.uncapitalised }
}

/// A type of the columns of a database.
public protocol ColumnValue: Hashable, Sendable {
  /// The value of an empty column of this type.
  static var emptyColumn: FieldValue { get }
  init?(_ value: FieldValue)
  var fieldValue: FieldValue { get }
}

extension String: ColumnValue {
  public static var emptyColumn: FieldValue { .text("") }
  public init?(_ value: FieldValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
  public var fieldValue: FieldValue { .text(self) }
}

extension Int: ColumnValue {
  public static var emptyColumn: FieldValue { .whole(0) }
  public init?(_ value: FieldValue) {
    guard case .whole(let number) = value else { return nil }
    self = number
  }
  public var fieldValue: FieldValue { .whole(self) }
}

extension Double: ColumnValue {
  public static var emptyColumn: FieldValue { .decimal(0) }
  public init?(_ value: FieldValue) {
    guard case .decimal(let number) = value else { return nil }
    self = number
  }
  public var fieldValue: FieldValue { .decimal(self) }
}

/// The value of a field, in one of the types that databases store.
///
/// ```swift
/// let height = FieldValue.whole(120)
/// print(height == .whole(120))  // true
/// ```
public enum FieldValue: Hashable, Sendable {
  case text(String)
  case whole(Int)
  case decimal(Double)

  /// The sort key: texts by name, numbers by value.
  var sortKey: SortKey {
    switch self {
    case .text(let text): .text(SortName(text))
    case .whole(let number): .whole(number)
    case .decimal(let number): .decimal(number)
    }
  }
}

/// The sort key of a value. A missing value is the last one.
public enum SortKey: Comparable, Hashable, Sendable {
  case whole(Int)
  case decimal(Double)
  case text(SortName)
  case missing
}

/// A value of a field with few values, with its label.
public struct FieldChoice: Hashable, Sendable {
  /// The value in forms, URLs and the database.
  public let value: String
  /// The displayed text.
  public let label: String

  /// Creates a value with its label.
  public init(value: String, label: String) {
    self.value = value
    self.label = label
  }
}

/// The error of a text that is not a valid value of a field.
public struct InvalidField: Error, Hashable, Sendable {
  /// A sentence that tells the visitor what to enter.
  public let message: String

  /// Creates an error with a sentence that tells the visitor what to enter.
  public init(message: String) {
    self.message = message
  }
}
