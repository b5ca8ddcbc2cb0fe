public import Foundation
public import ImmutableData

/// The parts that the roots of guides have in common: a store with its selectors, a
/// clock, and the longest wait of a request.
///
/// ```swift
/// import ImmutableData
///
/// let store = Store(initialState: 0) { (count: Int, step: Int) in count + step }
/// let base = RootBase(store: store, name: "counter")
/// print(base.store.snapshot.state, base.selectors.count)  // 0 0
/// ```
public struct RootBase<State: Sendable, Action: Sendable>: Sendable {
  /// The store of the guide.
  public let store: Store<State, Action>
  /// The cached outputs of the selectors.
  public let selectors: SelectorCache<State, Action>
  /// The maximum time that a request waits for an operation.
  public let timeout: Duration
  /// Returns the current time.
  public let now: @Sendable () -> Date
  /// Waits, for at most a duration, until the state has what other instances had
  /// changed by the time of the call.
  public let catchUp: @Sendable (_ limit: Duration) async throws -> Void

  /// Creates a base, with an empty cache of selectors.
  ///
  /// - Parameters:
  ///   - store: The store of the guide.
  ///   - name: The name of the store for observers.
  ///   - capacity: The maximum number of cached outputs of selectors.
  ///   - timeout: The maximum time that a request waits for an operation.
  ///   - now: Returns the current time.
  ///   - catchUp: Waits, for at most a duration, until the state has what other
  ///     instances had changed by the time of the call.
  ///   - observer: Observes the evaluations of selectors.
  public init(
    store: Store<State, Action>, name: String, capacity: Int = 4096,
    timeout: Duration = .seconds(5), now: @escaping @Sendable () -> Date = { .now },
    catchUp: @escaping @Sendable (_ limit: Duration) async throws -> Void = { _ in },
    observer: Observer? = nil
  ) {
    self.store = store
    self.selectors = SelectorCache(
      store: store, name: name, capacity: capacity, observer: observer)
    self.timeout = timeout
    self.now = now
    self.catchUp = catchUp
  }
}

/// A root with a ``RootBase``.
public protocol StandardRoot<State, Action>: Root {
  /// The store, the selectors and the clock.
  var base: RootBase<State, Action> { get }
}

extension StandardRoot {
  public var store: Store<State, Action> { base.store }
  public var selectorCounts: [String: SelectorCounts] { base.selectors.countsByKind }
  public var selectors: SelectorCache<State, Action> { base.selectors }
  public var timeout: Duration { base.timeout }
  public var now: @Sendable () -> Date { base.now }
  public var catchUp: @Sendable (_ limit: Duration) async throws -> Void { base.catchUp }
}
