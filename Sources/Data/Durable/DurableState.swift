/// A state whose changes are kept in a log, and whose contents are kept as rows.
///
/// The rules of a store are not here: they are in the functions that decide on changes, which
/// are passed to `DurableLog.perform`.
///
/// ```swift
/// struct PlantRow: StoredRow {
///   static let table = "plant"
///   var id = ""
///   var name = ""
///   var key: String { id }
///
///   mutating func pass<Format: RowFormat>(
///     through format: inout Format
///   ) throws(Format.Failure) {
///     try format.pass("id", &id)
///     try format.pass("name", &name)
///   }
/// }
///
/// struct Plants: DurableState {
///   enum Change: Codable, Sendable { case put(id: String, name: String), remove(id: String) }
///
///   private(set) var names: [String: String] = [:]
///
///   var tables: [any StoredTable<Plants>] {
///     [RowTable(PlantRow.self) { state, row in state.names[row.id] = row.name }]
///   }
///
///   mutating func apply(_ change: Change, at position: Int) {
///     switch change {
///     case .put(let id, let name): names[id] = name
///     case .remove(let id): names[id] = nil
///     }
///   }
///
///   func put(_ change: Change, at position: Int, into rows: inout RowBatch) {
///     switch change {
///     case .put(let id, let name): rows.put(PlantRow(id: id, name: name))
///     case .remove(let id): rows.remove(PlantRow.self, id)
///     }
///   }
/// }
/// ```
public protocol DurableState: Sendable {
  /// A change of the state. Its coding is the format of the log.
  associatedtype Change: Codable & Sendable

  /// The tables, and what a row does to the state when it is loaded.
  var tables: [any StoredTable<Self>] { get }

  /// Adds the number of the last change of a record in the history, when the state is loaded; `nil`
  /// if the history is not read then.
  var addLastChange: (@Sendable (inout Self, _ record: String, _ number: Int) -> Void)? { get }

  /// Applies a change.
  ///
  /// It cannot fail, reads no clock and draws no random number: each instance, and the state
  /// that is loaded from the rows, has to be equal after it.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - position: its number in the log.
  mutating func apply(_ change: Change, at position: Int)

  /// Puts and removes the rows that a change affects.
  ///
  /// It is called on the state before the change.
  func put(_ change: Change, at position: Int, into rows: inout RowBatch)

  /// Ends a load, after all rows were added: for indexes that are built from all of them.
  mutating func endLoad()
}

extension DurableState {
  public var addLastChange: (@Sendable (inout Self, _ record: String, _ number: Int) -> Void)? {
    nil
  }

  public mutating func endLoad() {}
}

/// A table of a log, and what its rows do to the state.
public protocol StoredTable<State>: Sendable {
  associatedtype State
  associatedtype Row: StoredRow

  /// The name of the table.
  var name: String { get }
  /// Adds a row to the state when it is loaded; `nil` if rows are read when they are asked for.
  var add: (@Sendable (inout State, Row) -> Void)? { get }
}

/// The table of a type of rows.
public struct RowTable<State, Row: StoredRow>: StoredTable {
  public let name: String
  public let add: (@Sendable (inout State, Row) -> Void)?

  /// - Parameters:
  ///   - row: the type of the rows.
  ///   - name: the name of the table; `nil` for that of the type.
  ///   - add: adds a row to the state when it is loaded; `nil` if rows are read when they are
  ///     asked for.
  public init(
    _ row: Row.Type, named name: String? = nil,
    add: (@Sendable (inout State, Row) -> Void)? = nil
  ) {
    self.name = name ?? Row.table
    self.add = add
  }
}

extension StoredTable {
  /// True if the rows are in memory.
  var isLoaded: Bool { add != nil }

  var columns: TableColumns { TableColumns(of: Row.self, in: name) }

  /// Reads the next row of a format, and adds it to a state.
  func load<Format: RowFormat>(
    from format: inout Format, into state: inout State
  ) throws(Format.Failure) {
    var row = Row()
    try row.pass(through: &format)
    add?(&state, row)
  }
}

/// A change of a record, in the history that all logs keep in the same way. It is not in
/// memory.
public struct Version: Hashable, Sendable {
  /// The number in the history; 0 before the database has given it one.
  public internal(set) var number = 0
  /// The id of the record.
  public var record: String
  /// The time in milliseconds since 1970.
  public var time: Int
  /// The name of the visitor; `nil` for one who has not signed in.
  public var visitor: String?
  /// The kind of change, such as `edit`.
  public var kind: String
  /// The content before the change, as the log's owner encodes it; `nil` for none.
  public var before: String?
  /// The content after the change.
  public var after: String?
  /// The operation that made the change, with others; `nil` for a change that was kept before
  /// operations were.
  public var operation: String?
  /// The number of changes of the operation, in the first one; 0 in the others.
  public var size = 1

  public init(
    record: String, time: Int, visitor: String?, kind: String, before: String?, after: String?,
    operation: String? = nil, size: Int = 1
  ) {
    self.record = record
    self.time = time
    self.visitor = visitor
    self.kind = kind
    self.before = before
    self.after = after
    self.operation = operation
    self.size = size
  }

  /// Reads a version with its number.
  init<Format: RowFormat>(from format: inout Format) throws(Format.Failure) {
    self.init(record: "", time: 0, visitor: nil, kind: "", before: nil, after: nil)
    try format.pass("number", &number)
    try pass(through: &format)
  }

  /// Passes the columns after the number.
  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("record", &record)
    try format.pass("time", &time)
    try format.pass("visitor", &visitor)
    try format.pass("kind", &kind)
    try format.pass("before", &before)
    try format.pass("after", &after)
    try format.pass("operation", &operation)
    try format.pass("size", &size)
  }
}

/// A selection of the versions of a history.
public struct VersionQuery: Hashable, Sendable {
  /// The id of a record; `nil` for all.
  public var record: String?
  /// An operation; `nil` for all.
  public var operation: String?
  /// The name of a visitor; `nil` for all.
  public var visitor: String?
  /// A kind of change; `nil` for all.
  public var kind: String?
  /// The time in milliseconds since 1970; `nil` for any.
  public var times: Range<Int>?
  /// The numbers.
  public var numbers = 0..<Int.max
  /// True for the first change of each operation only.
  public var isOfOperations = false
  /// True for the oldest versions first.
  public var isAscending = false
  /// The largest number of versions.
  public var limit: Int

  /// Selects the newest versions.
  ///
  /// - Parameters:
  ///   - record: the id of a record; `nil` for all.
  ///   - limit: the largest number of versions.
  public init(record: String? = nil, limit: Int = 10_000) {
    self.record = record
    self.limit = limit
  }

  /// The conditions by column.
  var conditions: [(column: String, relation: String, value: ColumnValue)] {
    var conditions: [(column: String, relation: String, value: ColumnValue)] = []
    for (column, value) in [
      ("record", record), ("operation", operation), ("visitor", visitor), ("kind", kind),
    ] {
      if let value { conditions.append((column, "=", .text(value))) }
    }
    if isOfOperations { conditions.append(("size", ">", .integer(0))) }
    if let times {
      conditions.append(("time", ">=", .integer(times.lowerBound)))
      conditions.append(("time", "<", .integer(times.upperBound)))
    }
    if numbers.lowerBound > 0 { conditions.append(("number", ">=", .integer(numbers.lowerBound))) }
    if numbers.upperBound < .max {
      conditions.append(("number", "<", .integer(numbers.upperBound)))
    }
    return conditions
  }
}
