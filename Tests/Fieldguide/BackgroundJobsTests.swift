import Durable
import Foundation
import Logging
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import WebSite

@Suite("Work in the background", .timeLimit(.minutes(1)))
struct BackgroundJobsTests {
  private struct Failure: Error {}

  @Test(arguments: [
    (1, 60, 2), (2, 60, 4), (5, 60, 32), (6, 60, 60), (0, 60, 2), (100, 86_400, 65_536), (1, 1, 1),
  ])
  func `A failure is followed by a longer wait`(failures: Int, interval: Int, seconds: Int) {
    #expect(
      BackgroundJobs.wait(after: failures, of: .seconds(interval)) == .seconds(seconds))
  }

  /// Repeats work without pauses until it has run a number of times.
  private func runs(
    _ count: Int, limit: Duration = .seconds(30),
    _ work: @escaping @Sendable (_ number: Int) async throws -> Void
  ) async throws -> (BackgroundJobs.Runs?, [String]) {
    let log = RecordedLog()
    let folder = try TemporaryFolder()
    // A second later with each success.
    let successes = Mutex(0.0)
    let context = GuideContext(
      dataFolder: folder.url, storage: DurableStorage(files: folder.url), logger: log.logger,
      observer: nil,
      userAgent: "test",
      now: {
        successes.withLock { successes in
          successes += 1
          return Date(timeIntervalSince1970: successes)
        }
      },
      assets: try Assets(folder: nil))
    let number = Mutex(0)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let job = Task {
      try await context.every(.zero, "tides", limit: limit) {
        let current = number.withLock {
          $0 += 1
          return $0
        }
        if current > count {
          end.finish()
          // Until the job is cancelled.
          try await Task.sleep(for: .seconds(60))
        }
        try await work(current)
      }
    }
    for await _ in ends {}
    job.cancel()
    await #expect(throws: CancellationError.self) { try await job.value }
    return (context.jobs.runs["tides"], log.lines)
  }

  @Test func `Runs are counted, and errors logged`() async throws {
    let (runs, log) = try await runs(5) { if $0 == 2 || $0 == 3 { throw Failure() } }
    let last = Date(timeIntervalSince1970: 3)
    #expect(runs == .init(successes: 3, failures: 2, lastSuccess: last, isRunning: false))
    #expect(log == Array(repeating: "error the job “tides” failed error=Failure()", count: 2))
  }

  @Test func `A failure leaves the time of the last success`() async throws {
    let (runs, _) = try await runs(3) { if $0 > 1 { throw Failure() } }
    let first = Date(timeIntervalSince1970: 1)
    #expect(runs == .init(successes: 1, failures: 2, lastSuccess: first, isRunning: false))
  }

  @Test func `Work that takes too long is cancelled`() async throws {
    let wasCancelled = Mutex(false)
    let (runs, log) = try await runs(1, limit: .milliseconds(20)) { _ in
      do {
        try await Task.sleep(for: .seconds(60))
      } catch {
        wasCancelled.withLock { $0 = true }
        throw error
      }
    }
    #expect(wasCancelled.withLock { $0 })
    #expect((runs?.failures ?? 0) >= 1)
    #expect(log.first == "error the job “tides” failed error=it was cancelled after 0.02 seconds")
  }

  @Test func `The metrics have the runs`() {
    var text = MetricsText(prefix: "fieldguide_")
    ProgramMetrics.write(
      [
        "tides": .init(
          successes: 3, failures: 1, lastSuccess: Date(timeIntervalSince1970: 1_500),
          isRunning: true), "idle": .init(),
      ], into: &text)
    let samples = text.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      samples == [
        #"fieldguide_job_runs_total{job="idle",outcome="success"} 0"#,
        #"fieldguide_job_runs_total{job="idle",outcome="failure"} 0"#,
        #"fieldguide_job_runs_total{job="tides",outcome="success"} 3"#,
        #"fieldguide_job_runs_total{job="tides",outcome="failure"} 1"#,
        #"fieldguide_job_last_success_timestamp_seconds{job="idle"} 0"#,
        #"fieldguide_job_last_success_timestamp_seconds{job="tides"} 1500"#,
        #"fieldguide_job_running{job="idle"} 0"#,
        #"fieldguide_job_running{job="tides"} 1"#,
      ])
  }
}
