import HashTreeCollections

/// Makes the next state of a guide of records.
public enum RecordsReducer {
  /// Reduces one action. What came of an operation always fits the state, so
  /// that no operation waits for ever.
  ///
  /// - Throws: `RecordsError.notFound` where people change a record that does
  ///   not exist.
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
    case .ui(.onTapAddButton(let id, _)):
      state.note(.waiting, of: id)
    case .ui(.onTapUpdateButton(let id, _)), .ui(.onTapDeleteButton(let id)):
      guard state.records[id] != nil else { throw RecordsError.notFound }
      state.note(.waiting, of: id)
    case .data(.didLoad(.success(let entries))):
      state.records = TreeDictionary(entries.map { ($0.id, $0.record) }) { _, last in last }
      state.status = .success
    case .data(.didLoad(.failure(let error))):
      state.status = .failure(error: error)
    case .data(.didSave(let id, .success(let record))):
      state.records[id] = record
      state.note(.success, of: id)
    case .data(.didDelete(let id, .success)):
      state.records[id] = nil
      state.note(.success, of: id)
    case .data(.didSave(let id, .failure(let error))),
      .data(.didDelete(let id, .failure(let error))):
      state.note(.failure(error: error), of: id)
    }
    return state
  }
}

extension RecordsState {
  /// Remembers the progress of an operation. Where one more would be too many,
  /// those that ended are forgotten; those under way never are.
  fileprivate mutating func note(_ status: RecordStatus, of id: String) {
    if queue[id] == nil, queue.count >= Self.longestQueue {
      queue = queue.filter { $0.value == .waiting }
    }
    queue[id] = status
  }
}
