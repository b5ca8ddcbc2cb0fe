package import Durable
public import HashTreeCollections
public import ImmutableData

/// The state of a guide of records.
public struct RecordsState<Entity: Record>: Hashable, Sendable {
  /// The records by id.
  public var records: TreeDictionary<String, Entity> {
    get { data }
    set { replaceRecords(by: newValue) }
  }
  private var data: TreeDictionary<String, Entity>
  private var listed = Listed()
  /// The order in which the records were changed last.
  package var lastChanges = LastChanges()
  /// The ids of records by the values that have to be unique.
  private var owners: UniqueValues<Entity>
  /// The first value of the database that this version of the program does not know.
  var unknownValue: RecordsError?
  /// The progress of loading them.
  public var status: Status?
  /// The progress of the last operation on each record, by id, and of operations on several
  /// records.
  public var queue: TreeDictionary<String, Status>
  /// The performed parts of the operations on several records that are in progress or have
  /// failed, by id.
  package var parts: TreeDictionary<String, OperationPart> = [:]
  /// The operations that were performed last, the newest first, with what they replaced: for
  /// their notices, and to undo them.
  package var operations: [RecordsOperation<Entity>] = []
  /// The numbers of changes by record, by which pages with a history notice a new version.
  package var changes = ChangeNumbers()

  /// Creates a state; by default nothing was requested yet.
  public init(
    records: TreeDictionary<String, Entity> = [:], status: Status? = nil,
    queue: TreeDictionary<String, Status> = [:]
  ) {
    data = records
    owners = UniqueValues(of: records)
    self.status = status
    self.queue = queue
  }

  /// The maximum number of operations in the queue, unless more are in progress.
  package static var maxQueueLength: Int { 1024 }

  /// The maximum number of operations that are remembered.
  package static var maxOperations: Int { 64 }

  /// The maximum number of their changes, unless the last one has more.
  static var maxEdits: Int { 20_000 }
}

/// The numbers of the last changes of records, by which lists are ordered. They follow from the
/// history, so that two of them are always equal.
package struct LastChanges: Hashable, Sendable {
  private(set) var numbers: TreeDictionary<String, Int> = [:]
  private var last = 0

  package subscript(id: String) -> Int? { numbers[id] }

  /// Notes a change of a record.
  package mutating func note(_ id: String, isDeletion: Bool) {
    last += 1
    numbers[id] = isDeletion ? nil : last
  }

  /// Adds the number of a change in the history.
  package mutating func load(_ number: Int, of id: String) {
    last = max(last, number)
    numbers[id] = number
  }

  package static func == (left: Self, right: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// A number for each record that changes with the record, in bounded memory.
package struct ChangeNumbers: Hashable, Sendable {
  /// The number of records whose numbers are kept apart.
  private static let limit = 4096

  private var last = 0
  /// The number of changes of any record.
  package private(set) var all = 0
  /// The number of records without one of their own.
  private var common = 0
  private var numbers: TreeDictionary<String, Int> = [:]
  /// Numbers that change when the history of a record was read again, for its open pages alone.
  private var readings: TreeDictionary<String, Int> = [:]

  package init() {}

  package subscript(id: String) -> Int { numbers[id] ?? common }

  package mutating func note(_ id: String) {
    all += 1
    guard numbers.count < Self.limit else { return noteAll() }
    last += 1
    numbers[id] = last
  }

  /// The number of the last change that a part of the history may have.
  package func number(of query: VersionQuery) -> Int { query.record.map { self[$0] } ?? all }

  package func reading(of id: String) -> Int { readings[id] ?? 0 }

  package mutating func noteReading(of id: String) {
    if readings.count >= Self.limit { readings = [:] }
    last += 1
    readings[id] = last
  }

  package mutating func noteAll() {
    all += 1
    last += 1
    common = last
    numbers = [:]
  }
}

extension RecordsState {
  /// Replaces all records. O(n).
  package mutating func replaceRecords(by records: TreeDictionary<String, Entity>) {
    data = records
    owners = UniqueValues(of: records)
    listed = Listed()
  }

  /// All records in the order of their titles.
  var list: [ListedRecord<Entity>] {
    listed.value(of: DatedRecords(records: data, changes: lastChanges)) { $0.list(after: $1) }
  }

  /// Puts a record in the place of the one with its id, or removes that.
  ///
  /// - Parameter isChange: true for a change that the history has.
  /// - Returns: the record that was there.
  @discardableResult
  package mutating func put(_ record: Entity?, id: String, isChange: Bool = false) -> Entity? {
    let old = data[id]
    if old == record, !isChange { return old }
    listed.note(id, in: DatedRecords(records: data, changes: lastChanges))
    if isChange { lastChanges.note(id, isDeletion: record == nil) }
    data[id] = record
    owners.replace(old, by: record, id: id)
    return old
  }

  /// Adds a record of the database while all of them are loaded.
  mutating func load(_ row: RecordRow<Entity>) {
    do throws(RecordsError) {
      load(try row.record(), id: row.id)
    } catch {
      unknownValue = unknownValue ?? error
    }
  }

  /// Adds a record while all of them are loaded, which `endLoad()` ends.
  package mutating func load(_ record: Entity, id: String) { data[id] = record }

  /// Returns the ids of the records with the values of one, in fields that have to be unique.
  func others(with record: Entity, in fields: [RecordField<Entity>]) -> [String] {
    owners.ids(of: record, in: fields)
  }

  /// True if there is content to show, or a failure.
  package var isReady: Bool { status != nil && !(status == .waiting && records.isEmpty) }

  /// Returns a record that was deleted a short while ago, and was not added again.
  package func deletedRecord(_ id: String) -> Entity? {
    deletion(of: id)?.edits.last { $0.id == id && $0.new == nil }?.old
  }

  /// Returns the operation that deleted a record a short while ago; `nil` if there is a record
  /// with the id.
  package func deletion(of id: String) -> RecordsOperation<Entity>? {
    guard records[id] == nil else { return nil }
    return operations.first { $0.edits.contains { $0.id == id && $0.new == nil } }
  }

  /// The records of the last deletions that were not added again, the newest first.
  package var deleted: [Entry<Entity>] {
    operations.flatMap(\.edits).compactMap { edit in
      guard edit.new == nil, records[edit.id] == nil else { return nil }
      return edit.old.map { Entry(id: edit.id, record: $0) }
    }
  }

  /// Returns an operation that is remembered: by its key, or as the last one with an id.
  package func operation(_ key: String) -> RecordsOperation<Entity>? {
    operations.first { $0.key == key } ?? operations.first { $0.id == key }
  }

  /// The reason why records cannot be changed; `nil` if they can.
  var loadError: String? {
    switch status {
    case .failure(let error) where records.isEmpty: error
    case nil, .waiting:
      records.isEmpty ? "The \(Entity.names.many) are still being loaded." : nil
    default: nil
    }
  }
}
