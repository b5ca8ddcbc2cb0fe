import Composable
import ImmutableData
import Synchronization
import TestSupport
import Testing

/// `cancellable(id:cancelInFlight:)` and `cancel(id:)`.
@Suite(.timeLimit(.minutes(5)))
struct EffectCancellingTests {
  @Test func `Cancelling ends the effects with the ID and no others`() async throws {
    let (first, second, gate) = (LongEffect(), LongEffect(), Gate())
    let store = Script([
      "start": .merge(
        first.effect.cancellable(id: 1),
        second.effect.cancellable(id: 1),
        .send("other", after: gate).cancellable(id: 2)),
      "cancel": .cancel(id: 1),
    ])
    try store.run("start")
    await first.running.wait()
    await second.running.wait()
    try store.run("cancel")
    await first.cancelled.wait()
    await second.cancelled.wait()
    gate.open()
    await store.reach { $0 == ["start", "cancel", "other"] }
  }

  @Test func `Cancelling an unknown ID does nothing`() throws {
    #expect(try Script(["cancel": .cancel(id: 1)]).run("cancel") == ["cancel"])
  }

  @Test func `IDs of different types are different`() async throws {
    let (gate, long) = (Gate(), LongEffect())
    let store = Script([
      "start": .merge(
        .send("unaffected", after: gate).cancellable(id: "1"),
        long.effect.cancellable(id: 1)),
      "cancel": .cancel(id: 1),
    ])
    try store.run("start")
    await long.running.wait()
    try store.run("cancel")
    await long.cancelled.wait()
    gate.open()
    await store.reach { $0 == ["start", "cancel", "unaffected"] }
  }

  @Test func `An effect that ignores its cancellation cannot send actions`() async throws {
    let (running, gate, ended) = (Gate(), Gate(), Gate())
    let store = Script([
      "start": .run { send in
        running.open()
        await gate.wait()
        await send("late")
        ended.open()
      }
      .cancellable(id: 1),
      "cancel": .cancel(id: 1),
    ])
    try store.run("start")
    await running.wait()
    try store.run("cancel")
    gate.open()
    await ended.wait()
    #expect(store.select { $0 } == ["start", "cancel"])
  }

  @Test func `Only the latest request has a result`() async throws {
    let gates = [Gate(), Gate()]
    let (running, ended) = (Gate(), Gate())
    let requests = Mutex(0)
    let request = Effect<String>.run { send in
      let number = requests.withLock { number in
        defer { number += 1 }
        return number
      }
      // The first request ignores its cancellation and completes last.
      running.open()
      await gates[number].wait()
      await send("result \(number)")
      if number == 0 { ended.open() }
    }
    let store = Script([
      "request": request.cancellable(id: "request", cancelInFlight: true)
    ])
    try store.run("request")
    await running.wait()
    try store.run("request")
    gates[1].open()
    await store.reach { $0.last == "result 1" }
    gates[0].open()
    await ended.wait()
    #expect(store.select { $0 } == ["request", "request", "result 1"])
  }

  @Test func `A queued action of a cancelled effect is dropped`() throws {
    let store = Script([
      "start": .merge(.value("cancel"), .value("result").cancellable(id: 1)),
      "cancel": .cancel(id: 1),
    ])
    #expect(try store.run("start") == ["start", "cancel"])
  }

  @Test func `An effect that was cancelled before it ran does not run`() async throws {
    let hasRun = Mutex(false)
    let store = Script([
      "start": .concatenate(
        .merge(
          .run { _ in hasRun.withLock { $0 = true } }.cancellable(id: 1),
          .cancel(id: 1)),
        .run { await $0("end") })
    ])
    try store.run("start")
    await store.reach { $0 == ["start", "end"] }
    #expect(hasRun.withLock { $0 } == false)
  }

  @Test func `A sequence continues after a cancelled part`() async throws {
    let long = LongEffect()
    let store = Script([
      "start": .concatenate(long.effect.cancellable(id: 1), .value("next")),
      "cancel": .cancel(id: 1),
    ])
    try store.run("start")
    await long.running.wait()
    try store.run("cancel")
    await store.reach { $0 == ["start", "cancel", "next"] }
  }

