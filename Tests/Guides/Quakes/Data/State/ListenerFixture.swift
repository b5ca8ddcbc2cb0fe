import ImmutableData
import Synchronization
import TestSupport

@testable import QuakesData

/// A listener between a store and stores controlled by the test.
struct ListenerFixture: Sendable {
  let store: QuakesStore
  let stores = ControlledStore()
  let errors = Errors()
  let listener: Listener<ControlledStore, ControlledStore>

  init(_ state: QuakesState = .loaded) {
    store = QuakesStore(state)
    let errors = errors
    listener = Listener(localStore: stores, remoteStore: stores) { errors.append($0) }
    listener.listen(to: store)
  }

  /// The errors that `onError` received.
  final class Errors: Sendable {
    private let errors = Mutex<[any Error]>([])

    func append(_ error: any Error) { errors.withLock { $0.append(error) } }

    var all: [any Error] { errors.withLock { $0 } }
  }
}

extension ListenerFixture {
  var status: Status? { store.select { $0.quakes.status } }

  func dispatch(_ action: QuakesAction) throws { try store.dispatch(action: action) }

  /// Waits for the next call of the stores.
  func nextCall() async throws -> StoreCall { try await stores.nextCall() }

  /// Completes the call in progress, and waits until its result is dispatched.
  func end(with result: StoreResult = .done) async throws { try await end(.success(result)) }

  /// Fails the call in progress, and waits until its failure is dispatched.
  func fail(_ error: any Error = TestError()) async throws { try await end(.failure(error)) }

  private func end(_ result: Result<StoreResult, any Error>) async throws {
    let revision = store.snapshot.revision
    try await stores.end(with: result)
    try await eventually("the result is dispatched") { store.snapshot.revision > revision }
  }

  /// Waits until the listener has handled all previous actions, and returns
  /// their calls.
  ///
  /// The listener handles one action at a time: the call for the sentinel comes
  /// after all calls for earlier actions.
  func callsBeforeSentinel() async throws -> [StoreCall] {
    let sentinel = "sentinel \(store.snapshot.revision)"
    try dispatch(.delete(sentinel))
    var calls: [StoreCall] = []
    while true {
      let call = try await nextCall()
      // The result does not matter.
      try await stores.end(with: .failure(TestError()))
      if call == .delete(sentinel, .noon) { return calls }
      calls.append(call)
    }
  }
}
