import AnimalsData
import ImmutableData
import Synchronization
import TestSupport

/// A listener between a store and a persistent store that the test controls.
struct ListenerFixture: Sendable {
  let store: AnimalsStore
  let persistentStore = ControlledStore()
  let errors = Errors()
  let listener: Listener<ControlledStore>

  init(_ state: AnimalsState = .loaded) {
    store = AnimalsStore(state)
    let errors = errors
    listener = Listener(store: persistentStore) { errors.append($0) }
    listener.listen(to: store)
  }

  /// The errors passed to `onError`.
  final class Errors: Sendable {
    private let errors = Mutex<[any Error]>([])

    func append(_ error: any Error) { errors.withLock { $0.append(error) } }

    var all: [any Error] { errors.withLock { $0 } }
  }
}

extension ListenerFixture {
  func dispatch(_ action: AnimalsAction.UI) throws {
    try store.dispatch(action: .ui(action))
  }

  /// Returns the next call of the persistent store.
  func nextCall() async throws -> StoreCall { try await persistentStore.nextCall() }

  /// Ends the pending call, and waits until its result is dispatched.
  func end(with response: StoreResponse) async throws {
    try await end(.success(response))
  }

  /// Fails the pending call, and waits until its failure is dispatched.
  func fail(_ error: any Error = TestError()) async throws {
    try await end(.failure(error))
  }

  private func end(_ result: Result<StoreResponse, any Error>) async throws {
    let count = results
    try await persistentStore.end(with: result)
    try await eventually("the result is dispatched") { results > count }
  }

  /// The number of results that were dispatched.
  private var results: Int {
    store.actions.count { if case .data(.persistentSession) = $0 { true } else { false } }
  }

  /// Waits until the listener has handled all earlier actions, and returns the
  /// calls of the persistent store that they caused.
  ///
  /// The listener performs one operation at a time, so the call of the sentinel
  /// comes after all calls of earlier actions.
  func callsBeforeSentinel() async throws -> [StoreCall] {
    try dispatch(.sentinel)
    var calls: [StoreCall] = []
    while true {
      let call = try await nextCall()
      // The result of the call is irrelevant.
      try await persistentStore.end(with: .failure(TestError()))
      if call == .sentinel { return calls }
      calls.append(call)
    }
  }
}

extension AnimalsAction.UI {
  static let sentinel = AnimalsAction.UI.animalEditor(
    .onTapAddAnimalButton(
      id: "sentinel", name: "sentinel", diet: .omnivorous, categoryId: "sentinel"))
}

extension StoreCall {
  static let sentinel = StoreCall.add(
    animalId: "sentinel", name: "sentinel", diet: .omnivorous, categoryId: "sentinel")
}
