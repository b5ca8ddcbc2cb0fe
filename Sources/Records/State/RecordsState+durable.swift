public import Durable
import HashTreeCollections
import ImmutableData

// The changes of the records, which are kept in a log, and the rules by which they are decided.

extension RecordsState: DurableState {
  public typealias Change = RecordsAction<Entity>.Change

  public var tables: [any StoredTable<Self>] {
    [RowTable(RecordRow<Entity>.self) { state, row in state.load(row) }]
  }

  public var addLastChange: (@Sendable (inout Self, _ record: String, _ number: Int) -> Void)? {
    guard Entity.history != .none else { return nil }
    return { state, record, number in state.lastChanges.load(number, of: record) }
  }

  public mutating func endLoad() { replaceRecords(by: records) }

  public mutating func apply(_ change: Change, at position: Int) {
    switch change {
    case .edited(let operation):
      // The samples are the first change of a new log, which has nothing to load.
      status = .success
      apply(operation)
    case .everything(let entries):
      load(TreeDictionary(entries.map { ($0.id, $0.record) }) { _, last in last })
    }
  }

  public func put(_ change: Change, at position: Int, into rows: inout RowBatch) {
    switch change {
    case .edited(let operation):
      for edit in operation.edits {
        if let new = edit.new {
          rows.put(RecordRow(id: edit.id, new))
        } else {
          rows.remove(RecordRow<Entity>.self, edit.id)
        }
      }
      operation.keepHistory(in: &rows)
    case .everything(let entries):
      rows.clear(RecordRow<Entity>.self)
      for entry in entries { rows.put(RecordRow(id: entry.id, entry.record)) }
    }
  }

  /// Decides on an operation: all of its changes are made, or none.
  ///
  /// - Returns: `nil` if all records are as they shall be.
  /// - Throws: `RecordsError.stale` if a record is not as the operation expects it, or another one
  ///   has its unique values; of an operation on one record `RecordsError.notFound` if it does not
  ///   exist, and `RecordsError.idInUse` if another one has its id.
  package func change(
    by operation: RecordsOperation<Entity>
  ) throws(RecordsError) -> Change? {
    var edits: [RecordEdit<Entity>] = []
    for edit in operation.edits {
      do throws(RecordsError) {
        if try isNeeded(edit) { edits.append(edit) }
      } catch {
        throw operation.isForSeveral ? .stale : error
      }
    }
    guard hasUniqueValues(after: edits) else { throw .stale }
    return edits.isEmpty ? nil : .edited(operation.with(edits))
  }

  /// Returns false if the record of an addition is there already.
  private func isNeeded(_ edit: RecordEdit<Entity>) throws(RecordsError) -> Bool {
    switch (edit.old, records[edit.id]) {
    case (nil, nil): return edit.new != nil
    case (nil, let stored?):
      guard edit.new.map(stored.isStored) == true else { throw .idInUse }
      return false
    case (_?, nil): throw .notFound
    case (let old?, let stored?):
      guard stored.isStored(as: old) else { throw .stale }
      return true
    }
  }

  /// Applies the changes of an operation, and remembers it. A failure of
  /// an earlier operation on one of the records is cleared, since it refers to the old content.
  package mutating func apply(_ operation: RecordsOperation<Entity>) {
    var edits: [RecordEdit<Entity>] = []
    for edit in operation.edits {
      let old = put(edit.new, id: edit.id, isChange: true)
      if old != nil || edit.new != nil {
        edits.append(RecordEdit(id: edit.id, old: old, new: edit.new))
      }
      noteChange(of: edit.id)
    }
    remember(operation.with(edits))
    notePerformance(of: operation)
  }
}

extension Record {
  /// True if both records have the same columns.
  func isStored(as other: Self) -> Bool {
    self == other || Self.fields.stored.allSatisfy { $0.value(of: self) == $0.value(of: other) }
  }
}

extension RecordsOperation {
  /// Adds the changes to the history, and removes what it need not keep.
  package func keepHistory(in rows: inout RowBatch) {
    let limit = Entity.history
    // A type that has no history any longer loses all of it.
    guard limit != .none else { return rows.expireHistory(before: .max) }
    // Of an operation in parts, the first one has the first change.
    var size = part.map { $0.done > OperationPart.limit ? 0 : $0.count } ?? edits.count
    for edit in edits {
      // The first change of a record replaces none.
      let isFirst = edit.old == nil && [.form, .importing, .sample].contains(origin.cause)
      rows.keep(
        Version(edit, by: origin, in: key, size: size), atMost: isFirst ? nil : limit.versions)
      size = 0
    }
    rows.expireHistory(before: limit.start(at: origin.date))
  }
}
