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
  private let items: [QueryItem<Location>]
  private let check: @Sendable (Location) -> String?

  /// - Parameters:
  ///   - items: the items in the order in which they are printed.
  ///   - check: returns the problem with a combination of valid items; `nil` if
  ///     there is none.
  public init(
    _ items: [QueryItem<Location>],
    check: @escaping @Sendable (Location) -> String? = { _ in nil }
  ) {
    self.items = items
    self.check = check
  }

  /// Parses the items into a location.
  ///
  /// - Throws: `MalformedRequest` with all problems.
  public func parse(_ values: NamedValues, into start: Location) throws(MalformedRequest)
    -> Location
  {
    var location = start
    var reader = ValueReader(values)
    for item in items { item.read(&reader, &location) }
    if let problem = check(location) { reader.reject(problem) }
    try reader.finish()
    return location
  }

  /// Returns the items of a location without those that have their default
  /// value.
  public func items(of location: Location) -> [(name: String, value: String)] {
    items.compactMap { item in item.print(location).map { (item.name, $0) } }
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

  public var queryItems: [(name: String, value: String)] { Self.query.items(of: self) }
}

/// A query item of a location.
public struct QueryItem<Location: Sendable>: Sendable {
  let name: String
  let read: @Sendable (inout ValueReader, inout Location) -> Void
  let print: @Sendable (Location) -> String?

  /// Creates an item with a text, within the limits of `QueryText`.
  public static func text(
    _ name: String, _ keyPath: any WritableKeyPath<Location, String?> & Sendable
  ) -> Self {
    Self(name: name) { reader, location in
      location[keyPath: keyPath] = reader.queryText(name)
    } print: {
      $0[keyPath: keyPath]
    }
  }

  /// Creates an item with a text that a visitor types. If it is too long, it is
  /// kept for its field.
  public static func text(
    _ name: String, _ keyPath: any WritableKeyPath<Location, String?> & Sendable,
    tooLong: any WritableKeyPath<Location, String?> & Sendable
  ) -> Self {
    Self(name: name) { reader, location in
      location[keyPath: keyPath] = reader.queryText(name, tooLong: &location[keyPath: tooLong])
    } print: {
      $0[keyPath: keyPath]
    }
  }

  /// Creates an item with a case of an enumeration.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<Location, Choice?> & Sendable
  ) -> Self {
    Self(name: name) { reader, location in
      location[keyPath: keyPath] = reader.choice(name, as: Choice.self)
    } print: {
      $0[keyPath: keyPath]?.rawValue
    }
  }

  /// Creates an item with one of several words.
  public static func word(
    _ name: String, of words: [String],
    _ keyPath: any WritableKeyPath<Location, String?> & Sendable
  ) -> Self {
    Self(name: name) { reader, location in
      guard let text = reader.text(name) else { return }
      if words.contains(text) {
        location[keyPath: keyPath] = text
      } else {
        reader.reject(
          "“\(name)” is “\(text.prefix(bytes: 60))”. Use one of: "
            + "\(words.joined(separator: ", ")).")
      }
    } print: {
      $0[keyPath: keyPath]
    }
  }

  /// Creates an item with an integer, whose default value is the lower bound.
  public static func number(
    _ name: String, _ range: ClosedRange<Int>,
    _ keyPath: any WritableKeyPath<Location, Int> & Sendable
  ) -> Self {
    Self(name: name) { reader, location in
      guard let text = reader.text(name) else { return }
      if let number = Int(text), range.contains(number) {
        location[keyPath: keyPath] = number
      } else {
        reader.reject(
          "“\(name)” is “\(text.prefix(bytes: 60))”. It must be a number from "
            + "\(range.lowerBound) to \(range.upperBound).")
      }
    } print: {
      $0[keyPath: keyPath] == range.lowerBound ? nil : String($0[keyPath: keyPath])
    }
  }
}
