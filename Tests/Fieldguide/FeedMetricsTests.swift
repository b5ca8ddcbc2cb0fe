import Foundation
import ImmutableData
import Metrics
import TestSupport
import Testing

@testable import Fieldguide
@testable import WebSite

@Suite("Metrics of the feeds", .timeLimit(.minutes(1)))
struct FeedMetricsTests {
  enum Action: Sendable { case requested, succeeded, failed }

  @Test func `Successes and failures of a feed are counted`() async throws {
    let store = Store(initialState: 0) { (state: Int, _: Action) in state + 1 }
    let fetches = FetchCounts(of: store) { action in
      switch action {
      case .requested: nil
      case .succeeded: .success
      case .failed: .failure
      }
    }
    for action in [.requested, .failed, .requested, .succeeded, .succeeded] as [Action] {
      try await store.dispatch(action: action)
    }
    try await eventually("the requests are counted") {
      fetches.success.value + fetches.failure.value == 3
    }
    #expect(fetches.success.value == 2)
    #expect(fetches.failure.value == 1)
  }

  @Test func `A feed without a success has the timestamp 0`() {
    let store = Store(initialState: 0) { (count: Int, _: Bool) in count }
    let (quakes, breeds) = (
      FetchCounts(of: store) { _ in nil }, FetchCounts(of: store) { _ in nil }
    )
    quakes.success.add(2)
    quakes.failure.add()
    var text = MetricsText(prefix: "fieldguide_")
    ProgramMetrics.write(
      [
        (
          "quakes",
          Feed(counts: quakes, lastSuccess: Date(timeIntervalSince1970: 1_500), skipped: 3)
        ),
        ("breeds", Feed(counts: breeds, lastSuccess: nil)),
      ], into: &text)
    let samples = text.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      samples == [
        #"fieldguide_feed_refreshes_total{feed="quakes",outcome="success"} 2"#,
        #"fieldguide_feed_refreshes_total{feed="quakes",outcome="failure"} 1"#,
        #"fieldguide_feed_refreshes_total{feed="breeds",outcome="success"} 0"#,
        #"fieldguide_feed_refreshes_total{feed="breeds",outcome="failure"} 0"#,
        #"fieldguide_feed_last_success_timestamp_seconds{feed="quakes"} 1500"#,
        #"fieldguide_feed_last_success_timestamp_seconds{feed="breeds"} 0"#,
        #"fieldguide_feed_skipped_records{feed="quakes"} 3"#,
        #"fieldguide_feed_skipped_records{feed="breeds"} 0"#,
      ])
  }
}
