import HashTreeCollections
import ImmutableData
import Synchronization
import TestSupport

@testable import QuakesData

/// A listener between a store and stores that the test controls.
struct ListenerFixture: Sendable {
  let store: QuakesStore
  let stores = ControlledStore()
  let errors = Errors()
  let listener: Listener<ControlledStore, ControlledStore>

  init(_ state: QuakesState = .loaded) {
    store = QuakesStore(
      state.with { state in
        for number in [-1, -2] { state.quakes.data["sentinel \(number)"] = .sentinel(number) }
      })
    let errors = errors
    listener = Listener(localStore: stores, remoteStore: stores) { errors.append($0) }
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
  /// The quakes of the store, without what is there for the test's sake.
  var values: [Quake] {
    store.snapshot.state.values.filter { !$0.id.hasPrefix("sentinel") }
  }

  var status: Status? { store.select { $0.quakes.status } }

  func dispatch(_ action: QuakesAction) throws { try store.dispatch(action: action) }

  /// The next call that the stores get.
  func nextCall() async throws -> StoreCall { try await stores.nextCall() }

  /// Ends the call that is under way, and waits until that is dispatched.
  func end(with answer: StoreAnswer = .done) async throws { try await end(.success(answer)) }

  /// Fails the call that is under way, and waits until that is dispatched.
  func fail(_ error: any Error = TestError()) async throws { try await end(.failure(error)) }

  private func end(_ result: Result<StoreAnswer, any Error>) async throws {
    let revision = store.snapshot.revision
    try await stores.end(with: result)
    try await eventually("the outcome is dispatched") { store.snapshot.revision > revision }
  }

  /// Waits until the listener has handled everything before, and says what
  /// the stores were asked for it.
  ///
  /// The listener does one thing at a time: when it asks for this, whatever
  /// it had to do before was asked already. What has to be saved is asked for
  /// beforehand, since this changes quakes, too.
  func callsBeforeSentinel() async throws -> [StoreCall] {
    let sentinel = try sentinel()
    try dispatch(.delete(sentinel.id))
    var calls: [StoreCall] = []
    while true {
      let call = try await nextCall()
      // How it ends does not matter.
      try await stores.end(with: .failure(TestError()))
      if call == .delete(sentinel) { return calls }
      calls.append(call)
    }
  }

  /// A quake to delete. It is far from the time of all others.
  private func sentinel() throws -> Quake {
    let known = store.select { state in
      state.quakes.data.values.first { $0.id.hasPrefix("sentinel") }
    }
    if let known { return known }
    let new = Quake.sentinel(store.snapshot.revision)
    try dispatch(.local([new]))
    return new
  }
}

extension Quake {
  static func sentinel(_ number: Int) -> Quake { .of("sentinel \(number)", time: -1e9) }
}
