/// The query items of a location, from which parsing and printing are derived.
///
/// ```swift
/// struct PlantsLocation: QueryLocation {
///   var search: String?
///   var page = 1
///
///   static let query = Query<Self>([.text("q", \.search), .number("page", 1...100, \.page)])
/// }
/// let location = try PlantsLocation(parsing: NamedValues(parsing: "q=newt".utf8))
/// print(location.queryItems.map(\.name))  // ["q"]
/// ```
public struct Query<Location: Sendable>: Sendable {
  @usableFromInline let items: [QueryItem<Location>]
  private let label: @Sendable (String) -> String
  private let check: @Sendable (inout ValueReader, Location) -> Void

  /// - Parameters:
  ///   - items: The items in the order in which they are printed.
  ///   - check: Rejects combinations of valid items.
  ///   - label: Returns the label of an item's field, for messages.
  public init(
    _ items: [QueryItem<Location>],
    check: @escaping @Sendable (_ reader: inout ValueReader, _ location: Location) -> Void = {
      _, _ in
    },
    label: @escaping @Sendable (_ name: String) -> String = { $0 }
  ) {
    self.items = items
    formerNames = Dictionary(
      uniqueKeysWithValues: items.flatMap { item in item.formerNames.map { ($0, item.name) } })
    self.label = label
    self.check = check
  }

  /// The names of the items in the order in which they are printed.
  public var names: [String] { items.map(\.name) }

  /// The current names of items by their former names.
  let formerNames: [String: String]

  /// Parses the items into a location.
  ///
  /// - Throws: `MalformedRequest` with all problems.
  public func parse(_ values: NamedValues, into start: Location) throws(MalformedRequest)
    -> Location
  {
    let (location, problems, _) = read(values, into: start)
    try problems.check()
    return location
  }

  /// Parses the items into a location, without those that are invalid.
  ///
  /// - Returns: The location, the problems, and true if an item is empty or not as the
  ///   address prints it.
  public func read(
    _ values: NamedValues, into start: Location
  ) -> (location: Location, problems: [QueryProblem], hasRedundantItems: Bool) {
    var location = start
    var reader = ValueReader(values.renaming(formerNames), label: label)
    for item in items { item.read(&reader, &location) }
    check(&reader, location)
    return (location, reader.problems, reader.hasRedundantItems)
  }

  /// Returns the items of a location without those that have their default
  /// value.
  @inlinable
  public func items(of location: Location) -> [(name: String, value: String)] {
    var printed: [(name: String, value: String)] = []
    for item in items {
      if let value = item.print(location) { printed.append((item.name, value)) }
    }
    return printed
  }
}

/// A location whose query is declared.
///
/// ```swift
/// struct PlantsLocation: QueryLocation {
///   var search: String?
///   static let query = Query<Self>([.text("q", \.search)])
/// }
/// ```
public protocol QueryLocation: PageLocation {
  /// The query items.
  static var query: Query<Self> { get }
}

extension QueryLocation {
  public init(parsing query: NamedValues) throws(MalformedRequest) {
    self = try Self.query.parse(query, into: Self())
  }

  @inlinable
  public var queryItems: [(name: String, value: String)] { Self.query.items(of: self) }

  public static var formerNames: [String: String] { query.formerNames }
}

/// A query item of a location.
public struct QueryItem<Location: Sendable>: Sendable {
  /// The name.
  public let name: String
  private(set) var formerNames: [String] = []
  let read: @Sendable (inout ValueReader, inout Location) -> Void
  /// Returns the value of a location; `nil` for the default.
  public let print: @Sendable (_ location: Location) -> String?

  /// Creates an item of any kind.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - read: Reads the value into a location, or rejects it.
  ///   - print: Returns the value of a location; `nil` for the default.
  public init(
    _ name: String,
    read: @escaping @Sendable (_ reader: inout ValueReader, _ location: inout Location) -> Void,
    print: @escaping @Sendable (_ location: Location) -> String?
  ) {
    self.name = name
    self.read = read
    self.print = print
  }

  /// Returns the item with former names. The site redirects addresses with a former
  /// name to the current one.
  public func formerly(_ names: String...) -> Self {
    var item = self
    item.formerNames = names
    return item
  }

  /// Creates an item whose value is parsed and printed by functions.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - keyPath: The property.
  ///   - hint: A sentence that tells the visitor how to correct an invalid value.
  ///   - parse: Returns the value of a text; `nil` if it is invalid.
  ///   - print: Returns the text of a value.
  @inlinable
  public static func value<Value>(
    _ name: String, _ keyPath: any WritableKeyPath<Location, Value?> & Sendable, hint: String,
    _ parse: @escaping @Sendable (String) -> Value?,
    print: @escaping @Sendable (Value) -> String?
  ) -> Self {
    Self(name) { reader, location in
      location[keyPath: keyPath] = reader.value(name, hint: hint, parse)
    } print: {
      $0[keyPath: keyPath].flatMap(print)
    }
  }

