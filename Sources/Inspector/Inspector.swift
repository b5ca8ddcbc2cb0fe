public import Foundation
import ImmutableData
public import ImmutableUI
import Synchronization

/// Looks on while the site works, and tells what it saw: the actions of each
/// store, what they changed, what was done about it, and what took its time.
///
/// It changes nothing. What it keeps is bounded.
public final class Inspector: Sendable {
  /// Its own pages are brought up to date together.
  public static let group = "inspector"

  private let stores = Mutex<[any InspectedStore]>([])
  private let trail = Mutex(Trail())
  /// Counts what was seen, for pages of it that are open.
  private let sights = Store(initialState: 0, historyCapacity: 0) { (count: Int, more: Int) in
    count + more
  }

  /// It has seen nothing yet.
  public init() {}

  /// The log of a store, which is to be its observer.
  public func log<State, Action>(
    _ name: String, now: @escaping @Sendable () -> Date = { .now }
  ) -> StoreLog<State, Action> {
    let log = StoreLog<State, Action>(name: name, now: now) { [weak self] in self?.sawMore() }
    stores.withLock { $0.append(log) }
    return log
  }

  /// Hears what is done between actions and browsers.
  @Sendable
  public func observe(_ observation: Observation) {
    // Its own pages are none of its business: it would never come to an end.
    if case .sent(_, Self.group, _) = observation { return }
    trail.withLock { $0.note(observation) }
    sawMore()
  }

  private func sawMore() { try? sights.dispatch(action: 1) }

  /// An element whenever there is more to see.
  public func makeRevisions() -> AsyncStream<Int> { sights.makeRevisions() }

  /// What is to be seen at a place; `nil` where there is nothing.
  public func page(at route: InspectorRoute) -> InspectorPage? {
    let stores = stores.withLock { $0 }
    let trail = trail.withLock { $0 }
    switch route {
    case .index:
      return .index(InspectorIndex(stores, trail))
    case .store(let name):
      return stores.first { $0.name == name }
        .map { .store(InspectorStore(name: name, steps: $0.summaries)) }
    case .step(let name, let revision):
      return stores.first { $0.name == name }?.report(on: revision)
        .map { .step(InspectorStep(name, $0, trail)) }
    case .page(let address):
      return trail.pages[address].map { .page(InspectorRendering(address: address, $0)) }
    case .selector(let name, let label, let id):
      let selector = InspectorSelector(store: name, label: label, id: id, trail)
      return selector.evaluations.isEmpty ? nil : .selector(selector)
    case .recording, .past: return nil
    }
  }

  /// A store's log for replaying it; `nil` where there is no such store.
  public func recording(of name: String) throws -> Data? {
    try stores.withLock { $0 }.first { $0.name == name }?.recording()
  }
}
