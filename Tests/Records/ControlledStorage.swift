import HashTreeCollections
import ImmutableData
import Records
import TestSupport

/// A storage whose calls end under the control of the test.
actor ControlledStorage: RecordsStorage {
  enum Call: Hashable, Sendable {
    case load
    case add(Entry<Plant>)
    case update(Entry<Plant>)
    case delete(String)
  }

  private(set) var calls: [Call] = []
  private var waiting: [CheckedContinuation<Void, any Error>] = []
  private var store: PlantsStore

  init(_ store: PlantsStore) { self.store = store }

  private func wait(for call: Call) async throws {
    calls.append(call)
    try await withCheckedThrowingContinuation { waiting.append($0) }
  }

  func load(into store: PlantsStore) async throws {
    self.store = store
    try await wait(for: .load)
    try await store.dispatch(action: .data(.didLoad(["F": .fern])))
  }

  func write(_ operation: RecordsOperation<Plant>) async throws {
    let edit = operation.edits[0]
    let entry = edit.new.map { Entry(id: edit.id, record: $0) }
    try await wait(
      for: entry.map { edit.old == nil ? .add($0) : .update($0) } ?? .delete(edit.id))
    try await store.dispatch(action: .data(.didChange([.edited(operation)])))
  }

  var isBusy: Bool { !waiting.isEmpty }

  /// Waits for a call and ends it.
  func end(throwing error: TestError? = nil) async throws -> Call? {
    try await eventually("the storage is called") { await self.isBusy }
    let call = calls.last
    let continuation = waiting.removeFirst()
    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    return call
  }
}
