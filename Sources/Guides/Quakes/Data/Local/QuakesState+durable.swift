public import Durable
import Foundation
import HashTreeCollections
package import ImmutableData

/// Quakes, deletions and ledger are kept in a log, except for the ledger's statuses.
extension QuakesState: DurableState {
  /// The quakes that are being loaded, of which dictionary and index are built at once.
  struct Loading: Hashable, Sendable {
    var quakes: [Quake] = []
    var deleted: [DeletedQuake] = []
  }

  public var tables: [any StoredTable<QuakesState>] {
    [
      RowTable(StoredQuake.self) { state, row in
        let quake = Quake(row.fields)
        if let date = row.deleted {
          state.loading.deleted.append(DeletedQuake(quake, at: date))
        } else {
          state.loading.quakes.append(quake)
        }
      },
      RowTable(DeletedIdRow.self) { state, row in state.ledger.deleted.insert(row.key) },
      RowTable(RefreshRow.self) { state, row in state.ledger.lastRefresh = row.refresh },
      RowTable(KnownTimeRow.self) { state, row in state.ledger.known.insert(row) },
      RowTable(FeedIdRow.self) { state, row in state.ledger.feedId = UUID(uuidString: row.id) },
      RowTable(ReportRow.self),
    ]
  }

  public mutating func endLoad() {
    quakes.data = TreeDictionary(loading.quakes.lazy.map { ($0.id, $0) }) { $1 }
    deletions = Deletions(loading.deleted)
    loading = Loading()
  }

  public mutating func apply(_ change: QuakesChange, at position: Int) { apply(change) }

  /// Applies a change.
  package mutating func apply(_ change: QuakesChange) {
    switch change {
    case .changed(let changes):
      let ids = changes.quakeIds
      quakes.apply(removing: Set(ids).compactMap { quakes.data[$0] }, inserting: changes.stored)
      deletions.apply(changes)
      ledger.deleted.formUnion(changes.deletedIds)
      ledger.deleted.subtract(changes.restoredIds)
      ledger.lastRefresh = changes.refresh ?? ledger.lastRefresh
      ledger.known = changes.known ?? ledger.known
    case .removedAll(let date): deleteAll(at: date)
    case .restored(let restoration): restore(restoration)
    case .reported: break
    case .feedId(let id): ledger.feedId = id
    }
  }

  public func put(_ change: QuakesChange, at position: Int, into rows: inout RowBatch) {
    switch change {
    case .changed(let changes):
      for id in changes.removed { rows.remove(StoredQuake.self, id) }
      for quake in changes.stored { rows.put(StoredQuake(quake)) }
      for deleted in changes.deleted { rows.put(StoredQuake(deleted.quake, deleted: deleted.date)) }
      for date in changes.expired {
        rows.remove(StoredQuake.self, where: "deleted", is: date.timeIntervalSinceReferenceDate)
      }
      for id in changes.deletedIds { rows.put(DeletedIdRow(id)) }
      for id in changes.restoredIds { rows.remove(DeletedIdRow.self, id) }
      if let refresh = changes.refresh { rows.put(RefreshRow(refresh)) }
      if let known = changes.known { put(known, into: &rows) }
    case .removedAll(let date):
      guard !quakes.data.isEmpty else { return }
      if let date {
        let seconds = date.timeIntervalSinceReferenceDate
        rows.mark(StoredQuake.self, "deleted", from: nil, to: seconds)
      } else {
        rows.remove(StoredQuake.self, where: "deleted", is: nil)
      }
      put(after(change).ledger.known, into: &rows)
    case .restored(let restoration):
      let new = after(change)
      let isOne = if case .quake = restoration { true } else { false }
      let undone = deletions.all.filter { deletion in
        !isOne && !new.deletions.all.contains { $0.date == deletion.date }
      }
      for deletion in undone {
        let seconds = deletion.date.timeIntervalSinceReferenceDate
        rows.mark(StoredQuake.self, "deleted", from: seconds, to: nil)
      }
      for quake in deleted(restoration) {
        if let stored = new.quakes.data[quake.id] {
          if isOne || stored != quake { rows.put(StoredQuake(stored)) }
        } else {
          rows.remove(StoredQuake.self, quake.id)
        }
      }
      for id in ledger.deleted.subtracting(new.ledger.deleted) {
        rows.remove(DeletedIdRow.self, id)
      }
      put(new.ledger.known, into: &rows)
    case .reported(let stored):
      guard let report = stored.report else { return }
      rows.put(ReportRow(report))
      rows.trim(ReportRow.self, by: "fetched", keeping: ReportRow.limit)
    case .feedId(let id): rows.put(FeedIdRow(id))
    }
  }

  private func after(_ change: QuakesChange) -> QuakesState {
    var state = self
    state.apply(change)
    return state
  }

  private func put(_ known: KnownTime, into rows: inout RowBatch) {
    guard known != ledger.known else { return }
    rows.clear(KnownTimeRow.self)
    for row in known.rows { rows.put(row) }
  }
}

extension QuakesState {
  /// Replaces the stored parts by those that were loaded. A refresh in progress settles its own
  /// status.
  mutating func load(_ stored: QuakesState) {
    let (status, received) = (quakes.status, quakes.received)
    (quakes, deletions) = (stored.quakes, stored.deletions)
    quakes.status = status == .waiting && ledger.isLoaded ? .waiting : .success
    quakes.received = received
    (ledger.deleted, ledger.known) = (stored.ledger.deleted, stored.ledger.known)
    (ledger.lastRefresh, ledger.feedId) = (stored.ledger.lastRefresh, stored.ledger.feedId)
    ledger.isLoaded = true
    ledger.forgetFailures()
  }
}

extension DurableStorage {
  /// Adds the log of the quakes, in a memory of its own.
  package func quakes() -> DurableLog<QuakesState> {
    log("quakes", subject: "the earthquakes", from: QuakesState(), former: .quakes)
  }

  /// Adds the log of the quakes of a store.
  package func quakes(of store: Store<QuakesState, QuakesAction>) -> DurableLog<QuakesState> {
    log("quakes", subject: "the earthquakes", from: QuakesState(), former: .quakes) {
      store.snapshot.state
    } receive: { event in
      switch event {
      case .loaded(let state, _): try await store.dispatch(action: .data(.loaded(state)))
      case .changed(let changes):
        let changes = changes.map(\.change).filter(\.isInMemory)
        if !changes.isEmpty { try await store.dispatch(action: .data(.log(changes))) }
      }
    }
  }
}
