import ImmutableData
import Synchronization
import TestSupport
import Testing

@testable import Composable

/// The lifetime of effects and of the objects that they retain.
@Suite(.timeLimit(.minutes(5)))
struct EffectLifetimeTests {
  @Test(
    arguments: [
      { $0 },
      { .merge($0, .run { _ in }) },
      { .concatenate(.value("a"), $0) },
      { .concatenate(.run { await $0("running") }, $0) },
      { $0.cancellable(id: 1).cancellable(id: 2) },
    ] as [@Sendable (Effect<String>) -> Effect<String>])
  func `Effects are cancelled when the store is released`(
    _ wrap: @Sendable (Effect<String>) -> Effect<String>
  ) async throws {
    let long = LongEffect()
    weak var released: Script?
    do {
      let store = Script(["tap": wrap(long.effect)])
      released = store
      try store.run("tap")
      await long.running.wait()
    }
    // An effect retains the store for as long as its action is reduced.
    try await eventually("the store is released") { [weak released] in released == nil }
    await long.cancelled.wait()
  }

  @Test func `Actions of an effect that outlives the store are dropped`() async throws {
    let (running, gate, ended) = (Gate(), Gate(), Gate())
    let issues = ReportedIssues()
    do {
      let store = Script(
        [
          "tap": .run { send in
            running.open()
            await gate.wait()
            await send("a")
            ended.open()
          }
        ],
        issues: issues)
      try store.run("tap")
      await running.wait()
    }
    gate.open()
    await ended.wait()
    #expect(issues.all == [])
  }

  @Test func `A store's streams end while an effect still runs`() async throws {
    let gate = Gate()
    let stream = try {
      let store = Script(["tap": .send("a", after: gate)])
      let stream = store.makeStream()
      try store.run("tap")
      return stream
    }()
    var actions: [String] = []
    for await change in stream { actions.append(change.action) }
    #expect(actions == ["tap"])
    gate.open()
  }

  @Test func `An ended effect leaves no scopes behind`() async {
    let runner = EffectRunner<Int>(report: { _ in })
    let (sent, continuation) = AsyncStream<Int>.makeStream()
    for number in 1...1000 {
      let effect = Effect<Int>.concatenate(
        .run { await $0(number) }.cancellable(id: number, cancelInFlight: true),
        .merge(.value(0).cancellable(id: 0), .cancel(id: number)))
      let followUps = runner.start(effect, removedChildren: [])?({ continuation.yield($0.action) })
      for case .work(let work) in followUps ?? [] { work() }
    }
    var sum = 0
    var count = 0
    for await number in sent {
      sum += number
      count += 1
      if count == 2000 { break }
    }
    #expect(sum == 1000 * 1001 / 2)
    // Tasks release their scopes shortly after their last action.
    while runner.count > 0 { await Task.yield() }
  }
}
