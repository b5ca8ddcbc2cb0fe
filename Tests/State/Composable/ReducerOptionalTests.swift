import Composable
import ImmutableData
import TestSupport
import Testing

/// `optional()` and `optional(id:)`: children that are added and removed.
@Suite(.timeLimit(.minutes(5)))
struct ReducerOptionalTests {
  private let long = LongEffect()

  /// The action `start` starts the long effect.
  private var effects: Effects {
    Effects(
      page: ["start": long.effect.map { .text($0) }],
      detail: ["start": long.effect])
  }

  @Test func `A present child receives its actions`() throws {
    let store = GuideStore()
    try store.run(.open(1), .page(.text("a")), .page(.text("b")))
    #expect(store.snapshot.state.page == Page(id: 1, log: ["a", "b"]))
  }

  @Test func `An action for an absent child is ignored and reported`() throws {
    let issues = ReportedIssues()
    let store = GuideStore(issues: issues)
    try store.run(.open(1), .close, .page(.text("late")))
    #expect(store.snapshot.state == Guide())
    #expect(store.snapshot.revision == 3)
    #expect(
      issues.all == [
        .actionWithoutState(action: #"ComposableTests.PageAction.text("late")"#, state: "Page")
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
    try store.run(.page(.text("late")))
    #expect(store.snapshot.state.page == Page(id: 1))
    for await revision in reported {
      #expect(revision == 1)
      break
    }
  }

  struct Removal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var start: [GuideAction]
    var action: GuideAction
  }

  @Test(arguments: [
    Removal(
      testDescription: "its state becomes nil",
      start: [.open(1), .page(.text("start"))], action: .close),
    Removal(
      testDescription: "its parent removes it at its own action",
      start: [.open(1), .page(.text("start"))], action: .page(.text("close"))),
    Removal(
      testDescription: "its identity changes",
      start: [.open(1), .page(.text("start"))], action: .open(2)),
    Removal(
      testDescription: "a child of a child becomes nil",
      start: [.open(1), .page(.openDetail), .page(.detail("start"))], action: .page(.closeDetail)),
    Removal(
      testDescription: "the parent of a child becomes nil",
      start: [.open(1), .page(.openDetail), .page(.detail("start"))], action: .close),
    Removal(
      testDescription: "the parent of a child is replaced",
      start: [.open(1), .page(.openDetail), .page(.detail("start"))], action: .open(2)),
  ])
  func `The effects of a child are cancelled when it is removed`(removal: Removal) async throws {
    let store = GuideStore(effects)
    for action in removal.start { try await store.dispatch(action: action) }
    await long.running.wait()
    try await store.dispatch(action: removal.action)
    await long.cancelled.wait()
  }

  @Test(arguments: [
    GuideAction.open(1), .search("a"), .page(.text("a")), .page(.openDetail), .page(.closeDetail),
  ])
  func `The effects of a child continue while it is present`(action: GuideAction) async throws {
    let gate = Gate()
    let store = GuideStore(
      Effects(page: ["start": Effect.send("end", after: gate).map { .text($0) }]))
    try store.run(.open(1), .page(.text("start")), action)
    gate.open()
    await store.reach { $0.page?.log.last == "end" }
  }

  @Test func `A result for one page is never reduced by another`() async throws {
    let (running, gate, ended) = (Gate(), Gate(), Gate())
    let issues = ReportedIssues()
    let store = GuideStore(
      Effects(page: [
        "request": .run { send in
          running.open()
          await gate.wait()
          await send(.text("result"))
          ended.open()
        }
      ]),
      issues: issues)
    try store.run(.open(1), .page(.text("request")))
    await running.wait()
    try store.run(.close, .open(2))
    gate.open()
    await ended.wait()
    #expect(store.snapshot.state.page == Page(id: 2))
    #expect(issues.all == [])
  }

  @Test func `An effect of the action that removes its child is not started`() throws {
    let store = GuideStore(Effects(page: ["close": .value(.text("late"))]))
    try store.run(.open(1), .page(.text("close")))
    #expect(store.snapshot.state == Guide())
    #expect(store.snapshot.revision == 2)
  }

  @Test func `A queued action is dropped when its child has been removed`() throws {
    let issues = ReportedIssues()
    let store = GuideStore(
      Effects(page: ["a": .merge(.value(.text("close")), .value(.text("b")))]), issues: issues)
    try store.run(.open(1), .page(.text("a")))
    #expect(store.snapshot.state == Guide())
    #expect(store.snapshot.revision == 3)
    #expect(issues.all == [])
  }

  @Test func `A replaced child without an identity retains its effects`() async throws {
    let gate = Gate()
    let store = GuideStore(
      Effects(detail: ["start": .send("end", after: gate)]))
    try store.run(
      .open(1), .page(.openDetail), .page(.detail("start")), .page(.openDetail))
    gate.open()
    await store.reach { $0.page?.detail?.log == ["end"] }
  }
}
