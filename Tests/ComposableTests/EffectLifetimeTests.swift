import ImmutableData
import Synchronization
import TestSupport
import Testing

@testable import Composable

/// How long effects last, and what they keep.
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
    _ made: @Sendable (Effect<String>) -> Effect<String>
  ) async throws {
    let long = LongEffect()
    weak var gone: Script?
    do {
      let store = Script(["tap": made(long.effect)])
      gone = store
      try store.run("tap")
      await long.running.wait()
    }
    #expect(gone == nil)
    await long.cancelled.wait()
  }

  @Test func `An effect that outlives the store sends to nothing`() async throws {
    let (running, gate, ended) = (Gate(), Gate(), Gate())
    let reports = Reports()
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
        reports: reports)
      try store.run("tap")
      await running.wait()
    }
    gate.open()
    await ended.wait()
    #expect(reports.all == [])
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

  @Test func `An effect that ended leaves nothing behind`() async {
    let runner = EffectRunner<Int>(report: { _ in })
    let (sent, continuation) = AsyncStream<Int>.makeStream()
    for number in 1...1000 {
      let effect = Effect<Int>.concatenate(
        .run { await $0(number) }.cancellable(id: number, cancelInFlight: true),
        .merge(.value(0).cancellable(id: 0), .cancel(id: number)))
      _ = runner.begin(effect, departures: [])?({ continuation.yield($0.action) })
    }
    var sum = 0
    var count = 0
    for await number in sent {
      sum += number
      count += 1
      if count == 2000 { break }
    }
    #expect(sum == 1000 * 1001 / 2)
    // The tasks let go of their scopes a moment after their last action.
    while runner.count > 0 { await Task.yield() }
  }
}
