import HashTreeCollections

extension QuakesReducer {
  /// The reducer of an instance that follows the log of a shared store.
  ///
  /// Quakes, deleted IDs and the last refresh change by the action of the log and
  /// by nothing else. Every other action only sets the status of an operation,
  /// since its change arrives by the log.
  ///
  /// - Throws: see `reduce(state:action:)`.
  @Sendable
  public static func reduceFollowing(
    state: QuakesState, action: QuakesAction
  ) throws -> QuakesState {
    var state = state
    switch action {
    case .ui(.quakeList(.onTapDeleteSelectedQuakeButton(let quakeId, _))):
      guard state.quakes.data[quakeId] != nil else { throw Error(code: .quakeNotFound) }
      state.ledger.unsaved[.deleteQuake(quakeId: quakeId)] = .waiting
    case .ui(.quakeList(.onTapDeleteAllQuakesButton)):
      state.ledger.unsaved[.deleteQuakes] = .waiting
    case .ui(.quakeList(.onTapRestoreQuakesButton(let restoration))):
      guard !state.deleted(restoration).isEmpty else { throw Error(code: .quakeNotFound) }
      state.ledger.unsaved[.restoreQuakes(restoration)] = .waiting
    case .data(.persistentSession(.remoteStore(.didFetchQuakes(.success)))),
      .data(.persistentSession(.remoteStore(.didFetchFeed))):
      state.ledger.unsaved[.refresh] = .waiting
      state.quakes.status = .success
    case .data(.persistentSession(.localStore(.didFetchQuakes(.success)))),
      .data(.persistentSession(.localStore(.didFetchLedger))),
      .data(.persistentSession(.localStore(.didFetchDeletions))):
      break
    case .data(.persistentSession(.localStore(.didSaveQuakes(let change, .failure)))):
      state = try reduce(state: state, action: action)
      state.ledger.unsaved[change] = .rejected
    default:
      state = try reduce(state: state, action: action)
    }
    return state
  }
}

extension QuakesState {
  /// Applies a change of the log. Failures of earlier operations are cleared,
  /// since the store works again.
  mutating func apply(_ change: QuakesChange) {
    switch change {
    case .changed(let changes):
      let put = changes.inserted + changes.updated
      let replaced = Set((put + changes.deleted).map(\.id)).compactMap { quakes.data[$0] }
      quakes.apply(removing: replaced, inserting: put)
      deletions.remove(put.map(\.id) + (changes.released ?? []))
      deletions.insert(changes.kept ?? [])
      ledger.deleted.formUnion(changes.deletedIds)
      ledger.deleted.subtract(changes.restoredIds ?? [])
      ledger.lastRefresh = changes.refresh ?? ledger.lastRefresh
      ledger.known = changes.known ?? ledger.known
    case .removedAll(let date):
      deleteAll(at: date)
    case .restored(let quakeIds):
      restore(quakeIds.compactMap { deletions.quake(anyId: $0)?.quake })
    case .deletions(let deleted):
      // An instance of an earlier version does not remove the events that a
      // refresh brings back.
      deletions = Deletions(
        deleted.filter { quakes.quake(anyId: $0.quake.id) == nil })
    case .everything(let quakes, let ledger):
      self.quakes.data = TreeDictionary(quakes.map { ($0.id, $0) }) { _, last in last }
      self.ledger.deleted = ledger.deleted
      self.ledger.lastRefresh = ledger.lastRefresh
      self.ledger.known = ledger.known
      // A refresh in progress settles its own status.
      if self.quakes.status != .waiting || !self.ledger.isLoaded {
        self.quakes.status = .success
      }
      self.ledger.isLoaded = true
    }
    ledger.saveError = nil
    ledger.unsaved = ledger.unsaved.filter { $0.value == .waiting }
  }
}
