#if DEBUG
import Foundation
import ImmutableData
import ImmutableUI
import Synchronization

/// Records and displays the activity of a site: the actions of each store, the
/// changes they made, the selectors and pages that were updated, and the time
/// that this took.
///
/// It is read-only, and its memory is bounded.
final class Inspector: Sendable {
  /// The group of live pages that the inspector's own pages belong to.
  static let group = "inspector"

  private let stores = Mutex<[any InspectedStore]>([])
  private let observations = Mutex(ObservationLog())
  /// Counts the observations, to update open pages of the inspector.
  private let counter = Store(initialState: 0, historyCapacity: 0) { (count: Int, more: Int) in
    count + more
  }

  private let jobs: @Sendable () -> [InspectedJob]

  /// Creates an inspector without observations.
  ///
  /// - Parameter jobs: returns the work in the background.
  init(jobs: @escaping @Sendable () -> [InspectedJob] = { [] }) { self.jobs = jobs }

  /// Creates the log of a store. Use its `observe` as the observer of the store.
  func log<State, Action>(
    _ name: String, now: @escaping @Sendable () -> Date = { .now }
  ) -> StoreLog<State, Action> {
    let log = StoreLog<State, Action>(name: name, now: now) { [weak self] in self?.publish() }
    stores.withLock { $0.append(log) }
    return log
  }

  /// Records an observation.
  @Sendable
  func observe(_ observation: Observation) {
    // Its own pages are ignored: each update would cause another one.
    if case .sent(_, Self.group, _) = observation { return }
    observations.withLock { $0.append(observation) }
    publish()
  }

  private func publish() { try? counter.dispatch(action: 1) }

  /// Returns a stream with an element for each new observation.
  func makeRevisions() -> AsyncStream<Int> { counter.makeRevisions() }

  /// Returns the page of a route; `nil` if it does not exist.
  func page(at route: InspectorRoute) -> InspectorPage? {
    let stores = stores.withLock { $0 }
    let observations = observations.withLock { $0 }
    switch route {
    case .index:
      return .index(InspectorIndex(stores, observations, jobs()))
    case .store(let name):
      return stores.first { $0.name == name }
        .map { .store(InspectorStore(name: name, steps: $0.summaries)) }
    case .step(let name, let revision):
      return stores.first { $0.name == name }?.report(on: revision)
        .map { .step(InspectorStep(name, $0, observations)) }
    case .page(let address):
      return observations.pages[address].map { .page(InspectorRendering(address: address, $0)) }
    case .recording, .past: return nil
    }
  }

  /// Returns the log of a store for a replay; `nil` if there is no such store.
  func recording(of name: String) throws -> Data? {
    try stores.withLock { $0 }.first { $0.name == name }?.recording()
  }
}
#endif
