/// An order of the list, with a name that the page offers.
///
/// ```swift
/// struct Loan: Record {
///   var title = ""
///   var due = Day.today
///   static let fields: Fields<Loan> = [.text(\.title, 1...200), .day(\.due)]
///   static let orders: [ListOrder<Loan>] = [
///     ListOrder("Overdue first", .first { $0.due < $1.today }, .ascending(\.due))
///       .grouped { loan, now in loan.due < now.today ? "Overdue" : "Later" },
///     ListOrder("Title", .ascending(\.title)),
///   ]
/// }
/// ```
public struct ListOrder<Entity: Record>: Sendable {
  /// A step of the order, which decides if the steps before it do not.
  public struct Term: Sendable {
    fileprivate enum Kind: Sendable {
      case property(any AnyKeyPathValue)
      case name(String)
      case condition(@Sendable (Entity, Now) -> Bool)
    }

    fileprivate let kind: Kind
    fileprivate let isDescending: Bool

    /// Puts low values first, and missing ones last.
    public static func ascending(_ property: any PartialKeyPath<Entity> & Sendable) -> Self {
      Self(kind: .property(property), isDescending: false)
    }

    /// Puts high values first, and missing ones last.
    public static func descending(_ property: any PartialKeyPath<Entity> & Sendable) -> Self {
      Self(kind: .property(property), isDescending: true)
    }

    /// Puts low values of the field with a label first, such as a computed one.
    public static func ascending(_ label: String) -> Self {
      Self(kind: .name(label), isDescending: false)
    }

    /// Puts high values of the field with a label first, such as a computed one.
    public static func descending(_ label: String) -> Self {
      Self(kind: .name(label), isDescending: true)
    }

    /// Puts the records first that fulfil a condition.
    public static func first(
      where condition: @escaping @Sendable (_ record: Entity, _ now: Now) -> Bool
    ) -> Self {
      Self(kind: .condition(condition), isDescending: true)
    }

    /// The field of the step; `nil` for a condition.
    private var field: RecordField<Entity>? {
      let field: RecordField<Entity>? =
        switch kind {
        case .property(let property): Entity.fields[property]
        case .name(let label): Entity.fields.first { $0.label == label }
        case .condition: nil
        }
      if field == nil, !isCondition {
        refuseDeclaration("An order of \(Entity.self) names \(kind), which is not a field.")
      }
      return field
    }

    private var isCondition: Bool { if case .condition = kind { true } else { false } }

    fileprivate var usesClock: Bool { field?.isComputed ?? true }

    fileprivate func keys(in context: RecordsContext) -> (Entity) -> SortKey {
      if case .condition(let condition) = kind {
        return { .whole(condition($0, context.now) ? 1 : 0) }
      }
      return field?.sortKeys(in: context) ?? { _ in .missing }
    }
  }

  /// The displayed name.
  public let label: String
  /// The name in addresses.
  let name: String
  private let terms: [Term]
  private(set) var group: (@Sendable (Entity, Now) -> String)?

  /// Creates an order from its name and its steps. Records that are equal in all of
  /// them are in the order of their titles.
  public init(_ label: String, _ terms: Term...) {
    self.label = label
    name = identifier(of: label)
    self.terms = terms
  }

  /// Puts a heading above each group of records that follow one another.
  ///
  /// - Parameter group: returns the heading of a record's group.
  public func grouped(
    _ group: @escaping @Sendable (_ record: Entity, _ now: Now) -> String
  ) -> Self {
    var order = self
    order.group = group
    return order
  }

  /// True if the order changes with the time.
  var usesClock: Bool { group != nil || terms.contains(where: \.usesClock) }

  /// Returns the positions of records, which are in the order of their titles, in this
  /// order. O(n log n).
  func positions(
    of records: [ListedRecord<Entity>], in context: RecordsContext
  ) -> [Int32] {
    let columns = terms.map { term in
      let key = term.keys(in: context)
      return (isDescending: term.isDescending, keys: records.map { key($0.entry.record) })
    }
    return (0..<Int32(records.count)).sorted { left, right in
      for (isDescending, keys) in columns {
        let (first, second) = (keys[Int(left)], keys[Int(right)])
        guard first != second else { continue }
        // Missing values are the last ones in any order.
        if first == .missing || second == .missing { return second == .missing }
        return isDescending ? second < first : first < second
      }
      return left < right
    }
  }
}

/// A filter of the list, with a name that the page offers and the number of records
/// that pass it.
///
/// ```swift
/// struct Loan: Record {
///   var title = ""
///   var due = Day.today
///   static let fields: Fields<Loan> = [.text(\.title, 1...200), .day(\.due)]
///   static let filters: [ListFilter<Loan>] = [
///     ListFilter("Overdue only") { loan, now in loan.due < now.today }
///   ]
/// }
/// ```
public struct ListFilter<Entity: Record>: Sendable {
  /// The displayed name.
  public let label: String
  /// The name in addresses.
  let name: String
  let includes: @Sendable (Entity, Now) -> Bool

  /// Creates a filter from its name and the condition of the records that pass it.
  public init(
    _ label: String, includes: @escaping @Sendable (_ record: Entity, _ now: Now) -> Bool
  ) {
    self.label = label
    name = identifier(of: label)
    self.includes = includes
  }
}

extension Record {
  /// Checks the rules, the orders and the filters. An invalid declaration ends the program with a
  /// sentence, so that it is noticed at its first start.
  static func checkDeclarations() {
    for rule in rules { _ = rule.fields }
    for order in orders { _ = order.usesClock }
    for names in [orders.map(\.name), filters.map(\.name)] {
      if Set(names).count < names.count || names.contains("") {
        refuseDeclaration(
          "Two orders or filters of \(Self.self) have the same name, or one has none.")
      }
    }
  }

  /// The order of the list of a location; `nil` for that of the titles.
  static func order(named name: String?) -> ListOrder<Self>? {
    name.map { name in orders.first { $0.name == name } } ?? orders.first
  }

  /// True if pages change with the time.
  static var usesClock: Bool {
    !filters.isEmpty || fields.contains(where: \.isComputed) || orders.contains(where: \.usesClock)
  }
}
