import Composable
import ImmutableData
import Synchronization
import TestSupport
import Testing

/// What a store is told that should not have happened.
@Suite(.timeLimit(.minutes(5)))
struct EffectReportTests {
  private struct Trouble: Error {}

  private let reports = Reports()

  @Test func `An error ends an effect and is reported`() async throws {
    let store = Script(
      ["tap": .concatenate(.run { _ in throw Trouble() }, .value("end"))], reports: reports)
    try store.run("tap")
    await store.reach { $0 == ["tap", "end"] }
    #expect(reports.all.count == 1)
    #expect(reports.all.first?.description.hasSuffix("Trouble()") == true)
  }

  @Test func `A cancellation error ends an effect silently`() async throws {
    let store = Script(
      ["tap": .concatenate(.run { _ in throw CancellationError() }, .value("end"))],
      reports: reports)
    try store.run("tap")
    await store.reach { $0 == ["tap", "end"] }
    #expect(reports.all == [])
  }

  @Test func `An error of an effect that was cancelled is not reported`() async throws {
    let (running, gate) = (Gate(), Gate())
    let store = Script(
      [
        "tap": .concatenate(
          .run { _ in
            running.open()
            await gate.wait()
            throw Trouble()
          }
          .cancellable(id: 1),
          .value("end")),
        "cancel": .cancel(id: 1),
      ],
      reports: reports)
    try store.run("tap")
    await running.wait()
    try store.run("cancel")
    gate.open()
    await store.reach { $0 == ["tap", "cancel", "end"] }
    #expect(reports.all == [])
  }

  @Test func `An action sent after the effect's end is dropped and reported`() async throws {
    let kept = Mutex<Send<String>?>(nil)
    let store = Script(
      [
        "tap": .concatenate(
          .run { send in kept.withLock { $0 = send } },
          .value("end"))
      ],
      reports: reports)
    try store.run("tap")
    await store.reach { $0 == ["tap", "end"] }
    let send = try #require(kept.withLock { $0 })
    await send("late")
    #expect(store.select { $0 } == ["tap", "end"])
    #expect(reports.all == [.actionAfterEnd(action: #""late""#)])
  }

  @Test(
    arguments: [
      (
        .actionWithoutState(action: "App.Breed.loaded", state: "Breed"),
        "The action App.Breed.loaded came when there was no Breed. Nothing was changed."
      ),
      (
        .actionAfterEnd(action: "App.tick"),
        "The action App.tick was sent by an effect that had ended. It was dropped."
      ),
      (.error("Trouble()"), "An effect ended with an error: Trouble()"),
    ] as [(EffectReport, String)])
  func `A report has a description`(report: EffectReport, words: String) {
    #expect(report.description == words)
  }
}
