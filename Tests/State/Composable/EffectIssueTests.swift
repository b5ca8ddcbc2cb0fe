import Composable
import ImmutableData
import Synchronization
import TestSupport
import Testing

/// Programming errors that a store reports.
@Suite(.timeLimit(.minutes(5)))
struct EffectIssueTests {
  private struct SampleError: Error {}

  private let issues = ReportedIssues()

  @Test func `An error ends the effect and is reported`() async throws {
    let store = Script(
      ["tap": .concatenate(.run { _ in throw SampleError() }, .value("end"))], issues: issues)
    try store.run("tap")
    await store.reach { $0 == ["tap", "end"] }
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.description.hasSuffix("SampleError()") == true)
  }

  @Test func `A cancellation error ends the effect silently`() async throws {
    let store = Script(
      ["tap": .concatenate(.run { _ in throw CancellationError() }, .value("end"))],
      issues: issues)
    try store.run("tap")
    await store.reach { $0 == ["tap", "end"] }
    #expect(issues.all == [])
  }

  @Test func `An error of a cancelled effect is not reported`() async throws {
    let (running, gate) = (Gate(), Gate())
    let store = Script(
      [
        "tap": .concatenate(
          .run { _ in
            running.open()
            await gate.wait()
            throw SampleError()
          }
          .cancellable(id: 1),
          .value("end")),
        "cancel": .cancel(id: 1),
      ],
      issues: issues)
    try store.run("tap")
    await running.wait()
    try store.run("cancel")
    gate.open()
    await store.reach { $0 == ["tap", "cancel", "end"] }
    #expect(issues.all == [])
  }

  @Test func `An action sent after the end of its effect is dropped and reported`() async throws {
    let escaped = Mutex<Send<String>?>(nil)
    let store = Script(
      [
        "tap": .concatenate(
          .run { send in escaped.withLock { $0 = send } },
          .value("end"))
      ],
      issues: issues)
    try store.run("tap")
    await store.reach { $0 == ["tap", "end"] }
    let send = try #require(escaped.withLock { $0 })
    await send("late")
    #expect(store.select { $0 } == ["tap", "end"])
    #expect(issues.all == [.actionAfterEnd(action: #""late""#)])
  }

  @Test(
    arguments: [
      (
        .actionWithoutState(action: "App.Breed.loaded", state: "Breed"),
        "The action App.Breed.loaded was sent while Breed was nil. It was ignored."
      ),
      (
        .actionAfterEnd(action: "App.tick"),
        "The action App.tick was sent by an effect that had already ended. It was dropped."
      ),
      (.error("SampleError()"), "An effect failed with an error: SampleError()"),
    ] as [(EffectIssue, String)])
  func `An issue has a description`(issue: EffectIssue, description: String) {
    #expect(issue.description == description)
  }
}