  /// Creates an item with a text, within the limits of `QueryText`.
  @inlinable
  public static func text(
    _ name: String, _ keyPath: any WritableKeyPath<Location, String?> & Sendable
  ) -> Self {
    Self(name) { reader, location in
      location[keyPath: keyPath] = reader.queryText(name)
    } print: {
      $0[keyPath: keyPath]
    }
  }

  /// Creates an item with a text that a visitor types. If it is too long, it is
  /// kept for its field.
  @inlinable
  public static func text(
    _ name: String, _ keyPath: any WritableKeyPath<Location, String?> & Sendable,
    tooLong: any WritableKeyPath<Location, String?> & Sendable
  ) -> Self {
    Self(name) { reader, location in
      location[keyPath: keyPath] = reader.queryText(name, tooLong: &location[keyPath: tooLong])
    } print: {
      $0[keyPath: keyPath]
    }
  }

  /// Creates an item with a text that a visitor types, by default empty. If it is too
  /// long, it is kept for its field.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - keyPath: The property.
  ///   - tooLong: The property for a text that is too long.
  ///   - adapt: Returns the text to search for.
  @inlinable
  public static func text(
    _ name: String, _ keyPath: any WritableKeyPath<Location, String> & Sendable,
    tooLong: any WritableKeyPath<Location, String?> & Sendable,
    adapt: @escaping @Sendable (String) -> String = { $0 }
  ) -> Self {
    Self(name) { reader, location in
      let text = reader.queryText(name, tooLong: &location[keyPath: tooLong])
      location[keyPath: keyPath] = text.map(adapt) ?? ""
    } print: {
      $0[keyPath: keyPath].isEmpty ? nil : $0[keyPath: keyPath]
    }
  }

  /// Creates an item with a case of an enumeration.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - keyPath: The property of the location.
  ///   - excluded: The cases that the item cannot have.
  @inlinable
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<Location, Choice?> & Sendable,
    besides excluded: Choice...
  ) -> Self {
    Self(name) { reader, location in
      location[keyPath: keyPath] = reader.choice(name, besides: excluded)
    } print: {
      $0[keyPath: keyPath]?.rawValue
    }
  }

  /// Creates an item with a case of an enumeration that has a default.
  @inlinable
  public static func choice<
    Choice: RawRepresentable<String> & CaseIterable & Equatable & Sendable
  >(
    _ name: String, _ keyPath: any WritableKeyPath<Location, Choice> & Sendable,
    default usual: Choice
  ) -> Self {
    Self(name) { reader, location in
      location[keyPath: keyPath] = reader.choice(name, as: Choice.self) ?? usual
    } print: {
      $0[keyPath: keyPath] == usual ? nil : $0[keyPath: keyPath].rawValue
    }
  }

  /// Creates an item that has a single value, and is missing otherwise.
  @inlinable
  public static func flag(
    _ name: String, _ word: String, _ keyPath: any WritableKeyPath<Location, Bool> & Sendable
  ) -> Self {
    Self(name) { reader, location in
      location[keyPath: keyPath] =
        reader.value(name, hint: "Use one of: \(word).") { $0 == word ? true : nil } ?? false
    } print: {
      $0[keyPath: keyPath] ? word : nil
    }
  }

  /// Creates an item with one of several words.
  @inlinable
  public static func word(
    _ name: String, of words: [String],
    _ keyPath: any WritableKeyPath<Location, String?> & Sendable
  ) -> Self {
    .value(
      name, keyPath, hint: "Use one of: \(words.joined(separator: ", ")).",
      { words.contains($0) ? $0 : nil }, print: { $0 })
  }

  /// Creates an item with an integer, whose default value is the lower bound.
  @inlinable
  public static func number(
    _ name: String, _ range: ClosedRange<Int>,
    _ keyPath: any WritableKeyPath<Location, Int> & Sendable
  ) -> Self {
    Self(name) { reader, location in
      location[keyPath: keyPath] =
        reader.value(
          name, hint: "Enter a number from \(range.lowerBound) to \(range.upperBound)."
        ) { text in
          Int(text).flatMap { range.contains($0) ? $0 : nil }
        } ?? range.lowerBound
    } print: {
      $0[keyPath: keyPath] == range.lowerBound ? nil : String($0[keyPath: keyPath])
    }
  }
}
