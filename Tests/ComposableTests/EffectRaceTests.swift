import Composable
import Dispatch
import ImmutableData
import Testing

/// Answers that race with what makes them unwanted, on several threads.
@Suite(.timeLimit(.minutes(5)))
struct EffectRaceTests {
  /// The last request, and how many answers came after a later one.
  private struct Requests: Equatable {
    var last = 0
    var answers = 0
    var stale = 0
  }

  private enum Action {
    case ask
    case answer(Int)
  }

  @Test func `no answer comes after a later request`() async {
    let reducer = Reducer<Requests, Action, Void> { state, action, _ in
      switch action {
      case .ask:
        state.last += 1
        return .run { [number = state.last] send in await send(.answer(number)) }
          .cancellable(id: "request", cancelInFlight: true)
      case .answer(let number):
        state.answers += 1
        if number != state.last { state.stale += 1 }
        return .none
      }
    }
    let store = Store(initialState: Requests(), reducer: reducer, environment: (), report: { _ in })
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 1...2500 { try? store.dispatch(action: .ask) }
    }
    let answers = store.select { $0.answers }
    try? store.dispatch(action: .ask)
    await store.reach { $0.answers > answers }
    #expect(store.select { $0.last } == 10_001)
    #expect(store.select { $0.stale } == 0)
  }

  @Test func `no answer comes to another page`() async {
    let reports = Reports()
    let effects = Effects(
      page: ["ask": .run { send in for _ in 1...3 { await send(.word("answer")) } }])
    let store = GuideStore(effects, reports: reports)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 1...1000 {
        // Each page asks with its own words: `ask` comes to the page that is
        // open, its answers to no other.
        try? store.run(.open(thread * 10_000 + number), .page(.word("ask")), .close)
      }
    }
    #expect(store.select { $0.page } == nil)
    // What is reported are the words of threads that came after a close.
    let isOnlyAsked = reports.all.allSatisfy { report in
      if case .actionWithoutState(let action, _) = report { action.contains("ask") } else { false }
    }
    #expect(isOnlyAsked)
  }
}
