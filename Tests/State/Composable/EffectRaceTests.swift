import Composable
import Dispatch
import ImmutableData
import Synchronization
import TestSupport
import Testing

/// Results that race with their cancellation on several threads.
@Suite(.timeLimit(.minutes(5)))
struct EffectRaceTests {
  /// The latest request, and the number of results that arrived after a later
  /// one.
  private struct Requests: Equatable {
    var last = 0
    var results = 0
    var stale = 0
  }

  private enum Action {
    case request
    case result(Int)
  }

  @Test func `No result is reduced after a later request`() async {
    let reducer = ComposableReducer<Requests, Action, Void> { state, action, _ in
      switch action {
      case .request:
        state.last += 1
        return .run { [number = state.last] send in await send(.result(number)) }
          .cancellable(id: "request", cancelInFlight: true)
      case .result(let number):
        state.results += 1
        if number != state.last { state.stale += 1 }
        return .none
      }
    }
    let store = Store(initialState: Requests(), reducer: reducer, environment: (), report: { _ in })
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 1...Cases.count(500) { try? store.dispatch(action: .request) }
    }
    let results = store.select { $0.results }
    try? await store.dispatch(action: .request)
    await store.reach { $0.results > results }
    #expect(store.select { $0.last } == 4 * Cases.count(500) + 1)
    #expect(store.select { $0.stale } == 0)
  }

  @Test func `An action that is queued when its effect is cancelled is dropped`() async throws {
    let isSending = Atomic(false)
    let late = Mutex(0)
    let reducer = ComposableReducer<Void, String, Gate> { _, action, gate in
      switch action {
      case "start":
        return .run { send in
          await gate.wait()
          isSending.store(true, ordering: .releasing)
          await send("result")
        }
        .cancellable(id: 1)
      case "cancel":
        // The effect sends its action while the store is locked for this one.
        gate.open()
        var attempts = 100_000
        while attempts > 0, !isSending.load(ordering: .acquiring) { attempts -= 1 }
        for _ in 1...1000 { _ = isSending.load(ordering: .acquiring) }
        return .cancel(id: 1)
      default:
        late.withLock { $0 += 1 }
        return .none
      }
    }
    for _ in 1...300 {
      isSending.store(false, ordering: .releasing)
      let store = Store(initialState: (), reducer: reducer, environment: Gate(), report: { _ in })
      try await store.dispatch(action: "start")
      await Task.yield()
      try await store.dispatch(action: "cancel")
    }
    #expect(late.withLock { $0 } == 0)
  }

  /// A site with one page open at a time, which sends a request when it is
  /// opened.
  private struct Site: Equatable {
    var page: Int?
    var results = 0
    var stray = 0
  }

  private enum SiteAction {
    case open(Int)
    case close
    case page(Action)

    static let path = CasePath<SiteAction, Action>(
      embed: { .page($0) }, extract: { if case .page(let action) = $0 { action } else { nil } })
  }

  @Test func `No result is reduced for another page or a closed one`() async {
    let page = ComposableReducer<Int, Action, Void> { id, action, _ in
      guard case .request = action else { return .none }
      return .run { [id] send in await send(.result(id)) }
    }
    let site = ComposableReducer<Site, SiteAction, Void> { state, action, _ in
      switch action {
      case .open(let id):
        state.page = id
        return .value(.page(.request))
      case .close:
        state.page = nil
      case .page(.result(let id)):
        state.results += 1
        if state.page != id { state.stray += 1 }
      case .page(.request):
        break
      }
      return .none
    }
    let reducer = ComposableReducer.combine(
      page.optional(id: \.self).pullback(
        state: \.page, action: SiteAction.path, environment: \.self),
      site)
    let store = Store(initialState: Site(), reducer: reducer, environment: (), report: { _ in })
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 1...Cases.count(250) {
        try? store.dispatch(action: .open(thread * 100_000 + number))
        if number.isMultiple(of: 2) { try? store.dispatch(action: .close) }
      }
    }
    let results = store.select { $0.results }
    try? await store.dispatch(action: .open(0))
    await store.reach { $0.results > results }
    #expect(store.select { $0.stray } == 0)
  }
}
