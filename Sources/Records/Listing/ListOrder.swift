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
      case change
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

    /// Puts the records first that were changed last.
    fileprivate static var lastChange: Self { Self(kind: .change, isDescending: true) }

    /// The field of the step; `nil` for a condition or a change.
    private var field: RecordField<Entity>? {
      let field: RecordField<Entity>?
      switch kind {
      case .property(let property): field = Entity.fields[property]
      case .name(let label): field = Entity.fields.first { $0.label == label }
      case .condition, .change: return nil
      }
      if field == nil {
        refuseDeclaration("An order of \(Entity.self) names \(kind), which is not a field.")
      }
      return field
    }

    fileprivate var usesClock: Bool {
      if case .condition = kind { true } else { field?.isComputed ?? false }
    }

    fileprivate func keys(in context: RecordsContext) -> (ListedRecord<Entity>) -> SortKey {
      switch kind {
      case .condition(let condition):
        return { .whole(condition($0.entry.record, context.now) ? 1 : 0) }
      case .change: return { $0.change.map(SortKey.whole) ?? .missing }
      case .property, .name:
        let key = field?.sortKeys(in: context) ?? { _ in .missing }
        return { key($0.entry.record) }
      }
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
    self.init(label, name: identifier(of: label), terms)
  }

  private init(_ label: String, name: String, _ terms: [Term]) {
    self.label = label
    self.name = name
    self.terms = terms
  }

  /// The order of the titles.
  static var titles: Self { Self(Entity.fields.first?.label ?? "Title") }

  /// The order of the last changes, the newest first. Records without a known one are the last.
  static var changes: Self { Self("Last changed first", name: "changed", [.lastChange]) }

  /// True if the list of all records is in this order already.
  var isOfTitles: Bool { terms.isEmpty }

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

  /// Returns records, which are in the order of their titles, in this order.
  ///
  /// - Parameters:
  ///   - records: the records.
  ///   - earlier: other ones, and their list, of which this one differs in few; `nil` for none.
  ///   - context: the time and the records of other guides.
  /// - Complexity: O(n + number of changes · log n), or O(n log n) without an earlier list.
  func list(
    _ records: [ListedRecord<Entity>],
    after earlier: (records: [ListedRecord<Entity>], list: [ListedRecord<Entity>])?,
    in context: RecordsContext
  ) -> [ListedRecord<Entity>] {
    let keys = terms.map { $0.keys(in: context) }
    if let earlier {
      let (removed, added) = earlier.records.differences(to: records)
      if removed.count + added.count <= records.count / 16 {
        func isBefore(_ left: ListedRecord<Entity>, _ right: ListedRecord<Entity>) -> Bool {
          isOrdered { term in
            (keys[term](left), keys[term](right))
          } ?? (left < right)
        }
        return earlier.list.merged(
          without: removed, with: added.sorted(by: isBefore), by: isBefore)
      }
    }
    let columns = keys.map { key in records.map(key) }
    return records.indices.sorted { left, right in
      isOrdered { (columns[$0][left], columns[$0][right]) } ?? (left < right)
    }.map { records[$0] }
  }

  /// Returns true if the first of two records comes before the second; `nil` if they are equal in
  /// all steps.
  ///
  /// - Parameter keys: returns the keys of both for a step.
  private func isOrdered(_ keys: (_ term: Int) -> (SortKey, SortKey)) -> Bool? {
    for (position, term) in terms.enumerated() {
      let (first, second) = keys(position)
      guard first != second else { continue }
      // Missing values are the last ones in any order.
      if first == .missing || second == .missing { return second == .missing }
      return term.isDescending ? second < first : first < second
    }
    return nil
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

  /// The orders that pages offer: those of the type, and that of the changes if they are kept.
  static var offeredOrders: [ListOrder<Self>] {
    let changes = ListOrder<Self>.changes
    guard history != .none, !orders.contains(where: { $0.name == changes.name }) else {
      return orders
    }
    return (orders.isEmpty ? [.titles] : orders) + [changes]
  }

  /// The order of the list of a location; `nil` for that of the titles.
  static func order(named name: String?) -> ListOrder<Self>? {
    let order = name.flatMap { name in offeredOrders.first { $0.name == name } } ?? orders.first
    return order?.isOfTitles == true ? nil : order
  }

  /// True if pages change with the time.
  static var usesClock: Bool {
    !filters.isEmpty || fields.contains(where: \.isComputed) || orders.contains(where: \.usesClock)
  }
}
