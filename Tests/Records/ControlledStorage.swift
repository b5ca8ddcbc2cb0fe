import ImmutableData
import Records
import TestSupport

/// A storage whose calls end under the control of the test.
actor ControlledStorage: RecordsStorage {
  typealias Change = RecordsAction<Plant>.Change

  enum Call: Hashable, Sendable {
    case load
    case add(Entry<Plant>)
    case update(Entry<Plant>)
    case delete(String)
  }

  private(set) var calls: [Call] = []
  private var waiting: [CheckedContinuation<Void, any Error>] = []

  private func wait(for call: Call) async throws {
    calls.append(call)
    try await withCheckedThrowingContinuation { waiting.append($0) }
  }

  func load() async throws -> [Change] {
    try await wait(for: .load)
    return [.everything([Entry(id: "F", record: .fern)])]
  }

  func write(
    _ operation: RecordsOperation<Plant>, in turn: ActionTurn?
  ) async throws -> [Change] {
    let edit = operation.edits[0]
    let entry = edit.new.map { Entry(id: edit.id, record: $0) }
    try await wait(
      for: entry.map { edit.old == nil ? .add($0) : .update($0) } ?? .delete(edit.id))
    return [entry.map { .put($0) } ?? .delete(id: edit.id)]
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
