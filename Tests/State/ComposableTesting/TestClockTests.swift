import ComposableTesting
import Testing

/// `TestClock`.
@Suite(.timeLimit(.minutes(5)))
struct TestClockTests {
  private let clock = TestClock()

  @Test func `A clock stands still until it is advanced`() {
    #expect(clock.now.offset == .zero)
    clock.advance(by: .seconds(2))
    clock.advance(by: .milliseconds(500))
    #expect(clock.now.offset == .milliseconds(2500))
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `A sleep with a past deadline returns immediately`(duration: Duration) async throws {
    try await clock.sleep(for: duration)
  }

  @Test func `A sleep ends when its deadline is reached`() async throws {
    let tasks = (1...3).map { number in
      Task { [clock] in
        try await clock.sleep(for: .seconds(number))
        return clock.now.offset
      }
    }
    await clock.waitForSleepers(3)
    clock.advance(by: .milliseconds(999))
    await clock.waitForSleepers(3)
    clock.advance(by: .milliseconds(1))
    #expect(try await tasks[0].value == .seconds(1))
    clock.advance(by: .seconds(5))
    #expect(try await tasks[1].value == .seconds(6))
    #expect(try await tasks[2].value == .seconds(6))
  }

  @Test func `A cancelled sleep ends immediately`() async {
    let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `A cancelled task does not sleep`() async {
    let task = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `Waiting for sleepers ends when it is cancelled`() async {
    let task = Task { [clock] in await clock.waitForSleepers() }
    task.cancel()
    await task.value
  }
}
