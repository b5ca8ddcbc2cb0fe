import HashTreeCollections
import ImmutableData

/// The reducer of a store of records.
public enum RecordsReducer {
  /// Returns the state after an action. It accepts the outcome of every
  /// operation, so that no operation stays in progress forever.
  ///
  /// - Throws: `FieldErrors<String>` if a record breaks a rule of its type, and
  ///   `RecordsError.notFound` if a visitor changes one that does not exist.
  @Sendable
  public static func reduce<Entity>(
    state: RecordsState<Entity>, action: RecordsAction<Entity>
  ) throws -> RecordsState<Entity> {
    var state = state
    switch action {
    case .ui(.onAppear):
      if state.status == nil { state.status = .waiting }
    case .ui(.onTapTryAgainButton):
      if case .failure = state.status { state.status = .waiting }
    case .ui(.onTapAddButton(let id, let record)):
      try state.check(record, id: id)
      state.setStatus(.waiting, of: id)
    case .ui(.onTapUpdateButton(let id, let record)):
      guard state.records[id] != nil else { throw RecordsError.notFound }
      try state.check(record, id: id)
      state.setStatus(.waiting, of: id)
    case .ui(.onTapDeleteButton(let id)):
      guard state.records[id] != nil else { throw RecordsError.notFound }
      state.setStatus(.waiting, of: id)
    case .data(.didFailToLoad(let error)):
      state.status = .failure(error: error)
    case .data(.didEnd(let id, let outcome, let changes)):
      for change in changes { state.apply(change) }
      switch outcome {
      case .success: state.setStatus(.success, of: id)
      case .stale, .deleted: state.queue[id] = nil
      case .failure(let error): state.setStatus(.failure(error: error), of: id)
      }
    case .data(.didChange(let changes)):
      for change in changes { state.apply(change) }
    }
    return state
  }
}

extension RecordsState {
  /// Applies a change. A failure of an earlier operation on the record
  /// is cleared, since it refers to the old content.
  fileprivate mutating func apply(_ change: RecordsAction<Entity>.Change) {
    switch change {
    case .put(let entry):
      records[entry.id] = entry.record
      recentlyDeleted.removeAll { $0.id == entry.id }
      if case .failure = queue[entry.id] { queue[entry.id] = nil }
    case .delete(let id):
      deleteRecord(id)
      if case .failure = queue[id] { queue[id] = nil }
    case .everything(let entries):
      records = TreeDictionary(entries.map { ($0.id, $0.record) }) { _, last in last }
      status = .success
      queue = queue.filter { $0.value == .waiting }
    }
  }

  /// Deletes a record, and remembers it for the notice of its deletion.
  fileprivate mutating func deleteRecord(_ id: String) {
    guard let record = records.removeValue(forKey: id) else { return }
    recentlyDeleted =
      [Entry(id: id, record: record)] + recentlyDeleted.prefix(Self.maxRecentlyDeleted - 1)
  }

  /// Stores the progress of an operation. If the queue is full, operations that
  /// have ended are evicted.
  fileprivate mutating func setStatus(_ status: Status, of id: String) {
    if queue[id] == nil, queue.count >= Self.maxQueueLength {
      queue = queue.filter { $0.value == .waiting }
    }
    queue[id] = status
  }
}
