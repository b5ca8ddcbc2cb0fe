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

  /// What `onError` heard.
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

  /// The next call that the persistent store gets.
  func nextCall() async throws -> StoreCall { try await persistentStore.nextCall() }

  /// Ends the call that is under way, and waits until that is dispatched.
  func end(with answer: StoreAnswer) async throws {
    try await end(.success(answer))
  }

  /// Fails the call that is under way, and waits until that is dispatched.
  func fail(_ error: any Error = TestError()) async throws {
    try await end(.failure(error))
  }

  private func end(_ result: Result<StoreAnswer, any Error>) async throws {
    let revision = store.snapshot.revision
    try await persistentStore.end(with: result)
    try await eventually("the outcome is dispatched") { store.snapshot.revision > revision }
  }

  /// Waits until the listener has handled everything before, and says what
  /// the persistent store was asked for it.
  ///
  /// The listener does one thing at a time: when it asks for this, whatever
  /// it had to do before was asked already.
  func callsBeforeSentinel() async throws -> [StoreCall] {
    try dispatch(.sentinel)
    var calls: [StoreCall] = []
    while true {
      let call = try await nextCall()
      // How it ends does not matter.
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
