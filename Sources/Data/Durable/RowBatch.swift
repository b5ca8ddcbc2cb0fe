/// The rows that changes put and remove, in one transaction. Of several changes of a row the
/// last one counts.
///
/// ```swift
/// func replace<Row: StoredRow>(_ key: String, by row: Row, in rows: inout RowBatch) {
///   rows.remove(Row.self, key)
///   rows.put(row)
/// }
/// ```
public struct RowBatch: Sendable {
  /// A change of many rows, or the rows that changed since the last one.
  enum Step: Sendable {
    /// The new rows by their keys; `nil` for those that are removed.
    case rows([String: (any StoredRow)?])
    case clear
    /// Gives a column another value in the rows that have one value.
    case mark(column: String, from: Double?, to: Double?)
    /// Removes the rows that have a value in a column.
    case remove(column: String, value: Double?)
    /// Keeps the rows with the greatest values of a column.
    case trim(column: String, keeping: Int)
  }

  /// The steps of one table, in their order.
  struct Table: Sendable {
    let columns: TableColumns
    fileprivate(set) var steps: [Step] = []
  }

  private(set) var tables: [Table] = []
  private(set) var versions: [Version] = []
  /// True if the versions replace all earlier ones.
  private(set) var clearsHistory = false
  /// The largest number of versions by record, of those that may have more.
  private(set) var versionLimits: [String: Int] = [:]
  /// The time before which versions are removed; `nil` if none are.
  private(set) var historyStart: Int?

  public init() {}

  var isEmpty: Bool {
    tables.isEmpty && versions.isEmpty && !clearsHistory && historyStart == nil
  }

  /// Puts a row in the place of the one with its key, if there is one.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - table: the name of the table; `nil` for that of the type.
  public mutating func put<Row: StoredRow>(_ row: Row, in table: String? = nil) {
    set(row.key, to: row, Row.self, table)
  }

  /// Removes a row, if there is one with the key.
  public mutating func remove<Row: StoredRow>(
    _ row: Row.Type, _ key: String, in table: String? = nil
  ) {
    set(key, to: nil, Row.self, table)
  }

  /// Removes all rows.
  public mutating func clear<Row: StoredRow>(_ row: Row.Type, in table: String? = nil) {
    let index = index(of: Row.self, table)
    // What was put before is gone, too.
    tables[index].steps = [.clear]
  }

  /// Changes a column of numbers in all rows with one value, without a row for each of them.
  public mutating func mark<Row: StoredRow>(
    _ row: Row.Type, _ column: String, from old: Double?, to new: Double?
  ) {
    tables[index(of: Row.self, nil)].steps.append(.mark(column: column, from: old, to: new))
  }

  /// Removes all rows with one value in a column of numbers.
  public mutating func remove<Row: StoredRow>(
    _ row: Row.Type, where column: String, is value: Double?
  ) {
    tables[index(of: Row.self, nil)].steps.append(.remove(column: column, value: value))
  }

  /// Removes the rows with the least values of a column beyond a number.
  public mutating func trim<Row: StoredRow>(_ row: Row.Type, by column: String, keeping: Int) {
    tables[index(of: Row.self, nil)].steps.append(.trim(column: column, keeping: keeping))
  }

  /// Adds a version to the history of a record.
  ///
  /// - Parameters:
  ///   - version: the version.
  ///   - limit: the largest number of versions of the record, of which the oldest are removed;
  ///     `nil` if there are not so many.
  public mutating func keep(_ version: Version, atMost limit: Int? = nil) {
    versions.append(version)
    if let limit { versionLimits[version.record] = limit }
  }

  /// Removes the versions of all records that are older than a time, in milliseconds since 1970.
  public mutating func expireHistory(before time: Int) {
    historyStart = max(time, historyStart ?? .min)
  }

  /// Removes the versions of all records.
  mutating func clearHistory() { (versions, versionLimits, clearsHistory) = ([], [:], true) }

  private mutating func set<Row: StoredRow>(
    _ key: String, to row: Row?, _ type: Row.Type, _ table: String?
  ) {
    let index = index(of: type, table)
    if case .rows(var rows) = tables[index].steps.last {
      // Removed from the array, so that the dictionary is not copied.
      tables[index].steps.removeLast()
      rows.updateValue(row, forKey: key)
      tables[index].steps.append(.rows(rows))
    } else {
      tables[index].steps.append(.rows([key: row]))
    }
  }

  private mutating func index<Row: StoredRow>(of row: Row.Type, _ name: String?) -> Int {
    let name = name ?? Row.table
    if let index = tables.firstIndex(where: { $0.columns.table == name }) { return index }
    tables.append(Table(columns: TableColumns(of: Row.self, in: name)))
    return tables.count - 1
  }
}
