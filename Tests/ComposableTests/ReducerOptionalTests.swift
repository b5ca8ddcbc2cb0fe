import Composable
import ImmutableData
import TestSupport
import Testing

/// `optional()`: children that come and go.
@Suite(.timeLimit(.minutes(5)))
struct ReducerOptionalTests {
  private let long = LongEffect()

  /// A page whose word starts the long effect.
  private var effects: Effects {
    Effects(
      page: ["start": long.effect.map { .word($0) }],
      detail: ["start": long.effect])
  }

  @Test func `A present child receives its actions`() throws {
    let store = GuideStore()
    try store.run(.open(1), .page(.word("a")), .page(.word("b")))
    #expect(store.snapshot.state.page == Page(id: 1, log: ["a", "b"]))
  }

  @Test func `A late action changes nothing and is reported`() throws {
    let reports = Reports()
    let store = GuideStore(reports: reports)
    try store.run(.open(1), .close, .page(.word("late")))
    #expect(store.snapshot.state == Guide())
    #expect(store.snapshot.revision == 3)
    #expect(
      reports.all == [
        .actionWithoutState(action: #"ComposableTests.PageAction.word("late")"#, state: "Page")
      ])
  }

  @Test func `The reporting closure may use the store`() async throws {
    let (reported, continuation) = AsyncStream<Int>.makeStream()
    let box = Box<GuideStore>()
    let store = GuideStore(initialState: Guide(), reducer: .guide, environment: Effects()) { _ in
      continuation.yield(box.value?.snapshot.revision ?? 0)
      try? box.value?.dispatch(action: .open(1))
    }
    box.value = store
    try store.run(.page(.word("late")))
    #expect(store.snapshot.state.page == Page(id: 1))
    for await revision in reported {
      #expect(revision == 1)
      break
    }
  }

  struct Leaving: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var start: [GuideAction]
    var leave: GuideAction
  }

  @Test(arguments: [
    Leaving(
      testDescription: "its state becomes nil",
      start: [.open(1), .page(.word("start"))], leave: .close),
    Leaving(
      testDescription: "its parent lets go of it at its own action",
      start: [.open(1), .page(.word("start"))], leave: .page(.word("close"))),
    Leaving(
      testDescription: "its identity changes",
      start: [.open(1), .page(.word("start"))], leave: .open(2)),
    Leaving(
      testDescription: "a child of a child becomes nil",
      start: [.open(1), .page(.openDetail), .page(.detail("start"))], leave: .page(.closeDetail)),
    Leaving(
      testDescription: "the parent of a child becomes nil",
      start: [.open(1), .page(.openDetail), .page(.detail("start"))], leave: .close),
    Leaving(
      testDescription: "the parent of a child becomes another one",
      start: [.open(1), .page(.openDetail), .page(.detail("start"))], leave: .open(2)),
  ])
  func `A child's effects are cancelled when it is removed`(leaving: Leaving) async throws {
    let store = GuideStore(effects)
    for action in leaving.start { try await store.dispatch(action: action) }
    await long.running.wait()
    try await store.dispatch(action: leaving.leave)
    await long.cancelled.wait()
  }

  @Test(arguments: [
    GuideAction.open(1), .search("a"), .page(.word("a")), .page(.openDetail), .page(.closeDetail),
  ])
  func `A child's effects go on when it stays`(action: GuideAction) async throws {
    let gate = Gate()
    let store = GuideStore(
      Effects(page: ["start": Effect.send("end", after: gate).map { .word($0) }]))
    try store.run(.open(1), .page(.word("start")), action)
    gate.open()
    await store.reach { $0.page?.log.last == "end" }
  }

  @Test func `An answer to one page never comes to another`() async throws {
    let (running, gate, ended) = (Gate(), Gate(), Gate())
    let reports = Reports()
    let store = GuideStore(
      Effects(page: [
        "ask": .run { send in
          running.open()
          await gate.wait()
          await send(.word("answer"))
          ended.open()
        }
      ]),
      reports: reports)
    try store.run(.open(1), .page(.word("ask")))
    await running.wait()
    try store.run(.close, .open(2))
    gate.open()
    await ended.wait()
    #expect(store.snapshot.state.page == Page(id: 2))
    #expect(reports.all == [])
  }

  @Test func `An effect of the action that removes a child is not started`() throws {
    let store = GuideStore(Effects(page: ["close": .value(.word("late"))]))
    try store.run(.open(1), .page(.word("close")))
    #expect(store.snapshot.state == Guide())
    #expect(store.snapshot.revision == 2)
  }

  @Test func `A child's action is dropped when the child was removed before`() throws {
    let reports = Reports()
    let store = GuideStore(
      Effects(page: ["a": .merge(.value(.word("close")), .value(.word("b")))]), reports: reports)
    try store.run(.open(1), .page(.word("a")))
    #expect(store.snapshot.state == Guide())
    #expect(store.snapshot.revision == 3)
    #expect(reports.all == [])
  }

  @Test func `A replaced child without an identity keeps its effects`() async throws {
    let gate = Gate()
    let store = GuideStore(
      Effects(detail: ["start": .send("end", after: gate)]))
    try store.run(
      .open(1), .page(.openDetail), .page(.detail("start")), .page(.openDetail))
    gate.open()
    await store.reach { $0.page?.detail?.log == ["end"] }
  }
}
