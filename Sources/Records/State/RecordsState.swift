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
  /// The deletions that were made last, the newest first: for the notice of a deletion, and
  /// to undo it.
  package var deletions: [RecordsDeletion<Entity>] = []
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

  /// The maximum number of deletions that are remembered.
  static var maxDeletions: Int { 16 }
}

/// Records that were deleted together.
package struct RecordsDeletion<Entity: Record>: Hashable, Sendable {
  /// The id of the operation: that of the record, if it is one.
  package let id: String
  package var entries: [Entry<Entity>]

  package init(id: String, entries: [Entry<Entity>]) {
    self.id = id
    self.entries = entries
  }
}

/// A number for each record that changes with the record, in bounded memory.
package struct ChangeNumbers: Hashable, Sendable {
  /// The number of records whose numbers are kept apart.
  private static let limit = 4096

  private var last = 0
  /// The number of records without one of their own.
  private var common = 0
  private var numbers: TreeDictionary<String, Int> = [:]
  /// Numbers that change when the history of a record was read again, for its open pages alone.
  private var readings: TreeDictionary<String, Int> = [:]

  package init() {}

  package subscript(id: String) -> Int { numbers[id] ?? common }

  package mutating func note(_ id: String) {
    guard numbers.count < Self.limit else { return noteAll() }
    last += 1
    numbers[id] = last
  }

  package func reading(of id: String) -> Int { readings[id] ?? 0 }

  package mutating func noteReading(of id: String) {
    if readings.count >= Self.limit { readings = [:] }
    last += 1
    readings[id] = last
  }

  package mutating func noteAll() {
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
  var list: [ListedRecord<Entity>] { listed.value(of: data) { Self.list($0, after: $1) } }

  /// Puts a record in the place of the one with its id, or removes that.
  ///
  /// - Returns: the record that was there.
  @discardableResult
  package mutating func put(_ record: Entity?, id: String) -> Entity? {
    let old = data[id]
    if old == record { return old }
    listed.note(id, in: data)
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

  /// Returns a record that was deleted a short while ago.
  package func deletedRecord(_ id: String) -> Entity? {
    for deletion in deletions {
      if let entry = deletion.entries.first(where: { $0.id == id }) { return entry.record }
    }
    return nil
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
