import HashTreeCollections
package import ImmutableData

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
    case .ui(.onTapAddButton(let id, let record, _)):
      try state.check(record, id: id)
      state.setStatus(.waiting, of: id)
    case .ui(.onTapUpdateButton(let id, let record, _)):
      guard state.records[id] != nil else { throw RecordsError.notFound }
      try state.check(record, id: id)
      state.setStatus(.waiting, of: id)
    case .ui(.onTapDeleteButton(let id, _)):
      guard state.records[id] != nil else { throw RecordsError.notFound }
      state.setStatus(.waiting, of: id)
    case .ui(.onTapChangeButton(let operation)):
      try state.begin(operation)
    case .data(.didFailToLoad(let error)):
      state.status = .failure(error: error)
    case .data(.didEnd(let id, let outcome)): state.end(id, outcome)
    case .data(.didLoad(let records, let changes)):
      state.load(records)
      for (id, number) in changes where records[id] != nil {
        state.lastChanges.load(number, of: id)
      }
    case .data(.didChange(let changes)):
      for change in changes { state.apply(change, at: 0) }
    case .data(.didReadHistory(let id)): state.changes.noteReading(of: id)
    }
    return state
  }
}

extension RecordsState {
  /// Begins an operation on several records.
  ///
  /// - Throws: `RecordsError.stale` if a record has changed since; otherwise the errors of the
  ///   first record that breaks a rule.
  package mutating func begin(_ operation: RecordsOperation<Entity>) throws {
    try check(operation.edits)
    setStatus(.waiting, of: operation.id)
    if operation.isForSeveral {
      parts[operation.id] = OperationPart(done: 0, of: operation.edits.count)
    }
  }

  /// Notes the outcome of an operation.
  package mutating func end(_ id: String, _ outcome: EditOutcome) {
    switch outcome {
    case .success: setStatus(.success, of: id)
    // Another instance has performed the operation in the meantime.
    case .stale where queue[id] == .success: break
    case .stale, .deleted:
      // A form shows what has changed; of several records, the page of the operation says so.
      if parts[id] == nil {
        queue[id] = nil
      } else {
        setStatus(.failure(error: Entity.names.changedMessage), of: id)
      }
    case .failure(let error): setStatus(.failure(error: error), of: id)
    }
  }

  /// Replaces all records by those that were loaded.
  mutating func load(_ records: TreeDictionary<String, Entity>) {
    replaceRecords(by: records)
    status = .success
    queue = queue.filter { $0.value == .waiting }
    changes.noteAll()
  }

  /// Notes that an operation on several records was performed, by whichever instance, or a part
  /// of it.
  mutating func notePerformance(of operation: RecordsOperation<Entity>) {
    guard operation.isForSeveral else { return }
    if let part = operation.part, part.done < part.count {
      if parts[operation.id] != nil { parts[operation.id] = part }
    } else {
      setStatus(.success, of: operation.id)
    }
  }

  /// Remembers an operation, or a further part of one.
  package mutating func remember(_ operation: RecordsOperation<Entity>) {
    guard !operation.edits.isEmpty else { return }
    let earlier = operations.firstIndex { $0.key == operation.key }
      .map { operations.remove(at: $0) }
    operations.insert(operation.with((earlier?.edits ?? []) + operation.edits), at: 0)
    var room = Self.maxEdits
    let kept = operations.prefix { known in
      defer { room -= known.edits.count }
      return room > 0
    }
    operations = Array(kept.prefix(Self.maxOperations))
  }

  mutating func noteChange(of id: String) {
    changes.note(id)
    if case .failure = queue[id] { queue[id] = nil }
  }

  /// Stores the progress of an operation. If the queue is full, operations that
  /// have ended are evicted.
  package mutating func setStatus(_ status: Status, of id: String) {
    if queue[id] == nil, queue.count >= Self.maxQueueLength {
      queue = queue.filter { $0.value == .waiting }
      parts = parts.filter { queue[$0.key] != nil }
    }
    queue[id] = status
    if status == .success { parts[id] = nil }
  }
}