  @Test func `A cancelled sequence does not continue`() async throws {
    let (long, ended) = (LongEffect(), Gate())
    let store = Script([
      "start": .concatenate(
        .concatenate(long.effect, .value("never")).cancellable(id: 1),
        .run { _ in ended.open() }),
      "cancel": .cancel(id: 1),
    ])
    try store.run("start")
    await long.running.wait()
    try store.run("cancel")
    await ended.wait()
    #expect(store.select { $0 } == ["start", "cancel"])
  }

  @Test(arguments: ["inner", "outer"])
  func `Either of two IDs cancels an effect`(id: String) async throws {
    let long = LongEffect()
    let store = Script([
      "start": long.effect.cancellable(id: "inner").cancellable(id: "outer"),
      "cancel": .cancel(id: id),
    ])
    try store.run("start")
    await long.running.wait()
    try store.run("cancel")
    await long.cancelled.wait()
  }

  @Test func `An effect may cancel itself`() async throws {
    let ended = Gate()
    let store = Script([
      "start": .run { send in
        await send("cancel")
        await send("never")
        #expect(Task.isCancelled)
        ended.open()
      }
      .cancellable(id: 1),
      "cancel": .cancel(id: 1),
    ])
    try store.run("start")
    await ended.wait()
    #expect(store.select { $0 } == ["start", "cancel"])
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func `An effect that has an ID twice runs`(inner: Bool, outer: Bool) async throws {
    let store = Script([
      "start": .run { await $0("result") }
        .cancellable(id: 1, cancelInFlight: inner).cancellable(id: 1, cancelInFlight: outer),
      "value": .value("now")
        .cancellable(id: 1, cancelInFlight: inner).cancellable(id: 1, cancelInFlight: outer),
    ])
    try store.run("start")
    await store.reach { $0 == ["start", "result"] }
    #expect(try store.run("value") == ["start", "result", "value", "now"])
  }

  @Test func `An effect that has an ID twice is cancelled by it, and by a later effect`()
    async throws
  {
    let (first, second) = (LongEffect(), LongEffect())
    func twice(_ effect: Effect<String>) -> Effect<String> {
      effect.cancellable(id: 1, cancelInFlight: true).cancellable(id: 1, cancelInFlight: true)
    }
    let store = Script([
      "first": twice(first.effect), "second": twice(second.effect), "cancel": .cancel(id: 1),
    ])
    try store.run("first")
    await first.running.wait()
    try store.run("second")
    await first.cancelled.wait()
    await second.running.wait()
    try store.run("cancel")
    await second.cancelled.wait()
  }

  @Test func `A later part of a sequence can be cancelled before its turn`() async throws {
    let gate = Gate()
    let store = Script([
      "start": .concatenate(
        .send("first", after: gate),
        .value("never").cancellable(id: 1),
        .concatenate(.value("second"), .run { await $0("never") }.cancellable(id: 1)),
        .merge(.value("third"), .run { await $0("never") }.cancellable(id: 1)),
        .run { await $0("end") }),
      "cancel": .cancel(id: 1),
    ])
    try store.run("start", "cancel")
    gate.open()
    await store.reach { $0.last == "end" }
    #expect(store.select { $0 } == ["start", "cancel", "first", "second", "third", "end"])
  }

  @Test func `A part of a sequence does not cancel a later one with its ID`() async throws {
    let gate = Gate()
    let store = Script([
      "start": .concatenate(
        .send("first", after: gate),
        .run { await $0("second") }.cancellable(id: 1, cancelInFlight: true),
        .run { await $0("third") }.cancellable(id: 1, cancelInFlight: true))
    ])
    try store.run("start")
    gate.open()
    await store.reach { $0.last == "third" }
    #expect(store.select { $0 } == ["start", "first", "second", "third"])
  }

  @Test func `A later part of a sequence cancels what runs with its ID`() async throws {
    let (gate, long) = (Gate(), LongEffect())
    let store = Script([
      "long": long.effect.cancellable(id: 1),
      "start": .concatenate(
        .send("first", after: gate),
        .run { await $0("end") }.cancellable(id: 1, cancelInFlight: true)),
    ])
    try store.run("long", "start")
    await long.running.wait()
    gate.open()
    await long.cancelled.wait()
    await store.reach { $0.last == "end" }
  }
}
