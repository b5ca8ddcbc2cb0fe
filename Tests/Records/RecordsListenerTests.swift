import HashTreeCollections
import ImmutableData
import Synchronization
import TestSupport
import Testing

@testable import Records

@Suite struct RecordsListenerTests {
  private let store = PlantsStore(.loaded)
  private let storage: ControlledStorage
  private let listener: RecordsListener<Plant>
  private let errors = Errors()

  final class Errors: Sendable {
    let all = Mutex<[any Error]>([])
  }

  init() {
    let errors = errors
    storage = ControlledStorage(store)
    listener = RecordsListener(storage: storage) { error in
      errors.all.withLock { $0.append(error) }
    }
    listener.listen(to: store)
  }

  private func actions() -> [PlantsAction] {
    store.changes(after: 0, through: store.snapshot.revision)?.map(\.action) ?? []
  }

  /// The actions of visitors, and the calls of the storage.
  @Test(
    arguments: [
      (.onTapAddButton(id: "N", record: .fern), .add(Entry(id: "N", record: .fern))),
      (.onTapUpdateButton(id: "R", record: .fern), .update(Entry(id: "R", record: .fern))),
      (.onTapDeleteButton(id: "R"), .delete("R")),
    ] as [(PlantsAction.UI, ControlledStorage.Call)])
  func `An action calls the storage and reports the outcome`(
    _ action: PlantsAction.UI, _ call: ControlledStorage.Call
  ) async throws {
    for error in [nil, TestError()] {
      let id = call.id
      try await store.dispatch(action: .ui(action))
      #expect(try await storage.end(throwing: error) == call)
      try await eventually("it ended") { store.snapshot.state.queue[id] != .waiting }
      let status: Status =
        error == nil ? .success : .failure(error: TestError.message)
      #expect(store.snapshot.state.queue[id] == status)
      if error == nil, case .delete = call {
        try await store.dispatch(action: .data(.didChange([.put(Entry(id: id, record: .rose))])))
      }
    }
    #expect(errors.all.withLock(\.count) == 1)
  }

  @Test func `An operation on a record that another one changes is ignored`() async throws {
    let added = Entry(id: "N", record: Plant.fern)
    try await store.dispatch(action: .ui(.onTapAddButton(id: "N", record: .fern)))
    // Ignored: an operation on this record is in progress.
    try await store.dispatch(action: .ui(.onTapAddButton(id: "N", record: .rose)))
    try await eventually("it began") { await storage.isBusy }
    #expect(try await storage.end() == .add(added))
    try await store.dispatch(action: .ui(.onTapDeleteButton(id: "R")))
    #expect(try await storage.end() == .delete("R"))
    try await eventually("both ended") { store.snapshot.state.queue["R"] == .success }
    #expect(await storage.calls == [.add(added), .delete("R")])
    #expect(store.snapshot.state.records == ["F": .fern, "N": .fern])
  }

  @Test func `A failed load can be retried`() async throws {
    let store = PlantsStore()
    listener.listen(to: store)
    try await store.dispatch(action: .ui(.onAppear))
    try await store.dispatch(action: .ui(.onAppear))
    _ = try await storage.end(throwing: TestError())
    try await eventually("it failed") {
      store.snapshot.state.status == .failure(error: TestError.message)
    }
    try await store.dispatch(action: .ui(.onTapTryAgainButton))
    _ = try await storage.end()
    try await eventually("it is loaded") { store.snapshot.state.status == .success }
    #expect(await storage.calls == [.load, .load])
    #expect(store.snapshot.state.records == ["F": .fern])
  }

  @Test func `A load in progress is not repeated`() async throws {
    let store = PlantsStore()
    listener.listen(to: store)
    for action in [.onAppear, .onTapTryAgainButton, .onAppear] as [PlantsAction.UI] {
      try await store.dispatch(action: .ui(action))
    }
    try await eventually("the load began") { await storage.isBusy }
    _ = try await storage.end()
    try await eventually("it is loaded") { store.snapshot.state.status == .success }
    try await store.dispatch(action: .ui(.onTapTryAgainButton))
    // The call for the deletion comes after all calls for earlier actions.
    try await store.dispatch(action: .ui(.onTapDeleteButton(id: "F")))
    #expect(try await storage.end() == .delete("F"))
    try await eventually("it ended") { store.snapshot.state.queue["F"] == .success }
    #expect(await storage.calls == [.load, .delete("F")])
  }

  @Test func `Stopping completes the operations that have begun, and starts no other`()
    async throws
  {
    try await store.dispatch(action: .ui(.onTapDeleteButton(id: "R")))
    try await eventually("it began") { await storage.isBusy }
    let end = listener.stop()
    try await store.dispatch(action: .ui(.onTapDeleteButton(id: "F")))
    _ = try await storage.end()
    await end?.value
    #expect(store.snapshot.state.records == ["F": .fern])
    #expect(await storage.calls == [.delete("R")])
  }
}

extension ControlledStorage.Call {
  fileprivate var id: String {
    switch self {
    case .load: ""
    case .add(let entry), .update(let entry): entry.id
    case .delete(let id): id
    }
  }
}
